"""Loops of which no two iterations that conflict can be named: what is set to itself, bounds that let them run once at most, sums of what may be a
number or a class."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

ITSELF = {
    "a variable": "int total = n; for (int i = 0; i < n; i++) total = total; a[0] = total;",
    "in parentheses": "int total = n; for (int i = 0; i < n; i++) (total) = (total); a[0] = total;",
    "an element": "for (int i = 0; i < n; i++) a[0] = a[0];",
    "a member": "for (int i = 0; i < n; i++) p->x = p->x;",
}
# What else happens to it is seen.
NOT_ALONE = (
    "for (int i = 0; i < n; i++) { a[0] = a[0]; a[i] = i; }",
    "int total = n; for (int i = 0; i < n; i++) { total = total; a[i] = total; total = i; }",
    "for (int i = 0; i < n; i++) { a[k] = a[k]; a[i] = a[i + 1]; }",
)
ONCE = (
    "k %= 2;", "k &= 1;", "unsigned u = k; u >>= 31; k = u;", "k = !n;", "k /= 2; k %= 2;", "k = k * 4; k %= 2;", "k = !k;",
)  # fmt: skip
SEVERAL = ("k %= 3;", "k &= 3;", "k /= 2;", "k >>= 1;")


def verdict(body: str) -> str:
    text = f"struct P {{ int x; }};\nvoid f(int *a, P *p, int n, int k) {{ {body} }}\n"
    outline = Outline(parse(text, name="a.cpp", language="cpp"), None, lambda: ())
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("name", ITSELF)
def test_what_is_set_to_itself_stays(name: str) -> None:
    assert verdict(ITSELF[name]) in ("proved", "assumed")


@pytest.mark.parametrize("body", NOT_ALONE)
def test_what_is_stored_there_beside_is_seen(body: str) -> None:
    assert verdict(body) not in ("proved", "assumed")


@pytest.mark.parametrize("made", ONCE)
def test_a_loop_that_runs_once_is_not_refuted(made: str) -> None:
    assert verdict(f"{made} for (int i = 0; i < k; i++) a[0] = a[0] * 2 + i;") != "refuted"


@pytest.mark.parametrize("made", SEVERAL)
def test_one_that_may_run_twice_is(made: str) -> None:
    assert verdict(f"{made} for (int i = 0; i < k; i++) a[0] = a[0] * 2 + i;") == "refuted"


LIVELY = "struct Lively { int *count; Lively(int); Lively &operator=(const Lively &); Lively &operator+=(const Lively &); };\n"
SUMS = ("s += a[i];", "s = s + a[i];", "if (a[i] > s) s = a[i];", "s = a[i] > s ? a[i] : s;")


@pytest.mark.parametrize("body", SUMS)
@pytest.mark.parametrize("other", ["", "Lively operator+(const Lively &, const Lively &);\n"])
def test_a_sum_of_what_may_be_a_number_is_not_refuted(body: str, other: str) -> None:
    code = f"template <class T> T f(const T *a, int n) {{ T s = a[0]; for (int i = 0; i < n; i++) {body} return s; }}\n"
    for head, expected in ((LIVELY + other, "unknown"), ("", "proved")):
        outline = Outline(parse(head + code, name="a.cpp", language="cpp"), None, lambda: ())
        assert judge(outline, outline.loops[-1]).verdict == expected


def test_what_carries_for_any_type_is_refuted() -> None:
    code = "template <class T> void f(T *a, int n) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; }\n"
    outline = Outline(parse(LIVELY + code, name="a.cpp", language="cpp"), None, lambda: ())
    assert judge(outline, outline.loops[-1]).verdict == "refuted"
