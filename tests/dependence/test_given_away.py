"""Pointers to the elements of containers, and code between that may give these to another container: before the loop, or at the end of an
iteration of a loop around it. The loop then may store where it reads."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <vector>
#include <memory>
#include <utility>
#define EXCHANGE(u, v) (u).swap(v)
#define STEP o.p.swap(o.q)
template <class T> static void exchanged(T &u, T &v) { std::swap(u, v); }
std::vector<int> gp, gq; void unseen(); int counted(int);
static void exchange() { gp.swap(gq); } static void further() { exchange(); } static int noted; static void notes() { noted++; }
struct S { std::vector<int> p, q; int k;
  void flip() { std::swap(this->p, this->q); } void unseen(); virtual void perhaps() { p.swap(q); } void note() { k++; }
  S &operator++() { p.swap(q); return *this; } void run(int n); void direct(int n); };
struct AtEnd { ~AtEnd() { gp.swap(gq); } }; struct AtBegin { AtBegin(int) { gp.swap(gq); } };
struct Quiet { int k; ~Quiet() {} };
"""
LOOP = "for (int i = 1; i < n; i++) {to}[i] = s[i - 1];"
OF_FILE = ("int *s = &gp[0];", "gq")
OF_OBJECT = ("int *s = o.p.data();", "o.q")
GIVING = {
    "out of sight": (OF_FILE, "unseen();"),
    "a function": (OF_FILE, "exchange();"),
    "a function of a function": (OF_FILE, "further();"),
    "the end of an object": (OF_FILE, "{ AtEnd guard; }"),
    "the begin of an object": (OF_FILE, "AtBegin begin(1);"),
    "swap": (OF_FILE, "std::swap(gp, gq);"),
    "through pointers": (OF_FILE, "auto *u = &gp, *v = &gq; u->swap(*v);"),
    "moves": (OF_FILE, "auto h = std::move(gp); gp = std::move(gq); gq = std::move(h);"),
    "a template": (OF_FILE, "exchanged(gp, gq);"),
    "a template that gets members": (OF_OBJECT, "exchanged(o.p, o.q);"),
    "a method": (OF_OBJECT, "o.flip();"),
    "a method out of sight": (OF_OBJECT, "o.unseen();"),
    "a virtual method": (OF_OBJECT, "o.perhaps();"),
    "an operator": (OF_OBJECT, "++o;"),
    "a macro": (OF_OBJECT, "EXCHANGE(o.p, o.q);"),
    "a macro without arguments": (OF_OBJECT, "STEP;"),
    "a lambda": (OF_OBJECT, "auto flip = [&] { o.p.swap(o.q); }; flip();"),
    "of whole objects": (("int *s = o.p.data();", "w.p"), "std::swap(o, w);"),
    "an iterator": (("auto s = gp.begin();", "gq"), "unseen();"),
    "the data": (("const int *s = gp.data();", "gq"), "unseen();"),
    "of unique_ptr": (("int *s = up.get();", "uq"), "up.swap(uq);"),
    "of the caller": (("int *s = cp.data();", "cq"), "unseen();"),
    "of an object of the caller": (("int *s = c.p.data();", "c.q"), "unseen();"),
    "rows": (("int *s = rows[0].data();", "rows[1]"), "std::swap(rows[0], rows[1]);"),
}
UNTOLD = (
    "of unique_ptr",
    "through pointers",
    "of whole objects",
    "rows",
    "of the caller",
)  # of these nothing is proved afterwards
KEEPING = {
    "nothing": (OF_FILE, ""),
    "a function that notes": (OF_FILE, "notes();"),
    "a pure function": (OF_FILE, "int k = 1 + 2 * n;"),
    "a method that notes": (OF_OBJECT, "o.note();"),
    "an object without code of its end": (OF_OBJECT, "{ int k[3]; k[0] = n; }"),
    "a container that grows": (OF_OBJECT, "std::vector<int> l; l.resize(n);"),
    "others": (OF_OBJECT, "std::vector<double> u(n), v(n); double *h = u.data(); h[0] = 1; v[0] = h[0];"),
}


def verdict(body: str, header: str = "void f(int n, std::vector<int> &cp, std::vector<int> &cq, S &c)") -> str:
    rest = "S o, w; std::unique_ptr<int[]> up(new int[n]), uq(new int[n]); std::vector<std::vector<int>> rows(2);"
    outline = Outline(parse(f"{HEAD}{header} {{ {rest if 'S &c' in header else ''} {body} }}", name="a.cpp"))
    loops = [loop for loop in outline.loops if "[i - 1]" in outline.source.text[loop.span.start : loop.span.end]]
    return judge(outline, loops[-1]).verdict


@pytest.mark.parametrize("name", GIVING)
def test_pointers_lead_to_what_was_given_away(name: str) -> None:
    (hold, to), give = GIVING[name]
    loop = LOOP.format(to=to)
    assert verdict(f"{hold} {give} {loop}") not in ("proved", "assumed")
    assert verdict(f"{hold} for (int t = 0; t < 3; t++) {{ {loop} {give} }}") not in ("proved", "assumed")
    assert verdict(f"{hold} int t = 0; while (t++ < 3) {{ {{ {loop} }} {give} }}") not in ("proved", "assumed")


@pytest.mark.parametrize("name", KEEPING)
def test_what_nobody_gives_away_is_apart(name: str) -> None:
    (hold, to), keep = KEEPING[name]
    loop = LOOP.format(to=to)
    assert verdict(f"{hold} {keep} {loop}") == "proved"
    assert verdict(f"{hold} for (int t = 0; t < 3; t++) {{ {loop} {keep} }}") == "proved"


@pytest.mark.parametrize("name", GIVING)
def test_pointers_taken_afterwards_lead_to_their_container(name: str) -> None:
    (hold, to), give = GIVING[name]
    if name not in UNTOLD:
        assert verdict(f"{give} {hold} {LOOP.format(to=to)}") == "proved"


@pytest.mark.parametrize("way", ["this->flip();", "flip();", "unseen();", "this->perhaps();", "p.swap(q);"])
def test_methods_exchange_members_of_their_object(way: str) -> None:
    header = "void S::run(int n)"
    held = "int *s = p.data();"
    assert verdict(f"{held} {way} {LOOP.format(to='q')}", header) not in ("proved", "assumed")
    assert verdict(f"{held} for (;;) {{ {LOOP.format(to='q')} {way} }}", header) not in ("proved", "assumed")
    direct = "for (int i = 1; i < n; i++) q[i] = p[i - 1];"
    assert verdict(f"for (int t = 0; t < 3; t++) {{ {direct} {way} }}", header) == "proved"
