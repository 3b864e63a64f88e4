"""Functions that macros make under a name of the library are the program's: what they do to their arguments is done."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

BODY = "{ q++; return 1; }"
MADE = {
    "put together": f"#define F(n) static int s##n(int &q) {BODY}\nF(qrt)",
    "put together at the end": f"#define F(n) static int n##rt(int &q) {BODY}\nF(sq)",
    "put together by another": f"#define CAT(a, b) a##b\nstatic int CAT(sq, rt)(int &q) {BODY}",
    "put together by others": f"#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n#define NAME CAT(sq, rt)\nstatic int NAME(int &q) {BODY}",
    "the macro's argument": f"#define NAME(n) n\nstatic int NAME(sqrt)(int &q) {BODY}",
    "the macro's text": f"#define NAME sqrt\nstatic int NAME(int &q) {BODY}",
    "a namespace": f"#define F(n) namespace n##s {{ inline int sqrt(int &q) {BODY} }}\nF(my)\nusing namespace mys;",
    "a body": f"#define BODY {BODY}\nstatic int sqrt(int &q) BODY",
    "a head": f"#define HEAD static int sqrt(int &q)\nHEAD {BODY}",
    "a head with a name": f"#define HEAD(n) static int n(int &q)\nHEAD(sqrt) {BODY}",
    "a head that is put together": f"#define HEAD(n) static int s##n(int &q)\nHEAD(qrt) {BODY}",
    "an object": f"#define F(n) static auto s##n = [](int &q) {BODY};\nF(qrt)",
    "a list": f"#define X(n) static int n(int &q) {BODY}\n#define LIST X(sqrt) X(cbrt)\nLIST",
    "a list of another": f"#define LIST(X) X(sqrt) X(cbrt)\n#define F(n) static int n(int &q) {BODY}\nLIST(F)",
    "a list that is put together": f"#define LIST(X) X(qrt)\n#define F(n) static int s##n(int &q) {BODY}\nLIST(F)",
    "a pointer": f"static int other(int &q) {BODY}\n#define F(n) static int (*n)(int &) = other;\nF(sqrt)",
    "a list that varies": f"#define F(...) static int __VA_ARGS__(int &q) {BODY}\nF(sqrt)",
    "the other way to write it": f"#define F(n) static int s%:%:n(int &q) {BODY}\nF(qrt)",
    "two lines": f"static int sq\\\nrt(int &q) {BODY}",
    "blanks": f"#define F(n) static int n (int &q) {BODY}\nF  (sqrt)",
    "a name of a macro": "static int other(int &q) { q++; return 1; }\n#define CAT(a, b) a##b\n#define sqrt CAT(oth, er)",
}
NOT_MADE = {
    "a call": "#define NORM(x) sqrt((x) * (x))",
    "an alias for calls": "#define ROOT sqrt",
    "a type": "#define REAL double\nstatic REAL table[100];",
    "another name": f"#define F(n) static int n##_of(int &q) {BODY}\nF(root)",
    "what another declares": "#define DECLARE(n) auto n = 3;\nstatic int g(int x) { DECLARE(y) return x + y; }",
    "a product": "#define AREA(r) (PI * sqrt(r))\n#define ALSO(r) return sqrt(r);",
    "a product of what is given": "#define SCALED(v, x) v * sqrt(x)\n#define BOTH(v, x) v & (int)sqrt(x)",
    "a value of a variable": "#define SHOW(x) do { double value = (x); (void)value; } while (0)\nstatic void g(int v) { SHOW(sqrt(v)); }",
    "a line that goes on": "#define MOST(a, b) \\\n  ((a) > (b) ? (a) : (b))",
    "a size": "#define MOST(a, b) ((a) > (b) ? (a) : (b))\nstatic int table[MOST(3, 4)];",
}
HEAD = "#include <cmath>\nint a[400], b[400];\n"


def verdict_of(made: str, statement: str, inside: bool) -> str:
    before, within = ("", statement + " a[i] = k;") if inside else (statement, "a[i] = a[i - k] + b[i];")
    loop = f"for (int i = 9; i < n; i++) {{ {within} }}"
    outline = Outline(parse(f"{HEAD}{made}\nvoid f(int n) {{ int k = 0; {before} {loop} }}", name="a.cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("way", MADE)
def test_what_a_macro_makes_is_no_function_of_the_library(way: str, inside: bool) -> None:
    assert verdict_of(MADE[way], "sqrt(k);", inside) != "proved"


@pytest.mark.parametrize(
    "declared",
    [
        "auto n = [&](int &q) { q++; return 1; }",
        "struct { int operator()(int &q) { return q++; } } n",
        "int (*n)(int &) = of",
        "int (*(n))(int &) = of",
        "decltype(of) *n = of",
        "int (*first)(int &) = of, (*n)(int &) = of",
        "to_call const n = of",
        "number (*n)(int &) = of",
        "for (int (*n)(int &) = of, *once = &k; once; once = nullptr)",
    ],
)
def test_a_macro_in_a_function_hides_it_there(declared: str) -> None:
    semicolon = "" if declared.startswith("for") else ";"
    types = "typedef int number; typedef int (*to_call)(int &);"
    made = f"{types}\nstatic int of(int &q) {BODY}\n#define DECLARE(n) {declared}{semicolon}"
    assert verdict_of(made, "DECLARE(sqrt) sqrt(k);", True) != "proved"
    assert verdict_of(made, "DECLARE(sqrt); sqrt(k);", False) != "proved"
    named = (
        made.replace("DECLARE(n)", "DECLARE").replace(" n ", " sqrt ").replace(" n;", " sqrt;").replace("*n", "*sqrt")
    )
    assert verdict_of(named, "DECLARE; sqrt(k);", True) != "proved"


@pytest.mark.parametrize(
    "macros",
    [
        "#define ANY(type, n) type n = of\n#define DECLARE(n) ANY(to_call, n)",
        "#define ONE(n) to_call n = of;\n#define LIST(X) X(other) X(sqrt)\n#define DECLARE(n) LIST(ONE)",
        "#define DECLARE(n) to_call /* name */ n = of",
    ],
)
def test_a_macro_hides_it_by_others(macros: str) -> None:
    made = f"typedef int (*to_call)(int &);\nstatic int of(int &q) {BODY}\n{macros}"
    assert verdict_of(made, "DECLARE(sqrt); sqrt(k);", True) != "proved"


@pytest.mark.parametrize(
    "parameter", ["double (*sqrt)(double)", "double sqrt(double)", "int *unused, double sqrt(double)"]
)
def test_a_macro_hides_it_as_a_parameter(parameter: str) -> None:
    text = f"#define TAKEN int n, {parameter}\nvoid f(TAKEN) {{ for (int i = 0; i < n; i++) a[i] = sqrt(b[i]); }}"
    outline = Outline(parse(HEAD + text, name="a.cpp"))
    assert judge(outline, outline.loops[-1]).verdict != "proved"


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("way", NOT_MADE)
def test_other_macros_make_none(way: str, inside: bool) -> None:
    assert verdict_of(NOT_MADE[way], "sqrt(k);", inside) == "proved"
