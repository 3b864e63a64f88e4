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
    "an assignment in turn": "struct V { double x, y; V &operator=(double s) { this->x = s; y = this->x + x; return *this; } };",
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


# A local variable is meant in its block, from where it is declared; elsewhere its name is that of something else.
BLOCKS = {
    "a block": "{{ int k = 2; {inside} }}",
    "a loop": "for (int k = 0; k < 2; k++) {{ {inside} }}",
    "a condition": "if (int k = s) {{ {inside} }}",
    "a variable": "int k = 1; {inside}",
}
USES = ("r += k;", "r += k++;", "k = r;")


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS)
def test_a_name_is_that_of_a_variable_where_that_is_in_scope(block: str) -> None:
    for use in USES:
        inside = f"int r = 0; {block.format(inside=use)}"
        before = f"int r = 0; {use} {block.format(inside='')}"
        behind = f"int r = 0; {{ {block.format(inside='')} }} {use}"
        for body, is_quiet in ((inside, True), (before, False), (behind, False)):
            text = f"static int k; struct V {{ int x; int operator+(int s) const {{ {body} return x + s; }} }};"
            assert quiet_of(text).is_quiet_operator("+", (Type("V"), Type("int"))) == is_quiet, body
        made = f"static int k; struct V {{ int x; V(int s) : x(k++) {{ {block.format(inside='')} }} }};"
        assert not quiet_of(made).is_value("V")


# What makes, copies or converts an object of K without a name for it; each by one of the functions of K.
MAKING = {
    "a store in a member": ("K k;", "V &operator{sign}(int s) {{ k = s; return *this; }}", "+=", "made"),
    "a store in an array": ("K k[2];", "V &operator{sign}(int s) {{ k[s] = s; return *this; }}", "+=", "made"),
    "an argument": ("K k;", "bool operator{sign}(int s) const {{ return k {sign} s; }}", "==", "made"),
    "one of two": ("K k;", "int operator{sign}(int s) const {{ return (s > 1 ? k : s).v; }}", "+", "made"),
    "what is given back": ("int x;", "K operator{sign}(int s) const {{ return x + s; }}", "+", "made"),
    "what is given back behind": ("int x;", "auto operator{sign}(int s) const -> K {{ return x + s; }}", "+", "made"),
    "a member that is given back": ("K k;", "auto operator{sign}(int s) const {{ return k; }}", "+", "copied"),
    "a parameter without a name": ("int x;", "int operator{sign}(K) const {{ return x; }}", "+", "copied"),
    "a parameter": ("int x;", "int operator{sign}(K k) const {{ return x + k.v; }}", "+", "copied"),
    "a number": ("K k;", "int operator{sign}(int s) const {{ return k {sign} s; }}", "*", "used"),
    "a condition": ("K k;", "int operator{sign}(int s) const {{ if (k) return s; return 0; }}", "*", "used"),
    "the object as a number": ("int x;", "int operator{sign}(int s) const {{ return *this - s; }} operator int() const {{ return x{used}; }}", "*", "used"),
    "a conversion": ("K k;", "int operator{sign}(int s) const {{ return *this - s; }} operator K() const {{ return k; }}", "*", "copied"),
}  # fmt: skip


def _text_of_class(members: str, function: str, sign: str, lively: str) -> str:
    count = {each: "; used++" if each == lively else "" for each in ("made", "copied", "used")}
    head = (
        f"struct K {{ int v; K(int a = 0) : v(a) {{ {count['made']}; }} K(const K &o) : v(o.v) {{ {count['copied']}; }}"
        f" operator int() const {{ {count['used']}; return v; }}"
        " friend bool operator==(const K &a, const K &b) { return a.v == b.v; } };"
    )
    body = function.replace("{sign}", sign).replace("{{", "{").replace("}}", "}")
    return f"{head} struct V {{ {members} {body.replace('{used}', ' + used++' if lively == 'used' else '')} }};"


@pytest.mark.parametrize(("members", "function", "sign", "by"), MAKING.values(), ids=MAKING)
def test_objects_that_an_operator_makes_without_a_name_are_asked_for(
    members: str, function: str, sign: str, by: str
) -> None:
    quiet, lively = (quiet_of(_text_of_class(members, function, sign, each)) for each in ("", by))
    assert quiet.is_quiet_operator(sign, (Type("V"), Type("int")))
    assert not lively.is_quiet_operator(sign, (Type("V"), Type("int")))


