"""What memory holds before anything runs, and code that runs where no call stands: first values, objects without a name, their ends."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PROGRAM = """#include <cstddef>
static void shift(double *x, double *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i] + 1; }
static double one[20], other[20];
static double *a, *b, *c;
%s
int main(void) { a = one; b = other; %s
  shift(a, b, 10); return 0; }
"""
MADE = "static double *set(void) { return b = a + 1; }\nstruct Job { double *p = set(); };\n"
ENDS = "struct Job { int k; ~Job() { b = a + 1; } };\n"
IN_C = {
    "an address in a variable of the file": ("static double **q = &b;", "*q = a + 1;"),
    "in a member": ("struct S { double **q; };\nstatic struct S s = {&b};", "*s.q = a + 1;"),
    "in an array": ("static double **q[2] = {&c, &b};", "*q[1] = a + 1;"),
    "behind a macro": ("#define WHERE (&b)\nstatic double **q = WHERE;", "*q = a + 1;"),
    "in a static variable of a function": (
        "static void tie(void) { static double **q = &b; *q = a + 1; }",
        "tie();",
    ),
    "behind a macro there": (
        "#define WHERE (&b)\nstatic void tie(void) { static double **q = WHERE; *q = a + 1; }",
        "tie();",
    ),
    "in a static member there": (
        "static void tie(void) { static struct { double **q; } s = {&b}; *s.q = a + 1; }",
        "tie();",
    ),
}
IN_CPP = {
    **IN_C,
    "an address that a call gives": ("static double **where() { return &b; }\ndouble **q = where();", "*q = a + 1;"),
    "a member's first value": ("struct S { double **q = &b; } s;", "*s.q = a + 1;"),
    "a member's first value, deeper": ("struct S { double **q = &b; };\nstruct T { S s; } t;", "*t.s.q = a + 1;"),
    "an allocated object": ("struct S { double **q = &b; };\nS *s = new S;", "*s->q = a + 1;"),
    "an object in a list": ("struct S { double **q = &b; };\nstatic S *const s[] = {new S()};", "*s[0]->q = a + 1;"),
    "elements of an array": (MADE, "Job j[2] = {}; (void)j;"),
    "elements of rows": (f"{MADE}struct Box {{ Job j; }};", "Box x[2][2] = {{}, {}}; (void)x;"),
    "a static variable that a call sets": (f"{MADE}static int go() {{ static double *p = set(); return p != 0; }}", "go();"),
    "a static object": (f"{MADE}static int go() {{ static Job j; return 0; }}", "go();"),
    "a static number of an object": (
        "struct S { int k; operator int() { b = a + 1; return k; } } s;\nstatic int go() { static int n = s; return n; }",
        "go();",
    ),
    "an object without a name": (MADE, "Job{};"),
    "one that a reference is given": (f"{MADE}static int take(const Job &j) {{ return j.p != 0; }}", "take({});"),
    "a static member's first value": ("struct S { static inline double **q = &b; };", "*S::q = a + 1;"),
    "one that is returned": (f"{MADE}static Job go() {{ return {{}}; }}", "go();"),
    "the end of an object without a name": (ENDS, "Job{1};"),
    "the end of what a function returns": (f"{ENDS}static Job make() {{ return {{1}}; }}", "make();"),
    "the end of what another one hands on": (
        f"{ENDS}static Job make() {{ return {{1}}; }}\nstatic int take() {{ return make().k; }}",
        "take();",
    ),
    "the end of an object that a member is taken of": (ENDS, "int k = (Job{1}).k; (void)k;"),
    "the class's own allocation": (
        "struct S { int k; static void *operator new(std::size_t n) { b = a + 1; return ::operator new(n); } };",
        "S *s = new S; (void)s;",
    ),
    "its own allocation of arrays": (
        "struct S { int k; static void *operator new[](std::size_t n) { b = a + 1; return ::operator new(n); } };",
        "S *s = new S[2]; (void)s;",
    ),
}  # fmt: skip
STILL_APART = {
    "another address": ("static double **q = &c;", "*q = a + 1;"),
    "a number": ("static int n = 3, m[2] = {1, 2};", "m[0] = n;"),
    "a text": ('static const char *said = "b";', "(void)said;"),
    "a static number": ("static int go(void) { static int n = 3; return n++; }", "go();"),
    "a plain object": ("struct S { int k; double *p; };\nstatic struct S s = {3, 0};", "s.k = 4;"),
    "what a function returns": ("struct S { int k; };\nstatic struct S make(void) { struct S s = {1}; return s; }", "make();"),
}  # fmt: skip


def _verdict(parts: tuple[str, str], language: str) -> str:
    outline = Outline(parse(PROGRAM % parts, name=f"a.{language}"))
    return judge(
        outline, next(loop for loop in outline.loops if loop.function and loop.function.name == "shift")
    ).verdict


@pytest.mark.parametrize("case", IN_C)
def test_in_c(case: str) -> None:
    assert _verdict(IN_C[case], "c") != "proved"


@pytest.mark.parametrize("case", IN_CPP)
def test_in_cpp(case: str) -> None:
    assert _verdict(IN_CPP[case], "cpp") != "proved"


@pytest.mark.parametrize("language", ["c", "cpp"])
@pytest.mark.parametrize("case", STILL_APART)
def test_what_keeps_nothing(case: str, language: str) -> None:
    assert _verdict(STILL_APART[case], language) == "proved"
