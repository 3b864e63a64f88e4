"""Which of several functions of one name is called: the types of the arguments decide, also among those that are nowhere defined."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TYPES = "#include <cstddef>\nstruct A { float data[64]; }; struct B { float data[64]; }; struct C : A { int k; };\n"
FOLLOWED = {
    "by the class that an address is of": (
        "void set(A *p, int i, float x) { p->data[i] = x; }\nvoid set(B *p, int i, float x) { p->data[0] = p->data[i] + x; }", "set(a, i, 1.0);",
    ),
    "by all types": ("void set(float *p, int i) { p[i] = 1; }\nvoid set(float *p, long i) { p[0] = p[1] + 1; }", "set(x, i);"),
    "one that calls another": (
        "void set(A *p, int i, float x) { p->data[i] = x; }\nvoid set(B *p, int i, float x) { p->data[i] = x; }\n"
        "void one(A *p, int i) { set(p, i, 2.0); }\nvoid one(B *p, int i) { set(p, i, 2.0); }",
        "one(a, i);",
    ),
    "declared before": ("void set(float *p, int i);\nvoid set(float *p, int i) { p[i] = 1; }", "set(x, i);"),
    "declared before by another name of the type": (
        "typedef float real;\nvoid set(real *p, int i);\nvoid set(float *p, int i) { p[i] = 1; }", "set(x, i);",
    ),
    "of two sizes": ("void set(float *p, int i) { p[i] = 1; }\nvoid set(float *p) { p[0] = p[1] + 1; }", "set(x, i);"),
}  # fmt: skip
OTHER = {
    "the one that is defined elsewhere": ("void set(float *p, double i);\nvoid set(float *p, int i) { p[i] = 1; }", "set(x, 1.5);"),
    "one that is nearer, and elsewhere": ("float set(double x);\nfloat set(int x) { return x; }", "x[i] = set(1.5);"),
    "the one that is carried": (
        "void set(A *p, int i, float x) { p->data[i] = x; }\nvoid set(B *p, int i, float x) { p->data[0] = p->data[i] + x; }", "set(b, i, 1.0);",
    ),
    "an object that is made from the other": (
        "void set(A *p, int i) { p->data[i] = 1; }\nvoid set(C *p, int i) { p->data[0] = p->data[i] + 1; }", "set(c, i);",
    ),
    "one of a namespace": (
        "namespace n { void set(float *p, long i) { p[0] = p[1] * i; } }\nusing n::set;\nvoid set(float *p, int i) { p[i] = 1; }", "set(x, 2L);",
    ),
    "a template that fits better": (
        "template <class T> void set(float *p, T i) { p[0] = p[1] * i; }\nvoid set(float *p, int i) { p[i] = 1; }", "set(x, 2L);",
    ),
    "a specialisation": (
        "template <class T> void set(float *p, T i) { p[(int)i] = 1; }\ntemplate <> void set<long>(float *p, long i) { p[0] = p[1] * i; }", "set(x, (long)i);",
    ),
}  # fmt: skip


def verdict(functions: str, call: str) -> str:
    loop = f"void run(A *a, B *b, C *c, float *x, int n) {{ for (int i = 0; i < n; i++) {{ {call} }} }}\n"
    outline = Outline(parse(f"{TYPES}{functions}\n{loop}", name="a.cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("case", FOLLOWED)
def test_the_one_that_is_meant_is_followed(case: str) -> None:
    assert verdict(*FOLLOWED[case]) == "proved"


@pytest.mark.parametrize("case", OTHER)
def test_another_one_is_not_taken_for_it(case: str) -> None:
    assert verdict(*OTHER[case]) != "proved"


def test_a_function_that_a_block_declares_hides_the_others() -> None:
    text = (
        "int total; int h(int k) { return k; }\n"
        "void f(int *__restrict a, int n) { int h(int, int = 3); for (int i = 0; i < n; i++) a[i] = h(i); }\n"
        "int h(int k, int j) { return total += k + j; }\n"
    )
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    assert judge(outline, outline.loops[0]).verdict != "proved"