ELSEWHERE = {
    "a function by its address": "int operator+(int (*g)(int)) const { return g(x); }",
    "a function by a name for its address": "typedef int (*go)(int); int operator+(go g) const { return g(x); }",
    "a function by reference": "int operator+(int (&g)(int)) const { return g(x); }",
    "a member that is an address": "int (*g)(int); int operator+(int s) const { return g(x); }",
    "a member of that object": "int (*g)(int); int operator+(const V &o) const { return o.g(x); }",
    "an object that becomes an address": "int operator+(Led g) const { return g(x); }",
    "any callable": "template <class F> int operator+(F g) const { return g(x); }",
    "an array": "int operator+(const int t[2]) const { return x + t[0]; }",
    "a reference to an array": "int operator+(const int (&t)[2]) const { return x + t[0]; }",
    "a view": "int operator+(const View &t) const { return x + t.v[0]; }",
    "a view by value": "int operator+(std::span<int> t) const { return x + t[0]; }",
    "a name for a reference": "typedef V &R; int operator+(V &o) const { R r = o; r.x = 1; return x; }",
    "a name for a reference to a number": "using R = int &; int operator+(V &o) const { R r = o.x; r = 1; return x; }",
    "what a method gives": "int *at; int *data() const { return at; } int operator+(int k) const { return data()[k]; }",
    "what a method of the other gives": "int *at; int *data() const { return at; } int operator+(const V &o) const { return o.data()[0]; }",
    "one of two addresses": "int *at; int operator+(int k) const { return (k ? at : at)[k]; }",
    "behind an address": "int *at; int operator+(int k) const { return (at + 1)[k]; }",
    "an address as a subscript": "int *at; int operator+(int k) const { return k[at]; }",
    "views in an array": "std::span<int> at[2]; int operator+(int k) const { return at[0][k]; }",
    "arrays of views": "std::array<std::span<int>, 2> at; int operator+(int k) const { return at[0][k]; }",
    "text": "std::string_view at; int operator+(const V &o) const { return at == o.at; }",
    "text of the library": "const char *at; int operator+(int k) const { return strlen(at); }",
    "a wrapped reference": "std::reference_wrapper<int> at; int operator+(int k) const { return at + k; }",
    "a stream": "int operator+(std::istream &s) const { return s ? x : 0; }",
    "a macro for a member": "int operator+(const V &o) const { return o.FIELD; }",
}


@pytest.mark.parametrize("text", ELSEWHERE.values(), ids=ELSEWHERE)
def test_what_lies_elsewhere_is_not_quiet(text: str) -> None:
    head = (
        "\n#define FIELD x + used++\ntypedef int (*fn)(int); struct Led { operator fn() const; };"
        "static int step(int k) { return k + used++; } Led::operator fn() const { return step; }"
        "struct View { std::span<int> v; };"
    )
    assert not quiet_of(f"{head} struct V {{ int x; {text} }};").is_quiet_operator("+", (Type("V"), Type("V")))


SET_BY = {
    "a sum": "V &operator=(int d) { x = x + d; y = d; return *this; }",
    "what it was": "V &operator=(int d) { y = x; x = d; return *this; }",
    "what it was, by this": "V &operator=(int d) { y = this->x; x = d; return *this; }",
    "a method": "int next() const { return x + 1; } V &operator=(int d) { y = next(); x = d; return *this; }",
    "a way out before": "V &operator=(const V &o) { if (this != &o) { return *this; } x = o.x; y = o.y; return *this; }",
    "a store on the way out": "int operator=(const V &o) { x = o.x; y = o.y; return x = 1; }",
    "a copy with more": "V(const V &o, int k = 0) : x(o.y), y(o.x + k) {}",
}


@pytest.mark.parametrize("text", SET_BY.values(), ids=SET_BY)
def test_an_object_that_keeps_something_of_what_it_was_is_no_value(text: str) -> None:
    assert not quiet_of(f"struct V {{ int x, y; {text} }};").is_value("V")


@pytest.mark.parametrize(
    "around", ["{}", "\n#if 1\n{}\n#endif\n", "struct {{ {} }};", "\n#ifndef N\nstruct {{ {} }};\n#endif\n"]
)
def test_what_members_begin_with_is_read_wherever_they_are_declared(around: str) -> None:
    values = ("1", True), ("(used = used + 1)", False)
    for value, is_value in values:
        member = around.format(f"int x = {value};")
        assert quiet_of(f"struct V {{ {member} V() {{}} }};").is_value("V") == is_value


# Operators of templates do what the types do that these are given.
GENERIC = {
    "a parameter": ("struct V { int x; template <class T> int operator+(T k) const { return x + k; } };", "V", "{}"),
    "a parameter by reference": ("struct V { int x; template <class T> int operator+(const T &k) const { return x + k; } };", "V", "{}"),
    "a part of a parameter": (
        "template <class T> struct W { T y; };"
        "struct V { int x; template <class T> int operator+(const W<T> &o) const { return x + o.y; } };", "V", "W<{}>"),
    "a member": ("template <class T> struct V { T x; int operator+(const V &o) const { return x + o.x; } };", "V<{}>", "V<{}>"),
    "a member alone": ("template <class T> struct V { T x; int operator+(int k) const { return -x; } };", "V<{}>", "int"),
    "outside": ("template <class T> struct V { T x; }; template <class T> int operator+(const V<T> &a, const V<T> &b) { return a.x - b.x; }", "V<{}>", "V<{}>"),
    "a size too": ("template <class T, int N> struct V { T x[N]; int operator+(int k) const { return x[0] - N; } };", "V<{}, SIZE>", "int"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "left", "right"), GENERIC.values(), ids=GENERIC)
