"""Hover: on a word of a directive what it means and what is wrong with it, on a loop header the verdict, its reason, and
the candidates that are known already."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lsprotocol import types

from loopwright.check.report import SPECIFICATION
from loopwright.check.rules import rules
from loopwright.dependence.model.verdict import Dependence
from loopwright.lsp.convert import to_offset, to_range
from loopwright.lsp.documents import Snapshot
from loopwright.openacc.constructs import Unit
from loopwright.openacc.explain import Explanation, explain
from loopwright.source.outline import Loop
from loopwright.source.pragmas import Pragma
from loopwright.source.text import Span
from loopwright.suggest.candidates import why_not
from loopwright.suggest.evidence import Like, Suggestion
from loopwright.suggest.facts import facts_of
from loopwright.suggest.other_header import fitted, verdict_in
from loopwright.suggest.unnamed import unnamed
from loopwright.suggest.worth import Profile, worth_of

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer


_ORIGINS = {
    "model": "the model",
    "analysis": "the analysis",
    "both": "model and analysis",
    "project": "the project",
}
_MOST_DROPPED = 3
_MARKS = re.compile(r"[\\`*_\[\]<>]")  # of Markdown, in the name of a file


async def hover(ls: LoopwrightServer, params: types.HoverParams) -> types.Hover | None:
    """The hover at a position, ``None`` off directives and loop headers."""
    snapshot = ls.documents.get(params.text_document.uri)
    if snapshot is None:
        return None
    offset = to_offset(snapshot.source, params.position, ls.documents.encoding)
    markdown = _takes_markdown(ls)
    pragma, loop = await ls.workers.run(
        lambda token: (snapshot.outline.pragma_at(offset), loop_at_header(snapshot, offset))
    )
    if pragma is not None and pragma.sentinel == "acc":
        return await _directive(ls, snapshot, pragma, offset, markdown)
    if loop is None:
        return None
    suggestion = None
    if await ls.workers.run(lambda token: why_not(snapshot.outline, loop)) is None:
        suggestion = await ls.jobs.soon(snapshot, loop, ls.configuration.of(snapshot.uri).suggest_ahead)
    text = await ls.workers.run(lambda token: describe(snapshot, loop, suggestion, markdown, ls.engine.device()))
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    extent = to_range(snapshot.source, Span(loop.span.start, loop.header_end), ls.documents.encoding)
    return types.Hover(types.MarkupContent(kind, text), extent)


async def _directive(
    ls: LoopwrightServer, snapshot: Snapshot, pragma: Pragma, offset: int, markdown: bool
) -> types.Hover | None:
    unit = Unit(snapshot.outline, (pragma,))
    if pragma.macro or not unit.constructs:
        return None  # OpenACC is switched off there, or the words stand elsewhere
    explanation = explain(unit.constructs[0], offset, unit.declarations)
    settings = ls.configuration.of(snapshot.uri)
    found = await ls.workers.run(lambda token: ls.findings.of(snapshot, settings, around=Span(offset, offset)))
    here = [f for f in found if f.span.start <= offset <= f.span.end]
    if explanation is None and not here:
        return None
    lines = []
    for finding in here:
        why = rules()[finding.code].why if finding.code in rules() else ""
        # The editor shows the message itself; what it lacks is the reason.
        lines.append(f"{finding.code}: {why or finding.message}")
    if explanation is not None:
        lines += explanation_lines(explanation, markdown)
    span = explanation.span if explanation is not None else here[0].span
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(
        types.MarkupContent(kind, "\n\n".join(lines)), to_range(snapshot.source, span, ls.documents.encoding)
    )


def explanation_lines(explanation: Explanation, markdown: bool) -> list[str]:
    """Paragraphs of a hover on a word of a directive."""
    code = (lambda text: f"`{text}`") if markdown else str
    lines = [f"**{explanation.title}**" if markdown else explanation.title, explanation.text]
    if explanation.syntax:
        lines.append(code(explanation.syntax))
    if explanation.default:
        lines.append(f"Without it: {explanation.default}.")
    if explanation.example and explanation.example != explanation.syntax:
        lines.append(f"Example: {code(explanation.example)}")
    since = f", since OpenACC {explanation.since}" if explanation.since else ""
    section = f"[section {explanation.section}]({SPECIFICATION})" if markdown else f"section {explanation.section}"
    lines.append(f"OpenACC 3.4, {section}{since}")
    return lines


def loop_at_header(snapshot: Snapshot, offset: int) -> Loop | None:
    """The loop whose header holds ``offset``."""
    return next((o for o in snapshot.outline.loops if o.span.start <= offset <= o.header_end), None)


def describe(
    snapshot: Snapshot, loop: Loop, suggestion: Suggestion | None, markdown: bool, device: Profile | None = None
) -> str:
    """The hover text."""
    strong = (lambda text: f"**{text}**") if markdown else str
    code = (lambda text: f"`{text}`") if markdown else str
    at = fitted(snapshot.outline, loop)
    facts = facts_of(*at)
    verdict = suggestion.verdict if suggestion is not None else verdict_in(snapshot.outline, at[0], facts.verdict)
    worth = worth_of(*at, device) if facts.independent and device is not None else None
    lines = [f"{strong('Loopwright')} · dependence {strong(verdict.verdict)}: {verdict.reason}."]
    for dependence in verdict.dependences:
        lines.append(
            f"{dependence.kind.capitalize()} dependence on {dependence.array}, {_distance(dependence)}: "
            f"line {dependence.source_line} → line {dependence.sink_line}."
        )
    if verdict.reductions:
        names = ", ".join(f"{r.variable} ({r.operator})" for r in verdict.reductions)
        lines.append(f"Accumulated in every iteration: {names}.")
    if verdict.private:
        lines.append(f"Each iteration has its own: {', '.join(verdict.private)}.")
    if len(verdict.assumptions) > 1:
        lines.append("Assumed: " + "; ".join(verdict.assumptions) + ".")
    moves = device is None or not device.shares
    if facts.data and moves:
        moved = "; ".join(f"{fact.clause} {fact.argument}" for fact in facts.data)
        lines.append(f"Moves: {moved}.")
    named = next((c.declared for c in suggestion.candidates if c.declared), ()) if suggestion is not None else ()
    if named:
        lines.append(f"Named before the loop, as no clause can name it: {' '.join(map(code, named))}")
    header = next((c.header for c in suggestion.candidates if c.header), "") if suggestion is not None else ""
    if header:
        lines.append(f"Comes with a header that OpenACC takes (3.4, section 2.9): {code(header)}")
    if not named and facts.missing and moves:
        lines.append(f"How much to move is not known for {unnamed(*at, facts.missing)}.")
    if named and suggestion is not None:
        worth = suggestion.worth
    if worth is not None:
        lines.append(f"Estimate: {worth.sentence}.")
    reason = why_not(snapshot.outline, loop)
    if reason is not None:
        lines.append(f"No directive is offered: {reason}.")
    if suggestion is not None:
        for candidate in suggestion.candidates:
            source = _like(candidate.like) if markdown and candidate.like else _ORIGINS[candidate.origin]
            told = replace(candidate, like=None).checks if markdown else candidate.checks
            lines.append(f"{code(candidate.pragma)} — {told}, from {source}")
        if not suggestion.complete and verdict.verdict != "refuted":
            lines.append("The model and the compiler are still to be heard.")
        # The verdict's own reason stands above: it is not said again for each of them.
        others = [dropped for dropped in suggestion.dropped if dropped.reason != verdict.reason]
        for dropped in others[:_MOST_DROPPED]:
            lines.append(f"Not offered: {code(f'#pragma acc {dropped.directive}')}: {dropped.reason}.")
        lines += suggestion.notes
    return "\n\n".join(lines)


def _like(like: Like) -> str:
    """The directive that a candidate follows, as a link to it."""
    place = _MARKS.sub(r"\\\g<0>", like.place)
    return f"{_ORIGINS['project']}, as in [{place}]({like.path.absolute().as_uri()}#L{like.line})"


def _distance(dependence: Dependence) -> str:
    return "at varying distance" if dependence.distance is None else f"distance {dependence.distance}"


def _takes_markdown(ls: LoopwrightServer) -> bool:
    text_document = ls.client_capabilities.text_document
    formats = text_document.hover.content_format if text_document and text_document.hover else None
    return types.MarkupKind.Markdown in (formats or [])
