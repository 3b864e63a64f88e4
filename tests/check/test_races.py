"""LW6xx on annotated loops, with the two places that meet."""

from __future__ import annotations

import pytest
from loopwright.check.run import check

HEAD = "double s; void f(int n, double *restrict a, double *restrict b, int *restrict k, double (*restrict m)[64]) {\n  double t; int j;\n"
RACES = {
    "for (int i = 1; i < n; i++) a[i] = a[i - 1];": ["LW601"],
    "for (int i = 0; i < n; i++) s += a[i];": ["LW602"],
    "for (int i = 0; i < n; i++) a[k[i]] += b[i];": ["LW603"],
    "for (int i = 0; i < n; i++) a[0] += b[i];": ["LW605"],
    "for (int i = 0; i < n; i++) { t = b[i]; a[i] = t; }": ["LW604"],
    "for (int i = 0; i < n; i++) for (j = 0; j < 64; j++) m[i][j] = 0;": [],
    "for (int i = 0; i < n; i++) {\n#pragma acc atomic update\n    a[k[i]] += b[i];\n  }": [],
    "for (int i = 0; i < n; i++) a[i] = b[n - 1 - i];": [],
    "for (int i = 0; i < n / 2; i++) a[i] = a[i + n / 2];": [],
    "for (int i = 0; i < n; i++) for (int c = 0; c < 64; c++) a[i * 64 + c] = m[i][c];": [],
}


@pytest.mark.parametrize("body", RACES)
def test_races_in_annotated_loops(outline, body: str) -> None:
    found = check(outline(f"{HEAD}#pragma acc parallel loop copy(a[0:n], b[0:n], k[0:n], m[0:n])\n  {body}\n}}\n"))
    assert [finding.code for finding in found if finding.code.startswith("LW6")] == RACES[body]


def test_both_places_are_named(outline) -> None:
    found = outline(
        f"{HEAD}#pragma acc parallel loop copy(a[0:n])\n  for (int i = 1; i < n; i++) a[i] = a[i - 1];\n}}\n"
    )
    (race,) = (finding for finding in check(found) if finding.code == "LW601")
    assert [found.source.slice(place.span) for place in race.related] == ["a[i]", "a[i - 1]"]
    assert "iteration i=1 writes a[1], iteration i=2 reads it" in race.message


def test_what_a_clause_covers_is_no_race(outline) -> None:
    clauses = "private(t) reduction(+:s)"
    body = "for (int i = 0; i < n; i++) { t = b[i]; s += t; }"
    found = check(outline(f"{HEAD}#pragma acc parallel loop copyin(b[0:n]) {clauses}\n  {body}\n}}\n"))
    assert not [finding for finding in found if finding.code.startswith("LW6")]


def test_a_change_in_a_called_function_is_seen(outline) -> None:
    code = (
        "static int at(int i) {{ return {}; }}\nvoid f(int n, double *a) {{\n"
        "#pragma acc parallel loop copy(a[0:n])\n  for (int i = 1; i < n; i++) a[i] = a[at(i)];\n}}\n"
    )
    clean, racing = (check(outline(code.format(value))) for value in ("i", "i - 1"))
    assert "LW601" not in [finding.code for finding in clean]
    assert "LW601" in [finding.code for finding in racing]


TWO = "namespace q { double total, w[3]; struct A { static double s; }; }\nvoid f(int n, const double *a, double *b) {\n  double total = 0;\n"
NAMED = {
    # (clauses, body): what is told of variables that the loop writes with their namespace, and in which words.
    ("", "q::total += a[i];"): ["reduction(+:q::total)"],
    ("reduction(+:q::total)", "q::total += a[i];"): [],
    ("reduction(+:total)", "q::total += a[i];"): ["reduction(+:q::total)"],
    ("reduction(+:total)", "total += a[i];"): [],
    ("reduction(+:q::A::s)", "q::A::s += a[i];"): [],
    ("private(q::total)", "q::total = a[i]; b[i] = q::total;"): [],
    ("private(q::w)", "q::w[0] = a[i]; b[i] = q::w[0];"): [],
    ("private(total)", "total = a[i]; b[i] = total;"): [],
    ("private(total)", "q::total = a[i]; b[i] = q::total;"): ["private(q::total)"],
}


