"""Drawn programs whose rows are cut from one block: what is `proved` does the same when its iterations run backwards."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

COUNT = swept("CUT_ROWS", always=60, whole=600)
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
static int **make(int n, int m) {{
  int **a = malloc((n + 2) * sizeof(int *));
  {cut}
  return a;
}}
static void go(int **a, int **b, int n, int m, int k) {{ for ({header}) for (int j = {low}; j < {high}; j++) {body} }}
int main(int argc, char **argv) {{
  int n = atoi(argv[1]), m = atoi(argv[2]), k = atoi(argv[3]);
  int **a = make(n, {length}), **b = make(n, {length});
  for (int i = 0; i < n * m; i++) {{ a[0][i] = i * 7 % 11; b[0][i] = i % 5; }}
  {between}
  go(a, {other}, n, {passed}, k);
  {last}
  long sum = 0;
  for (int i = 0; i < n * m; i++) sum = sum * 31 + a[0][i] * 3 + b[0][i];
  printf("%ld", sum);
  return 0;
}}
"""
BLOCK = "int *block = calloc((n + 4) * (m + 8) * 4, sizeof(int)); block += 64; "
FORWARDS, BACKWARDS = "int i = 0; i < n; i++", "int i = n - 1; i >= 0; i--"


def drawn(number: int) -> str:
    """A program; `{header}` stands for the loop that is asked about."""
    dice = random.Random(number)
    step = dice.choice(("m", "m", "m", "m", "(m + 1)", "(m - 1)", "2 * m", "3"))
    cut = dice.choice(
        (
            f"a[0] = block; for (int i = 1; i < n; i++) a[i] = a[0] + i * {step};",
            f"a[0] = block; for (int i = 1; i < n; i++) a[i] = a[i - 1] + {step};",
            f"for (int i = 0; i < n; i++) a[i] = block + i * {step};",
            f"for (int i = 0; i < n; i++) a[i] = &block[i * {step} + 3];",
            f"a[0] = block; for (int i = 1; i < n; i++) a[i] = block + i * {step};",
        )
    )
    body = dice.choice(
        (
            "a[i][j] = i + j;",
            "a[i][j] += b[i][j];",
            "a[i][j] = b[i][j + 1];",
            "a[i][j] = a[i][j + 1] + 1;",
            "a[i][j + k] = i;",
            "{ a[i][j] = i; b[i][j] = a[i][j]; }",
            "a[i][m - 1 - j] = a[i][j] + i;",
            "{ a[i][0] += j; a[i][m - 1] = i; }",
        )
    )
    return PROGRAM.format(
        cut=BLOCK + cut,
        header="{header}",
        low=dice.choice(("0", "0", "0", "1", "-1")),
        high=dice.choice(("m", "m", "m", "m - 1", "m + 1", "k")),
        body=body,
        length=dice.choice(("m", "m", "m", "m + 1", "m - 1", "k")),
        between=dice.choice(("", "", "", "", "a[1] = a[0] + 1;", "m--;", "b[1] = a[1];", "int **c = a; c[1] = c[0];")),
        other=dice.choice(("b", "b", "b", "a")),
        passed=dice.choice(("m", "m", "m", "m", "m - 1", "m + 1", "k")),
        last=dice.choice(("", "", "go(a, b, n, m, k);", "go(b, a, n - 1, m, 1);", "go(a + 1, b, n - 1, m, k);")),
    )


def verdict(text: str) -> str:
    outline = Outline(parse(text.replace("{header}", FORWARDS), name="a.c"), None, lambda: ())
    (first, *_) = [loop for loop in outline.loops if loop.function is not None and loop.function.name == "go"]
    return judge(outline, first).verdict


def test_what_is_proved_runs_in_either_order(tmp_path: Path) -> None:
    proved = [text for number in range(COUNT) if verdict(text := drawn(number)) == "proved"]
    assert len(proved) >= COUNT // 20
    for text in proved:
        said = []
        for header in (FORWARDS, BACKWARDS):
            (tmp_path / "a.c").write_text(text.replace("{header}", header), "utf-8")
            subprocess.run(["gcc", "-w", "-O0", "-o", str(tmp_path / "a"), str(tmp_path / "a.c")], check=True)
            runs = [[str(tmp_path / "a"), *sizes] for sizes in (("4", "5", "2"), ("7", "3", "3"), ("5", "6", "9"))]
            said.append([subprocess.run(run, capture_output=True, check=False).stdout for run in runs])
        assert said[0] == said[1], text


@pytest.mark.parametrize("number", range(3))
def test_a_number_is_a_program(number: int) -> None:
    assert drawn(number) == drawn(number)
