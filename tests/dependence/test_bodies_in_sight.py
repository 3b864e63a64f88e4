"""Functions that are called and not followed: where a body in sight is seen to change what lasts, that they change nothing is no assumption."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <vector>
static int counter;
struct Added { double v; Added &operator+=(double x) { v += x + counter++; return *this; } };
struct Turned { int v; operator int() const { return v + counter++; } };
struct Negated { int v; int operator-() const { counter += v; return counter; } };
struct Plain { double v; Plain &operator+=(double x) { v += x; for (int k = 0; k < 2; k++) v += k; return *this; } };
template <class T> struct Step { static T go(T *a, int i) { return a[i] * 2; } };
template <> struct Step<int> { static int go(int *a, int i) { a[i + 1] += a[i] & 7; return a[i]; } };
template <class D> struct Base { int take(int i) { return static_cast<D *>(this)->impl(i) + 1; } };
struct Counter : Base<Counter> { int c = 0; int impl(int i) { c += i & 3; return c; } };
struct Pure : Base<Pure> { int c = 0; int impl(int i) { return c + i; } };
namespace a { int add(int x) { return x * 2; } }
namespace b { int total = 0; int add(int x) { total += x; return total; } namespace c { int run(int x) { return add(x); } } }
namespace d { int of(int x) { int t = x; t *= 2; return t; } }
namespace e { int of(int x) { int t[2] = {x, x}; t[0] += 1; return t[0]; } }
int usual(int x, int y = counter++) { return x + y; }
struct Store { double *p; virtual void put(int i) { p[i] = i; } };
struct Cell { double v; void set(double x) { v = x; } void set(float x) { v = x + 1; } };
int out_of_sight(int);
static int keeping(int x) { counter += x; return counter; }
static int doubled(int x) { return 2 * x; }
static int (*const ops[2])(int) = {doubled, keeping};
static const struct { int (*get)(int); int (*put)(int); } table = {doubled, doubled};
static void leave(int *p) { counter += *p; }
namespace st { int kept = 1; int smooth(int x) { st::kept = st::kept / 2 + x; return st::kept; } int smooth(double x) { return x; } }
struct Slot { int v; static int shared; int *operator&() { return &shared; } };
"""
# a function → what is told to be changed
SEEN = {
    "an operator that assigns": (
        "void f(std::vector<Added> &o, int n) { LOOP o[i] += i; }",
        "operator+= of Added may change counter",
    ),
    "a conversion": (
        "void f(int *o, Turned *p, int n) { LOOP o[i] = p[i]; }",
        "the conversion of Turned may change counter",
    ),
    "an operator that gives": (
        "void f(int *o, Negated *p, int n) { LOOP o[i] = -p[i]; }",
        "operator- of Negated may change counter",
    ),
    "a specialisation": ("void f(int *v, int *o, int n) { LOOP o[i] = Step<int>::go(v, i); }", "go may change a[i+1]"),
    "a class that its base calls": (
        "void f(int *o, int n) { Counter k; LOOP o[i] = k.take(i); }",
        "k.take may change c",
    ),
    "one of two namespaces": ("void f(int *o, int n) { LOOP o[i] = b::c::run(i); }", "add may change total"),
    "a parameter that is not given": ("void f(int *o, int n) { LOOP o[i] = usual(i); }", "usual may change counter"),
    "one of a table": ("void f(int *o, int n) { LOOP o[i] = ops[i & 1](i); }", "ops[i & 1] may change counter"),
    "one of a table of the function": (
        "void f(int *o, int n) { static int (*own[])(int) = {keeping}; LOOP o[i] = (*own[0])(i); }",
        "*own[0] may change counter",
    ),
    "one behind a pointer": (
        "void f(int *o, int n) { int (*op)(int) = &keeping; LOOP o[i] = op(i); }",
        "op may change counter",
    ),
    "what a scope ends with": (
        "void f(int *o, int n) { LOOP { __attribute__((cleanup(leave))) int g = i; o[i] = g; } }",
        "does at its end may change counter",
    ),
    "a name with its namespace": (
        "void f(int *o, int n) { LOOP o[i] = st::smooth((char)i); }",
        "smooth may change st::kept",
    ),
    "a distribution": (
        "void f(int *o, int n, std::mt19937 &g) { std::normal_distribution<double> d; LOOP o[i] = d(g); }",
        "d may change its state",
    ),
    "one that others override": ("void f(Store &s, int n) { LOOP s.put(i); }", "s.put may change p[i]"),
}
# a function → its verdict, and whether a body that changes nothing that lasts is still assumed to
NOT_SEEN = {
    "nobody sees it": ("void f(int *o, int n) { LOOP o[i] = out_of_sight(i); }", "out_of_sight changes nothing"),
    "variables of their own": ("void f(int *o, int n) { LOOP o[i] = of(i); }", "of changes nothing"),
    "an operator on its own object": (
        "void f(Plain *o, int n) { LOOP o[i] += i; }",
        "operator+= of Plain changes nothing",
    ),
    "a table of those that change nothing": (
        "void f(int *o, int n) { LOOP o[i] = table.get(i); }",
        "table.get changes nothing",
    ),
    "an engine of each iteration": (
        "void f(int *o, int n) { LOOP { std::minstd_rand g(i + 1); o[i] = g(); } }",
        "g change nothing",
    ),
    "a method of an element": ("void f(Cell *o, int n) { LOOP o[i].set(1.0); }", "o[i].set changes nothing"),
}


def judged(text: str) -> LoopVerdict:
    outline = Outline(parse(HEAD + text.replace("LOOP", "for (int i = 0; i < n; i++)"), language="cpp"))
    return judge(outline, outline.loops[-1])


@pytest.mark.parametrize(("text", "words"), SEEN.values(), ids=SEEN)
def test_what_is_seen_to_change_is_told(text: str, words: str) -> None:
    found = judged(text)
    assert found.verdict == "unknown"
    assert f"{words}, which other iterations may use" in found.reason


@pytest.mark.parametrize(("text", "words"), NOT_SEEN.values(), ids=NOT_SEEN)
def test_what_is_not_seen_to_is_assumed(text: str, words: str) -> None:
    found = judged(text)
    assert found.verdict == "assumed"
    assert words in found.reason


def test_an_address_that_an_operator_gives_is_not_known() -> None:
    """`&s[i]` of a class may lead anywhere."""
    found = judged("void f(Slot *s, int *o, int n) { LOOP { int *p = &s[i]; *p += i; o[i] = *p; } }")
    assert found.verdict == "unknown"


MEMBERS = "struct P { int u, v; }; P p[64]; void f(int n, int P::*to, int P::*from) { LOOP p[i + 1].*to = p[i].*from; }"


def test_which_member_a_pointer_means_is_not_known() -> None:
    """`to` and `from` may be one member."""
    found = judged(MEMBERS)
    assert found.verdict == "unknown"
    assert found.reason == "which member p[i].*from is cannot be told"


def test_the_variable_of_a_for_is_not_read_behind_it() -> None:
    """Code out of sight that may have its address has lost it where the loop ends."""
    found = judged("void f(int *o, int n) { LOOP { Unheard g(i); o[i] = 1; } }")
    assert "the loop leaves in i" not in found.reason
