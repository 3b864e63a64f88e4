"""`loopwright check`"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from loopwright.check.config import Config, ConfigError, find_config, ignored_config
from loopwright.check.files import files_under
from loopwright.check.fixes import safe_edits
from loopwright.check.frontends import merge
from loopwright.check.report import finding_document, sarif_document, text_lines
from loopwright.check.run import CheckOptions, check
from loopwright.check.unseen import not_seen
from loopwright.cli.reading import path_of, read_raw
from loopwright.openacc.findings import Finding
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span, decode
from loopwright.source.writing import write_whole
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import find_compilers
from loopwright.toolchain.flags import flags_for, headers_for, paths_and_macros
from loopwright.toolchain.workers import worker_pool

_SEVERITIES = ("error", "warning", "information", "hint")
_FEW = 8  # files that are not worth starting processes for


@dataclass(frozen=True)
class Job:
    """One file and how to check it."""

    name: str
    config: Config
    least: str
    compiler: str | None
    fix: bool
    named: bool = True


@dataclass(frozen=True)
class Checked:
    """Documents of one file's findings, and why a file that was named could not be read."""

    documents: list[dict[str, Any]]
    unread: str = ""


def run(options: argparse.Namespace) -> int:
    """Check everything named; 1 if there are findings that count."""
    from loopwright.cli.main import FINDINGS, USAGE, MissingTool

    config = _overridden(_config_above(Path.cwd() if options.paths == ["-"] else _folder(options.paths[0])), options)
    if options.compiler is not None:
        found = find_compilers(None if options.compiler == "auto" else options.compiler)
        if found.front_end is None:
            raise MissingTool("no compiler that knows OpenACC was found")
    names = ["-"] if options.paths == ["-"] else [str(p) for p in files_under(options.paths, config.exclude)]
    given = frozenset(options.paths)
    jobs = [Job(n, config, options.severity, options.compiler, options.fix, n in given) for n in names]
    format_ = "json" if options.json else options.format
    documents: list[dict[str, Any]] = []
    results = _run_all(jobs, options.jobs)
    unread = [checked.unread for checked in results if checked.unread]
    for checked in results:
        documents += checked.documents
    if format_ == "json":
        print(json.dumps({"diagnostics": documents}, indent=1))
    elif format_ == "sarif":
        print(json.dumps(sarif_document(documents, Path.cwd()), indent=1))
    else:
        for document in documents:
            print(text_lines(document))
        if len(unread) < len(names):
            _summary(documents, len(names) - len(unread))
    for sentence in unread:
        print(f"loopwright check: {sentence}", file=sys.stderr)
    counted = [d for d in documents if d["severity"] in ("error", "warning")]
    return USAGE if unread else FINDINGS if counted else 0


def _config_above(folder: Path) -> Config:
    from loopwright.cli.main import UsageError

    try:
        config = find_config(folder)
    except ConfigError as error:
        raise UsageError(str(error)) from error
    ignored = ignored_config(folder)
    if ignored is not None:
        print(f"loopwright check: {ignored} is not read: others than you may put files there.", file=sys.stderr)
    return config


def _folder(name: str) -> Path:
    path = Path(os.path.realpath(name))
    return path if path.is_dir() else path.parent


def _overridden(config: Config, options: argparse.Namespace) -> Config:
    from dataclasses import replace

    if options.openacc:
        config = replace(config, version=options.openacc)
    if options.portable_to:
        config = replace(config, portability=tuple(options.portable_to))
    if options.ignore:
        config = replace(
            config, ignore=config.ignore | frozenset(code for text in options.ignore for code in text.split(","))
        )
    return config


def _run_all(jobs: list[Job], processes: int) -> list[Checked]:
    console = Console(stderr=True)
    if len(jobs) < _FEW or processes == 1:
        return [check_file(job) for job in jobs]
    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    results = []
    with (
        Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress,
        worker_pool(processes or None) as pool,
    ):
        task = progress.add_task("", total=len(jobs))
        for result in pool.map(check_file, jobs, chunksize=4):
            results.append(result)
            progress.advance(task)
    return results


def check_file(job: Job) -> Checked:
    """What is wrong with one file. One that cannot be read ends no run over many."""
    try:
        raw = read_raw(job.name)
    except OSError as error:
        reason = error.strerror or str(error)
        if job.named:
            return Checked([], f"{job.name}: {reason}")
        finding = not_seen(Span(0, 0), reason)
        hidden = _hidden(finding, job)
        return Checked([] if hidden else [finding_document(parse(""), job.name, finding)])
    return Checked(_documents(job, raw))


def _hidden(finding: Finding, job: Job) -> bool:
    is_least = _SEVERITIES.index(finding.severity) <= _SEVERITIES.index(job.least)
    return finding.code in job.config.ignore or not is_least


def _documents(job: Job, raw: bytes) -> list[dict[str, Any]]:
    path = path_of(job.name)
    outline = Outline(parse(decode(raw), name=path.name), headers_for(path))
    includes, defines = paths_and_macros(flags_for(path))
    options = CheckOptions(
        job.config.version,
        job.config.portability,
        job.config.ignore,
        path,
        (*job.config.include_path, *includes),
        defines,
    )
    findings = check(outline, options)
    if job.fix and job.name != "-":
        outline, findings = _fixed(outline, findings, options, Path(job.name), raw)
    if job.compiler is not None:
        findings = _with_compiler(outline, findings, path, job.compiler)
    least = _SEVERITIES.index(job.least)
    kept = [finding for finding in findings if _SEVERITIES.index(finding.severity) <= least]
    return [finding_document(outline.source, job.name, finding) for finding in kept]


def _fixed(
    outline: Outline, findings: tuple[Finding, ...], options: CheckOptions, path: Path, raw: bytes
) -> tuple[Outline, tuple[Finding, ...]]:
    """The file with every safe fix made, and what is left. A file in another encoding than UTF-8 is left alone."""
    if raw != outline.source.data:
        return outline, findings
    edits = safe_edits(findings)
    if not edits:
        return outline, findings
    data = apply_edits(outline.source.data, edits)
    write_whole(path, data)
    outline = Outline(parse(data, name=path.name), headers_for(path))
    return outline, check(outline, options)


def _with_compiler(outline: Outline, findings: tuple[Finding, ...], path: Path, compiler: str) -> tuple[Finding, ...]:
    found = find_compilers(None if compiler == "auto" else compiler)
    best = found.front_end if compiler == "auto" else found.best
    if best is None or outline.source.language == "cuda" or not any(p.sentinel == "acc" for p in outline.pragmas):
        return findings
    answer = Acceptor(best).errors(outline.source.data, outline.source.language, flags_for(path))
    if isinstance(answer, str):
        print(f"loopwright check: {path.name}: {answer}", file=sys.stderr)
        return findings
    return merge(outline, findings, answer, best)


def _summary(documents: list[dict[str, Any]], files: int) -> None:
    counts = {severity: sum(d["severity"] == severity for d in documents) for severity in _SEVERITIES}
    told = ", ".join(f"{count} {severity}{'s' if count != 1 and severity != 'information' else ''}" for severity, count in counts.items() if count)  # fmt: skip
    print(f"{files} file{'s' if files != 1 else ''} checked: {told or 'nothing found'}", file=sys.stderr)
