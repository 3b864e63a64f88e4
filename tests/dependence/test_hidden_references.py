"""References that the text of a type, a parameter or a call does not show: what is changed through them was taken for what it was.

Every statement below adds one to `k` when it is run.
"""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <functional>\n#include <memory>\n#include <span>\n#include <type_traits>\nint a[400], b[400], total;\n"
TYPES = {
    "an alias": ("using R = int &;", "R"),
    "a typedef": ("typedef int &R;", "R"),
    "an alias of an alias": ("using Q = int &; using R = Q;", "R"),
    "a template": ("template <class T> using R = T &;", "R<int>"),
    "the library": ("", "std::add_lvalue_reference_t<int>"),
    "the library's member": ("", "std::add_lvalue_reference<int>::type"),
    "a class": ("struct A { using type = int &; };", "A::type"),
    "a class template": ("template <class T> struct A { using type = T &; };", "A<int>::type"),
    "a namespace": ("namespace N { using R = int &; }", "N::R"),
    "a macro": ("#define R int &\n", "R"),
    "a macro's sign": ("#define AMP &\n", "int AMP"),
    "another word": ("", "int bitand"),
    "an expression": ("", "decltype((total))"),
    "a conditional type": ("", "std::conditional_t<true, int &, int>"),
}
USES = {
    "a parameter": ("inline void inc({0} q) {{ q++; }}", "", "inc(k);"),
    "a method's": ("struct S {{ void inc({0} q) {{ q++; }} }};", "S s;", "s.inc(k);"),
    "a static method's": ("struct S {{ static void inc({0} q) {{ q++; }} }};", "", "S::inc(k);"),
    "a lambda's": ("", "auto inc = []({0} q) {{ q++; }};", "inc(k);"),
    "a constructor's": ("struct S {{ S({0} q) {{ q++; }} }};", "", "S s(k);"),
    "one of a function of elsewhere": ("void inc({0} q);", "", "inc(k);"),
    "a variable": ("", "{0} r = k;", "r++;"),
    "a member": ("struct S {{ {0} q; }};", "S s{{k}};", "s.q++;"),
}
FORMS = {
    "an argument of a template": ("template <class T> void inc(T t) { t++; }", "", "inc<int &>(k);"),
    "one by an alias": ("using R = int &; template <class T> void inc(T t) { t++; }", "", "inc<R>(k);"),
    "one that is worked out": ("template <class T> void inc(T t) { t++; }", "", "inc<decltype((k))>(k);"),
    "one of a class template": ("template <class T> struct S { void inc(T q) { q++; } };", "S<int &> s;", "s.inc(k);"),
    "what is worked out for a variable": ("", "decltype(auto) r = (k);", "r++;"),
    "an address by a function": ("inline int *at(int &q) { return &q; }", "", "++*at(k);"),
    "an address by the library": ("", "", "++*std::addressof(k);"),
    "an object made of an argument": ("struct S { S(int &q) { q++; } }; inline void take(S) {}", "", "take(k);"),
    "one by a reference": ("struct S { S(int &q) { q++; } }; inline void take(const S &) {}", "", "take(k);"),
    "one that is returned": ("struct S { S(int &q) { q++; } }; inline S make(int &q) { return q; }", "", "make(k);"),
    "one in braces": ("struct S { S(int &q) { q++; } }; inline S make(int &q) { return {q}; }", "", "make(k);"),
    "an assignment": ("struct S { int v; S &operator=(int &q) { ++q; return *this; } };", "S u{1};", "u = k;"),
    "an element": ("struct S { int *p; int &operator[](int &q) const { q++; return p[0]; } };", "S s{b};", "s[k] = 3;"),
    "an element of elsewhere": ("struct S { int &operator[](int &q) const; }; extern S s;", "", "s[k] = 3;"),
    "an element of who knows what": ("", "", "un[k] = 3;"),
    "a comma": ("", "", "un.x, k;"),
    "a line": ("", "", "std::getline(in, k);"),
    "a number of a text": ("", "", "std::from_chars(p, p + 3, k);"),
    "a character": ("", "", "in.get(k);"),
    "another namespace's function": ("", "", "fast::sqrt(k);"),
    "another class's function": ("template <class T> struct Fast { static T sqrt(T &); };", "", "Fast<int>::sqrt(k);"),
    "what a result keeps": ("struct S { int &p; void bump() { ++p; } }; inline S make(int &q) { return {q}; }", "auto s = make(k);", "s.bump();"),
    "what a method's result keeps": ("struct S { int &p; void bump() { ++p; } }; struct M { S make(int &q) { return {q}; } };",
                                     "M m; auto s = m.make(k);", "s.bump();"),
    "a macro's parameter": ("#define OUT(T, v) T &v\ninline void inc(OUT(int, q)) { q++; }", "", "inc(k);"),
    "a reference to a reference, held": ("", "int &r = k; auto g = [&q = r] { q++; };", "g();"),
    "one in a tuple": ("#include <tuple>\n", "int &r = k; std::tuple<int &> t(r);", "std::get<0>(t)++;"),
    "one in a pair": ("#include <utility>\n", "int &r = k; std::pair<int &, int> t(r, 1);", "t.first++;"),
    "one of a parameter": ("inline auto by(int &q) { return [&q] { q++; }; }", "auto g = by(k);", "g();"),
    "another word for a sign": ("inline void inc(auto and q) { q++; }", "", "inc(k);"),
}  # fmt: skip
LEFT = {
    "a type without its reference": ("inline void inc(std::remove_reference_t<int &> q) { q++; }", "", "inc(k);"),
    "an alias of a number": ("using R = int; inline void inc(R q) { q++; }", "", "inc(k);"),
    "the type of a variable": ("", "decltype(k) r = k;", "r++;"),
    "an argument without one": ("template <class T> void inc(T t) { t++; }", "", "inc<int>(k);"),
    "the library's function": ("#include <cmath>\n", "", "b[0] = std::sqrt(k);"),
    "an element of an array": ("", "", "b[k] = 3;"),
    "of a row behind a pointer": ("", "int *q = b;", "q[k] = 3;"),
}


def test_a_constant_is_what_it_was() -> None:
    text = (
        HEAD
        + "void f(int n, Unseen &un) { const int k = 0; un[k] = 1; set(k); un.x, k; for (int i = 0; i < n; i++) a[i] = a[i - k] + b[i]; }"
    )
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict == "proved"


def verdict_of(defined: str, begun: str, statement: str, inside: bool) -> str:
    before, within = ("", statement + " a[i] = k;") if inside else (statement, "a[i] = a[i - k] + b[i];")
    loop = f"for (int i = 9; i < n; i++) {{ {within} }}"
    text = f"{HEAD}{defined}\nvoid f(int n, Unseen &un, std::istream &in, const char *p) {{ int k = 0; {begun} {before} {loop} }}"
    outline = Outline(parse(text, name="a.cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("type", TYPES)
def test_a_type_that_may_be_a_reference_is_one(type: str, use: str) -> None:
    (said, name), (defined, begun, statement) = TYPES[type], USES[use]
    for inside in (False, True):
        assert verdict_of(f"{said}\n{defined.format(name)}", begun.format(name), statement, inside) != "proved"


@pytest.mark.parametrize("form", FORMS)
def test_a_reference_that_no_type_shows(form: str) -> None:
    for inside in (False, True):
        assert verdict_of(*FORMS[form], inside) != "proved"


@pytest.mark.parametrize("form", LEFT)
def test_what_is_no_reference_leaves_it(form: str) -> None:
    assert verdict_of(*LEFT[form], False) == "proved"
