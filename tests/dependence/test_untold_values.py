"""A value of which nothing is told (`template <auto &q>`) may be an object with a conversion and operators of its own, wherever it is used as a
number; in a file whose classes run no code it is a number."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <algorithm>
#include <array>
#include <vector>
static int a[400], b[400];
static void put(int *p, int v) { *p = v; }
static int same(int v) { return v; }
static double q;
"""
COUNTS = "static int made; struct K { int v = 3; operator int() const { return v + made++; } }; static K k;\nstruct W { int v; W(int k) : v(k) {} };\n"
PLAIN = "static int k = 3;\n"
USES = [
    "a[i] = q;",
    "put(&a[i], q);",
    "a[i] = same(q);",
    "int k = q; a[i] = k;",
    "int k{(int)q}; a[i] = k;",
    "int k; k = q; a[i] = k;",
    "a[i] = q + 1;",
    "a[i] += q;",
    "a[i] = -q;",
    "if (q) a[i] = 3;",
    "if (q < 9) a[i] = 3;",
    "a[i] = b[i] > 2 ? q : 3;",
    "a[i] = int(q);",
    "a[i] = static_cast<int>(q);",
    "a[i] = std::max(a[i], (int)q);",
    "a[i] = b[q & 7];",
    "int w[2] = {q, 2}; a[i] = w[0];",
    "std::array<int, 2> w{q, 2}; a[i] = w[0];",
    "std::vector<int> w(2, q); a[i] = w[0];",
    "auto g = [&](int k) { return k; }; a[i] = g(q);",
    "W w(q); a[i] = w.v;",
]


def verdict(head: str, use: str) -> str:
    text = f"{HEAD}{head}template <auto &q> void h(int n) {{ for (int i = 0; i < n; i++) {{ {use} }} }} int f(int n) {{ h<k>(n); return a[3]; }}"
    outline = Outline(parse(text, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("use", USES)
def test_what_nothing_tells_may_run_code(use: str) -> None:
    assert verdict(COUNTS, use) in ("assumed", "unknown")


@pytest.mark.parametrize(
    "use", ["a[i] = q;", "put(&a[i], q);", "a[i] += q;", "int k = q; a[i] = k;", "a[i] = b[i] + q;"]
)
def test_where_no_class_runs_code_it_is_a_number(use: str) -> None:
    assert verdict(PLAIN, use) == "proved"


PLAIN_CLASS = """struct M { int v; };
static int made, a[400];
static int counted(int k) { return made = made * 3 + k; }
static int operator+(M q, int k) { return counted(k); }
static bool operator!(M q) { return counted(q.v); }
static M d[400];
"""
ASKING = {
    "a parameter that is a value": "template <auto K> struct G { int g(int i) { return K + i; } };\n"
    "void f(int n) { for (int i = 0; i < n; i++) { G<M{3}> q; a[i] = q.g(i); } }",
    "one of the class": "template <M K> void g(int n) { for (int i = 0; i < n; i++) a[i] = K + i; } void f(int n) { g<M{3}>(n); }",
    "one of the class, denied": "template <M K> void g(int n) { for (int i = 0; i < n; i++) a[i] = !K; } void f(int n) { g<M{3}>(n); }",
    "elements of a template": "template <class T> void g(T *__restrict p, int n) { for (int i = 0; i < n; i++) a[i] = p[i] + i; } void f(int n) { g(d, n); }",
}


@pytest.mark.parametrize("name", ASKING)
def test_a_class_without_code_may_have_an_operator(name: str) -> None:
    outline = Outline(parse(PLAIN_CLASS + ASKING[name], name="a.cpp"))
    verdict = judge(outline, outline.loops[0])
    told = " ".join(map(str, verdict.assumptions))
    assert verdict.verdict in ("unknown", "refuted") or (verdict.verdict == "assumed" and "operator" in told)
