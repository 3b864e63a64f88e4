"""What iterations make of a variable: one way round and the other, on small numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.remade import BINARY, Constant, Given, Made, Old, worth
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def verdict(body: str, before: str = "") -> tuple[str, str]:
    text = f"int g(int n, const int *a, const int *c, int hi) {{ int t = 0, s = 0; {before} for (int i = 0; i < n; i++) {{ {body} }} return t + s; }}"
    outline = Outline(parse(text, "x.c"))
    found = judge(outline, outline.loops[0])
    return found.verdict, found.reason


@pytest.mark.parametrize("bound", ["4", "hi", "0x4", "4.5f"])
def test_a_bound_that_stays_lets_rounds_change_places(bound: str) -> None:
    assert verdict(f"t = fmin(fmax(t, a[i]), {bound});")[0] == "unknown"


@pytest.mark.parametrize("changes", ["hi++;", "hi = c[i];", "hi -= 2;"])
def test_a_bound_that_the_loop_changes_does_not(changes: str) -> None:
    assert verdict(f"t = fmin(fmax(t, a[i]), hi); {changes}")[0] == "refuted"


@pytest.mark.parametrize("reads", ["s += t;", "s = s > t ? s : t;", "if (t > 3) s = 1;", "s |= t & 1;"])
def test_what_others_read_of_it_shows_the_order(reads: str) -> None:
    assert verdict(f"t = fmin(fmax(t, a[i]), 4); {reads}")[0] == "refuted"


@pytest.mark.parametrize(
    "step",
    [
        "t = 3 * t + a[i];",
        "t = a[i] - t;",
        "t += a[i]; t *= c[i];",
        "t = t > 9 ? a[i] : t + 1;",
        "t = (t << 1) | (a[i] & 1);",
    ],
)
def test_an_order_that_shows_is_told(step: str) -> None:
    found, reason = verdict(step)
    assert found == "refuted"
    assert reason == "iteration i=0 writes t, iteration i=1 reads it"


@pytest.mark.parametrize("step", ["t = 3 * t + 1;", "t = t ^ t >> 1;", "t = t > 9 ? 0 : t + 1;"])
def test_a_recurrence_of_its_own_is_carried(step: str) -> None:
    # Every round is the same one, so that their order cannot show, and yet each needs what the one before it left.
    assert verdict(step)[0] == "refuted"


def test_every_operator_is_worked_out() -> None:
    seven, two = Constant(Fraction(7)), Given("k", is_name=True)
    for sign in sorted(BINARY):
        assert worth(Made(sign, (seven, two)), Fraction(0), {"k": Fraction(2)}) is not None
    for sign in ("/", "%"):
        assert worth(Made(sign, (seven, Old())), Fraction(0), {}) is None
    assert worth(Made("<<", (seven, Constant(Fraction(-1)))), Fraction(0), {}) is None
    assert worth(Made("&", (Constant(Fraction(1, 2)), seven)), Fraction(0), {}) is None
    assert worth(Made("?", (Old(), seven, two)), Fraction(0), {"k": Fraction(2)}) == 2
