"""Loops in the body of a lambda: somebody calls it as often and as late as they like, with what they like."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.candidates import why_not

INDEPENDENT = {
    "containers around it": "auto g = [&](int k) { LOOP v[i] = w[i] + k; }; g(1); g(2);",
    "a sum around it": "int s = 0; auto g = [&] { LOOP s += v[i]; }; g(); return s;",
    "handed on": "each(n, [&](int k) { LOOP v[i] = w[i] + k; });",
    "a copy of a number": "auto g = [&v, n](int k) { LOOP v[i] = k; }; g(1);",
    "an array of its own": "auto g = [&] { int t[4]; LOOP { t[0] = w[i]; v[i] = t[0]; } }; g();",
    "where it would return before": "auto g = [&](int d) { if (d != 0) return; LOOP v[i + d] = v[i] + 1; }; g(0);",
}
PERHAPS = {
    "an address that it gets": "auto g = [&](int *p) { LOOP v[i + 1] = p[i]; }; g(v.data());",
    "an array that it gets": "int t[64]; auto g = [&](int *p) { LOOP t[i + 1] = p[i]; }; g(t); return t[1];",
    "a container that it gets": "auto g = [&](std::vector<int> &p) { LOOP v[i + 1] = p[i]; }; g(v);",
    "a number that it gets": "auto g = [&](int k) { LOOP v[i + k] = v[i]; }; g(1);",
    "a number that is set later": "int k = 0; auto g = [&] { LOOP v[i + k] = v[i]; }; k = 1; g();",
    "a number that a function sets": "int k = 0; auto g = [&] { LOOP v[i + k] = v[i]; }; set(k); g();",
    "a number that a reference sets": "int k = 0; auto g = [&] { LOOP v[i + k] = v[i]; }; int &r = k; r = 1; g();",
    "a number that another lambda sets": "int k = 0; auto g = [&] { LOOP v[i + k] = v[i]; }; auto h = [&] { k = 1; }; h(); g();",
    "a number under a condition": "int k = 0; std::function<void()> g; if (k == 0) { g = [&] { LOOP v[i + k] = v[i]; }; } k = 1; g();",
    "a copy of an address": "int *p = v.data(); auto g = [p, n](int k) { LOOP p[i] = k; }; g(1);",
    "an address that is set later": "int *p = v.data(), *q = w.data(); auto g = [&] { LOOP p[i + 1] = q[i]; }; q = p; g();",
    "an address that a reference sets": (
        "int *p = v.data(), *q = w.data(), *&r = q; auto g = [&] { LOOP p[i + 1] = q[i]; }; r = p; g();"
    ),
    "an iterator that is set later": "auto p = w.begin(); auto g = [&] { LOOP v[i + 1] = p[i]; }; p = v.begin(); g();",
    "containers that are exchanged": "int *p = v.data(); auto g = [&] { LOOP w[i + 1] = p[i]; }; v.swap(w); g();",
    "the variable of a loop around it": "for (int k = 0; k < 2; k++) { auto g = [&] { LOOP v[i + k] = v[i]; }; g(); }",
    "a variable of its name": "int k = 0; auto g = [&](int k) { LOOP v[i + k] = v[i]; }; g(1);",
    "a function that is given later": "std::function<void()> h; auto g = [&] { LOOP { v[i] = n; h(); } }; h = [&] { n--; }; g();",
    "a variable that others read": "int t = 0; auto h = [&] { return t; }; auto g = [&] { LOOP { t = w[i]; v[i] = t; } }; g(); return h();",
}
CARRIED = {
    "a container around it": "auto g = [&] { LOOP v[i + 1] = v[i]; }; g();",
    "handed on": "each(n, [&](int k) { LOOP v[i + 1] = v[i] + k; });",
}
UNREAD = {
    "a copy of a container": "auto &r = v; auto g = [v, &r, n] { LOOP r[i + 1] = v[i]; }; g();",
    "a copy that it changes": "int k = 0; auto g = [&v, k, n]() mutable { LOOP v[i + k] = v[i]; k++; }; g(); g();",
    "a copy with a name of its own": "auto g = [&, r = v] { LOOP v[i + 1] = r[i]; }; g();",
    "what nobody names": "auto g = [&](auto &p) { LOOP v[i + 1] = p[i]; }; g(v);",
    "another lambda around it": "auto g = [&] { auto h = [&] { LOOP v[i] = w[i]; }; h(); }; g();",
}
_TEXT = """#include <functional>
#include <vector>
void set(int &k);
template <class F> void each(int n, F f) {{ for (int k = 0; k < n; k++) f(k); }}
int f(int n, int m) {{ std::vector<int> v(64, 1), w(64, 2); {code} return 0; }}
"""


def _outline(code: str) -> tuple[Outline, int]:
    text = _TEXT.format(code=code.replace("LOOP", "for (int i = 0; i < n; i++)"))
    return Outline(parse(text, name="a.cpp")), text.index("for (int i")


def _verdict(code: str) -> str:
    outline, start = _outline(code)
    loop = outline.loop_starting_at(start)
    assert loop is not None
    return judge(outline, loop).verdict


@pytest.mark.parametrize("case", INDEPENDENT)
def test_what_it_does_is_seen(case: str) -> None:
    assert _verdict(INDEPENDENT[case]) == "proved"


@pytest.mark.parametrize("case", PERHAPS)
def test_what_may_be_another_when_it_is_called_is_an_assumption(case: str) -> None:
    assert _verdict(PERHAPS[case]) in ("assumed", "unknown")


@pytest.mark.parametrize("case", CARRIED)
def test_what_it_carries_is_named(case: str) -> None:
    assert _verdict(CARRIED[case]) == "refuted"


@pytest.mark.parametrize("case", UNREAD)
def test_what_is_not_understood_is_not_read(case: str) -> None:
    assert _verdict(UNREAD[case]) == "unknown"


def test_callers_of_the_function_say_nothing_of_what_a_lambda_gets() -> None:
    text = (
        "static void f(int *p, int *q, int n) { auto g = [](int *p, int *q, int n) { for (int i = 0; i < n; i++) p[i + 1] = q[i]; }; g(p, p, n); }"
        " int a[20], b[20]; int main() { f(a, b, 10); }"
    )
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict == "assumed"


def test_a_loop_in_a_lambda_is_left_to_its_author() -> None:
    outline, start = _outline(INDEPENDENT["containers around it"])
    loop = outline.loop_starting_at(start)
    assert loop is not None
    assert "lambda" in (why_not(outline, loop) or "")
