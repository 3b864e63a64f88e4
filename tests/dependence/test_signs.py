"""Of a negative number a great one is made where the other operand of a comparison is unsigned, or the variable that takes it (C11 6.3.1.3, 6.3.1.8)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <stddef.h>
struct S { unsigned k; };
static void set(unsigned k, double *a, int i) { if (k > 7) a[0] = i; }
"""
# Each writes a[0] in several iterations, but where the negative number is taken for what it is.
COME_BACK = {
    "a condition": "for (int i = 0; i < n; i++) if (i - n >= m) a[0] = i;",
    "of 64 bits": "for (int i = 0; i < n; i++) if (i - n > z) a[0] = i;",
    "a condition with a number": "for (int i = 0; i < n; i++) if (-i - 1 > 7u) a[0] = i;",
    "with what is read": "for (int i = 0; i < n; i++) if (-1 - i > k[i]) a[0] = i;",
    "a constant": "for (int i = 0; i < n; i++) if (-1 > k[i]) a[0] = i;",
    "a size": "for (int i = 0; i < n; i++) if (-1 - i > sizeof(int)) a[0] = i;",
    "a way out": "for (int i = 0; i < n; i++) { if (i - n < m) continue; a[0] = i; }",
    "a choice": "for (int i = 0; i < n; i++) a[i - n > 1u ? 0 : i] = i;",
    "two conditions": "for (int i = 0; i < n; i++) if (m < 9 && i - n > m) a[0] = i;",
    "a cast": "for (int i = 0; i < n; i++) if ((unsigned)(-i - 1) > 7) a[0] = i;",
    "a declaration": "for (int i = 0; i < n; i++) { unsigned d = -i - 1; if (d > 7) a[0] = i; }",
    "an assignment": "for (int i = 0; i < n; i++) { unsigned d; d = -i - 1; if (d > 7) a[0] = i; }",
    "a member": "for (int i = 0; i < n; i++) { struct S x; x.k = -i - 1; if (x.k > 7) a[0] = i; }",
    "a parameter": "for (int i = 0; i < n; i++) set(-i - 1, a, i);",
    "a bound": "for (int i = -n; i < 0; i++) for (unsigned j = 0; j < i; j++) a[0] = i;",
    "a bound of a row": "for (int i = -n; i < 0; i++) for (unsigned j = m; j < i; j++) a[j] = i;",
    "a loop downwards": "if (n < 0) for (int i = n; i >= m; i--) a[0] = i;",
    "by two": "if (n < 0) for (int i = n; i > m; i -= 2) a[0] = i;",
    "one inside": "for (int i = -n; i < 0; i++) for (int j = i; j > m; j--) a[0] = i;",
    "a beginning": "for (int i = -n; i < 0; i++) for (unsigned j = i; j > m; j--) a[0] = i;",
    "a beginning, upwards": "for (int i = -n; i < 0; i++) for (unsigned j = i; j != 0; j++) a[0] = i;",
}
# The same forms where the number is not negative, or no unsigned one stands beside it.
APART = {
    "a condition": "for (int i = 0; i < n; i++) if (i < m) a[i] = i;",
    "one that never holds": "for (int i = 0; i < n; i++) if (i - n >= 1) a[0] = i;",
    "a wider type that has a sign": "for (int i = 0; i < n; i++) if ((long long)i - n >= m) a[0] = i;",
    "narrow ones are of int": "for (int i = 0; i < n; i++) if (i - n >= c) a[0] = i;",
    "a declaration": "for (int i = 0; i < n; i++) { unsigned d = i; if (d < 7) a[d] = i; }",
    "a parameter of 64 bits": "for (int i = 0; i < n; i++) { size_t d = i; if (d > 7) a[d] = i; }",
    "a bound": "for (size_t i = 0; i < n; i++) a[i] = i;",
    "a bound of rows": "for (int i = 0; i < n; i++) for (int j = 0; j < z; j++) a[i * z + j] = i;",
    "a loop downwards": "for (int i = n - 1; i >= 0; i--) a[i] = i;",
    "from what is not negative": "if (n > 0) for (int i = n; i > m; i--) a[i] = i;",
}


def verdict(loop: str) -> str:
    text = f"{HEAD}void f(int n, unsigned m, size_t z, unsigned char c, double *restrict a, const unsigned *restrict k)\n{{ {loop} }}\n"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, next(found for found in outline.loops if found.span.start > len(HEAD))).verdict


@pytest.mark.parametrize("loop", COME_BACK.values(), ids=COME_BACK.keys())
def test_a_negative_number_is_a_great_one(loop: str) -> None:
    assert verdict(loop) != "proved"


@pytest.mark.parametrize("loop", APART.values(), ids=APART.keys())
def test_one_that_is_not_negative_stays_what_it_is(loop: str) -> None:
    assert verdict(loop) == "proved"


def test_what_the_loop_itself_contradicts_is_not_assumed() -> None:
    assert verdict(COME_BACK["a choice"]) == "unknown"
    assert verdict(COME_BACK["a loop downwards"]) == "unknown"
