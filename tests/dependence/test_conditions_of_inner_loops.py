"""Inside of a loop around it a loop such as `for (i = b; i < b + 4 && i < n; i++)` runs where its condition holds."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# What is behind `for (int t = 0; t < n; t++)`.
BODIES = {
    "for (int i = 4 * t; i < 4 * t + 4 && i < n; i++) p[i] = t;": "proved",
    "for (int i = 4 * t; i < n && i < 4 * t + 4; i++) p[i] += t;": "proved",
    "for (int i = 4 * t; i < 4 * t + 5 && i < n; i++) p[i] = t;": "unknown",
    "for (int i = 4 * t; i < 4 * t + 4 || i < n; i++) p[i] = t;": "unknown",
    "for (int i = 4 * t; i < 4 * t + 4 && r[0][i]; i++) p[i] = t;": "proved",
    "for (int i = 4 * t + 3; i >= 4 * t && i < n; i--) p[i] = t;": "proved",
    "for (int i = 4 * t + 3; i >= 4 * t && i < n; i--) { p[i] = t; if (p[i]) i--; }": "unknown",
    "for (int i = 4 * t; i++ < 4 * t + 4 && i < n; i++) p[i] = t;": "unknown",
    "for (unsigned i = 4 * t; i < 4 * t + 4 && i < 100; i++) p[i] = t;": "unknown",
    "for (int i = 4 * t; i < 4 * t + 4 && i < n; i++) { n--; p[i] = t; }": "unknown",
    "int k = 4 * t + 4; for (int i = 4 * t; i < k && i < 99; i++) { k++; p[i] = t; }": "unknown",
    "for (int i = 0; i + 1 < 20; i++) r[t][i + 1] = r[t][i];": "proved",
    "for (int i = 0; i + 1 < 20; i++) r[i][0] = r[t][i];": "unknown",
    "for (int i = 2 * t; i - 2 < 2 * t; i++) p[i] = t;": "proved",
}


@pytest.mark.parametrize("body", BODIES)
def test_conditions_decide(body: str) -> None:
    text = f"int r[20][20]; void f(int n, int *restrict p) {{ for (int t = 0; t < n; t++) {{ {body} }} }}"
    outline = Outline(parse(text, name="a.c"))
    around, inner = (judge(outline, loop) for loop in outline.loops)
    assert around.verdict == BODIES[body], around.reason
    assert inner.verdict == "unknown", "OpenACC takes no such header"


def test_its_variable_is_not_followed_behind_it() -> None:
    text = "void f(int n, int *restrict p) { int i; for (int t = 0; t < n; t++) { for (i = t; i < t + 1 && i < n; i++) p[i] = t; } p[0] = i; }"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == "unknown"