@pytest.mark.parametrize(("clauses", "body"), NAMED)
def test_a_variable_of_a_namespace_is_not_the_local_one_of_its_name(outline, clauses: str, body: str) -> None:
    directive = f"#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n]) {clauses}"
    found = outline(f"{TWO}{directive}\n  for (int i = 0; i < n; i++) {{ {body} }}\n}}\n", "cpp")
    told = [finding for finding in check(found) if finding.code.startswith("LW6")]
    assert len(told) == len(NAMED[clauses, body]), told
    assert all(words in one.message for one, words in zip(told, NAMED[clauses, body], strict=True))


HOLDERS = "struct P { double x, y; };\nvoid f(int n, const double *restrict a, double *restrict b) {\n  struct P p; double w[2], t;\n"
FILLED = {
    # (before the directive, the directive, body): arrays and structs are one for all iterations, scalars are not.
    ("", "parallel loop", "p.x = a[i]; p.y = 2; b[i] = p.x * p.y;"): ["LW609"],
    ("", "parallel loop", "w[0] = a[i]; w[1] = 2; b[i] = w[0] * w[1];"): ["LW609"],
    ("", "parallel loop", "t = a[i]; b[i] = t;"): ["LW604"],
    ("", "parallel loop private(p)", "p.x = a[i]; p.y = 2; b[i] = p.x * p.y;"): [],
    ("", "parallel loop private(w)", "w[0] = a[i]; w[1] = 2; b[i] = w[0] * w[1];"): [],
    ("", "parallel loop create(w)", "w[0] = a[i]; w[1] = 2; b[i] = w[0] * w[1];"): ["LW609"],
    ("", "parallel loop default(none)", "w[0] = a[i]; w[1] = 2; b[i] = w[0] * w[1];"): [],
    ("", "kernels loop", "w[0] = a[i]; w[1] = 2; b[i] = w[0] * w[1];"): [],
    ("#pragma acc parallel\n{ double v[2];\n", "loop gang", "v[0] = a[i]; v[1] = 2; b[i] = v[0] * v[1];"): ["LW604"],
    ("#pragma acc parallel\n{\n", "loop gang", "w[0] = a[i]; w[1] = 2; b[i] = w[0] * w[1];"): ["LW609"],
    ("#pragma acc parallel private(w)\n{\n", "loop gang", "w[0] = a[i]; w[1] = 2; b[i] = w[0] * w[1];"): [],
}


@pytest.mark.parametrize(("before", "directive", "body"), FILLED)
def test_what_each_iteration_fills_for_itself(outline, before: str, directive: str, body: str) -> None:
    end = "}" if "{" in before else ""
    text = f"{HOLDERS}{before}#pragma acc {directive}\n  for (int i = 0; i < n; i++) {{ {body} }}\n{end}}}\n"
    found = check(outline(text))
    assert [one.code for one in found if one.code in ("LW601", "LW604", "LW609")] == FILLED[before, directive, body]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("struct C {{ double t; void f(int n, const double *a) {{\n{0} t += a[i]; }} }};", "t"),
        ("struct C {{ double t[4]; void f(int n, const double *a) {{\n{0} t[1] += a[i]; }} }};", "t[1]"),
        ("void f(int n, double *v, const double *a) {{ double &x = v[2];\n{0} x += a[i]; }}", "x"),
        ("struct P {{ double y; }}; void f(int n, P *p, const double *a) {{\n{0} p->y += a[i]; }}", "p->y"),
    ],
)
def test_one_element_that_all_update_is_told_whatever_its_name(outline, code: str, text: str) -> None:
    loop = "#pragma acc parallel loop copyin(a[0:n])\nfor (int i = 0; i < n; i++)"
    found = [one for one in check(outline(code.format(loop), "cpp")) if one.code == "LW605"]
    assert [f"several iterations update `{text}`" in one.message for one in found] == [True]
