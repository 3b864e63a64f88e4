"""Time of our rules on a file of 10,000 lines with OpenACC, whole and after a keystroke, beside clang on the same file.

python benchmarks/check_speed.py [--lines N]
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import ziglang
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import Change, Source, parse
from loopwright.source.text import Span
from timing import median_ms

FUNCTION = """
static double smooth_N(int rows, int columns, double *restrict in, double *restrict out, double weight) {
  double change = 0;
  if (rows < 3 || columns < 3) return 0;
#pragma acc data copyin(in[0:rows * columns]) copyout(out[0:rows * columns])
  {
#pragma acc parallel loop collapse(2) reduction(max:change) present(in, out)
    for (int r = 1; r < rows - 1; r++) {
      for (int c = 1; c < columns - 1; c++) {
        double mean = (in[(r - 1) * columns + c] + in[(r + 1) * columns + c]) / 2;
        out[r * columns + c] = (1 - weight) * in[r * columns + c] + weight * mean;
        change = fmax(change, fabs(out[r * columns + c] - in[r * columns + c]));
      }
    }
  }
  return change;
}

/* A step without a device. */
static void shift_N(int n, double *values, double by) {
  for (int i = 0; i < n; i++) {
    values[i] += by;
  }
  for (int i = 0; i < n; i++) {
    if (values[i] < 0) {
      values[i] = 0;
    }
  }
}
"""


def long_file(lines: int) -> bytes:
    """Functions like those of a solver, a directive every fifteen lines."""
    pieces = ["#include <math.h>\n#include <stdio.h>\n"]
    for number in range(lines // FUNCTION.count("\n")):
        pieces.append(FUNCTION.replace("_N", f"_{number}"))
    return "".join(pieces).encode()


def keystrokes(source: Source, before: bytes, letter: bytes) -> float:
    """Median of edit, parse and check while a blank or ``letter`` is typed before a text in the middle of the file."""
    at = source.data.index(before, len(source.data) // 2)
    typed = iter(range(1, 1000))

    def stroke() -> None:
        nonlocal source
        number = next(typed)
        source = source.edited([Change(Span(at, at), letter if number % 2 else b" ")], number)
        check(Outline(source))

    return median_ms(stroke, 30)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000)
    data = long_file(parser.parse_args().lines)
    root = Path(ziglang.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.c"
        path.write_bytes(data)
        command = [
            str(root / "zig"),
            "clang",
            "-fopenacc",
            "-fsyntax-only",
            "-w",
            "-isystem",
            str(root / "lib" / "include"),
            str(path),
        ]
        subprocess.run(command, check=True)
        clang = median_ms(lambda: subprocess.run(command, check=True), 7)
    started = time.perf_counter()
    found = check(Outline(parse(data, name="long.c")))
    cold = (time.perf_counter() - started) * 1000
    warm = median_ms(lambda: check(Outline(parse(data, name="long.c"))), 7)
    source = parse(data, name="long.c")
    check(Outline(source))
    statement, directive = keystrokes(source, b"values[i] += by", b"q"), keystrokes(source, b"collapse(2)", b"x")
    print(f"{data.count(b'#pragma')} directives in {data.count(bytes([10]))} lines, {len(found)} findings")
    print(f"clang                     {clang:8.1f} ms")
    print(f"whole file, first time    {cold:8.1f} ms   {cold / clang:.3f}")
    print(f"whole file, again         {warm:8.1f} ms   {warm / clang:.3f}")
    print(f"keystroke in a statement  {statement:8.1f} ms   {statement / clang:.3f}")
    print(f"keystroke in a directive  {directive:8.1f} ms   {directive / clang:.3f}")


if __name__ == "__main__":
    main()
