"""`loopwright check`"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from loopwright.check.baseline import (
    LOST,
    Baseline,
    BaselineError,
    Seen,
    lost_evidence,
    new_findings,
    read_baseline,
    write_baseline,
)
from loopwright.check.config import CONFIGURATIONS, Config, ConfigError, find_config, ignored_config
from loopwright.check.files import files_under
from loopwright.check.report import sarif_document
from loopwright.check.text import finding_text
from loopwright.cli.checking import SEVERITIES, Job, check_files
from loopwright.cli.console import console
from loopwright.cli.reading import tell
from loopwright.cli.watch import watch
from loopwright.toolchain.compilers import find_compilers
from loopwright.toolchain.database import folders_above


@dataclass(frozen=True)
class Outcome:
    """All that was found in the files of one run. ``known`` findings stand in the baseline and are not among the documents."""

    files: int
    documents: list[dict[str, Any]]
    unread: list[str]
    known: int = 0

    @property
    def status(self) -> int:
        """The exit code."""
        from loopwright.cli.main import DONE, FINDINGS, USAGE

        counted = any(d["severity"] in ("error", "warning") for d in self.documents)
        return USAGE if self.unread else FINDINGS if counted else DONE


def run(options: argparse.Namespace) -> int:
    """Check everything named; 1 if there are findings that count."""
    from loopwright.cli.main import MissingTool

    _refuse_what_does_not_go_together(options)
    if options.compiler is not None:
        found = find_compilers(None if options.compiler == "auto" else options.compiler)
        if found.front_end is None:
            raise MissingTool("no compiler that knows OpenACC was found")
    if options.watch:
        return _watch(options)
    outcome = _check_all(options)
    _print(outcome, options)
    return outcome.status


def _refuse_what_does_not_go_together(options: argparse.Namespace) -> None:
    from loopwright.cli.main import UsageError

    if options.watch and (options.paths == ["-"] or options.json or options.format in ("json", "sarif")):
        raise UsageError("--watch is for people: it goes with files and folders, and with text")
    if options.update_baseline and not options.baseline:
        raise UsageError("--update-baseline needs --baseline FILE, which it writes")


def _check_all(options: argparse.Namespace) -> Outcome:
    config = _overridden(_config_above(_first_folder(options)), options)
    names = ["-"] if options.paths == ["-"] else [str(p) for p in files_under(options.paths, config.exclude)]
    given = frozenset(options.paths)
    evidence = options.baseline is not None
    jobs = [
        Job(n, config, options.severity, options.compiler, options.fix, n in given, evidence, _found_under(n, given))
        for n in names
    ]
    results = check_files(jobs, options.jobs)
    unread = [checked.unread for checked in results if checked.unread]
    documents = [document for checked in results for document in checked.documents]
    found = Outcome(len(names) - len(unread), documents, unread)
    if not options.baseline:
        return found
    return _beside_baseline(found, names, [seen for checked in results for seen in checked.loops], options)


def _found_under(name: str, given: frozenset[str]) -> str:
    """The folder that was named and that a file was found under, empty for a file that was named itself."""
    return "" if name in given else next((place for place in given if Path(name).is_relative_to(place)), "")


def _beside_baseline(found: Outcome, names: list[str], loops: list[Seen], options: argparse.Namespace) -> Outcome:
    """What is not in the baseline; nothing, once it was written."""
    from loopwright.cli.main import UsageError

    path = Path(options.baseline)
    try:
        before = read_baseline(path)
    except BaselineError as error:
        raise UsageError(str(error)) from error
    except FileNotFoundError:
        if not options.update_baseline:
            raise UsageError(f"{path}: there is no baseline yet; --update-baseline writes one") from None
        before = Baseline(path.resolve().parent)
    if options.update_baseline:
        if not found.unread:
            write_baseline(path, before, names, found.documents, loops)
        return replace(found, documents=[], known=len(found.documents))
    new = new_findings(before, found.documents)
    return replace(found, documents=[*new, *lost_evidence(before, loops)], known=len(found.documents) - len(new))


def _watch(options: argparse.Namespace) -> int:
    """Check, and again whenever a file that was checked, or a configuration, changes."""
    from loopwright.cli.main import UsageError

    terminal = console(options.color)

    def files() -> list[Path]:
        folder = _first_folder(options)
        configurations = [above / name for above in folders_above(folder / "any.c") for name in CONFIGURATIONS]
        return [*files_under(options.paths), *configurations]

    def act(different: list[Path]) -> None:
        if terminal.is_terminal:
            terminal.clear()
        elif different:
            tell(f"changed: {', '.join(map(str, different))}")
        try:
            outcome = _check_all(options)
        except UsageError as error:  # a configuration that is being written
            tell(f"loopwright check: {error}", file=sys.stderr)
            return
        _print(outcome, options)
        sys.stdout.flush()
        print("watching; Ctrl+C ends this", file=sys.stderr, flush=True)

    with contextlib.suppress(KeyboardInterrupt):
        watch(files, act)
    return 0


def _print(outcome: Outcome, options: argparse.Namespace) -> None:
    format_ = "json" if options.json else options.format
    if format_ == "json":
        print(json.dumps({"diagnostics": outcome.documents}, indent=1))
    elif format_ == "sarif":
        print(json.dumps(sarif_document(outcome.documents, Path.cwd(), {LOST.code: LOST}), indent=1))
    else:
        out = console(options.color)
        for document in outcome.documents:
            out.print(finding_text(document, excerpt=format_ == "text"))
        if outcome.files:
            _summary(outcome, options)
    for sentence in outcome.unread:
        tell(f"loopwright check: {sentence}", file=sys.stderr)


def _first_folder(options: argparse.Namespace) -> Path:
    return Path.cwd() if options.paths == ["-"] else _folder(options.paths[0])


def _config_above(folder: Path) -> Config:
    from loopwright.cli.main import UsageError

    try:
        config = find_config(folder)
    except ConfigError as error:
        raise UsageError(str(error)) from error
    ignored = ignored_config(folder)
    if ignored is not None:
        tell(f"loopwright check: {ignored} is not read: others than you may put files there.", file=sys.stderr)
    return config


def _folder(name: str) -> Path:
    path = Path(os.path.realpath(name))
    return path if path.is_dir() else path.parent


def _overridden(config: Config, options: argparse.Namespace) -> Config:
    if options.openacc:
        config = replace(config, version=options.openacc)
    if options.portable_to:
        config = replace(config, portability=tuple(options.portable_to))
    if options.ignore:
        config = replace(
            config, ignore=config.ignore | frozenset(code for text in options.ignore for code in text.split(","))
        )
    return config


def _summary(outcome: Outcome, options: argparse.Namespace) -> None:
    counts = {severity: sum(d["severity"] == severity for d in outcome.documents) for severity in SEVERITIES}
    told = ", ".join(_counted(count, severity) for severity, count in counts.items() if count)
    if options.update_baseline:
        told = f"{_counted(outcome.known, 'finding')} written to {options.baseline}"
    elif options.baseline:
        told = f"{told or 'nothing new'}, {outcome.known} known"
    print(f"{_counted(outcome.files, 'file')} checked: {told or 'nothing found'}", file=sys.stderr)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 or what == 'information' else 's'}"
