"""Of a negative number a great one is made where the other operand of a comparison is unsigned, or the variable that takes it (C11 6.3.1.3, 6.3.1.8)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <stddef.h>
#include <stdint.h>
#define EIGHT 8u
#define MAXIMUM(x, y) ((x) > (y) ? (x) : (y))
struct S { unsigned k; };
enum { LAST = 0u };
enum E { FIRST, SECOND };
typedef enum { NONE, SOME } F;
static int half(unsigned k) { return k; }
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
    "a quotient": "for (int i = 0; i < 8; i++) if ((i - 8) / 2u > 100) a[0] = i;",
    "a rest": "for (int i = 0; i < 8; i++) if ((i - 8) % 1000u > 200) a[0] = i;",
    "a shift, which has the type on its left": "for (int i = 0; i < 8; i++) if (((i - 8) >> 1u) > 100u) a[0] = i;",
    "one less than zero": "for (int i = 0; i < n; i++) { unsigned k = 0; k--; if (k > i + 100) a[0] = i; }",
    "one less than zero, used": "for (int i = 0; i < n; i++) { unsigned k = 0; if (--k > 100) a[0] = i; }",
    "a sign in front": "for (int i = 0; i < n; i++) { unsigned k = 1; if (-k > 100) a[0] = i; }",
    "every bit": "for (int i = 0; i < n; i++) if (~0u <= -1 && ~0u >= 5) a[0] = i;",
    "the value of an assignment": "for (int i = 0; i < n; i++) { unsigned k; if ((k = i - n) > 100) a[0] = i; }",
    "of one that is narrow": "for (int i = 0; i < n; i++) { unsigned char k; if ((k = i + 256) < 100) a[0] = i; }",
    "of one that adds": "for (int i = 0; i < n; i++) { unsigned char k = i; if ((k -= 8) > 300 - 100) a[0] = i; }",
    "a macro": "for (int i = 0; i < 8; i++) if (i - EIGHT > 100) a[0] = i;",
    "the greater one": "for (int i = 0; i < 8; i++) if (MAXIMUM(i - 8, 5u) > 100) a[0] = i;",
    "a choice of both kinds": "for (int i = 0; i < 8; i++) { int k = i < 9 ? -1 : 1u; if (k < 0) a[0] = i; }",
    "a type that is wider than its name": "for (int i = 0; i < 8; i++) { uint_fast16_t k = i - 8; if (k > 70000) a[0] = i; }",
    "the widest": "for (int i = 0; i < 8; i++) { uintmax_t k = i - 8; if (k > 100) a[0] = i; }",
    "of 128 bits": "for (int i = 0; i < 8; i++) { unsigned __int128 k = i - 8; if (k > 100) a[0] = i; }",
    "an enumeration": "for (int i = 0; i < 8; i++) { enum E e = i - 8; if (e > 100) a[0] = i; }",
    "one without a name": "for (int i = 0; i < 8; i++) { F e = i - 8; if (e > 100) a[0] = i; }",
    "less than its first": "for (int i = 0; i < n; i++) { enum E e = FIRST; if (e - 1 > 100) a[0] = i; }",
    "beside an enumeration": "for (int i = 0; i < 8; i++) { F e = NONE; if (i - 8 > e) a[0] = i; }",
    "a great one with a sign": "for (int i = 0; i < n; i++) { int d = m + i; if (d < 0) a[0] = i; }",
    "a great one, cast": "for (int i = 0; i < n; i++) if ((int)m < 0) a[0] = i;",
    "a great one of 64 bits": "for (int i = 0; i < n; i++) { long d = z; if (d < 0) a[0] = i; }",
    "a great one, returned": "for (int i = 0; i < n; i++) if (half(m) < 0) a[0] = i;",
    "a great one, read": "for (int i = 0; i < n; i++) if ((int)k[i] < 0) a[0] = i;",
    "a great one, chosen": "for (int i = 0; i < n; i++) { int d = n > 3 ? m : 0; if (d < 0) a[0] = i; }",
    "a great number": "for (int i = 0; i < n; i++) { int d = 4294967290u; if (d < 0) a[0] = i; }",
    "a great one as a beginning": "for (int i = 0; i < n; i++) for (int j = m; j < 0; j++) a[0] = i;",
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
    "a quotient": "for (int i = 0; i < n; i++) if (i / 2u < 7) a[i] = i;",
    "an enumeration": "for (int i = 0; i < n; i++) { enum E e = SECOND; a[i] = e; }",
    "the value of an assignment": "for (int i = 0; i < n; i++) { int k; a[k = i] = i; }",
    "what wraps around twice": "for (int i = 0; i < n; i++) { unsigned k = 5; k -= 6; k += 1; if (k > 0) a[0] = i; }",
    "a number with a sign": "for (int i = 0; i < n; i++) { int d = 7u; if (d < 0) a[0] = i; }",
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


@pytest.mark.parametrize(
    "name", ["a condition with a number", "a declaration", "a quotient", "a macro", "of one that is narrow"]
)
def test_what_no_iteration_fulfils_is_not_assumed(name: str) -> None:
    assert verdict(COME_BACK[name]) == "unknown"
