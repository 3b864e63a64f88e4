"""Classes whose objects are plain values, and functions of them that do nothing but work out a value."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.lang.classes import Classes
from loopwright.lang.quiet import Quiet
from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import Type
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HELD: list[_Answering] = []  # the answers do not keep the classes
HEAD = "static int used; typedef double real; "


class _Answering(Classes):
    """Classes with the answers about them, as those of a walk have them."""

    def __init__(self, outline: Outline) -> None:
        super().__init__(outline)
        self.quiet = Quiet(self, scopes_of(outline).expanded)


def quiet_of(text: str) -> Quiet:
    HELD.append(_Answering(Outline(parse(HEAD + text, name="a.cpp"))))
    return HELD[-1].quiet


VALUES = {
    "constructors": "struct V { double x, y; V() = default; V(double a, double b = 0) : x(a), y{b} {} };",
    "members that begin with numbers": "struct V { double x = 0, y{1}; V() {} };",
    "a copy of its own": "struct V { double x, y; V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } };",
    "a copy that asks": "struct V { double x, y; V &operator=(const V &o) { if (this != &o) { this->x = o.x; y = o.y; } return *this; } };",
    "a move": "struct V { double x, y; V(V &&o) : x(std::move(o.x)), y(o.y) {} };",
    "an empty destructor": "struct V { double x, y; ~V() {} };",
    "a name for a number": "struct V { real x; V(const real &a) : x(a) {} };",
    "an array": "struct V { double m[9]; V() { for (int k = 0; k < 9; k++) m[k] = 0; } };",
    "a part": "struct I { int k; I(int a) : k(a) {} }; struct V { I i; V(int a) : i(a) {} };",
    "a body elsewhere": "struct V { double x; V(double a); }; V::V(double a) : x(a) {}",
    "an assignment of a number": "struct V { double x, y; V &operator=(double s) { x = y = s; return *this; } };",
}
OTHERS = {
    "one that counts": "struct V { double x; V(double a) : x(a) { used++; } };",
    "a body out of sight": "struct V { double x; V(double a); };",
    "a member that counts": "struct V { double x = used++; V() {} };",
    "a reference": "struct V { double &x; V(double &a) : x(a) {} };",
    "a pointer": "struct V { double *x; V(double *a) : x(a) {} };",
    "its argument": "struct V { double x; V(double &a) : x(a) {} };",
    "a copy that exchanges": "struct V { double x, y; V(const V &o) : x(o.y), y(o.x) {} };",
    "a copy of a part": "struct V { double x, y; V(const V &o) : x(o.x) {} };",
    "an assignment of a part": "struct V { double x, y; V &operator=(const V &o) { x = o.x; return *this; } };",
    "an assignment that may not be": "struct V { double x; V &operator=(const V &o) { if (o.x > 0) { x = o.x; } return *this; } };",
    "an assignment of a part to a number": "struct V { double x, y; V &operator=(double s) { x = s; return *this; } };",
    "a destructor": "struct V { double x; ~V() { used++; } };",
    "a virtual function": "struct V { double x; V(double a) : x(a) {} virtual int f() { return 1; } };",
    "a conversion": "struct V { double x; V(double a) : x(a) {} operator int() const { return used++; } };",
    "a part that counts": "struct I { int k; I(int a) : k(a) { used++; } }; struct V { I i; V(int a) : i(a) {} };",
    "a function that counts": "int f() { return used++; } struct V { double x; V(double a) : x(a + f()) {} };",
    "a macro": "#define NEXT used++\nstruct V { double x; V(double a) : x(NEXT) {} };",
    "a union": "union V { double x; int k; V(double a) : x(a) {} };",
    "two that need each other": "struct W; struct V { double x; V(const W &); V(double a) : x(a) { used++; } };"
    " struct W { double x; W(double a) : x(V(a).x) {} }; V::V(const W &w) : x(w.x) {}",
}


@pytest.mark.parametrize("text", VALUES.values(), ids=VALUES)
def test_an_object_that_is_only_set_is_a_value(text: str) -> None:
    assert quiet_of(text).is_value("V")


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_what_does_more_is_none(text: str) -> None:
    assert not quiet_of(text).is_value("V")


def test_what_one_class_relies_on_is_asked_whatever_is_asked_first() -> None:
    for order in (("V", "W"), ("W", "V")):
        quiet = quiet_of(OTHERS["two that need each other"])
        assert [quiet.is_value(name) for name in order] == [False, False]


def test_a_template_is_as_good_as_what_it_is_given() -> None:
    lively = "struct K { int k; K(int v) : k(v) { used++; } };"
    quiet = quiet_of(lively + "template <class T> struct V { T x; V() : x(0) {} V(T a) : x(a) {} };")
    assert [quiet.is_value(base) for base in ("V<double>", "V<V<int>>", "V<K>", "V")] == [True, True, False, False]


OPERATORS = {
    "by a local": ("V operator+(V o) const { o += *this; return o; } V &operator+=(const V &o) { x += o.x; return *this; }", True),
    "by a method": ("V operator+(const V &o) const { return V(x + o.len()); } double len() const { return x; }", True),
    "by a method that counts": ("V operator+(const V &o) const { return V(x + o.len()); } double len() const { return used++; }", False),
    "by another that counts": ("V operator+(const V &o) const { return *this - o; } V operator-(const V &o) const { used++; return o; }", False),
    "its right side": ("V operator+(V &o) const { o.x = 1; return V(x); }", False),
    "its left side": ("V operator+(const V &o) { x = o.x; return V(x); }", False),
    "a cast": ("V operator+(const V &o) const { const_cast<V &>(o).x = 1; return V(x); }", False),
    "what a method gives back": ("V &same(V &o) { return o; } V operator+(V &o) const { V t(1); t.same(o).x = 2; return t; }", False),
}  # fmt: skip


@pytest.mark.parametrize(("text", "is_quiet"), OPERATORS.values(), ids=OPERATORS)
def test_an_operator_is_as_quiet_as_what_it_calls(text: str, is_quiet: bool) -> None:
    quiet = quiet_of(f"struct V {{ double x; V(double a) : x(a) {{}} {text} }};")
    assert quiet.is_quiet_operator("+", (Type("V"), Type("V"))) == is_quiet


def test_a_copy_without_a_name_for_its_type_is_made_too() -> None:
    text = "struct V { int x; V(const V &o) : x(o.x) { used++; } int operator*(const V &o) const { auto t = o; return t.x; } };"
    assert not quiet_of(text).is_quiet_operator("*", (Type("V"), Type("V")))


@pytest.mark.parametrize(
    ("members", "statement"),
    [
        ("V &operator+=(const V &o) { x += o.x; return *this; } V &operator-=(const V &o) { used++; return *this; }", "p[i] -= q[i];"),
        ("V operator+(const V &o) const { return V{x}; } V operator-(const V &o) const { used++; return V{x}; }", "p[i] = p[i] - q[i];"),
        ("V operator+(const V &o) const { return o; } V &operator=(const V &o) { x = used++; return *this; } V(const V &) = default;", "p[i] = p[i] + q[i];"),
    ],
    ids=["an update", "a difference", "an assignment"],
)  # fmt: skip
def test_an_update_asks_the_operators_that_are_written(members: str, statement: str) -> None:
    text = f"{HEAD}struct V {{ int x; {members} }}; V p[99], q[99]; void f(int n) {{ for (int i = 0; i < n; i++) {{ {statement} }} }}"
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict != "proved"
