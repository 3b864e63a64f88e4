"""Unsigned constants that stand for negative ones: `a[i + (size_t)-2]` is `a[i - 2]`; labels by running the loops in other orders."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOPS = {
    "for (int i = 3; i < n; i++) a[i + (size_t)-2] = i;": "proved",
    "for (int i = 3; i < n; i++) a[i + (size_t)-2] = a[i];": "refuted",
    "for (int i = 3; i < n; i++) a[i + (size_t)-2] = a[i - 2];": "proved",
    "for (size_t i = 3; i < n; i++) a[i + 18446744073709551614u] = b[i];": "proved",
    "for (size_t i = 1; i < n; i++) a[i + (size_t)-2] = a[i];": "refuted",
    "for (size_t i = 0; i < n; i++) a[100 + i * (size_t)-1] = b[i];": "proved",
    "for (long i = 3; i < n; i++) a[i + (unsigned long)-1] = a[i - 1];": "proved",
    "for (unsigned i = 3; i < n; i++) a[i + (unsigned)-2] = b[i];": "proved",
    "for (unsigned i = 3; i < n; i++) a[i + (unsigned)-2] = a[i];": "refuted",
    "for (unsigned i = 3; i < n; i++) a[i + 4294967295u] = a[i - 1];": "proved",
}


@pytest.mark.parametrize("loop", LOOPS)
def test_constants_of_the_upper_half(loop: str) -> None:
    kind = "unsigned" if "(unsigned i" in loop else "size_t" if "(size_t i" in loop else "int"
    outline = Outline(
        parse(f"#include <stddef.h>\nint a[400], b[400];\nvoid f({kind} n) {{ {loop} }}\n".encode(), name="a.c")
    )
    assert judge(outline, outline.loops[0]).verdict == LOOPS[loop]


@pytest.mark.parametrize("shift", ["(unsigned)-2", "(unsigned)-1"])
def test_what_wraps_around_is_no_conflict(shift: str) -> None:
    """The first two iterations store far away, the others near the beginning."""
    text = f"void f(unsigned n, int *a) {{ for (unsigned i = 0; i < n; i++) a[i + {shift}] = i; }}"
    outline = Outline(parse(text.encode(), name="a.c"))
    assert judge(outline, outline.loops[0]).verdict != "refuted"
