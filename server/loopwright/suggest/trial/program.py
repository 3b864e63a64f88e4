"""The text that is compiled: the user's file with one function rewritten in its place, and a few lines that lead to it.

Every name of ours is new in each run, so that no macro, symbol or header of the file can mean it; words of the language that
our lines need must not have been defined away. Nothing of what runs, fills, keeps or compares is in this text.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import scopes_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span, names_in
from loopwright.suggest.trial.layout import Wanted
from loopwright.suggest.trial.signature import ELEMENTS, Parameter

_AS_USUAL: Mapping[str, int] = {}
# What our lines are written with, beside names of our own.
_WORDS = (
    *("static", "const", "struct", "void", "char", "int", "long", "unsigned", "sizeof", "return", "for", "if", "else"),
    *("__typeof__", "__attribute__", "visibility", "section", "used", "_Generic", "default", "short"),
    *("__builtin_memset", "__builtin_memcpy", "__builtin_classify_type", "__builtin_clear_padding"),
)
OTHER_WORDS = "the file gives a word of the language a meaning of its own"
_KEPT = f"""#if {" || ".join(f"defined({word})" for word in _WORDS)}
#error "{OTHER_WORDS}"
#endif"""


@dataclass(frozen=True)
class Names:
    """The names of one run."""

    prefix: str

    @staticmethod
    def new() -> Names:
        """Names that nobody can guess."""
        return Names(f"lw{secrets.token_hex(12)}_")

    def __call__(self, text: str) -> str:
        """A text of ours, in which names begin with ``lw_``, with the names of this run."""
        return text.replace("lw_", self.prefix)

    @property
    def entry(self) -> str:
        """The symbol that the harness asks for."""
        return f"{self.prefix}program"

    @property
    def section(self) -> str:
        """The section that says how large things are."""
        return f"{self.prefix}sizes"


@dataclass(frozen=True)
class Entry:
    """How a function is reached: its ``wanted`` data, and the lines behind the file that lead to it."""

    wanted: tuple[Wanted, ...]
    lines: str


def entry_of(
    outline: Outline,
    name: str,
    parameters: tuple[Parameter, ...],
    returns: bool,
    names: Names,
    sizes: Mapping[str, int] = _AS_USUAL,
) -> Entry:
    """The way into the function ``name``; ``sizes`` are the elements of buffers that need more than others."""
    own, cplusplus = names.prefix, outline.source.language != "c"
    way = _Way(own, sizes, cplusplus)
    arguments = ", ".join(way.argument(parameter) for parameter in parameters)
    used = _variables_used(outline)
    way.wanted += [_global(declaration) for declaration in used]
    call = f"{name}({arguments})"
    result = f"*({own}result *){own}at[{len(way.wanted)}]"
    if returns:
        way.wanted.append(Wanted("the result", "result", f"sizeof({own}result)", f"*({own}result *)0"))
        way.after.append(f"{own}plain(&{result});")
    addresses = " ".join(f"{own}at[{i}] = (void *)&{w.address};" for i, w in enumerate(way.wanted) if w.address)
    plain = " ".join(f"{own}plain(&{w.address});" for w in way.wanted if w.address)
    table_of = ",\n  ".join(f"{w.whole}, sizeof({w.element}), {own}class({w.element})" for w in way.wanted)
    table = f'static const unsigned long long {own}table[] __attribute__((section("{names.section}"), used))'
    lines = [
        # What the file has from elsewhere lies here: the trial is not linked with the rest of its program.
        *(f"__typeof__({d.name}) {d.name};" for d in used if d.extern),
        names((_CLASS_CPLUSPLUS if cplusplus else _CLASS) + _OWN),
        *(f"static {p.element} {own}v_{p.name};" for p in parameters if p.kind == "struct"),
        f"typedef __typeof__({call}) {own}result;" if returns else "",
        f"{table} = {{\n  {table_of}}};" if table_of else "",
        f"static void {own}globals(void **{own}at) {{ {addresses} }}",
        f"static void {own}call(void **{own}at) {{\n  {' '.join(way.before)}\n  {result + ' = ' if returns else ''}{call};",
        f"  {' '.join(way.after)} {plain}\n}}",
        names('extern "C" ' * cplusplus + _EXPORTED),
    ]
    return Entry(tuple(way.wanted), "\n".join(lines))


_CLASS = """#define lw_class(e) __builtin_classify_type(e), _Generic((e), unsigned char: 1, unsigned short: 1, unsigned int: 1, \\
  unsigned long: 1, unsigned long long: 1, default: 0)
"""
_CLASS_CPLUSPLUS = """template <class> struct lw_sign { static constexpr unsigned long long is = 0; };
template <> struct lw_sign<unsigned char> { static constexpr unsigned long long is = 1; };
template <> struct lw_sign<unsigned short> { static constexpr unsigned long long is = 1; };
template <> struct lw_sign<unsigned int> { static constexpr unsigned long long is = 1; };
template <> struct lw_sign<unsigned long> { static constexpr unsigned long long is = 1; };
template <> struct lw_sign<unsigned long long> { static constexpr unsigned long long is = 1; };
#define lw_class(e) (unsigned long long)__builtin_classify_type(e), lw_sign<__typeof__(e)>::is
"""
_OWN = """static void **lw_at;  /* for what is not evaluated; where something is, a parameter has this name */
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define lw_plain(p) __builtin_clear_padding(p)
#endif
#endif
#ifndef lw_plain
#define lw_plain(p) (void)(p)
#endif"""
_EXPORTED = (
    """__attribute__((visibility("default"))) const struct lw_program lw_program = {&lw_hooks, lw_globals, lw_call};"""
)


