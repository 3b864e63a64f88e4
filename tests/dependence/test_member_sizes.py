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


def _verdict(function: str) -> str:
    outline = Outline(parse(HEAD + function, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict
