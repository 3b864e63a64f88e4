"""Files checked one by one, in processes where there are many."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from loopwright.check.baseline import Seen, loops_seen
from loopwright.check.config import Config
from loopwright.check.edits import safe_edits
from loopwright.check.frontends import merge
from loopwright.check.report import finding_document
from loopwright.check.run import CheckOptions, check
from loopwright.check.unseen import not_seen
from loopwright.cli.reading import path_of, read_raw, tell
from loopwright.openacc.findings import Finding
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import Span, decode
from loopwright.source.writing import write_whole
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import find_compilers
from loopwright.toolchain.flags import flags_for, headers_for, paths_and_macros, units_for
from loopwright.toolchain.workers import worker_pool

SEVERITIES = ("error", "warning", "information", "hint")
_FEW = 8  # files that are not worth starting processes for


@dataclass(frozen=True)
class Job:
    """One file and how to check it; ``evidence``: judge all of its loops too; ``within``: the folder it was found under, out of which
    no link may lead what is fixed, empty for a file that was named."""

    name: str
    config: Config
    least: str
    compiler: str | None
    fix: bool
    named: bool = True
    evidence: bool = False
    within: str = ""


@dataclass(frozen=True)
class Checked:
    """Documents of one file's findings, its loops where they were judged, and why a file that was named could not be read or one that
    was to be fixed not be written."""

    documents: list[dict[str, Any]]
    unread: str = ""
    loops: list[Seen] = field(default_factory=list)


def check_files(jobs: list[Job], processes: int) -> list[Checked]:
    """Every job, in order; ``processes`` 0 is one a core."""
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
        return Checked([] if hidden else [finding_document(Outline(parse("")), job.name, finding)])
    try:
        documents, outline, unwritten = _documents(job, raw)
    except RecursionError:  # nested in a way that no limit knows: it ends neither the run nor in silence
        return Checked([], f"{job.name}: it is nested too deeply and was not looked at")
    return Checked(documents, unwritten, loops=loops_seen(outline, job.name) if job.evidence else [])


def _hidden(finding: Finding, job: Job) -> bool:
    is_least = SEVERITIES.index(finding.severity) <= SEVERITIES.index(job.least)
    return finding.code in job.config.ignore or not is_least


def _documents(job: Job, raw: bytes) -> tuple[list[dict[str, Any]], Outline, str]:
    """(findings as documents, what they are about, why it was not fixed)"""
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
        units=units_for(path),
    )
    findings, unwritten = check(outline, options), ""
    if job.fix and job.name != "-":
        try:
            outline, findings = _fixed(outline, findings, options, job, raw)
        except OSError as error:
            unwritten = f"{job.name}: {error.strerror or error}"
    if job.compiler is not None:
        findings = _with_compiler(outline, findings, path, job.compiler)
    least = SEVERITIES.index(job.least)
    kept = [finding for finding in findings if SEVERITIES.index(finding.severity) <= least]
    return [finding_document(outline, job.name, finding) for finding in kept], outline, unwritten


def _fixed(
    outline: Outline, findings: tuple[Finding, ...], options: CheckOptions, job: Job, raw: bytes
) -> tuple[Outline, tuple[Finding, ...]]:
    """The file with every safe fix made, and what is left. A file in another encoding than UTF-8 is left alone. Raises :class:`OSError`
    where it cannot be written."""
    if raw != outline.source.data:
        return outline, findings
    edits = safe_edits(findings)
    if not edits:
        return outline, findings
    data = apply_edits(outline.source.data, edits)
    path = Path(job.name)
    write_whole(path, data, within=job.within or None)
    outline = Outline(parse(data, name=path.name), headers_for(path))
    return outline, check(outline, options)


def _with_compiler(outline: Outline, findings: tuple[Finding, ...], path: Path, compiler: str) -> tuple[Finding, ...]:
    found = find_compilers(None if compiler == "auto" else compiler)
    best = found.front_end if compiler == "auto" else found.best
    if best is None or outline.source.language == "cuda" or not any(p.sentinel == "acc" for p in outline.pragmas):
        return findings
    answer = Acceptor(best).errors(outline.source.data, outline.source.language, flags_for(path))
    if isinstance(answer, str):
        tell(f"loopwright check: {path.name}: {answer}", file=sys.stderr)
        return findings
    return merge(outline, findings, answer, best)
