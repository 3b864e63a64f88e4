"""Containers whose elements the text does not name by their type: `std::vector<flag>`, where `flag` is another name for `bool`, whose elements
share words (C++17 26.3.12), and `std::vector v(n, true)` (C++17 [over.match.class.deduct])."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# Where the name is told: in front of a function that takes the container, or in a class or a function that has it.
PLACES = {
    "typedef": "typedef {type} {name}; void f(std::vector<{name}> &d, int n) {{ {loop} }}",
    "using": "using {name} = {type}; void f(std::vector<{name}> &d, int n) {{ {loop} }}",
    "twice": "using w = {type}; using {name} = w; void f(std::vector<{name}> &d, int n) {{ {loop} }}",
    "macro": "#define {name} {type}\nvoid f(std::vector<{name}> &d, int n) {{ {loop} }}",
    "namespace": "namespace k {{ using {name} = {type}; }} void f(std::vector<k::{name}> &d, int n) {{ {loop} }}",
    "container": "using {name} = {type}; using V = std::vector<{name}>; void f(V &d, int n) {{ {loop} }}",
    "member": "using {name} = {type}; struct G {{ std::vector<{name}> d; void f(int n) {{ {loop} }} }};",
    "variable": "using {name} = {type}; void f(int n) {{ std::vector<{name}> d(n); {loop} }}",
    "row": "using {name} = {type}; void f(std::vector<std::vector<{name}>> &r, int n) {{ auto &d = r[0]; {loop} }}",
    "ends": (
        "using {name} = {type}; struct G {{ std::vector<{name}> d; auto begin() {{ return d.begin(); }} auto end() {{ return d.end(); }} }};"
        " void f(G &g, int n) {{ for (auto &&v : g) {{ v = 1; }} }}"
    ),
}
INNER = {
    "class": "struct G {{ typedef {type} {name}; std::vector<{name}> d; void f(int n) {{ {loop} }} }};",
    "another class": (
        "struct G {{ using {name} = {type}; std::vector<{name}> d; }}; void f(G &g, int n) {{ auto &d = g.d; {loop} }}"
    ),
    "function": "void f(int n) {{ using {name} = {type}; std::vector<{name}> d(n); {loop} }}",
}
LOOPS = ("for (int i = 0; i < n; i++) { d[i] = 1; }", "for (auto &&v : d) { v = 1; }")


def _verdict(text: str) -> str:
    outline = Outline(
        parse(f"#include <vector>\n#include <array>\n#include <memory>\n#include <functional>\n{text}", name="a.cpp")
    )
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("name", ["flag", "flag_t", "value_type", "r", "s"])
@pytest.mark.parametrize("place", PLACES | INNER)
def test_bits_by_another_name_share_words(place: str, name: str, loop: str) -> None:
    assert _verdict((PLACES | INNER)[place].format(type="bool", name=name, loop=loop)) == "unknown"


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("type", ["double", "unsigned char"])
@pytest.mark.parametrize("place", PLACES)
def test_numbers_by_another_name_are_numbers(place: str, type: str, loop: str) -> None:
    assert _verdict(PLACES[place].format(type=type, name="real", loop=loop)) == "proved"


# Nothing names what they hold: bits, references to one number, objects whose assignment counts.
MADE_OF = (
    "std::vector d(n, true);",
    "std::vector d{true, false, true};",
    "std::vector d = flags();",
    "std::vector d{std::ref(a[0]), std::ref(a[0])};",
    "std::array d{std::ref(a[0]), std::ref(a[0])};",
    "std::vector d(n, S{});",
    "std::array d{S{}, S{}};",
    "std::span d(made, n);",
    "std::unique_ptr d = std::make_unique<S[]>(n);",
)


@pytest.mark.parametrize("declaration", MADE_OF)
def test_what_a_container_is_made_of_is_not_guessed(declaration: str) -> None:
    text = "int a[9], count; struct S { int v; S &operator=(int k) { v = k + count++; return *this; } }; S made[99]; std::vector<bool> flags();"
    assert _verdict(f"{text}\nvoid f(int n) {{ {declaration} {LOOPS[0]} }}") not in ("proved", "assumed")


@pytest.mark.parametrize("loop", ["a[size_t(i)] = i;", "a[uint(i)] = i;"])
def test_a_variable_of_the_file_is_no_type(loop: str) -> None:
    """It hides the name that the system's headers have for a type."""
    text = "int a[99]; struct S { int operator()(int k) const { return k / 2; } }; static S size_t, uint;"
    assert _verdict(f"{text} void f(int n) {{ for (int i = 0; i < n; i++) {{ {loop} }} }}") not in ("proved", "assumed")


@pytest.mark.parametrize("name", ["s_t", "counted", "c"])
def test_an_object_by_another_name_is_one(name: str) -> None:
    text = "int count; struct S { int v; S &operator=(int k) { v = k + count++; return *this; } };"
    loop = f"using {name} = S; void f(std::vector<{name}> &d, int n) {{ {LOOPS[0]} }}"
    assert _verdict(f"{text} {loop}") not in ("proved", "assumed")


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("form", ["using real = {};", "typedef {} real;"])
@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [("float", "double", "proved"), ("bool", "float", "unknown"), ("char", "bool", "unknown"), ("int", "S", "assumed")],
)
def test_each_build_may_have_another_element(one: str, other: str, verdict: str, form: str, loop: str) -> None:
    head = f"struct S {{ int v; S &operator=(int w); }};\n#ifdef SMALL\n{form.format(one)}\n#else\n{form.format(other)}\n#endif\n"
    assert _verdict(f"{head}void f(std::vector<real> &d, int n) {{ {loop} }}") == verdict
