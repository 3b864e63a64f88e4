"""Where pointers lead: what functions and classes hand out, null, one of two allocations, buffers that are exchanged."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def verdicts(parameters: str, text: str) -> tuple[str, ...]:
    outline = Outline(parse(f"void g(int n, {parameters}) {{ {text} }}", "a.cpp"))
    return tuple(judge(outline, loop).verdict for loop in outline.loops)


ONE_LOOP = [
    # An address from a class or function that is not there goes by the pointer's name; each iteration may take another.
    ("D &d", "double *x = d.x(), *y = d.p->get(3); for (int i = 0; i < n; i++) x[i] = y[i];", "assumed"),
    ("D &d, int k", "double *x = &d.rows[k][0]; for (int i = 0; i < n; i++) x[i] = k;", "proved"),
    ("D *d", "while (d->next()) { double *x = d->x(); for (int i = 0; i < n; i++) x[i] = 1; }", "proved"),
    ("D &d, double *z", "for (int i = 0; i < n; i++) { double *x = d.row(i); x[0] = 1; }", "unknown"),
    ("D &d, float *z", "for (int i = 0; i < n; i++) { double *x = d.row(0); x[i] = 1; }", "unknown"),
    ("D &d, double **z", "double *x; for (int i = 0; i < n; i++) { if (i > 3) x = d.row(0); x[i] = 1; }", "unknown"),
    # Who uses a pointer has not the null or the garbage that it might have had.
    (
        "double *a, double *b",
        "double *p; if (n > 0) { p = new double[n]; } for (int i = 0; i < n; i++) p[i] = a[i];",
        "proved",
    ),
    (
        "double *a, double *b",
        "double *p = nullptr; if (n > 0) p = (double *)malloc(8 * n); for (int i = 0; i < n; i++) p[i] = a[i];",
        "proved",
    ),
    (
        "double *a, double *b",
        "double *p = n > 3 ? a : (double *)0; for (int i = 0; i < n; i++) p[i] = a[i + 1];",
        "refuted",
    ),
    (
        "double *a, double *b",
        "double *p = a; if (n > 0) p = (double *)malloc(8 * n); for (int i = 0; i < n; i++) p[i] = a[i];",
        "proved",
    ),
    ("double *a, double *b", "static double *p; if (n > 0) p = a; for (int i = 0; i < n; i++) p[i] = a[i];", "assumed"),
    (
        "double *a, double *b",
        "double *p = 0; for (int i = 0; i < n; i++) { if (i == 0) p = a; p[i] = p[i + 1]; }",
        "unknown",
    ),
    (
        "double *a, double *b",
        "double *p; if (n > 3) p = a; else p = b; for (int i = 0; i < n; i++) p[i] = a[i + 1];",
        "refuted",
    ),
    # One of two allocations is memory of its own; what they were called before is another name for it.
    (
        "double *a, bool c",
        "double *p; if (c) p = new double[n]; else p = (double *)malloc(8 * n); for (int i = 0; i < n; i++) p[i] = a[i];",
        "assumed",
    ),
    (
        "double *a",
        "double *p;\n#ifdef D\np = (double *)device(n);\n#else\np = (double *)malloc(8 * n);\n#endif\nfor (int i = 0; i < n; i++) p[i] = a[i];",
        "assumed",
    ),
    (
        "double *a, bool c",
        "double *p, *q = new double[n]; if (c) p = q; else p = new double[n]; for (int i = 0; i < n; i++) p[i] = q[i + 1];",
        "assumed",
    ),
]


@pytest.mark.parametrize(("parameters", "text", "verdict"), ONE_LOOP)
def test_where_a_pointer_leads(parameters: str, text: str, verdict: str) -> None:
    assert verdicts(parameters, text)[0] == verdict


SWEEP = "double *tmp; for (int k = 0; k < t; k++) { for (int i = 1; i < n - 1; i++) b[i] = a[i-1] + a[i+1]; %s } %s"
EXCHANGES = {
    # (verdict of the loop over time, of the loops inside it and behind it)
    SWEEP % ("tmp = a; a = b; b = tmp;", ""): ("refuted", "assumed"),
    SWEEP % ("std::swap(a, b);", ""): ("refuted", "assumed"),
    SWEEP % ("a = b; b = (double *)tmp; tmp = a;", "for (int i = 0; i < n; i++) c[i] = a[i];"): (
        "refuted",
        "assumed",
        "assumed",
    ),
    SWEEP % ("a = b; b = b + n;", ""): ("refuted", "unknown"),
    SWEEP % ("a++; b++;", ""): ("refuted", "unknown"),
    SWEEP % ("tmp = a; a = b; b = tmp; f(c);", "for (int i = 0; i < n; i++) a[i] = a[i + 1];"): (
        "refuted",
        "assumed",
        "refuted",
    ),
    "double *x = a; for (int k = 0; k < t; k++) { for (int i = 0; i < n; i++) x[i] = a[i + 1]; x = b; }": (
        "unknown",
        "unknown",
    ),
}


@pytest.mark.parametrize("text", EXCHANGES)
def test_buffers_that_are_exchanged(text: str) -> None:
    assert verdicts("int t, double *a, double *b, double *c", text) == EXCHANGES[text]
