"""Lambdas in methods: `[this]` holds where the object is, so that members are what they are when the lambda is called; `[*this]` holds a copy."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

METHOD = """\
#include <vector>
struct S {
  int nx; std::vector<double> v, u;
  void f(int n) {
    const auto at = [%s](int i, int j) { return j * nx + i; };
    %s
  }
};
"""
STENCIL = "for (int i = 1; i < n - 1; i++) v[at(i, 1)] = u[at(i - 1, 1)] + u[at(i + 1, 1)];"
BEFORE = "for (int i = 1; i < n; i++) v[at(i, 1)] = v[at(i - 1, 1)];"
SETS = "for (int i = 1; i < n; i++) { nx = i; v[at(i, 1)] = 1; }"
SET_BEFORE = "nx = 3; for (int i = 1; i < n; i++) v[at(i, 1)] = 1;"


def verdict(held: str, loop: str) -> str:
    outline = Outline(parse(METHOD % (held, loop), name="a.cpp", language="cpp"), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("held", ["this", "&", "&, this", "this, &n"])
@pytest.mark.parametrize(
    ("loop", "wanted"), [(STENCIL, "proved"), (SET_BEFORE, "proved"), (BEFORE, "refuted"), (SETS, "refuted")]
)
def test_members_are_those_of_the_object(held: str, loop: str, wanted: str) -> None:
    assert verdict(held, loop) == wanted


@pytest.mark.parametrize("held", ["*this", "=, *this", "s = *this", "self = this"])
def test_a_copy_is_another_object(held: str) -> None:
    assert verdict(held, SET_BEFORE) == "unknown"
