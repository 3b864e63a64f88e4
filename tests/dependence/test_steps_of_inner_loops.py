"""How far the variable of an inner loop advances is read in every iteration of the loop around it."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# What is behind `int t = 1; for (int i = 1; i < n; i++)`.
BODIES = {
    "int s = 0; for (int z = 0; z < 9; z += D[i - 1]) s++; D[i] = s;": "unknown",
    "int s = 0; for (int z = 9; z > 0; z -= D[i - 1]) s++; D[i] = s;": "unknown",
    "int s = 0; for (int z = 0; z < 9; z = z + (D[i - 1])) s++; D[i] = s;": "unknown",
    "int s = 0, z; for (z = 0; z < 9; z += 1 + D[i - 1]) { if (E[z]) continue; s = z; } D[i] = s;": "unknown",
    "int s = 0; for (int z = 0; z < 9; z += t) s++; D[i] = s; t = E[i];": "unknown",
    "int s = 0; for (int z = 0; z < 9; z += D[i]) s++; D[i] = s;": "proved",
    "int s = 0; for (int z = 0; z < 9; z += E[i - 1]) s++; D[i] = s;": "proved",
    "int s = 0, u = E[i]; for (int z = 0; z < 9; z += u) s++; D[i] = s;": "proved",
    "int s = 0; for (int z = 0; z < 9; z = z + t) s++; D[i] = s;": "proved",
    "int s = 0; for (int z = 9; z > 0; z -= 2) s++; D[i] = s;": "proved",
}


@pytest.mark.parametrize("body", BODIES)
def test_a_step_is_read(body: str) -> None:
    header = "int t = 1; for (int i = 1; i < n; i++)"
    text = f"void f(int n, int *restrict D, const int *restrict E) {{ {header} {{ {body} }} }}"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == BODIES[body]


def test_a_step_is_read_behind_the_loop() -> None:
    loops = "for (int i = 1; i < n; i++) { t = E[i]; D[i] = t; } for (int k = 0; k < 1; k++) for (int z = 0; z < 9; z += t) D[z] = 0;"
    text = f"void f(int n, int *restrict D, const int *restrict E) {{ int t = 1; {loops} }}"
    outline = Outline(parse(text, name="a.c"))
    verdict = judge(outline, outline.loops[0])
    assert verdict.verdict == "refuted"
    assert "write t" in verdict.reason
