"""`loopwright doctor`"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from rich.console import Console

from loopwright.cli.main import MissingTool
from loopwright.suggest.doctor import report, report_text
from loopwright.toolchain.compilers import find_cpp_compiler
from loopwright.translate.machine import NotMeasured, machine, measure, measured


def run(options: argparse.Namespace) -> int:
    """Print what was found, after measuring the machine where that is asked for."""
    if options.measure:
        compiler = find_cpp_compiler()
        if compiler is None:
            raise MissingTool("a C++ compiler is needed to measure this machine, and none was found")
        try:
            with Console(stderr=True).status("measuring", spinner="dots"):
                measure(compiler)
        except NotMeasured as reason:
            raise MissingTool(str(reason)) from reason
    if options.json:
        print(json.dumps({**report(), "machine": _machine_document()}, indent=1))
    else:
        print(report_text())
        print(_machine_line())
    return 0


def _machine_document() -> dict[str, object]:
    """What a translation takes this machine for; ``worth`` and ``least_columns`` are what follows."""
    found = machine()
    return {
        "measured": measured() is not None,
        **asdict(found),
        "worth": found.worth,
        "least_columns": found.least_columns,
    }


def _machine_line() -> str:
    found = machine()
    told = (
        f"threads share a launch from {found.worth:,} simple operations on ({found.wake:.0f} ns to wake a team, "
        f"{found.operation:.3g} ns an operation), rows of {found.least_columns} columns are loops"
    )
    how = "measured" if measured() is not None else "not measured (`loopwright doctor --measure` does)"
    return f"machine   {told}; {how}"
