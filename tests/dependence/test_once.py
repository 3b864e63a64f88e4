"""A variable that a single iteration comes to is met by no other one: the loop is independent, and a clause has to give the variable back."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "int total, a[400], b[400], ix[400];\n"

# What one iteration does with `total`; and beside it what more than one does, or what cannot be told (labels by running them).
PICKED = [
    ("for (int i = 0; i < n; ++i) { if (i == 0) total = b[i]; }", True),
    ("for (int i = 0; i < n; ++i) { if (i == i + 0 * n) total = b[i]; }", False),
    ("for (int i = 0; i < n; ++i) { if (i < 1) total = total * 3 + b[i]; }", True),
    ("for (int i = 0; i < n; ++i) { if (i < 2) total = total * 3 + b[i]; }", False),
    ("for (int i = 0; i < n; ++i) { if (i == n - 1) total = total * 3 + b[i]; }", True),
    ("for (int i = 0; i < n; ++i) { if (i >= n - 2) total = total * 3 + b[i]; }", False),
    ("for (int i = 0; i < n; i += 2) { if (i >= n - 2) total = total * 3 + b[i]; }", True),
    ("for (int i = 0; i < n; ++i) { if (i != 3) continue; total = total * 3 + b[i]; }", True),
    ("for (int i = 0; i < n; ++i) { if (i == 1 || i == 3) total = total * 3 + i; }", False),
    ("for (int i = 0; i < n; ++i) { if (i == total) total = b[i] + i + 1; }", False),
    ("for (int i = 0; i < n; ++i) { if (i == ix[i]) total = total * 2 + i; }", False),
    ("for (int i = 0; i < n; ++i) { if (i == ix[0]) total = total * 2 + i; }", True),
    ("for (int i = 0; i < n; ++i) { if (i == 2) total = b[i]; a[i] = total; }", False),
    ("for (int i = 0; i < 300; ++i) { if ((unsigned char)i == 3) total = total * 3 + i; }", False),
    ("for (int i = 0; i < n; ++i) { if (i / 2 == 1) total = total * 3 + i; }", False),
    ("for (int j = 0; j < 4; ++j) for (int i = 0; i < n; ++i) { if (i == 2) total = total * 3 + i; }", False),
    ("for (int j = 0; j < 4; ++j) for (int i = 0; i < n; ++i) { if (j == 2) total = total * 3 + i; }", True),
    ("for (int j = 0; j < 4; ++j) for (int i = 0; i < n; ++i) { if (i == j) total = total * 3 + i; }", False),
    ("int k = 1; for (int i = 0; i < n; ++i) { if (i == k) { total = total * 2 + i; k = i + 2; } }", False),
    ("int k = 0, *q = &k; for (int i = 0; i < n; ++i) { if (i == 1) k = b[i] + 5; a[i] = *q; } total = k;", False),
    ("int *q = a; for (int i = 0; i < n; ++i) { if (i == 1) q = b; } total = *q;", False),
    ("int *q = &total; for (int i = 0; i < 1; ++i) { *q = i + 1; }", False),
    ("volatile int k = 0; for (int i = 0; i < n; ++i) { if (i == 1) k = i; } total = k;", False),
    ("for (int i = 0; i < 1; ++i) { total = total * 3 + b[i]; }", True),
    ("for (int i = 0; i < 2; ++i) { total = total * 3 + b[i]; }", False),
    ("if (n < 2) { for (int i = 0; i < n; ++i) { total = total * 3 + b[i]; } }", True),
    ("if (n < 3) { for (int i = 0; i < n; ++i) { total = total * 3 + b[i]; } }", False),
]


def _outline(code: str, language: str = "c") -> Outline:
    return Outline(parse(f"{HEAD}int f(int n) {{ {code} return total; }}", f"a.{language}"))


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize(("code", "is_independent"), PICKED)
def test_only_what_one_iteration_comes_to_is_met_by_no_other(code: str, is_independent: bool, language: str) -> None:
    outline = _outline(code, language)
    verdict = judge(outline, outline.loops[0])
    assert (verdict.verdict == "proved") is is_independent, verdict.reason
    if is_independent:
        assert verdict.shared == ("total",)
        assert "no two iterations come to total" in verdict.reason


def test_what_a_called_function_does_is_past_every_clause() -> None:
    text = f"{HEAD}static void put(int v) {{ total = v; }} int f(int n) {{ for (int i = 0; i < n; ++i) {{ if (i == 1) put(b[i]); }} return total; }}"
    outline = Outline(parse(text, "a.c"))
    verdict = judge(outline, outline.loops[0])
    assert verdict.verdict == "unknown"
    assert verdict.reason == "total is written in a function that the loop calls, where no clause reaches it"
