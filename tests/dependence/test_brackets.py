"""What a variable is made of between brackets is read, though `double z(X[i - 1]);` looks like a function."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FILE = "double half(double x) { return x / 2; } int next(int &t) { return ++t; } typedef double real; struct W { double v; };\n"
PARAMETERS = "int n, double *__restrict__ X, double *__restrict__ Y, std::vector<double> &v"


def verdict(statements: str, result: str = "void", number: int = 0) -> LoopVerdict:
    outline = Outline(parse(f"{FILE}{result} f({PARAMETERS}) {{ {statements} }}", "a.cpp"))
    return judge(outline, outline.loops[number])


READ = (
    "double z(X[i - 1]); X[i] = z * 2;",
    "const double z(X[i - 1]); X[i] = z * 2;",
    "auto z(X[i - 1]); X[i] = z * 2;",
    "real z(X[i - 1]); X[i] = z * 2;",
    "double prev(X[i - 1]), cur(X[i]); X[i] = prev + cur;",
    "double prev(v[i - 1]); v[i] = prev;",
    "double &z(X[i - 1]); X[i] = z * 2;",
    "double z(half(X[i - 1])); X[i] = z;",
    "double z(std::sqrt(X[i - 1])); X[i] = z;",
    "double z(real(X[i - 1])); X[i] = z;",
    "double z(static_cast<double>(X[i - 1])); X[i] = z;",
    "std::vector<double> w(X[i - 1]); X[i] = w.size();",
    "std::complex<double> z(X[i - 1], X[i]); X[i] = z.real();",
    "double z(t); Y[i] = z; t = X[i];",
    "int z(next(k)); Y[i] = z;",
    # Those that never looked like functions.
    "double z{X[i - 1]}; X[i] = z * 2;",
    "double z(X[i - 1] + 1); X[i] = z * 2;",
    "double z(*(X + i - 1)); X[i] = z * 2;",
)
APART = (
    "double z(X[i]); X[i] = z * 2;",
    "double z(Y[i - 1]), w(t); X[i] = z * w;",
    "const real z(half(X[i])); X[i] = z;",
    "std::vector<double> w(n); X[i] = w[0];",
    "std::complex<double> z(X[i], Y[i - 1]); X[i] = z.real();",
    "double &z(X[i]); z = Y[i];",
    "double z(double), w(int a, real b); X[i] = 2;",
    "for (int j(i); j < n; j++) X[i] += j;",
)


@pytest.mark.parametrize("body", READ)
def test_what_is_between_brackets_is_read(body: str) -> None:
    assert verdict(f"double t = 0; int k = 0; for (int i = 1; i < n; i++) {{ {body} }}").verdict == "refuted"


@pytest.mark.parametrize("body", APART)
def test_what_is_read_elsewhere_is_no_conflict(body: str) -> None:
    found = verdict(f"double t = n; for (int i = 1; i < n; i++) {{ {body} }}")
    assert found.verdict == "proved", found.reason


@pytest.mark.parametrize(
    "behind",
    ["double z(t); return z;", "std::vector<double> w(t); return w.size();", "double z(half(t)); return z;"],
)
def test_what_is_read_behind_the_loop(behind: str) -> None:
    loop = "double t = 0; for (int i = 1; i < n; i++) { t = X[i]; Y[i] = t; }"
    assert verdict(f"{loop} {behind}", "double").verdict == "refuted"


@pytest.mark.parametrize("bound", ["double &r(t);", "double &r{t};", "double &r = t;"])
def test_a_reference_in_brackets_is_a_second_name(bound: str) -> None:
    loop = "for (int i = 1; i < n; i++) { t = X[i]; Y[i] = t; }"
    assert verdict(f"double t = 0; {bound} {loop} return r;", "double").verdict == "refuted"


def test_what_a_call_in_brackets_changes_is_not_known_behind_the_loop() -> None:
    loops = "for (int i = 0; i < n; i++) { int z(next(k)); } for (int i = 1; i < n; i++) X[i] = X[i + k - 1];"
    assert verdict(f"int k = 0; {loops}", number=1).verdict == "assumed"


def test_c_has_no_brackets_of_this_kind() -> None:
    text = "void f(int n, double *X) { for (int i = 1; i < n; i++) { double z(MATRIX m); X[i] = 2; } }"
    outline = Outline(parse(text, "a.c"))
    assert judge(outline, outline.loops[0]).verdict == "proved"
