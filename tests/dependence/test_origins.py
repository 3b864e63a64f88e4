"""Pointers in memory (members, elements, views) that were seen to lead to one object: nobody assumes that they are apart. What is seen to be
apart, or not seen at all, stays what it was."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

C = """#include <string.h>
typedef struct { double *p; int n; } View;
typedef struct { View in; double *q; } Outer;
static double buf[2001], other[2001];
void init(View *v, double *from);
"""
CPP = """#include <array>
#include <iterator>
#include <span>
#include <vector>
struct Shown { double *p; explicit Shown(std::vector<double> &v) : p(v.data() + 1) {} double &operator[](int i) const { return p[i]; } };
struct Behind { std::vector<double> &v; double &operator[](int i) const { return v[v.size() - 1 - i]; } };
struct Shift { std::vector<double> &r; int k; double &at(int i) { return r[i + k]; } };
struct Get { double *p; double operator()(int i) const { return p[i - 1]; } };
"""
# the statements before a loop, its body → the two that meet
IN_C = {
    "a struct copied": ("View a = {buf, 2000}; View b = a; b.p += 1;", "b.p[i] = a.p[i] * 0.5;", "buf"),
    "a struct assigned": ("View a = {buf, 2000}, b; b = a; b.p++;", "b.p[i] = a.p[i] * 0.5;", "buf"),
    "members by name": ("View a = {.n = 3, .p = buf}; View b = {.p = buf + 1};", "b.p[i] = a.p[i] * 0.5;", "buf"),
    "a member set": ("View a, b; a.p = x; b.p = a.p + 1;", "b.p[i] = a.p[i] * 0.5;", "x"),
    "a member and a parameter": ("View a; a.p = x + 1;", "a.p[i] = x[i] * 0.5;", "x"),
    "a struct in a struct": ("View a = {buf, 3}; Outer o; o.in = a; o.in.p += 1;", "o.in.p[i] = a.p[i] * 0.5;", "buf"),
    "bytes of a pointer": ("double *p = buf, *q; memcpy(&q, &p, sizeof p); q++;", "q[i] = p[i] * 0.5;", "buf"),
    "elements": ("double *tab[3]; tab[0] = x; tab[1] = x + 1; tab[2] = x;", "tab[1][i] = tab[2][i] + 1;", "x"),
    "a list of elements": ("double *tab[] = {x, x + 1};", "tab[1][i] = tab[0][i] + 1;", "x"),
    "on one way": ("View a = {buf, 3}, b = {other, 3}; if (n > 7) b.p = buf + 1;", "b.p[i] = a.p[i];", "buf"),
}
APART_IN_C = {
    "two arrays": ("View a = {buf, 3}, b = {other, 3};", "b.p[i] = a.p[i] * 0.5;"),
    "two halves": ("View a = {buf, 3}, b = {buf + n, 3};", "b.p[i] = a.p[i] * 0.5;"),
    "set to another": ("View a = {buf, 3}; View b = a; b.p = other;", "b.p[i] = a.p[i] * 0.5;"),
    "copied over": ("View a = {buf, 3}, c = {other, 3}; View b = a; b = c;", "b.p[i] = a.p[i] * 0.5;"),
    "set out of sight": ("View a = {buf, 3}; View b = a; init(&b, x);", "b.p[i] = a.p[i] * 0.5;"),
    "exchanged": (
        "View a = {buf, 3}, b = {other, 3}; double *t = a.p; a.p = b.p; b.p = t;",
        "b.p[i] = a.p[i] * 0.5;",
    ),
    "from nowhere in sight": ("View a = *(View *)x, b = *(View *)y;", "b.p[i] = a.p[i] * 0.5;"),
}
IN_CPP = {
    "a constructor": ("Shown w(v);", "w[i] = v[i] + i;", "v"),
    "a member that refers": ("Behind w{v};", "w[i] = v[i] + i;", "v"),
    "two that refer to one": ("Shift a{v, 0}, b{v, 1};", "b.at(i) = a.at(i) * 0.5;", "v"),
    "a function object": ("Get f{o};", "o[i] = f(i) + 1;", "o"),
    "a function object that is set": ("Get f; f.p = o;", "o[i] = f(i) + 1;", "o"),
    "spans": ("std::span<double> lo(v.data(), n), hi = std::span<double>(v).subspan(1);", "hi[i] = lo[i] + 1;", "v"),
    "a span of iterators": ("std::span<double> s(v.begin() + 1, n - 1);", "s[i] = v[i] + i;", "v"),
    "pointers in a vector": ("std::vector<double *> q{v.data() + 1};", "q[0][i] = v[i] + i;", "v"),
}


def judged(head: str, before: str, body: str, language: str) -> LoopVerdict:
    parameters = "double *x, double *y, int n" if language == "c" else "std::vector<double> &v, double *o, int n"
    text = f"{head}void f({parameters}) {{\n  {before}\n  for (int i = 0; i < n; i++) {body}\n}}\n"
    outline = Outline(parse(text, language=language))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize(("before", "body", "of"), IN_C.values(), ids=IN_C)
def test_what_is_seen_to_be_one_is_not_assumed_apart(before: str, body: str, of: str) -> None:
    found = judged(C, before, body, "c")
    assert found.verdict == "unknown"
    assert found.reason.endswith(f"were both seen to lead to {of}")


@pytest.mark.parametrize(("before", "body", "of"), IN_CPP.values(), ids=IN_CPP)
def test_what_objects_are_seen_to_show_is_not_assumed_apart(before: str, body: str, of: str) -> None:
    found = judged(CPP, before, body, "cpp")
    assert found.verdict == "unknown"
    assert found.reason.endswith(f"were both seen to lead to {of}")


@pytest.mark.parametrize(("before", "body"), APART_IN_C.values(), ids=APART_IN_C)
def test_what_is_not_seen_to_be_one_may_be_apart(before: str, body: str) -> None:
    found = judged(C, before, body, "c")
    apart = "a.p and b.p do not overlap"
    assert (found.verdict, found.assumptions) in (("proved", ()), ("assumed", (apart,)))


def test_members_of_pointers_bear_an_arrow() -> None:
    text = f"{C}void f(View *a, View b, int n) {{ for (int i = 0; i < n; i++) a->p[i] = b.p[i]; }}"
    outline = Outline(parse(text, language="c"))
    assert judge(outline, outline.loops[-1]).reason == "independent if a->p and b.p do not overlap"
