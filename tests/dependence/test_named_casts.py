"""Casts that are written as calls of a type's name, and types that are named through their namespaces."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CASTS = (
    "long(b[i])",
    "unsigned(b[i])",
    "std::size_t(b[i])",
    "int32_t(b[i])",
    "real(b[i])",
    "nn::real(b[i])",
    "nn::in::count(b[i])",
)
TYPES = "using real = float; namespace nn { using real = double; namespace in { typedef unsigned count; } }\n"
# What the file has under a name may be called: then it is nobody's cast.
CALLED = {
    "a function": ("real", "int last; int real(int k) { int was = last; last = k; return was; }\n"),
    "a class": (
        "real",
        "int last; struct real { real(int k) { last = last * 2 + k; } operator int() { return last; } };\n",
    ),
    "a class of a namespace": (
        "nn::real",
        "int last; namespace nn { struct real { real(int k) { last = last * 2 + k; } operator int() { return last; } }; }\n",
    ),
    "a macro": ("long", "int last;\n#define long(x) (last = last * 2 + (x))\n"),
    "a class in another place": (
        "count",
        "int last; namespace nn { struct count { count(int k) { last += k; } operator int() { return last; } }; } using nn::count;\n",
    ),
}


def _verdict(text: str) -> str:
    outline = Outline(parse(text, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("cast", CASTS)
def test_a_cast_gives_a_number(cast: str) -> None:
    assert (
        _verdict(f"{TYPES}int a[99], b[99];\nvoid f(int n) {{ for (int i = 0; i < n; i++) {{ a[i] = {cast}; }} }}")
        == "proved"
    )


@pytest.mark.parametrize("cast", ["std::size_t(i)", "long(i)", "ptrdiff_t(i)"])
def test_a_cast_to_a_wider_type_keeps_a_subscript(cast: str) -> None:
    assert _verdict(f"int a[99];\nvoid f(int n) {{ for (int i = 0; i < n; i++) {{ a[{cast}] = i; }} }}") == "proved"


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < n; i++) { a[std::size_t{0} + i] = i; }",
        "for (int i = 0; i < n; i++) { a[long{i}] = int{b[i]}; }",
        "for (auto i : std::views::iota(std::size_t{0}, v.size())) { a[i] = b[i]; }",
        "for (auto i : std::views::iota(std::size_t{0}, v.size())) { v[i] = 3; }",
    ],
)
def test_braces_give_the_number_in_them(loop: str) -> None:
    assert (
        _verdict(f"#include <vector>\nint a[99], b[99];\nvoid f(std::vector<int> &v, int n) {{ {loop} }}") == "proved"
    )


@pytest.mark.parametrize("cast", ["uint8_t{i}", "short{i}", "nn::small{i}", "Odd{i}", "std::size_t{}"])
def test_braces_of_another_number_do_not(cast: str) -> None:
    text = "namespace nn { using small = unsigned char; } struct Odd { int v; operator int() const { return v / 2; } };\nint a[99];\n"
    assert _verdict(f"{text}void f(int n) {{ for (int i = 0; i < n; i++) {{ a[{cast}] = i; }} }}") != "proved"


@pytest.mark.parametrize("cast", ["short(i * 65536)", "uint8_t(i)", "nn::small(i)"])
def test_a_cast_to_a_narrower_one_does_not(cast: str) -> None:
    text = "namespace nn { using small = unsigned char; }\nint a[99];\n"
    assert _verdict(f"{text}void f(int n) {{ for (int i = 0; i < n; i++) {{ a[{cast}] = i; }} }}") != "proved"


@pytest.mark.parametrize("what", CALLED)
def test_what_the_file_calls_so_is_called(what: str) -> None:
    name, text = CALLED[what]
    assert (
        _verdict(f"{text}int a[99];\nvoid f(int n) {{ for (int i = 0; i < n; i++) {{ a[i] = {name}(i); }} }}")
        != "proved"
    )


# The name of a type, and what is nearer to the call than that.
NEARER = {
    "a method": ("real", "struct C { double real(double k); FUNCTION };"),
    "a method of a base": ("real", "struct B { double real(double k); }; struct C : B { FUNCTION };"),
    "a method of a base out of sight": ("real", "struct C : Away { FUNCTION };"),
    "a member": ("real", "struct F { double operator()(double k); }; struct C { F real; FUNCTION };"),
    "a function": ("real", "namespace q { double real(double k); FUNCTION }"),
    "a class": ("real", "namespace q { struct real { double t; real(double k); operator double(); }; FUNCTION }"),
}


@pytest.mark.parametrize("what", NEARER)
def test_what_is_nearer_is_called(what: str) -> None:
    name, text = NEARER[what]
    loop = f"void f(int n) {{ for (int i = 0; i < n; i++) {{ x[i] = {name}(y[i]); }} }}"
    assert _verdict(f"using real = float;\ndouble x[99], y[99];\n{text.replace('FUNCTION', loop)}") != "proved"


def test_a_copy_that_counts_is_made() -> None:
    text = """int made; struct O { int v; O(const O &o) : v(o.v) { made++; } };
    struct V { O *d; O operator[](int i) const { return d[i]; } O &operator[](int i) { return d[i]; } };
    int a[99], b[99]; void f(const V &v, int n) { for (int i = 0; i < n; i++) { a[i] = v[i].v; b[i] = made; } }"""
    assert _verdict(text) != "proved"
    assert _verdict(text.replace("O operator[](int i) const { return d[i]; } O &operator[](int i) { return d[i]; }",
                                 "O &operator[](int i) { return d[i]; } O operator[](int i) const { return d[i]; }")) != "proved"  # fmt: skip


@pytest.mark.parametrize(
    ("alias", "verdict"),
    [
        ("namespace nn { using V = std::vector<int>; }", "proved"),
        ("namespace nn { using V = std::vector<int>; } namespace mm { using V = std::list<int>; }", "proved"),
        ("namespace nn { using W = std::vector<int>; using V = W; }", "proved"),
        ("namespace nn { using V = std::list<int>; } namespace mm { using V = std::vector<int>; }", "unproved"),
        (
            "namespace oo { namespace nn { using V = std::list<int>; } } namespace nn { using V = std::vector<int>; }",
            "unproved",
        ),
        ("namespace mm { using V = std::vector<int>; }", "unproved"),
    ],
)
def test_a_type_of_a_namespace_is_what_it_stands_for(alias: str, verdict: str) -> None:
    found = _verdict(
        f"#include <vector>\n#include <list>\n{alias}\nvoid f(nn::V &v, int n) {{ for (int i = 0; i < n; i++) {{ v[i] = i; }} }}"
    )
    assert (found == "proved") == (verdict == "proved")


READS = "double operator{op}(int i) const {{ return d[i]; }}"
SETS = "double &operator{op}(int i) {{ return d[i]; }}"


@pytest.mark.parametrize("first", [READS + SETS, SETS + READS])
@pytest.mark.parametrize(("op", "use"), [("[]", "v[{}]"), ("()", "v({})")])
def test_the_operator_that_gives_a_copy_hides_no_other(first: str, op: str, use: str) -> None:
    text = f"#include <vector>\nstruct V {{ std::vector<double> d; {first.format(op=op)} }};\nvoid f(V &v, int n) {{ LOOP }}\n"
    loop = "for (int i = 1; i < n; i++) {{ {here} = {there} + 1; }}"
    apart = loop.format(here=use.format("i"), there=use.format("i"))
    carried = loop.format(here=use.format("i"), there=use.format("i - 1"))
    assert _verdict(text.replace("LOOP", apart)) == "proved"
    assert _verdict(text.replace("LOOP", carried)) == "refuted"
