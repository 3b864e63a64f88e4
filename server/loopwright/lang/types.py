"""Types as layers from the name outwards: `double (*a)[8]` is a pointer to arrays of eight doubles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from loopwright.lang.numbers import shape_of
from loopwright.source.type_words import told

RESTRICT = frozenset(("restrict", "__restrict__", "__restrict"))
# Words beside a type that do not change which type it is.
_BESIDE = frozenset(
    ("const", "volatile", "static", "register", "extern", "inline", "restrict", "__restrict__", "__restrict", "constexpr", "consteval",
     "constinit", "mutable", "struct", "enum", "union", "class", "thread_local", "_Thread_local", "__thread", "typename", "__device__",
     "__host__", "__shared__", "__constant__", "__global__", "__managed__", "_Atomic", "__extension__", "__volatile__", "__const")
)  # fmt: skip
SEQUENCES = frozenset(("vector", "array", "span", "valarray"))
_SMART = frozenset(("unique_ptr", "shared_ptr"))
_MAPS = frozenset(("map", "unordered_map", "set", "list", "deque", "bitset"))
_WIDTHS = {"char": 8, "short": 16, "int": 32, "long": 64}
# Signed or not, and bits, of `int32_t` and its like.
_FIXED = {
    f"{unsigned}int{kind}{bits}_t": (bool(unsigned), 64 if kind == "_fast" and bits > 8 else bits)  # those of glibc
    for unsigned in ("", "u")
    for kind in ("", "_fast", "_least")
    for bits in (8, 16, 32, 64)
}
_FLOATS = frozenset(("float", "double", "_Float16", "__fp16", "_Float32", "_Float64", "__float128", "half", "__half"))
_NAMED_INTEGERS = frozenset(
    ("size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "__int128", "wchar_t", "off_t", "uint", "ulong", "ushort", "uchar",
     "char8_t", "char16_t", "char32_t", "intmax_t", "uintmax_t")
)  # fmt: skip
_UNSIGNED = {"uint": 32, "ushort": 16, "uchar": 8, "u_char": 8}  # bits, of names that systems' headers give
_PLAIN = frozenset(
    ("char", "short", "int", "long", "unsigned", "signed", "size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "bool",
     "_Bool", "float", "double", "uint", "ulong", "void")
)  # fmt: skip


class Type(NamedTuple):
    """``layers`` outermost first: ``*`` a pointer, ``&`` a reference, ``[]`` an array, ``()`` a function; ``extents`` are the
    texts in the brackets. ``base`` is what is left when all are taken off, without qualifiers; empty where it is not known.
    ``const`` is that of the declaration: of ``base`` where there are layers."""

    base: str = ""
    layers: tuple[str, ...] = ()
    extents: tuple[str | None, ...] = ()
    restrict: bool = False
    volatile: bool = False
    const: bool = False
    static: bool = False

    def element(self) -> Type:
        """The type one subscript or `*` further."""
        if self.layers:
            base, layers, extents, _, volatile, const, static = self  # to replace some by name takes twice as long
            return Type(base, layers[1:], extents[1:], False, volatile, const, static)
        if template_of(self.base) not in SEQUENCES | _SMART:
            return Type("")
        return named(first_argument(self.base).removesuffix("[]"))

    def pointed_at(self) -> Type:
        """The type of an address of this."""
        return self._replace(layers=("*", *self.layers), extents=(None, *self.extents))

    def decayed(self) -> Type:
        """An array as the pointer to its first element, a function as a pointer to it."""
        if self.layers[:1] == ("[]",):
            return self._replace(layers=("*", *self.layers[1:]), extents=(None, *self.extents[1:]))
        return self.pointed_at() if self.layers[:1] == ("()",) else self

    def referred(self) -> Type:
        """What a reference refers to."""
        if self.layers[:1] == ("&",):
            return self._replace(layers=self.layers[1:], extents=self.extents[1:])
        return self

    def of(self, alias: Type) -> Type:
        """This with its base, a name for ``alias``, put in."""
        return self._replace(
            base=alias.base,
            layers=self.layers + alias.layers,
            extents=self.extents + alias.extents,
            volatile=self.volatile or alias.volatile,
            restrict=self.restrict or (alias.restrict and not self.layers),
            const=self.const or (alias.const and not self.layers),
        )

    @property
    def is_pointer(self) -> bool:
        """Whether the value is an address."""
        return bool(self.layers) and self.layers[0] == "*"

    @property
    def is_array(self) -> bool:
        """Whether the elements lie where the name is."""
        return bool(self.layers) and self.layers[0] == "[]"

    @property
    def is_function(self) -> bool:
        """Whether it is called, not a pointer to what is called."""
        return bool(self.layers) and self.layers[0] == "()"

    @property
    def is_scalar(self) -> bool:
        """A number (or something unknown without layers)."""
        return not self.layers and not self.sequence

    @property
    def sequence(self) -> str:
        """`vector`, `array`, `span` or `valarray` of the C++ library."""
        return "" if self.layers else _sequence_of(self.base)

    @property
    def is_view(self) -> bool:
        """`span` or `string_view`, of whatever library: its elements are another object's."""
        name, angle, _ = self.base.partition("<")
        last = name.strip().rpartition("::")[2]
        is_span = last == "span" and bool(angle) and not name.startswith("::")  # which is a class of the file
        return not self.layers and (is_span or last.endswith("string_view"))

    @property
    def is_made_of_references(self) -> bool:
        """`reference_wrapper<int>`, `tuple<int &, int>`: whoever reads it reads another object."""
        arguments = self.base.partition("<")[2]
        return "reference_wrapper<" in self.base or ("&" in arguments and "(" not in arguments)

    @property
    def is_smart_pointer(self) -> bool:
        """`unique_ptr` or `shared_ptr`."""
        return not self.layers and template_of(self.base) in _SMART

    @property
    def owns_elements(self) -> bool:
        """A container or a smart pointer: another may have its elements later."""
        return bool(self.sequence) or self.is_smart_pointer

    @property
    def is_unique_pointer(self) -> bool:
        """`unique_ptr<T>` or `unique_ptr<T[]>` that releases as it does by itself."""
        if not self.is_smart_pointer or "unique_ptr" not in self.base.partition("<")[0]:
            return False
        return self.base[self.base.index("<") + 1 : self.base.rindex(">")].strip() == first_argument(self.base)

    @property
    def pointee(self) -> Type | None:
        """What a smart pointer to one object leads to, ``None`` for what is none, for one to an array and one that releases in a way of
        its own."""
        if not self.is_smart_pointer:
            return None
        inner = first_argument(self.base)
        whole = self.base[self.base.index("<") + 1 : self.base.rindex(">")].strip()
        return named(inner) if inner == whole and not inner.endswith("]") else None

    @property
    def is_other_container(self) -> bool:
        """A container whose elements are not separate places."""
        return not self.layers and (template_of(self.base) in _MAPS or _is_packed(self.base))

    @property
    def lacks_arguments(self) -> bool:
        """A container whose arguments follow from what it is made of: `std::vector v(n, true)` (C++17 [over.match.class.deduct])."""
        return not self.layers and self.base.removeprefix("std::") in SEQUENCES | _MAPS - {"bitset"} | _SMART

    @property
    def dims(self) -> int:
        """How many brackets stand behind the name."""
        return self.layers.count("[]")

    @property
    def text(self) -> str:
        """The type as a person would write it."""
        declarator = ""
        for layer, extent in zip(self.layers, self.extents):
            if layer in "*&":
                declarator = layer + declarator
            else:
                inner = f"({declarator})" if declarator[:1] in ("*", "&") else declarator
                declarator = f"{inner}[{extent or ''}]" if layer == "[]" else f"{inner}()"
        shown = self.base if not self.base.startswith(ANONYMOUS) else "struct {…}"
        return f"{shown} {declarator}".rstrip() if shown else declarator


