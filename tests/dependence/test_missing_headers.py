"""A header that is not found may have a function that a call means, better than the one in sight; and an object, or a class that it is made
from, may have another method than the one that was read."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

OWN = "double f(double x) { return x * 2; }\n"
LOOP = "void run(double *a, int *b, int n) {{ for (int i = 0; i < n; i++) a[i] = {}; }}\n"
OF_METHOD = "double *a; void run(int n) { for (int i = 0; i < n; i++) a[i] = f(1.0); }"
PAIR = "struct P { double x; };\n"
MISSING = {
    "an argument of another type": OWN + LOOP.format("f(b[i])"),
    "the variable of the loop": OWN + LOOP.format("f(i)"),
    "an element that is not constant": "double f(const double &x) { return x; }\n" + LOOP.format("f(a[i])"),
    "an address that is not constant": "double f(const double *p) { return p[0]; }\n"
    "void run(int n) { double a[100], m[100][4]; for (int i = 0; i < n; i++) a[i] = f(m[i]); }\n",
    "a template": "template <class T> T f(T x) { return x * 2; }\n" + LOOP.format("f(a[i])"),
    "a template with its argument": "template <class T> T f(T x) { return x * 2; }\n" + LOOP.format("f<double>(a[i])"),
    "a base class": f"{OWN}struct A : Base {{ {OF_METHOD} }};\n",
    "a base of a base class": f"{OWN}struct B : Base {{}}; struct A : B {{ {OF_METHOD} }};\n",
    "a method outside": f"{OWN}struct A : Base {{ double *a; void run(int n); }};\n"
    "void A::run(int n) { for (int i = 0; i < n; i++) a[i] = f(1.0); }\n",
    "a method of a class that is not in sight": OWN
    + "void A::run(int n) { double a[99]; for (int i = 0; i < n; i++) a[i] = f(1.0); }\n",
    "a nearer namespace": OWN + "namespace N { " + LOOP.format("f(a[i])") + " }\n",
    "an operator": PAIR + "P operator+(const P &p, double y) { return P{p.x + y}; }\n"
    "void run(P *p, int n) { for (int i = 0; i < n; i++) p[i] = p[i] + 1; }\n",
    "a specialisation": LOOP.format("F<double>::g(a[i])"),
}
EXACT = {
    "an argument of the type": LOOP.format("f(a[i])"),
    "an expression of the type": LOOP.format("f(a[i] * 2.0)"),
    "a subscript": "int at(int i, int j) { return i * 8 + j; }\nvoid run(double *a, int n) { for (int i = 0; i < n; i++) a[at(i, 3)] = 0; }\n",
    "the namespace of the call": "namespace N { double g(double x) { return x; }\n" + LOOP.format("g(a[i])") + "}\n",
}
TEMPLATE = "template <class T> struct F { static double g(T x) { return x * 2; } };\n"


@pytest.mark.parametrize("include", ['#include "missing.h"\n', "#include <project/missing.hpp>\n", "#include HEADER\n"])
@pytest.mark.parametrize("case", MISSING)
def test_a_header_is_missing(case: str, include: str) -> None:
    if "specialisation" in case:
        text = TEMPLATE + '#include "missing.h"\n' + MISSING[case]
    else:
        text = include + MISSING[case]
    assert verdict(text) in ("assumed", "unknown")


@pytest.mark.parametrize("case", EXACT)
def test_no_other_function_can_be_meant(case: str) -> None:
    assert verdict('#include "missing.h"\n' + OWN + EXACT[case]) == "proved"


@pytest.mark.parametrize(
    "case", sorted(MISSING.keys() - {"a base class", "a base of a base class", "a method outside"})
)
def test_no_header_is_missing(case: str) -> None:
    text = MISSING[case] if "specialisation" not in case else TEMPLATE + MISSING[case]
    assert verdict("#include <vector>\n#include <math.h>\n" + text) == "proved"


def test_a_template_behind_what_is_missing_is_specialised_nowhere() -> None:
    assert verdict('#include "missing.h"\n' + TEMPLATE + MISSING["a specialisation"]) == "proved"


GIVEN = "void run(const A &p, double *a, int *b, int n) { for (int i = 0; i < n; i++) a[i] = p.f(b[i]); }\n"
BASE = "struct B { virtual double f(double x) const = 0; virtual double operator()(double x) const = 0; };\n"
METHODS = {
    "an overload without a body": "struct A { double f(double x) const { return x; } double f(int x) const; };\n" + GIVEN,
    "a static overload without a body": "struct A { static double f(double x) { return x; } static double f(int x); };\n"
    + LOOP.format("A::f(b[i])"),
    "virtual in a base": BASE + "struct A : B { double f(double x) const { return x; } };\n" + GIVEN,
    "virtual in a base of a base": BASE + "struct C : B {}; struct A : C { double f(double x) const { return x; } };\n" + GIVEN,
    "a call in the class": BASE + "struct A : B { double f(double x) const { return x; } double *a;"
    " void run(int n) { for (int i = 0; i < n; i++) a[i] = f(i); } };\n",
    "a call of the object": BASE + "struct A : B { double operator()(double x) const { return x; } };\n" + GIVEN.replace("p.f", "p"),
    "a base that is not in sight": "struct A : Base { double f(double x) const { return x; } };\n" + GIVEN,
    "an element, of a base that is not in sight": "struct A : Base { double *q; double &operator[](int x) const { return q[x]; } };\n"
    "void run(const A &p, int n) { for (int i = 0; i < n; i++) p[i] = 1; }\n",
    "what `using` brings": "static int s; struct B { double f(int x) const { return s += x; } };\n"
    "struct A : B { using B::f; double f(double x) const { return x; } };\n" + GIVEN,
}  # fmt: skip
ALONE = {
    "the only one": "struct A { double f(double x) const { return x; } };\n" + GIVEN,
    "one that is deleted": "struct A { double f(double x) const { return x; } double f(int *x) const = delete; };\n" + GIVEN,
    "a body outside": "struct A { double f(double x) const; };\ndouble A::f(double x) const { return x; }\n" + GIVEN,
    "a base in sight": "struct B { double x; }; struct A : B { double f(double y) const { return y; } };\n" + GIVEN,
    "a class that is final": BASE + "struct A final : B { double f(double x) const { return x; } double operator()(double x) const { return x; } };\n" + GIVEN,
}  # fmt: skip


@pytest.mark.parametrize("case", METHODS)
def test_another_method_may_be_meant(case: str) -> None:
    assert verdict(METHODS[case]) in ("assumed", "unknown")


@pytest.mark.parametrize("case", ALONE)
def test_no_other_method_can_be_meant(case: str) -> None:
    assert verdict(ALONE[case]) == "proved"


def verdict(text: str) -> str:
    outline = Outline(parse(text, name="a.cpp"))
    return judge(outline, outline.loops[-1]).verdict


def test_a_bool_of_a_header_that_is_not_found_may_be_any_type() -> None:
    body = "void f(int n, float *restrict a, const int *restrict c) { for (int i = 9; i < n; i++) { bool k = c[i]; a[i] = k == 2 ? a[i - 1] : 0; } }"
    found = {}
    for language in ("c", "cpp"):
        for line in (
            '#include "own.h"',
            "#include <stdbool.h>",
            '#include "own.h"\n#include <stdbool.h>',
            "#include <stdio.h>",
        ):
            outline = Outline(parse(f"{line}\n{body.replace('restrict', '__restrict')}", f"a.{language}"))
            verdict = judge(outline, outline.loops[0])
            found[language, line.replace("\n", " ")] = verdict.verdict
            assert verdict.verdict == "proved" or verdict.assumptions == ("bool is that of stdbool.h",)
    assert [key for key, verdict in found.items() if verdict != "proved"] == [("c", '#include "own.h"')]
