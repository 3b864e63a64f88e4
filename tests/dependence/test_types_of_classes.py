"""Names that classes give to types, and types that their parameters stand for: in a method they say what is touched, as the types themselves do."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LIVELY = """\
#include <array>
#include <complex>
#include <vector>
#include <concepts>
constexpr int Q = 9;
int made;
struct L { int w; L(int k = 0) : w(k) {} L(const L &o) : w(o.w + made++) {} L &operator=(const L &o) { w = o.w + made++; return *this; } };
"""
PROVED = {
    "a value of the library in the file": "using C = std::complex<double>;"
    " void f(std::vector<C> &a, int n) { for (int i = 0; i < n; i++) { C t = a[i] * a[i]; a[i] /= 2.0; a[i] = t - a[i]; } }",
    "a value of the library": "struct S { using C = std::complex<double>; std::vector<C> a;"
    " void f(int n) { for (int i = 0; i < n; i++) a[i] = a[i] * a[i]; } };",
    "a number": "struct S { using R = double; std::vector<R> a; void f(int n) { for (int i = 0; i < n; i++) a[i] = 1; } };",
    "an array": "struct S { using P = std::array<double, Q>; std::vector<P> a; void f(int n) { for (int i = 0; i < n; i++) { P o; o[1] = i; a[i] = o; } } };",
    "a container": "struct S { typedef std::vector<double> V; std::vector<V> a; void f(int n) { for (int i = 0; i < n; i++) a[i][0] = 1; } };",
    "one by another": "struct S { using R = float; using V = std::vector<R>; V a; void f(int n) { for (int i = 0; i < n; i++) a[i] += 1; } };",
    "hides the file's": "using V = L; struct S { using V = std::vector<double>; V a; void f(int n) { for (int i = 0; i < n; i++) a[i] = 1; } };",
    "of a template": "template <class T> struct S { using V = std::vector<T>; V a; }; void f(S<double> &s, int n) { for (int i = 0; i < n; i++) s.a[i] = 1; }",
    "an array for a parameter": "template <class T> struct G { std::vector<T> d; T &operator()(int i) { return d[i]; } };"
    " void f(G<std::array<double, Q>> &a, int n) { for (int i = 0; i < n; i++) a(i)[1] = 1; }",
    "a default": "template <class T, class C = std::vector<T>> struct W { C d; }; void f(W<double> &a, int n) { for (int i = 0; i < n; i++) a.d[i] = 1; }",
    "a default behind a concept": "template <std::size_t N, std::floating_point T = double> struct V { std::array<T, N> e; "
    " T &operator[](int i) { return e[i]; } }; void f(std::vector<V<3>> &a, int n) { for (int i = 0; i < n; i++) a[i][1] = a[i][0]; }",
    "a variable of a parameter's type": "template <class T> struct R { T v; T twice() const { T s = v; s += v; return s; } };"
    " void f(std::vector<R<double>> &a, int n) { for (int i = 0; i < n; i++) a[i].v = a[i].twice(); }",
    "a variable behind a concept": "template <std::floating_point T> struct R { T v; T twice() const { T s = v; s += v; return s; } };"
    " void f(std::vector<R<double>> &a, int n) { for (int i = 0; i < n; i++) a[i].v = a[i].twice(); }",
}  # fmt: skip
NOT_PROVED = {
    "a pair of what counts": "using P = std::pair<L, int>; void f(std::vector<P> &a, int n) { for (int i = 0; i < n; i++) a[i] = a[i]; }",
    "a value of the library, the one before": "using C = std::complex<double>;"
    " void f(std::vector<C> &a, int n) { for (int i = 1; i < n; i++) a[i] += a[i - 1]; }",
    "one of two builds in the file": "#ifdef X\nusing C = L;\n#else\nusing C = std::complex<double>;\n#endif\n"
    "void f(std::vector<C> &a, int n) { for (int i = 0; i < n; i++) a[i] = a[i]; }",
    "a class's, beside the file's": "using C = std::complex<double>; struct S { using C = L; std::vector<C> a;"
    " void f(int n) { for (int i = 0; i < n; i++) a[i] = a[i]; } };",
    "what counts": "struct S { using P = L; std::vector<P> a; void f(int n) { for (int i = 0; i < n; i++) a[i] = a[i]; } };",
    "what counts, hidden": "using P = double; struct S { using P = L; P a[40]; void f(int n) { for (int i = 0; i < n; i++) a[i] = a[i]; } };",
    "what counts in the file": "using P = L; int g(int k) { P y = k; P z = y; return z.w; }"
    " struct S { using P = int; std::vector<P> a; void f(int n) { for (int i = 0; i < n; i++) a[i] = g(i); } };",
    "of a base": "using P = int; struct B { using P = L; }; struct S : B { std::vector<int> a; int g(int k) { P y = k; P z = y; return made; }"
    " void f(int n) { for (int i = 0; i < n; i++) a[i] = g(i); } };",
    "hidden by a parameter": "struct S { using P = int; template <class P> int g(P x) const { P y = x; return y.w; } };"
    " void f(S &s, L &l, std::vector<int> &a, int n) { for (int i = 0; i < n; i++) a[i] = s.g(l); }",
    "bits": "struct S { using V = std::vector<bool>; V a; void f(int n) { for (int i = 0; i < n; i++) a[i] = i > 2; } };",
    "bits by default": "template <class T, class C = std::vector<T>> struct W { C d; };"
    " void f(W<bool> &a, int n) { for (int i = 0; i < n; i++) a.d[i] = i > 2; }",
    "bits by a macro": "#define R bool\nstruct S { using R = double; std::vector<R> a; void f(int n) { for (int i = 0; i < n; i++) a[i] = i > 2; } };",
    "one of two builds": "struct S {\n#ifdef X\nusing R = bool;\n#else\nusing R = int;\n#endif\n"
    "std::vector<R> a; void f(int n) { for (int i = 0; i < n; i++) a[i] = i > 2; } };",
    "the one before": "struct S { using V = std::vector<double>; V a; void f(int n) { for (int i = 1; i < n; i++) a[i] = a[i - 1]; } };",
    "a pointer": "struct S { using P = int *; P p; P q; void f(int n) { for (int i = 1; i < n; i++) p[i] = q[i - 1]; } };",
    "a parameter that counts": "template <class T> struct R { T v; T twice() const { T s = v; return s; } };"
    " void f(std::vector<R<L>> &a, std::vector<int> &o, int n) { for (int i = 0; i < n; i++) o[i] = a[i].twice().w; }",
    "other names outside": "template <class A, class B> struct S { A p; B q; A get() const; };"
    " template <class B, class A> B S<B, A>::get() const { B c = p; return c; }"
    " void f(std::vector<S<L, int>> &a, std::vector<int> &o, int n) { for (int i = 0; i < n; i++) o[i] = a[i].get().w; }",
}  # fmt: skip


def verdict(program: str) -> str:
    outline = Outline(parse(LIVELY + program + "\n", name="a.cpp", language="cpp"), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", PROVED)
def test_a_name_says_what_its_type_says(name: str) -> None:
    assert verdict(PROVED[name]) == "proved"


@pytest.mark.parametrize("name", NOT_PROVED)
def test_a_name_hides_nothing(name: str) -> None:
    assert verdict(NOT_PROVED[name]) != "proved"
