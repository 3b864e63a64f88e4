"""A function that becomes twice as long costs no more than about twice the work. Calls are counted, no clock is asked."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable, Iterable

import pytest
from loopwright.check import run as checking
from loopwright.check.cache import Kept
from loopwright.check.run import CheckOptions, check
from loopwright.dependence.decide import judge as judging
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SMALL = 64
MOST = 2.3  # twice the size, twice the logarithm's share


def each(form: Callable[[int], str], count: int, between: str = " ") -> str:
    return between.join(map(form, range(count)))


def function(loop_body: str, before: str = "") -> str:
    head = "void f(int n, double *restrict a, const double *restrict b) {\n"
    return f"{head}{before}  for (int i = 0; i < n; i++) {loop_body}\n}}\n"


def chain(first: str, form: Callable[[int], str], count: int) -> Iterable[str]:
    yield first
    yield from map(form, range(1, count))


def calls_of_calls(count: int) -> str:
    first = "static double g0(double x) { return x; }"
    others = chain(first, lambda j: f"static double g{j}(double x) {{ return g{j - 1}(x) + {j}; }}", count)
    return "\n".join(others) + "\n" + function(f"a[i] = g{count - 1}(b[i]);")


def macros_of_macros(count: int) -> str:
    lines = chain("#define M0 1", lambda j: f"#define M{j} (M{j - 1} + 1)", count)
    return "\n".join(lines) + "\n" + function(f"a[i] = M{count - 1} * b[i];")


def structs_of_structs(count: int) -> str:
    lines = chain("struct s0 { double d; };", lambda j: f"struct s{j} {{ struct s{j - 1} p; double d; }};", count)
    return "\n".join(lines) + f"\nvoid f(int n, struct s{count - 1} *v) {{ for (int i = 0; i < n; i++) v[i].d = 0; }}\n"


DOUBLED: dict[str, Callable[[int], str]] = {
    "statements": lambda n: function(
        "{ double t = b[i]; " + each(lambda j: f"t = t * {j} + b[i];", n) + " a[i] = t; }"
    ),
    "updates": lambda n: function("{ " + each(lambda j: f"a[i] += {j} * b[i];", n) + " }"),
    "terms": lambda n: function("a[i] = " + each(lambda j: f"b[i] * {j}", n, " + ") + ";"),
    "neighbours": lambda n: function("a[i] = " + each(lambda j: f"b[i + {j}]", n, " + ") + ";"),
    "neighbours in place": lambda n: function("a[i] = " + each(lambda j: f"a[i + {j}]", n, " + ") + ";"),
    "factors of an index": lambda n: function("a[" + each(lambda j: f"(i + {j})", n, " * ") + "] = 1;"),
    "conditions": lambda n: function("{ " + each(lambda j: f"if (b[i] > {j}) a[i] = {j};", n) + " }"),
    "cases": lambda n: function("switch ((int)b[i]) { " + each(lambda j: f"case {j}: a[i] = {j}; break;", n) + " }"),
    "declarations": lambda n: function("a[i] = d0;", each(lambda j: f"  double d{j} = b[0] + {j};\n", n, "")),
    "initialisers": lambda n: function(
        f"a[i] = t[i % {n}];", "  double t[] = {" + each(lambda j: f"b[{j}]", n, ", ") + "};\n"
    ),
    "loops before": lambda n: function("a[i] = b[i];", each(lambda j: f"  while (a[{j}] > 0) a[{j}] -= 1;\n", n, "")),
    "blocks": lambda n: function("{" * n + " a[i] = b[i]; " + "}" * n),
    "functions": lambda n: each(lambda j: function("a[i] = b[i];").replace("void f", f"void f{j}"), n, ""),
    "functions with directives": lambda n: each(
        lambda j: function("a[i] = b[i];", "#pragma acc parallel loop copyout(a[0:n]) copyin(b[0:n])\n").replace(
            "void f", f"void f{j}"
        ),
        n,
        "",
    ),
    "calls of calls": calls_of_calls,
    "macros of macros": macros_of_macros,
    "structs of structs": structs_of_structs,
}


def work(text: str) -> None:
    outline = Outline(parse(text, "x.c"))
    for loop in outline.loops:
        judge(outline, loop)
    check(outline, CheckOptions(between=False))


def calls(text: str) -> int:
    profiler = cProfile.Profile()
    profiler.runcall(work, text)
    return pstats.Stats(profiler).total_calls


@pytest.mark.parametrize("what", DOUBLED)
def test_twice_the_size_is_about_twice_the_work(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = DOUBLED[what]
    work(made(3))  # tables are read once
    monkeypatch.setattr(judging, "_verdicts", {})
    monkeypatch.setattr(checking, "_kept", Kept())
    small, large = calls(made(SMALL)), calls(made(2 * SMALL))
    assert large <= MOST * small, f"{what}: {small} calls for {SMALL}, {large} for {2 * SMALL}"
