"""`tested` stands beside a candidate that says what was run, and beside no other: `copyin(a[0:n/2])` was "tested on 24 inputs"."""

from __future__ import annotations

import pytest
from loopwright.openacc.directive import parse_directive
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.suggest.trial.covered import is_covered

SMOOTH = """double smooth(int n, double *restrict a, const double *restrict b, double t) {
  double s = 0;
  for (int i = 0; i < n; i++) { t = b[i]; a[i] = t * t; s += t; }
  return s;
}
"""
SUM = "reduction(+:s)"
COVERED = [
    f"parallel loop {SUM} copyin(b[0:n]) copyout(a[0:n])",
    f"parallel loop gang vector {SUM} pcopyin(b[0:n]) present_or_copyout(a[ 0 : n ])",
    f"parallel loop {SUM} copy(a[0:n],b[0:n]) private(t)",
    f"parallel loop {SUM} private(i, t) copyin(b[0:n]) copyout(a[0:n]) copyin(n)",
    f"parallel loop {SUM} present(a, b)",
    f"parallel loop {SUM}",
    "kernels loop copyin(b[0:n]) copyout(a[0:n])",
]
NOT_COVERED = [
    f"parallel loop {SUM} copyin(b[0:n/2]) copyout(a[0:n])",
    f"parallel loop {SUM} copyin(b[0:n]) copyout(a[1:n])",
    f"parallel loop {SUM} copyout(b[0:n],a[0:n])",
    f"parallel loop {SUM} copyin(b[0:n],a[0:n])",
    f"parallel loop {SUM} create(a[0:n]) copyin(b[0:n])",
    f"parallel loop {SUM} private(a) copyin(b[0:n])",
    "parallel loop reduction(+:s,t) copyin(b[0:n]) copyout(a[0:n])",
    f"parallel loop collapse(2) {SUM} copyin(b[0:n]) copyout(a[0:n])",
    f"parallel loop tile(8,8) {SUM} copyin(b[0:n]) copyout(a[0:n])",
]


def covers(directive: str, text: str = SMOOTH) -> bool:
    outline = Outline(parse(text.encode(), "a.c"))
    facts = facts_of(outline, outline.loops[0])
    assert facts.independent, facts.verdict
    return is_covered(parse_directive(directive), outline.loops[0], facts)


@pytest.mark.parametrize("directive", COVERED)
def test_what_says_the_same_or_leaves_it_unsaid_is_covered(directive: str) -> None:
    assert covers(directive)


@pytest.mark.parametrize("directive", NOT_COVERED)
def test_what_says_something_else_is_not(directive: str) -> None:
    assert not covers(directive)


@pytest.mark.parametrize(
    ("clause", "is_so"),
    [
        ("copyin(u)", True),
        ("copy(u)", True),
        ("copyout(u)", False),
        ("copyin(v)", False),
        ("copyout(v)", False),
        ("copy(v)", True),
    ],
)
def test_all_of_an_array_is_no_less_than_a_section(clause: str, is_so: bool) -> None:
    text = "double u[100], v[100]; void f(void) { for (int i = 1; i < 99; i++) v[i] = u[i - 1] + u[i]; }"
    assert covers(f"parallel loop {clause}", text) is is_so
