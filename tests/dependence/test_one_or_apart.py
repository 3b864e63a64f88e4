"""Parameters that calls give one pointer, or different memory: a loop that is independent with one name for both needs nothing more."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

STEP = "static void step(const double *in, double *out, int n) {\n%s  for (int i = 0; i < n; i++) %s;\n}\n"
SAME = "out[i] = in[i] + 1.0"
MAIN = "int main(int argc, char **argv) {\n  double *s = malloc(800), *t = malloc(800);\n%s  return s[3] > t[2];\n}\n"
BOTH = "  step(s, s, 90);\n  step(s, t, 90);\n"
PROVED = {
    "one pointer": STEP % ("", SAME) + MAIN % "  step(s, s, 90);\n",
    "one pointer and another time two": STEP % ("", SAME) + MAIN % BOTH,
    "an update": STEP % ("", "out[i] += 2 * in[i]") + MAIN % BOTH,
    "in brackets": STEP % ("", SAME) + MAIN % "  step((s), s, 90);\n  step(s, t, 90);\n",
    "a pointer in an object": "struct Grid { double *a, *b; };\n" + STEP % ("", SAME)
    + "int main(void) {\n  struct Grid g = {malloc(800), malloc(800)};\n  struct Grid *p = &g;\n  step(p->a, p->a, 9);\n  step(g.a, g.b, 9);\n}\n",
    "both moved by the same": STEP % ("  in += 2;\n  out += 2;\n", SAME) + MAIN % BOTH,
    "passed on by a caller": STEP % ("", SAME)
    + "static void run(double *a, double *b) {\n  step(a, a, 9);\n  step(a, b, 9);\n  step(b, b, 9);\n}\n" + MAIN % "  run(s, t);\n",
    "a row of each": STEP % ("", SAME) + MAIN % "  double m[9][90];\n  step(m[2], m[2], 90);\n  step(s, t, 90);\n",
}  # fmt: skip
OPEN = {
    "one element further": STEP % ("", SAME) + MAIN % "  step(s, s + 1, 90);\n",
    "two names of one": STEP % ("", SAME) + MAIN % "  double *u = s + argc;\n  step(s, u, 90);\n  step(s, s, 90);\n",
    "two names that are given one": STEP % ("", SAME)
    + "static void run(double *a, double *b) { step(a, b, 9); }\n" + MAIN % "  run(s, s + 1);\n  step(s, s, 9);\n",
    "a neighbour": STEP % ("", "out[i] = in[i + 1]") + MAIN % BOTH,
    "only one of them moved": STEP % ("  out++;\n", SAME) + MAIN % BOTH,
    "moved by what is known there alone": STEP % ("  if (n > 5) out += 1;\n", SAME) + MAIN % BOTH,
    "an argument that changes the other": STEP % ("", SAME) + MAIN % "  step(s, s++, 90);\n",
    "a value that changes as it is read": STEP % ("", SAME)
    + "double *next(void) { static double a[90]; static int k; return a + k++; }\n" + MAIN % "  step(next(), next(), 9);\n",
    "a macro that changes the other": "#define NEXT s++\n" + STEP % ("", SAME) + MAIN % "  step(NEXT, NEXT, 90);\n",
    "an index that is counted": STEP % ("", SAME) + MAIN % "  double *m[9] = {s, s + 1};\n  int k = 0;\n  step(m[k], m[k], k++);\n",
    "a pointer that others change": STEP % ("", SAME) + "double *volatile v;\n" + MAIN % "  v = s;\n  step(v, v, 9);\n",
    "a call that nobody sees": STEP.replace("static ", "") % ("", SAME) + "int all(double *s) { step(s, s, 9); return 0; }\n",
    "a call through a pointer": STEP % ("", SAME) + "void (*go)(const double *, double *, int) = step;\n"
    + MAIN % (BOTH + "  go(s, s + 1, 9);\n"),
    "a call in a macro": "#define GO(a) step(a, a + 1, 9)\n" + STEP % ("", SAME) + MAIN % (BOTH + "  GO(s);\n"),
    "of two types": "static void step(const float *in, double *out, int n) {\n  for (int i = 0; i < n; i++) out[i] = ((const double *)in)[i + 1];\n}\n"
    + MAIN % "  step((float *)s, s, 9);\n",
    "a pointer that is read anew": "static void step(const double *in, double **out, int n) {\n  for (int i = 0; i < n; i++) (*out)[i] = in[i];\n}\n"
    + MAIN % "  double *u = s + 1;\n  step(s, &u, 9);\n",
    "two calls, of which one is one by its name and the other by its value": STEP % ("", SAME)
    + "static void one(double *a) { step(a, a, 9); }\nstatic void two(double *a, double *b) { step(a, b, 9); }\n"
    + MAIN % "  one(s);\n  two(s + 1, s);\n",
}  # fmt: skip

OF_CLASSES = {
    "operator[] of a class gives another one each time": "struct V { double *p; double *operator[](int k) { return p++; } };\n" + STEP % ("", SAME)
    + "int main() {\n  V v = {new double[99]};\n  step(v[1], v[1], 9);\n}\n",
    "operator+ of a plain class": "struct V { double *p; };\ndouble *operator+(V &v, int k) { return v.p++ + k; }\n" + STEP % ("", SAME)
    + "int main() {\n  V v = {new double[99]};\n  step(v + 1, v + 1, 9);\n}\n",
    "a conversion": "struct V { double *p; operator double *() { return p++; } };\n" + STEP % ("", SAME)
    + "int main() {\n  V v = {new double[99]};\n  step(v, v, 9);\n}\n",
}  # fmt: skip


def verdict(text: str, name: str = "a.c") -> str:
    outline = Outline(parse(f"#include <stdlib.h>\n{text}", name=name), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("case", PROVED)
def test_one_pointer_or_two_objects(case: str, suffix: str) -> None:
    text = PROVED[case] if suffix == "c" else PROVED[case].replace("malloc(", "(double *)malloc(")
    assert verdict(text, f"a.{suffix}") == "proved"


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("case", OPEN)
def test_what_may_overlap(case: str, suffix: str) -> None:
    text = OPEN[case] if suffix == "c" else OPEN[case].replace("malloc(", "(double *)malloc(")
    assert verdict(text, f"a.{suffix}") in ("assumed", "unknown")


@pytest.mark.parametrize("case", OF_CLASSES)
def test_what_classes_do(case: str) -> None:
    assert verdict(OF_CLASSES[case], "a.cpp") in ("assumed", "unknown")


def test_callers_are_told() -> None:
    outline = Outline(
        parse(f"#include <stdlib.h>\n{PROVED['one pointer and another time two']}", name="a.c"), None, lambda: ()
    )
    assert judge(outline, outline.loops[0]).reason.endswith(
        "all 2 callers (lines 7, 8) pass distinct memory or one pointer twice"
    )


def test_of_what_callers_pass_apart_is_told_where_something_is_left() -> None:
    outline = Outline(parse(MULTIPLIED, name="a.c"), None, lambda: ())
    found = judge(outline, outline.loops[0])
    assert found.assumptions == ("A[…] and C[…] do not overlap",)
    assert "passes distinct memory for B[…] and C[…]" in found.reason


MULTIPLIED = """#include <stdlib.h>
static void product(double **A, double **B, double **C, int k) {
  for (int i = 0; i < k; i++) for (int j = 0; j < k; j++) {
    double s = 0;
    for (int l = 0; l < k; l++) s += A[i][l] * B[l][j];
    C[i][j] = s;
  }
}
static double **made(int k) {
  double **p = malloc(k * sizeof *p);
  for (int i = 0; i < k; i++) p[i] = malloc(k * sizeof **p);
  return p;
}
int main(void) { double **A = made(6), **B = made(6); product(A, B, A, 6); return 0; }
"""
