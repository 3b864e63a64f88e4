"""Sections where isl finds no bounds: rows whose length is a sum, rows between two bounds, variables without a sign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from loopwright.source.outline import Outline
from loopwright.suggest.facts import facts_of

Make = Callable[..., Outline]
Touched = Callable[[int, int, int], Iterator[int]]

# Body of a function of `n`, `m`, `k` (none negative) and what it touches of `a`.
FORMS: dict[str, tuple[str, Touched]] = {
    "a stencil with ghost cells": (
        "for (int i = 1; i <= n; i++) for (int j = 1; j <= m; j++) b[i] += a[(i - 1) * (m + 2) + j] + a[(i + 1) * (m + 2) + j];",
        lambda n, m, k: ((i + d) * (m + 2) + j for i in range(1, n + 1) for j in range(1, m + 1) for d in (-1, 1)),
    ),
    "rows with a margin": (
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i] += a[i * (m + k) + j];",
        lambda n, m, k: (i * (m + k) + j for i in range(n) for j in range(m)),
    ),
    "three dimensions with a margin": (
        "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int l = 0; l < k; l++) b[i] += a[(i * (m + 1) + j) * (k + 2) + l];",
        lambda n, m, k: ((i * (m + 1) + j) * (k + 2) + w for i in range(n) for j in range(m) for w in range(k)),
    ),
    "a window around each element": (
        "for (int i = 0; i < n; i++) for (int j = i; j <= i + k; j++) b[i] += a[j * (m + 1)];",
        lambda n, m, k: (j * (m + 1) for i in range(n) for j in range(i, i + k + 1)),
    ),
    "a window without a sign": (
        "for (unsigned i = 0; i < (unsigned)n; i++) for (unsigned j = 0; j < (unsigned)m; j++) b[i] += a[i * (m + 2u) + j];",
        lambda n, m, k: (i * (m + 2) + j for i in range(n) for j in range(m)),
    ),
    "tiles": (
        "for (int s = 0; s < n; s += 4) for (int t = 0; t < n; t += 4) for (int i = s; i < s + 4; i++) for (int j = t; j < t + 4; j++)"
        " b[i] += a[i * n + j];",
        lambda n, m, k: (
            i * n + j for s in range(0, n, 4) for t in range(0, n, 4) for i in range(s, s + 4) for j in range(t, t + 4)
        ),
    ),
    "tiles from the end": (
        "for (int s = n - 1; s >= 0; s -= 3) for (int j = 0; j < m; j++) b[s] += a[s * (m + 2) + j];",
        lambda n, m, k: (s * (m + 2) + j for s in range(n - 1, -1, -3) for j in range(m)),
    ),
    "downwards": (
        "for (int i = n - 1; i >= 0; i--) for (int j = 0; j < m; j++) b[i] += a[(n - 1 - i) * (m + 3) + j];",
        lambda n, m, k: ((n - 1 - i) * (m + 3) + j for i in range(n) for j in range(m)),
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_the_section_holds_all_that_is_touched_and_begins_and_ends_with_it(outline: Make, name: str) -> None:
    body, touched = FORMS[name]
    found = outline(f"void f(int n, int m, int k, double *restrict b, const double *restrict a) {{ {body} }}")
    facts = facts_of(found, found.loops[0])
    assert "a" not in facts.missing
    (fact,) = (fact for fact in facts.data if fact.variable == "a")
    for n, m, k in product((1, 2, 3, 5), repeat=3):
        elements = set(touched(n, m, k))
        lower, length = (
            eval(text.replace("/", "//"), {}, {"n": n, "m": m, "k": k}) for text in (fact.lower, fact.length)
        )
        assert (lower, lower + length) == (min(elements), max(elements) + 1), (fact, n, m, k)


def test_a_bound_from_memory_needs_no_sign(outline: Make) -> None:
    code = (
        "#include <stdint.h>\nstruct P { uint64_t rows; };\nvoid f(struct P *p, double *x) {"
        " const uint64_t n = p->rows; for (uint64_t i = 0; i < n; i++) x[i] = 0; }"
    )
    found = outline(code)
    facts = facts_of(found, found.loops[0])
    assert facts.missing == ()
    assert "x[0:p->rows]" in [fact.argument for fact in facts.data] or "x[0:n]" in [f.argument for f in facts.data]


BORDERS = """struct kernel { int width; double data[71]; };
void f(int rows, int n, struct kernel k, const double *restrict a, double *restrict b) {
  int r = k.width / 2;
  for (int j = 0; j < rows; j++) {
    for (int i = 0; i < r; i++) b[j * n + i] = 0;
    for (int i = r; i < n - r; i++) b[j * n + i] = a[j * n + i] * k.data[i - r];
    for (int i = n - r; i < n; i++) b[j * n + i] = 0;
  }
}
"""


def test_borders_of_a_row_and_what_lies_between_them_are_one_range(outline: Make) -> None:
    found = outline(BORDERS)
    facts = facts_of(found, found.loops[0])
    assert facts.missing == ()
    assert "b[0:n * rows]" in [fact.argument for fact in facts.data]
    assert "n >= r" in facts.verdict.assumptions


def test_an_array_in_a_struct_is_moved_with_the_struct(outline: Make) -> None:
    found = outline(BORDERS)
    facts = facts_of(found, found.loops[0])
    assert [fact.argument for fact in facts.data if fact.variable == "k"] == ["k"]


# A range that forgets a condition, or the sign of a step, would leave the array.
WITHOUT = {
    "a condition says what is touched": "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if (i * j < k) b[i] += a[i * j];",
    "what one loop's variable is multiplied with varies": "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i] += a[i * j];",
    "a subscript comes from memory": "for (int i = 0; i < n; i++) b[i] += a[at[i]];",
}


@pytest.mark.parametrize("name", WITHOUT)
def test_nothing_is_said_where_the_ends_are_not_known(outline: Make, name: str) -> None:
    code = f"void f(int n, int m, int k, const int *restrict at, double *restrict b, const double *restrict a) {{ {WITHOUT[name]} }}"
    found = outline(code)
    assert "a" in facts_of(found, found.loops[0]).missing


def test_a_factor_that_may_be_negative_is_assumed_not_to_be(outline: Make) -> None:
    code = (
        "void f(int n, int m, int k, double *restrict b, const double *restrict a) {"
        " for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) b[i] += a[i * (m - k) + j]; }"
    )
    found = outline(code)
    facts = facts_of(found, found.loops[0])
    assert facts.verdict.verdict == "assumed"
    assert "m >= k" in facts.verdict.assumptions