ANONYMOUS = "anonymous "


def named(text: str) -> Type:
    """The type that a text without brackets names: `const double *`."""
    base = cleaned(text.replace("*", " ").replace("&", " "))
    layers = tuple("*" for _ in range(text.count("*"))) if "<" not in text else ()
    if "<" in text:
        behind = text[text.rindex(">") + 1 :]
        base, layers = cleaned(text[: text.rindex(">") + 1]), tuple("*" for _ in range(behind.count("*")))
    return Type(base, layers, (None,) * len(layers), const="const" in text.split())


@lru_cache(maxsize=4096)
def cleaned(text: str) -> str:
    """A type's name without qualifiers and `struct`."""
    text = told(text)
    if "<" in text:  # arguments of templates stay as they are
        head, _, rest = text.partition("<")
        return " ".join(word for word in head.split() if word not in _BESIDE) + "<" + " ".join(rest.split())
    return " ".join(word for word in text.split() if word not in _BESIDE)


def template_of(base: str) -> str:
    """The template of the C++ library that a type's name is of: `vector` of `std::vector<double>`; empty for other names."""
    name, angle, rest = base.partition("<")
    return name.strip().removeprefix("std::") if angle and rest.endswith(">") else ""


@lru_cache(maxsize=4096)
def _sequence_of(base: str) -> str:
    template = template_of(base)
    return template if template in SEQUENCES and not _is_packed(base) else ""


def _is_packed(base: str) -> bool:
    """Whether it is a `vector<bool>`, whose elements share words."""
    return template_of(base) == "vector" and first_argument(base) == "bool"


def first_argument(base: str) -> str:
    """The first argument of a template: `double` of `std::vector<double, A>`."""
    depth = 0
    start = base.index("<") + 1
    for position in range(start, len(base)):
        depth += (base[position] in "<(") - (base[position] in ">)")
        if depth < 0 or (depth == 0 and base[position] == ","):
            return base[start:position].strip()
    return base[start:].strip()


