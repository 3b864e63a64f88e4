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
