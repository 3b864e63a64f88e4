"""Sizes that lie in memory: one value as long as nothing stores to it, and no longer. Random loops are run in both orders."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

COUNT = swept("SIZE_LOOPS", always=50, whole=250)
FIRST = int(os.environ.get("SIZE_SEED", "9000"))

HEAD = """#include <stdio.h>
#include <string.h>
#include <math.h>
struct S { int w; double *v; };
int g, h; static int k; int idx[64]; int *q; struct S s;
double x[8000], y[8000];
static void touch(void) { g = h; }
static double quiet(double a) { return a * 2; }
"""
MAIN = """
int main(void) {
    static double first[16000];
    for (int at = 0; at < 4; at++) for (int a = 0; a < 5; a++) for (int b = 0; b < 5; b++) {
        for (int way = 0; way < 2; way++) {
            g = a; h = b; k = 3; s.w = a; s.v = x; q = at == 0 ? &g : at == 1 ? &h : at == 2 ? &s.w : &idx[9];
            for (int e = 0; e < 64; e++) idx[e] = (e * 7 + a) % 5;
            for (int e = 0; e < 8000; e++) { x[e] = e % 97; y[e] = e % 89; }
            if (way) backward(4); else forward(4);
            if (!way) { memcpy(first, x, sizeof x); memcpy(first + 8000, y, sizeof y); }
        }
        if (memcmp(first, x, sizeof x) || memcmp(first + 8000, y, sizeof y)) { printf("at=%d g=%d h=%d\\n", at, a, b); return 0; }
    }
    puts("same"); return 0;
}
"""


class Maker:
    """A loop over ``i`` whose subscripts and bounds are sizes in memory, with stores before it, in it and around it."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def _one(self, *texts: str) -> str:
        return self._random.choice(texts)

    def _size(self) -> str:
        return self._one("g", "h", "k", "m", "n", "s.w", "idx[2]", "*q", "(g + 1)", "(h + 2)", "2")

    def _store(self) -> str:
        return self._one(
            "*q = 2;",
            "g = 3;",
            "touch();",
            "idx[2] = 1;",
            "s.w = 2;",
            "x[1] = 2;",
            "q[0] += 1;",
            "h = m;",
            "s.v[3] = 1;",
            "",
        )

    def _element(self, inner: bool) -> str:
        column = "j" if inner else "0"
        row = self._size()
        return self._one(
            f"x[i * {row} + {column}]",
            f"x[(i + {self._size()}) * {row} + {column}]",
            f"x[{self._size()} * {self._size()} + i * {row} + {column}]",
            f"x[i + {self._size()}]",
            f"x[i * (g + 2) + {column} + {self._size()}]",
            f"y[i * {row} + {column}]",
            "x[i]",
        )

    def program(self) -> str:
        inner = self._random.random() < 0.7
        body = f"{self._element(inner)} = {self._one('1', 'i', self._element(inner), 'quiet(' + self._element(inner) + ')')};"
        if self._random.random() < 0.4:
            body += f" {self._element(inner)} = {self._one('2', 'fabs(' + self._element(inner) + ')')};"
        if inner:
            body = f"for (int j = 0; j < {self._size()}; j++) {{ {body} }}"
        if self._random.random() < 0.2:
            body = f"{self._store()} {body}" if self._random.random() < 0.5 else f"{body} {self._store()}"
        top = self._size()
        loop = f"for (int i = 0; i < {top}; i++) {{ {body} }}"
        before, between = self._store(), self._store()
        if self._random.random() < 0.4:
            again = self._store()
            loop = f"for (int t = 0; t < 2; t++) {{ {between} {loop} {again} }}"
        return f"int m = {self._one('g', 'h', 's.w', '*q', 'idx[2]')}; {before} {loop}"


def backwards(text: str) -> str:
    """The same with the loop over `i` in the other order."""
    return re.sub(r"for \(int i = 0; i < (.*?); i\+\+\)", r"for (int last = \1, i = last - 1; i >= 0; i--)", text)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_what_is_proved_runs_in_any_order(tmp_path: Path) -> None:
    """The order of iterations changes nothing where they share nothing."""
    proved = 0
    for seed in range(FIRST, FIRST + COUNT):
        body = Maker(seed).program()
        text = f"{HEAD}void forward(int n) {{ {body} }}\n"
        outline = Outline(parse(text, name="a.c"))
        loop = next(loop for loop in outline.loops if loop.header.variable == "i")
        if judge(outline, loop).verdict != "proved":
            continue
        proved += 1
        whole = f"{text}void backward(int n) {{ {backwards(body)} }}\n{MAIN}"
        (tmp_path / "a.c").write_text(whole, "utf-8")
        command = ["gcc", "-w", "-O0", "-o", str(tmp_path / "a"), str(tmp_path / "a.c"), "-lm"]
        subprocess.run(command, check=True, capture_output=True, text=True)
        done = subprocess.run([str(tmp_path / "a")], capture_output=True, text=True)
        assert done.stdout.strip() == "same", f"seed {seed}: {done.stdout}{done.stderr}\n{body}"
    assert proved >= COUNT // 20


HEAD_OF = "int g, h; int *q; double *x; void f(double *restrict y, int n) { "
PROVED = (
    "for (int i = 0; i < h; i++) for (int j = 0; j < g; j++) y[i * g + j] = 1;",
    "for (int i = 0; i < h; i++) for (int j = 0; j < g + 1; j++) { y[i * (g + 1) + j] = 1; y[(h + 1) * (g + 1) + i * (g + 1) + j] = 1; }",
    "for (int i = 0; i < 4; i++) for (int j = 0; j < h; j++) for (int l = 0; l < g; l++) y[(i * h + j) * g + l] = 0;",
)
NOT_PROVED = (
    "int m = g; *q = 7; for (int i = 0; i < m; i++) y[i] = y[g + i];",
    "for (int i = 0; i < h; i++) { for (int j = 0; j < g; j++) y[i * g + j] = 1; *q = i; }",
    "int m = g; for (int t = 0; t < 2; t++) { for (int i = 0; i < m; i++) y[i] = y[g + i]; q[0] = 3; }",
)


@pytest.mark.parametrize("body", PROVED)
def test_a_size_that_nothing_stores_to_is_one_value(body: str) -> None:
    outline = Outline(parse(f"{HEAD_OF}{body} }}", name="a.c"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == "proved", found.reason


@pytest.mark.parametrize("body", NOT_PROVED)
def test_a_size_that_a_pointer_may_change_is_not(body: str) -> None:
    outline = Outline(parse(f"{HEAD_OF}{body} }}", name="a.c"))
    loop = next(loop for loop in outline.loops if loop.header.variable == "i")
    assert judge(outline, loop).verdict != "proved"
