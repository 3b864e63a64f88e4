"""`loopwright translate`"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.status import Status

from loopwright.check.report import sarif_document
from loopwright.check.rule import Rule
from loopwright.cli.cuda_sources import Found, files_of
from loopwright.cli.main import DONE, FINDINGS, MissingTool, UsageError
from loopwright.cli.reading import read_outline, tell
from loopwright.model.runtime import loops_runtime
from loopwright.source.syntax import Source, parse
from loopwright.source.writing import write_whole
from loopwright.toolchain.blas import find_blas
from loopwright.toolchain.compilers import find_cpp_compiler
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.formatting import formatted
from loopwright.translate.documents import (
    KINDS,
    finding_documents,
    program_document,
    program_findings,
    program_sentence,
    translate_document,
)
from loopwright.translate.gpu import find_gpu
from loopwright.translate.includes import moved, shared_by
from loopwright.translate.pipeline import (
    KernelReport,
    Translated,
    beside_program,
    own_line,
    translate,
    translation_of,
    unsaid,
)
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge, ProgramReport, line_of_main
from loopwright.translate.project import HEADER, Together, asked_together, is_ours, places_in, together
from loopwright.translate.standard import FLAG as STANDARD
from loopwright.translate.standard import known_standards

_FEW = 20  # one in so many letters may be a control character: more are no text
_NAMED = 5  # files that are named, of those that stay as they are
_RULES = {kind.code: Rule(kind.code, kind.title, kind.severity, "", kind.text) for kind in KINDS}


def run(options: argparse.Namespace) -> int:
    """Write the C++ file; say of every kernel what is known of its translation."""
    options.verify = options.verify or options.candidates
    folders = [Path(folder).resolve() for folder in options.include]
    sources = files_of(options.file, folders)
    if not sources.cuda:
        raise UsageError(f"{', '.join(options.file)}: there is no CUDA file in it")
    files = [_read(name) for name in sources.cuda]
    paths = [path for _, path in files]
    roots = [Path(os.path.realpath(name)) for name in options.file if os.path.isdir(name)]
    in_folder = bool(options.output) and (len(files) > 1 or bool(roots) or Path(options.output).is_dir())
    outputs = _outputs(options, paths, roots, in_folder)
    found = find_program(options.compiler) if options.compiler else find_cpp_compiler()
    if found is None and (options.verify or options.compiler):
        raise UsageError(
            f"{options.compiler or 'g++'}: no such compiler; a C++ compiler is needed to check a translation"
        )
    blas = find_blas(found) if options.candidates and found is not None else None
    if options.candidates and blas is None:
        tell(
            "loopwright translate: no BLAS with its header cblas.h was found, which products could call",
            file=sys.stderr,
        )
    gpu = find_gpu() if options.gpu else None
    if options.gpu and gpu is None:
        raise MissingTool("an NVIDIA GPU and nvcc are needed to run kernels themselves, and were not found")
    runtime = None if options.no_model or not (options.verify or gpu) else loops_runtime(options.model)
    if options.std and options.std not in known_standards():
        raise UsageError(f"{options.std}: no standard of C++ (one of {', '.join(known_standards())})")
    standard = [f"{STANDARD}{options.std}"] if options.std else []
    flags = [*standard, *(f"-I{folder}" for folder in folders), *(f"-D{macro}" for macro in options.define)]
    results = []
    try:
        with Console(stderr=True).status("reading", spinner="dots") as status:
            translations = [
                translation_of(source, path, flags=flags, shared=shared)
                for (source, path), shared in zip(files, shared_by(files, folders, flags), strict=True)
            ]
            answers = asked_together(translations, paths, found, flags) if in_folder and found is not None else None
            for number, (source, path) in enumerate(files):
                result = translate(
                    source,
                    path,
                    given=translations[number],
                    taken=answers is not None and answers.taken[number],
                    only=options.kernel,
                    verified=options.verify or gpu is not None,
                    compiler=found,
                    runtime=runtime,
                    gpu=gpu,
                    blas=blas,
                    flags=flags,
                    progress=_progress(status),
                )
                results.append(result)
    finally:
        if runtime is not None:
            runtime.close()
    if options.kernel and not any(result.kernels for result in results):
        names = ", ".join(k.name for result in results for k in result.translation.kernels) or "none"
        raise UsageError(f"{', '.join(p.name for _, p in files)} has no kernel {options.kernel} (kernels: {names})")
    program = None
    if options.verify and found is not None and not options.kernel:
        tools = Toolchain(found, flags)
        with Console(stderr=True).status("running the program", spinner="dots"):
            program = _program(results, paths, options, tools)
    if program is not None:
        results = beside_program(results, program.report)
    places = [out for out in outputs if out is not None]
    kept = together(results, paths, places, Path(options.output), flags, answers) if in_folder else None
    results = _in_style(results, paths, kept.texts if kept is not None else [result.text for result in results])
    header = _write(results, paths, outputs, kept, Path(options.output) if in_folder else None)
    format_ = "json" if options.json else options.format
    if format_ == "sarif":
        entries = [
            entry
            for file, result in zip(sources.cuda, results, strict=True)
            for entry in finding_documents(file, result)
        ]
        if program is not None:
            entries += program_findings(sources.cuda[program.file], program.line, program.report)
        print(json.dumps(sarif_document(entries, Path.cwd(), _RULES), indent=1))
        return _code(results, program)
    if format_ == "json":
        named = zip(sources.cuda, outputs, results, strict=True)
        documents = [translate_document(file, str(out) if out else None, result) for file, out, result in named]
        document: dict[str, Any] = documents[0]
        if len(documents) > 1:
            document = {"files": documents, "support": str(header) if header is not None else None}
        if program is not None:
            document["program"] = program_document(program.report)
        print(json.dumps(document, indent=1))
        return _code(results, program)
    for (_, path), output, result in zip(files, outputs, results, strict=True):
        _tell(path, result, options.kernel, output is None)
    if program is not None:
        place = f"{paths[program.file].name}:{program.line}"
        tell(f"{place}: {program_sentence(program.report)}", file=sys.stderr)
        for remark in program.report.remarks:
            tell(f"{place}:   {remark}", file=sys.stderr)
    for note in _of_folder(options.output, outputs, header, sources) if in_folder else ():
        tell(note, file=sys.stderr)
    print(summary([report for result in results for report in result.kernels]), file=sys.stderr)
    return _code(results, program)


@dataclass(frozen=True)
class _Program:
    """What a program showed; ``file``: which of those that were given has its ``main``, ``line``: where, from 1."""

    report: ProgramReport
    file: int
    line: int


def _program(
    results: list[Translated], paths: list[Path], options: argparse.Namespace, tools: Toolchain
) -> _Program | None:
    """The program that the files make, run beside its reference, if one of them has its ``main``."""
    mains = [(number, line) for number, r in enumerate(results) if (line := line_of_main(r.translation))]
    if len(mains) != 1:
        return None
    (number, line), translation = mains[0], results[mains[0][0]].translation
    files = [File(result.translation, path) for result, path in zip(results, paths, strict=True)]
    texts = [result.text for result in results]
    folder = paths[number].parent.absolute()
    with ProgramJudge(files, options.arguments, folder, tools, options.seconds) as judge:
        report = judge.report(texts)
    return _Program(report, number, max(own_line(translation.view, line - 1), 1))


def _write(
    results: list[Translated], paths: list[Path], outputs: list[Path | None], kept: Together | None, folder: Path | None
) -> Path | None:
    """Write the files, those for a ``folder`` within it; where the header that they share went."""
    for path, result, output in zip(paths, results, outputs, strict=True):
        if output is not None:
            output.parent.mkdir(parents=True, exist_ok=True)
            write_whole(output, moved(result.text, path.parent, output.parent).encode("utf-8"), folder)
    if folder is None or kept is None or kept.header is None:
        return None
    write_whole(folder / HEADER, formatted(kept.header, paths[0]).text.encode("utf-8"), folder)
    return folder / HEADER


def _of_folder(name: str, outputs: list[Path | None], header: Path | None, sources: Found) -> Iterator[str]:
    """What went into a folder, and what of the program did not."""
    count = len(outputs)
    yield f"{name}: {count} file{'s' if count != 1 else ''}{f' and {header.name}, which they share' if header else ''}"
    if sources.plain:
        names = ", ".join(Path(file).name for file in sources.plain[:_NAMED])
        more = ", …" if len(sources.plain) > _NAMED else ""
        yield f"without CUDA, to be compiled as before: {names}{more}"


def _in_style(results: list[Translated], paths: list[Path], texts: Sequence[str]) -> list[Translated]:
    """The same with their ``texts`` in the style of the project, if it has one; why not is said once."""
    done = [formatted(text, path) for text, path in zip(texts, paths, strict=True)]
    for note in dict.fromkeys(each.note for each in done if each.note):
        tell(f"loopwright translate: not formatted: {note}", file=sys.stderr)
    return [replace(result, text=each.text) for result, each in zip(results, done, strict=True)]


def _code(results: list[Translated], program: _Program | None) -> int:
    """Findings where a kernel has no translation, or one that is wrong, does not compile or depends on a race, or the program does
    something else."""
    if program is not None and program.report.status in ("differs", "racy"):
        return FINDINGS
    sound = all(report.status in ("tested", "compiled") for result in results for report in result.kernels)
    return DONE if sound and not any(result.errors for result in results) else FINDINGS


def summary(reports: list[KernelReport]) -> str:
    """One line: how many kernels, and what became of them."""
    words = {"tested": "tested", "compiled": "compiled", "racy": "racy", "failed": "failed", "unsupported": "left out"}
    counts = ((said, sum(r.status == status for r in reports)) for status, said in words.items())
    told = ", ".join(f"{count} {said}" for said, count in counts if count)
    return f"{len(reports)} kernel{'s' if len(reports) != 1 else ''}{': ' if told else ''}{told}"


def _read(name: str) -> tuple[Source, Path]:
    """A file as CUDA, and where it lies. Standard input is a CUDA file of this folder; what is no text is no file to translate."""
    # What macros hide is written out before kernels are read.
    outline, path, _ = read_outline(name, tells_loops=False)
    source = outline.source
    if sum(letter < " " and not letter.isspace() for letter in source.text) * _FEW > len(source.text):
        raise UsageError(f"{name}: it is no text")
    if name == "-":
        path = path.with_suffix(".cu")
    if source.language == "cuda" and source.name == path.name:
        return source, path
    return parse(source.data, path.name, "cuda"), path


def _outputs(options: argparse.Namespace, paths: list[Path], roots: list[Path], in_folder: bool) -> list[Path | None]:
    """Where each file goes, checked before anything is done: one to the file that was asked for, several to a folder, where nothing
    but a translation is replaced."""
    if options.output is None:
        if len(paths) > 1:
            raise UsageError("several files need a folder to go to (-o FOLDER)")
        return [None]
    folder = Path(options.output)
    if not in_folder:
        places = [folder]
    elif folder.exists() and not folder.is_dir():
        raise UsageError(f"{options.output}: of several files -o takes a folder")
    else:
        places = places_in(folder, paths, roots)
    for place in places:
        if Path(os.path.realpath(place)) in paths:
            raise UsageError(f"{place}: it is what is translated; -o has to name another")
    of_folder = [*places, folder / HEADER] if in_folder else []
    for place in of_folder:
        if not Path(os.path.realpath(place)).is_relative_to(os.path.realpath(folder)):
            raise UsageError(f"{place}: it is a link that leads out of {folder}")
    checked = of_folder if not options.force else []
    other = next((place for place in checked if place.exists() and not is_ours(place)), None)
    if other is not None:
        raise UsageError(f"{other}: a file that is no translation is in the way (--force replaces it)")
    return list(places)


def _tell(path: Path, result: Translated, kernel: str | None, printed: bool) -> None:
    """The text, where it goes nowhere else, and a line for each kernel."""
    if result.note:
        tell(f"loopwright translate: no model was asked: {result.note}", file=sys.stderr)
    if printed:
        only = result.translation.kernel(kernel) if kernel else None
        alone = f"{only.text}\n" if only is not None and only.text is not None else None
        sys.stdout.write(result.text if alone is None else formatted(alone, path).text)
    for error in result.errors:
        place = f"{path.name}:{error.line}" if error.line else path.name
        tell(f"{place}: the host's code does not compile as C++: {error.message}", file=sys.stderr)
    for report in result.kernels:
        place = f"{Path(report.header).name if report.header else path.name}:{report.line}"
        tell(f"{place}: {report.name}: {sentence(report)}", file=sys.stderr)
        for remark in unsaid(report):
            tell(f"{f'{path.name}:{remark.line}' if remark.line else place}:   {remark.text}", file=sys.stderr)
        for candidate in report.candidates:
            tell(f"{place}:   {candidate.sentence}", file=sys.stderr)
            for line in candidate.text.splitlines():
                tell(f"    {line}", file=sys.stderr)


def sentence(report: KernelReport) -> str:
    """A kernel's status in words."""
    if report.status == "tested":
        error = f", at most {report.max_relative_error:.1e} apart" if report.max_relative_error else ""
        model = f"; loops by the model, {report.gain:.1f}× the lowering's speed" if report.gain else ""
        gpu = f", where the kernel itself on the {report.gpu} left the same" if report.gpu else ""
        unrun = f" ({report.reason})" if report.reason else ""
        plural = "s" if report.inputs != 1 else ""
        return f"tested on {report.inputs} input{plural}{error}{gpu}{unrun}{model}"
    return report.status + (f": {report.reason}" if report.reason else "")


def _progress(status: Status):  # type: ignore[no-untyped-def]
    def tell(name: str, number: int, count: int) -> None:
        status.update(f"{name} ({number + 1} of {count})")

    return tell
