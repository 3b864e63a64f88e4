"""Arrays of pointers to rows are named with a section for each subscript, or not at all."""

from __future__ import annotations

import pytest
from test_sections import facts_of

# body of a function with `int n, int k, int r, int *x, double **a, double **b, float ***t, double *p, double *q` → what is moved
MOVED = {
    "for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) b[i][j] = a[j][i];": "copyin a[0:k][0:n], copyout b[0:n][0:k]",
    "for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) b[i][j] += 1;": "copy b[0:n][0:k]",
    "for (int i = 0; i < n; i++) for (int j = 0; j < k; j += 2) b[i][j] = 1;": ("copy b[0:n][0:k - (k + 1) % 2]"),
    "for (int j = 0; j < n; j++) b[r][j] = a[r][j];": "copyin a[r:1][0:n], copyout b[r:1][0:n]",
    "for (int i = 0; i < n; i++) for (int j = 0; j < k; j++) for (int l = 0; l < 8; l++) t[i][j][l] = 0;": (
        "copyout t[0:n][0:k][0:8]"
    ),
    "double *s[2] = {p, q}; for (int i = 0; i < n; i++) s[0][i] = s[1][i];": "copy s[0:2][0:n]",
}
# the same with members, `struct S { int n; double **a; double *b; } *s` and `struct P { double x, y; } **o`
OF_MEMBERS = {
    "for (int i = 0; i < s->n; i++) for (int j = 0; j < s->n; j++) s->a[i][j] = s->b[j];": (
        "copyin s->b[0:s->n], copyout s->a[0:s->n][0:s->n]"
    ),
    "for (int i = 0; i < n; i++) o[i]->x += o[i]->y;": "copy o[0:n][0:1]",
    "for (int i = 0; i < s->n; i++) s->a[i][x[i]] = 0;": "copyin x[0:s->n]",
}
# What not every row can be known to hold is told as missing, with how far the loop reaches.
REACHED = {
    "for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) b[i][j] = 1;": "copy b[0:n][0:n]",
    "for (int i = 1; i < n - 1; i++) for (int j = 1; j < k - 1; j++) p[i] += a[i][j - 1] + a[i - 1][j];": "a[0:n - 1][0:k - 1]",
    "for (int i = 1; i < n - 1; i++) for (int j = 0; j < n; j++) b[i][j] = a[i - 1][j] + a[i + 1][j];": "a[0:n][0:n]",
    "for (int i = 0; i < n; i++) if (x[i] > 0) for (int j = 0; j < k; j++) b[i][j] = 1;": "copy b[0:n][0:k]",
}
# Rows that are exchanged, columns that cannot be told: nothing is moved, least of all the pointers alone.
MISSING = {
    "for (int i = 0; i < n; i++) { double *s = a[i]; a[i] = a[n + i]; a[n + i] = s; s[0] = 1; }": "a",
    "for (int i = 0; i < n; i++) a[i][x[i]] = 0;": "a",
    "for (int i = 0; i < n; i++) a[x[i]][i] = 0;": "a",
    "for (int i = 0; i < n; i++) for (int j = 0; j < x[i]; j++) p[i] += a[i][j];": "a",
}
FUNCTION = "void f(int n, int k, int r, int *x, double **a, double **b, float ***t, double *p, double *q) {{ {body} }}"


@pytest.mark.parametrize("body", MOVED)
def test_rows_of_one_length_have_a_section_for_each_subscript(body: str) -> None:
    ((_, facts, missing),) = facts_of(FUNCTION.format(body=body))
    assert ", ".join(f"{fact.clause} {fact.argument}" for fact in facts) == MOVED[body]
    assert not missing


@pytest.mark.parametrize("body", OF_MEMBERS)
def test_rows_of_members(body: str) -> None:
    code = (
        "struct S { int n; double **a; double *b; }; struct P { double x, y; };"
        f"void f(int n, const int *x, struct S *s, struct P **o) {{ {body} }}"
    )
    ((_, facts, missing),) = facts_of(code)
    moved = sorted(f"{fact.clause} {fact.argument}" for fact in facts if fact.variable != "s")
    assert ", ".join(moved) == OF_MEMBERS[body]
    assert bool(missing) == ("x[i]" in body)


@pytest.mark.parametrize("body", REACHED)
def test_rows_that_may_be_shorter_are_missing_with_their_reach(body: str) -> None:
    ((_, facts, missing),) = facts_of(FUNCTION.format(body=body))
    assert REACHED[body] in ", ".join(f"{fact.clause} {fact.argument}" for fact in facts)
    assert missing


@pytest.mark.parametrize("body", MISSING)
def test_pointers_alone_are_never_moved(body: str) -> None:
    for _, facts, missing in facts_of(FUNCTION.format(body=body)):
        assert not any(fact.variable == MISSING[body] for fact in facts)
        assert MISSING[body] in missing


def test_pointers_that_lead_nowhere_in_the_loop_are_values() -> None:
    body = "for (int i = 0; i < n; i++) { double *s = a[i]; a[i] = a[n + i]; a[n + i] = s; }"
    ((_, facts, _),) = facts_of(FUNCTION.format(body=body))
    assert [f"{fact.clause} {fact.argument}" for fact in facts] == ["copy a[0:2 * n]"]


def test_a_reference_to_a_number_needs_no_clause() -> None:
    code = """#include <vector>
void f(std::vector<int> &sizes, double *a, double *b) {
  for (int q = 0; q < 3; q++) {
    const int &n = sizes[q];
    for (int i = 0; i < n; i++) b[i] = a[i];
  }
}"""
    (_, facts, missing), *_ = facts_of(code.replace("for (int q = 0; q < 3; q++)", "int q = 1;"), "cpp")
    assert [fact.argument for fact in facts] == ["a[0:n]", "b[0:n]"]
    assert not missing
