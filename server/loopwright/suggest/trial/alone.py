"""A loop in a function of its own, for a trial where its function cannot be run: `main`, parameters for which no inputs can be made,
a header that is not there, C++ in the rest of the file.

What the loop uses becomes a parameter; macros, types and functions that it needs are written out with it, everything else of the
file stays away. Scalars that the loop leaves for what follows are stored, so that they are compared like memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import Type
from loopwright.source.nodes import changed_in
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span, names_in
from loopwright.suggest.facts import LoopFacts, facts_of
from loopwright.suggest.trial.made import Made
from loopwright.suggest.trial.needed import Needed
from loopwright.suggest.trial.signature import TooLarge, Untestable

NAME = "loop_alone"
_C = "float limits math stdbool stddef stdint stdlib string"
_CPLUSPLUS = (
    "algorithm array cfloat climits cmath complex cstddef cstdint cstdlib cstring limits memory numeric utility vector"
)
_LENGTHS = frozenset(("size", "begin", "end", "length"))
_SELF = "this->"


@dataclass(frozen=True)
class Alone:
    """The text with the loop in the function :data:`NAME`, and the loop in it; ``sizes`` are the elements of its parameters that
    hold an array, ``pointers`` lead to rows of pointers. What the
    sections of those in ``free`` name the loop does not: an array is as long there as another part of the program says."""

    outline: Outline
    loop: Loop
    sizes: dict[str, int]
    pointers: frozenset[str]
    free: frozenset[str]


def alone(outline: Outline, loop: Loop, facts: LoopFacts) -> Alone:
    """``loop`` by itself. Raises :class:`Untestable` where it needs what cannot be written out."""
    root = outline.source.tree.root_node
    body = root.descendant_for_byte_range(loop.span.start, loop.span.end - 1) or root
    assigned = changed_in(body, loop.span)
    need = Needed(outline, scopes_of(outline), loop, assigned=assigned)
    need.read(body, loop.span)
    used = {*need.begun}
    need.words(_without_self(" ".join(f"{fact.lower} {fact.length}" for fact in facts.data)))
    counters = {inner.header.variable for inner in outline.loops if loop.span.contains(inner.span)}
    private = {_without_self(name) for name in facts.verdict.private}
    left = [
        declaration
        for name, declaration in need.variables.items()
        if name in assigned and name not in counters and name not in private
    ]
    given = _sizes_first(need.variables.values())
    arrays = [d for d in given if need.is_array(d)]
    scalars = [d for d in left if not need.type_of(d).layers]
    parameters = [
        f"{need.type_of(d).base} *{d.name}_given" if d in arrays else _declared(d.name, need.type_of(d)) for d in given
    ]
    parameters += [f"{need.type_of(d).base} *{d.name}_left" for d in scalars]
    sizes = {f"{d.name}_given": need.elements_of(d) for d in arrays}
    pointers = frozenset(d.name for d in need.made.values() if need.type_of(d).layers[:2] == ("*", "*"))
    if any(fact.variable in pointers - {*facts.missing} for fact in facts.data):
        raise Untestable("what rows of pointers lead to is not followed to the device")
    named = {*need.variables, *need.made} - used
    free = frozenset(
        fact.variable for fact in facts.data if named.intersection(names_in(f"{fact.lower} {fact.length}"))
    )
    made = Made(need.scopes, need.members, need.cplusplus, frozenset(need.fields), bool(need.fields & _LENGTHS))
    for d in need.made.values():
        made.variable(d, need.type_of(d), d.name in need.objects - need.rows)
    if need.largest(body) >= made.room:
        raise TooLarge("an array that is made for the trial may be too small")
    before = [_array(d.name, need.type_of(d), sizes[f"{d.name}_given"], made.asserts) for d in arrays]
    after = [f"  {d.name}_left[0] = {d.name};\n" for d in scalars]
    seen = [d for d in arrays if d.name not in private]  # what each iteration has for itself nobody reads later
    after += [f"  memcpy({d.name}_given, {d.name}, sizeof {d.name});\n" for d in seen]
    front = "".join(
        [
            _beginning(outline),
            *need.texts.values(),
            f"void {NAME}({', '.join([*parameters, *made.parameters]) or 'void'}) {{\n",
            *before,
            *(f"  {line}\n" for line in made.before),
            *need.definitions.values(),  # they may ask an object for its size
        ]
    )
    behind = "".join([*after, *(f"  {line}\n" for line in made.after), "}\n"])
    text = f"{front}{_loop_text(outline, loop.span, need.edits)}\n{behind}"
    own = Outline(parse(text, name=f"{NAME}.{'cpp' if need.cplusplus else 'c'}"))
    found = [o for o in own.loops if o.span.start == len(front.encode())]
    if not found:
        raise Untestable("the loop cannot be read by itself")
    return Alone(own, found[0], {**sizes, **made.sizes}, pointers, free)


def facts_alone(facts: LoopFacts, own: Alone) -> LoopFacts:
    """``facts`` of the loop where it stands, for the loop by itself. What is tried is the directive that it has there; only places in the
    text are those of the other. Raises :class:`Untestable` where it would be given another."""
    atomics = facts_of(own.outline, own.loop).atomics
    if len(atomics) != len(facts.atomics):
        raise Untestable("by itself the loop would be given another directive")
    verdict = facts.verdict
    data = tuple(
        fact._replace(
            variable=_without_self(fact.variable), lower=_without_self(fact.lower), length=_without_self(fact.length)
        )
        for fact in facts.data
        if fact.variable not in {"this", *own.pointers}
    )
    reductions = tuple(replace(r, variable=_without_self(r.variable)) for r in verdict.reductions)
    private = tuple(_without_self(name) for name in verdict.private)
    return replace(facts, atomics=atomics, data=data, verdict=replace(verdict, reductions=reductions, private=private))


def _without_self(text: str) -> str:
    return text.replace(_SELF, "")


def _beginning(outline: Outline) -> str:
    """The headers of the library that a loop may need."""
    if outline.source.language == "c":
        return "".join(f"#include <{name}.h>\n" for name in _C.split())
    using = "using namespace std;\n" if b"using namespace std;" in outline.source.data else ""
    return "".join(f"#include <{name}>\n" for name in _CPLUSPLUS.split()) + using


def _loop_text(outline: Outline, span: Span, removed: Iterable[Span]) -> str:
    parts, at = [], span.start
    for cut in sorted(removed, key=lambda cut: cut.start):
        parts.append(outline.source.slice(Span(at, cut.start)))
        at = cut.end
    return "".join([*parts, outline.source.slice(Span(at, span.end))])


def _sizes_first(variables: Iterable[Declaration]) -> list[Declaration]:
    """Scalars before arrays, whose bounds may name them."""
    return sorted(variables, key=lambda declaration: bool(declaration.type.layers))


def _declared(name: str, type: Type) -> str:
    """A parameter: an array by its later extents, a pointer with them in parentheses."""
    rest = "".join(f"[{extent or ''}]" for extent in type.extents[1:])
    if not type.layers:
        return f"{type.base} {name}"
    return f"{type.base} (*{name}){rest}" if rest else f"{type.base} *{name}"


def _array(name: str, type: Type, count: int, asserts: str) -> str:
    """An array of the function's own, of ``count`` elements, filled from what is given; it may be too large for a stack."""
    bounds = "".join(f"[{extent}]" for extent in type.extents)
    return (
        f'  static {type.base} {name}{bounds};\n  {asserts}(sizeof {name} <= {count} * sizeof({type.base}), "{name} is too large");\n'
        f"  memcpy({name}, {name}_given, sizeof {name});\n"
    )
