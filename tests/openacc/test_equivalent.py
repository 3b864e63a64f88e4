"""What has no effect, and what has."""

from __future__ import annotations

import pytest
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import Setting, combined, construct_in_effect, equivalent, held_by

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
    ("parallel loop copyin(a[0:n*m])", "parallel loop copyin(a[:(m*n)])"),
    ("parallel loop copyin(a[0:(n+1)*m])", "parallel loop copyin(a[:m+m*n])"),
    ("data present(a[0:n][0:2*m])", "data present(a[:n][:m*2])"),
    ("data copy(s.a[:s.n*s.m],b[i])", "data copy(b[i]) copy(s.a[0:s.n*s.m])"),
    ("atomic", "atomic update"),
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
    ("parallel loop copyin(a[0:n*m])", "parallel loop copyin(a[0:n*n])"),
    ("parallel loop copyin(a[0:n-m])", "parallel loop copyin(a[0:m-n])"),
    ("parallel loop copyin(a[0:n/m])", "parallel loop copyin(a[0:m/n])"),
    ("data present(a[0:n][0:m])", "data present(a[0:m][0:n])"),
    ("data present(a[n])", "data present(a[0:n])"),
    ("atomic", "atomic write"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_no_effect(left: str, right: str) -> None:
    assert equivalent(left, right, Setting(frozenset("i"), "unknown"))


@pytest.mark.parametrize(("left", "right"), OTHER)
def test_an_effect(left: str, right: str) -> None:
    assert not equivalent(left, right, Setting(frozenset("i"), "unknown"))


def test_loop_takes_its_construct_into_account() -> None:
    for compute in ("parallel", "parallel loop", "routine", ""):
        assert equivalent("loop independent gang", "loop gang", Setting(compute=compute))
        assert not equivalent("loop auto", "loop", Setting(compute=compute))
        assert not equivalent("loop seq", "loop", Setting(compute=compute))
    for compute in ("kernels", "kernels loop"):
        assert not equivalent("loop independent", "loop", Setting(compute=compute))
        assert equivalent("loop auto", "loop", Setting(compute=compute))
    assert equivalent("kernels loop auto", "kernels loop")
    assert not equivalent("loop auto seq", "loop seq", Setting(compute="kernels"))
    assert not equivalent("loop independent", "loop", Setting(compute="serial"))


HELD = held_by(parse_directive("data copy(a[0:n]) create(b[:n],c) present(d) deviceptr(e)"))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("parallel loop present(a[0:n])", "parallel loop"),
        ("parallel loop copyin(b[0:n])", "parallel loop copy(b[:n])"),
        ("kernels copyin(c) copyout(d)", "kernels present(d,c)"),
        ("parallel loop present(d,x)", "parallel loop present(x)"),
        ("parallel loop no_create(e) gang", "parallel loop gang"),
    ],
)
def test_what_a_region_around_holds_is_neither_moved_nor_implicit(left: str, right: str) -> None:
    assert equivalent(left, right, Setting(held=HELD))
    assert not equivalent(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("parallel loop present(a[1:n])", "parallel loop"),  # another section may reach beyond
        ("parallel loop present(a)", "parallel loop"),  # the pointer itself
        ("parallel loop deviceptr(a[0:n])", "parallel loop"),
        ("parallel loop private(c)", "parallel loop"),
        ("parallel loop reduction(+:c)", "parallel loop"),
        ("parallel loop default(present)", "parallel loop"),  # says something of all other arrays
        ("parallel loop copyin(x)", "parallel loop"),
    ],
)
def test_what_a_region_around_does_not_change(left: str, right: str) -> None:
    assert not equivalent(left, right, Setting(held=HELD))


def test_an_array_is_copied_without_a_clause() -> None:
    setting = Setting(whole=frozenset(("x", "x[0:N]", "x[0:8]")))
    for text in ("copy(x)", "copy(x[:N])", "copy(x[0:8])"):
        assert equivalent(f"parallel loop {text}", "parallel loop", setting)
        assert equivalent(f"kernels {text}", "kernels", setting)
        assert not equivalent(f"parallel loop {text}", "parallel loop")
    for text in ("copyin(x)", "copyout(x)", "copy(x[1:N])", "copy(y)", "create(x)"):
        assert not equivalent(f"parallel loop {text}", "parallel loop", setting)
    assert not equivalent("parallel loop default(none) copy(x)", "parallel loop default(none)", setting)


def test_a_region_that_may_not_be_there_holds_nothing() -> None:
    assert not held_by(parse_directive("data copy(a) if(n > 5)"))


@pytest.mark.parametrize(
    ("above", "wanted"),
    [
        (("parallel present(a)", "loop independent"), "parallel loop present(a) independent"),
        (("kernels", "loop gang"), "kernels loop gang"),
        (("parallel", "loop", "loop"), None),
        (("loop", "parallel"), None),
        (("data copy(a)", "parallel loop"), None),
        (("parallel",), None),
        # One copy a gang is something else than one an iteration.
        (("parallel private(t)", "loop"), None),
        (("parallel reduction(+:s)", "loop"), None),
    ],
)
def test_a_construct_in_two_lines(above: tuple[str, ...], wanted: str | None) -> None:
    found = combined([parse_directive(text) for text in above])
    assert (None if found is None else str(found)) == wanted


@pytest.mark.parametrize(
    ("text", "independent", "wanted"),
    [
        ("kernels loop independent", False, "parallel loop"),
        ("kernels loop", True, "parallel loop"),
        ("kernels loop", False, "kernels loop"),
        ("kernels loop seq", True, "kernels loop"),
        ("kernels", True, "kernels"),
        ("parallel", True, "parallel"),
        ("parallel loop seq", True, "parallel loop"),
    ],
)
def test_the_construct_in_effect(text: str, independent: bool, wanted: str) -> None:
    assert construct_in_effect(parse_directive(text), independent) == wanted
