"""An object that is assigned as a whole and read by its parts keeps what the iteration before left in it."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <array>
#include <complex>
struct P { double a, b; };
double f(const double *__restrict x, double *__restrict y, int n) {
  P t{}; std::array<double, 2> w{}; std::complex<double> z = 0;
"""
KEPT = {
    "a struct": "y[k] = t.a; t = {x[k], 1};",
    "a struct that is made": "y[k] = x[k] - t.b; t = P{x[k], 1};",
    "on a condition": "if (x[k] > 0) t = P{x[k], 1}; y[k] = t.a;",
    "in a loop that may not run": "for (int j = 0; j < k; j++) t = {x[j], 1}; y[k] = t.a;",
    "an array of the library": "y[k] = w[0]; w = {x[k], 1};",
    "a sum that is read": "z += x[k]; y[k] = z.real();",
    "a part is summed up, the whole is read": "t.a += x[k]; P u = t; y[k] = u.a;",
    "a part is set on a condition": "if (x[k] > 0) t.a = x[k]; P u = t; y[k] = u.a;",
    "a part is set, the other is kept": "t.a = x[k]; y[k] = t.b; t = {1, x[k]};",
}
NEW = {
    "a struct": "t = {x[k], 1}; y[k] = t.a;",
    "a struct and a part": "t = {x[k], 1}; t.b = 2; y[k] = t.a + t.b;",
    "in both branches": "if (x[k] > 0) t = {x[k], 1}; else t = {0, 0}; y[k] = t.b;",
    "an array of the library": "w = {x[k], 1}; y[k] = w[1];",
    "nobody reads it": "t = {x[k], 1}; y[k] = 1;",
}


def verdict(body: str, after: str = "0"):
    outline = Outline(parse(f"{HEAD} for (int k = 0; k < n; k++) {{ {body} }} return {after}; }}", name="a.cpp"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("name", KEPT)
def test_what_it_keeps_is_carried(name: str) -> None:
    assert verdict(KEPT[name]).verdict in ("refuted", "unknown")


@pytest.mark.parametrize("name", NEW)
def test_what_each_iteration_assigns_first_is_not(name: str) -> None:
    assert verdict(NEW[name]).verdict == "proved"


@pytest.mark.parametrize(
    ("body", "after"), [("t = {x[k], 1}; y[k] = 2;", "t.a"), ("w = {x[k], 1}; y[k] = w[0];", "w[1]")]
)
def test_its_parts_may_be_read_behind_the_loop(body: str, after: str) -> None:
    assert verdict(body, after).verdict in ("refuted", "unknown")


def test_a_sum_may_be_read_by_its_parts_behind_the_loop() -> None:
    found = verdict("z += x[k];", "z.real()")
    assert found.verdict == "proved"
    assert [r.operator for r in found.reductions] == ["+"]
