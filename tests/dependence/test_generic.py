"""Generic selections: the expression that the type of the first one means is read, and nothing else in them."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = """#include "somewhere.h"
typedef float real;
typedef const double fixed;
struct s { int whole; float part; unsigned few : 3; const int *to; };
struct t { int whole; };
enum e { FIRST };
int a[400], total; float x[400]; double y[400]; struct s ss[400]; struct t ts[400]; unsigned char u[400]; long l[400];
static int count(int v) { total = v; return v; }
static int plain(int v) { return v + 1; }
static int real_count(float v) { total = v; return v; }
#define KIND(v) _Generic((v), int: 1, float: total++, default: 2)
#define CALL(v) _Generic((v), int: plain, float: real_count, default: count)(v)
#define SAME(v) ({ __typeof__(v) w_ = (v); _Generic(w_, int: w_, float: total++); })
"""
# The type of an operand, and whether `int` is chosen by it: None where that is not told.
OPERANDS = {
    "a[i]": "int", "i": "int", "(i)": "int", "k": "int", "'x'": "int", "u[i] + u[i]": "int", "+u[i]": "int", "(int)x[i]": "int",
    "ss[i].whole": "int", "(&ss[i])->whole": "int", "a[i] < 3": "int", "c": "int", "m[1][i % 3]": "int", "a[i] << l[i]": "int",
    "x[i]": "float", "r": "float", "ss[i].part": "float", "x[i] * a[i]": "float", "1.5f": "float", "x[i] + 1": "float",
    "y[i]": "double", "f": "double", "x[i] + 1.5": "double", "u[i]": "unsigned char", "l[i]": "long", "l[i] + 1": "long", "1u": "unsigned",
    "v[i]": "float", "*v": "float",
}  # fmt: skip
NOT_TOLD = (
    "n ? 0 : a",
    "n ? (void *)0 : a",
    "(n, made(i))",
    "untold",
    "ss[i].few",
    "ss[i].few + 1",
    "member->x",
    "made(i)",
    "ee",
    "ee + 1",
    "true",
    "q[i]",
    "*q",
)
POINTERS = {"a": "int *", "p": "int *", "cp": "const int *", "v": "float *", "m": "int (*)[3]", "&x[i]": "float *"}


def verdict_of(expression: str, name: str = "a.c") -> str:
    loop = f"for (int i = 0; i < n; i++) {{ l[i] = {expression}; }}"
    declared = "int k = n; const volatile int c = 3; int m[2][3] = {{0}}; real r = n; fixed f = 2; enum e ee = FIRST; struct s one = ss[0];"
    parameters = "int n, float v[static 4], const int *cp, int *p, untold_t *q"
    outline = Outline(parse(f"{FILE}void f({parameters}) {{ {declared} {loop} }}", name=name))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(("operand", "type"), OPERANDS.items())
def test_the_type_of_a_value_chooses(operand: str, type: str) -> None:
    others = [each for each in ("int", "float", "double", "unsigned char", "long", "unsigned") if each != type]
    listed = ", ".join(f"{each}: total++" for each in others)
    assert verdict_of(f"_Generic({operand}, {listed}, {type}: 3)") == "proved"
    assert verdict_of(f"_Generic({operand}, {listed}, default: 3)") == "proved"
    assert verdict_of(f"_Generic({operand}, char *: total++, default: 3)") == "proved"
    assert verdict_of(f"_Generic({operand}, {type}: (total = i), default: 3)") != "proved"
    assert verdict_of(f"_Generic({operand}, {others[0]}: 3, default: (total = i))") != "proved"


@pytest.mark.parametrize("operand", NOT_TOLD)
def test_a_type_that_is_not_told_chooses_nothing(operand: str) -> None:
    assert verdict_of(f"_Generic({operand}, int: 3, unsigned: (total = i), default: 3)") == "unknown"
    assert verdict_of(f"_Generic({operand}, int *: (total = i), default: 3)") == "unknown"


@pytest.mark.parametrize(
    "listed", ["other_t", "enum e", "_Atomic(int)", "__typeof__(a[0])", "const int", "struct unseen"]
)
def test_arms_of_types_that_are_not_told_leave_the_default_open(listed: str) -> None:
    assert verdict_of(f"_Generic(a[i], {listed}: (total = i), default: 3)") == "unknown"
    assert verdict_of(f"_Generic(a[i], {listed}: (total = i), int: 3)") == "proved"


@pytest.mark.parametrize(("operand", "type"), POINTERS.items())
def test_addresses(operand: str, type: str) -> None:
    assert verdict_of(f"_Generic({operand}, int: (total = i), double *: (total = i), default: 3)") == "proved"
    assert verdict_of(f"_Generic({operand}, {type}: (total = i), default: 3)") != "proved"


def test_what_they_point_at_is_compared_with_its_qualifiers() -> None:
    assert verdict_of("_Generic(p, const int *: (total = i), int *: 3)") == "proved"
    assert verdict_of("_Generic(cp, int *: (total = i), const int *: 3)") == "proved"
    assert verdict_of("_Generic(p, int **: (total = i), int *: 3)") == "proved"
    # what a member of a constant object points at, and whether an alias is constant, is not followed
    assert verdict_of("_Generic(ss[i].to, int *: (total = i), const int *: 3)") == "unknown"


def test_classes() -> None:
    assert verdict_of("_Generic(ss[i], struct t: (total = i), struct s: 3)") == "proved"
    assert verdict_of("_Generic(ts[i], struct t: (total = i), struct s: 3)") != "proved"
    assert verdict_of("_Generic(one, int: (total = i), default: 3)") == "proved"


def test_a_call_of_what_is_chosen() -> None:
    assert verdict_of("_Generic(a[i], int: plain, default: count)(a[i])") == "proved"
    assert verdict_of("_Generic(l[i], int: plain, default: count)(a[i])") != "proved"
    assert verdict_of("(_Generic(a[i], int: (plain), default: count))(i)") == "proved"
    assert verdict_of("_Generic(a[i], int: &plain, default: count)(i)") != "proved"  # not followed


def test_behind_a_macro() -> None:
    assert verdict_of("KIND(a[i])") == verdict_of("KIND(y[i])") == verdict_of("CALL(a[i])") == "proved"
    assert all(verdict_of(text) != "proved" for text in ("KIND(x[i])", "CALL(x[i])", "CALL(y[i])", "CALL(untold)"))


def test_names_of_a_macro_are_those_of_its_place() -> None:
    assert verdict_of("({ int i_ = 1; { float k = i; KIND(k); } i_; })") != "proved"
    assert verdict_of("SAME(x[i])") != "proved"


def test_the_chosen_expression_is_the_place() -> None:
    assert verdict_of("(_Generic(i, int: a, default: x)[i] = 3)") == "proved"
    assert verdict_of("(_Generic(i, int: total, default: a[0]) = 3)") != "proved"
    assert verdict_of("*&_Generic(i, int: a[i], default: total)") == "proved"


def test_the_operand_is_not_evaluated() -> None:
    assert verdict_of("_Generic(total++, int: 3, default: 4)") == "proved"
    assert verdict_of("_Generic(plain(total++), int: 3, default: 4)") == "proved"


def test_a_word_that_a_macro_redefines_and_other_languages() -> None:
    assert verdict_of("_Generic(a[i], int: 3, default: 4)", "a.cpp") == "unknown"
    outline = Outline(
        parse(
            "#define _Generic(x, ...) g(x)\nvoid f(int *a) { for (int i = 0; i < 9; i++) a[i] = _Generic(i, int: 3); }",
            name="a.c",
        )
    )
    assert judge(outline, outline.loops[0]).verdict != "proved"
