"""What an update before a loop leaves in a variable is worked out: a condition that it rules out shows no conflict."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def verdict_of(before: str, condition: str, subscript: str = "i - 1") -> str:
    loop = f"for (int i = 9; i < n; i++) {{ if ({condition}) a[i] = b[i]; else a[i] = a[{subscript}]; }}"
    outline = Outline(parse(f"int a[400], b[400]; void f(int n, int k) {{ {before} {loop} }}", name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(
    ("before", "condition"),
    [
        ("", "k * k >= 0"),
        ("k &= 7;", "k < 8"),
        ("k = k & 7;", "k < 8"),
    ],
)
def test_what_cannot_be_refutes_nothing(before: str, condition: str) -> None:
    assert verdict_of(before, condition) != "refuted"


@pytest.mark.parametrize(
    ("before", "condition"), [("k &= 7;", "k < 8"), ("k *= 2;", "k != 1"), ("k = k & 1;", "k <= 1")]
)
def test_what_is_told_is_proved(before: str, condition: str) -> None:
    assert verdict_of(before, condition) == "proved"


@pytest.mark.parametrize(("before", "condition"), [("k &= 7;", "k < 7"), ("k *= 2;", "k != 4"), ("", "k > 3")])
def test_what_can_be_is_refuted(before: str, condition: str) -> None:
    assert verdict_of(before, condition) == "refuted"


def test_a_distance_is_what_the_update_makes_it() -> None:
    for update in ("d *= 2;", "d = d * 3;", "d *= 2; d *= 2;"):
        text = f"int a[400]; void f(int n) {{ int d = 1; {update} for (int i = 9; i < n; i++) a[i] = a[i - d] + 1; }}"
        outline = Outline(parse(text, name="a.c"))
        assert judge(outline, outline.loops[0]).verdict == "refuted"
