"""A loop whose body gives its variable another value is never called independent, in whatever way it does so."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

BEFORE = """
#define NEXT i++
#define SKIP(x) x += 1
#define BUMP(x) (++(x))
static void further(int &x) { x++; }
static void add(int by, int &x) { x += by; }
static void more(int by, int &x, int twice = 2) { x += by * twice; }
template <class... T> void all(T &...x) { ((x += 1), ...); }
struct Adds { void operator()(int by, int &x) const { x += by; } } adds;
"""
CHANGES = [
    "a[i] = 2; i += 2;",
    "a[i] = 2; NEXT;",
    "a[i] = 2; SKIP(i);",
    "a[i] = 2; BUMP(i);",
    "a[i] = 2; further(i);",
    "a[i] = 2; int &r = i; r++;",
    "a[i] = 2; [&] { i++; }();",
    "a[i] = 2; *&i = 3;",
    "a[i] = 2; (i) = 3;",
    "a[(i)++] = 2;",
    "a[i] = 2; ++(i);",
    "a[i] = 2; ((i)) *= 2;",
    'a[i] = "//"[0]; i += 1;',
    'a[i] = "http://"[k]; if (k) i = n;',
    "a[i] = '\"'; i += 1;",
    "a[i] = 2; i \\\n += 2;",
    "a[i] = 2; i /* on */ += 2;",
    "a[i] = 2; ++/* on */i;",
    "if (a[i] > 0) { (i)++; continue; } a[i] = 2;",
    "if (a[i] > 0) { (i)++; } else a[i] = 2;",
    "for (int m = 0; m < 3; m++) { a[i] = 2; (i)++; }",
    "for (int m = 3; m > 0; m--) if (k) (i)++; a[i] = 2;",
    "int m = 0; while (m < 3) { m++; (i) += 1; } a[i] = 2;",
    "switch (k) { case 1: (i) += 1; break; default: break; } a[i] = 2;",
    "a[i] = 2; do { (i) += 1; } while (a[i] < 0);",
    "for (int m = 0; m < 3; m++) add(m, i); a[i] = 2;",
    "for (int m = 0; m < 3; m++) add(m, (i)); a[i] = 2;",
    "for (int m = 0; m < 3; m++) more(1, i); a[i] = 2;",
    "for (int m = 0; m < 3; m++) all(k, i); a[i] = 2;",
    "for (int m = 0; m < 3; m++) adds(m, i); a[i] = 2;",
]
STAYS = [
    "int s = 0; for (int m = 0; m < 3; m++) add(i, s); a[i] = s;",
    "int s = 0; for (int m = 0; m < 3; m++) adds(i, s); a[i] = s;",
    'a[i] = "i = 3"[k];',
    'a[i] = "++i"[k];',
    "a[i] = '='; // i = 3\n",
    "a[i] = 1; { double i = 3; i = 4; }",
    "if (i == 0) continue; if (k) a[i] = 3; else if (i > 5) a[i] = 2;",
    "switch (i) { case 2: a[i] = 1; break; default: ; }",
    "int m = i; while (m > 0) { m--; a[i] += m; }",
    "for (int m = i; m < n; m++) a[i] += m;",
]


def _verdict(outline, body: str) -> str:
    found = outline(f"{BEFORE}void f(int n, int k, double *a) {{ for (int i = 0; i < n; i++) {{ {body} }} }}", "cpp")
    return judge(found, found.loops[0]).verdict


@pytest.mark.parametrize("body", CHANGES)
def test_a_variable_that_changes_inside_leaves_nothing_known(outline, body: str) -> None:
    assert _verdict(outline, body) == "unknown"


@pytest.mark.parametrize("body", STAYS)
def test_what_only_looks_like_a_change_is_none(outline, body: str) -> None:
    assert _verdict(outline, body) == "proved"


def test_a_pointer_that_changes_inside_leaves_nothing_known(outline) -> None:
    found = outline("void f(int n, double *a) { for (double *p = a; p < a + n; p++) { *p = 2; (p)++; } }")
    assert judge(found, found.loops[0]).verdict == "unknown"


NESTED = "for (auto i = b0; i < e0; ++i) { for (auto j = b0; j < e0; ++j) { functor(i, j); } }"


@pytest.mark.parametrize(
    ("before", "verdict"),
    [
        ("struct Other { static void functor(int &i, int j) { i += j; } };", "assumed"),  # a variable hides it
        ("template <class T> void functor(T &i, T j);", "assumed"),
        ("inline void functor(int &i, int j) { i += j; } inline void functor(int *i, int j) { *i += j; }", "assumed"),
    ],
)
def test_functions_of_the_name_of_a_functor_say_nothing_of_it(before: str, verdict: str) -> None:
    """With the headers in sight a function of another class was taken for the functor, and its reference for a change."""
    text = f"{before} template <class F, class B> void f(F const &functor, B const &b) {{ auto b0 = b[0]; auto e0 = b[1]; {NESTED} }}"
    outline = Outline(parse(text, name="a.cpp"))
    nest = [loop for loop in outline.loops if loop.span.start > text.index("auto b0")]
    assert [judge(outline, loop).verdict for loop in nest] == [verdict] * 2


@pytest.mark.parametrize(
    ("callee", "verdict"),
    [
        ("struct F { void operator()(int &i, int j) const { i += j; } };", "unknown"),
        ("struct F { int s; void operator()(const int &i, int j) const { } };", "proved"),
        ("struct F { int s; void operator()(int i, int j) const { } };", "proved"),
    ],
)
def test_a_functor_in_sight_changes_what_it_can_reach(callee: str, verdict: str) -> None:
    loops = "for (int i = 0; i < n; ++i) { for (int j = 0; j < n; ++j) { functor(i, j); } }"
    outline = Outline(parse(f"{callee} void f(F const &functor, int n) {{ {loops} }}", name="a.cpp"))
    nest = [loop for loop in outline.loops if loop.function is not None and loop.function.name == "f"]
    assert judge(outline, nest[0]).verdict == verdict


def test_overloads_that_only_take_values_change_nothing() -> None:
    text = """
    inline void see(double) { } inline void see(const int &) { } inline void see(int, int) { }
    void f(int n, double *a) { for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) see(i); a[i] = 1; } }
    """
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict != "unknown"


def test_what_a_functor_out_of_sight_does_with_it_is_assumed() -> None:
    """As it was before: `auto` of what is not known was taken for changed by the call."""
    loops = "for (auto i = b0; i < e0; ++i) { for (auto j = b0; j < e0; ++j) { functor(i, j); } }"
    text = f"template <class F, class B> void f(F const &functor, B const &b) {{ auto b0 = b[0]; auto e0 = b[1]; {loops} }}"
    outline = Outline(parse(text, name="a.cpp"))
    assert [judge(outline, loop).verdict for loop in outline.loops] == ["assumed", "assumed"]


def test_a_jump_into_a_body_is_told_as_one() -> None:
    body = "again: a[i] = 2; if (b[i]-- > 0) goto again;"
    outline = Outline(parse(f"void f(int n, int *a, int *b) {{ int i; for (i = 0; i < n; i++) {{ {body} }} }}", "a.c"))
    found = judge(outline, outline.loops[0])
    assert (found.verdict, found.reason) == (
        "unknown",
        "i may be changed in the body, by a jump or by code that is not read",
    )
