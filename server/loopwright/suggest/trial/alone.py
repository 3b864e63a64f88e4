"""A loop in a function of its own, for a trial where its function cannot be run: `main`, parameters for which no inputs can be made,
a header that is not there, C++ in the rest of the file.

What the loop uses becomes a parameter; macros, types and functions that it needs are written out with it, everything else of the
file stays away. Scalars that the loop leaves for what follows are stored, so that they are compared like memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import Type
from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import changed_in, fields_in, node_around
from loopwright.source.outline import Loop, Outline
from loopwright.source.statements import declaration_before, is_used_behind
from loopwright.source.syntax import parse
from loopwright.source.text import Span, names_in
from loopwright.suggest.facts import LoopFacts, facts_of
from loopwright.suggest.trial.made import Made
from loopwright.suggest.trial.needed import Needed
from loopwright.suggest.trial.signature import TooLarge, Untestable
from loopwright.suggest.trial.standing import Standing

NAME = "loop_alone"
_C = "float limits math stdbool stddef stdint stdlib string"
_CPLUSPLUS = "cctype cfloat climits cmath cstddef cstdint cstdio cstdlib cstring ctime limits"
# Most of what a trial costs is reading these, so a loop that names nothing of them goes without: the first two take longest.
_LARGE, _OF_STD = "complex memory", "algorithm array numeric utility vector"
_NOT_OF_LARGE = (
    "abs array begin clamp copy cos data end exp fabs fill floor ceil fmax fmin get int32_t int64_t log make_pair max min "
    "numeric_limits pair pow ptrdiff_t sin size size_t sqrt swap tan uint8_t uint32_t uint64_t vector"
)
_LENGTHS = frozenset(("size", "begin", "end", "length"))
_SELF = "this->"


@dataclass(frozen=True)
class Alone:
    """The text with the loop in the function :data:`NAME`, and the loop in it; ``sizes`` are the elements of its parameters that
    hold an array, ``pointers`` lead to rows of pointers. What the
    sections of those in ``free`` name the loop does not: an array is as long there as another part of the program says. ``standing`` is the
    function with the loop as the user wrote it, where that is another."""

    outline: Outline
    loop: Loop
    sizes: dict[str, int]
    pointers: frozenset[str]
    free: frozenset[str]
    standing: str = ""


class _Part(NamedTuple):
    """A loop with the statements that are written out."""

    outline: Outline
    loop: Loop
    region: Span

    @property
    def assigned(self) -> frozenset[str]:
        """The names that it changes."""
        return changed_in(node_around(self.outline.source.tree.root_node, self.region), self.region)

    @property
    def fields(self) -> set[str]:
        """The names of members that it uses."""
        return fields_in(node_around(self.outline.source.tree.root_node, self.region), self.region)

    def read_into(self, need: Needed) -> None:
        """Take what it needs."""
        need.read(node_around(self.outline.source.tree.root_node, self.region), self.region)


@dataclass(frozen=True)
class _Parts:
    """The loop as it would be, and as it stands, where that is another. ``need`` and ``beside`` are what they need: ``beside`` takes what
    ``need`` has not; of ``dropped`` variables the loop as it stands alone asks what they are before it."""

    written: _Part
    standing: _Part | None
    need: Needed
    beside: Needed
    dropped: tuple[Declaration, ...] = ()

    @property
    def original(self) -> str:
        """The statements as they stand, with the methods that they call."""
        if self.standing is None:
            return ""
        methods = "".join(f"{text}\n" for text in (self.beside.methods or {}).values())
        return methods + _text(self.standing.outline, self.standing.region, self.beside.edits)

    def is_seen_behind(self, name: str) -> bool:
        """Whether what the loop leaves in a variable with which it counts is used."""
        if self.standing is None:
            return False
        return is_used_behind(self.standing.outline.source.tree.root_node, self.standing.region, name)


def _parts(written: _Part, standing: Standing | None) -> _Parts:
    other = None
    if standing is not None:
        region = standing.stands(written.outline, written.region)
        other = _Part(standing.outline, standing.loop, region)
    both = [written, *([other] if other is not None else [])]
    assigned = frozenset[str]().union(*(part.assigned for part in both))
    fields = set[str]().union(*(part.fields for part in both))
    scopes = scopes_of(written.outline)
    need = Needed(written.outline, scopes, written.loop, assigned=assigned, region=written.region, fields=fields)
    written.read_into(need)
    if other is None:
        return _Parts(written, None, need, need)
    own = {*need.variables}
    beside = need.beside(other.outline, other.loop, other.region)
    other.read_into(beside)
    added = own - beside.seen
    if added:
        raise Untestable(f"the loop written otherwise has {min(added)}, which the loop as it is has not")
    counter = other.loop.header.variable if other.loop.header.lower is None else None
    dropped = tuple(d for name, d in need.variables.items() if (name not in own or name == counter) and _is_local(d))
    return _Parts(written, other, need, beside, dropped)


def _is_local(declaration: Declaration) -> bool:
    return declaration.kind == "variable" and not declaration.is_global and declaration.header is None


def _together(outline: Outline, loop: Loop, standing: Standing | None) -> _Parts:
    """What is written out: from where variables are set of which the loop that is written otherwise knows what they are."""
    region = standing.written(outline, loop) if standing is not None else loop.span
    found = _parts(_Part(outline, loop, region), standing)
    starts = []
    for each in found.dropped:
        start = declaration_before(outline.source.tree.root_node, region, each.name)
        if start is None:
            raise Untestable(f"the loop written otherwise rests on what {each.name} is before it")
        starts.append(start)
    if not starts:
        return found
    wider = _parts(_Part(outline, loop, Span(min(starts), region.end)), standing)
    return replace(wider, dropped=found.dropped)


def alone(outline: Outline, loop: Loop, facts: LoopFacts, standing: Standing | None = None) -> Alone:
    """``loop`` by itself, with the statements that are written otherwise than in ``standing``. Raises :class:`Untestable` where it needs what
    cannot be written out."""
    parts = _together(outline, loop, standing)
    need, region = parts.need, parts.written.region
    body, assigned = node_around(outline.source.tree.root_node, region), need.assigned
    used = {*need.begun}
    need.words(_without_self(" ".join(f"{fact.lower} {fact.length}" for fact in facts.data)))
    counters = {inner.header.variable for inner in outline.loops if loop.span.contains(inner.span)}
    private = {_without_self(name) for name in facts.verdict.private}
    left = [
        declaration
        for name, declaration in need.variables.items()
        if name in assigned and name not in private and (name not in counters or parts.is_seen_behind(name))
    ]
    left += [d for d in parts.dropped if d not in left and d.name in assigned and parts.is_seen_behind(d.name)]
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
            f"void {NAME}({', '.join([*parameters, *made.parameters]) or 'void'}) {{\n",
            *before,
            *(f"  {line}\n" for line in made.before),
            *need.definitions.values(),  # they may ask an object for its size
        ]
    )
    behind = "".join([*after, *(f"  {line}\n" for line in made.after), "}"])
    function = f"{front}{_text(outline, region, need.edits)}\n{behind}"
    original = f"{front}{parts.original}\n{behind}" if parts.standing is not None else ""
    types = "".join(need.texts.values())
    head = f"{_beginning(outline, types + function + original)}{types}"
    start = len(f"{head}{front}{_text(outline, Span(region.start, loop.span.start), need.edits)}".encode())
    text = f"{head}{function}\n"
    own = Outline(parse(text, name=f"{NAME}.{'cpp' if need.cplusplus else 'c'}"))
    found = [o for o in own.loops if o.span.start == start]
    if not found:
        raise Untestable("the loop cannot be read by itself")
    return Alone(own, found[0], {**sizes, **made.sizes}, pointers, free, original)


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


def _beginning(outline: Outline, text: str) -> str:
    """The headers of the library that ``text`` may need."""
    if outline.source.language == "c":
        return "".join(f"#include <{name}.h>\n" for name in _C.split())
    using = "using namespace std;\n" if b"using namespace std;" in outline.source.data else ""
    words = words_of_code(text)
    of_std = {name for before, name in pairwise(words) if before == "std"}
    headers = [_CPLUSPLUS]
    if using or "std" in words:
        headers.append(_OF_STD)
    if using or of_std - {*_NOT_OF_LARGE.split()}:
        headers.append(_LARGE)
    return "".join(f"#include <{name}>\n" for name in sorted(" ".join(headers).split())) + using


def _text(outline: Outline, span: Span, removed: Iterable[Span]) -> str:
    """The text of ``span`` without what is ``removed`` of it."""
    parts, at = [], span.start
    for cut in sorted((cut for cut in removed if span.contains(cut)), key=lambda cut: cut.start):
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
