"""`if (int k = b[i])` declares a variable that both branches see, and nobody else."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "int total; struct C { int v; explicit operator bool() const { total = total * 2 + v; return v > 0; } };"
CASES = {
    "if (int k = b[i]) a[i] = k;": "proved",
    "if (int k = b[i]) a[k] = i;": "assumed",
    "if (int k = b[i]) last = k; a[i] = last;": "unknown",
    "if (int *p = b + i) *p = a[i];": "proved",
    "if (int *p = b + i % 3) *p = a[i];": "unknown",
    "if (static int k = b[i]) a[i] = k;": "unknown",
    "if (C c{b[i]}) a[i] = 1;": "unknown",
    "if (int last = b[i]) a[i] = last; last = a[i]; a[i] += last;": "proved",
    "if (int k = b[i]) a[i] = k; else last = 3; a[i] += last; last = i;": "refuted",
}


@pytest.mark.parametrize("body", CASES)
def test_what_a_condition_declares(body: str) -> None:
    head = f"{HEAD} void f(int *__restrict a, int *__restrict b, int n) {{ int last = 0;"
    outline = Outline(parse(f"{head} for (int i = 0; i < n; i++) {{ {body} }} }}", name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == CASES[body], found.reason
