"""What a call uses without a name in the loop is told as missing: memory behind a pointer that it is handed, variables of the file."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.sections import DataFacts, data_of
from loopwright.lang.symbols import names_within
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

DECLARED = """double ext(const double *t, int i);
struct S { double *g, *h; double in[8]; };
static double scale = 2, table[64]; static const double fixed[8] = {1}; static struct S whole;
static double scaled(double x) { return scale * x; }
static double looked(int i) { return table[i & 63]; }
static double taken(int i) { return fixed[i & 7]; }
"""
MISSING = {
    "a member": ("struct S s", "ext(s.g, i)", "s.g"),
    "a member behind a pointer": ("struct S *s", "ext(s->g, i)", "s->g"),
    "a member and some elements": ("struct S s, int m", "ext(s.g + i * m, i)", "s.g"),
    "an element of it": ("struct S *s", "ext(&s->g[i], i)", "s->g"),
    "another member": ("struct S s", "ext(s.g, i) + s.h[i]", "s.g"),
    "a row": ("double **t", "ext(t[i], i)", "t[i]"),
    "a pointer": ("double *t", "ext(t, i)", "t"),
    "a number of the file": ("int m", "scaled(i)", "scale"),
    "an array of the file": ("int m", "looked(i)", "table"),
    "an array that is named here, too": ("int m", "looked(i) * table[i]", "table"),
}
TOLD = {
    "a member whose elements are used": ("struct S s", "ext(s.g, i) + s.g[i]"),
    "an array of a struct": ("struct S s", "ext(s.in, i)"),
    "a number of the file in the loop": ("int m", "scale * i"),
    "a constant array": ("int m", "taken(i)"),
    "numbers": ("int m", "ext(0, m + i)"),
}


def facts_of(parameters: str, value: str) -> DataFacts:
    text = (
        f"{DECLARED}void f(double *restrict a, {parameters}, int n) {{ for (int i = 0; i < n; i++) a[i] = {value}; }}"
    )
    outline = Outline(parse(text, name="a.c"), None, lambda: ())
    found = nest_of_loop(outline, outline.loops[-1])
    assert found is not None
    return data_of(*found, names_within(outline, outline.loops[-1].span))


@pytest.mark.parametrize("name", MISSING)
def test_what_a_call_uses_out_of_sight_is_missing(name: str) -> None:
    parameters, value, missing = MISSING[name]
    assert facts_of(parameters, value).missing == (missing,)


@pytest.mark.parametrize("name", TOLD)
def test_nothing_else_is(name: str) -> None:
    assert facts_of(*TOLD[name]).missing == ()
