"""Functions whose bodies stand in other files of the program: such as keep to themselves are no assumption."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = """{before}
void run(double *a, int n) {{ for (int i = 0; i < n; i++) a[i] = f(1.0, i); }}
"""
MAIN = "void run(double *, int);\nint main(void) {{ double a[9]; run(a, 9); return (int)a[1]; }}\n"
QUIET = {
    "a value": "double f(double x, int i) { return x * i; }",
    "a loop": "double f(double x, int i) { double s = 0; for (int k = 0; k < i; k++) s += x * k; return s; }",
    "an array of its own": "double f(double x, int i) { double t[4] = {0}; t[i % 4] = x; return t[0]; }",
    "a constant of the file": "const double c[2] = {1, 2}; double f(double x, int i) { return x + c[i % 2]; }",
    "a function of the library": "#include <math.h>\ndouble f(double x, int i) { return sqrt(x) + i; }",
    "a function of its file": "static double g(double x) { return x + 1; } double f(double x, int i) { return g(x) * i; }",
    "a function of a third file": "double g(double x); double f(double x, int i) { return g(x) * i; }",
    "itself": "double f(double x, int i) { return i < 2 ? x : f(x, i - 1); }",
}
LOUD = {
    "a variable of the file": "double last; double f(double x, int i) { double was = last; last = i; return was + x; }",
    "a variable that is read": "double last; double f(double x, int i) { return last + x + i; }",
    "a variable of its own that lasts": "double f(double x, int i) { static int calls; return x + calls++ + i; }",
    "output": '#include <stdio.h>\ndouble f(double x, int i) { printf("%d", i); return x; }',
    "a state of the library": "#include <stdlib.h>\ndouble f(double x, int i) { return x + rand() + i; }",
    "a call of what is nowhere": "double h(double); double f(double x, int i) { return h(x) + i; }",
    "a pointer of the file": "extern double *p; double f(double x, int i) { p[0] += i; return p[0] + x; }",
    "an address that is worked out": "double f(double x, int i) { double *q = (double *)(long)x; q[0] = i; return q[0]; }",
    "a function of a third file that is not": "double k(double x); double f(double x, int i) { return k(x) * i; }",
    "a constant that is defined nowhere": "extern const double c[2]; double f(double x, int i) { return x + c[i % 2]; }",
    "itself and output": '#include <stdio.h>\ndouble f(double x, int i) { puts(""); return i < 2 ? x : f(x, i - 1); }',
    "code by a macro": "#ifdef LOUD\n#define SAY(x) last = x\n#else\n#define SAY(x) (void)x\n#endif\n"
    "static double last; double f(double x, int i) { SAY(x); return i; }",
    "a weak function": "__attribute__((weak)) double f(double x, int i) { return x * i; }",
    "a jump out": "#include <stdlib.h>\ndouble f(double x, int i) { if (i > 100) exit(1); return x; }",
}
THIRD = "double g(double x) { return x + 1; }\nstatic double sum;\ndouble k(double x) { return sum += x; }\n"


def verdict(body: str, suffix: str = "c", before: str = "double f(double, int);", third: str = THIRD) -> str:
    texts = {f"f.{suffix}": body, f"main.{suffix}": MAIN.format(), f"third.{suffix}": third}
    others = tuple(Outline(parse(text, name=name)) for name, text in texts.items())
    outline = Outline(parse(LOOP.format(before=before), name=f"run.{suffix}"), find_units=lambda: others)
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("body", QUIET)
def test_a_function_that_works_out_a_value(body: str, suffix: str) -> None:
    assert verdict(QUIET[body], suffix) == "proved"


@pytest.mark.parametrize("suffix", ["c", "cpp"])
@pytest.mark.parametrize("body", LOUD)
def test_a_function_that_does_more(body: str, suffix: str) -> None:
    assert verdict(LOUD[body], suffix) in ("assumed", "unknown", "refuted")


@pytest.mark.parametrize(
    "before",
    [
        "extern double (*f)(double, int);",
        "void other(double (*f)(double, int), double *a) { a[0] = f(1.0, 2); }",
        "double k(double);\n#define f(x, i) k(i)",
    ],
)
def test_a_name_that_may_mean_something_else(before: str) -> None:
    assert verdict(QUIET["a value"], before=before) != "proved"


def test_two_functions_of_one_name() -> None:
    assert (
        verdict(QUIET["a value"], "cpp", third="double f(double x, int i) { static int k; return k++; }") == "assumed"
    )


def test_nobody_knows_the_files() -> None:
    outline = Outline(parse(LOOP.format(before="double f(double, int);"), name="run.c"), find_units=tuple)
    assert judge(outline, outline.loops[0]).verdict == "assumed"


def test_one_of_two_calls() -> None:
    text = LOOP.format(before="double f(double, int); double h(double);").replace("f(1.0, i)", "f(1.0, i) + h(2.0)")
    others = tuple(Outline(parse(t, name=n)) for n, t in {"f.c": QUIET["a value"], "main.c": MAIN.format()}.items())
    outline = Outline(parse(text, name="run.c"), find_units=lambda: others)
    found = judge(outline, outline.loops[0])
    assert found.verdict == "assumed"
    assert [text.split()[0] for text in found.assumptions] == ["h"]
