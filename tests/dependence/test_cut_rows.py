"""Rows that are cut from one block: `a[i] = a[0] + i * n`, in the function of the loop or in one of its own. Beside each program that is
independent stand those in which rows reach into one another, or may do so."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <stdlib.h>\n#include <string.h>\n"
FILL = "static void fill(float **a, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = a[i][j] + i; }\n"
MAKE = """static float **make(int n, int m) {
  float **a = malloc(n * sizeof(float *));
  SET
  return a;
}
"""
MAIN = """int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[2]);
  float **a = make(n, m);
  CALL
  return a[0][1];
}
"""
# how rows are cut
FIRST = "a[0] = malloc(n * m * sizeof(float)); for (int i = 1; i < n; i++) a[i] = a[0] + i * m;"
LAST = "a[0] = malloc(n * m * sizeof(float)); for (int i = 1; i < n; i++) a[i] = a[i - 1] + m;"
BLOCK = "float *b = malloc(n * m * sizeof(float)); for (int i = 0; i < n; i++) a[i] = b + i * m;"
ADDRESS = "float *b = malloc(n * m * sizeof(float)); for (int i = 0; i < n; i++) a[i] = &b[i * m];"
ONE_BY_ONE = "a[0] = malloc(3 * m * sizeof(float)); a[1] = a[0] + m; a[2] = a[0] + 2 * m;"
CUT = {"first": FIRST, "last": LAST, "block": BLOCK, "address": ADDRESS, "one by one": ONE_BY_ONE}


def outer_loop(text: str, name: str = "a.c") -> LoopVerdict:
    """Of the first loop of `fill`."""
    outline = Outline(parse(text, name=name), None, lambda: ())
    (first, *_) = [loop for loop in outline.loops if loop.function is not None and loop.function.name == "fill"]
    return judge(outline, first)


def program(cut: str, call: str = "fill(a, n, m);", fill: str = FILL, before: str = "") -> str:
    return HEAD + before + fill + MAKE.replace("SET", cut) + MAIN.replace("CALL", call)


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT)
def test_rows_of_one_block_are_apart_as_far_as_callers_say(cut: str) -> None:
    found = outer_loop(program(cut))
    assert (found.verdict, found.assumptions) == ("proved", ()), found.reason


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT)
@pytest.mark.parametrize(
    "call", ["fill(a, n, m - 2);", "fill(a, n - 1, m); fill(a, n, m);", "if (n > 3) fill(a, 3, m);"]
)
def test_loops_may_go_less_far(cut: str, call: str) -> None:
    assert outer_loop(program(cut, call)).verdict == "proved"


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT)
@pytest.mark.parametrize(
    "call",
    [
        "fill(a, n, m + 1);",  # into the next row
        "fill(a, m, n);",  # the sizes are exchanged
        "fill(a, n, m); fill(a, n, m + 1);",  # one of two callers
        "fill(a, n, argc);",  # as far as anything
        "m++; fill(a, n, m);",
        "fill(a + 1, n - 1, m + 1);",
        "a[1] = a[0]; fill(a, n, m);",
        "a[1] = a[2]; fill(a, n, m);",
        "float **b = a; b[1] = b[0] + 1; fill(a, n, m);",
        "float ***p = &a; (*p)[1] = (*p)[0]; fill(a, n, m);",
        "float **b = n > 3 ? a : make(n, m); b[1] = b[0]; fill(a, n, m);",
        "float **b = make(n, m); if (n > 3) b = a; b[1] = b[0]; fill(a, n, m);",
        "memcpy(a, a + 1, sizeof(float *)); fill(a, n, m);",
        "memset(a, 0, sizeof(float *)); a[0] = a[1]; fill(a, n, m);",
        "void **v = (void **)a; v[1] = v[0]; fill(a, n, m);",
        "long *v = (long *)a; v[1] = v[0]; fill(a, n, m);",
        "for (int k = 0; k < n; k++) { fill(a, n, m); a[k] = a[0]; }",
        "again: fill(a, n, m); a[1] = a[0] + 1; if (argc-- > 3) goto again;",
        "known = a; spoil(); fill(a, n, m);",
        "given(a); fill(a, n, m);",
        "given(a + 1); fill(a, n, m);",
        "void (*f)(float **, int, int) = fill; f(a, n, m + 1); fill(a, n, m);",
        "fill((float **)((char *)a + 4), n, m);",
    ],
)
def test_rows_that_may_reach_into_one_another(cut: str, call: str) -> None:
    before = "float **known; void given(float **a);\nstatic void spoil(void) { known[1] = known[0] + 1; }\n"
    assert outer_loop(program(cut, call, before=before)).verdict != "proved"


@pytest.mark.parametrize(
    "cut",
    [
        FIRST.replace("i * m", "i * (m - 1)"),
        FIRST.replace("i * m", "i"),
        FIRST.replace("i * m", "i * i"),
        FIRST.replace("i * m", "m"),
        FIRST.replace("i * m", "i * m - (i == 1)"),
        FIRST.replace("a[i] =", "a[i / 2] ="),
        FIRST.replace("a[0] + i * m", "(float *)((char *)a[0] + i * m)"),
        FIRST.replace("a[0] + i * m", "(float *)((double *)a[0] + i * m / 2)"),
        FIRST.replace("a[i] = a[0] + i * m;", "{ a[i] = a[0] + i * m; m--; }"),
        FIRST + " a[0] = a[0] + 1;",
        FIRST + " a[n / 2] = a[n / 3];",
        FIRST + " if (n > 3) a[2] = a[1] + 1;",
        LAST.replace("int i = 1", "int i = 2"),
        LAST.replace("i++", "i += 2"),
        LAST.replace("a[i] =", "if (i != 3) a[i] =") + " if (n > 3) a[3] = a[2] + 1;",
        "a[n - 1] = malloc(n * m * sizeof(float)); for (int i = n - 2; i >= 0; i--) a[i] = a[i + 1] - m / 2;",
        BLOCK.replace("i * m", "i * m / 2"),
        BLOCK.replace("b + i * m", "b++ + i * m").replace("i * m", "i"),
        BLOCK.replace("a[i] = b + i * m;", "{ b = malloc(m); a[i] = b + i * m; b = a[i]; a[i] = a[0]; }"),
        BLOCK + " for (int i = 0; i < n; i += 2) a[i] = b + i;",
        BLOCK.replace("float *b = malloc(n * m * sizeof(float))", "unsigned u = m; float *b = malloc(n * m * sizeof(float))")
        .replace("i * m", "(unsigned char)(i * u)"),
        ONE_BY_ONE.replace("2 * m", "m"),
    ],
)  # fmt: skip
def test_rows_that_are_cut_otherwise(cut: str) -> None:
    assert outer_loop(program(cut)).verdict != "proved"


@pytest.mark.parametrize("cut", CUT.values(), ids=CUT)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a[i][j] = a[i][j] + i", "a[i][j] = a[i][j + 1] + i"),  # the first of the next row
        ("a[i][j] = a[i][j] + i", "a[i][j + m] = a[i][j]"),
        ("a[i][j] = a[i][j] + i", "a[i][j] = a[i - 1][j] + i"),
        ("j = 0", "j = -1"),
        ("j < m", "j <= m"),
        ("a[i][j] = a[i][j] + i", "((double *)a[i])[j] = i"),
        ("a[i][j] = a[i][j] + i", "a[j][i] = a[i][j] + i"),
    ],
)
def test_loops_that_leave_their_row(cut: str, old: str, new: str) -> None:
    assert outer_loop(program(cut, fill=FILL.replace(old, new))).verdict != "proved"


def test_callers_that_are_not_in_sight() -> None:
    shared = FILL.removeprefix("static ")
    alone = HEAD + shared + "static void run(float **a, int n, int m) { fill(a, n, m); }\n"
    assert outer_loop(alone).verdict == "assumed"
    assert outer_loop(HEAD + FILL + "void run(float **a, int n, int m) { fill(a, n, m); }\n").verdict == "assumed"
    assert outer_loop(program(FIRST) + "void run(float **a) { fill(a, 2, 3); }\n").verdict != "proved"


def test_every_way_from_a_caller_counts() -> None:
    between = "static void twice(float **a, int n, int m, int k) { fill(a, n, m); fill(a, n, k); }\n"
    text = program(FIRST, "twice(a, n, m, m);", FILL + between)
    assert outer_loop(text).verdict == "proved"
    assert outer_loop(text.replace("m, m);", "m, m + 1);")).verdict != "proved"
    turning = "static void turn(float **a, int n, int m) { fill(a, n, m); if (n > 0) turn(a, n - 1, m + 1); }\n"
    assert outer_loop(program(FIRST, "turn(a, n, m);", FILL + turning)).verdict != "proved"


LAMBDA = """int main(int n, char **argv) {
  float **a = (float **)malloc(n * sizeof(float *)); float *b = (float *)malloc(n * n * sizeof(float));
  for (int i = 0; i < n; i++) a[i] = b + i * n;
  auto change = [CAPTURE](int k) { a[k] = a[0]; };
  change(1);
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i][j] = i;
  for (int i = 0; i < n; i++) a[i][0] += 1;
  return 0;
}
"""


@pytest.mark.parametrize("capture", ["&", "=", "a", "&a"])
def test_lambdas_may_exchange_rows(capture: str) -> None:
    outline = Outline(parse(HEAD + LAMBDA.replace("CAPTURE", capture), name="a.cpp"), None, lambda: ())
    loops = [loop for loop in outline.loops if loop.function is not None]
    assert judge(outline, loops[1]).verdict != "proved"
    without = Outline(
        parse(
            HEAD
            + LAMBDA.replace("  change(1);\n", "").replace("  auto change = [CAPTURE](int k) { a[k] = a[0]; };\n", ""),
            name="a.cpp",
        ),
        None,
        lambda: (),
    )
    assert judge(without, without.loops[1]).verdict == "proved"


@pytest.mark.parametrize(
    ("more", "verdict"), [("", "proved"), ("a[1] = a[0];", ""), ("change(a);", ""), ("float **p = a; p[2] = p[1];", "")]
)
def test_arrays_of_addresses_that_are_variables(more: str, verdict: str) -> None:
    text = "void change(float **);\nfloat run(int m) { float *a[64]; float *b = malloc(64 * m * sizeof(float));\n"
    text += f"for (int i = 0; i < 64; i++) a[i] = b + i * m;\n{more}\n"
    text += "for (int i = 0; i < 64; i++) for (int j = 0; j < m; j++) a[i][j] = i;\nreturn a[1][2]; }\n"
    outline = Outline(parse(HEAD + text, name="a.c"), None, lambda: ())
    found = judge(outline, outline.loops[1]).verdict
    assert found == verdict if verdict else found != "proved"
