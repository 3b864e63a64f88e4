"""Elements of objects of class templates: what the parameters are given says what is touched, as in a class without parameters."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CLASSES = """\
#include <vector>
template <typename T> class Matrix {
  std::vector<T> data_;
public:
  int nx, ny;
  T &operator()(int i, int j) { return data_[i * ny + j]; }
  const T &operator()(int i, int j) const { return data_[i * ny + j]; }
  T at(int i) const { return data_[i]; }
};
template <typename T, int N> struct Few { T x[N]; T &operator[](int i) { return x[i]; } };
template <typename T> class Table {
  std::vector<T> data_;
public:
  T &operator()(int i, int j) { return data_[i * 20 + j]; }
  T operator()(int i, int j) const { return data_[i * 20 + j]; }
};
struct Lively { int *count; Lively &operator=(const Lively &o) { ++*o.count; return *this; } };
struct Field {
  Matrix<double> t;
  double &operator()(int i, int j) { return t(i, j); }
  const double &operator()(int i, int j) const { return t(i, j); }
};
using Real = double;
using Grid = Matrix<Real>;
"""
INDEPENDENT = {
    "an object": "void f(Matrix<double> &a, const Matrix<double> &b, int n) { for (int i = 1; i < n; i++) a(i, 0) = b(i - 1, 0) + b(i, 0); }",
    "a nest": "void f(Matrix<float> &a, int n) { for (int i = 0; i < a.nx; i++) for (int j = 0; j < a.ny; j++) a(i, j) = i; }",
    "by an alias": "void f(Grid &a, int n) { for (int i = 0; i < n; i++) a(i, 0) *= 2; }",
    "inside of another": "void f(Field &a, const Field &b, int n) { for (int i = 1; i < n; i++) a(i, 0) = b(i - 1, 0) + b(i + 1, 0); }",
    "with a number": "void f(Few<double, 8> &a) { for (int i = 0; i < 8; i++) a[i] = i; }",
    "of what may give a copy": "void f(Table<double> &a, const Table<double> &b, int n) { for (int i = 1; i < n; i++) a(i, 0) = b(i - 1, 0); }",
    "of what may give a copy, in a class": "struct Held { Table<float> t; void f(int n) { for (int i = 0; i < n; i++) t(i, 0) = 2; } };",
    "by value": "double f(const Matrix<float> &a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a.at(i); return s; }",
}  # fmt: skip
DEPENDENT = {
    "the one before": "void f(Matrix<double> &a, int n) { for (int i = 1; i < n; i++) a(0, i) = a(0, i - 1); }",
    "inside of another": "void f(Field &a, int n) { for (int i = 1; i < n; i++) a(0, i) = a(0, i - 1) + 1; }",
    "of what may give a copy": "void f(Table<double> &a, int n) { for (int i = 1; i < n; i++) a(i, 0) = a(i - 1, 0); }",
    "with a number": "void f(Few<int, 8> &a) { for (int i = 1; i < 8; i++) a[i] += a[i - 1]; }",
}
UNKNOWN = {
    "of what counts": "void f(Matrix<Lively> &a, int n) { for (int i = 0; i < n; i++) a(i, 0) = a(i, 1); }",
    "of a copy that counts": "void f(Table<Lively> &a, int n) { for (int i = 0; i < n; i++) a(i, 0) = a(i, 1); }",
    "in a template": "template <typename U> void f(Matrix<U> &a, int n) { for (int i = 0; i < n; i++) a(i, 0) = a(i, 0) + a(i, 0); }",
}


def verdict(function: str) -> str:
    outline = Outline(parse(CLASSES + function + "\n", name="a.cpp", language="cpp"), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", INDEPENDENT)
def test_elements_are_told_apart(name: str) -> None:
    assert verdict(INDEPENDENT[name]) in ("proved", "assumed")


@pytest.mark.parametrize("name", DEPENDENT)
def test_the_same_element_is_seen(name: str) -> None:
    assert verdict(DEPENDENT[name]) == "refuted"


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_elements_do_when_they_are_copied_is_not_forgotten(name: str) -> None:
    assert verdict(UNKNOWN[name]) == "unknown"


CAST = "template <{}> void f({}int n) {{ for (int i = 0; i < n; i++) {} }}"
A_CLASS = "struct Counts { static int made; Counts(int) { ++made; } };\n"


def _first(code: str) -> str:
    outline = Outline(parse(code, name="a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("parameter", ["class T", "typename T", "class T = double", "int N, class T"])
def test_a_type_of_the_template_that_is_called_converts(parameter: str) -> None:
    code = CAST.format(parameter, "T *__restrict a, ", "a[i] = T(i) + T(0.5) * i;")
    assert _first(code) == "proved"


@pytest.mark.parametrize(
    ("before", "parameter", "given", "body"),
    [
        ("", "class T", "T *__restrict a, ", "a[0] = T(i);"),
        ("", "class T", "T *__restrict a, ", "a[(int)T(i)] = i;"),
        (A_CLASS, "class T", "T *__restrict a, ", "a[i] = T(i);"),
        ("", "double (*T)(int)", "double *__restrict a, ", "a[i] = T(i);"),
        ("", "template <class> class T", "double *__restrict a, ", "a[i] = T(i);"),
        ("", "class T", "T t, double *__restrict a, ", "a[i] = t(i);"),
        ("double T(int &); template <class T> struct S {};\n", "class U", "U *__restrict a, ", "a[i] = T(i);"),
    ],
)
def test_what_is_no_such_type_does_not(before: str, parameter: str, given: str, body: str) -> None:
    code = before + CAST.format(parameter, given, body)
    assert _first(code) != "proved"


def test_a_default_is_no_name_of_a_parameter() -> None:
    code = "template <class T = double> struct S { T x; double y; };\n"
    loop = "for (int i = 0; i < n; i++) d[i] = s->y + 1;"
    assert _first(f"{code}void f(S<float> *s, double *d, int n) {{ {loop} }}") == "assumed"


# A class made from what its parameter stands for has the members of that, by whatever name it is reached.
MIXED = (
    "struct Rows { int *at; double *value; int k; double same[40]; }; struct Sized { int n; }; template <class Data> struct Grid : Sized, Data { int own; }; "
    "typedef Rows Other; using Named = Grid<Rows>; typedef Rows *Address; double *q;\n"
)
REACHED = {
    "a reference": "Grid<Rows> &c", "another name": "Named &c", "a parameter's other name": "Grid<Other> &c", "a pointer": "Named *p",
    "a smart pointer": "std::unique_ptr<Named> &p", "a shared one": "std::shared_ptr<Grid<Rows>> p", "one by another name": "std::unique_ptr<Other> &p",
}  # fmt: skip
MEETING = {
    "its base by reference": "void f(Named &c, int n) { Rows &d = c; for (int i = 0; i < n; i++) c.same[i] = d.same[i + 1]; }",
    "its base by address": "void f(Named &c, int n) { Rows *d = &c; for (int i = 0; i < n; i++) d->value[i] = c.value[i + 1]; }",
    "an address before": "void f(Named &c, int n) { double *d = c.value; for (int i = 0; i < n; i++) c.value[i] = d[i + 1]; }",
    "the member is set": "void f(Named &c, int n) { for (int i = 0; i < n; i++) { c.value = q + i; c.value[0] = q[i + 1]; } }",
    "a subscript is set": "void f(Named &c, Rows *d, int *a, int n) { for (int i = 0; i < n; i++) { d->k = i; a[c.k] = i; } }",
    "one is for all": "void f(Grid<Rows> *c, int n) { for (int i = 0; i < n; i++) { c->k = i; c->value[i] = c->k; c->own = c->k; } }",
    "the pointer is set": "void f(std::unique_ptr<Other> &c, int n) { for (int i = 0; i < n; i++) { c->value++; *c->value = *(c->value - 1); } }",
    "a pointer's pointer": "void f(std::unique_ptr<Address> &c, int n) { for (int i = 0; i < n; i++) (*c)->value[0] = i; }",
    "another class": "template <> struct Grid<Rows> { double *value[1]; }; void f(Grid<Rows> &c, int n) { for (int i = 0; i < n; i++) c.value[0][0] = i; }",
}  # fmt: skip


def _verdict_of_mixed(function: str) -> str:
    outline = Outline(parse(MIXED + function + "\n", name="a.cpp", language="cpp"), None, lambda: ())
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("way", REACHED)
def test_members_of_what_a_parameter_stands_for(way: str) -> None:
    access = "c." if REACHED[way].endswith("c") else "p->"
    function = f"void f({REACHED[way]}, int n) {{{{ for (int i = 1; i < n; i++) {access}value[i] = {{}}; }}}}"
    assert _verdict_of_mixed(function.format(f"{access}k")) in ("proved", "assumed")
    assert _verdict_of_mixed(function.format(f"{access}value[i - 1]")) == "refuted"


@pytest.mark.parametrize("name", MEETING)
def test_it_is_the_same_memory(name: str) -> None:
    assert _verdict_of_mixed(MEETING[name]) not in ("proved", "assumed")
