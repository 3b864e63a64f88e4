"""Members of classes that hold memory of their own: what is stored in them decides, wherever that stands."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

STEP = """
    void step() {
        for (int i = 1; i < n_ - 1; i++) b_[i] = a_[i - 1] + a_[i + 1];
    }
"""
OF_TEMPLATE = """
    void step() {
        const int n = n_;
        T *a = this->a_, *b = this->b_;
        for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
    }
"""
FRESH = "Field(int n) : n_(n), a_(new double[n]), b_(new double[n]) {}"


def field(constructor: str = FRESH, more: str = "", members: str = "int n_; double *a_, *b_;", before: str = "") -> str:
    """A class with a loop that writes one member's memory and reads another's."""
    return f"{before}\nclass Field {{\npublic:\n{constructor}\n{more}\n{STEP}\nprivate:\n{members}\n}};\n"


def verdict(code: str, name: str = "field.cpp") -> str:
    """The verdict on the loop of `step`."""
    outline = Outline(parse("#include <utility>\n#include <cstdlib>\n" + code, name=name, language="cpp"))
    (function,) = [each for each in outline.functions if each.name.endswith("step")]
    loop = next(loop for loop in outline.loops if function.span.contains(loop.span))
    return judge(outline, loop).verdict


OWN = {
    "made in the list": field(),
    "made in the list, in braces": field("Field(int n) : n_{n}, a_{new double[n]}, b_{new double[n]()} {}"),
    "made in the body": field("Field(int n) { n_ = n; a_ = new double[n]; b_ = new double[n]; }"),
    "of malloc": field(
        "Field(int n) : n_(n) { a_ = (double *)malloc(n * sizeof(double)); b_ = static_cast<double *>(std::calloc(n, 8)); }"
    ),
    "nothing at first": field("Field() {}", "void make(int n) { n_ = n; a_ = new double[n]; b_ = new double[n]; }",
                              "int n_ = 0; double *a_ = nullptr, *b_ = nullptr;"),
    "released": field(more="~Field() { delete[] a_; delete[] b_; a_ = b_ = nullptr; }"),
    "exchanged": field(more="void flip() { std::swap(a_, b_); }"),
    "exchanged by hand": field(more="void flip() { double *t = a_; a_ = b_; b_ = t; }"),
    "three in a row": field("Field(int n) : n_(n), a_(new double[n]), b_(new double[n]), c_(new double[n]) {}",
                            "void turn() { double *t = a_; a_ = b_; /* then */ b_ = c_; c_ = t; }", "int n_; double *a_, *b_, *c_;"),
    "moved": field(more="Field(Field &&o) : n_(o.n_), a_(std::exchange(o.a_, nullptr)), b_(o.b_) { o.b_ = nullptr; }"),
    "grown": field(
        more="void grow(int n) { double *t = new double[n]; for (int i = 0; i < n_; i++) t[i] = a_[i]; delete[] a_; a_ = t; n_ = n; }"
    ),
    "looked at": field(more="double *data() { return a_; } bool empty() const { return !a_ || b_ == nullptr; }"),
    "given to a function": field(more="double sum() { return total(a_, n_); }", before="double total(const double *x, int n);\n"
                                 "double total(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }"),
    "another class has the name": field(before="struct Other { double *a_; void set(double *x) { a_ = x; } };"),
    "named in a function's parameters": field(more="void get(double const *&a_, double *b_) const;")
    + "void Field::get(double const *&a, double *b) const { a = a_; }",
    "named in what a macro quotes": field(before='#define USAGE "-a_ -b_"'),
    "private without a word": f"class Field {{\nint n_; double *a_, *__restrict b_;\npublic:\n{FRESH}\n{STEP}\n}};\n",
    "of a template": "template <class T> class Field {\npublic:\nField(int n);\nvoid step();\nprivate:\nint n_; T *__restrict a_; T *b_;\n};\n"
    "template <class T> Field<T>::Field(int n) : n_(n) { this->a_ = new T[n]; this->b_ = new T[n]; }\n"
    + OF_TEMPLATE.replace("void step", "template <class T> void Field<T>::step").lstrip(),
    "seen by a device": field(more="double *there() { return (double *)acc_deviceptr(a_); }", before="#include <openacc.h>"),
    "taken from another object of a template": f"template <class T> class Field {{\npublic:\n{FRESH.replace('double', 'T')}\n"
    f"Field(Field<T> &&o) : n_(o.n_), a_(o.a_), b_(o.b_) {{ o.a_ = o.b_ = nullptr; }}\n{OF_TEMPLATE}\nprivate:\nint n_; T *a_, *b_;\n}};\n",
    "defined outside": field("Field(int n);") + "Field::Field(int n) : n_(n), a_(new double[n]), b_(new double[n]) {}",
}  # fmt: skip
SHARED = {
    "one address for both": field("Field(int n) : n_(n), a_(new double[n]), b_(a_) {}"),
    "given by the caller": field("Field(double *a, double *b, int n) : n_(n), a_(a), b_(b) {}"),
    "one assigned to the other": field(more="void same() { b_ = a_; }"),
    "one fresh address for both": field("Field(int n) : n_(n) { a_ = b_ = new double[n]; }"),
    "a fresh variable for both": field("Field(int n) : n_(n) { double *t = new double[n]; a_ = t; b_ = t; }"),
    "one block in two halves": field("Field(int n) : n_(n), a_(new double[2 * n]) { b_ = a_ + n / 2; }"),
    "an address of the member": field(more="double **where() { return &a_; }"),
    "a reference to the member": field(more="double *&where() { return a_; }"),
    "a local reference": field(more="void set(double *x) { double *&r = a_; r = x; }"),
    "a lambda's reference": field(more="void set(double *x) { auto f = [&p = a_](double *y) { p = y; }; f(x); }"),
    "a reference as an argument": field(more="void set(double *x) { put(a_, x); }",
                                        before="inline void put(double *&to, double *x) { to = x; }"),
    "any function as an argument": field(more="void set(double *x) { put(a_, x); }", before="template <class T> void put(T &&to, double *x);"),
    "moved along": field(more="void next() { a_++; }"),
    "moved on by a number": field(more="void next() { a_ += 3; }"),
    "an exchange with another object's other member": field(more="void take(Field &o) { std::swap(a_, o.b_); }"),
    "exchanged, and taken from others": field(more="void take(Field &o) { a_ = o.a_; } void flip() { std::swap(a_, b_); }"),
    "half an exchange": field(more="void flip() { double *t = a_; a_ = b_; }"),
    "an exchange of something else": field(more="void flip(double *x) { double *t = x; a_ = b_; b_ = t; }"),
    "a friend that is seen": field(more="friend void set(Field &f, double *x);") + "void set(Field &f, double *x) { f.a_ = f.b_ = x; }",
    "a method that is not in sight": field(more="void set(double *x);"),
    "a macro": field(more="void set(double *x) { SET(x); }", before="#define SET(x) b_ = a_"),
    "taken from members of another class": field("Field(Raw &r, int n) : n_(n), a_(r.a_), b_(r.b_) {}", before="struct Raw { double *a_, *b_; };"),
    "assigned from members of another class": field(more="void set(const Raw &r) { a_ = r.a_; b_ = r.b_; }", before="struct Raw { double *a_, *b_; };"),
    "exchanged with members of another class": field(more="void take(Raw &r) { std::swap(a_, r.a_); std::swap(b_, r.b_); }",
                                                     before="struct Raw { double *a_, *b_; };"),
    "taken out of another class": field(more="void take(Raw &r) { a_ = std::exchange(r.a_, nullptr); b_ = std::move(r.b_); }",
                                        before="struct Raw { double *a_, *b_; };"),
    "taken from what is not known": field(more="template <class S> void take(S &r) { a_ = r.a_; b_ = r.b_; }"),
    "a method of a template that is another one for a type": "template <class T> class Field {\npublic:\nField(int n);\nvoid step();\nvoid set(T *x);\n"
    "private:\nint n_; T *a_; T *b_;\n};\ntemplate <class T> Field<T>::Field(int n) : n_(n), a_(new T[n]), b_(new T[n]) {}\n"
    "template <class T> void Field<T>::set(T *x) {}\ntemplate <> void Field<double>::set(double *x);\n"
    + OF_TEMPLATE.replace("void step", "template <class T> void Field<T>::step").lstrip(),
    "another member over it": field(more="void set(double *p) { q_ = p; }", members="int n_; union { double *a_; double *q_; }; double *b_;"),
    "placement": field("Field(int n, char *at) : n_(n), a_(new (at) double[n]), b_(new (at) double[n]) {}"),
    "a cast to a reference": field(more="void set(double *x) { (double *&)a_ = x; reinterpret_cast<double *&>(b_) = x; }"),
    "either": field(more="void set(bool c, double *x) { (c ? a_ : b_) = x; }"),
    "a pointer to members": field(more="void set(double *x) { double *Field::*p = &Field::a_; this->*p = x; }"),
    "set by an element of a list": field(more="void set(double *x) { for (double **p : {&a_, &b_}) *p = x; }"),
    "a temporary that was given away": field(
        more="void grow(int n) { double *t = new double[n]; keep(t); a_ = t; } void keep(double *t) { b_ = t; }"
    ),
    "a public member of a struct without a constructor": "struct Field { int n_; double *a_, *b_;" + STEP + "};",
}  # fmt: skip


@pytest.mark.parametrize("code", OWN.values(), ids=OWN.keys())
def test_members_that_hold_memory_of_their_own_are_apart(code: str) -> None:
    assert verdict(code) == "proved"


@pytest.mark.parametrize("code", SHARED.values(), ids=SHARED.keys())
def test_members_that_may_share_memory_are_not(code: str) -> None:
    assert verdict(code) == "assumed"


def test_members_that_a_call_shows_to_share_memory_are_not_assumed_apart() -> None:
    """A list in braces gives both one array."""
    code = "struct Field { int n_; double *a_, *b_;" + STEP + "};\n"
    assert verdict(code + "void use(double *x) { Field f = {8, x, x + 1}; f.step(); }") == "unknown"


def test_members_of_two_objects_are_apart_if_they_were_never_exchanged() -> None:
    more = "void from(const Field &o) { for (int i = 0; i < n_ - 1; i++) b_[i] = o.a_[i + 1]; }"
    code = field(more=more).replace(STEP, "")
    assert verdict(code.replace("from", "step")) == "proved"
    assert (
        verdict(code.replace("from", "step").replace("private:", "void flip() { std::swap(a_, b_); }\nprivate:"))
        == "assumed"
    )


def test_a_header_does_not_show_who_sets_public_members() -> None:
    code = (
        "struct Field { Field(int n) : n_(n), a_(new double[n]), b_(new double[n]) {}"
        + STEP
        + "int n_; double *a_, *b_; };"
    )

    def of(name: str) -> str:
        outline = Outline(parse(code, name=name, language="cpp"))
        return judge(outline, outline.loops[0]).verdict

    assert of("field.cpp") == "proved"
    assert of("field.hpp") == "assumed"


def test_a_header_shows_all_that_sets_private_members() -> None:
    assert verdict(field(), "field.hpp") == "proved"
    assert verdict(field(more="friend class Other;"), "field.hpp") == "assumed"
    assert verdict(field(more="void set(double *x);"), "field.hpp") == "assumed"


COPY = """
void step(Field &y, const Field &x) {
    for (int i = 0; i < x.length(); i++) y[i] = x[i] + 1;
}
"""
ACCESS = "double &operator[](int i) { return p_[i]; }\ndouble operator[](int i) const { return p_[i]; }\nint length() const { return n_; }\n"


def wrapper(more: str = "", head: str = "Field(int n) : n_(n), p_(new double[n]) {}", before: str = "") -> str:
    """A class that shows the elements behind its only pointer, and a loop over two objects."""
    return f"{before}\nclass Field {{\npublic:\n{head}\n{ACCESS}\n{more}\nprivate:\nint n_; double *p_;\n}};\n{COPY}"


ONE_OR_TWO = {
    "never handed on": wrapper("~Field() { delete[] p_; }"),
    "copied with the object": wrapper() + "Field twice(Field f) { Field g = f; return g; }",
    "taken from another one": wrapper("Field(const Field &o) : n_(o.n_), p_(o.p_) {}"),
    "exchanged": wrapper("void swap(Field &o) { std::swap(p_, o.p_); }"),
    "made anew": wrapper("void init(int n) { delete[] p_; p_ = nullptr; p_ = new double[n]; n_ = n; }"),
}  # fmt: skip
OVERLAPPING = {
    "a part of another one": wrapper("Field from(int k) { Field f(0); f.p_ = p_ + k; return f; }"),
    "given": wrapper("Field(double *p, int n) : n_(n), p_(p) {}"),
    "given by a static function": wrapper("static Field over(double *p, int n) { Field f(0); f.p_ = p; f.n_ = n; return f; }"),
    "moved along": wrapper("void next() { p_++; }"),
    "a neighbour": wrapper().replace("x[i] + 1", "x[i + 1]"),
    "a public pointer": wrapper().replace("private:", "").replace("Field(int n) : n_(n), p_(new double[n]) {}", ""),
    "of another class": wrapper("Field(const Raw &r) : n_(r.n_), p_(r.p_) {}", before="struct Raw { int n_; double *p_; };"),
    "from a place of its own": wrapper("void skip() { k_ = 1; }\nint k_ = 0;").replace("return p_[i]", "return p_[i + k_]"),
    "a friend": wrapper("friend class Other;"),
    "another member over it": wrapper("void set(double *p) { q_ = p; }").replace("double *p_;", "union { double *p_; double *q_; };"),
    "a base that others know": wrapper().replace("class Field {", "struct Base { double *p_; };\nclass Field : public Base {").replace("double *p_;\n", "\n"),
}  # fmt: skip


@pytest.mark.parametrize("code", ONE_OR_TWO.values(), ids=ONE_OR_TWO.keys())
def test_two_objects_share_all_that_a_member_leads_to_or_nothing(code: str) -> None:
    assert verdict(code, "field.hpp") == "proved"


@pytest.mark.parametrize("code", OVERLAPPING.values(), ids=OVERLAPPING.keys())
def test_two_objects_may_share_a_part(code: str) -> None:
    assert verdict(code, "field.hpp") in ("assumed", "unknown")
