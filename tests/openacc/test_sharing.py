"""Directives where host and device share memory."""

from __future__ import annotations

import pytest
from loopwright.openacc.sharing import in_place


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("parallel loop gang copyin(a[0:n],b) reduction(+:s)", "parallel loop gang reduction(+:s)"),
        ("parallel loop copyin(readonly:a[0:n]) private(t)", "parallel loop private(t)"),
        ("kernels loop default(present) async(2) wait(1)", "kernels loop async(2) wait(1)"),
        ("parallel loop default(none) firstprivate(x)", "parallel loop firstprivate(x)"),
        ("parallel loop deviceptr(p)", "parallel loop deviceptr(p)"),
        ("loop collapse(2)", "loop collapse(2)"),
        ("host_data use_device(a)", "host_data use_device(a)"),
        ("data copyin(a[0:n]) copyout(b[0:n])", None),
        ("enter data create(a[0:n])", None),
        ("exit data delete(a)", None),
        ("update self(a[0:n]) async", None),
        ("update device(x)", None),
    ],
)
def test_what_is_shared_is_not_moved(text: str, left: str | None) -> None:
    assert in_place(text, lambda name: False) == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("parallel loop copy(own[0:n:1],a[0:n])", "parallel loop copy(own[0:n:1])"),
        ("data copyin(a[0:n]) copyout(own)", "data copyout(own)"),
        ("update self(a[0:n],own[1:2])", "update self(own[1:2])"),
        ("parallel loop copyout(zero:own,a)", "parallel loop copyout(zero:own)"),
        ("enter data copyin(own.p[0:own.n],a)", "enter data copyin(own.p[0:own.n])"),
    ],
)
def test_what_is_apart_still_is(text: str, left: str) -> None:
    assert in_place(text, lambda name: name == "own") == left


def test_all_is_apart_on_a_device_of_its_own() -> None:
    text = "parallel loop gang copyin(a[0:n],b) copyout(c[1:n-2]) reduction(+:s)"
    assert in_place(text, lambda name: True) == text
