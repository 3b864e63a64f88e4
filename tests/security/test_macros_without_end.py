"""Macros that name macros are read up to a number of them: no file holds the server for longer than a few seconds of work."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

LOOP = (
    "void f(int n, float *a, float *b) {{\n#pragma acc parallel loop\n  for (int i = 0; i < n; i++) a[i] = {};\n"
    "#pragma acc update host(a[0:{}])\n}}\n"
)
NESTED = "D(" * 25 + "i" + ")" * 25
BOMBS = {
    "an argument used twice": "#define D(x) ((x) * (x))\n" + LOOP.format(NESTED, NESTED),
    "an argument used often": f"#define D(x) ({'+'.join(['x'] * 40)})\n"
    + LOOP.format("D(D(D(D(i))))", "D(D(D(D(3))))"),
    "constants": "".join(f"#define M{i} M{i + 1} + M{i + 1}\n" for i in range(60)) + LOOP.format("M0", "M0"),
    "in a circle": "#define A (B + B)\n#define B (A + A)\n" + LOOP.format("A", "B"),
    "wide constants": "".join(f"#define W{i} ({'+'.join([f'W{i + 1}'] * 100)})\n" for i in range(9))
    + LOOP.format("W0", "W0"),
}


@pytest.mark.parametrize("command", ["check", "analyze"])
@pytest.mark.parametrize("bomb", BOMBS)
def test_it_comes_to_an_end(tmp_path: Path, bomb: str, command: str) -> None:
    path = tmp_path / "a.c"
    path.write_text(BOMBS[bomb])

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (15, 16))  # work, not time

    done = subprocess.run(
        [sys.executable, "-m", "loopwright", command, str(path)], capture_output=True, text=True, preexec_fn=limited
    )
    assert done.returncode in (0, 1), (done.returncode, done.stderr[-500:])
