"""CUDA kernels in the editor: a lens with what is known of the CPU translation, its text, verification, benchmark.

Opening a file runs nothing: a kernel is run when the user asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict, deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from loopwright.cancellation import CancelToken
from loopwright.cuda.assumed import assumptions
from loopwright.cuda.translation import KernelTranslation
from loopwright.lsp.convert import to_range
from loopwright.lsp.documents import Snapshot
from loopwright.lsp.features import diagnostics
from loopwright.lsp.features.kernels import known_states, known_translation
from loopwright.lsp.jobs import open_file
from loopwright.lsp.work import Progress
from loopwright.model.manifest import ModelError
from loopwright.model.runtime import Runtime, loops_runtime
from loopwright.source.correspondence import corresponding_lines
from loopwright.source.text import Span, shown
from loopwright.toolchain.blas import find_blas
from loopwright.toolchain.compilers import find_cpp_compiler
from loopwright.translate.blas import Candidate, blas_candidate, recognised
from loopwright.translate.documents import translate_document
from loopwright.translate.gpu import find_gpu
from loopwright.translate.kernel_states import KernelState
from loopwright.translate.pipeline import KernelReport, Translated, line_in, place_of
from loopwright.translate.pipeline import translate as translate_source
from loopwright.translate.verify import Builds, Judge

if TYPE_CHECKING:
    from loopwright.lsp.language_server import LoopwrightServer

log = logging.getLogger(__name__)


async def lenses(ls: LoopwrightServer, uri: str) -> list[types.CodeLens]:
    """One lens with the state and one for each thing that can be asked, above each kernel."""
    snapshot = ls.documents.get(uri)
    if (
        snapshot is None
        or not (await ls.configuration.ready(uri)).cuda_lens
        or snapshot.source.language != "cuda"
        or not snapshot.outline.kernels
    ):
        return []
    return await ls.workers.run(lambda token: _lenses(ls, snapshot))


def _lenses(ls: LoopwrightServer, snapshot: Snapshot) -> list[types.CodeLens]:
    states = defaultdict[str, deque[KernelState]](deque)
    for state in known_states(ls, snapshot):
        if state.begin:
            states[state.name].append(state)
    found = []
    for function in snapshot.outline.kernels:
        own = states[function.name.split("::")[-1]]
        kernel = own.popleft() if len(own) > 1 else next(iter(own), None)
        where = to_range(snapshot.source, Span(function.span.start, function.span.start), ls.documents.encoding)
        if kernel is None:
            continue
        report = ls.translations.of(snapshot, kernel.label)
        # Without trust nothing is run: the lens tells, and leads to the text where the editor shows it.
        click = ls.translations.preview_command or ("loopwright.server.verify" if ls.trusted else "")
        arguments: list[Any] = [snapshot.uri, kernel.label]
        if kernel.reason is not None:
            found.append(types.CodeLens(where, _command(f"no CPU translation: {kernel.reason}", click, arguments)))
            continue
        title = f"CPU preview · {_state(report) if ls.trusted else 'not run: this workspace is not trusted'}"
        found.append(types.CodeLens(where, _command(title, click, arguments)))
        if ls.trusted:
            found.append(types.CodeLens(where, _command("verify", "loopwright.server.verify", arguments)))
            found.append(types.CodeLens(where, _command("benchmark", "loopwright.server.benchmark", arguments)))
    return found


def _command(title: str, command: str, arguments: list[Any] | None = None) -> types.Command:
    return types.Command(title=title, command=command, arguments=arguments)


def _state(report: KernelReport | None) -> str:
    if report is None:
        return "not run yet"
    if report.status != "tested":
        return f"{report.status}: {report.reason}" if report.reason else report.status
    state = f"tested on {report.inputs} inputs"
    if report.reference_ms and report.translation_ms:
        state += f" · {report.reference_ms / report.translation_ms:.1f}× the reference"
    if report.gpu:
        state += f" · and on the {report.gpu}"
    if report.gain:
        state += f" · the model's loops, {report.gain:.1f}× the rule's"
    return state


async def kernel_at(ls: LoopwrightServer, uri: str, line: int) -> str | None:
    """The label of the last kernel that begins in a line, from 1, or above it, else of the first; ``None`` in a file without kernels."""
    snapshot = open_file(ls, uri)
    if snapshot.source.language != "cuda" or not snapshot.outline.kernels:
        return None
    states = await ls.workers.run(lambda token: known_states(ls, snapshot))
    kernels = sorted((state.begin, state.label) for state in states if state.begin)
    above = [label for begin, label in kernels if begin <= line]
    return above[-1] if above else kernels[0][1] if kernels else None


async def translate(ls: LoopwrightServer, uri: str, kernel: str | None) -> Any:
    """The text of the translation (of one kernel, with the kernel's own beside it) and the contract's document."""
    snapshot = open_file(ls, uri)
    if kernel is None:
        direct = ls.translations.direct(snapshot)
        result = await ls.workers.run(
            lambda token: translate_source(snapshot.source, snapshot.path, compiler=None, direct=direct)
        )
        return {**translate_document(str(snapshot.path), None, result), "version": snapshot.version}
    translation = await ls.workers.run(lambda token: known_translation(ls, snapshot))
    found = translation.labelled(kernel)
    if found is None:
        return None
    report = ls.translations.of(snapshot, kernel)
    words = f"no translation: {place_of(translation, found)}: {found.reason}" if found.text is None else _state(report)
    whole = found.function.whole
    begin = line_in(snapshot.source, translation, whole.start_byte)
    read = Span(whole.start_byte, whole.end_byte)
    rows = range(begin, begin + whole.end_point.row - whole.start_point.row + 1) if begin else range(0)
    original = (_written(snapshot, found.name, rows) or translation.source.slice(read)) + "\n"
    text = "\n".join([*_preface(kernel, words, found, report), found.text or "", ""])
    pairs = await ls.workers.run(lambda token: corresponding_lines(original, text, ("cuda", "cpp")))
    for candidate in report.candidates if report is not None else ():
        text += f"\n// {candidate.sentence}\n{candidate.text}\n"
    return {
        "kernel": kernel,
        "version": snapshot.version,
        "status": words,
        "line": begin,
        "original": original,
        "text": text,
        "lines": [[begin + line, other + 1] for line, other in pairs] if begin else [],
    }


def _written(snapshot: Snapshot, kernel: str, rows: range) -> str:
    """The text of a kernel as it stands in the document, where what was translated of it was made plainer, empty where it stands in
    a header. ``rows``: its lines, from 1."""
    source = snapshot.source
    for function in snapshot.outline.kernels:
        row = source.lines.line_of(function.span.start) + 1
        if function.name.split("::")[-1] == kernel and row in rows:
            start = source.lines.starts[rows.start - 1] if row > rows.start else function.span.start
            return source.slice(Span(start, function.span.end)).lstrip()
    return ""


def _preface(kernel: str, words: str, found: KernelTranslation, report: KernelReport | None) -> list[str]:
    """What is known of the translation and what it stands on, as comments above it."""
    remarks = (
        [remark.text for remark in report.remarks] if report is not None else [doubt.text for doubt in found.doubts]
    )
    told = (f"// {' '.join(said.split())}" for said in dict.fromkeys((*assumptions(found), *remarks)))
    return [f"// {kernel} for the CPU · {words}", *told]


async def verify(ls: LoopwrightServer, uri: str, kernel: str | None) -> str:
    """Run kernels beside their translations; the outcome in one sentence."""
    snapshot = open_file(ls, uri)
    compiler = _compiler(ls)
    if nothing := await ls.workers.run(lambda token: _nothing_to_run(ls, snapshot, kernel)):
        return nothing
    token = CancelToken()
    async with Progress(ls, "Loopwright: running the kernel on generated inputs", token, None) as progress:

        def work(inner: CancelToken) -> Translated:
            runtime = _runtime(ls)
            try:
                return translate_source(
                    snapshot.source,
                    snapshot.path,
                    only=kernel,
                    verified=True,
                    compiler=compiler,
                    runtime=runtime,
                    gpu=find_gpu() if ls.configuration.session.cuda_gpu else None,
                    token=inner,
                    progress=lambda name, number, count: progress.report(f"{name} ({number + 1} of {count})"),
                )
            finally:
                if runtime is not None:
                    runtime.close()

        result = await progress.unless_stopped(ls.workers.run(work, token))
    if result is None:
        return "Stopped."
    for report in result.kernels:
        # A time of the watched kernel says nothing: only a benchmark gives one.
        ls.translations.keep(snapshot, replace(report, reference_ms=None, translation_ms=None))
    await _refresh(ls, snapshot)
    tested = sum(report.status == "tested" for report in result.kernels)
    if len(result.kernels) == 1:
        only = result.kernels[0]
        return f"{only.name}: {_state(only if only.status != 'tested' else replace(only, reference_ms=None))}."
    rest = [f"{r.name}: {r.reason or r.status}" for r in result.kernels if r.status != "tested"]
    return f"{tested} of {len(result.kernels)} kernels tested." + (f" {'; '.join(rest[:3])}." if rest else "")


def _nothing_to_run(ls: LoopwrightServer, snapshot: Snapshot, kernel: str | None) -> str:
    """Why there is no kernel to run, empty where there is."""
    names = [one.label for one in known_states(ls, snapshot)]
    if not names:
        return f"{shown(snapshot.path.name)} has no kernels."
    if kernel is not None and kernel not in names:
        return f"{shown(snapshot.path.name)} has no kernel {shown(kernel)} (kernels: {', '.join(names)})."
    return ""


async def benchmark(ls: LoopwrightServer, uri: str, kernel: str) -> str:
    """Verify a kernel, then time its translation beside the kernel run thread by thread, on large inputs."""
    said = await verify(ls, uri, kernel)
    snapshot = open_file(ls, uri)
    report = ls.translations.of(snapshot, kernel)
    if report is None or report.status != "tested":
        return said
    translation = known_translation(ls, snapshot)
    found = translation.labelled(kernel)
    compiler = _compiler(ls)
    token = CancelToken()
    async with Progress(ls, "Loopwright: timing the translation", token, None) as progress:

        def work(inner: CancelToken) -> tuple[float | None, float | None, str, Candidate | None]:
            assert found is not None
            builds = Builds()
            with Judge(translation, [found], snapshot.path, compiler, inner, timed=True, builds=builds) as judge:
                outcome = judge.verify(found)
            blas = find_blas(compiler) if any(recognised(translation, found)) else None
            other = (
                blas_candidate(translation, found, blas, snapshot.path, compiler, inner, builds=builds)
                if blas
                else None
            )
            return outcome.reference_ms, outcome.translation_ms, outcome.reason, other

        times = await progress.unless_stopped(ls.workers.run(work, token))
    if times is None:
        return f"{kernel}: {_state(report)}, not timed."
    reference, own, reason, other = times
    report = replace(report, candidates=(other,) if other else ())
    if not reference or not own:
        return f"{kernel}: {_state(report)}, but it could not be timed: {reason}."
    ls.translations.keep(snapshot, replace(report, reference_ms=reference, translation_ms=own))
    await _refresh(ls, snapshot)
    beside = f" Below its translation: {other.sentence}." if other else ""
    timed = f"{own:.2f} ms on 2 threads, the kernel run thread by thread {reference:.2f} ms ({reference / own:.1f}×)"
    return f"{kernel}: {timed}.{beside}"


async def _refresh(ls: LoopwrightServer, snapshot: Snapshot) -> None:
    workspace = ls.client_capabilities.workspace
    if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
        with contextlib.suppress(JsonRpcException):  # a client may say that it can and refuse
            await asyncio.shield(ls.workspace_code_lens_refresh_async(None))
    if not ls.pulls_diagnostics:
        await diagnostics.push(ls, snapshot, 0)
    elif workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
        with contextlib.suppress(JsonRpcException):
            await asyncio.shield(ls.workspace_diagnostic_refresh_async(None))


def _runtime(ls: LoopwrightServer) -> Runtime | None:
    """The model for CPU loops; without one the lowering stands alone."""
    settings = ls.configuration.session
    if not settings.model_enable:
        return None
    try:
        return loops_runtime(settings.model_name or None, settings.model_threads or None)
    except ModelError as error:
        log.warning("%s", error)
        return None


def _compiler(ls: LoopwrightServer) -> str:
    if not ls.trusted:
        raise PermissionError("Nothing is run in an untrusted workspace.")
    found = find_cpp_compiler()
    if found is None:
        raise FileNotFoundError("A C++ compiler (g++) is needed to run a kernel, and none was found.")
    return found
