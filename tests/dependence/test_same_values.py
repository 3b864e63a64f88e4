"""What iterations write over and over with the same value is no conflict: no order of them shows. It is not called one."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

BEFORE = """
int a[64], b[64], c[64], m[20][20], last;
double x[64], y[64];
int g(int);
"""
SAME = [
    "for (int j = 0; j < 2; j++) a[j] = c[j];",
    "for (int j = 0; j < 2; j++) a[j] = c[j + 1] * 2 - n;",
    "for (int j = 0; j < 2; j++) x[j] = y[j] / 3.0;",
    "for (int j = 0; j < 2; j++) { int s = 0; a[j] = s + c[j]; }",
    "a[3] = 5;",
    "a[3] = (c[0] + c[1]) / 2;",
    "x[0] = (double)c[2];",
    "a[i / 2] = 7;",
    "a[3] = 5; b[i] = a[3];",
    "last = n;",
    "last = n > 3 ? 4 : 5;",
    "a[3] = n > 3 ? 4 : 5;",
]
DIFFERENT = [
    "a[3] = i > 3 ? 4 : 5;",
    "a[3] = c[i] > 3 ? 4 : 5;",
    "a[3] = a[3] > 3 ? 1 : 5;",
    "a[3] = n > 3 ? i : 5;",
    "a[3] = i;",
    "a[3] = c[i];",
    "a[3] = n + i;",
    "for (int j = 0; j < 2; j++) a[j] = c[j + i];",
    "for (int j = 0; j < 2; j++) a[j] = i + j;",
    "for (int j = 0; j < 2; j++) a[0] = c[j];",
    "for (int j = 0; j < 2; j++) a[j] = a[j] + 1;",
    "for (int j = 0; j < 2; j++) { a[j] = c[j]; c[j] = b[i]; }",
    "a[3] = 5; a[3] = 6;",
    "a[3] = 5; a[3] = i;",
    "b[i] = a[3]; a[3] = 5;",
    "int t = b[i]; a[3] = t;",
    "double t = y[i]; x[3] = t;",
    "last = i;",
    "last = c[i];",
    "x[0] = y[0]; y[0] = i;",
]


def _verdict(body: str) -> LoopVerdict:
    outline = Outline(parse(f"{BEFORE}void f(int n) {{ for (int i = 0; i < n; i++) {{ {body} }} }}", name="a.c"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("body", SAME)
def test_the_same_value_written_twice_is_no_conflict(body: str) -> None:
    found = _verdict(body)
    assert found.verdict == "unknown", found.reason
    assert "the same value" in found.reason


@pytest.mark.parametrize("body", DIFFERENT)
def test_what_may_be_another_value_is_one(body: str) -> None:
    assert _verdict(body).verdict == "refuted"


@pytest.mark.parametrize("value", ["g(c[0])", "*p", "next++"])
def test_a_value_that_may_come_from_elsewhere_is_not_taken_for_the_same(value: str) -> None:
    text = f"{BEFORE}void f(int n, int *p) {{ int next = 0; for (int i = 0; i < n; i++) {{ a[3] = {value}; }} }}"
    outline = Outline(parse(text, name="a.c"))
    assert "the same value" not in judge(outline, outline.loops[0]).reason
