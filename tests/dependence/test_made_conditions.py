"""Conditions on what an operation made that is not followed: it may be none of the values for which they hold, so that no loop is refuted by them."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# What a variable is before the loop, and conditions that never hold of it.
MADE = {
    "int k = n; k |= 1;": ("k == 0", "!k", "k == 2"),
    "int k = n; k %= 3;": ("k > 2", "k == 3"),
    "int k = n; k ^= n;": ("k", "k == 3"),
    "int k = n; k <<= 1;": ("k & 1", "k == 3"),
    "unsigned k = n; k >>= 24;": ("k > 255", "k == 300"),
    "int k = n; k *= n;": ("k < 0", "k == 2"),
    "int k = abs(n);": ("k < 0", "k == -1"),
    "int k = !n;": ("k == 2", "k > 1"),
    "_Bool k = n; k += 3;": ("k == 0",),
    "int k = ~n;": ("k == n",),
    "int k = 1; for (int t = 0; t < n; t++) k = 3 - k;": ("k == 3", "k == 0"),
    "int k = 1; while (k < n) k *= 2;": ("k == 3", "k == 0"),
    "int k = 0; for (int t = 0; t < n; t++) if (b[t] > 3) k++;": ("k < 0", "k > n && n > 0"),
    "int k = 0; switch (n) { case 1: k = 4; break; case 2: k = 5; }": ("k == 3", "k == 1"),
    "int k = n; goto in; k = 3; in: ;": ("k == 3 && n != 3",),
    "int k = (int)(n * 0.5f) * 2;": ("k % 2 == 1",),
    "unsigned k = n; k = k + 0u - (unsigned)n;": ("k",),
    "int k = n == 4 || n == 5;": ("k == 2",),
}
UNDER = (
    "if ({}) a[0] = i; else a[i] = i;",
    "if ({}) a[i] = a[i + 1];",
    "if (!({})) {{ a[i] = i; continue; }} a[0] = i;",
)


def verdict_of(made: str, body: str) -> str:
    text = f"#include <stdlib.h>\nint a[400], b[400];\nvoid f(int n) {{ {made} for (int i = 0; i < 300; i++) {{ {body} }} }}"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("under", UNDER)
@pytest.mark.parametrize("made", MADE)
def test_what_never_holds_refutes_nothing(made: str, under: str) -> None:
    assert all(verdict_of(made, under.format(condition)) != "refuted" for condition in MADE[made])


@pytest.mark.parametrize("made", MADE)
def test_what_happens_whatever_it_is_does(made: str) -> None:
    assert verdict_of(made, "a[0] = i;") == "refuted"
    assert verdict_of(made, "a[0] = i + k;") == "refuted"


@pytest.mark.parametrize("under", UNDER)
@pytest.mark.parametrize("condition", ["n == 3", "n > 5"])
def test_what_anybody_may_give_is_any_value(condition: str, under: str) -> None:
    assert verdict_of("", under.format(condition)) == "refuted"
