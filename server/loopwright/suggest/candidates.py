"""Which loops deserve a directive, and the candidate that the analysis alone writes for them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from loopwright.dependence.verdict import LoopVerdict
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.grammar import LOOP_DIRECTIVES
from loopwright.source.outline import Loop, Outline

_COMPUTE = frozenset(("parallel", "kernels", "serial"))
_MANAGES_DATA = re.compile(r"^(?:data|enter data|declare)\b|\b(?:present|deviceptr)\s*\(")
_OUTPUT = re.compile(
    r"\b(?:f?printf|puts|putchar|fputs|fwrite|fread|fgets|scanf|malloc|free|new|delete|exit|abort)\s*\(|\bstd::c(?:out|err|in)\b|\bcout\b"
)
# `bins[key[i]]++`: which element is updated depends on data.
_SCATTER = re.compile(r"\w\s*\[[^\[\];]*\w\s*\[[^\[\];]*\][^\[\];]*\]\s*(?:\+\+|--|[-+*/&|^]=)")
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
    if _SCATTER.search(outline.source.slice(loop.body)):
        return "iterations may update one element through an index; that takes `atomic update`"
    call = _SIDE_EFFECT.search(outline.source.slice(loop.body))
    if call is not None and call[1] not in _NOT_CALLS:
        return f"the body calls {call[1]}, which may have effects beyond the loop"
    if region_around(outline, loop) == "loop":
        return "a loop around it is annotated already"
    return None


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


def analysis_candidate(outline: Outline, loop: Loop, verdict: LoopVerdict) -> str | None:
    """The directive that the facts known without a model lead to, ``None`` for a refuted loop."""
    if verdict.verdict == "refuted":
        return None
    words = ["parallel loop" if "parallel loop" in directives_at(outline, loop) else "loop"]
    nested = _tight_nest(outline, loop)
    if nested > 1:
        words.append(f"collapse({nested})")
    by_operator: dict[str, list[str]] = {}
    for reduction in verdict.reductions:
        by_operator.setdefault(reduction.operator, []).append(reduction.variable)
    words += [f"reduction({operator}:{','.join(names)})" for operator, names in by_operator.items()]
    return " ".join(words)


def _tight_nest(outline: Outline, loop: Loop) -> int:
    """How many loops are nested with nothing between them, with bounds that do not depend on each other (2.9.1)."""
    depth, variables, current = 1, {loop.header.variable}, loop
    while depth < 3:
        inner = [other for other in outline.loops if other.parent is current]
        if len(inner) != 1:
            return depth
        child = inner[0]
        body = outline.source.slice(current.body).strip()
        text = outline.source.slice(child.span)
        bare = body[1:-1].strip() if body.startswith("{") else body
        bounds = set(re.findall(r"\w+", f"{child.header.lower} {child.header.upper} {child.header.step}"))
        if bare != text or child.header.problem or child.exits or bounds & variables or child.pragmas:
            return depth
        if child.header.declares is False:
            return depth
        # The inner loop of a sum over an outer variable's element is better left to one thread.
        if re.search(r"\]\s*[-+*]=", text) and not [o for o in outline.loops if o.parent is child]:
            return depth
        depth, current = depth + 1, child
        variables.add(child.header.variable)
    return depth
