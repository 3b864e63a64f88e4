"""Types as layers from the name outwards: `double (*a)[8]` is a pointer to arrays of eight doubles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from loopwright.source.declarations import Declarations
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline

if TYPE_CHECKING:
    from loopwright.dependence.classes import Classes

_QUALIFIER = frozenset(("const", "volatile", "restrict", "__restrict__", "__restrict", "constexpr", "register"))
_SEQUENCES = re.compile(r"(?:std::)?(vector|array|span|valarray)\s*<")
_MAPS = re.compile(r"(?:std::)?(?:map|unordered_map|set|list|deque|bitset)\s*<|(?:std::)?vector\s*<\s*bool\s*>")
_KNOWN_QUALIFIERS = _QUALIFIER | {
    "mutable",
    "consteval",
    "constinit",
    "_Nonnull",
    "_Nullable",
    "__volatile__",
    "__const",
    "noexcept",
    "_Noreturn",
}
_WIDTHS = {"char": 8, "short": 16, "int": 32, "long": 64}
_FIXED = re.compile(r"(u?)int(?:_fast|_least)?(8|16|32|64)_t")
_PLAIN = frozenset(
    ("char", "short", "int", "long", "unsigned", "signed", "size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "bool",
     "_Bool", "float", "double", "uint", "ulong", "void")
)  # fmt: skip


class Type(NamedTuple):
    """``layers`` outermost first: ``*`` a pointer, ``&`` a reference, ``[]`` an array; ``extents`` their sizes as nodes."""

    base: str = ""
    layers: tuple[str, ...] = ()
    extents: tuple[Node | None, ...] = ()
    restrict: bool = False
    volatile: bool = False
    const: bool = False
    static: bool = False

    def element(self) -> Type:
        """The type one subscript or `*` further."""
        if self.layers:
            return self._replace(layers=self.layers[1:], extents=self.extents[1:], restrict=False)
        match = _SEQUENCES.match(self.base)
        if match:
            inner = re.sub(r"\s*,[^,<>]*$", "", self.base[self.base.index("<") + 1 : self.base.rindex(">")])
            return Type(" ".join(word for word in inner.split() if word not in _QUALIFIER))
        return Type("")

    @property
    def is_pointer(self) -> bool:
        """Whether the value is an address."""
        return bool(self.layers) and self.layers[0] == "*"

    @property
    def is_array(self) -> bool:
        """Whether the elements lie where the name is."""
        return bool(self.layers) and self.layers[0] == "[]"

    @property
    def is_scalar(self) -> bool:
        """A number (or something unknown without layers)."""
        return not self.layers and not self.sequence

    @property
    def sequence(self) -> str:
        """`vector`, `array`, `span` or `valarray` of the C++ library."""
        match = _SEQUENCES.match(self.base) if not self.layers else None
        return match[1] if match and not _MAPS.match(self.base) else ""

    @property
    def is_other_container(self) -> bool:
        """A container whose elements are not separate places."""
        return not self.layers and _MAPS.match(self.base) is not None


def read_type(declarator: Node, declaration: Node) -> tuple[str, Type]:
    """(name, type) of one declarator of a declaration or parameter."""
    layers: list[str] = []
    extents: list[Node | None] = []
    restrict = volatile = False
    node: Node | None = declarator
    name = ""
    while node is not None:
        kind = node.type
        if kind in ("pointer_declarator", "abstract_pointer_declarator"):
            words = {text_of(child) for child in node.children if child.type == "type_qualifier"}
            restrict = bool(words & {"restrict", "__restrict__", "__restrict"})
            volatile = volatile or "volatile" in words or not words <= _KNOWN_QUALIFIERS
            layers.insert(0, "*")
            extents.insert(0, None)
        elif kind == "reference_declarator":
            layers.insert(0, "&")
            extents.insert(0, None)
        elif kind == "array_declarator":
            size = node.child_by_field_name("size")
            restrict = any(text_of(child) == "restrict" for child in node.children)
            layers.insert(0, "[]")
            extents.insert(0, size)
        elif kind in ("identifier", "field_identifier", "qualified_identifier"):
            name = text_of(node)
            break
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next(
                (c for c in node.named_children if "declarator" in c.type or c.type.endswith("identifier")), None
            )
        node = inner
    kind_node = declaration.child_by_field_name("type")
    base = ""
    if kind_node is not None:
        named = (
            kind_node.child_by_field_name("name")
            if kind_node.type.endswith("_specifier") and "sized" not in kind_node.type
            else None
        )
        base = text_of(named if named is not None else kind_node)
    words = {text_of(c) for c in declaration.children if c.type in ("type_qualifier", "storage_class_specifier")}
    qualifiers = {text_of(c) for c in declaration.children if c.type == "type_qualifier"}
    base_words = base.split()
    base = " ".join(word for word in base_words if word not in _QUALIFIER)
    # In `T *restrict` grammars of C++ the word may stand with the declaration.
    return name, Type(
        base,
        tuple(layers),
        tuple(extents),
        restrict,
        # What a qualifier of which nothing is known does may be anything.
        volatile or "volatile" in words or "volatile" in base_words or not qualifiers <= _KNOWN_QUALIFIERS,
        "const" in words or "constexpr" in words,
        bool(words & {"static", "thread_local", "_Thread_local", "__thread"}),
    )


class Types:
    """Types of one file: aliases, members."""

    def __init__(self, outline: Outline, declarations: Declarations) -> None:
        self.outline, self.declarations = outline, declarations
        self._classes: Classes | None = None

    def expanded(self, type: Type) -> Type:
        """``type`` with the file's own `typedef` and `using` put in."""
        for _ in range(8):
            alias = self.declarations.names.get(type.base)
            if alias is None or alias.kind != "type" or alias.base in ("", type.base) or alias.disputed:
                break
            extra = ("[]",) * len(alias.dims) + ("*",) * alias.pointers
            type = type._replace(
                base=alias.base, layers=type.layers + extra, extents=type.extents + (None,) * len(extra)
            )
        return type

    @property
    def classes(self) -> Classes:
        """Classes of the file and its headers."""
        from loopwright.dependence.classes import Classes

        if self._classes is None:
            self._classes = Classes(self.outline)
        return self._classes

    def member(self, base: str, name: str) -> Type | None:
        """Type of a member of a struct of this file."""
        owner = self.classes.of(base)
        known = self.classes.member(owner, name) if owner is not None else None
        if known is not None:
            return self.expanded(known.type)
        members = self.declarations.members(base)
        found = members.get(name) if members else None
        if found is None:
            return None
        layers = ("[]",) * len(found.dims) + ("*",) * found.pointers
        return self.expanded(Type(found.base, layers, (None,) * len(layers)))

    def shares(self, base: str, name: str) -> str:
        """What a member lies in together with others: ``union`` (over them) or ``word`` (bits of one word beside it), empty if
        it has memory of its own."""
        owner = self.classes.of(base)
        known = self.classes.member(owner, name) if owner is not None else None
        return "" if known is None else "union" if known.shared else "word" if known.bits else ""


