"""Subscripts that are chosen by a condition: edges that are clamped or wrap around, two halves that are exchanged."""

from __future__ import annotations

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import facts_of

HEAD = """#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
"""
# the body of loops over y < h and x < w, with restricted `in` (read) and `out` (written), that names every element of `in`
ALL_OF_IT = {
    "macro": "int xx = CLAMP(x + r, 0, w - 1), yy = CLAMP(y - r, 0, h - 1);",
    "macros": "int xx = MIN(MAX(x + r, 0), w - 1), yy = MAX(MIN(y + r, h - 1), 0);",
    "branches": "int xx = x + r, yy = y + r; if (xx < 0) xx = 0; if (xx >= w) xx = w - 1; if (yy < 0) yy = 0; else if (yy >= h) yy = h - 1;",
    "around": "int xx = x > 0 ? x - 1 : w - 1, yy = y == h - 1 ? 0 : y + 1;",
    "kept": "int xx = x == 0 ? x : x - 1; int yy = y + 1; if (yy == h) yy--;",
    "mirror": "int xx = w - 1 - x, yy; if (y < h / 2) yy = h - 1 - y; else yy = y;",
}


@pytest.mark.parametrize("body", ALL_OF_IT.values(), ids=ALL_OF_IT)
def test_edges_stay_in_the_array(body: str) -> None:
    loops = f"for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) {{ {body} out[y * w + x] = in[yy * w + xx] + in[y * w + x]; }}"
    text = f"{HEAD}void f(int w, int h, int r, const float *restrict in, float *restrict out) {{ {loops} }}"
    outline = Outline(parse(text, language="c"))
    facts = facts_of(outline, outline.loops[0])
    assert facts.verdict.verdict == "proved"
    assert [fact.argument.replace(" ", "") for fact in facts.data] == ["in[0:h*w]", "out[0:h*w]"]
    assert not facts.missing


# a body over i < n → the verdict on it, and what of `a` is moved
LINES = {
    "int l = i == 0 ? n - 1 : i - 1; a[l] = i;": ("proved", "a[0:n]", "copyout"),
    "int l = i + 1; if (l == n) l = 0; a[l] = i;": ("proved", "a[0:n]", "copyout"),
    "int l = i == 0 ? 0 : i - 1; a[l] = i;": ("refuted", "", ""),
    "int l = i == 0 ? 0 : i - 1; a[i] = a[l];": ("refuted", "", ""),
    "int l = i < k ? i : i - k; a[l] = i;": ("assumed", "", ""),
    "unsigned l = i > 3 ? -1 : 0u; a[l] = i;": ("unknown", "", ""),
    "int l = i > c ? i : 0; if (a[i] > 0) l = i; a[l] = 1;": ("unknown", "", ""),
}  # fmt: skip


@pytest.mark.parametrize("body", LINES)
def test_what_is_chosen_decides(body: str) -> None:
    text = f"void f(int n, int k, int c, int *a) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
    outline = Outline(parse(text, language="c"))
    facts = facts_of(outline, outline.loops[0])
    verdict, moved, clause = LINES[body]
    assert facts.verdict.verdict == verdict
    if moved:
        assert [(fact.argument, fact.clause) for fact in facts.data] == [(moved, clause)]


@pytest.mark.parametrize(
    "body",
    [
        "double t = a[i]; a[i] = a[n - 1 - i]; a[n - 1 - i] = t;",
        "for (int j = 0; j < m; j++) { double t = a[i * m + j]; a[i * m + j] = a[(n - 1 - i) * m + j]; a[(n - 1 - i) * m + j] = t; }",
    ],
    ids=["elements", "rows"],
)
def test_halves_that_are_exchanged_are_all_of_it(body: str) -> None:
    text = f"void f(int n, int m, double *a) {{ for (int i = 0; i < n / 2; i++) {{ {body} }} }}"
    outline = Outline(parse(text, language="c"))
    facts = facts_of(outline, outline.loops[0])
    assert facts.verdict.verdict == "proved"
    assert [fact.argument.replace(" ", "") for fact in facts.data] == ["a[0:n*m]" if "j" in body else "a[0:n]"]


SIZED = """#include <stdlib.h>
#include <string.h>
void f(int argc, char **argv) {{
    int n = 0; {how}
    float *a = malloc(n * n * sizeof(float)), *b = malloc(n * n * sizeof(float));
    for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) {body}
}}"""
HOW = (
    'if (strcmp(argv[1], "-n")) n = atoi(argv[2]);',
    'if (strcmp(argv[1], "-n")) { puts("?"); } else n = atoi(argv[2]);',
    "n = argv[1] ? atoi(argv[1]) : 1;",
    "if (argc > 2) n = atoi(argv[2]);",
)


@pytest.mark.parametrize("how", HOW)
def test_where_a_loop_runs_its_bound_is_the_one_with_which_it_does(how: str) -> None:
    outline = Outline(parse(SIZED.format(how=how, body="a[i * n + j] = b[i * n + j - 1];"), language="c"))
    verdict = facts_of(outline, outline.loops[0]).verdict
    assert verdict.verdict == "proved", verdict.reason


# Beside them: the rows meet; the other bound lets the loop run, too; without a sign a bound below zero is a great one.
@pytest.mark.parametrize(
    ("how", "body"),
    [
        (HOW[0], "a[i * n + j] = a[(i - 1) * n + j];"),
        (HOW[0], "a[i + j] = b[i];"),
        ("n = 9; if (strcmp(argv[1], argv[2])) n = atoi(argv[2]);", "a[i * m + j] = b[j];"),
        ("unsigned m = 0; if (strcmp(argv[1], argv[2])) m = atoi(argv[2]);", "a[(int)(i * m + j)] = b[j];"),
    ],
)
def test_what_a_bound_is_not_proves_nothing(how: str, body: str) -> None:
    text = SIZED.format(how=f"int m = n; {how}" if "unsigned" not in how else how, body=body)
    if "unsigned" in how:
        text = text.replace("n - 1", "m - 1").replace("int i", "unsigned i").replace("int j", "unsigned j")
    outline = Outline(parse(text, language="c"))
    assert facts_of(outline, outline.loops[0]).verdict.verdict != "proved"
