"""Sizes that are members, `s.nx`, read in a nest of three loops: one number as long as nothing in the nest stores one."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <array>
#include <vector>
int free_index(int x, int y) { return y * 8 + x; }
int calls; int counting(int x, int y) { calls++; return y * 8 + x; }
struct S { int nx, ny; double *h, **r; int *q; float (*p)[9]; std::vector<std::array<double, 9>> g; union { int k; float w; };
  int idx(int x, int y) const { return y * nx + x; } int grow(int x, int y) { nx++; return y * nx + x; } virtual int far(int x, int y) { return y * nx + x; }
  double total; };
"""
STORES = {
    "s.h[(y * s.nx + x) * 9 + k] = y;": "proved",
    "s.h[s.idx(x, y) * 9 + k] += y;": "proved",
    "s.g[s.idx(x, y)][k] = s.h[s.idx(x, y)];": "assumed",
    "s.p[y * s.nx + x][k] = s.k;": "assumed",
    "s.h[free_index(x % 8, y) * 9 + k] = y;": "proved",
    "s.h[(y * s.nx + x) * 8 + k] = y;": "not",
    "s.q[(y * s.nx + x) * 9 + k] = y;": "not",
    "s.w = k; s.h[(y * s.nx + x) * 9 + k] = y;": "not",
    "s.h[s.grow(x, y) * 9 + k] = y;": "not",
    "s.h[s.far(x, y) * 9 + k] = y;": "not",
    "s.h[counting(x, y) * 9 + k] = s.nx;": "not",
    "s.r[y] = s.h; s.h[(y * s.nx + x) * 9 + k] = y;": "not",
    "auto &z = s.nx; z = 8; s.h[(y * s.nx + x) * 9 + k] = y;": "not",
}
NEST = "for (int y = 0; y < {s}ny; y++) for (int x = 0; x < {s}nx; x++) for (int k = 0; k < 9; k++) {{ {body} }}"


@pytest.mark.parametrize("store", STORES)
def test_sizes_in_members_are_one_number(store: str) -> None:
    for owner, parameter in (("s.", "S &s"), ("s->", "S *s")):
        nest = NEST.format(s=owner, body=store.replace("s.", owner))
        found = _verdict(f"void f({parameter}) {{ {nest} }}")
        assert found != "proved" if STORES[store] == "not" else found == STORES[store], nest


@pytest.mark.parametrize("store", ["h[(y * nx + x) * 9 + k] = y;", "h[idx(x, y) * 9 + k] = y;", "g[idx(x, y)][k] = y;"])
def test_sizes_of_the_own_object_are_one_number(store: str) -> None:
    inside = HEAD.replace("  double total;", f"  void f() {{ {NEST.format(s='', body=store)} }}")
    outline = Outline(parse(inside, name="a.cpp"))
    loop = next(loop for loop in outline.loops if loop.header.variable == "y")
    assert judge(outline, loop).verdict == "proved"


GRID = """#include <vector>
template <class T> struct Grid { int w, h; std::vector<T> d; int width() const { return w; }
  T &operator()(int y, int x) { return d[y * w + x]; } const T &operator()(int y, int x) const { return d[y * w + x]; }
  T &at(int y, int x, int k) { return d[(y * w + x) * 9 + k]; } };
struct Rows { int w, h; double *d; double *operator[](int y) { return d + y * w; } };
struct Counting { int w, h; double d[4000]; double &at(int y, int x) { w -= x == 3; return d[y * w + x]; } };
struct Shared { union { int w; float f; }; int h; float d[4000]; float &at(int y, int x) { return x == 7 ? f : d[y * w + x]; } };
"""
ACCESSORS = {
    ("Grid<double> &u", "double m = u(y, 0); for (int x = 0; x < u.w; x++) u(y, x) -= m;"): "proved",
    ("Grid<float> &u", "float m = u(y, 0); for (int x = 0; x < u.width(); x++) u(y, x) -= m;"): "proved",
    ("Grid<double> &u", "for (int x = 0; x < u.w; x++) { u.at(y, x, 0) = 1; for (int k = 1; k < 9; k++) u.at(y, x, k) = 2; }"): "proved",
    ("Rows &u", "double m = u[y][1]; for (int x = 0; x < u.w; x++) u[y][x] -= m;"): "assumed",
    ("Grid<int> &u", "int m = u(y, 0); for (int x = 0; x < u.w; x++) u(y, x) -= m;"): "not proved",
    ("Counting &u", "double m = u.at(y, 0); for (int x = 0; x < u.w; x++) u.at(y, x) -= m;"): "not proved",
    ("Shared &u", "float m = u.at(y, 0); for (int x = 0; x < u.w; x++) u.at(y, x) -= m;"): "not proved",
}  # fmt: skip


@pytest.mark.parametrize("case", ACCESSORS)
def test_accessors_leave_sizes_one_number(case: tuple[str, str]) -> None:
    parameter, body = case
    outline = Outline(
        parse(f"{GRID}void f({parameter}) {{ for (int y = 0; y < u.h; y++) {{ {body} }} }}", name="a.cpp")
    )
    found = judge(outline, outline.loops[0])
    expected = ACCESSORS[case]
    assert found.verdict != "proved" if expected == "not proved" else found.verdict == expected, found


def _verdict(function: str) -> str:
    outline = Outline(parse(HEAD + function, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict
