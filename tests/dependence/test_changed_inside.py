"""A loop whose body gives its variable another value is never called independent, in whatever way it does so."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge

BEFORE = """
#define NEXT i++
#define SKIP(x) x += 1
#define BUMP(x) (++(x))
static void further(int &x) { x++; }
"""
CHANGES = [
    "a[i] = 2; i += 2;",
    "a[i] = 2; NEXT;",
    "a[i] = 2; SKIP(i);",
    "a[i] = 2; BUMP(i);",
    "a[i] = 2; further(i);",
    "a[i] = 2; int &r = i; r++;",
    "a[i] = 2; [&] { i++; }();",
    "a[i] = 2; *&i = 3;",
    "a[i] = 2; (i) = 3;",
    "a[(i)++] = 2;",
    "a[i] = 2; ++(i);",
    "a[i] = 2; ((i)) *= 2;",
    'a[i] = "//"[0]; i += 1;',
    'a[i] = "http://"[k]; if (k) i = n;',
    "a[i] = '\"'; i += 1;",
    "a[i] = 2; i \\\n += 2;",
    "a[i] = 2; i /* on */ += 2;",
    "a[i] = 2; ++/* on */i;",
    "if (a[i] > 0) { (i)++; continue; } a[i] = 2;",
    "if (a[i] > 0) { (i)++; } else a[i] = 2;",
    "for (int m = 0; m < 3; m++) { a[i] = 2; (i)++; }",
    "for (int m = 3; m > 0; m--) if (k) (i)++; a[i] = 2;",
    "int m = 0; while (m < 3) { m++; (i) += 1; } a[i] = 2;",
    "switch (k) { case 1: (i) += 1; break; default: break; } a[i] = 2;",
    "a[i] = 2; do { (i) += 1; } while (a[i] < 0);",
]
STAYS = [
    'a[i] = "i = 3"[k];',
    'a[i] = "++i"[k];',
    "a[i] = '='; // i = 3\n",
    "a[i] = 1; { double i = 3; i = 4; }",
    "if (i == 0) continue; if (k) a[i] = 3; else if (i > 5) a[i] = 2;",
    "switch (i) { case 2: a[i] = 1; break; default: ; }",
    "int m = i; while (m > 0) { m--; a[i] += m; }",
    "for (int m = i; m < n; m++) a[i] += m;",
]


def _verdict(outline, body: str) -> str:
    found = outline(f"{BEFORE}void f(int n, int k, double *a) {{ for (int i = 0; i < n; i++) {{ {body} }} }}", "cpp")
    return judge(found, found.loops[0]).verdict


@pytest.mark.parametrize("body", CHANGES)
def test_a_variable_that_changes_inside_leaves_nothing_known(outline, body: str) -> None:
    assert _verdict(outline, body) == "unknown"


@pytest.mark.parametrize("body", STAYS)
def test_what_only_looks_like_a_change_is_none(outline, body: str) -> None:
    assert _verdict(outline, body) == "proved"


def test_a_pointer_that_changes_inside_leaves_nothing_known(outline) -> None:
    found = outline("void f(int n, double *a) { for (double *p = a; p < a + n; p++) { *p = 2; (p)++; } }")
    assert judge(found, found.loops[0]).verdict == "unknown"
