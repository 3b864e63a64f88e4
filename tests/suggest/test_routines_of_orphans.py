"""A function whose loops have levels with no compute construct around them is a `routine` of the coarsest of these."""

from __future__ import annotations

import pytest

from tests.suggest.asked import standing_at


def first(body: str, before: str = "") -> str:
    text = f"void f(int n, double *a) {{ // HERE\n{body}\n}}\n"
    found = standing_at("a.c", f"void g(int n);\n{before}{text}")
    return found[0][0] if found else ""


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("#pragma acc loop vector\n  for (int i = 0; i < n; i++) a[i] = i;", "routine vector"),
        (
            "#pragma acc loop worker\n  for (int i = 0; i < n; i++) {\n#pragma acc loop vector\n"
            "    for (int j = 0; j < n; j++) a[i * n + j] = i;\n  }",
            "routine worker",
        ),
        ("#pragma acc loop gang vector\n  for (int i = 0; i < n; i++) a[i] = i;", "routine gang"),
        ("#pragma acc parallel loop\n  for (int i = 0; i < n; i++) a[i] = i;", ""),
        ("#pragma acc parallel\n{\n#pragma acc loop gang\n  for (int i = 0; i < n; i++) a[i] = i;\n}", ""),
        ("  for (int i = 0; i < n; i++) a[i] = i;", ""),
    ],
)
def test_the_level_is_that_of_its_loops(body: str, wanted: str) -> None:
    assert first(body) == wanted


def test_one_that_says_so_already_needs_no_other() -> None:
    body = "#pragma acc loop vector\n  for (int i = 0; i < n; i++) a[i] = i;"
    assert first(body, "#pragma acc routine vector\n") == ""
