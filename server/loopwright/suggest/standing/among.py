"""Where a directive goes among those that stand above a statement already."""

from __future__ import annotations

from dataclasses import replace

from loopwright.memory.places import COMPUTE
from loopwright.memory.standing import Spot
from loopwright.openacc.directive import parse_directive
from loopwright.source.edits import Edit, indent_at, line_above, newline_of
from loopwright.source.outline import Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.text import Span

# Directives that govern nothing: they can stand at the end of a block, and between a construct and its loop they cannot.
ALONE = frozenset(("update", "wait", "enter data", "exit data", "init", "shutdown", "set"))
_ALONE_IN_OPENMP = (
    "barrier",
    "flush",
    "taskwait",
    "taskyield",
    "target enter data",
    "target exit data",
    "target update",
)


def position_of(outline: Outline, spot: Spot, name: str) -> int:
    """Where a directive goes among those that stand there: one that stands alone behind others of its kind, but not between a
    construct, be it OpenMP's, and its statement; a compute construct inside of `data`; all others above."""
    here = [p for p in outline.pragmas if p.sentinel and p.governs == spot.start]
    names = [_name_of(p) for p in here]
    first = len(here)
    while first > 0 and names[first - 1] not in ALONE:
        first -= 1
    if name in COMPUTE:
        while first < len(here) and names[first] in ("data", "host_data"):
            first += 1
    behind = here[first].span.start if first < len(here) else spot.start
    return min(behind, spot.asked) if name in ALONE else behind


def _name_of(pragma: Pragma) -> str:
    """A directive's name; of OpenMP's that of one of ours which governs as much."""
    if pragma.sentinel == "acc":
        return parse_directive(pragma.text).name
    return "wait" if pragma.text.startswith(_ALONE_IN_OPENMP) else "loop"


def in_front(outline: Outline, spot: Spot) -> Spot:
    """A statement that was asked about as the line above the compute constructs and `host_data` over it: behind these the device's memory
    is in use, and nothing that stands alone may come between."""
    above = [p for p in outline.pragmas if p.sentinel == "acc" and p.governs == spot.start]
    uses = any(parse_directive(p.text).name.partition(" ")[0] in (*COMPUTE, "loop", "host_data") for p in above)
    if spot.asked != spot.start or spot.is_function or not uses:
        return spot
    position = position_of(outline, spot, "update")
    return replace(spot, asked=outline.source.data.rfind(b"\n", 0, position) + 1)


def placed(outline: Outline, spot: Spot, text: str) -> Edit:
    """The edit that puts a directive there, indented as the statement is, or as the directive that it comes to stand above."""
    position = position_of(outline, spot, parse_directive(text).name)
    data = outline.source.data
    code = position + len(data[position:]) - len(data[position:].lstrip(b" \t"))
    if position != spot.asked or position == spot.start or any(p.span.start == code for p in outline.pragmas):
        return line_above(outline.source, code, f"#pragma acc {text}")
    indent = indent_at(outline.source, spot.start)
    return Edit(Span(position, position), f"{indent}#pragma acc {text}{newline_of(outline.source.data)}")
