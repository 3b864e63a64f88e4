"""Actions that put a directive above a loop: one card as a quick-fix, every directive as a refactoring.

No request waits for the model: the answer is what the project and the analysis tell, with more if more is there within a
moment, and one action that shows the list again when the rest has come. The edit is made from the action's data when
the action is resolved; data of an older version is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from loopwright.cancellation import CancelToken
from loopwright.lsp.convert import to_offset
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.features.fixes import asked, workspace_edit
from loopwright.lsp.jobs import asking, content_modified
from loopwright.lsp.shown_hints import HINT_CODE
from loopwright.lsp.work import Progress
from loopwright.memory.places import stance_of
from loopwright.source.edits import Edit
from loopwright.source.outline import Loop
from loopwright.source.text import Span
from loopwright.suggest.candidates import why_not
from loopwright.suggest.edits import edits_for
from loopwright.suggest.evidence import Candidate, Suggestion
from loopwright.suggest.facts import facts_of
from loopwright.suggest.other_header import fit, loop_on
from loopwright.suggest.taken_out import taken_out
from loopwright.suggest.titles import card_title, list_title

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

REWRITE = "refactor.rewrite.openacc"


async def offer(ls: LoopwrightServer, snapshot: Snapshot, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Actions for the loop whose header is at the cursor or selected."""
    kind = _kind(params.context.only)
    if kind is None:
        return []
    start, end = (
        to_offset(snapshot.source, at, ls.documents.encoding) for at in (params.range.start, params.range.end)
    )
    is_automatic = params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
    loop = await ls.workers.run(lambda token: _loop_in(snapshot, start, end))
    if loop is None:
        if is_automatic:
            ls.jobs.moved()
        return await _above_statement(ls, snapshot, start, kind)
    offered = await ls.workers.run(lambda token: _is_offered(snapshot, loop))
    if not ls.documents.is_current(snapshot):
        raise content_modified()
    if not offered:
        if is_automatic:
            ls.jobs.moved()
        return await _above_statement(ls, snapshot, start, kind)
    if is_automatic and ls.configuration.of(snapshot.uri).suggest_ahead:
        ls.jobs.ahead(snapshot, loop)
    suggestion = await ls.jobs.soon(snapshot, loop, not is_automatic)
    if not ls.documents.is_current(snapshot):
        raise content_modified()
    diagnostics = [d for d in params.context.diagnostics if d.code == HINT_CODE and d.source == "loopwright"]
    offered_now = [c for c in suggestion.candidates if c.acceptance.status != "rejected"]
    if kind != REWRITE and offered_now:
        first, *others = offered_now
        title = card_title(first.directive, first.verdict.verdict, suggestion.worth, first.checks, first.race)
        preferred = _action(ls, snapshot, loop, first, kind, diagnostics, title)
        more = bool(others) or not suggestion.complete
        return [preferred, *_card_menu(ls, snapshot, loop, kind, more)]
    actions = [_action(ls, snapshot, loop, c, kind, diagnostics, list_title(c)) for c in offered_now]
    return actions if suggestion.complete else [*actions, _rest(ls, snapshot, loop, kind, bool(actions))]


async def _above_statement(ls: LoopwrightServer, snapshot: Snapshot, offset: int, kind: str) -> list[types.CodeAction]:
    """Directives that stand above no loop, where the analysis or the habits of the project call for one."""
    opened = tuple(ls.documents.in_step())
    found = await ls.workers.run(lambda token: ls.engine.standing(snapshot, offset, opened, token))
    if not ls.documents.is_current(snapshot):
        raise content_modified()
    return [
        types.CodeAction(
            title=list_title(candidate), kind=kind, edit=workspace_edit(ls, snapshot, list(candidate.edits))
        )
        for candidate in (found.candidates if found is not None else ())
    ]


def resolve(ls: LoopwrightServer, action: types.CodeAction) -> types.CodeAction:
    """The same action with its edit. Raises ContentModified if the document has moved on."""
    data: dict[str, Any] = action.data if isinstance(action.data, dict) else {}
    snapshot = ls.documents.get(str(data.get("uri")))
    if action.edit is not None or "directive" not in data:
        return action
    if snapshot is None or snapshot.version != data.get("version"):
        raise content_modified()
    start = data.get("start")
    loop = next((o for o in snapshot.outline.loops if o.span.start == start), None)
    if loop is None and isinstance(start, int):
        loop = loop_on(snapshot.outline, snapshot.source.lines.line_of(start))
    if loop is None or loop.span.start != start:
        raise content_modified()
    action.edit = workspace_edit(ls, snapshot, _edits(ls, snapshot, loop, str(data["directive"])))
    return action


