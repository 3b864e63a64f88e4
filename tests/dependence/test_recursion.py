"""A function that calls itself is not followed to its end: where it is given numbers and its text only works out another one, nothing else
happens (labels by running the loops in other orders)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <stdlib.h>\nint a[400], b[400], total;\n"
LOOP = "void f(int n) { for (int i = 0; i < n; i++) { a[i] = deep(b[i] & 3); } }"
QUIET = [
    "int deep(int v) { return v < 2 ? v : deep(v - 1) + deep(v - 2); }",
    "int deep(int v) { return v < 1 ? abs(v) : deep(v - 1) + 1; }",
    "int deep(int v) { int s = 0; for (int k = 0; k < 2; k++) s += v > 0 ? deep(v - 1) : k; return s; }",
    "int odd(int v); int deep(int v) { return v < 1 ? 1 : odd(v - 1); } int odd(int v) { return v < 1 ? 0 : deep(v - 1); }",
]
NOT_QUIET = [
    "int deep(int v) { return v < 1 ? total : deep(v - 1) + 1; }",
    "int deep(int v) { if (v < 1) { total = v; return 0; } return deep(v - 1) + 1; }",
    "int deep(int v) { static int k; k = k + 1; return v < 1 ? k : deep(v - 1) + 1; }",
    "int deep(int v) { return v < 1 ? a[v] : deep(v - 1) + 1; }",
    "int deep(int v) { return v < 1 ? rand() % 9 : deep(v - 1) + 1; }",
    "int deep(int v) { return v < 1 ? out_of_sight(v) : deep(v - 1) + 1; }",
    "int odd(int v); int deep(int v) { return v < 1 ? 1 : odd(v - 1); } int odd(int v) { total = v; return v < 1 ? 0 : deep(v - 1); }",
    "#define STEP(v) (total = total * 3 + (v))\nint deep(int v) { return v < 1 ? 0 : deep(v - 1) + STEP(v); }",
    "int up(int v); int (*go)(int) = up; int deep(int v) { return v < 1 ? go(v) : deep(v - 1) + 1; }",
]
NOT_QUIET_CPP = [
    "struct S { int k; int deep(int v) { return v < 1 ? k : deep(v - 1); } }; int deep(int v) { return v < 1 ? 0 : deep(v - 1) + 1; }",
    "struct N { int v; N(int k) : v(k) { total = k; } }; int deep(int v) { N m(v); return v < 1 ? 0 : deep(v - 1) + m.v; }",
    "int deep(double v); int deep(int v) { return v < 1 ? 0 : deep(v - 1.0) + 1; } int deep(double v) { return total = (int)v; }",
]


def _verdict(code: str, language: str) -> str:
    outline = Outline(parse(f"{HEAD}{code}\n{LOOP}", f"a.{language}"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("code", QUIET)
def test_a_function_of_numbers_does_nothing_else(code: str) -> None:
    assert _verdict(code, "c") == "proved"


@pytest.mark.parametrize(
    ("code", "language"), [*((code, "c") for code in NOT_QUIET), *((code, "cpp") for code in NOT_QUIET_CPP)]
)
def test_what_it_shares_with_others_is_no_proof(code: str, language: str) -> None:
    assert _verdict(code, language) != "proved"


def test_a_method_that_reads_its_object_is_no_function_of_numbers() -> None:
    text = (
        f"{HEAD}struct S {{ int k; int deep(int v) {{ return v < 1 ? k : deep(v - 1) + 1; }}\n"
        "void f(int n) { for (int i = 0; i < n; i++) { a[i] = deep(b[i] & 3); k = i; } } };"
    )
    outline = Outline(parse(text, "a.cpp"))
    assert judge(outline, outline.loops[-1]).verdict != "proved"