def program_text(outline: Outline, function: Span, rewritten: str, file: str, entry: Entry, names: Names) -> str:
    """The file with ``rewritten`` in place of the function at ``function``."""
    data = outline.source.data
    before = data[: function.start].decode("utf-8", "replace")
    after = data[function.end :].decode("utf-8", "replace")
    line, last = before.count("\n") + 1, data[: function.end].count(b"\n") + 1
    where = '"' + "".join(c for c in file if c.isprintable() and c not in '"\\') + '"'
    kept = _KEPT
    return "\n".join(
        [
            kept,
            names(resources.files("loopwright.suggest.trial").joinpath("hooks.h").read_text("utf-8")),
            names(_MACROS),
            f"#line 1 {where}",
            before,
            kept,
            f"#line {line} {where}",
            rewritten,
            kept,
            f"#line {last} {where}",
            after,
            "",
            kept,
            '#line 1 "trial"',
            entry.lines,
            "",
        ]
    )


_MACROS = """static const struct lw_hooks *lw_hooks;
#define lw_stamped(e, site, does) (*(__typeof__(&(e)))lw_hooks->lw_touch((const void *)&(e), sizeof(e), site, does))
#define lw_checked(e, which, site, does) (*(__typeof__(&(e)))lw_hooks->lw_check((const void *)&(e), sizeof(e), which, site, does))
#define lw_first(x) (&(x)[0])"""


class _Way:
    """What leads to a call: the ``wanted`` data, and statements ``before`` and ``after`` it."""

    def __init__(self, own: str, sizes: Mapping[str, int], cplusplus: bool) -> None:
        self.own, self.sizes = own, sizes
        self.cplusplus = cplusplus
        self.wanted: list[Wanted] = []
        self.before: list[str] = []
        self.after: list[str] = []

    def argument(self, parameter: Parameter, path: str = "") -> str:
        """The C expression of an argument or of a member's value."""
        name, element = f"{path}{parameter.name}", parameter.element
        truth = element in ("bool", "_Bool")
        if parameter.kind in ("integer", "real"):
            return f"*({element} *){self._slot(Wanted(name, parameter.kind, f'sizeof({element})', f'*({element} *)0', given=True, truth=truth))}"
        if parameter.kind == "buffer":
            whole = f"{max(ELEMENTS, self.sizes.get(name, 0))}ul * sizeof({element})"
            wanted = Wanted(name, "buffer", whole, f"*({element} *)0", given=True, rises=parameter.rises, truth=truth)
            # In C++ nothing follows from an address without a type; `rows` are those of the parameter.
            kind = f"({element} (*){parameter.rows})" if self.cplusplus else "(void *)"
            return f"{kind}{self._slot(wanted)}"
        holder = f"{self.own}v_{parameter.name}"
        self.before.append(f"__builtin_memset(&{holder}, 0, sizeof({holder}));")
        for member in parameter.members:
            self._member(member, f"{holder}.{member.name}", f"{name}->")
        return f"&{holder}"

    def _member(self, member: Parameter, place: str, path: str) -> None:
        told = f"{path}{member.name}"
        if member.kind == "array":
            at = self._slot(Wanted(told, "member", f"sizeof({place})", f"{place}{'[0]' * member.dims}"))
            self.before.append(f"__builtin_memcpy({place}, {at}, sizeof({place}));")
            self.after.append(f"__builtin_memcpy({at}, {place}, sizeof({place}));")
            return
        value = self.argument(member, path)
        self.before.append(f"{place} = {value};")
        if member.kind == "buffer":  # the function may set it to something else
            at = self._slot(Wanted(told, "address", "sizeof(void *)", "*(void **)0"))
            self.after.append(f"*(void **){at} = (void *){place};")
        else:
            self.after.append(f"{value} = {place};")

    def _slot(self, wanted: Wanted) -> str:
        self.wanted.append(wanted)
        return f"{self.own}at[{len(self.wanted) - 1}]"


# Types of the C library that hold scrambled addresses, which are others in each process, and no data of the program.
_OPAQUE = frozenset(("jmp_buf", "sigjmp_buf"))


def _global(declaration: Declaration) -> Wanted:
    name = declaration.name
    return Wanted(name, "global", f"sizeof({name})", f"({name}){'[0]' * declaration.type.dims}", name)


def _is_open(declaration: Declaration) -> bool:
    """An array whose size another file says."""
    return any(layer == "[]" and not extent for layer, extent in zip(declaration.type.layers, declaration.type.extents))


def _variables_used(outline: Outline) -> list[Declaration]:
    """Variables at file level that can change, of the file and, as far as it mentions them, of its headers."""
    words = set(names_in(outline.source.text))
    scopes = scopes_of(outline)
    opaque = _OPAQUE - scopes.names.keys() - scopes.macros.keys()  # a type of the project is what it says
    return [
        declaration
        for declaration in scopes.names.values()
        if declaration.kind == "variable"
        and not declaration.const
        and declaration.type.base not in opaque
        and declaration.name in words
        and not (declaration.extern and ("*" in declaration.type.layers or _is_open(declaration)))
    ]
