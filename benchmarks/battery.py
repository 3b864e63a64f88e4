"""The batteries of tests/openacc/battery: what gcc, clang and we report of mistakes, and refuse of what is valid."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "openacc"))
from battery_cases import battery
from judges import clang_command
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

WARNINGS = ["-Wall", "-Wno-unused"]


def says(command: list[str], text: str) -> tuple[bool, bool]:
    """(an error, a warning about a pragma) for one program on standard input."""
    run = subprocess.run([*command, "-x", "c", "-"], input=text, capture_output=True, text=True, check=False)
    lines = run.stderr.splitlines()
    warned = any("warning:" in line and ("acc" in line.lower() or "pragma" in line) for line in lines)
    return run.returncode != 0, warned


def main() -> None:
    """Print the counts."""
    gcc = ["gcc", "-fopenacc", "-foffload=disable", "-S", "-o", "/dev/null", *WARNINGS]
    clang = [word for word in clang_command() if word != "-w"] + WARNINGS
    for name in ("mistakes", "valid"):
        counts = dict.fromkeys(("gcc", "clang", "one of them", "we"), 0)
        cases = battery(name)
        for case in cases:
            # Of a mistake a warning is a report, of a valid directive only an error is a refusal.
            by_gcc, by_clang = (
                error or (warning and name == "mistakes")
                for error, warning in (says(gcc, case.text), says(clang, case.text))
            )
            found = check(Outline(parse(case.text, name="x.c")))
            by_us = bool(found) if name == "mistakes" else any(finding.severity == "error" for finding in found)
            for who, reports in (
                ("gcc", by_gcc),
                ("clang", by_clang),
                ("one of them", by_gcc or by_clang),
                ("we", by_us),
            ):
                counts[who] += reports
        print(f"{name}: {len(cases)}, reported by", counts)


if __name__ == "__main__":
    main()