def test_an_operator_of_a_template_does_what_its_types_do(text: str, left: str, right: str) -> None:
    quiet = quiet_of(f"struct K {{ int v; operator int() const {{ return v + used++; }} }}; {text}")
    for given, is_quiet in (("int", True), ("K", False)):
        kinds = Type(left.format(given)), Type(right.format(given))
        assert quiet.is_quiet_operator("+", kinds) == is_quiet


def test_of_a_class_in_a_template_it_is_not_told_what_it_is_given() -> None:
    text = "template <class T> struct V { struct I { T x; int operator+(int k) const { return x + k; } }; I in; };"
    assert not quiet_of(text).is_quiet_operator("+", (Type("I"), Type("int")))
    text = "template <class T> struct V { typedef T value; value x; int operator+(int k) const { return x - k; } };"
    assert not quiet_of(text).is_quiet_operator("+", (Type("V<K>"), Type("int")))


LIBRARY = {
    "the library": ("", "return sqrt(x);", True),
    "a pointer": ("static double (*sqrt)(double);", "return sqrt(x);", False),
    "a pointer in a namespace": ("namespace N { static double (*sqrt)(double); }", "return sqrt(x);", False),
    "an object": ("struct F { double operator()(double) const; }; static F sqrt;", "return sqrt(x);", False),
    "a method": ("", "return sqrt(x); } double sqrt(double k) const { used++; return k;", False),
    "a type": ("", "return sqrt(x); } typedef K sqrt; void none() {", False),
    "an argument of the template": ("template <double (*sqrt)(double)>", "return sqrt(x);", False),
    "a member that is a number": ("", "return std::max(max, x); } double max; void none() {", True),
}


@pytest.mark.parametrize(("before", "body", "is_quiet"), LIBRARY.values(), ids=LIBRARY)
def test_a_function_of_the_library_is_known_unless_its_name_is_hidden(before: str, body: str, is_quiet: bool) -> None:
    lively = "struct K { double v; K(double k) : v(k) { used++; } operator double() const { return v; } };"
    text = f"{lively} {before} struct V {{ double x; double operator+(int k) const {{ {body} }} }};"
    base = "V<step>" if before.startswith("template") else "V"
    assert quiet_of(text).is_quiet_operator("+", (Type(base), Type("int"))) == is_quiet


def test_any_type_is_no_type() -> None:
    text = "struct V { int x; int operator+(const auto &k) const { return x + k; } };"
    assert not quiet_of(text).is_quiet_operator("+", (Type("V"), Type("int")))


@pytest.mark.parametrize(
    "members", ["int x = {};", "int y = 1, x = {};", "int x = {}, y = 1;", "int y = 1; int x = {};"]
)
def test_what_each_of_several_members_begins_with_is_read(members: str) -> None:
    for value, is_value in (("1", True), ("used++", False)):
        text = f"{HEAD}struct V {{ {members.format(value)} }}; int a[9]; void f(int n) {{ for (int i = 0; i < n; i++) {{ V t; a[i] = t.x; }} }}"
        outline = Outline(parse(text, name="a.cpp"))
        assert (judge(outline, outline.loops[0]).verdict == "proved") == is_value


# What a parameter has where a call does not say it, by a definition or by a declaration alone.
GIVEN = {
    "a constructor": "struct V {{ int x; V(int a, int b = {value}) : x(a + b) {{}} }};",
    "a constructor elsewhere": "struct V {{ int x; V(int a, int b = {value}); }}; V::V(int a, int b) : x(a + b) {{}}",
    "a method": "struct V {{ int x; V(int a) : x(a + get()) {{}} int get(int b = {value}) const {{ return b; }} }};",
    "a method elsewhere": "struct V {{ int x; V(int a) : x(a + get()) {{}} int get(int b = {value}) const; }}; int V::get(int b) const {{ return b; }}",
    "a function elsewhere": "int get(int a, int b = {value}); struct V {{ int x; V(int a) : x(get(a)) {{}} }}; int get(int a, int b) {{ return a + b; }}",
    "a function of a namespace": (
        "namespace N {{ int get(int a, int b = {value}); }} struct V {{ int x; V(int a) : x(N::get(a)) {{}} }};"
        "int N::get(int a, int b) {{ return a + b; }}"
    ),
}


@pytest.mark.parametrize("text", GIVEN.values(), ids=GIVEN)
def test_what_parameters_have_without_an_argument_is_read(text: str) -> None:
    for value, is_value in (("3", True), ("tick()", False)):
        tick = "static int tick() { return used++; }"
        assert quiet_of(f"{tick} {text.format(value=value)}").is_value("V") == is_value


def test_a_member_is_that_of_the_class_of_its_object() -> None:
    text = "struct W { std::span<int> x; }; struct V { int x; int e[3]; int operator+(const V &o) const { return x + o.x + o.e[0]; } };"
    assert quiet_of(text).is_quiet_operator("+", (Type("V"), Type("V")))
