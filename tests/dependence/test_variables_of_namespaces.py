"""Variables of one name in several namespaces are several variables, whichever way a loop names them."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

DECLARED = """namespace c { int n; double v[200], t; }
namespace z { int n; double v[200], t; namespace deep { int n; double v[200]; } }
int n; double v[200], t;
"""


def verdicts(text: str) -> list[str]:
    outline = Outline(parse((DECLARED + text).encode(), "a.cpp"))
    return [judge(outline, loop).verdict for loop in outline.loops]


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < c::n; ++i) a[i + z::n] = a[i] * 2;",
        "for (int i = 0; i < c::n; ++i) a[i + n] = a[i] * 2;",
        "for (int i = 0; i < n; ++i) a[i + ::c::n] = a[i] * 2;",
        "for (int i = 0; i < z::n; ++i) a[i + z::deep::n] = a[i] * 2;",
        "for (int i = 0; i < ::n; ++i) a[i + z::n] = a[i] * 2;",
    ],
)
def test_one_length_says_nothing_of_another(loop: str) -> None:
    (verdict,) = verdicts(f"void f(double *a) {{ {loop} }}")
    assert verdict != "proved"


@pytest.mark.parametrize(
    ("before", "loop", "behind"),
    [
        ("namespace z {", "for (int i = 0; i < n; ++i) a[i + c::n] = a[i] * 2;", "}"),
        ("namespace z { namespace deep {", "for (int i = 0; i < n; ++i) a[i + z::n] = a[i] * 2;", "} }"),
        ("namespace z { namespace deep {", "for (int i = 0; i < n; ++i) a[i + ::n] = a[i] * 2;", "} }"),
        (
            "namespace other { using namespace z::deep;",
            "for (int i = 0; i < n; ++i) a[i + z::deep::n] = v[i] * 2 + (v[0] = a[i]);",
            "}",
        ),
    ],
)
def test_nor_where_a_namespace_is_around(before: str, loop: str, behind: str) -> None:
    (verdict,) = verdicts(f"{before} void f(double *a) {{ {loop} }} {behind}")
    assert verdict != "proved"


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < c::n; ++i) a[i + c::n] = a[i] * 2;",
        "for (int i = 0; i < n; ++i) a[i + ::n] = a[i] * 2;",
        "for (int i = 1; i < 100; ++i) z::v[i] = c::v[i - 1];",
        "for (int i = 1; i < 100; ++i) v[i] = z::deep::v[i - 1] + z::v[i + 1];",
    ],
)
def test_what_is_one_or_apart_is_known(loop: str) -> None:
    (verdict,) = verdicts(f"void f(double *a) {{ {loop} }}")
    assert verdict == "proved"


@pytest.mark.parametrize("way", ["v", "z::v", "::z::v"])
def test_two_ways_to_name_one_variable_meet(way: str) -> None:
    (verdict,) = verdicts(f"namespace z {{ void f() {{ for (int i = 1; i < 100; ++i) v[i] = {way}[i - 1]; }} }}")
    assert verdict == "refuted"


def test_a_variable_that_is_declared_in_the_function_is_that_of_its_namespace() -> None:
    text = "for (int i = 0; i < n; ++i) a[i + %s] = a[i] * 2;"
    (verdict,) = verdicts("namespace z { void f(double *a) { extern int n; " + text % "c::n" + " } }")
    assert verdict != "proved"


def test_an_alias_of_a_namespace_may_be_any() -> None:
    (verdict,) = verdicts("namespace q = z; void f(double *a) { for (int i = 1; i < 100; ++i) q::v[i] = z::v[i - 1]; }")
    assert verdict in ("refuted", "unknown")
