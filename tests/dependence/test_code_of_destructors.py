"""What a destructor says: one that may set a pointer runs where an object without a name ends; one that gives memory back, counts or prints
leaves pointers where they were, and a class with constructors costs a program nothing.

In each program of DESTRUCTORS the end of an `E` really sets the pointer `p` of the file (found by running them)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <vector>
static int a[40], c[40], n0 = 3;
static int *p;
"""
MACROS = "#define SET p = c\n#define DEFINE(x) struct x { ~x() { p = c; } };\n"
LOOP = "static void go(int n) { for (int i = 1; i < n; i++) p[i] = c[i - 1] + 1; }\n"
_SETTING = """struct E { ~E() { p = c; } };
struct E { ~E() { if (n0) p = c; } };
struct E { void reset() { p = c; } ~E() { reset(); } };
struct E { void reset() { p = c; } ~E() { this->reset(); } };
struct E { ~E() { n0 = 0, p = c; } };
struct E { ~E() { int *z = c; std::memcpy(&p, &z, sizeof z); } };
struct E { ~E() { int *z = c; std::swap(p, z); } };
struct E { int **k = &p; ~E() { k[0] = c; } };
struct E { int **k = &p; ~E() { *k = c; } };
struct E { int **k = &p; ~E() { for (int i = 0; i < 1; i++) k[i] = c; } };
struct E { ~E() { *(long *)&p = (long)c; } };
struct E { ~E() { SET; } };
struct F { ~F() { p = c; } }; struct E { F *h = new F; ~E() { delete h; } };
struct E { ~E() { [] { p = c; }(); } };
struct F { ~F() { p = c; } }; struct E { ~E() { F f; } };
struct F { ~F() { p = c; } }; struct E { F f; ~E() {} };
struct F { ~F() { p = c; } }; struct E { F f; ~E() { n0 = 0; } };
struct F { operator int() { p = c; return 0; } }; struct E { F f; int z; ~E() { z = f; } };
struct F { operator int() { p = c; return 0; } }; struct E { F f; ~E() { int z = f; } };
struct F { operator int() { p = c; return 0; } }; struct E { F f; ~E() { if (f) n0 = 0; } };
struct F { operator int() { p = c; return 0; } }; struct E { F f; ~E() { n0 = a[f]; } };
struct F { operator int() { p = c; return 0; } }; struct G { F f; }; struct E { G g; ~E() { n0 = g.f; } };
struct F { operator const char *() { p = c; return ""; } }; struct E { F f; ~E() { std::puts(f); } };
struct F { int operator=(int k) { p = c; return k; } }; struct E { F f; ~E() { f = 3; } };
struct F { void operator()() { p = c; } }; struct E { F f; ~E() { f(); } };
enum F { one, two }; F operator+(F x, F y) { p = c; return x; } struct E { ~E() { n0 = one + two; } };
enum F { one, two }; F &operator++(F &x) { p = c; return x; } struct E { F f = one; ~E() { ++f; } };
struct E { ~E(); }; E::~E() { p = c; }
template <class T> struct H { ~H() { p = c; } }; using E = H<int>;
template <class T> struct H { ~H(); }; template <class T> H<T>::~H() { p = c; } using E = H<int>;
struct B { virtual ~B() {} }; struct E : B { ~E() { p = c; } };
struct B { ~B() { p = c; } }; struct E : B { int z; };
struct E { ~E() try { p = c; } catch (...) { } };
struct E { ~E() { try { p = c; } catch (...) { } } };
struct F { F() { p = c; } }; struct E { ~E() { new F; } };
struct F { F(int) { p = c; } }; static void use(const F &) {} struct E { ~E() { use(3); } };
DEFINE(E)
struct E { ~E() { std::vector<int *> v(1, c); p = v[0]; } };
struct E { ~E() { int *&r = p; r = c; } };
struct E { ~E() { auto &r = p; r = c; } };
struct E { ~E() { while (p != c) p = c; } };
struct E { ~E() { n0 ? p = c : c; } };
struct E { std::function<void()> f = [] { p = c; }; ~E() { f(); } };
struct E { void (*f)() = [] { p = c; }; ~E() { f(); } };
struct F { ~F() { p = c; } }; struct E { std::unique_ptr<F> f{new F}; };
struct F { ~F() { p = c; } }; struct E { std::unique_ptr<F> f{new F}; ~E() { f.reset(); } };
struct F { static void operator delete(void *) { p = c; } }; struct E { F *f = new F; ~E() { delete f; } };
struct S { int *w; }; static S s; struct E { S t{c}; ~E() { s = t; p = s.w; } };"""
_QUIET = """struct E { ~E() {} };
struct E { int *k = nullptr; ~E() { delete[] k; } };
struct E { int *k = nullptr; ~E() { if (k) { delete[] k; k = nullptr; } } };
struct E { int *k = nullptr; ~E() { std::free(k); k = 0; } };
struct E { ~E() { n0--; } };
struct E { ~E() { std::printf("%d", n0); } };
struct E { ~E() { std::cout << "end " << n0 << std::endl; } };
struct E { int n = 0; ~E() { for (int i = 0; i < n; i++) n0 += i; } };
struct E { int **k = nullptr; int n = 0; ~E() { for (int i = 0; i < n; i++) delete[] k[i]; delete[] k; } };
struct E { std::vector<int> v; ~E() = default; };"""
DESTRUCTORS, QUIET = _SETTING.splitlines(), _QUIET.splitlines()
EVERYDAY = {
    "a vector of one's own": ("struct V { int *d; V(int m) : d(new int[m]) {} ~V() { delete[] d; } };", "V v(n); v.d[0] = 1;"),
    "points": ("struct P { double x, y; P() : x(0), y(0) {} P(double s, double t) : x(s), y(t) {} };\nstatic P all[40];", "all[3] = P(1, 2);"),
    "a clock": ("struct Clock { const char *s; Clock(const char *t) : s(t) {} ~Clock() { std::printf(\"%s\", s); } };", 'Clock clock("all");'),
    "what is thrown": ("struct Wrong { int code; Wrong(int k) : code(k) {} };", "if (n < 0) throw Wrong(3);"),
    "allocated": ("class Grid { int m; public: Grid(int k) { m = k; } int size() { return m; } };", "Grid *g = new Grid(n); n = g->size();"),
}  # fmt: skip


def _verdict(owner: str, before: str) -> str:
    text = f"{HEAD}{owner}\n{LOOP}static void run(int n) {{ {before} go(n); }}\nint main() {{ run(9); }}\n"
    outline = Outline(parse(text, name="a.cpp"), None, tuple)
    return judge(outline, next(each for each in outline.loops if each.function and each.function.name == "go")).verdict


@pytest.mark.parametrize("owner", DESTRUCTORS)
def test_one_that_sets_the_pointer(owner: str) -> None:
    assert _verdict(f"{MACROS}{owner}", "E{}, p = a;") != "proved"


@pytest.mark.parametrize("owner", QUIET)
def test_one_that_sets_no_pointer(owner: str) -> None:
    assert _verdict(owner, "E{}, p = a;") == "proved"


@pytest.mark.parametrize("name", EVERYDAY)
def test_everyday_classes(name: str) -> None:
    owner, before = EVERYDAY[name]
    assert _verdict(owner, f"{before} p = new int[40];") == "proved"
