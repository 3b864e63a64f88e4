"""What `std::fill`, `std::accumulate` and their like do with the elements between `begin()` and `end()`."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <algorithm>
#include <numeric>
#include <vector>
struct B { double v; B operator+(const B &o) const; };
"""
PARAMETERS = "double *__restrict x, double *__restrict w, B *__restrict o, B *__restrict p, std::vector<double> &v, std::vector<std::vector<double>> &r, int n"
CASES = {
    "w[i] = std::accumulate(x, x + i, 0.0);": "proved",
    "w[i] = std::accumulate(w, w + i, 0.0);": "refuted",
    "w[i] = std::accumulate(v.begin(), v.end(), 0.0);": "proved",
    "v[i] = std::accumulate(v.begin(), v.end(), 0.0);": "refuted",
    "w[i] = std::inner_product(v.begin(), v.end(), x, 0.0);": "proved",
    "x[i] = std::inner_product(v.begin(), v.end(), x, 0.0);": "refuted",
    "w[i] = std::accumulate(x, x + i, 0.0, [&](double s, double k) { w[0] = s; return s + k; });": "unknown",
    "o[i] = std::accumulate(p, p + i, B());": "assumed",  # an operator of the program
    "std::fill(r[i].begin(), r[i].end(), i);": "proved",
    "std::fill(r[0].begin(), r[0].end(), i);": "refuted",
    "std::vector<double> t(20); std::fill(t.begin(), t.end(), 1.0); w[i] = t[3];": "proved",
    "v.push_back(1); std::fill(v.begin(), v.end(), i);": "unknown",
    "v[v.size()] = i;": "refuted",
    "*(v.end() - 1) = i;": "refuted",
}  # fmt: skip


@pytest.mark.parametrize("body", CASES)
def test_ranges_decide(body: str) -> None:
    text = f"{HEAD}void f({PARAMETERS}) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    outline = Outline(parse(text, name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == CASES[body], found.reason
