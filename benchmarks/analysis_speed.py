"""Time of the dependence analysis: a loop, a file of 10,000 lines beside clang, a keystroke in it, and the table of the
labelled suite.

    python benchmarks/analysis_speed.py [--lines N]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ziglang
from loopwright.dependence.decide import judge as judging
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, parse
from loopwright.source.text import Span
from timing import median_ms

ROOT = Path(__file__).parents[1]
SUITE = ROOT / "tests" / "dependence" / "suite"
KERNELS = ROOT / "benchmarks" / "kernels"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000)
    options = parser.parse_args()
    per_loop()
    whole_file(options.lines)
    table()


def fresh() -> None:
    """Forget verdicts; programs go with their outline."""
    judging._verdicts.clear()


def per_loop() -> None:
    """Milliseconds a loop, the reading of its function shared by its loops."""
    times = []
    for path in [*sorted(SUITE.glob("*.c*")), *sorted(KERNELS.glob("*.c"))]:
        outline = Outline(parse(path.read_text("utf-8"), name=path.name))
        loops = outline.loops
        fresh()
        for loop in loops:
            started = time.perf_counter()
            judge(outline, loop)
            times.append((time.perf_counter() - started) * 1000)
    times.sort()
    print(
        f"{len(times)} loops: median {statistics.median(times):.2f} ms, mean {statistics.mean(times):.2f} ms, "
        f"p99 {times[int(len(times) * 0.99)]:.1f} ms, most {times[-1]:.1f} ms"
    )


def whole_file(lines: int) -> None:
    """All loops of a long file against clang's syntax check of it, then one keystroke."""
    part = "\n".join(
        line
        for path in sorted(KERNELS.glob("*.c"))
        for line in path.read_text("utf-8").split("\n")
        if not line.startswith("#include")
    )
    parts, count = [], 0
    while count < lines:
        number = len(parts)
        functions = part
        for name in (
            "main",
            "relax",
            "diffuse",
            "multiply",
            "atax",
            "step",
            "draw",
            "normal",
            "price",
            "count",
            "variance",
            "blur",
            "propagate",
            "decompose",
            "iterate",
        ):
            functions = functions.replace(f" {name}(", f" {name}_{number}(")
        parts.append(functions)
        count += functions.count("\n") + 1
    defines = [line for line in "\n".join(parts[:1]).split("\n") if line.startswith("#define")]
    body = "\n".join(line for line in "\n".join(parts).split("\n") if not line.startswith("#define"))
    statics = dict.fromkeys(line for line in body.split("\n") if line.startswith("static") and line.endswith(";"))
    body = "\n".join(line for line in body.split("\n") if line not in statics)
    text = "\n".join(["#include <stdio.h>", *defines, *statics, body])
    source = parse(text, name="long.c")
    outline = Outline(source)
    loops = outline.loops
    clang = clang_ms(text)
    fresh()
    started = time.perf_counter()
    for loop in loops:
        judge(outline, loop)
    cold = (time.perf_counter() - started) * 1000
    again = median_ms(lambda: judge_all(parse(text, name="long.c")), 3)
    place = text.encode().index(b"sum += ", len(text) // 2) + 3

    def keystroke() -> None:
        judge_all(source.edited([Change(Span(place, place), b" ")]))
        for key in [k for k in judging._verdicts if b"sum  +=" in repr(k).encode()]:
            del judging._verdicts[key]

    key = median_ms(keystroke, 5)
    print(
        f"{text.count(chr(10))} lines, {len(loops)} loops: {cold:.0f} ms ({cold / len(loops):.2f} ms a loop), clang {clang:.0f} ms, ratio {cold / clang:.1f}; "
        f"again {again:.0f} ms; after a keystroke, parse included {key:.0f} ms ({key / clang:.2f} x clang)"
    )


def judge_all(source) -> None:  # type: ignore[no-untyped-def]
    """Every loop of a file."""
    outline = Outline(source)
    for loop in outline.loops:
        judge(outline, loop)


def clang_ms(text: str) -> float:
    """`clang -fsyntax-only` of the same text, its start included."""
    folder = Path(ziglang.__file__).parent
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "long.c"
        path.write_text(text, "utf-8")
        command = [
            str(folder / "zig"),
            "clang",
            "-fsyntax-only",
            "-w",
            "-ferror-limit=0",
            "-isystem",
            str(folder / "lib" / "include"),
            str(path),
        ]
        return median_ms(lambda: subprocess.run(command, capture_output=True, check=False), 5)


def table() -> None:
    """The confusion table of the labelled suite, by file."""
    sys.path.insert(0, str(ROOT / "tests" / "dependence"))
    import test_suite

    print("| shape | label | proved | assumed | refuted | unknown |\n| --- | --- | --- | --- | --- | --- |")
    for file, counted in test_suite.table().items():
        for label in ("parallel", "assumed", "serial", "unclear"):
            row = [counted[label, verdict] for verdict in ("proved", "assumed", "refuted", "unknown")]
            if any(row):
                print(f"| {file} | {label} | {' | '.join(map(str, row))} |")


if __name__ == "__main__":
    main()