def holds_elements(base: str) -> bool:
    """Whether a type's name is that of a container or a smart pointer of the C++ library."""
    return template_of(base) in SEQUENCES | _MAPS | _SMART


def with_first_argument(base: str, meant: Callable[[str], str]) -> str:
    """A template's name with what the name of its first argument stands for put in.

    >>> with_first_argument("std::span<const real>", {"real": "float"}.get)
    'std::span<const float>'
    """
    first = first_argument(base)
    said = first.removesuffix("[]").strip()
    name = cleaned(said)
    if not name or not (name[0].isalpha() or name[0] == "_") or name[-1] in "*&)" or not said.endswith(name):
        return base
    given, end = meant(name), base.index(first, base.index("<")) + len(said)
    return base if given == name else base[: end - len(name)] + given + base[end:]


@lru_cache(maxsize=4096)
def category_of_base(base: str) -> str:
    """integer, floating, boolean or unknown, for a type's name."""
    words = base.replace(":", " : ").split()
    if not words or "<" in base:  # of a template's arguments nothing follows
        return "unknown"
    if words[-1] in ("bool", "_Bool"):
        return "boolean"
    if any(word in _FLOATS for word in words):
        return "floating"
    if all(word in _WIDTHS or word in ("unsigned", "signed", "std", ":") or is_named_integer(word) for word in words):
        return "integer"
    return "unknown"


def is_named_integer(word: str) -> bool:
    """`size_t` and its like."""
    return word in _NAMED_INTEGERS or word in _FIXED


def fixed_width(base: str) -> int | None:
    """Bits of `std::int32_t` and its like, ``None`` for other types."""
    found = _FIXED.get(base.removeprefix("std::"))
    return found[1] if found is not None else None


@lru_cache(maxsize=4096)
def integer_range(base: str) -> tuple[int, int, int] | None:
    """(low, high, bits) of an integer type whose arithmetic or increments wrap around, ``None`` where overflow is
    undefined (C11 6.5p5) or the type is unknown."""
    words = base.replace("std::", "").split()
    if fixed := _FIXED.get(words[-1] if words else ""):
        return _range(fixed[1], fixed[0])
    if words and words[-1] in ("size_t", "uintptr_t", "ulong"):
        return _range(64, True)
    if words and words[-1] in ("bool", "_Bool"):
        return 0, 1, 1
    if words and words[-1] in _UNSIGNED:
        return _range(_UNSIGNED[words[-1]], True)
    if not words or not all(word in _WIDTHS or word in ("unsigned", "signed") for word in words):
        told = shape_of(base)
        return None if told is None else _range(told.bits, not told.signed)
    bits = min((_WIDTHS[word] for word in words if word in ("char", "short")), default=64 if "long" in words else 32)
    return _range(bits, "unsigned" in words)


def _range(bits: int, unsigned: bool) -> tuple[int, int, int] | None:
    if unsigned:
        return 0, (1 << bits) - 1, bits
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1, bits) if bits < 32 else None


def may_share_memory(first: str, second: str) -> bool:
    """Whether objects of two element types may overlap by the rules of effective types (C11 6.5p7)."""
    if "*" in (first, second):
        other = second if first == "*" else first
        return other == "*" or canonical(other) in ("", "char")
    a, b = canonical(first), canonical(second)
    if not a or not b or "char" in (a, b):
        return True
    return a == b


@lru_cache(maxsize=4096)
def canonical(base: str) -> str:
    """Signedness dropped; empty for what is not a fundamental type."""
    words = base.replace("std::", "").split()
    if fixed := _FIXED.get(words[-1] if words else ""):
        return {8: "char", 16: "short", 32: "int", 64: "long"}[fixed[1]]
    if words and words[-1] in ("size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "ulong"):
        return "long"
    if not words or not all(word in _PLAIN for word in words) or "void" in words:
        return ""
    kept = [word for word in words if word not in ("unsigned", "signed", "int")]
    return " ".join(dict.fromkeys(kept)).replace("uint", "int") or "int"


def is_integer(base: str) -> bool:
    """Whether a fundamental type is an integer type."""
    return canonical(base) in ("char", "short", "int", "long") and "bool" not in base


def is_floating(base: str) -> bool:
    """Whether a fundamental type is a floating type."""
    return canonical(base) in ("float", "double", "long double")


_BYTES = {"char": 1, "short": 2, "int": 4, "float": 4, "long": 8, "long long": 8, "double": 8}


def byte_size(kind: Type) -> int | None:
    """How many bytes a fundamental type takes on the systems that there are (LP64), ``None`` for others."""
    return 8 if kind.layers[:1] == ("*",) else None if kind.layers else _BYTES.get(canonical(kind.base))
