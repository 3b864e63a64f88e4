"""What is remembered of functions and loops is what comes of them when they are carried out again, in programs of every form that worlds can
be asked by: everything that is read of a world is on the record, or two worlds that differ in it would be one."""

from __future__ import annotations

import pytest
from carried_again import Checked
from loopwright.dependence.pointsto.memory import World
from loopwright.dependence.pointsto.sites import sites_alone, sites_of
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from pointers import Maker

# Nothing of the project is missing (`known` and `other` are a library's), so that variables of the file are followed.
# What a function of C++ may ask of the world around it beside what one of C does (test_walk_once), and what is another world between its calls.
CLASS = """\
struct two { double *a, *b; two(double *p, double *q) : a(p), b(q) {} double *first() { return a; } void turn() { std::swap(a, b); }
  double &operator[](int i) { return a[i]; } };
"""
HEAD = """\
#include <vector>
#include <span>
#include <utility>
struct pair { double *a, *b; } t;
struct loud { double *p; ~loud(); };
double *g, *h, *last, *nobody; double u[9], v[9], w[9]; std::vector<double> e(9), f(9);
static double *&named(double *&p, double *&q, int n) { return n > 3 ? p : q; }
"""
ASKING = (
    "std::swap(g, h); a = g;",
    "*(long *)&h = n;",
    "*(double *)&h = n;",
    "pair s = t; a = s.a;",
    "t.b = a; pair s = t; t = s; b = s.b;",
    "e.swap(f); a = e.data();",
    "e = std::move(f); b = e.data(); last = f.data();",
    "double *&r = n > 3 ? g : h; r = a; b = g;",
    "named(g, h, n) = b; a = h;",
    "named(a, b, n) = g;",
    "two s(g, b); s.turn(); a = s.first();",
    "two s(a, h), o = s; o.turn(); known(&s); b = o.first();",
    "two *s = new two(g, h); s->a = b; last = s->first(); delete s;",
    "two s(g, h); s[0] = s[1]; a = s.b;",
    "std::span<double> s(g, 9); a = s.data(); s = e; b = s.data();",
    "std::vector<double> m(9); last = m.data(); a = m.data();",
    "loud l; l.p = g; b = l.p;",
    "auto l = [&]() { return a; }; b = l();",
    "try { known(a); a = g; } catch (...) { b = g; }",
    "if (n > 3) throw 1; a = g; g = b;",
    "for (double *p : {g, h}) known(p); a = g;",
    "static double *s; s = g; b = s;",
    'const char *s = "x"; known((void *)s); last = (double *)s;',
    "known(&f); b = f.data();",
    "known(f); nobody = f.data();",
    "double *o; if (n > 3) o = a; known(&o); b = o;",
    'asm(""); a = g;',
    "switch (n) { case 1: a = g; case 2: g = b; break; default: return; } h = a;",
)
BETWEEN = ("g = v;", "h = w; last = q;", "e.swap(f);", "t.a = g;", "known(g);", "g = new double[9];", "p = last; g = e.data();", "p = other();")  # fmt: skip


def asking(body: str) -> str:
    calls = "".join(
        f"{between} ask(p, q, n); nobody = n > {at} ? u : v + n; ask(p, q, n); ask(q, p, n);\n"
        for at, between in enumerate(BETWEEN)
    )
    return (
        f"{CLASS if 'two' in body else ''}{HEAD}static void ask(double *a, double *b, int n) {{ {body} for (int i = 0; i < 8; i++) a[i] = b[i + 1] + g[i]; }}\n"
        f"int main() {{ double *p = u, *q = v; int n = 9; g = w; h = u; last = w;\n{calls}"
        f"for (int k = 0; k < 3; k++) {{ g = k > 1 ? g : u; ask(p, q, n); h = v; ask(p, g, n); }} return 0; }}\n"
    )


def carried(checked: Checked, text: str, name: str) -> None:
    outline = Outline(parse(text, name))
    sites_of(outline)
    for function in outline.functions:
        sites_alone(outline, function)


@pytest.mark.parametrize("body", ASKING)
def test_what_cxx_asks_is_on_the_record(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Checked()
    checked.watch(monkeypatch)
    carried(checked, asking(body), "a.cpp")
    assert not checked.wrong


def test_what_drawn_programs_ask_is_on_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Checked()
    checked.watch(monkeypatch)
    for seed in range(8000, 8010):
        carried(checked, Maker(seed).program(), "a.cpp" if seed % 2 else "a.c")
    assert not checked.wrong
    assert checked.uses > 40


def test_what_is_left_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a world that does not say what it was asked."""
    checked = Checked()
    checked.watch(monkeypatch)
    monkeypatch.setattr(World, "_ask", lambda world, number: None)
    carried(checked, asking("a = g;"), "a.cpp")
    assert checked.wrong
