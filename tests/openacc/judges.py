"""Who says what of many small programs: clang on one file of them, our rules on each."""

from __future__ import annotations

import bisect
import re
import subprocess
import tempfile
from pathlib import Path

from generator import PRELUDE, Case
from loopwright.check.run import check
from loopwright.openacc.findings import Finding
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

_MESSAGE = re.compile(r"[^:\n]+:(\d+):(\d+): (?:fatal )?error: (.*)")
_BATCH = 250


def clang_command() -> list[str]:
    """The clang of the `ziglang` wheel."""
    import ziglang

    root = Path(ziglang.__file__).parent
    return [
        str(root / "zig"),
        "clang",
        "-fopenacc",
        "-fsyntax-only",
        "-ferror-limit=0",
        "-w",
        "-fno-color-diagnostics",
        "-fno-caret-diagnostics",
        "-isystem",
        str(root / "lib" / "include"),
    ]


def clang_errors(cases: list[Case]) -> list[list[str]]:
    """Messages of errors for each case."""
    found: list[list[str]] = []
    for start in range(0, len(cases), _BATCH):
        found += _clang_batch(cases[start : start + _BATCH])
    return found


def _clang_batch(cases: list[Case]) -> list[list[str]]:
    text, starts = PRELUDE, []
    for case in cases:
        starts.append(text.count("\n") + 1)
        text += case.text
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.c"
        path.write_text(text, "utf-8")
        run = subprocess.run([*clang_command(), str(path)], capture_output=True, text=True, timeout=300, check=False)
    messages: list[list[str]] = [[] for _ in cases]
    for match in _MESSAGE.finditer(run.stderr):
        index = bisect.bisect_right(starts, int(match[1])) - 1
        if index >= 0:
            messages[index].append(match[3])
    return messages


def our_findings(case: Case) -> list[Finding]:
    """What our rules say of one case."""
    return list(check(Outline(parse(PRELUDE + case.text, name="case.c"))))


def our_errors(case: Case) -> list[Finding]:
    """What our rules call illegal."""
    return [finding for finding in our_findings(case) if finding.severity == "error"]
