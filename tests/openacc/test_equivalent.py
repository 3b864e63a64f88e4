"""What has no effect, and what has."""

from __future__ import annotations

import pytest
from loopwright.openacc.equivalent import equivalent

SAME = [
    ("parallel loop gang vector", "parallel loop vector gang"),
    ("parallel loop copyin(a[0:n],b)", "parallel loop copyin(b) copyin(a[:n])"),
    ("parallel loop present(a,b)", "parallel loop present(b,a)"),
    ("parallel loop reduction(+:s,t)", "parallel loop reduction(+:t) reduction(+:s)"),
    ("parallel loop collapse(1)", "parallel loop"),
    ("parallel loop independent", "parallel loop"),
    ("parallel loop private(i,t)", "parallel loop private(t)"),
    ("parallel loop private(i)", "parallel loop"),
    ("parallel loop reduction(+:s) copy(s)", "parallel loop reduction(+:s)"),
    ("parallel loop async((q))", "parallel loop async(q)"),
    ("parallel loop pcopy(a)", "parallel loop copy(a)"),
]
OTHER = [
    ("parallel loop", "kernels loop"),
    ("parallel loop gang", "parallel loop"),
    ("kernels loop independent", "kernels loop"),
    ("parallel loop copyin(a[0:n])", "parallel loop copyin(a[1:n])"),
    ("parallel loop copyin(a)", "parallel loop copy(a)"),
    ("parallel loop collapse(2)", "parallel loop"),
    ("parallel loop private(t)", "parallel loop"),
    ("parallel loop reduction(+:s)", "parallel loop reduction(max:s)"),
    ("parallel loop async", "parallel loop async(1)"),
    ("parallel loop seq independent", "parallel loop seq"),
    ("parallel loop async((a)+(b))", "parallel loop async(a+b)"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_no_effect(left: str, right: str) -> None:
    assert equivalent(left, right, frozenset("i"))


@pytest.mark.parametrize(("left", "right"), OTHER)
def test_an_effect(left: str, right: str) -> None:
    assert not equivalent(left, right, frozenset("i"))


def test_loop_takes_its_construct_into_account() -> None:
    assert equivalent("loop independent", "loop", compute="parallel loop")
    assert not equivalent("loop independent", "loop", compute="kernels")
