"""`loopwright annotate`"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.check.files import COMPILED, files_under
from loopwright.cli.main import FINDINGS, MissingTool, UsageError
from loopwright.cli.program_folder import placed_in
from loopwright.cli.reading import read_program, tell
from loopwright.cli.suggest import tools_for
from loopwright.device.outputs import same_output
from loopwright.device.report import Report
from loopwright.device.run import BuildFailed, NoCompiler, NotConfined, run_program
from loopwright.lang.loop_macros import loop_macros, no_loop
from loopwright.placement.plan import Plan
from loopwright.source.outline import Outline
from loopwright.source.reading import read_file
from loopwright.source.writing import write_whole
from loopwright.suggest.pipeline import Tools, suggest
from loopwright.suggest.programs.annotate import Annotation, Suggest
from loopwright.suggest.programs.beside_serial import (
    Counted,
    Expected,
    Launched,
    Pace,
    adds_up,
    contended,
    expected,
    paces_of,
)
from loopwright.suggest.programs.changes import difference
from loopwright.suggest.programs.compiling import Compiling
from loopwright.suggest.programs.plan_text import sections_of
from loopwright.suggest.programs.whole import Whole, annotate_files
from loopwright.suggest.worth import Profile, profile
from loopwright.toolchain.accept import opinions
from loopwright.toolchain.compilers import device_compiler
from loopwright.toolchain.database import find_database
from loopwright.toolchain.scratch import scratch

_LEFT_BEHIND = "LW809"  # on the device when the program ends; nothing reads it any more


def run(options: argparse.Namespace) -> int:
    """Write the annotated program; say what was done and what not, and why."""
    names = _named(options.files)
    several = len(names) > 1 or any(os.path.isdir(name) for name in options.files)
    if several and options.output and os.path.exists(options.output) and not os.path.isdir(options.output):
        raise UsageError(f"{options.output}: of several files -o takes a folder")
    read = [(name, *found) for name, found in zip(names, read_program(names))]
    tools = tools_for(
        options.model is not None,
        options.model or None,
        options.compiler,
        options.no_compiler,
        4,
        options.test,
        options.device,
    )
    try:
        files = [(path, outline) for _, outline, path in read]
        whole = annotate_files(
            files,
            lambda path, model: _suggest_for(path, replace(tools, sharing=model)),
            options.memory,
            options.assumed,
            options.min_iterations,
            not options.no_data_region,
            Compiling(opinions(tools.acceptor, bool(options.compiler))),
        )
    finally:
        if tools.runtime is not None:
            tools.runtime.close()
    device = replace(profile(tools.device, device_compiler()), shares=options.memory == "unified")
    measured = _measured(whole, names, options, device) if options.estimate else None
    told = _checked(whole, names, options) if options.check else None
    if told is not None and told.differs:
        tell(f"check: {told.sentence}; nothing is written", file=sys.stderr)
        return FINDINGS
    outputs = [] if options.plan else _write(whole, read, options.output, several)
    if options.json:
        print(json.dumps(_document(whole, names, outputs, several, device, measured), indent=1))
    elif options.plan:
        print("\n".join(_plan_lines(whole, device, measured)))
    elif not options.output:
        _print_texts(whole, read, several)
    if measured is not None and not options.plan:
        tell(f"estimate: {measured.sentence}", file=sys.stderr)
    if told is not None:
        tell(f"check: {told.sentence}", file=sys.stderr)
    for note in tools.notes:
        tell(f"note: {note}", file=sys.stderr)
    if not options.json:
        has_loops = _has_loops(whole)
        for note in (*whole.left, *whole.notes):
            tell(f"note: {note}", file=sys.stderr)
        for path, annotation in whole.files:
            _tell(path.name, annotation)
            if not annotation.outline.loops and (not has_loops or loop_macros(annotation.outline)):
                tell(f"note: {path.name}: {no_loop(annotation.outline)}", file=sys.stderr)
        for path, line, assumption in whole.plan.assumed:
            tell(f"{path.name}:{line}:   assumed: {assumption}", file=sys.stderr)
        if whole.plan.reason:
            tell(f"note: no data are placed: {whole.plan.reason}", file=sys.stderr)
    return 0


@dataclass(frozen=True)
class Checked:
    """What the emulated device says of the annotated program beside the one that was given."""

    differs: bool
    sentence: str


def _checked(whole: Whole, names: list[str], options: argparse.Namespace) -> Checked:
    """Both programs on the emulated device."""
    try:
        before, after = _both(whole, names, options, watched=True)
    except BuildFailed as error:
        return Checked(True, f"the program does not build: {str(error).splitlines()[0]}")
    moved = sum(row.to_device.bytes + row.to_host.bytes for row in after.directives)
    wrong = [each for each in after.findings if each.severity in ("error", "warning") and each.code != _LEFT_BEHIND]
    if before.exit != after.exit or not same_output(before.stdout, after.stdout):
        return Checked(True, f"the annotated program prints or ends otherwise (exit {after.exit}, was {before.exit})")
    if wrong:
        return Checked(True, f"{wrong[0].code}: {wrong[0].message}")
    kept = any(finding.code == _LEFT_BEHIND for finding in after.findings)
    rest = "what the program never releases stays on the device until it ends" if kept else "no finding"
    return Checked(False, f"prints the same on the emulated device; {moved:,} bytes moved, {rest}")


def _measured(whole: Whole, names: list[str], options: argparse.Namespace, device: Profile) -> Expected:
    """What both programs, run on one core, lead to expect of a device."""
    try:
        before, after = _both(whole, names, options, watched=False)
    except BuildFailed as error:
        raise UsageError(f"the program does not build: {str(error).splitlines()[0]}") from error
    if before.exit is None or after.exit is None:
        raise UsageError("the program does not end: estimate it with arguments that ask for less")
    kernels = tuple(Launched(each.times, each.seconds, adds_up(each.pragma)) for each in after.kernels)
    moved = [each for row in after.directives for each in (row.to_device, row.to_host)]
    transfers, amount = sum(each.transfers for each in moved), sum(each.bytes for each in moved)
    return expected(Counted(before.seconds, kernels, transfers, amount), device)


def _both(whole: Whole, names: list[str], options: argparse.Namespace, watched: bool) -> tuple[Report, Report]:
    """The program as it was given and as it would be written, on the emulated device. Raises :class:`BuildFailed`."""
    folders = dict.fromkeys(os.path.dirname(os.path.realpath(name)) for name in names)
    compile_flags = [*(f"-I{folder}" for folder in folders), *_words(options.cflags)]
    with scratch("annotate") as folder:
        files = []
        for number, (path, annotation) in enumerate(whole.files):
            files.append(Path(folder) / f"{number}_{path.name}")
            files[-1].write_bytes(annotation.text)
        for path, text in whole.plan.headers:
            (Path(folder) / path.name).write_bytes(text)
        try:
            before, after = (
                run_program(
                    given,
                    options.arguments,
                    watched=watched,
                    memory=options.memory,
                    compile_flags=compile_flags,
                    link_flags=["-lm", *_words(options.ldflags)],
                )
                for given in ([Path(name) for name in names], files)
            )
        except (NoCompiler, NotConfined) as error:
            raise MissingTool(str(error)) from error
    return before, after


def _words(texts: list[str]) -> list[str]:
    return [word for text in texts for word in shlex.split(text)]


def _named(given: list[str]) -> list[str]:
    """The sources to annotate; of a folder those of its compilation database, or all."""
    names: list[str] = []
    for name in given:
        if name == "-" or not os.path.isdir(name):
            names.append(name)
            continue
        database = find_database(Path(os.path.realpath(name)) / "x.c")
        found = [path for path in files_under([name], ()) if path.suffix in COMPILED]
        built = [path for path in found if database is not None and os.path.realpath(path) in database.by_file]
        names += [str(path) for path in built or found]
    if not names:
        raise UsageError(f"{', '.join(given)}: there is no C or C++ file in it")
    return list(dict.fromkeys(names))


def _suggest_for(path: Path, tools: Tools) -> Suggest:
    return lambda outline, loop: suggest(outline, loop, path, tools)


def _write(whole: Whole, read: list[tuple[str, Outline, Path]], output: str | None, several: bool) -> list[str]:
    """Where each file went; of several files the headers of the project go with them."""
    if not output:
        return []
    if not several:
        write_whole(output, whole.files[0][1].text)
        for path, text in whole.plan.headers:
            write_whole(Path(output).parent / path.name, text)
        return [output]
    folder = placed_in(Path(output), [(path, outline) for _, outline, path in read])
    for path in folder.left:
        tell(
            f"note: {path.name} is not written: its place would be outside {output}, or another file's", file=sys.stderr
        )
    moved = [each for each in folder.headers if os.path.realpath(each.target) != str(each.path)]
    texts = {each.target: read_file(each.path) for each in moved}
    for path, text in whole.plan.headers:
        texts[Path(os.path.abspath(output)) / Path(os.path.realpath(path)).relative_to(folder.above)] = text
    for placed, (_, annotation) in zip(folder.sources, whole.files):
        texts[placed.target] = annotation.text
    for target, text in texts.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text)
    return [str(Path(output) / os.path.relpath(each.target, os.path.abspath(output))) for each in folder.sources]


def _print_texts(whole: Whole, read: list[tuple[str, Outline, Path]], several: bool) -> None:
    if not several:
        sys.stdout.write(whole.files[0][1].text.decode("utf-8"))
        for path, after in whole.plan.headers:
            sys.stderr.writelines(difference(path.read_bytes(), after, str(path)))
        return
    for (name, outline, _), (_, annotation) in zip(read, whole.files):
        sys.stdout.writelines(difference(outline.source.data, annotation.text, name))
    for path, after in whole.plan.headers:
        sys.stdout.writelines(difference(path.read_bytes(), after, str(path)))


def _tell(name: str, result: Annotation) -> None:
    for choice in result.choices:
        line = result.line_of(choice.loop.span.start)
        if choice.candidate is None:
            tell(f"{name}:{line}: left: {choice.reason}", file=sys.stderr)
            continue
        tell(f"{name}:{line}: {choice.candidate.pragma} ({choice.candidate.evidence})", file=sys.stderr)
        for assumption in choice.candidate.verdict.assumptions:
            tell(f"{name}:{line}:   assumed: {assumption}", file=sys.stderr)

    for region in result.regions:
        tell(f"{name}:{result.line_of(region.start)}: #pragma acc {region.directive}", file=sys.stderr)


def _has_loops(whole: Whole) -> bool:
    return any(annotation.outline.loops for _, annotation in whole.files)


def _plan_lines(whole: Whole, device: Profile, measured: Expected | None) -> Iterator[str]:
    """The plan for a terminal."""
    if not _has_loops(whole):
        yield "There is nothing to plan: no file has a loop."
        return
    for section in sections_of(whole, device, measured):
        yield f"{section.title}:" if section.rows else f"{section.title}."
        yield from (f"  {row}" for row in section.rows)


def _document(
    whole: Whole, names: list[str], outputs: list[str], several: bool, device: Profile, measured: Expected | None
) -> dict[str, object]:
    documents = [
        _file_document(annotation, name, outputs[number] if outputs else None)
        for number, (name, (_, annotation)) in enumerate(zip(names, whole.files))
    ]
    plan = {**_plan_document(whole.plan), "left": list(whole.left), "notes": list(whole.notes)}
    plan["beside_serial"] = [_pace_document(pace) for pace in paces_of(whole, device)]
    plan["contended"] = [
        {"file": str(path), "line": line, "sentence": sentence} for path, line, sentence in contended(whole, device)
    ]
    if measured is not None:
        plan["estimate"] = {
            "seconds": measured.seconds,
            "serial_seconds": measured.serial,
            "sentence": measured.sentence,
        }
    return {"files": documents, "plan": plan} if several else {**documents[0], "plan": plan}


def _pace_document(pace: Pace) -> dict[str, object]:
    step = pace.step
    return {
        "file": str(step.file),
        "line": step.line,
        "faster_from": pace.least,
        "gain": pace.gain,
        "sentence": pace.sentence,
    }


def _plan_document(plan: Plan) -> dict[str, object]:
    return {
        "reason": plan.reason,
        "headers": [{"file": str(path), "text": text.decode("utf-8")} for path, text in plan.headers],
        "objects": [
            {"file": str(p.file), "line": p.line, "name": p.name, "resident": p.resident, "reason": p.reason}
            for p in plan.objects
        ],
        "steps": [
            {
                "file": str(step.file),
                "line": step.line,
                "launches": step.launches,
                "inner": step.inner,
                "bytes_before": step.bytes_before,
                "bytes_after": step.bytes_after,
            }
            for step in plan.steps
        ],
        "assumed": [{"file": str(path), "line": line, "text": text} for path, line, text in plan.assumed],
        "transfers": [
            {"file": str(path), "line": transfer.line, "directive": transfer.text, "loops": transfer.depth}
            for path, transfer in plan.transfers
        ],
    }


def _file_document(result: Annotation, file: str, output: str | None) -> dict[str, object]:
    return {
        "file": file,
        "output": output,
        "loops": [
            {
                "line": result.line_of(choice.loop.span.start),
                "pragma": choice.candidate.pragma if choice.candidate else None,
                "evidence": choice.candidate.evidence if choice.candidate else None,
                "assumptions": list(choice.candidate.verdict.assumptions) if choice.candidate else [],
                "reason": choice.reason,
            }
            for choice in result.choices
        ],
        **({} if output else {"text": result.text.decode("utf-8")}),
    }
