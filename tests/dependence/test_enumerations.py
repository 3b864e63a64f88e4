"""Operators may be functions for values of enumerations, which come as enumerators, variables, constants, what templates are given."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """enum E { e0, e1, e2, e3 };
enum class F { f0, f1 };
int total, a[99], b[99];
static int operator*(E l, int r) { return total += r; }
static int operator+(F l) { return ++total; }
static bool operator==(E l, int r) { return total++ & 1; }
"""
OWN = {
    "auto": "void f(int n) { auto e = e1; EACH a[i] = e * b[i];}",
    "auto parm": "int g(auto e, int v) { return e * v; } void f(int n) { EACH a[i] = g(e1, b[i]);}",
    "T": "template <class T> int g(T e, int v) { return e * v; } void f(int n) { EACH a[i] = g(e1, b[i]);}",
    "value": "template <E e> int g(int v) { return e * v; } void f(int n) { EACH a[i] = g<e1>(b[i]);}",
    "auto value": "template <auto e> int g(int v) { return e * v; } void f(int n) { EACH a[i] = g<e1>(b[i]);}",
    "V value": "template <class V, V e> int g(int v) { return e * v; } void f(int n) { EACH a[i] = g<E, e1>(b[i]);}",
    "class value": "template <E e> struct G { int go(int v) { return e * v; } }; void f(int n) { G<e1> g; EACH a[i] = g.go(b[i]);}",
    "using enum": "void f(int n) { using enum F; EACH a[i] = +f1;}",
    "constexpr auto": "constexpr auto K = e2; void f(int n) { EACH a[i] = K * b[i];}",
    "constexpr E": "constexpr E K = e2; void f(int n) { EACH a[i] = K * b[i];}",
    "const static": "struct S { static constexpr auto K = e2; }; void f(int n) { EACH a[i] = S::K * b[i];}",
    "const auto local": "void f(int n) { const auto K = e2; EACH a[i] = K * b[i];}",
    "array": "static constexpr E L[] = {e1, e2}; void f(int n) { EACH a[i] = L[0] * b[i];}",
    "lambda": "void f(int n) { auto g = [](auto e, int v) { return e * v; }; EACH a[i] = g(e1, b[i]);}",
    "cond": "void f(int n) { EACH a[i] = (b[i] ? e1 : e2) * b[i];}",
    "cond local": "void f(int n) { EACH { auto e = b[i] ? e1 : e2; a[i] = e * 2; } }",
    "paren": "void f(int n) { EACH a[i] = (e1) * b[i];}",
    "comma": "void f(int n) { EACH a[i] = (b[i], e1) * b[i];}",
    "assign": "void f(int n) { E e; EACH a[i] = (e = e1) * b[i];}",
    "==": "void f(int n) { auto q = e1; EACH a[i] = q == 2;}",
    "== cond": "void f(int n) { EACH if (e1 == 2) a[i] = b[i]; }",
    "macro": "#define K e1\nvoid f(int n) { EACH a[i] = K * b[i];}",
    "macro2": "#define MUL(x, y) x * y\nvoid f(int n) { EACH a[i] = MUL(e1, b[i]);}",
    "cast": "void f(int n) { EACH a[i] = E(b[i]) * b[i];}",
    "ccast": "void f(int n) { EACH a[i] = (E)b[i] * b[i];}",
    "typedef": "typedef E EE; void f(int n) { EACH a[i] = (EE)b[i] * b[i];}",
    "using": "using EE = E; void f(int n) { EE e = e1; EACH a[i] = e * b[i];}",
    "decltype": "void f(int n) { decltype(e1) e = e1; EACH a[i] = e * b[i];}",
    "function": "auto k(int v) { return v ? e1 : e2; } void f(int n) { EACH a[i] = k(i) * b[i];}",
    "function E": "E k(int v) { return v ? e1 : e2; } void f(int n) { EACH a[i] = k(i) * b[i];}",
    "ptr": "void f(int n, E *e) { EACH a[i] = *e * b[i];}",
    "ref": "void f(int n, E &e) { EACH a[i] = e * b[i];}",
    "auto ref": "void f(int n, E &e) { auto &g = e; EACH a[i] = g * b[i];}",
    "auto ptr": "void f(int n, E *e) { auto g = e; EACH a[i] = g[i] * b[i];}",
    "member auto": "struct S { static constexpr auto k = e1; int go(int v) { return k * v; } }; void f(int n) { S s; EACH a[i] = s.go(b[i]);}",
    "anon": "enum { x0, x1 }; template <class T> int operator-(T l, int r) { return total += r; } void f(int n) { EACH a[i] = x1 - b[i];}",
    "anon auto": "enum { x0, x1 }; template <class T> int operator-(T l, int r) { return total += r; } void f(int n) { auto e = x1; EACH a[i] = e - b[i];}",
    "bit op": "template <class T> T operator|(T l, T r) { total++; return l; } void f(int n) { EACH a[i] = e1 | e2;}",
    "bit local": "template <class T> T operator|(T l, T r) { total++; return l; } void f(int n) { auto p = e1, q = e2; EACH a[i] = p | q;}",
    "switch": "void f(int n) { const E e = e1; EACH a[i] = e * b[i];}",
    "init capture": "void f(int n) { auto g = [e = e1](int v) { return e * v; }; EACH a[i] = g(b[i]);}",
    "default arg": "int g(int v, E e = e1) { return e * v; } void f(int n) { EACH a[i] = g(b[i]);}",
    "a reduction": "void f(int n) { int s = 1; auto e = e1; EACH s = e * s; a[0] = s; }",
    "an assignment": "int &operator+=(int &l, E r) { total++; return l; } void f(int n) { auto e = e1; EACH a[i] += e; }",
    "a sum": "int &operator+=(int &l, E r) { total++; return l; } void f(int n) { int s = 0; EACH s += e1; a[0] = s; }",
    "a step": "E &operator++(E &l) { total++; return l; } void f(int n) { EACH { auto e = e1; ++e; a[i] = int(e); } }",
    "a macro makes it": "#define OP(T, o) int operator o(T l, int r) { return total += r; }\nOP(E, -) void f(int n) { EACH a[i] = e1 - b[i]; }",
    "a friend": "struct S { enum K { k0, k1 }; friend int operator-(K l, int r) { return total += r; } }; "
    "void f(int n) { auto k = S::k1; EACH a[i] = k - b[i]; }",
}  # fmt: skip
NUMBERS = {
    "a variable": "void f(int n) { int e = e1; EACH a[i] = e * b[i];}",
    "const": "constexpr int K = 2; void f(int n) { EACH a[i] = K * b[i];}",
    "auto": "void f(int n) { auto K = 2; EACH a[i] = K * b[i];}",
    "cast": "void f(int n) { EACH a[i] = int(e1) * b[i];}",
    "macro": "#define K 3\nvoid f(int n) { EACH a[i] = K * b[i];}",
    "static": "static_assert(1); struct S { static constexpr int k = 3; }; void f(int n) { EACH a[i] = S::k * b[i];}",
    "cond": "void f(int n) { EACH a[i] = (b[i] > 0 ? 1 : 2) * b[i];}",
    "field": "struct P { int e; }; void f(int n, P p) { EACH a[i] = p.e * b[i];}",
    "double": "void f(int n, double x) { EACH a[i] = (int)(x * b[i]);}",
    "class op": "struct V { double x; }; V operator-(V l, V r) { return {l.x - r.x}; } void f(int n) { auto e = e1; EACH a[i] = b[i] - e;}",
    "auto2": "void f(int n) { EACH { auto t = b[i] * 2; a[i] = t * 3; } }",
    "mac": "extern int q; void f(int n) { EACH a[i] = q * 3;}",
    "an object's": "struct V { int x; V operator-(int r) const { total += r; return *this; } }; void f(int n) { auto e = e1; EACH a[i] = e - b[i]; }",
    "a quiet one": "constexpr int operator|(E l, int r) { return r; } void f(int n) { EACH a[i] = e1 | b[i]; }",
    "with objects": "struct V { int x; }; template <class T> V operator-(T l, V r) { total++; return r; } void f(int n) { EACH a[i] = e1 - b[i]; }",
}  # fmt: skip


def verdict_of(text: str) -> str:
    outline = Outline(parse(HEAD + text.replace("EACH", "for (int i = 0; i < n; i++)"), name="a.cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("name", OWN)
def test_an_operator_of_an_enumeration_is_a_function(name: str) -> None:
    assert verdict_of(OWN[name]) != "proved"


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_have_those_of_the_language(name: str) -> None:
    assert verdict_of(NUMBERS[name]) == "proved"