def integer_range(base: str) -> tuple[int, int, int] | None:
    """(low, high, bits) of an integer type whose arithmetic or increments wrap around, ``None`` where overflow is
    undefined (C11 6.5p5) or the type is unknown."""
    words = base.replace("std::", "").split()
    if fixed := _FIXED.fullmatch(words[-1] if words else ""):
        bits = int(fixed[2])
        return _range(bits, bool(fixed[1]))
    if words and words[-1] in ("size_t", "uintptr_t", "ulong"):
        return _range(64, True)
    if words and words[-1] == "uint":
        return _range(32, True)
    if not words or not all(word in _WIDTHS or word in ("unsigned", "signed") for word in words):
        return None
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


def canonical(base: str) -> str:
    """Signedness dropped; empty for what is not a fundamental type."""
    words = base.replace("std::", "").split()
    if fixed := _FIXED.fullmatch(words[-1] if words else ""):
        return {"8": "char", "16": "short", "32": "int", "64": "long"}[fixed[2]]
    if words and words[-1] in ("size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "ulong"):
        return "long"
    if not words or not all(word in _PLAIN for word in words) or "void" in words:
        return ""
    kept = [word for word in words if word not in ("unsigned", "signed", "int")]
    return " ".join(dict.fromkeys(kept)).replace("uint", "int") or "int"


def is_integer(base: str) -> bool:
    """Whether a fundamental type is an integer type."""
    return canonical(base) in ("char", "short", "int", "long") and "bool" not in base


_BYTES = {"char": 1, "short": 2, "int": 4, "float": 4, "long": 8, "long long": 8, "double": 8}


def byte_size(kind: Type) -> int | None:
    """How many bytes a fundamental type takes on the systems that there are (LP64), ``None`` for others."""
    return 8 if kind.layers[:1] == ("*",) else None if kind.layers else _BYTES.get(canonical(kind.base))
