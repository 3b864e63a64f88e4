"""Smart pointers, objects whose `operator[]` gives an address, and lambdas that copy what they use: what is one memory, and what is not."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <vector>
#include <memory>
double all[100]; struct Keep { void operator()(double *) {} };
struct M { int n; std::vector<double> v; double *operator[](int i) { return &v[i * n]; } const double *operator[](int i) const { return &v[i * n]; } };
struct P { int n; double *v; double *operator[](int i) { return v + i * n; } };
struct C { int n, used; std::vector<double> v; double *operator[](int i) { used++; return &v[i * n]; } };
struct D { int n; std::vector<double> v; double *operator[](int i) { return &v[i * n]; } const double *operator[](int i) const { return &v[0]; } };
"""
TWO = "std::unique_ptr<double[]> u(new double[n]), w(new double[n]);"
CASES = {
    f"{TWO} for (int i = 1; i < n; i++) w[i] = u[i - 1];": "proved",
    f"{TWO} for (int i = 1; i < n; i++) u[i] = u[i - 1];": "refuted",
    "auto u = std::make_unique<double[]>(n); auto w = std::make_unique<double[]>(n); for (int i = 1; i < n; i++) w[i] = u[i - 1];": "proved",
    "std::unique_ptr<double[]> u(new double[n]); for (int i = 1; i < n; i++) u[i] = q[i - 1];": "proved",
    # What it was made from.
    "std::unique_ptr<double[]> u(p); for (int i = 1; i < n; i++) u[i] = p[i - 1];": "assumed",
    "std::unique_ptr<double[]> u(all); for (int i = 1; i < n; i++) u[i] = all[i - 1];": "assumed",
    "double *h = new double[n]; std::unique_ptr<double[]> u(h); for (int i = 1; i < n; i++) u[i] = h[i - 1];": "assumed",
    "std::shared_ptr<double[]> u(new double[n]), w = u; for (int i = 1; i < n; i++) u[i] = w[i - 1];": "assumed",
    "std::unique_ptr<double[], Keep> u(p), w(p); for (int i = 1; i < n; i++) w[i] = u[i - 1];": "assumed",
    f"{TWO} auto &o = u; for (int i = 1; i < n; i++) o[i] = u[i - 1];": "refuted",
    # An address from `operator[]`.
    "M r; for (int i = 0; i < r.n; i++) for (int j = 0; j < r.n; j++) r[i][j] = i;": "proved",
    "P r; for (int i = 0; i < r.n; i++) for (int j = 0; j < r.n; j++) r[i][j] = i;": "proved",
    "M r; for (int i = 0; i < 9; i++) { double *row = r[i]; for (int j = 0; j < r.n; j++) row[j] = i; }": "proved",
    "M r; for (int i = 1; i < 9; i++) for (int j = 0; j < r.n; j++) r[i][j] = r[i - 1][j];": "unknown",
    "C r; for (int i = 1; i < 9; i++) for (int j = 0; j < r.n; j++) r[i][j] = r.used;": "refuted",
    "D r; for (int i = 1; i < 9; i++) for (int j = 0; j < r.n; j++) r[i][j] = i;": "unknown",
    # Lambdas.
    "const int k = 10; auto id = [=](int i, int j) { return i * k + j; }; for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) p[id(i, j)] = i;": "proved",
    "int k = 10; auto id = [=](int i, int j) { return i * k + j; }; k = 0; for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) p[id(i, j)] = i;": "unknown",
    "int k = 0; auto id = [=](int i) { return i * k; }; for (int i = 1; i < 9; i++) { p[id(i)] = i; k++; }": "unknown",
    "int i = 3; auto id = [=](int j) { return i + j; }; for (i = 1; i < 9; i++) { p[id(i)] = i; p[id(4)] = 2; }": "unknown",
}  # fmt: skip


@pytest.mark.parametrize("body", CASES)
def test_owners_decide(body: str) -> None:
    outline = Outline(parse(f"{HEAD}void f(int n, double *p, std::vector<double> &q) {{ {body} }}", name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == CASES[body], found.reason
