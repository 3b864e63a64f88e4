"""Members and operators that a macro or an included file brings are functions as others are, though the class does not show them."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# A member of `A` that counts, and the body of a loop that calls it; `x` is an object.
COUNTING = {
    "a constructor": ("A() { t = total++; }", "A y; a[i] = y.t;"),
    "one from a number": ("A(int k) { t = total += k; }", "A y(i); a[i] = y.t;"),
    "an implicit one": ("A(int k) { t = total += k; }", "A y = i; a[i] = y.t;"),
    "a destructor": ("~A() { total++; }", "{ A y{}; } a[i] = total;"),
    "a copy": ("A(const A &o) { t = total++; }", "A y = x; a[i] = y.t;"),
    "an assignment": ("A &operator=(int k) { t = total += k; return *this; }", "x = i; a[i] = x.t;"),
    "a sum": ("int operator+(int k) const { return total += k; }", "a[i] = x + i;"),
    "a subscript": ("int operator[](int k) const { return total += k; }", "a[i] = x[i];"),
    "a comma": ("int operator,(int k) const { return total += k; }", "a[i] = (x, i);"),
    "an address": ("int *operator&() const { return &total; }", "*&x += i; a[i] = total;"),
    "a conversion": ("operator int() const { return total++; }", "a[i] = x;"),
    "a condition": ("operator bool() const { return total++ & 1; }", "if (x) a[i] = 1;"),
    "a method": ("int next(int k) const { return total += k; }", "a[i] = x.next(i);"),
}
# Ways in which the class does not show it.
HIDDEN = {
    "a word": "#define MEMBERS {member}\nstruct A {{ int t; MEMBERS }};",
    "a word before others": "#define MEMBERS {member}\nstruct A {{ MEMBERS\n int t; }};",
    "a word and `;`": "#define MEMBERS {member}\nstruct A {{ int t; MEMBERS; }};",
    "with an argument": "#define MEMBERS(A) {member}\nstruct A {{ int t; MEMBERS(A) }};",
    "with an argument and `;`": "#define MEMBERS(A) {member}\nstruct A {{ MEMBERS(A); int t; }};",
    "a file": 'struct A {{ int t;\n#include "members.h"\n}};',
}


def verdict(text: str) -> str:
    outline = Outline(parse(text, name="a.cpp"), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


def loop(head: str, body: str, given: str = ", A &x") -> str:
    return f"static int total;\n{head}\nvoid f(int *__restrict a, int n{given}) {{ for (int i = 0; i < n; i++) {{ {body} }} }}\n"


@pytest.mark.parametrize("member", COUNTING)
@pytest.mark.parametrize("way", HIDDEN)
def test_what_a_macro_brings_may_do_anything(way: str, member: str) -> None:
    text, body = COUNTING[member]
    assert verdict(loop(HIDDEN[way].format(member=text), body)) != "proved"


@pytest.mark.parametrize(
    "head",
    [
        "struct A { int t; };",
        "struct A { union { int t; float u; }; };",
        "struct A { struct { int t; }; enum { ONE, TWO }; };",
        "#define REAL double\nstruct A { int t; REAL u; };",
        "#define INLINE inline\nstruct A { int t; INLINE int twice() const { return 2 * t; } };",
        "struct A { friend struct B; int t; using T = int; typedef int U; static_assert(sizeof(int) > 2); };",
    ],
)
def test_a_class_that_shows_all_is_followed(head: str) -> None:
    assert verdict(loop(head, "A y{i}; a[i] = y.t;", "")) == "proved"


OPERATORS = {
    "a friend": "struct A { int t; friend int operator,(const A &x, int k) { return total += k; } };",
    "declared": "struct A { int t; }; int operator,(const A &x, int k);",
    "by a macro": "struct A { int t; };\n#define OPERATORS(T) int operator,(const T &x, int k) { return total += k; }\nOPERATORS(A)",
    "told to a macro": "struct A { int t; };\n#define OPERATOR(T, SIGN) int operator SIGN(const T &x, int k) { return total += k; }\nOPERATOR(A, COMMA)",
}


@pytest.mark.parametrize("head", OPERATORS)
def test_a_comma_may_be_a_function(head: str) -> None:
    assert verdict(loop(OPERATORS[head], "a[i] = (x, i);")) != "proved"


OF_ENUMERATORS = {
    "by a macro": "#define FLAGS(E) inline int operator|(E x, E y) { return total++; }\nenum E { A, B };\nFLAGS(E)",
    "told to a macro": "#define OPERATOR(E, SIGN) inline int operator SIGN(E x, E y) { return total++; }\nenum E { A, B };\nOPERATOR(E, |)",
    "declared": "enum E { A, B };\nint operator|(E x, E y);",
    "a friend": "struct S { enum E { A, B }; friend int operator|(E x, E y) { return total++; } };\nusing E = S::E; constexpr E A = S::A, B = S::B;",
}


@pytest.mark.parametrize("head", OF_ENUMERATORS)
@pytest.mark.parametrize("given", ["", ", E A, E B"])
def test_an_operator_of_enumerators_may_be_a_function(head: str, given: str) -> None:
    assert verdict(loop(OF_ENUMERATORS[head], "a[i] = A | B;", given)) != "proved"


def test_enumerators_of_classes_have_such_operators_too() -> None:
    head = "struct S { enum E { A, B }; friend int operator|(E x, E y) { return total++; } };"
    assert verdict(loop(head, "a[i] = S::A | S::B;", "")) != "proved"


def test_a_bound_is_compared_by_such_an_operator() -> None:
    head = "enum E { A, B };\nbool operator<(int x, E y) { total++; return x < 2; }"
    assert verdict(loop(head, "for (int j = 0; j < e; j++) a[i] += j;", ", E e")) != "proved"


def test_operators_of_numbers_stay_what_they_are() -> None:
    head = "enum E { A, B };\n#define FLAGS(E) inline E operator|(E x, E y) { return E(int(x) | int(y)); }\nFLAGS(E)"
    assert verdict(loop(head, "a[i] = i | n;", "")) == "proved"


@pytest.mark.parametrize(
    ("text", "expected"), [("k--", "unknown"), ("k = 5", "unknown"), ("k + 1", "unknown"), ("k", "proved")]
)
def test_a_macro_that_names_a_member_may_do_more(text: str, expected: str) -> None:
    assert verdict(loop(f"#define NX {text}\nstruct A {{ int k; }};", "a[i] = x.NX;", ", A x")) == expected
