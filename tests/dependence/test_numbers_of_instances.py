"""What a template makes of its parameters is one number in each instance, and others in other ones: `a[S<0>::at(i)] = a[S<1>::at(i)]` is of two
elements. The number is held in each of the ways that the language has, and reached in each."""

from __future__ import annotations

from itertools import product

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HELD = {
    "an enumerator": "enum { W = V };",
    "the next one": "enum { U = V, W };",
    "a constant": "static const int W = V;",
    "a constexpr": "static constexpr int W = V;",
    "a variable": "static int W;",
    "a size": "static const unsigned long W = sizeof(char[V + 1]);",
}
REACHED = {
    "a static method": ("static int at(int i) { return i + W; }", "", "S<{}>::at(i)"),
    "a method": ("int at(int i) const { return i + W; }", "S<0> o0; S<1> o1;", "o{}.at(i)"),
    "one of another": ("static int on(int i) { return i + W; } static int at(int i) { return on(i); }", "", "S<{}>::at(i)"),
    "by its name": ("static int at(int i) { return i + S::W; }", "", "S<{}>::at(i)"),
    "by its whole name": ("static int at(int i) { return i + S<V>::W; }", "", "S<{}>::at(i)"),
    "from outside": ("", "", "i + S<{}>::W"),
    "from another class": ("};\ntemplate <int V> struct R { static int at(int i) { return i + S<V>::W; }", "", "R<{}>::at(i)"),
    "from a function": ("};\ntemplate <int V> int at(int i) { return i + S<V>::W; }\nstruct End {", "", "at<{}>(i)"),
    "from a template of a class": ("};\nstruct R { template <int V> int at(int i) const { return i + S<V>::W; }", "R r;", "r.at<{}>(i)"),
    "by a type": ("};\ntemplate <int V> int at(int i) { typedef S<V> T; return i + T::W; }\nstruct End {", "", "at<{}>(i)"),
}  # fmt: skip
# In a file that has a constant of the parameter's name, too.
BEFORE = ("", "const int V = 1;\n", "const int W = 1;\n")


def verdict(code: str) -> str:
    outline = Outline(parse(code, name="a.cpp", language="cpp"), None, lambda: ())
    return judge(outline, outline.loops[-1]).verdict


def _loop(objects: str, to: str, of: str) -> str:
    return f"void f(int *a, int n) {{ {objects} for (int i = 0; i < n; i++) a[{to}] = a[{of}] + 1; }}\n"


@pytest.mark.parametrize(("held", "reached", "before"), list(product(HELD, REACHED, BEFORE)))
def test_instances_differ(held: str, reached: str, before: str) -> None:
    method, objects, text = REACHED[reached]
    head = f"{before}template <int V> struct S {{ {HELD[held]} {method} }};\n"
    assert verdict(head + _loop(objects, text.format(0), text.format(1))) in ("unknown", "assumed")


@pytest.mark.parametrize(
    "reached", ["a static method", "a method", "one of another", "by its whole name", "from outside"]
)
@pytest.mark.parametrize("held", ["an enumerator", "a constant", "a constexpr"])
def test_one_instance_does_not(held: str, reached: str) -> None:
    method, objects, text = REACHED[reached]
    head = f"template <int V> struct S {{ {HELD[held]} {method} }};\n"
    assert verdict(head + _loop(objects, text.format(1), text.format(1))) in ("proved", "assumed")


ASKED = "static int at(int i) { return i + sizeof(T); }"
MORE = "static int at(int i) { return i + W; }"
TWO = {
    "a type that is given": ("template <class T> int at(int i) { return i + sizeof(T); }", "at<int>(i)", "at<char>(i)"),
    "a variable of it": ("template <class T> int at(int i) { T x; return i + sizeof x; }", "at<int>(i)", "at<char>(i)"),
    "types of functions": (
        "int p(int i) { typedef int T; return i + sizeof(T); }\nint q(int i) { typedef char T; return i + sizeof(T); }",
        "p(i)",
        "q(i)",
    ),
    "parameters": (
        "int p(int x, int i) { return i + sizeof(x); }\nint q(char x, int i) { return i + sizeof(x); }",
        "p(0, i)",
        "q(0, i)",
    ),
    "types of classes": (
        f"struct A {{ typedef int T; {ASKED} }};\nstruct B {{ typedef char T; {ASKED} }};",
        "A::at(i)",
        "B::at(i)",
    ),
    "enumerators of classes": (
        f"struct A {{ enum {{ W = more(1) }}; {MORE} }};\nstruct B {{ enum {{ W = more(2) }}; {MORE} }};",
        "A::at(i)",
        "B::at(i)",
    ),
    "templates inside of others": (
        "template <int V> int in(int i) { return i + V; }\ntemplate <int V> int at(int i) { return in<V>(i); }",
        "at<0>(i)",
        "at<1>(i)",
    ),
    "templates of a class": (
        "template <int U> struct S { template <int V> int at(int i) const { return i + V; } }; S<2> o;",
        "o.at<0>(i)",
        "o.at<1>(i)",
    ),
}


@pytest.mark.parametrize("name", TWO)
def test_one_text_is_of_two_numbers(name: str) -> None:
    head, to, of = TWO[name]
    loop = f"void f(int *a, int n) {{ for (int i = 0; i < n - 9; i++) if (i < 1000) a[{to}] = a[{of}] + 1; }}\n"
    outline = Outline(parse(f"{head}\n{loop}", name="a.cpp", language="cpp"), None, lambda: ())
    assert judge(outline, outline.loops[-1]).verdict in ("unknown", "refuted")  # refuted where both sizes are known


HIDDEN = {
    "a parameter": ("template <int N> struct S { enum { W = N }; };", "", "S<2>::W"),
    "an enumerator of the class": ("struct S { enum { N = 2, W = N }; };", "", "S::W"),
    "a constant of the class": ("struct S { static const int N = 2, W = N; };", "", "S::W"),
    "one of the class around": ("struct S { enum { N = 2 }; struct I { enum { W = N }; }; };", "", "S::I::W"),
    "a constant of the function": ("", "const int N = 2; enum { W = N };", "W"),
    "one of the function, in a class": ("", "const int N = 2; struct L { enum { W = N }; };", "L::W"),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_hides_a_constant_of_the_file_is_meant(name: str) -> None:
    head, inside, text = HIDDEN[name]
    loop = f"for (int i = 0; i < 99; i++) a[2 * i] = a[2 * i + {text}];"
    assert verdict(f"const int N = 1;\n{head}\nvoid f(int *a) {{ {inside} {loop} }}\n") != "proved"
