"""What is assumed has the words of the function around the loop, and means in C what it says."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = """
int w, g;
struct Q {{ int ld, o; int *idx; }};
{function}
void f(int n, float *restrict p, int w, struct Q *q, int *z, struct Q *s, int *v) {{ for (int i = 0; i < n; i++) {{ {body} }} }}
"""


def verdict(function: str, body: str) -> LoopVerdict:
    outline = Outline(parse(FILE.format(function=function, body=body), name="a.c"))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize(
    ("function", "body", "expected"),
    [
        ("void put(float *p, int i, struct Q *q) { p[i * q->ld] = i; }", "put(p, i, s);", "s->ld >= 1"),
        ("void put(float *p, int i, struct Q *q) { p[i * q->ld] = i; }", "put(p, i, &q[2]);", "q[2].ld >= 1"),
        ("void put(float *p, int i, int *v) { p[i * *v] = i; }", "put(p, i, z + 3);", "z[3] >= 1"),
        ("void put(float *p, int i, int *v) { int w = v[2]; p[i * w] = i; }", "put(p, i, z);", "z[2] >= 1"),
        ("int step(struct Q *s) { return s->ld; }", "p[i * step(q)] = i;", "q->ld >= 1"),
        ("float *row(struct Q *q, float *p, int i) { return p + i * q->ld; }", "row(s, p, i)[0] = i;", "s->ld >= 1"),
        ("void put(float *p, int i) { p[i * g] = i; }", "put(p, i);", "g >= 1"),
        ("void put(float *p, int i, int n) { p[i * (n - 1)] = i; }", "put(p, i, w);", "w >= 2"),
        (
            "void put(float *p, int i, int q) { p[i * (q % 5 + 1)] = i; }",
            "put(p, i, w + 1);",
            "w + 1 >= 5 * ((w + 1)/5)",
        ),
    ],
)
def test_a_condition_names_what_the_loop_sees(function: str, body: str, expected: str) -> None:
    found = verdict(function, body)
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))
    assert [code for _, code in found.preconditions] in ([], [expected])


@pytest.mark.parametrize(
    ("function", "body"),
    [
        ("void put(float *p, int i) { p[i * w] = i; }", "put(p, i);"),  # another `w` than that of the function
        ("void put(float *p, int i, struct Q *q) { float r = q->ld; p[i * (int)r] = i; }", "put(p, i, s);"),
        ("void put(float *p, int i) { p[i] = p[i + w]; }", "put(p, i);"),
    ],
)
def test_what_the_loop_cannot_name_is_in_no_condition(function: str, body: str) -> None:
    assert verdict(function, body).verdict == "unknown"


@pytest.mark.parametrize(
    ("before", "body", "expected"),
    [
        ("int k = outer(n);", "p[i * k] = i;", "outer(n) >= 1"),
        ("int k = OUTER(n);", "p[i * k] = i;", "outer((n)) >= 1"),
        ("int k = n ? outer(n) : outer(w);", "p[i * k] = i;", "(n ? outer(n) : outer(w)) >= 1"),
        ("unsigned char k = n * w;", "p[i * k] = i;", "k >= 1"),
        ("int k = 2 * TWO;", "p[i * k] = i;", "k >= 1"),
    ],
)
def test_the_function_around_and_its_macros_name_what_is_not_followed(before: str, body: str, expected: str) -> None:
    text = f"""
#define OUTER(x) outer((x))
#define TWO 1 + 1
int outer(int x);
void f(int n, float *restrict p, int w) {{ {before} for (int i = 0; i < n; i++) {{ {body} }} }}
"""
    outline = Outline(parse(text, name="a.c"))
    found = judge(outline, outline.loops[-1])
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize(
    ("subscript", "expected"),
    [
        ("i * (w >> 1)", "(w >> 1) >= 1"),
        ("i * (w / 2)", "(w/2) >= 1"),
        ("i * ((w + g) / 2)", "((g + w)/2) >= 1"),
        ("i * ((w - 3 * g) >> 2)", "((w - 3 * g) >> 2) >= 1"),
        ("i * (g * w / 8)", "((g * w)/8) >= 1"),
    ],
)
def test_a_quotient_is_of_all_that_is_divided_and_rounded_as_in_the_source(subscript: str, expected: str) -> None:
    """`(w + g - 1)/2` and not `w + g - 1/2`; `-1 >> 1` is -1, `-1 / 2` is 0."""
    found = verdict("", f"p[{subscript}] = i;")
    assert found.assumptions == (expected,)
    assert found.precondition.replace(" / ", "/").removeprefix("(long long)") in ("", expected)
