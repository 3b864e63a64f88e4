"""Members that hold what an object's constructor gave them: only while nothing in sight can set them. Everything else keeps the condition."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

PROGRAM = """#include <cstdio>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>
int a[400];

struct G { int r, k; %s int at(int i, int j) const { return i * k + j; } %s };
%s
int f(int n) { G g(n, 10); %s
  for (int i = 0; i < n; i++) { for (int j = 0; j < 10; j++) a[g.at(i, j)] = i * 7 + j; } return 0; }
"""
MADE = "G(int y, int q) : r(y), k(q) {}"
IN_FUNCTION = {
    "assigned": "G h(n, 3); g = h;", "exchanged": "G h(n, 3); std::swap(g, h);", "moved": "G h(n, 3); g = std::move(h);",
    "a new one": "g = G(n, 3);", "a list": "g = {n, 3};", "made in its place": "new (&g) G(n, 3);",
    "a reference": "G &h = g; h.k = 3;", "a deduced one": "auto &h = g; h.k = 3;", "an address": "G *h = &g; h->k = 3;",
    "a member's reference": "int &h = g.k; h = 3;", "a member's address": "int *h = &g.k; *h = 3;", "parts": "auto &[y, q] = g; q = 3;",
    "by its member": "auto h = &G::k; g.*h = 3;", "the member": "g.k = 3;", "in brackets": "(g).k = 3;", "read in": 'std::sscanf("3", "%d", &g.k);',
    "a lambda": "auto h = [&] { g.k = 3; }; h();", "one that is given it": "auto h = [](auto &q) { q.k = 3; }; h(g);",
    "wrapped": "std::ref(g).get().k = 3;", "in the loop behind": "for (int t = 0; t < 2; t++) g.k = 3;",
}  # fmt: skip
IN_CLASS = {
    "a setter": (MADE, "void set() { k = 3; }"), "an operator": (MADE, "void set() { ++*this; } void operator++() { k = 3; }"),
    "the whole": (MADE, "void set() { *this = G(r, 3); }"), "a reference": (MADE, "int &w() { return k; } void set() { w() = 3; }"),
    "a deduced one": (MADE, "auto &w() { return k; } void set() { w() = 3; }"), "a pointer": (MADE, "int *w() { return &k; } void set() { *w() = 3; }"),
    "given away": (MADE, "static void put(int &q) { q = 3; } void set() { put(k); }"), "a choice": (MADE, "void set() { (r > 0 ? k : r) = 3; }"),
    "the body": ("G(int y, int q) : r(y), k(q) { k = 3; }", "void set() {}"), "two of them": (f"{MADE} G(int y, double) : r(y), k(3) {{}}", "void set() {}"),
    "one that does the rest": ("G(int y, int q) : G(y, q, 0) {} G(int y, int, int) : r(y), k(3) {}", "void set() {}"),
    "the other order": ("G(int y, int q) : k(q), r(q = 3) {}", "void set() {}"), "out of sight": (MADE, "void set();"),
}  # fmt: skip
BY_FUNCTIONS = {
    "a reference": "static void set(G &g) { g.k = 3; }", "a cast": "static void set(const G &g) { const_cast<G &>(g).k = 3; }",
    "another cast": "static void set(const G &g) { ((G &)g).k = 3; }", "by its address": "static void set(const G &g) { ((G *)&g)->k = 3; }",
    "overloads": "static void set(const G &g) {} static void set(G &g) { g.k = 3; }", "a template": "template <class T> void set(T &g) { g.k = 3; }",
    "a macro": "#define set(g) g.k = 3", "nobody in sight": "",
    "an object that keeps it": "struct set { G &g; set(G &q) : g(q) { g.k = 3; } };",
}  # fmt: skip
CASTING = "static void set(const G &g) { const_cast<G &>(g).k = 3; }"
METHOD = "struct X { static int look(const G &g) { return g.k; } };"
# What is written before the function, and in it.
ELSEWHERE = {
    "a cast behind": (f"{CASTING} static void pass(const G &g) {{ set(g); }}", "pass(g);"),
    "a cast of the result": ("static const G &give(const G &g) { return g; }", "const_cast<G &>(give(g)).k = 3;"),
    "of what was kept": ("static const G *all; static void keep(const G &g) { all = &g; }", "keep(g); ((G *)all)->k = 3;"),
    "of what an object keeps": ("struct K { const G &r; K(const G &q) : r(q) {} void set() { const_cast<G &>(r).k = 3; } };", "K(g).set();"),
    "to an alias": ("using R = G &; static void set(const G &g) { ((R)g).k = 3; }", "set(g);"),
    "like a call": ("using R = G &; static void set(const G &g) { R(g).k = 3; }", "set(g);"),
    "to an alias of an address": ("using P = G *; static void set(const G &g) { ((P)std::addressof(g))->k = 3; }", "set(g);"),
    "by a macro's word": ("#define CAST const_cast\nstatic void set(const G &g) { CAST<G &>(g).k = 3; }", "set(g);"),
    "by a macro": ("#define RAW(x) (*(G *)&x)\nstatic void set(const G &g) { RAW(g).k = 3; }", "set(g);"),
    "no constant of a reference": ("using R = G &; static void set(const R &g) { g.k = 3; }", "set(g);"),
    "nor of a template": ("template <class T> void set(const T &g) { g.k = 3; }", "set<G &>(g);"),
    "another one's": ("struct Z {}; static void swap(const Z &, const Z &) {}", "G h(n, 3); std::swap(g, h);"),
    "another one's in sight": ("struct Z {}; static void swap(const Z &, const Z &) {}", "using std::swap; G h(n, 3); swap(g, h);"),
    "a method of a class out of sight": ("struct Z { void look(const G &g) {} };", "Away h; h.look(g);"),
    "a macro for a method": ("#define SET(x) x = 3", "g.SET(k);"), "words together": ("#define JOIN(x, y) x##y", "JOIN(, g).k = 3;"),
    "a variable of functions": ("static int (*look)(const G &g);", "look(g);"),
    "a macro of two": ("#define set(g) 0\n#undef set\n#define set(g) g.k = 3", "set(g);"),
    "a lambda of the file": (f"{METHOD} static auto look = [](G &q) {{ q.k = 3; }};", "look(g);"),
    "an object of the file": (f"{METHOD} struct H {{ void operator()(G &q) {{ q.k = 3; }} }}; static H look;", "look(g);"),
    "a class of another name": (f"{METHOD} struct H {{ H(G &g) {{ g.k = 3; }} }}; using look = H;", "look(g);"),
    "a conversion": ("struct H { H() {} H(int &q) { q = 3; } };", "H h; h = g.k;"),
    "one for an operator": ("struct H { H() {} H(int &q) { q = 3; } }; static void operator+(const H &, const H &) {}", "H h; h + g.k;"),
    "a constant that is kept": ("struct H { const int *p; void operator=(const int &z) { p = &z; } };", "H h; h = g.k; *(int *)h.p = 3;"),
    "one given back": ("struct H {}; static const int &operator*(const int &z, H) { return z; }", "H h; const_cast<int &>(g.k * h) = 3;"),
    "an operator by its word": ("struct H {}; static void operator and(int &x, H) { x = 3; }", "H h; g.k && h;"),
    "by a macro for the word": ("#define OP operator*\nstruct H {}; static void OP(int &x, H) { x = 3; }", "H h; g.k * h;"),
    "with a remark": ("struct H {}; static void operator /* of */ *(int &x, H) { x = 3; }", "H h; g.k * h;"),
    "an operator": ("struct H {}; static void operator*(int &x, H) { x = 3; }", "H h; g.k * h;"),
    "a subscript": ("struct H { void operator[](int &x) { x = 3; } };", "H h; h[g.k];"),
    "an assignment": ("struct H { void operator=(int &x) { x = 3; } };", "H h; h = g.k;"),
    "an operator for any": ("struct H {}; template <class T> void operator-(T &&x, H) { x = 3; }", "H h; g.k - h;"),
}  # fmt: skip
TOLD = {
    "nothing else": (MADE, "", "", ""), "another member": (MADE, "void set() { r = 3; }", "", "g.set();"),
    "a constant": (MADE, "", "static int look(const G &g) { return g.k; }", "look(g);"), "another name": (MADE, "", "", "{ G h(n, 3); h.k = 4; }"),
    "handed on": (MADE, "", f"{CASTING} static int look(const G &g) {{ return g.k; }} "
                  "static int pass(const G &g) { return g.r > 0 ? look(g) : pass(g); }", "pass(g);"),
    "a macro of no matter": (MADE, "", "#define K k\n#define GG g\n#define JOIN(x, y) x##y", ""),
    "by a method": (MADE, "", "struct H { int forward(const G &g) { return g.k; } };", "H h; h.forward(g);"),
    "operators of others": (MADE, "", "struct H { H() {} H(std::vector<int> &v, const double &x) {} H &operator=(H &&h) { return *this; } }; "
                             "bool operator<(H &x, H &y) { return false; }", ""),
    "asked": (MADE, "int w() const { return k; }", "", "int q = g.w() + g.k; a[0] = q;"), "through this": (MADE, "int w() { return this->k; }", "", "g.w();"),
}  # fmt: skip


def test_one_of_two_objects() -> None:
    text = PROGRAM % (MADE, "", "", "")
    text = text.replace("G g(n, 10);", "\n#ifndef WIDE\nG g(n, 3);\n#else\nG g(n, 10);\n#endif\n")
    assert _judged(text)[0] == "assumed"


def _verdict(made: str, more: str, before: str, inside: str) -> tuple[str, tuple[str, ...]]:
    return _judged(PROGRAM % (made, more, before, inside))


def _judged(text: str) -> tuple[str, tuple[str, ...]]:
    outline = Outline(parse(text, name="a.cpp"))
    loops = [loop for loop in outline.loops if loop.function and loop.function.name == "f"]
    found = judge(outline, loops[-2])
    return found.verdict, found.assumptions


@pytest.mark.parametrize("case", IN_FUNCTION)
def test_set_by_the_function(case: str) -> None:
    assert _verdict(MADE, "", "", IN_FUNCTION[case])[0] != "proved"


@pytest.mark.parametrize("case", IN_CLASS)
def test_set_by_the_class(case: str) -> None:
    made, more = IN_CLASS[case]
    assert _verdict(made, more, "", "g.set();")[0] != "proved"


@pytest.mark.parametrize("case", BY_FUNCTIONS)
def test_set_by_others(case: str) -> None:
    assert _verdict(MADE, "", BY_FUNCTIONS[case], "set(g);")[0] != "proved"


@pytest.mark.parametrize("case", ELSEWHERE)
def test_set_elsewhere(case: str) -> None:
    assert _verdict(MADE, "", *ELSEWHERE[case])[0] != "proved"


# Operators of the class that are asked like its methods; and those that give a way to the member, or set it.
ASKED = {
    "by a call": ("int operator()(int i) const { return i + k; }", "a[0] = g(1);"),
    "by a call that stores": ("int *p; int &operator()(int i) { return p[i * k]; }", "g(1) = 2;"),
    "by a subscript": ("int operator[](int i) const { return i * k; }", "a[0] = g[1];"),
    "by both": (
        "int operator[](int i) const { return i * k; } int operator()(int i) const { return i + k; }",
        "a[0] = g(g[1]);",
    ),
}
SET = {
    "by a call": ("void operator()(int i) { k = i; }", "g(3);"),
    "by a subscript": ("int operator[](int i) { return k = i; }", "a[0] = g[3];"),
    "through a call": ("int &operator()(int) { return k; }", "g(0) = 3;"),
    "through a subscript": ("int &operator[](int) { return k; }", "g[0] = 3;"),
    "through the object": ("G &operator()() { return *this; }", "g().k = 3;"),
    "through its address": ("G *operator[](int) { return this; }", "g[0]->k = 3;"),
    "through an argument": ("void operator()(int &i) { i = 3; }", "g(g.k);"),
    "by a subscript of another": ("struct H { int operator[](G &q) { return q.k = 3; } };", "H h; a[0] = h[g];"),
    "by a call of another": ("struct H { void operator()(G &q) { q.k = 3; } };", "H h; h(g);"),
    "by what it turns into": ("operator int *() { return &k; }", "g[0] = 3;"),
}


@pytest.mark.parametrize("case", ASKED)
def test_operators_of_its_class_ask(case: str) -> None:
    more, inside = ASKED[case]
    assert _verdict(MADE, more, "", inside)[0] == "proved"


@pytest.mark.parametrize("case", SET)
def test_operators_may_set(case: str) -> None:
    more, inside = SET[case]
    is_of_another = more.startswith("struct H")
    assert _verdict(MADE, "" if is_of_another else more, more if is_of_another else "", inside)[0] != "proved"


@pytest.mark.parametrize("case", TOLD)
def test_what_a_constructor_tells(case: str) -> None:
    assert _verdict(*TOLD[case]) == ("proved", ())
