"""CUDA file → C++ file, with what is known of each kernel's translation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.doubts import certain_races
from loopwright.cuda.file import again, translate_file
from loopwright.cuda.translation import Doubt, FileTranslation, KernelTranslation, View, label_of
from loopwright.model.manifest import ModelError
from loopwright.model.runtime import Runtime
from loopwright.source.syntax import Source
from loopwright.toolchain.blas import Blas
from loopwright.translate.blas import Candidate, blas_candidate
from loopwright.translate.candidate import proposals, tried
from loopwright.translate.faults import Asker, CompilerError, host_line, without_faults
from loopwright.translate.gpu import Gpu, Judged, judge_on_gpu
from loopwright.translate.includes import with_includes
from loopwright.translate.kernels_alone import kernels_alone
from loopwright.translate.machine import machine
from loopwright.translate.macros import macros_of_build, view_of
from loopwright.translate.program.verdict import ProgramReport
from loopwright.translate.verify import Builds, Judge, Remark, Verified, own_flags, searched_folders

_PROGRAM = {"differs": "differs", "racy": "is racy"}


@dataclass(frozen=True)
class KernelReport:
    """One kernel. ``status`` is one of the contract's words: tested, compiled, racy, unsupported, failed; ``line`` is 1-based
    in the file that was asked about, ``remarks`` hold what is wrong with the kernel itself. Where ``origin`` is ``model``,
    ``direct`` is the body that it wrote and ``gain`` its speed in lowerings. ``gpu``: on which the kernel itself left the
    same; ``header``: the included file that it stands in, empty for the file itself; ``reason_line``, ``reason_file``: what the reason is
    about, where it is about a place, in the same way; ``candidates``: other ways to write it, of which none is taken; ``number``: of several
    kernels of its name, from 0."""

    name: str
    line: int
    status: str
    reason: str = ""
    inputs: int = 0
    max_relative_error: float | None = None
    origin: str = "lowering"
    reference_ms: float | None = None
    translation_ms: float | None = None
    remarks: tuple[Remark, ...] = ()
    direct: str = ""
    gain: float | None = None
    gpu: str = ""
    header: str = ""
    reason_line: int = 0
    reason_file: str = ""
    candidates: tuple[Candidate, ...] = ()
    number: int = 0

    @property
    def label(self) -> str:
        """As that of its translation."""
        return label_of(self.name, self.number)


@dataclass(frozen=True)
class Translated:
    """The C++ text and a report for each kernel. ``note`` says why no model was asked where one should have been."""

    text: str
    kernels: tuple[KernelReport, ...]
    translation: FileTranslation
    compiler: str | None
    note: str = ""
    errors: tuple[HostError, ...] = ()


@dataclass(frozen=True)
class HostError:
    """What the compiler has against the host's part of a translation; ``line`` is 1-based in the file, 0 where unknown."""

    line: int
    message: str


