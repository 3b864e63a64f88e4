"""`reduction` and `private` give the loop another variable under a name: what a called function does to the variable itself, or what a pointer
from before the loop leads to, goes past them."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = "for (int i = 0; i < n; i++)"
HEAD = "(double *__restrict__ a, const double *__restrict__ b, int n) { LOOP"
PAST = {
    "a counter of the file": "static int k; double g(double x) { k++; return x; } int f HEAD a[i] = g(b[i]); return k; }",
    "and by its name, too": "static int k; double g(double x) { k++; return x; } int f HEAD { k++; a[i] = g(b[i]); } return k; }",
    "two calls deep": "int k; void h(void) { k += 2; } double g(double x) { h(); return x; } void f HEAD a[i] = g(b[i]); }",
    "defined behind it": "int k; double g(double); void f HEAD a[i] = g(b[i]); } double g(double x) { k++; return x; }",
    "a variable that the function keeps": "double g(double x) { static int k; k++; return x; } void f HEAD a[i] = g(b[i]); }",
    "an extreme": "double m; double g(double x) { if (x > m) m = x; return x; } void f HEAD a[i] = g(b[i]); }",
    "one for each iteration": "double g(double x) { static double t; t = x; return t + 1; } void f HEAD a[i] = g(b[i]); }",
    "a lambda": "double f HEAD_BEFORE double s = 0; auto add = [&](double v) { s += v; }; LOOP add(b[i]); return s; }",
    "a lambda with a variable of its own": "void f HEAD_BEFORE double t; auto w = [&](double v) { t = v; return t; }; LOOP a[i] = w(b[i]); }",
    "a method of the file's": "static int k; struct S { double get(double x) const { k++; return x; } }; void f HEAD_BEFORE S s; LOOP a[i] = s.get(b[i]); }",
    "a pointer": "double f HEAD_BEFORE double s = 0, *p = &s; LOOP *p += b[i]; return s; }",
    "a pointer that is given away": "void g(double *p, double v) { *p += v; } double f HEAD_BEFORE double s = 0, *p = &s; LOOP g(p, b[i]); return s; }",
    "a pointer to what is for each iteration": "void f HEAD_BEFORE double t, *p = &t; LOOP { *p = b[i]; a[i] = *p * 2; } }",
    "an array for each iteration": "void f HEAD_BEFORE double t[4], *p = t; LOOP { p[0] = b[i]; p[1] = 2; a[i] = p[0] * p[1]; } }",
    "a static data member": "struct S { static int k; static void hit() { k++; } }; int S::k; int f HEAD { S::hit(); a[i] = i; } return S::k; }",
    "one in a constructor": "struct S { static int k; int id; S() { k++; } }; int S::k; int f HEAD { S s; s.id = i; a[i] = s.id; } return S::k; }",
    "one in a method": "struct S { static double k; void add(double v) { k += v; } }; double S::k; double f HEAD_BEFORE S s; LOOP s.add(b[i]); return S::k; }",
    "one in the loop": "struct S { static int k; }; int S::k; int f HEAD { S::k += 1; a[i] = i; } return S::k; }",
    "one of an object": "struct S { static int k; }; int S::k; int f HEAD_BEFORE S s; LOOP { s.k++; a[i] = i; } return S::k; }",
    "one in a method's own loop": "struct S { static int k; int run HEAD_DECLARED; }; int S::k; int S::run HEAD k++; return k; }",
    "an extreme of a class": "struct S { static double k; }; double S::k; double f HEAD if (a[i] > S::k) S::k = a[i]; return S::k; }",
    "a reference that is given away": "void g(double &p, double v) { p += v; } double f HEAD_BEFORE double s = 0; double &r = s; LOOP g(r, b[i]); return s; }",
    "a reference that is given away under the variable's name": "void g(double &s, double v) { s += v; } "
    "double f HEAD_BEFORE double s = 0; double &r = s; LOOP g(r, b[i]); return s; }",
    "a reference that is given away in brackets": "void g(double &p, double v) { p += v; } "
    "double f HEAD_BEFORE double s = 0; double &r = s; LOOP g((r), b[i]); return s; }",
    "one of two": "void g(double &p, double v) { p += v; } double f HEAD_BEFORE double s = 0, t = 1; LOOP g(n > 5 ? s : t, b[i]); return s + t; }",
    "one of two elements": "void g(double &p, double v) { p += v; } void f HEAD g(n > 5 ? a[0] : a[1], b[i]); }",
    "one of two for any reference": "template <class T> void g(T &&p, double v) { p += v; } void f HEAD g(n > 5 ? a[0] : a[1], b[i]); }",
    "a reference that is given away twice": "void h(double &q, double v) { q += v; } void g(double &p, double v) { h(p, v); } "
    "double f HEAD_BEFORE double s = 0; double &r = s; LOOP g(r, b[i]); return s; }",
    "a reference to what is for each iteration": "void g(double &p, double v) { p = v; } "
    "void f HEAD_BEFORE double t; double &r = t; LOOP { g(r, b[i]); a[i] = t * 2; } }",
    "another name of a parameter": "void f HEAD_AND double &s) { double &r = s; LOOP r += b[i]; }",
    "another name of a parameter that is given away": "void g(double &p, double v) { p += v; } void f HEAD_AND double &s) { double &r = s; LOOP g(r, b[i]); }",
    "both names of a parameter": "void f HEAD_AND double &s) { double &r = s; LOOP { s += b[i]; r += 1; } }",
    "a reference": "double f HEAD_BEFORE double s = 0; double &r = s; LOOP r += b[i]; return s; }",
}  # fmt: skip
REACHED = {
    "by its name": ("double f HEAD_BEFORE double s = 0; LOOP s += b[i]; return s; }", "s"),
    "of the file": ("double s; void f HEAD s += b[i]; }", "s"),
    "an address": ("void g(double *p, double v) { *p += v; } double f HEAD_BEFORE double s = 0; LOOP g(&s, b[i]); return s; }", "s"),
    "an address of the file's": ("double s; void g(double *s, double v) { *s += v; } void f HEAD g(&s, b[i]); }", "s"),
    "by reference": ("void g(double &p, double v) { p += v; } double f HEAD_BEFORE double s = 0; LOOP g(s, b[i]); return s; }", "s"),
    "a parameter": ("void f HEAD_AND double &s) { LOOP s += b[i]; }", "s"),
    "a parameter that is given away": ("void g(double &p, double v) { p += v; } void f HEAD_AND double &s) { LOOP g(s, b[i]); }", "s"),
    "a parameter that is given away under its name": ("void g(double &s, double v) { s += v; } void f HEAD_AND double &s) { LOOP g(s, b[i]); }", "s"),
    "a reference in the loop that is given away": ("void g(double &p, double v) { p += v; } "
    "double f HEAD_BEFORE double s = 0; LOOP { double &r = s; g(r, b[i]); } return s; }", "s"),
    "a macro": ("#define ADD(x) s += x\ndouble f HEAD_BEFORE double s = 0; LOOP ADD(b[i]); return s; }", "s"),
    "a lambda in the loop": ("double f HEAD_BEFORE double s = 0; LOOP { auto add = [&](double v) { s += v; }; add(b[i]); } return s; }", "s"),
    "a pointer in the loop": ("double f HEAD_BEFORE double s = 0; LOOP { double *p = &s; *p += b[i]; } return s; }", "s"),
    "a reference in the loop": ("double f HEAD_BEFORE double s = 0; LOOP { double &r = s; r += b[i]; } return s; }", "s"),
    "a pointer that it leaves alone": ("double f HEAD_BEFORE double s = 0, *p = &s; LOOP s += b[i]; return *p; }", "s"),
    "what the function only reads": ("double k; double g(double x) { return k * x; } double f HEAD_BEFORE double s = 0; LOOP s += g(b[i]); return s; }", "s"),
    "a read data member": ("struct S { static double k; }; double S::k; double f HEAD_BEFORE double s = 0; LOOP s += b[i] * S::k; return s; }", "s"),
    "variables of the function": ("double g(double x) { double t = x; t++; return t; } double f HEAD_BEFORE double s = 0; LOOP s += g(b[i]); return s; }", "s"),
}  # fmt: skip


def verdict_of(text: str) -> LoopVerdict:
    text = text.replace("HEAD_AND", "(const float *__restrict__ b, int n,")
    text = text.replace("HEAD_DECLARED", HEAD.removesuffix(" { LOOP"))
    text = text.replace("HEAD_BEFORE", HEAD.removesuffix(" LOOP")).replace("HEAD", HEAD).replace("LOOP", LOOP)
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("name", PAST)
def test_what_goes_past_the_clauses_is_not_offered_with_them(name: str) -> None:
    found = verdict_of(PAST[name])
    assert found.verdict in ("refuted", "unknown")
    assert not found.reductions


@pytest.mark.parametrize("name", REACHED)
def test_what_the_loop_names_itself_is_reduced(name: str) -> None:
    text, variable = REACHED[name]
    found = verdict_of(text)
    assert found.verdict == "proved"
    assert [each.variable for each in found.reductions] == [variable]


def test_it_is_said_how_the_variable_is_reached() -> None:
    assert "in a function that the loop calls" in verdict_of(PAST["a counter of the file"]).reason
    assert "through p" in verdict_of(PAST["a pointer"]).reason
    assert verdict_of(PAST["one in the loop"]).reason == "k is a static data member, which no clause names"
