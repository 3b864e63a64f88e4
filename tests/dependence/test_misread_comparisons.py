"""Comparisons that a grammar takes for uses of a template mean the same as with parentheses around what they begin with."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# `{}` is the name behind which the grammar sees a template.
FORMS = [
    "({} < n && k >= 0)",
    "(({} < n && k >= 2) || k == 1)",
    "{} < n && k > (m)",
    "{} < n && k > -m",
    "{} < n && k > +m",
    "{} < n >> 1",
    "({} < n >> m) == k",
    "({} < n && m >= 3 ? 1 : 0)",
    "(k == 2 || ({} < n && m < k && k >= 0))",
    "!({} < n && k >= m)",
    "(k == 1 && {} < n && m >= 0)",
    "(k >= 0 && {} < n && m >= 0 && m < n)",
    "(m == 3 || k == 1 && {} < n && m > (k))",
    # What it reads, writes and calls counts.
    "({} < n && k >= (int)a[i - 1])",
    "({} < n && b[k] >= (int)a[i + 1])",
    "{} < n && k > (b[i] = k)",
    "({} < n && k >= c++)",
    "({} < n && c >= (c = i))",
    "{} < n && k > (next())",
    "({} < n && m >= count(c))",
    "(c < n && m >= 3) && {} < m",
]
HEAD = "int state; int next() { return state++; } int count(int &x) { return ++x; } template <int N> int made(int x) { return state += x; }\n"
BODIES = ["if ({}) a[i] = 1;", "bool ok = {}; a[i] = ok;", "a[i] = {} ? 2 : k;"]


def _judged(body: str) -> tuple[object, ...]:
    code = f"{HEAD}void f(double *__restrict a, int *__restrict b, int n, int k, int m) {{ int c = 0; for (int i = 1; i < n; i++) {{ {body} }} }}"
    outline = Outline(parse(code, name="a.cpp"))
    found = judge(outline, outline.loops[0])
    return found.verdict, [(each.array, each.kind, each.distance) for each in found.dependences]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["i", "k"])
def test_a_comparison_means_the_same_with_parentheses(form: str, name: str) -> None:
    for body in BODIES:
        assert _judged(body.format(form.format(name))) == _judged(body.format(form.format(f"({name})"))), body


def test_forms_that_do_nothing_else_are_proved() -> None:
    assert {_judged(BODIES[0].format(form.format("i")))[0] for form in FORMS[:13]} == {"proved"}


@pytest.mark.parametrize("call", ["made<2>(m)", "k + made<2>(m)", "made<2>(m) > (k)"])
def test_a_template_is_one(call: str) -> None:
    assert _judged(f"a[i] = {call};")[0] != "proved"