def translate(
    source: Source,
    path: Path,
    *,
    only: str | None = None,
    verified: bool = False,
    compiler: str | None = "g++",
    runtime: Runtime | None = None,
    gpu: Gpu | None = None,
    blas: Blas | None = None,
    direct: Mapping[str, str] | None = None,
    flags: Sequence[str] = (),
    shared: frozenset[str] = frozenset(),
    given: FileTranslation | None = None,
    taken: bool = False,
    token: CancelToken | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Translated:
    """Translate a file. ``only``: report and verify this kernel alone; ``verified``: run kernels and translations;
    ``compiler``: what accepts the result, ``None`` to ask nobody; ``runtime``: a model that is asked for plain loops for
    kernels that were tested; ``gpu``: where the kernels run too; ``blas``: what kernels that are products may call instead;
    ``direct``: loops that are known already;
    ``flags``: ``-I`` and ``-D`` beside those that the project says; ``shared``: kernels and device functions that other
    files use; ``given``: its translation, where that was made already; ``taken``: the compiler accepts the file, which was asked about
    with others of its program; ``progress`` is told (kernel, number, of how many)."""
    note = ""
    translation = given or translation_of(source, path, direct=direct, flags=flags, shared=shared)
    errors: tuple[HostError, ...] = ()
    message, alone = "", None
    is_asked = only is None or any(only in (k.name, k.label) for k in translation.kernels)
    if compiler is not None and is_asked and not taken:
        ask = Asker(path, compiler, flags, token)
        translation, problems = without_faults(translation, ask)
        errors = _of_host(translation, problems, source)
        if problems and translation.kernels:
            alone, message = kernels_alone(translation, ask)
    chosen = [k for k in translation.kernels if only is None or only in (k.name, k.label)]
    reports = [_report(translation, k, source, message, compiler, alone) for k in chosen]
    lost = [
        KernelReport(k.name, line_in(source, translation, k.at), "unsupported", k.reason)
        for k in translation.lost
        if only in (None, k.name)
    ]
    if verified and compiler is not None:
        sound = [k for k, report in zip(chosen, reports, strict=True) if report.status == "compiled"]
        builds = Builds()
        with Judge(translation, sound, path, compiler, token, flags=flags, alone=alone, builds=builds) as judge:
            for number, (kernel, report) in enumerate(zip(chosen, reports, strict=True)):
                if progress is not None:
                    progress(kernel.name, number, len(chosen))
                if report.status == "compiled":
                    reports[number] = _with(report, _in_their_files(judge.verify(kernel), translation))
            if gpu is not None:
                judged = judge_on_gpu(gpu, translation, sound, judge, path, token, flags)
                reports = [_with_gpu(report, judged.get(report.label), gpu.name) for report in reports]
        if blas is not None:
            reports = [
                replace(report, candidates=(found,))
                if report.status == "tested"
                and (found := blas_candidate(translation, kernel, blas, path, compiler, token, flags, builds))
                is not None
                else report
                for kernel, report in zip(chosen, reports, strict=True)
            ]
        if runtime is not None:
            try:
                reports, translation = _improved(
                    translation, chosen, reports, path, compiler, runtime, token, progress, flags, builds
                )
            except ModelError as error:
                note = str(error)
    return Translated(translation.text, (*reports, *lost), translation, compiler, note, errors)


def _refused(kernel: KernelTranslation, alone: FileTranslation) -> KernelTranslation | None:
    """A kernel that a compiler has something against where the host's part, which does not compile, is left away."""
    own = alone.kernel(kernel.name, kernel.number)
    return own if own is not None and alone.is_refused(own) else None


def translation_of(
    source: Source,
    path: Path,
    *,
    direct: Mapping[str, str] | None = None,
    flags: Sequence[str] = (),
    shared: frozenset[str] = frozenset(),
) -> FileTranslation:
    """The translation of a file as its build sees it: with the headers that hold CUDA code, and with its macros."""
    seen, others, view = seen_by_build(source, path, flags)
    return translate_file(seen, direct=direct, shared=others | shared, view=view, machine=machine())


def seen_by_build(source: Source, path: Path, flags: Sequence[str] = ()) -> tuple[Source, frozenset[str], View]:
    """The text of a file with the headers that hold CUDA code, what other files use of it, and what nvcc sees beside it."""
    folders = _folders(flags, path)
    defined = macros_of_build(path, flags)
    whole = with_includes(source, path, folders, defined)
    return whole.source, whole.shared, view_of(path, defined, folders, whole.source.text, whole.origins)


def _with_gpu(report: KernelReport, judged: Judged | None, name: str) -> KernelReport:
    """The report of a tested kernel with what the GPU says."""
    if report.status != "tested" or judged is None:
        return report
    status = "failed" if judged.differs else report.status
    return replace(report, status=status, gpu=name if judged.agreed else "", reason=judged.reason)


def _improved(
    translation: FileTranslation,
    kernels: list[KernelTranslation],
    reports: list[KernelReport],
    path: Path,
    compiler: str,
    runtime: Runtime,
    token: CancelToken | None,
    progress: Callable[[str, int, int], None] | None,
    flags: Sequence[str],
    builds: Builds,
) -> tuple[list[KernelReport], FileTranslation]:
    """What the model writes and the machine finds right and faster, in place of the lowering."""
    after = []
    for number, (kernel, report) in enumerate(zip(kernels, reports, strict=True)):
        if report.status == "tested" and sum(k.name == kernel.name for k in translation.kernels) == 1:
            if progress is not None:
                progress(f"{kernel.name}: asking the model", number, len(kernels))
            bodies = proposals(translation, kernel, runtime, token)
            trials = tried(translation, kernel, bodies, path, compiler, token, flags, builds)
            best = next((t for t in trials if t.outcome == "faster"), None)
            if best is not None:
                report = replace(report, origin="model", inputs=best.inputs, direct=best.body, gain=best.gain)
        after.append(report)
    direct = {report.name: report.direct for report in after if report.direct}
    if direct:
        translation = again(translation, direct={**translation.direct, **direct})
    return after, translation


def _report(
    translation: FileTranslation,
    kernel: KernelTranslation,
    source: Source,
    message: str | None,
    compiler: str | None,
    alone: FileTranslation | None = None,
) -> KernelReport:
    """``alone``: the kernels without the host's part, where that does not compile."""
    start = kernel.function.node.start_byte
    header, line = header_of(translation, start)
    line = line or line_in(source, translation, start)
    refused = _refused(kernel, alone) if alone is not None and kernel.text is not None else None
    if kernel.text is None or refused is not None:
        seen, own = (translation, kernel) if refused is None or alone is None else (alone, refused)
        file, at = header_of(seen, own.at)
        at = at or line_in(source, seen, own.at)
        reason = f"{place_of(seen, own)}: {own.reason}"
        status = "failed" if seen.is_refused(own) else "unsupported"
        return KernelReport(
            kernel.name, line, status, reason, header=header, reason_line=at, reason_file=file, number=kernel.number
        )
    races = (Doubt("race", at, text) for at, text in certain_races(translation, kernel))
    remarks = tuple(
        Remark(doubt.kind, doubt.text, line_in(source, translation, doubt.at)) for doubt in (*races, *kernel.doubts)
    )
    if compiler is None:
        return KernelReport(
            kernel.name, line, "failed", "no compiler was asked", remarks=remarks, header=header, number=kernel.number
        )
    if message:
        return KernelReport(kernel.name, line, "failed", message, remarks=remarks, header=header, number=kernel.number)
    return KernelReport(kernel.name, line, "compiled", remarks=remarks, header=header, number=kernel.number)


def place_of(translation: FileTranslation, kernel: KernelTranslation) -> str:
    """Where the reason is why a kernel has no translation, as its reader says it: a line of the file that the kernel stands in, or
    another file's."""
    source = translation.source
    header, _ = header_of(translation, kernel.function.node.start_byte)
    file, at = header_of(translation, kernel.at)
    at = at or line_in(source, translation, kernel.at)
    return f"line {at}" if file == header else f"{Path(file or source.name).name}:{at}"


def _in_their_files(found: Verified, translation: FileTranslation) -> Verified:
    """What was found, with lines of the files that were put together."""
    origins = translation.view.origins
    if not origins:
        return found
    remarks = []
    for remark in found.remarks:
        file, line = origins[min(remark.line, len(origins)) - 1] if remark.line else (origins[0][0], -1)
        beside = "" if file == origins[0][0] else f" ({file.name}:{line + 1})"
        remarks.append(replace(remark, text=f"{remark.text}{beside}", line=0 if beside else line + 1))
    return replace(found, remarks=tuple(remarks))


def _with(report: KernelReport, found: Verified) -> KernelReport:
    remarks = tuple(dict.fromkeys((*report.remarks, *found.remarks)))
    race = next((remark.text for remark in report.remarks if remark.kind == "race"), "")
    if found.agreed and race:  # inputs that agree are none on which it shows
        return replace(report, status="racy", reason=race, inputs=found.inputs, remarks=remarks)
    if found.agreed:
        return replace(
            report,
            status="tested",
            inputs=found.inputs,
            max_relative_error=found.max_relative_error,
            reference_ms=found.reference_ms,
            translation_ms=found.translation_ms,
            remarks=remarks,
        )
    if found.racy:
        return replace(report, status="racy", reason=found.reason, inputs=found.inputs, remarks=remarks)
    untried = found.reason.startswith(("no inputs", "no value", "the kernel cannot be", "one run takes"))
    status = "compiled" if untried and found.compiled else "failed"
    return replace(report, status=status, reason=found.reason, remarks=remarks)


def beside_program(results: Sequence[Translated], program: ProgramReport) -> list[Translated]:
    """Files of a program with what it showed as a whole: a kernel for which no inputs could be made is tested where the program is
    and depends on it, and no other one has its name; one that was tested alone says so where the program does something else."""
    names = Counter(report.name for result in results for report in result.kernels)
    return [
        replace(result, kernels=tuple(_beside(report, program, names[report.name] == 1) for report in result.kernels))
        for result in results
    ]


def _beside(report: KernelReport, program: ProgramReport, is_alone: bool) -> KernelReport:
    if program.status == "tested" and report.status == "compiled" and is_alone and report.name in program.kernels:
        if not any(remark.kind in ("race", "update") for remark in report.remarks):
            return replace(report, status="tested", inputs=1, reason="by the program alone")
    if program.status in ("differs", "racy") and report.status == "tested" and report.name in program.launched:
        return replace(report, reason=f"alone; the program {_PROGRAM[program.status]}: {program.reason}")
    return report


def unsaid(report: KernelReport) -> Iterator[Remark]:
    """The remarks on a kernel that its reason does not say already."""
    return (remark for remark in report.remarks if remark.text not in report.reason)


def line_in(source: Source, translation: FileTranslation, offset: int) -> int:
    """The 1-based line of ``source`` for an offset in the text that was translated, 0 if it came from another file."""
    return own_line(translation.view, translation.source.lines.line_of(offset))


def own_line(view: View, line: int) -> int:
    """The 1-based line of the user's file for a line, from 0, of the text that was translated."""
    origins = view.origins
    if not origins:
        return line + 1
    file, own = origins[min(line, len(origins) - 1)]
    return own + 1 if file == origins[0][0] else 0


def header_of(translation: FileTranslation, offset: int) -> tuple[str, int]:
    """The included file that an offset came from and its 1-based line there; nothing where it is the file itself."""
    line = translation.source.lines.line_of(offset)
    origins = translation.view.origins
    if not origins or origins[min(line, len(origins) - 1)][0] == origins[0][0]:
        return "", 0
    file, own = origins[min(line, len(origins) - 1)]
    return str(file), own + 1


def _folders(flags: Sequence[str], path: Path) -> list[Path]:
    """Where includes are looked for."""
    return searched_folders((*flags, *own_flags(path)))


def _of_host(translation: FileTranslation, problems: Sequence[CompilerError], source: Source) -> tuple[HostError, ...]:
    """What the compiler has against what no function of the device holds, with the file's lines."""
    found: list[HostError] = []
    lines = translation.text.split("\n")
    for problem in problems:
        line = problem.lines[0] if problem.lines else 0
        found.append(HostError(host_line(lines, line, source), problem.message))
    return tuple(dict.fromkeys(found))
