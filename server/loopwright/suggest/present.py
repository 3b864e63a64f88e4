"""Which variables are on the device already where a loop stands."""

from __future__ import annotations

import re

from loopwright.openacc.directive import parse_directive
from loopwright.source.outline import Loop, Outline

_HOLDING = frozenset(("copy", "copyin", "copyout", "create", "present", "no_create", "deviceptr", "attach", "link"))
_REGIONS = frozenset(("data", "parallel", "kernels", "serial", "parallel loop", "kernels loop", "serial loop"))
_SPLIT = re.compile(r",(?![^\[]*\])")


def on_device(outline: Outline, loop: Loop) -> frozenset[str]:
    """Names held by an enclosing `data` region, an `enter data` before the loop in its function, or `declare`."""
    held: set[str] = set()
    function = loop.function
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc":
            continue
        directive = parse_directive(pragma.text)
        if pragma.governs == loop.span.start and directive.name in _REGIONS - {"data"}:
            continue  # the directive of the loop itself
        names = {
            _variable(part)
            for clause in directive.clauses
            if clause.name in _HOLDING
            for part in _parts(clause.argument)
        }
        if (directive.name in _REGIONS and _governs(outline, pragma.governs, loop)) or directive.name == "declare":
            held |= names
        elif (
            directive.name in ("enter data", "exit data")
            and function is not None
            and function.body.start <= pragma.span.start < loop.span.start
        ):
            gone = {_variable(part) for clause in directive.clauses for part in _parts(clause.argument)}
            held = held | names if directive.name == "enter data" else held - gone
    return frozenset(held)


def _governs(outline: Outline, start: int, loop: Loop) -> bool:
    if start > loop.span.start:
        return False
    node = outline.source.tree.root_node.descendant_for_byte_range(start, start + 1)
    while node is not None and node.start_byte >= start and node.end_byte < loop.span.end:
        node = node.parent
    return node is not None and node.start_byte == start and node.end_byte >= loop.span.end


def _parts(argument: str | None) -> list[str]:
    text = re.sub(r"^(?:readonly|zero|always|capture)\b[^:\[]*:", "", argument or "")
    return _SPLIT.split(text) if text else []


def _variable(part: str) -> str:
    return part.split("[")[0].strip()
