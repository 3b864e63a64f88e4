"""The names that a text of a macro declares."""

from __future__ import annotations

import pytest
from loopwright.lang.declared_names import names_declared

DECLARING = [
    "__typeof__(int (*)(int)) sqrt = other",
    "typeof(other) *sqrt = other",
    "number *sqrt = other",
    "T (*sqrt)(T) = other",
    "int (*(sqrt))(int) = other",
    "for (int (*sqrt)(int) = other, *o = &k; o; o = 0)",
    "decltype(other) sqrt",
    "auto sqrt = [&](int &q) { q++; }",
    "int x, sqrt",
    "int x, int sqrt(int)",
    "int n, int (*sqrt)(int)",
    "to_call /* a name */ sqrt",
    "struct { int x; } sqrt",
    "std::function<int(int)> sqrt",
]
OTHER = [
    "x * sqrt(v)",
    "x & sqrt(v)",
    "x && sqrt(v)",
    "LARGEST(sqrt(x), y)",
    "if (sqrt(x) > 3) { int k = sqrt(y); }",
    "do { double t = sqrt(x); v = t; } while (0)",
    "sqrt",
    "(sqrt)(x)",
    "for (int k = 0; k < sqrt(n); k++)",
    "y = x * sqrt",
    "return sqrt(x)",
    "case 3: return sqrt(x)",
    "x * (",
]


@pytest.mark.parametrize("text", DECLARING)
def test_what_is_declared(text: str) -> None:
    assert "sqrt" in names_declared(text)


@pytest.mark.parametrize("text", OTHER)
def test_what_is_only_used(text: str) -> None:
    assert "sqrt" not in names_declared(text)
