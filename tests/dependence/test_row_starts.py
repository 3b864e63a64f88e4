"""Rows that end where the next one begins, kept in members of one object: `for (j = g->first[i]; j < g->first[i + 1]; j++) g->to[j] = …`."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """
#include <stdlib.h>
typedef struct graph { int n; long m; int *first; int *to; double *weights; struct graph *next;
                       union { int *low; int *high; }; } graph;
"""
RISES = "g->first never decreases"


def verdict(code: str):
    outline = Outline(parse(HEAD + code, name="a.c"))
    return judge(outline, outline.loops[0])


def rows(store: str, first: str = "g->first") -> str:
    return f"for (int i = 0; i < g->n; i++) {{ for (int j = {first}[i]; j < {first}[i + 1]; j++) {{ {store} }} }}"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (f"void f(graph *g) {{ {rows('g->to[j] = i;')} }}", {"g, g->first and g->to do not overlap", RISES}),
        (f"void f(graph *g) {{ {rows('g->to[j] += i;')} }}", {"g, g->first and g->to do not overlap", RISES}),
        (f"void f(graph *g) {{ {rows('g->weights[j] = i;')} }}", {RISES}),
        (f"void f(graph *g, double *a) {{ {rows('a[j] = i;')} }}", {RISES}),
        (f"void f(graph *g, int *a) {{ {rows('a[j] = i;')} }}", {"a, g and g->first do not overlap", RISES}),
        (
            f"void f(graph *g) {{ g->to = malloc(g->m * sizeof(int)); {rows('g->to[j] = i;')} }}",
            {"g, g->first and g->to do not overlap", RISES},
        ),
    ],
)
def test_row_starts_beside_what_they_lead_into_are_assumed_to_rise(code: str, expected: set[str]) -> None:
    found = verdict(code)
    assert (found.verdict, set(found.assumptions)) == ("assumed", expected)


@pytest.mark.parametrize(
    "code",
    [
        "for (int i = 0; i < g->n; i++) { g->first[i + 1] += g->first[i]; for (int j = g->first[i]; j < g->first[i + 1]; j++) g->to[j] = i; }",
        "for (int i = 0; i < g->n; i++) { for (int j = g->first[i]; j < g->first[i + 1]; j++) { g->first[i] = 3; g->to[j] = i; } }",
        "for (int i = 0; i < g->n; i++) { g->first = p + i; for (int j = g->first[i]; j < g->first[i + 1]; j++) g->to[j] = i; }",
        "for (int i = 0; i < g->n; i++) { *g = q[i]; for (int j = g->first[i]; j < g->first[i + 1]; j++) g->to[j] = i; }",
        "for (int i = 0; i < g->n; i++) { unsigned *u = (unsigned *)g->first; u[i] += 3; for (int j = g->first[i]; j < g->first[i + 1]; j++) "
        "g->to[j] = i; }",
        rows("g->high[j] = i;", "g->low"),
        rows("g->to[j] = i;").replace("j <", "j <="),
        rows("g->to[j] = i;", "g[i].first"),
        rows("g->to[0] += 2 * g->to[j];"),
    ],
)
def test_row_starts_that_change_or_rows_that_meet_are_not(code: str) -> None:
    assert verdict(f"void f(graph *g, int *p, graph *q) {{ {code} }}").verdict in ("unknown", "refuted")


@pytest.mark.parametrize(
    ("of", "name"),
    [
        ("g->first", "g->first"),
        ("whole.first", "whole.first"),
        ("whole.next->first", "whole.next->first"),
        ("g->next->first", "g->next->first"),
    ],
)
def test_what_holds_no_value_twice_is_called_as_it_is_written(of: str, name: str) -> None:
    found = verdict(
        f"graph whole; void f(graph *g, double *a, int n) {{ for (int i = 0; i < n; i++) a[{of}[i]] = i; }}"
    )
    assert (found.verdict, f"{name} holds no value twice" in found.assumptions) == ("assumed", True), found.assumptions
