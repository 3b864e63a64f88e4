"""What taking a directive changes in a file: the line itself, and what it does not go without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loopwright.openacc.directive import parse_directive
from loopwright.source.edits import Edit, indent_at, line_above, line_below, newline_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import Source
from loopwright.source.text import Span
from loopwright.suggest.facts import (
    LoopFacts,
    called_without_routine,
    constants_to_declare,
    inner_directive,
    statement_start,
)
from loopwright.suggest.insertion import insertion
from loopwright.suggest.two_lines import loop_below, with_loop_below

_SENTINEL = "#pragma acc "


def edits_for(
    outline: Outline, loop: Loop, text: str, facts: LoopFacts, macro: str = "", before: Sequence[str] = ()
) -> tuple[Edit, ...]:
    """Everything that taking the directive ``text`` changes in the file; it is written as ``macro`` if there is one. The directives
    ``before`` go above it."""
    source = outline.source
    edits = insertion(outline, loop, text, macro)
    if before:
        edits = [_with_lines_before(source, loop, edit, macro or f"{_SENTINEL}{text}", before) for edit in edits]
    directive = parse_directive(text)
    below = loop_below(outline, loop, directive, facts) if not macro else ""
    if below:
        edits = with_loop_below(outline, loop, edits, text, below)
    if directive.clause("seq") is not None:
        return tuple(edits)
    starts = sorted({statement_start(outline, update.span.start) for update in facts.atomics})
    edits += [line_above(source, start, "#pragma acc atomic update") for start in starts]
    if facts.inner is not None and directive.clause("vector") is None and directive.clause("gang") is not None:
        edits += insertion(outline, facts.inner, inner_directive(facts))
    if "kernels" not in directive.name:
        edits += [
            line_above(source, start, "#pragma acc routine seq") for start in called_without_routine(outline, loop.span)
        ]
        edits += [
            line_below(source, end, f"#pragma acc declare copyin({name})")
            for name, end in constants_to_declare(outline, facts).items()
        ]
    edits += _without_openacc(outline, loop)
    return tuple(edits)


def _with_lines_before(source: Source, loop: Loop, edit: Edit, line: str, before: Sequence[str]) -> Edit:
    """An edit that inserts ``line`` with more directives above it, in one: two insertions at one place have no order."""
    between = newline_of(source.data) + indent_at(source, loop.span.start)
    lines = [*(f"{_SENTINEL}{directive}" for directive in before), line]
    return replace(edit, text=edit.text.replace(line, between.join(lines)))


def _without_openacc(outline: Outline, loop: Loop) -> list[Edit]:
    """What OpenMP has inside a loop is for builds without OpenACC: neither may stand in a region of the other."""
    inside = [p for p in outline.pragmas if p.sentinel == "omp" and loop.body.contains(p.span)]
    above = {
        p.span
        for other in outline.loops
        if loop.span.contains(other.span) and other.pragma("acc")
        for p in other.pragmas
    }
    found = []
    for pragma in inside:
        if pragma.span in above or not pragma.is_line:
            continue
        start = outline.source.data.rfind(b"\n", 0, pragma.span.start) + 1
        text = outline.source.slice(Span(start, pragma.span.end))
        for_openacc = _atomic_of(pragma.text)
        indent = text[: len(text) - len(text.lstrip())]
        opened = f"#ifdef _OPENACC\n{indent}{for_openacc}\n#else" if for_openacc else "#ifndef _OPENACC"
        found.append(Edit(Span(start, pragma.span.end), f"{opened}\n{text}\n#endif"))
    return found


def _atomic_of(openmp: str) -> str:
    """The directive of OpenACC for OpenMP's `atomic`, empty for another one: an update has to stay atomic."""
    words = openmp.replace(",", " ").split()
    if words[:1] != ["atomic"]:
        return ""
    kind = next((word for word in words if word in ("read", "write", "update", "capture")), "update")
    return f"#pragma acc atomic {kind}"