def _edits(ls: LoopwrightServer, snapshot: Snapshot, loop: Loop, directive: str) -> list[Edit]:
    """What taking a directive changes: known with its suggestion, worked out again if that is forgotten."""
    known = ls.engine.latest(asking(ls, snapshot, loop))
    for candidate in known.candidates:
        if candidate.directive == directive:
            return list(candidate.edits)
    taken = taken_out(snapshot.outline, loop)
    if taken is not None and taken.directive == directive:
        return list(taken.edits)
    if fit(snapshot.outline, loop) is not None:  # the directive is for the loop with another header
        raise content_modified()
    return list(edits_for(snapshot.outline, loop, directive, facts_of(snapshot.outline, loop)))


async def work_out(ls: LoopwrightServer, snapshot: Snapshot, loop: Loop, own: types.ProgressToken | None) -> Suggestion:
    """The suggestion for a loop, with progress while it is waited for."""
    token = CancelToken()
    async with Progress(ls, "Loopwright", token, own) as progress:
        return await ls.jobs.wait(snapshot, loop, token, progress.report)


def _loop_in(snapshot: Snapshot, start: int, end: int) -> Loop | None:
    """The loop whose header is at the cursor, whose whole text is selected, or behind whose header the cursor stands on its line."""
    lines = snapshot.source.lines
    on_line = lines.line_span(lines.line_of(start))
    before = None
    for loop in snapshot.outline.loops_around(Span(on_line.start, max(end, on_line.end))):
        line_start = lines.line_span(lines.line_of(loop.span.start)).start
        if line_start <= start <= loop.header_end or (start <= loop.span.start and loop.span.end <= end):
            return loop
        if loop.header_end < start <= lines.line_span(lines.line_of(loop.header_end)).end:
            before = loop
    other = loop_on(snapshot.outline, lines.line_of(start)) if before is None else None
    return other if other is not None and other.span.start <= start <= other.header_end else before


def _kind(only: Any) -> str | None:
    """The kind to offer: a filter is a prefix (``refactor`` asks for ``refactor.rewrite.openacc``)."""
    if not only:
        return str(types.CodeActionKind.QuickFix.value)
    wanted = [str(getattr(kind, "value", kind)) for kind in only]
    for kind in (str(types.CodeActionKind.QuickFix.value), REWRITE):
        if asked(kind, wanted):
            return kind
    return None


def _rest(ls: LoopwrightServer, snapshot: Snapshot, loop: Loop, kind: str, is_more: bool) -> types.CodeAction:
    """Waits for what is still to come. The extension opens the list again then; in another editor the next request has
    all of it."""
    more = "OpenACC: wait for the model and the compiler…"
    return types.CodeAction(
        title=more if is_more else "OpenACC: suggest a directive for this loop…",
        kind=kind,
        command=types.Command("Suggest a directive", ls.card.suggest, arguments=_place(snapshot, loop)),
    )


def _card_menu(ls: LoopwrightServer, snapshot: Snapshot, loop: Loop, kind: str, more: bool) -> list[types.CodeAction]:
    """What else there is to a loop: its other directives, which may still be on their way, and the evidence."""
    place = _place(snapshot, loop)
    found = [types.CodeAction("Why?", kind, command=types.Command("Why?", ls.card.why, arguments=place))]
    if more:
        others = types.Command("Other directives", ls.card.others, arguments=place)
        found.insert(0, types.CodeAction("Other directives…", kind, command=others))
    return found


def _is_offered(snapshot: Snapshot, loop: Loop) -> bool:
    """Whether directives are offered above a loop. Takes milliseconds: not for the event loop."""
    if why_not(snapshot.outline, loop) is not None:
        return False
    on_device = bool(stance_of(snapshot.outline, loop).compute)  # where `loop seq` keeps the order
    return on_device or facts_of(snapshot.outline, loop).verdict.verdict != "refuted"


def _place(snapshot: Snapshot, loop: Loop) -> list[str | int]:
    return [snapshot.uri, snapshot.source.lines.line_of(loop.span.start) + 1]


def _action(
    ls: LoopwrightServer,
    snapshot: Snapshot,
    loop: Loop,
    candidate: Candidate,
    kind: str,
    diagnostics: list[types.Diagnostic],
    title: str,
) -> types.CodeAction:
    action = types.CodeAction(
        title=title,
        kind=kind,
        diagnostics=diagnostics or None,
        is_preferred=candidate.preferred or None,
        data={
            "uri": snapshot.uri,
            "version": snapshot.version,
            "start": loop.span.start,
            "directive": candidate.directive,
        },
    )
    if not _resolves_edits(ls):
        action.edit = workspace_edit(ls, snapshot, list(candidate.edits))
    return action


def _resolves_edits(ls: LoopwrightServer) -> bool:
    text_document = ls.client_capabilities.text_document
    support = text_document.code_action.resolve_support if text_document and text_document.code_action else None
    return support is not None and "edit" in support.properties
