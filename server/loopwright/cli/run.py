"""`loopwright run`"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import stat
import sys
from pathlib import Path

from loopwright.check.report import sarif_document
from loopwright.check.rule import Rule
from loopwright.cli.main import FINDINGS, MissingTool, UsageError
from loopwright.cli.reading import tell
from loopwright.device.builder import build_flags, find_gcc
from loopwright.device.documents import finding_document, report_document
from loopwright.device.findings import kinds
from loopwright.device.page import page_text
from loopwright.device.report import Report
from loopwright.device.run import BuildFailed, Limits, NoCompiler, NotConfined, run_program
from loopwright.device.table import report_lines, summary
from loopwright.source.writing import write_whole


def run(options: argparse.Namespace) -> int:
    """Run the program; its output and status are passed on, the report goes to standard error unless it is a document."""
    try:
        if options.flags:
            return _print_flags(options)
        if not options.files:
            raise UsageError(
                "name the files of the program, or one program that was built with `loopwright run --flags`"
            )
        report = run_program(
            [Path(name) for name in options.files],
            options.arguments,
            watched=not options.no_hooks,
            stdin=_input(),
            memory=options.memory,
            compiler=options.compiler,
            compile_flags=[word for text in options.cflags for word in shlex.split(text)],
            link_flags=[word for text in options.ldflags for word in shlex.split(text)],
            limits=Limits(seconds=options.timeout),
        )
    except (NoCompiler, NotConfined) as error:
        raise MissingTool(str(error)) from error
    except BuildFailed as error:
        for line in str(error).splitlines():
            tell(line, file=sys.stderr)
        raise UsageError("the program does not build") from error
    except ValueError as error:
        raise UsageError(str(error)) from error
    if options.html:
        write_whole(options.html, page_text(report, _name).encode())
    format_ = "json" if options.json else options.format
    if format_ == "json":
        print(json.dumps(report_document(report, _name), indent=1))
    elif format_ == "sarif":
        documents = [finding_document(finding, _name) for finding in report.findings]
        print(json.dumps(sarif_document(documents, Path.cwd(), _rules()), indent=1))
    else:
        _tell(report)
    return _status(report)


def _input() -> bytes:
    """What is redirected or piped into us; a terminal is not waited for."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return b""
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        return b""
    with open(0, "rb", closefd=False) as file:
        return file.read()


def _status(report: Report) -> int:
    """The program's own status where it has one to tell, else whether there are findings."""
    if report.exit is None:
        return 124
    if report.exit:
        return report.exit if report.exit > 0 else 128 - report.exit
    return FINDINGS if any(finding.severity in ("error", "warning") for finding in report.findings) else 0


def _tell(report: Report) -> None:
    sys.stdout.write(report.stdout)
    sys.stdout.flush()
    sys.stderr.write(report.stderr)
    for line in report_lines(report, _name):
        tell(line, file=sys.stderr)
    print(f"loopwright run: {summary(report)}", file=sys.stderr)


def _print_flags(options: argparse.Namespace) -> int:
    flags = build_flags(find_gcc(options.compiler), not options.no_hooks)
    if options.json or options.format == "json":
        print(json.dumps({"compile": list(flags.compile), "link": list(flags.link)}, indent=1))
    else:
        print(f"CFLAGS   += {shlex.join(flags.compile)}")
        print(f"CXXFLAGS += {shlex.join(flags.compile)}")
        print(f"LDLIBS   += {shlex.join(flags.link)}")
    return 0


def _name(path: Path) -> str:
    """A file below the current folder by its path from there, others in full."""
    try:
        return os.path.relpath(path) if path.resolve().is_relative_to(Path.cwd()) else str(path)
    except (OSError, ValueError):
        return str(path)


def _rules() -> dict[str, Rule]:
    return {k.code: Rule(k.code, k.title, k.severity, k.section, k.why) for k in kinds()}
