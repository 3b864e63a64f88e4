"""A function or a whole program goes to the device: a plan first, then edits over several files, one undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.uris import from_fs_path

from loopwright.cancellation import CancelToken
from loopwright.check.files import COMPILED, files_under
from loopwright.lsp.convert import to_range
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.jobs import content_modified, open_file
from loopwright.lsp.work import Progress
from loopwright.memory.roots import project_root
from loopwright.openacc.sharing import MemoryModel
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline, linked
from loopwright.source.reading import read_file
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span, decode
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.programs.annotate import Suggest
from loopwright.suggest.programs.changes import Change, Purpose, changes, markdown_difference
from loopwright.suggest.programs.compiling import Compiling
from loopwright.suggest.programs.plan_text import Section, sections_of
from loopwright.suggest.programs.program_files import program_of
from loopwright.suggest.programs.whole import annotate_alone, annotate_files
from loopwright.toolchain.compilers import device_compiler
from loopwright.toolchain.flags import headers_for

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

_MOST_FILES = 300
_LABELS: dict[Purpose, str] = {
    "kernel": "Runs on the device",
    "data": "Where the data live and move",
    "rewrite": "Lines rewritten for it",
}


@dataclass(frozen=True)
class Offload:
    """What would change: files with their text as it is and their changes, and the plan in lines."""

    files: tuple[tuple[Path, Source, tuple[Change, ...]], ...]
    plan: tuple[str, ...]

    @property
    def summary(self) -> str:
        """What there is to do, in a sentence."""
        counts = Counter(change.purpose for _, _, own in self.files for change in own)
        if not counts:
            return "Nothing here runs on a device."
        touched = sum(bool(own) for _, _, own in self.files)
        places = f"{sum(counts.values())} places in {touched} file{'s' if touched > 1 else ''}"
        return f"{places}: {counts['kernel']} for kernels, {counts['data']} for data, {counts['rewrite']} rewritten."


async def plan(ls: LoopwrightServer, uri: str, line: int | None = None) -> dict[str, Any] | None:
    """The plan for the program of a file, or for the function at a 1-based line, as Markdown; ``None`` where it was stopped."""
    snapshot = open_file(ls, uri)
    found = await _work_out(ls, snapshot, line)
    if found is None:
        return None
    files = [{"file": str(path), "places": len(own)} for path, _, own in found.files if own]
    lines = [
        *found.plan,
        *(line for path, source, own in found.files if own for line in _shown(path, source, own)),
    ]
    return {"summary": found.summary, "markdown": "\n".join(lines), "files": files}


async def apply(ls: LoopwrightServer, uri: str, line: int | None = None) -> str:
    """Carry the plan out; what was done, in a sentence."""
    snapshot = open_file(ls, uri)
    found = await _work_out(ls, snapshot, line)
    if found is None:
        return "Stopped."
    if not any(own for _, _, own in found.files):
        return found.summary
    if not ls.documents.is_current(snapshot):
        raise content_modified()
    edit = _workspace_edit(ls, found)
    done = await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, "Offload to the device"))
    return found.summary if done.applied else f"The editor did not take it: {done.failure_reason or ''}"


async def _work_out(ls: LoopwrightServer, snapshot: Snapshot, line: int | None) -> Offload | None:
    token = CancelToken()
    opened = {each.path: each.outline for each in ls.documents.in_step()}
    what = "function" if line is not None else "program"
    async with Progress(ls, f"Loopwright: what of this {what} runs on the device", token, None) as progress:
        return await progress.unless_stopped(
            ls.patient_workers.run(lambda inner: _planned(ls, snapshot, opened, line, inner), token)
        )


def _planned(
    ls: LoopwrightServer, snapshot: Snapshot, opened: dict[Path, Outline], line: int | None, token: CancelToken
) -> Offload:
    own = {**opened, snapshot.path: snapshot.outline}
    files = [(snapshot.path, snapshot.outline)]
    if line is None:
        known = {**_around(snapshot.path, token), **own}
        paths = program_of(snapshot.path, known)
        files = list(zip(paths, linked([known[path] for path in paths])))
    tools = ls.engine.analysis_tools()
    suggest_for = partial(_suggest_for, tools, token)
    compiling = Compiling(ls.engine.compilers(), token)
    if line is None:
        whole = annotate_files(files, suggest_for, tools.sharing, compiling=compiling)
    else:  # of a plan over functions the part of one would be missing what the others do
        kept = partial(_kept, snapshot.outline, line)
        whole = annotate_alone(snapshot.path, snapshot.outline, suggest_for, tools.sharing, compiling, kept)
    found = [
        (path, outline.source, tuple(changes(outline.source.data, annotation.text)))
        for (path, outline), (_, annotation) in zip(files, whole.files)
    ]
    for path, text in whole.plan.headers:
        header = next(h for _, outline in files for h in outline.headers if h.source.name == path.name)
        found.append((path, header.source, tuple(changes(header.source.data, text))))
    if line is not None:
        found = [(path, source, _inside(snapshot.outline, line, source, own)) for path, source, own in found]
    return Offload(tuple(found), tuple(_markdown(sections_of(whole, ls.engine.device(device_compiler())))))


def _markdown(sections: Sequence[Section]) -> Iterator[str]:
    for section in sections:
        yield from (f"## {section.title}", "", *(f"- {row}" for row in section.rows), "")


def _shown(path: Path, source: Source, own: Sequence[Change]) -> Iterator[str]:
    after = apply_edits(source.data, [change.edit for change in own])
    yield from (f"## {path.name}", "", *markdown_difference(source.data, after, 1), "")


def _suggest_for(tools: Tools, token: CancelToken, path: Path, model: MemoryModel) -> Suggest:
    chosen = replace(tools, sharing=model)
    return lambda outline, loop: suggest(outline, loop, path, chosen, token)


def _around(path: Path, token: CancelToken) -> dict[Path, Outline]:
    """The sources of the project around a file, as they are saved."""
    root = project_root(path)
    found: dict[Path, Outline] = {}
    for file in files_under([str(root)]) if root is not None else ():
        token.check()
        if file.suffix in COMPILED and len(found) < _MOST_FILES:
            try:
                found[file] = Outline(parse(decode(read_file(file)), name=file.name), headers_for(file))
            except OSError:  # gone, or not ours to read
                continue
    return found


def _inside(outline: Outline, line: int, source: Source, own: Sequence[Change]) -> tuple[Change, ...]:
    """Changes of the function at a line, and directives that other functions need for it."""
    offset = source.lines.line_span(line - 1).end
    around = next((f.span for f in outline.functions if f.span.start <= offset <= f.span.end), Span(0, 0))
    needed = ("#pragma acc routine", "#pragma acc declare")
    return tuple(
        change
        for change in own
        if around.start <= change.edit.span.start <= around.end or change.edit.text.lstrip().startswith(needed)
    )


def _kept(outline: Outline, line: int, text: bytes) -> bytes:
    """The file with the changes of a function alone."""
    own = tuple(changes(outline.source.data, text))
    return apply_edits(outline.source.data, [change.edit for change in _inside(outline, line, outline.source, own)])


def _workspace_edit(ls: LoopwrightServer, found: Offload) -> types.WorkspaceEdit:
    """Edits of all files, each with what it is for; of open ones with their version."""
    workspace = ls.client_capabilities.workspace
    able = workspace.workspace_edit if workspace else None
    annotated = bool(able and able.change_annotation_support)
    versions = {each.path: (each.uri, each.version) for each in ls.documents.in_step()}
    documents: list[types.TextDocumentEdit] = []
    plain: dict[str, list[types.TextEdit]] = {}
    for path, source, own in found.files:
        uri, version = versions.get(path, (from_fs_path(str(path)) or "", None))
        ranges = [to_range(source, change.edit.span, ls.documents.encoding) for change in own]
        edits: list[Any] = [types.TextEdit(range_, change.edit.text) for range_, change in zip(ranges, own)]
        if annotated:
            edits = [types.AnnotatedTextEdit(c.purpose, e.range, e.new_text) for c, e in zip(own, edits)]
        if edits:
            plain[uri] = edits
            document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
            documents.append(types.TextDocumentEdit(document, list(edits)))
    if not (able and able.document_changes):
        return types.WorkspaceEdit(changes=plain)
    labels: dict[str, types.ChangeAnnotation] = {
        purpose: types.ChangeAnnotation(label, False) for purpose, label in _LABELS.items()
    }
    return types.WorkspaceEdit(document_changes=list(documents), change_annotations=labels if annotated else None)
