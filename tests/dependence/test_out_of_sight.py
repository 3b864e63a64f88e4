"""What code out of sight gives may lead to what it was given, and it may read that; what it is not given it does not read."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

MADE = {
    "vector": "std::vector<double> v(n);",
    "array": "std::array<double, 64> v;",
}
LEADS = [
    "auto r = v.rbegin();",
    "auto r = v.crbegin();",
    "auto first = v.rbegin(); auto r = first;",
    "std::vector<double>::reverse_iterator r = v.rbegin();",
    "std::vector<double>::reverse_iterator r; r = v.rbegin();",
    "double *r = std::addressof(v[0]);",
    "double *r; r = std::addressof(v[0]);",
    "auto r = std::remove(v.begin(), v.end(), 1.0);",
    "auto r = v | std::views::reverse;",
    "auto p = std::make_pair(&v[0], 1); auto r = p.first;",
    "auto r = v.rend() - n;",
    "auto r = foreign(v);",
    "auto r = v.foreign();",
]


def verdict(code: str, name: str = "a.cpp"):
    outline = Outline(parse(code, name=name))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("lead", LEADS)
def test_a_value_that_is_not_followed_may_lead_to_what_it_was_made_of(made: str, lead: str) -> None:
    code = f"double f(int n) {{ {MADE[made]} {lead} for (int i = 1; i < n; i++) v[i] = r[i - 1] + i; return v[2]; }}"
    assert verdict(code).verdict != "proved"


@pytest.mark.parametrize(
    "lead",
    ["auto r = w.begin();", "double *r = w.data();", "auto r = std::vector<double>(n, 1.0);", "const auto &r = w;"],
)
def test_other_containers_stay_apart(lead: str) -> None:
    code = f"""double f(int n) {{ std::vector<double> v(n), w(n); {lead}
        for (int i = 1; i < n; i++) v[i] = r[i - 1] + i; return v[2]; }}"""
    assert verdict(code).verdict == "proved"


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("extern double rd(const double *, int);", "rd(a, i)"),
        ("extern double rd(const double *, int);", "rd(a + 1, i)"),
        ("extern double rd(double *, int);", "rd(&a[i - 1], 1)"),
        ("", "rd(a, i)"),
    ],
)
def test_a_function_may_read_what_it_is_given(head: str, call: str) -> None:
    found = verdict(f"{head} void f(double *a, int n) {{ for (int i = 1; i < n; i++) a[i] = {call}; }}", "a.c")
    assert found.verdict == "unknown"
    assert "may use any element" in found.reason


def test_what_the_loop_does_not_write_may_be_given() -> None:
    code = """extern double rd(const double *, int);
        void f(double *restrict a, const double *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = rd(b, i); }"""
    found = verdict(code, "a.c")
    assert found.verdict == "assumed"
    assert found.assumptions == ("rd changes nothing that another iteration uses, and uses nothing that one changes",)


@pytest.mark.parametrize(("captures", "expected"), [("o", "refuted"), ("=", "refuted"), ("p = o", "unknown")])
def test_a_lambda_uses_what_it_has_captured(captures: str, expected: str) -> None:
    name = "p" if "p" in captures else "o"
    code = f"""void f(double *o, int n) {{ auto g = [{captures}](int i) {{ return {name}[i - 1]; }};
        for (int i = 1; i < n; i++) o[i] = g(i) + 1; }}"""
    found = verdict(code)
    assert found.verdict == expected
    assert expected == "refuted" or found.reason == "what g calls is not followed"


def test_a_lambda_with_copies_that_stay_what_they_are_is_followed() -> None:
    code = """void f(double *restrict a, const double *restrict b, int n, double s) { auto g = [=](int i) { return b[i] * s; };
        for (int i = 0; i < n; i++) a[i] = g(i); }"""
    assert verdict(code).verdict == "proved"
