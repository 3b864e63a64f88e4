"""What nobody can assume, as the function itself says the contrary. Each case has a twin that may be assumed."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

WORDS = {
    "FILLED": "void f(int n, float *y, int *x)",
    "TWO": "void f(int n, float *a, float *b)",
    "MEMBERS": "struct s { float *p, *q, *r; };\nvoid f(int n, struct s *s)",
    "CALLOC": "calloc(n, sizeof(int))",
    "FAR": "for (int i = 0; i < 300; i++)",
    "USE_FOUR": "for (int i = 0; i < 4; i++) y[x[i]] = i;",
    "USE": "for (int i = 0; i < n; i++) y[x[i]] = i;",
    "LOOP": "for (int i = 0; i < n; i++)",
}
APART = "x holds no value twice"
NOT = "it is not so that "
TWICE = NOT + APART
LEFT = "what the loop leaves in "
ONE = " lead to one element where the loop is reached"
# The function, the verdict on its last loop, what is said.
VERDICTS = {
    # What does not fit where the bounds of the loop are known.
    "past a byte": ("void f(float *a) { FAR a[(unsigned char)i] = i; }", "unknown", NOT + "i fits in unsigned char"),
    "within a byte": ("void f(float *a) { for (int i = 0; i < 256; i++) a[(unsigned char)i] = i; }", "proved", ""),
    "past 16 bits": ("void f(float *a) { for (int i = 0; i < 70000; i++) a[(unsigned short)i] = i; }", "unknown", NOT + "i fits in unsigned short"),
    "past 32 bits": ("void f(float *a) { for (long i = 0; i < 5000000000; i++) a[(int)i] = i; }", "unknown", NOT + "i fits in int"),
    "past a byte, it is asked": ("void f(int n, float *a) { if (n > 1000) LOOP a[(signed char)i] = i; }", "unknown", NOT + "i fits in signed char"),
    "nothing is asked": ("void f(int n, float *a) { LOOP a[(signed char)i] = i; }", "assumed", "i fits in signed char"),
    "twice as far": ("void f(float *a) { FAR a[(unsigned char)(2 * i)] = i; }", "unknown", NOT + "2 * i fits in unsigned char"),
    "under a condition of iterations": ("void f(float *a, int m) { FAR if (i < m) a[(unsigned char)i] = i; }", "assumed", "i fits in unsigned char"),
    "under one that is not understood": ("void f(float *a, const int *m) { FAR if (m[i]) a[(unsigned char)i] = i; }", "assumed", "i fits in unsigned char"),
    "round once, to nothing": ("void f(float *a, int n) { for (unsigned i = 0; i < n; i++) a[i - 1] = 0; }", "assumed", "i - 1 does not wrap around"),
    # Sizes that a condition rules out.
    "no stride": ("void f(int n, int s, float *a) { if (s != 0) return; LOOP a[i * s] = i; }", "unknown", NOT + "s >= 1"),
    "a stride": ("void f(int n, int s, float *a) { if (s == 0) return; LOOP a[i * s] = i; }", "assumed", "s >= 0"),
    "short rows": ("void f(int n, int m, float *a) { if (m < 3) LOOP for (int j = 0; j < 3; j++) a[i * m + j] = 0; }", "unknown", NOT + "m >= 3"),
    "long rows": ("void f(int n, int m, float *a) { if (m > 3) LOOP for (int j = 0; j < 3; j++) a[i * m + j] = 0; }", "proved", ""),
    # Index arrays that were filled with one number twice.
    "halves": ("FILLED { LOOP x[i] = i / 2; USE }", "unknown", TWICE),
    "the remainder": ("FILLED { LOOP x[i] = i % 4; USE }", "unknown", TWICE),
    "one number": ("FILLED { LOOP x[i] = 7; USE }", "unknown", TWICE),
    "each its own": ("FILLED { LOOP x[i] = n - i; USE }", "assumed", APART),
    "in rows": ("FILLED { LOOP for (int j = 0; j < 4; j++) x[4 * i + j] = i; USE }", "unknown", TWICE),
    "in rows, each its own": ("FILLED { LOOP for (int j = 0; j < 4; j++) x[4 * i + j] = 4 * i + j; USE }", "assumed", APART),
    "calloc": ("void f(int n, float *y) { int *x = CALLOC; USE }", "unknown", TWICE),
    "malloc": ("void f(int n, float *y) { int *x = malloc(n * sizeof(int)); USE }", "assumed", APART),
    "calloc, filled": ("void f(int n, float *y) { int *x = CALLOC; LOOP x[i] = n - i; USE }", "assumed", APART),
    "calloc, filled by others": ("void g(int *, int); void f(int n, float *y) { int *x = CALLOC; g(x, n); USE }", "assumed", APART),
    "calloc, read": ("void f(int n, float *y, FILE *g) { int *x = CALLOC; fread(x, 4, n, g); USE }", "assumed", APART),
    "calloc, filled from others": ("void f(int n, float *y, const int *m) { int *x = CALLOC; LOOP x[i] = m[i]; USE }", "assumed", APART),
    "memset": ("FILLED { memset(x, 0, n * sizeof(int)); USE }", "unknown", TWICE),
    "memset before": ("FILLED { memset(x, 0, n * sizeof(int)); LOOP x[i] = n - i; USE }", "assumed", APART),
    "memset of another": ("void f(int n, float *y, int *x, int *z) { memset(z, 0, n * sizeof(int)); USE }", "assumed", APART),
    "perhaps": ("void f(int n, float *y, int *x, int k) { if (k) LOOP x[i] = 0; USE }", "assumed", APART),
    "wherever it is used": ("void f(int n, float *y, int *x, int k) { if (k) { LOOP x[i] = 0; USE } }", "unknown", TWICE),
    "right before": ("FILLED { LOOP { x[i] = 0; y[x[i]] = i; } }", "unknown", NOT + LEFT + APART),
    "right before, each its own": ("FILLED { LOOP { x[i] = n - i; y[x[i]] = i; } }", "assumed", LEFT + APART),
    "right behind": ("FILLED { LOOP { y[x[i]] = i; x[i] = 0; } }", "assumed", APART),
    "a table": ("void f(int n, float *y) { static int x[4] = {0, 1, 1, 2}; USE_FOUR }", "unknown", TWICE),
    "a table of the file": ("int x[4] = {0, 1, 1, 2}; void f(int n, float *y) { USE_FOUR }", "unknown", TWICE),
    "a table that others fill": ("int x[4] = {0}; void f(int n, float *y) { USE_FOUR }", "assumed", APART),
    "a table without": ("void f(int n, float *y) { static int x[4] = {0, 3, 1, 2}; USE_FOUR }", "assumed", APART),
    # Addresses that are one.
    "equal": ("TWO { if (a == b) LOOP a[i] = b[i + 1]; }", "unknown", "a and b" + ONE),
    "equal or gone": ("TWO { if (a != b) return; LOOP a[i] = b[i + 1]; }", "unknown", "a and b" + ONE),
    "equal, among others": ("TWO { if (!(a != b) && n > 3) LOOP a[i] = b[i + 1]; }", "unknown", "a and b" + ONE),
    "equal some elements further": ("TWO { if (a == b + 1) LOOP a[i] = b[i]; }", "unknown", "a and b" + ONE),
    "in place": ("TWO { if (a == b) LOOP a[i] = b[i] * 2; }", "proved", ""),
    "in place of rows": ("void f(int n, float (*a)[4], float (*b)[8]) { if ((void *)a == b) LOOP a[i][0] = b[i][0]; }", "unknown", "a and b" + ONE),
    "equal, or something else": ("TWO { if (a == b || n > 3) LOOP a[i] = b[i + 1]; }", "assumed", "a and b do not overlap"),
    "not equal": ("TWO { if (a == b) return; LOOP a[i] = b[i + 1]; }", "assumed", "a and b do not overlap"),
    "another since": ("void f(int n, float *a, float *b, float *c) { if (a == b) { a = c; LOOP a[i] = b[i + 1]; } }", "assumed", "b and c do not overlap"),
    "members, equal": ("MEMBERS { if (s->p == s->q) LOOP s->p[i] = s->q[i + 1]; }", "unknown", "s->p and s->q" + ONE),
    "members, set": ("MEMBERS { s->p = s->q; LOOP s->p[i] = s->q[i + 1]; }", "unknown", "s->q[i + 1] and s->p[i] were both seen to lead to s->q"),
    "members, exchanged": ("MEMBERS { float *t = s->p; s->p = s->q; s->q = t; LOOP s->p[i] = s->q[i + 1]; }", "assumed", "s->p and s->q do not overlap"),
    "members, turned": ("MEMBERS { float *t = s->p; s->p = s->q; s->q = s->r; s->r = t; LOOP s->r[i] = s->p[i + 1]; }", "assumed", ""),
    "members, set anew": ("MEMBERS { s->p = s->q; s->q = s->r; LOOP s->p[i] = s->q[i + 1]; }", "assumed", "s->p and s->q do not overlap"),
}  # fmt: skip


def verdict_of(text: str, language: str = "c") -> LoopVerdict:
    for word, said in WORDS.items():
        text = text.replace(word, said)
    outline = Outline(parse(text, language=language))
    outermost = [loop for loop in outline.loops if loop.parent is None]
    return judge(outline, outermost[-1])


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("name", VERDICTS)
def test_what_the_function_denies_is_no_assumption(name: str, language: str) -> None:
    text, verdict, said = VERDICTS[name]
    if language == "cpp":
        text = (
            text.replace("restrict", "__restrict__")
            .replace("= calloc", "= (int *)calloc")
            .replace("= malloc", "= (int *)malloc")
        )
    found = verdict_of(text, language)
    assert found.verdict == verdict
    assert said in (found.reason, *found.assumptions) or not said


def test_what_cpp_fills_is_no_assumption_either() -> None:
    for fill, verdict in {
        "int *x = new int[n]();": "unknown",
        "int *x = new int[n];": "assumed",
        "int x[100]; std::fill(x, x + n, 3);": "unknown",
        "int x[100] = {}; std::iota(x, x + n, 0);": "assumed",
        "int x[100]; std::fill_n(x, n, 3); LOOP x[i] = n - i;": "assumed",
    }.items():
        assert verdict_of(f"void f(int n, float *y) {{ {fill} USE }}", "cpp").verdict == verdict
