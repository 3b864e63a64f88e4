"""What classes are written with: objects that are called through what leads to them, `auto` of what an operator gives, names for members."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <vector>
struct V { double x{}, y{}; friend V operator-(const V &a, const V &b) { return {a.x - b.x, a.y - b.y}; }
  friend V operator*(double s, V v) { v.x *= s; v.y *= s; return v; } V operator-() const { return {-x, -y}; } double n() const { return x * x + y; } };
template <class T> struct W { T x{}; W operator+(const W &o) const { return {x + o.x}; } };
struct Lazy { const V &a, &b; double n() const { return a.x - b.x; } }; Lazy operator/(const V &a, const V &b) { return {a, b}; }
struct Any { explicit Any(int n) : v(n) {} std::vector<double> v; };
struct P { V p, q; int k; }; struct R { double &v; int k; };
struct G { int w; std::vector<double> d; double &operator()(int i) { return d[i]; } double operator()(int i) const { return d[i]; } double sum(int n);
"""
CASES = {
    "for (int i = 1; i < n; i++) { const auto d = v[i] - v[0]; o[i] = d.n(); }": "proved",
    "for (int i = 1; i < n; i++) { auto d = 2.0 * (v[i] - v[i - 1]); o[i] = d.n(); }": "proved",
    "for (int i = 1; i < n; i++) { auto d = -v[i]; o[i] = d.n(); }": "proved",
    "for (int i = 1; i < n; i++) { auto d = v[i] - v[i - 1]; v[i].x = d.n(); }": "refuted",
    "for (int i = 1; i < n; i++) { auto d = w[i] + w[i]; w[i].x = d.x; }": "proved",
    "for (int i = 1; i < n; i++) { auto d = w[i] + w[i - 1]; w[i].x = d.x; }": "refuted",
    "for (int i = 1; i < n; i++) { auto d = v[i] / v[i - 1]; v[i].x = d.n(); }": "refuted",
    "for (auto &[a, b, k] : p) a.x = b.n() + k;": "proved",
    "for (auto &[a, b, k] : p) a.x = p[0].p.y;": "proved",
    "for (auto &[a, b, k] : p) a.x = p[0].p.x;": "refuted",
    "for (const auto &[a, b, k] : p) o[0] = k;": "refuted",
    "int s = 0; for (const auto &[a, b, k] : p) s += k; o[0] = s;": "proved",
    "for (auto [x, y] : v) x = y;": "proved",
    "for (auto &[x, y] : v) x = y;": "proved",
    "for (auto &[y, x] : v) { x = 1; o[0] = y; }": "refuted",
    "for (auto &[x, k] : r) x = k;": "unknown",
    "for (int i = 1; i < n; i++) { auto &[a, b, k] = p[i]; a.x = p[i - 1].q.x; }": "proved",
    "for (int i = 1; i < n; i++) { auto &[a, b, k] = p[i]; a.x = p[i - 1].p.x; }": "refuted",
    "for (int i = 1; i < n; i++) g[0](i) = g[1](i - 1);": "proved",
    "for (int i = 1; i < n; i++) g[0](i) = g[0](i - 1);": "refuted",
}  # fmt: skip
METHODS = {
    "for (int i = 1; i < n; i++) (*this)(i) = i;": "proved",
    "for (int i = 1; i < n; i++) (*this)(i) += (*this)(i);": "proved",
    "for (int i = 1; i < n; i++) (*this)(i) = (*this)(i - 1);": "refuted",
    "for (int i = 1; i < n; i++) (*this)(i) = w++;": "refuted",
}
PARAMETERS = "int n, std::vector<V> &v, std::vector<W<double>> &w, std::vector<P> &p, std::vector<R> &r, std::vector<double> &o, G *g"


@pytest.mark.parametrize("body", CASES)
def test_forms_of_classes_decide(body: str) -> None:
    assert _verdict(f"}};\nvoid f({PARAMETERS}) {{ {body} }}") == CASES[body]


@pytest.mark.parametrize("body", METHODS)
def test_an_object_that_calls_itself_decides(body: str) -> None:
    assert _verdict(f"void f(int n) {{ {body} }} }};") == METHODS[body]


def _verdict(text: str) -> str:
    outline = Outline(parse(HEAD + text, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict
