"""Clauses carried over from other loops that would move data the wrong way, or accumulate what nobody changes."""

from __future__ import annotations

import pytest
from loopwright.memory.places import place_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of
from loopwright.suggest.repair import judged

ROW = "struct Row { double *data(); double first; };\n"
HEAD = (
    ROW
    + "void f(int n, double *a, double *b, double **rows, struct Row *objects, double x[64][64], int *at, double s) {\n"
)


def mended(body: str, directive: str, name: str = "a.c", before: str = "") -> str | None:
    text = f"double g(double *p); double h(double v); double total;\n#define ADD(v) s += (v)\n{HEAD}{before}  for (int i = 0; i < n; i++) {{ {body} }}\n}}\n"
    outline = Outline(parse(text, name=name))
    loop = outline.loops[0]
    return judged(directive, outline, loop, place_of(outline, loop), facts_of(outline, loop)).directive


@pytest.mark.parametrize(
    ("body", "directive", "wanted"),
    [
        ("a[i] = b[at[i]];", "parallel loop copyout(a[0:n],b)", "parallel loop copyout(a[0:n]) copyin(b)"),
        ("a[at[i]] = b[i];", "parallel loop copyin(a,b,at)", "parallel loop copyin(b[0:n],at[0:n]) copy(a)"),
        ("x[at[i]][0] += b[i];", "kernels loop copyin(x)", "kernels loop copy(x)"),
        ("a[at[i]] = h(b[i]);", "parallel loop copyout(a,b)", "parallel loop copyout(a) copyin(b[0:n])"),
        ("a[i] += b[i];", "kernels copyin(b[0:n]) copyout(a[0:n])", "kernels copyin(b[0:n]) copy(a[0:n])"),
        ("for (int j = 0; j < n; j++) x[i][j] *= b[j];", "parallel loop copyout(x)", "parallel loop copy(x[0:n])"),
        ("a[at[i]]++;", "parallel loop copyout(a)", "parallel loop copy(a)"),
        ("a[i] = 2 * b[i] + s * a[ i ];", "parallel loop copyout(a[0:n])", "parallel loop copy(a[0:n])"),
        ("a[i] = 2 * a[i - 1];", "kernels loop copyout(a[0:n])", "kernels loop copyout(a[0:n])"),
        ("a[i] = 0; a[i] = b[i] + a[i];", "parallel loop copyout(a)", "parallel loop copyout(a[0:n])"),
        ("a[i] = 0; a[i] += b[i];", "parallel loop copyout(a)", "parallel loop copyout(a[0:n])"),
        ("double *p = a; p[i] = 0; a[i] += b[i];", "parallel loop copyout(a)", "parallel loop copyout(a[0:n])"),
        ("a[i] = objects[i].first;", "parallel loop copyout(objects)", "parallel loop copyin(objects[0:n])"),
    ],
)
def test_data_go_the_way_that_the_loop_uses_them(body: str, directive: str, wanted: str) -> None:
    assert mended(body, directive) == wanted


@pytest.mark.parametrize(
    ("body", "directive", "name"),
    [
        ("a[i] = b[i];", "parallel loop copyout(a[0:n]) copyin(b[0:n])", "a.c"),
        ("rows[i][0] = b[i];", "parallel loop copyin(rows[0:n][0:1],b[0:n])", "a.c"),
        ("a[i] = g(&b[i]);", "parallel loop copyout(a[0:n],b)", "a.c"),
        ("a[i] = g(b);", "parallel loop copyout(a[0:n],b)", "a.c"),
        ("double *p = b; p[i] = a[i];", "parallel loop copyout(b[0:n])", "a.c"),
        ("a[i] = b[i]; b[i] = 0;", "parallel loop copyout(b[0:n])", "a.c"),
        ("a[i] = h(b[i]);", "parallel loop copyout(a[0:n],b[0:n])", "a.cpp"),
        ("double &r = b[i]; r = a[i];", "parallel loop copyout(b[0:n])", "a.cpp"),
        ("a[i] = g(objects[i].data());", "parallel loop copyout(objects)", "a.cpp"),
        ("a[i] = *objects[i].data();", "parallel loop copyout(objects)", "a.cpp"),
    ],
)
def test_what_may_be_right_stays(body: str, directive: str, name: str) -> None:
    assert mended(body, directive, name) == directive


def test_what_a_region_holds_is_moved_by_the_region() -> None:
    before = "#pragma acc data copy(a[0:n],b[0:n])\n"
    assert mended("a[i] = b[i];", "parallel loop copyin(a,b)", before=before) == "parallel loop copyin(a,b)"


@pytest.mark.parametrize(
    ("body", "directive", "wanted"),
    [
        ("a[at[i]] = b[i] * s;", "parallel loop reduction(max:s)", "parallel loop"),
        ("a[at[i]] = s * n;", "parallel loop reduction(+:n,s)", "parallel loop"),
        ("s += b[i];", "parallel loop reduction(+:s)", "parallel loop reduction(+:s)"),
        ("ADD(b[i]);", "parallel loop reduction(+:s)", "parallel loop reduction(+:s)"),
        ("a[at[i]] = h(b[i]);", "parallel loop reduction(+:total)", "parallel loop reduction(+:total)"),
        ("g(&s);", "parallel loop reduction(+:s)", "parallel loop reduction(+:s)"),
        ("if (b[i] > s) s = b[i];", "parallel loop reduction(max:s)", "parallel loop reduction(max:s)"),
    ],
)
def test_what_nobody_changes_is_no_reduction(body: str, directive: str, wanted: str) -> None:
    assert mended(body, directive) == wanted
