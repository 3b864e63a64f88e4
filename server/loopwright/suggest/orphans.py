"""Whether a function is one that runs on the device, so that a `loop` may stand in it with no compute construct around."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loopwright.memory.places import COMPUTE, Example
from loopwright.openacc.constructs import Unit
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.regions import associated, coarsest, levels_of
from loopwright.source.outline import Function, Loop, Outline
from loopwright.source.text import Span


def takes_orphans(outline: Outline, loop: Loop, in_file: Sequence[Example], elsewhere: Iterable[Example]) -> bool:
    """Whether a `routine` directive in sight names the function of ``loop``, an annotated loop of the project calls it, or the
    project has a `loop` of that kind in it, not counting those inside of ``loop``: they may want the very construct that is asked for."""
    function = loop.function
    if function is None or function.kind != "host":
        return True  # what the parser lost may be anything
    name = function.name.rpartition("::")[2]
    first, last = (outline.source.lines.line_of(at) + 1 for at in (loop.span.start, loop.span.end))
    for example in in_file:
        inside = first < example.line <= last
        if (
            example.place.function == function.name
            and example.parsed.name == "loop"
            and not example.place.compute
            and not inside
        ):
            return True
    if any(_is_routine(found, name) for found in (outline, *outline.headers)):
        return True
    return any(_calls(example, name) for examples in (in_file, elsewhere) for example in examples)


def level_of_orphans(outline: Outline, function: Function) -> str:
    """The coarsest level that loops of a function have by directives which no compute construct holds: what a `routine` above it has to
    allow (OpenACC 3.4, section 2.15.1). Empty where there is none."""
    inside = (c for c in Unit(outline).constructs if c.name == "loop" and function.body.contains(c.pragma.span))
    told = {clause.name for c in inside if associated(c) is None for clause in levels_of(c)}
    return coarsest(told)


def _is_routine(outline: Outline, name: str) -> bool:
    for pragma in outline.pragmas_named("routine"):
        argument = parse_directive(pragma.text).argument
        if argument is not None and argument.rpartition("::")[2].strip() == name:
            return True
        if argument is None and _names_function(outline, pragma.governs, name):
            return True
    return False


def _names_function(outline: Outline, start: int, name: str) -> bool:
    """Whether the declaration or definition that begins at ``start`` is of a function of that name."""
    defined: Function | None = next((f for f in outline.functions if f.span.start == start), None)
    if defined is not None:
        return defined.name.rpartition("::")[2] == name
    end = min((at for at in (outline.source.data.find(c, start) for c in (b";", b"{")) if at >= 0), default=start)
    head = outline.source.slice(Span(start, end)).partition("(")[0]
    return head.replace("*", " ").split()[-1:] == [name]


def _calls(example: Example, name: str) -> bool:
    if name not in example.place.names or (example.parsed.name not in COMPUTE and example.place.compute not in COMPUTE):
        return False
    return any(word.text == name and word.part == "call" for word in example.place.words)
