"""Which loops deserve a directive, and the candidate that the analysis alone writes for them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loopwright.openacc.directive import parse_directive
from loopwright.openacc.grammar import LOOP_DIRECTIVES
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.facts import LoopFacts, directive_of, reduction_clauses

_COMPUTE = frozenset(("parallel", "kernels", "serial"))
_MANAGES_DATA = re.compile(r"^(?:data|enter data|declare)\b|\b(?:present|deviceptr)\s*\(")
_OUTPUT = re.compile(
    r"\b(?:f?printf|puts|putchar|fputs|fwrite|fread|fgets|scanf|malloc|free|new|delete|exit|abort)\s*\(|\bstd::c(?:out|err|in)\b|\bcout\b"
)
# A call as a statement of its own has a purpose other than its value.
_SIDE_EFFECT = re.compile(r"(?:^|[;{})])\s*([A-Za-z_][\w:]*)\s*\([^;{}]*\)\s*;", re.MULTILINE)
_NOT_CALLS = frozenset(("if", "for", "while", "switch", "return", "sizeof", "assert", "static_assert"))


def candidate_loops(outline: Outline) -> Iterator[Loop]:
    """Loops that a directive could stand above and none does: host code, a form OpenACC takes, no early exit, no
    input or output, and no loop around it that is offered already."""
    offered: list[Loop] = []
    for loop in outline.loops:
        if any(other.span.contains(loop.span) for other in offered[-1:]):
            continue
        if why_not(outline, loop) is None:
            offered.append(loop)
            yield loop


def why_not(outline: Outline, loop: Loop) -> str | None:
    """Why no directive is offered above ``loop``; ``None`` if one is."""
    if loop.function is None:
        return "the loop is not inside a function"
    if loop.function.kind != "host":
        return "the loop runs on the device already"
    if any(pragma.sentinel == "acc" for pragma in loop.pragmas):
        return "a directive stands here already"
    if loop.header.problem:
        return loop.header.problem
    if loop.exits:
        return f"{' and '.join(loop.exits)} may leave the loop early"
    if _OUTPUT.search(outline.source.slice(loop.body)):
        return "the body does input, output or memory allocation"
    call = _SIDE_EFFECT.search(outline.source.slice(loop.body))
    if call is not None and call[1] not in _NOT_CALLS and not _is_known(outline, call[1]):
        return f"the body calls {call[1]}, which may have effects beyond the loop"
    if region_around(outline, loop) == "loop":
        return "a loop around it is annotated already"
    return None


def _is_known(outline: Outline, name: str) -> bool:
    """Whether the file says what a call does: a function that it defines, or a macro."""
    return any(function.name == name for function in outline.functions) or f"define {name}(" in outline.source.text


def region_around(outline: Outline, loop: Loop) -> str | None:
    """``loop`` inside an annotated loop, ``parallel``, ``kernels`` or ``serial`` inside such a region, else ``None``."""
    parent = loop.parent
    while parent is not None:
        if any(pragma.sentinel == "acc" for pragma in parent.pragmas):
            return "loop"
        parent = parent.parent
    root = outline.source.tree.root_node
    for pragma in outline.pragmas:
        if pragma.sentinel != "acc" or pragma.governs > loop.span.start:
            continue
        name = parse_directive(pragma.text).name
        if name not in _COMPUTE:
            continue
        block = root.descendant_for_byte_range(pragma.governs, pragma.governs + 1)
        if block is not None and block.type == "{":
            block = block.parent
        if block is not None and block.start_byte <= loop.span.start and loop.span.end <= block.end_byte:
            return name
    return None


def directives_at(outline: Outline, loop: Loop) -> tuple[str, ...]:
    """Directives that make sense above ``loop``: inside a compute region only ``loop``, outside only compute ones,
    unless the function is a device routine."""
    if region_around(outline, loop) is not None or _is_routine(outline, loop):
        return ("loop",)
    return tuple(name for name in LOOP_DIRECTIVES if name != "loop")


def clauses_without_meaning(outline: Outline) -> frozenset[str]:
    """Clauses that promise device data which nothing in the file puts there."""
    for pragma in outline.pragmas:
        if pragma.sentinel == "acc" and _MANAGES_DATA.search(pragma.text):
            return frozenset()
    return frozenset(("present", "no_create", "deviceptr", "attach"))


def _is_routine(outline: Outline, loop: Loop) -> bool:
    function = loop.function
    return function is not None and any(
        p.sentinel == "acc" and p.text.startswith("routine") and p.governs == function.span.start
        for p in outline.pragmas
    )


def analysis_candidate(outline: Outline, loop: Loop, facts: LoopFacts) -> str | None:
    """The directive that the facts known without a model lead to, ``None`` for a refuted loop."""
    if facts.verdict.verdict == "refuted":
        return None
    construct = "parallel loop" if "parallel loop" in directives_at(outline, loop) else "loop"
    if facts.independent:
        return directive_of(facts, construct)
    return " ".join([construct, *map(str, reduction_clauses(facts.verdict.reductions))])
