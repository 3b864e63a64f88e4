"""Arrays of addresses that a function fills itself: each row has memory of its own if each was allocated for its own element, and nothing
stored another address there."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <stdlib.h>
#include <string.h>
static int **rows(int k, int w) { int **r = malloc(k * sizeof *r); for (int i = 0; i < k; i++) r[i] = calloc(w, sizeof(int)); return r; }
static int *row(int w) { return calloc(w, sizeof(int)); }
static void mix(int **r) { r[1] = r[2]; }
static void set(int **r, int i, int *v) { r[i] = v; }
void other(int **r);
"""
LOOP = "for (int i = 0; i < n; i++) for (int j = 1; j < n; j++) r[i][j] = r[i][j - 1] * 3 + j;"
MADE = "int **r = malloc(n * sizeof *r); for (int i = 0; i < n; i++) r[i] = malloc(n * sizeof **r);"
APART = {
    "one by one": MADE,
    "and released": f"{MADE} int **s = rows(n, n); free(s[0]); free(s);",
    "filled as they are made": "int **r = malloc(n * sizeof *r); for (int i = 0; i < n; i++) r[i] = malloc(4 * n), memset(r[i], 0, 4 * n);",
    "by a function": "int **r = rows(n, n);",
    "an array of the function": "int *r[64]; for (int i = 0; i < n; i++) { r[i] = calloc(n, sizeof(int)); if (!r[i]) exit(1); }",
}
# Each was run in another order: the first ten come out otherwise.
PERHAPS_NOT = {
    "one twice": f"{MADE} r[1] = r[0];",
    "one within another": f"{MADE} r[2] = r[3] + 1;",
    "the first by itself": f"{MADE} *r = r[1];",
    "by another pointer": f"{MADE} int **q = r + 1; *q = r[0];",
    "by the address of the pointer": f"{MADE} int ***y = &r; (*y)[2] = (*y)[1];",
    "as bytes": f"{MADE} memcpy(r + 1, r, sizeof *r);",
    "through void": f"{MADE} void *v = r; ((int **)v)[2] = ((int **)v)[1];",
    "by a function that is called": "int **r = rows(n, n); mix(r);",
    "given to a function": "int **r = rows(n, n); set(r, 2, r[3]);",
    "one for all": "int **r = malloc(8 * n), *one = row(n); for (int i = 0; i < n; i++) r[i] = one;",
    "by a function out of sight": f"{MADE} other(r);",
    "exchanged": f"{MADE} int *t = r[0]; r[0] = r[1]; r[1] = t;",
}


def verdict_of(made: str) -> str:
    outline = Outline(parse(f"{HEAD}void f(int n) {{ {made} {LOOP} }}", language="c"))
    loop = next(loop for loop in outline.loops if outline.source.slice(loop.span).startswith(LOOP[:40]))
    return judge(outline, loop).verdict


@pytest.mark.parametrize("made", APART.values(), ids=APART)
def test_rows_that_are_made_one_by_one_are_apart(made: str) -> None:
    assert verdict_of(made) == "proved"


@pytest.mark.parametrize("made", PERHAPS_NOT.values(), ids=PERHAPS_NOT)
def test_rows_that_may_be_others_are_not(made: str) -> None:
    assert verdict_of(made) in ("assumed", "unknown")
