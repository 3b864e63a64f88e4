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
struct S { double a[99]; double at(int i) const { return a[i]; } void set(int i, double v) { a[i] = v; } };
struct N { double x = 0; union { int k; float f; }; void put(double d) { x = d; } double get() const { return x; } };
struct H { std::unique_ptr<S> g, h; std::shared_ptr<S> s, t; };
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
    # Objects that one smart pointer owns.
    "auto s = std::make_unique<S>(); for (int i = 1; i < 9; i++) s->set(i, s->at(i) + i);": "proved",
    "auto s = std::make_unique<S>(); for (int i = 1; i < 9; i++) s->set(i, s->at(i - 1) + i); p[0] = s->at(3);": "refuted",
    "std::shared_ptr<S> s(new S); for (int i = 1; i < 9; i++) s->set(i, (*s).at(i - 1) + i); p[0] = s->at(3);": "refuted",
    "auto s = std::make_unique<S>(); for (int i = 1; i < 9; i++) q[i] = s->at(i);": "proved",
    "auto s = std::make_unique<S>(); for (int k = 0; k < 9; k++) for (int i = 1; i < 9; i++) s->set(i, s->at(i - 1)); p[0] = s->at(3);": "refuted",
    "auto s = std::make_unique<S>(), t = std::move(s); S *w = t.get(); for (int i = 1; i < 9; i++) t->set(i, w->at(i - 1)); p[0] = t->at(3);": "refuted",
    "H o; for (int i = 1; i < 9; i++) o.g->set(i, o.h->at(i - 1));": "proved",
    "H o; for (int i = 1; i < 9; i++) o.s->set(i, o.t->at(i - 1));": "assumed",
    "H o; for (int i = 1; i < 9; i++) { o.g->set(i, o.h->at(i)); std::swap(o.g, o.h); } p[0] = o.g->at(3) + o.h->at(3);": "refuted",
    "std::vector<std::unique_ptr<N>> v(9); for (int i = 1; i < 9; i++) v[i]->put(v[i]->get() + i);": "proved",
    "std::vector<std::unique_ptr<N>> v(9); for (int i = 1; i < 9; i++) v[i]->put(v[i - 1]->get() + i); p[0] = v[3]->x + v[4]->k;": "refuted",
    "std::vector<std::unique_ptr<N>> v(9); for (int i = 1; i < 9; i++) { std::swap(v[i], v[i - 1]); v[i]->put(i); } p[0] = v[3]->x + v[4]->k;": "refuted",
    "std::vector<std::shared_ptr<N>> v(9); for (int i = 1; i < 9; i++) v[i]->put(v[i]->get() + i);": "assumed",
    "std::vector<std::shared_ptr<N>> v(9); for (int i = 1; i < 9; i++) v[i].get()->x += i;": "assumed",
    "std::vector<std::unique_ptr<N>> v(9); auto &r = *v[3].get(); for (int i = 1; i < 9; i++) v[i]->put(r.x); p[0] = v[3]->x + v[4]->k;": "refuted",
    "std::vector<std::unique_ptr<N>> v(9); auto *r = v[3].get(); for (int i = 1; i < 9; i++) v[i]->put(r->get()); p[0] = v[3]->x + v[4]->k;": "refuted",
    "std::vector<std::unique_ptr<N>> v(9); auto r = v[3].get(); for (int i = 1; i < 9; i++) v[i]->k = (int)r->f; p[0] = v[3]->x + v[4]->k;": "unknown",
    "auto v = std::make_unique<N[]>(9); auto &r = v.get()[3]; for (int i = 1; i < 9; i++) v[i].x = r.x; p[0] = v[3].x;": "refuted",
}  # fmt: skip


@pytest.mark.parametrize("body", CASES)
def test_owners_decide(body: str) -> None:
    outline = Outline(parse(f"{HEAD}void f(int n, double *p, std::vector<double> &q) {{ {body} }}", name="a.cpp"))
    found = judge(outline, outline.loops[0])
    assert found.verdict == CASES[body], found.reason
