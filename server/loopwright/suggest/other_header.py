"""A loop whose header OpenACC does not take (3.4, section 2.9: `i + 1 < n`, a walking pointer): what is said of it is said of the loop with a
header that it takes, and comes with that."""

from __future__ import annotations

from dataclasses import replace

from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.kept import kept
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span
from loopwright.source.while_loops import while_on
from loopwright.suggest.evidence import Candidate, Suggestion
from loopwright.suggest.headers.canonical import in_form
from loopwright.suggest.programs.changes import changes, lines_before


def is_unfit(loop: Loop) -> bool:
    """Whether no directive may stand above the loop as it is."""
    return bool(loop.header.problem) or loop.header.lower is None


@kept
def fit(outline: Outline, loop: Loop) -> tuple[Outline, Loop] | None:
    """The file with the loop in a form above which a directive may stand, and the loop there; ``None`` where it has it, or has none. Of `!=`
    compilers differ: gcc takes it for pointers alone."""
    may_be = (is_unfit(loop) and not loop.header.is_range) or _goes_to_an_end(loop)
    return in_form(outline, loop) if may_be else None


def _goes_to_an_end(loop: Loop) -> bool:
    return loop.header.relation == "!=" or (loop.header.upper or "").endswith("end()")


def loop_on(outline: Outline, line: int) -> Loop | None:
    """The loop that somebody means who names a line, from 0: a `while` loop that begins there, if it can be a `for` loop."""
    found = while_on(outline, line)
    return found if found is not None and fit(outline, found) is not None else outline.loop_on(line)


def fitted(outline: Outline, loop: Loop) -> tuple[Outline, Loop]:
    """The same, or the loop as it is."""
    return fit(outline, loop) or (outline, loop)


def header_of(outline: Outline, loop: Loop) -> str:
    """`for (…)` of a loop, on one line."""
    return " ".join(outline.source.data[loop.span.start : loop.header_end].decode("utf-8").split())


def said_of(outline: Outline, loop: Loop, changed: Outline, other: Loop, suggestion: Suggestion) -> Suggestion:
    """What is suggested for the ``other`` loop of ``changed``, as what is suggested for ``loop`` in the file as it is."""
    header = Span(other.span.start, other.header_end)
    candidates = tuple(_said_of(outline, changed, each, header) for each in suggestion.candidates)
    verdict = verdict_in(outline, changed, suggestion.verdict)
    return replace(suggestion, loop=loop, verdict=verdict, candidates=candidates)


def verdict_in(outline: Outline, changed: Outline, verdict: LoopVerdict) -> LoopVerdict:
    """A verdict on a loop of ``changed`` with the lines of the file as it is."""
    if not verdict.dependences or outline is changed:
        return verdict
    lines = lines_before(outline.source.data, changed.source.data)
    moved = (
        replace(each, source_line=lines[each.source_line], sink_line=lines[each.sink_line], source=None, sink=None)
        for each in verdict.dependences
    )
    return replace(verdict, dependences=tuple(moved))


def _said_of(outline: Outline, changed: Outline, candidate: Candidate, header: Span) -> Candidate:
    after = apply_edits(changed.source.data, candidate.edits)
    edits = tuple(change.edit for change in changes(outline.source.data, after))
    inside = (
        Edit(Span(edit.span.start - header.start, edit.span.end - header.start), edit.text)
        for edit in candidate.edits
        if header.start < edit.span.start and edit.span.end <= header.end
    )
    written = apply_edits(changed.source.data[header.start : header.end], inside).decode("utf-8")
    return replace(candidate, edits=edits, header=" ".join(written.split()))
