"""A constructor makes what an operator, a cast or a function takes of a number: what it does to the number is done."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# Of the members of a class, functions beside it, and a statement.
WAYS = {
    "==": ("bool operator==(const Q &) const { return true; }", "", "(void)(q == k);"),
    "!= by ==": ("bool operator==(const Q &) const { return true; }", "", "(void)(q != k);"),
    "== the other way round": ("bool operator==(const Q &) const { return true; }", "", "(void)(k == q);"),
    "+": ("int operator+(const Q &) const { return 1; }", "", "(void)(q + k);"),
    "< of a copy": ("bool operator<(Q) const { return true; }", "", "(void)(q < k);"),
    "<=>": ("auto operator<=>(const Q &o) const { return v <=> o.v; }", "", "(void)(q < k);"),
    "+=": ("Q &operator+=(const Q &o) { v += o.v; return *this; }", "", "q += k;"),
    "=": ("", "", "q = k;"),
    "= of its own": ("Q &operator=(const Q &o) { v = o.v; return *this; }", "", "q = k;"),
    "a function": ("", "static bool operator==(const Q &a, const Q &b) { return a.v == b.v; }", "(void)(q == k);"),
    "a function, turned": ("", "static int operator+(const Q &a, const Q &b) { return a.v + b.v; }", "(void)(k + q);"),
    "a friend": ("friend int operator-(const Q &a, const Q &b) { return a.v + b.v; }", "", "(void)(k - q);"),
    "a comma": ("int operator,(const Q &o) const { return v; }", "", "(void)(q, k);"),
    "a cast": ("", "", "(void)(Q)k;"),
    "a cast to a reference": ("", "", "(void)static_cast<const Q &>(k);"),
    "a choice": ("", "", "(void)(n > 999 ? q : k);"),
    "a lambda's result": ("", "", "auto g = [](int &r) -> Q { return r; }; g(k);"),
    "a lambda's result in braces": ("", "", "auto g = [](int &r) -> Q { return {r}; }; g(k);"),
    "a template of the library": (
        "bool operator<(const Q &o) const { return v < o.v; }",
        "",
        "(void)std::max<Q>(q, k);",
    ),
    "an object of the library": ("", "", "std::optional<Q> w = k;"),
}
# Constructors that change what they are given, or count.
MAKING = {"a reference": "Q(int &r) { r++; }", "a counter": "Q(int r) { total++; }"}
HEAD = "#include <algorithm>\n#include <optional>\nint a[400], b[400], total;\n"


def verdict_of(constructor: str, way: tuple[str, str, str], inside: bool) -> str:
    members, free, statement = way
    defined = f"struct Q {{ int v = 1; {constructor} Q(int, int) {{}} {members} }}; {free}"
    before, within = ("", statement + " a[i] = k + total;") if inside else (statement, "a[i] = a[i - k] + b[i];")
    loop = f"for (int i = 9; i < n; i++) {{ {within} }}"
    outline = Outline(
        parse(f"{HEAD}{defined}\nvoid f(int n) {{ int k = 0; Q q(1, 2); {before} {loop} }}", name="a.cpp")
    )
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("way", WAYS)
def test_what_a_constructor_does_to_an_operand_is_done(way: str) -> None:
    for constructor in MAKING.values():
        assert verdict_of(constructor, WAYS[way], True) != "proved"
    assert verdict_of(MAKING["a reference"], WAYS[way], False) != "proved"


QUIET = """
struct R { double v; R(double x) : v(x) {} bool operator<(const R &o) const { return v < o.v; } };
double x[400], y[400]; R r[400];
"""


@pytest.mark.parametrize(
    "statement",
    [
        "r[i] = 2.0;", "r[i] = x[i];", "y[i] = ((R)x[i]).v;", "if (r[i] < 2.0) y[i] = 1;",
        "auto made = [](double u) -> R { return u; }; y[i] = made(x[i]).v;", "y[i] = std::max<double>(x[i], 1.0);",
    ],
)  # fmt: skip
def test_constructors_that_only_set_members_cost_nothing(statement: str) -> None:
    text = f"#include <algorithm>\n{QUIET}void f(int n) {{ for (int i = 0; i < n; i++) {{ {statement} }} }}"
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict == "proved"


HIDDEN = (
    "(void)(Hidden)k;", "(void)static_cast<Hidden>(k);", "(void)static_cast<const Hidden &>(k);", "const Hidden &h = k;", "Hidden h = k;",
    "auto h = Hidden{k};", "auto g = [](const Hidden &) {}; g(k);", "auto g = [](Hidden) {}; g(k);", "get(k);", "S s; s.take(k);",
    "S::give(k);", "S s; (void)s(k);", "(void)(n > 3 ? h0 : k);", "std::optional<Hidden> w = k;",
)  # fmt: skip


@pytest.mark.parametrize("statement", HIDDEN)
def test_a_class_out_of_sight_may_change_what_it_is_made_of(statement: str) -> None:
    members = "int take(const Hidden &h) { return 1; } static int give(const Hidden &h) { return 1; } int operator()(const Hidden &h) { return 1; }"
    defined = f'#include "hidden.h"\nint get(Hidden h); struct S {{ {members} }};'
    for before, within in (("", f"{statement} a[i] = k;"), (statement, "a[i] = a[i - k] + b[i];")):
        loop = f"for (int i = 9; i < n; i++) {{ {within} }}"
        text = f"{HEAD}{defined}\nvoid f(int n) {{ int k = 0; Hidden h0(1, 2); {before} {loop} }}"
        outline = Outline(parse(text, name="a.cpp"))
        assert judge(outline, outline.loops[-1]).verdict != "proved"


GIVEN_UP = (
    "std::forward<std::string>(s[0])", "static_cast<std::string &&>(s[0])", "(std::string &&)s[0]", "std::move(s[0])",
    "*std::make_move_iterator(s.begin())", "std::move_if_noexcept(s[0])", "std::ranges::iter_move(s.begin())",
)  # fmt: skip


@pytest.mark.parametrize("value", GIVEN_UP)
def test_what_is_given_up_is_emptied(value: str) -> None:
    loop = f"for (int i = 0; i < n; i++) {{ std::string t = {value}; a[i] = t.size(); }}"
    text = f"{HEAD}#include <string>\n#include <vector>\n#include <iterator>\nvoid f(int n) {{ std::vector<std::string> s(3); {loop} }}"
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict in ("refuted", "unknown")


def test_a_deduction_guide_may_make_a_member_a_reference() -> None:
    template = "template <class T> struct W { T q; };"
    for guide, is_reference in (
        ("template <class T> W(T &) -> W<T &>;", True),
        ("template <class T> W(T) -> W<T>;", False),
    ):
        text = f"{HEAD}{template} {guide}\nvoid f(int n) {{ int k = 0; W w{{k}}; for (int i = 0; i < n; i++) {{ w.q++; a[i] = k; }} }}"
        outline = Outline(parse(text, name="a.cpp"))
        assert (judge(outline, outline.loops[0]).verdict != "proved") == is_reference


@pytest.mark.parametrize(
    "head", ["static Number get(int k)", "static auto get(int k) -> Number", "static auto get(int k) -> const Number"]
)
def test_what_a_function_gives_back_is_made_whatever_way_its_type_is_written(head: str) -> None:
    made = "struct Number { int v; Number(int k) : v(k) { total = k; } };"
    text = f"int a[400], b[400], total;\n{made}\n{head} {{ return k; }}\nvoid f(int n) {{ for (int i = 0; i < n; i++) {{ a[i] = get(b[i]).v; }} }}"
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict != "proved"
