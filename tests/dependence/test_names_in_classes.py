"""In a function of a class a name means what the class, its bases and the classes around it have; the file's own is behind them."""

from __future__ import annotations

from itertools import product

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

OF_FILE = ("enum { W = 3 };", "const int W = 3;", "constexpr int W = 3;")
IN_CLASS = ("enum { W = 0 };", "static const int W = 0;", "static constexpr int W = 0;", "int W;")
# Where a class has the name: `{}` stands there; the loop is in `run` of `G`.
HOMES = {
    "own": "struct G {{ {} RUN }};",
    "base": "struct A {{ {} }}; struct G : A {{ RUN }};",
    "base of the base": "struct A {{ {} }}; struct B : A {{ }}; struct G : public B {{ RUN }};",
    "second base": "struct A {{ }}; struct B {{ {} }}; struct G : A, B {{ RUN }};",
    "class around": "struct O {{ {} struct G {{ RUN }}; }};",
    "base of the class around": "struct A {{ {} }}; struct O : A {{ struct G {{ RUN }}; }};",
}
UNSEEN = {
    "type of an object": "struct A { enum { W = 0 }; } one; struct G : decltype(one) { RUN };",
    "type of an object among others": "struct A { enum { W = 0 }; } one; struct B { }; struct G : public decltype(one), B { RUN };",
    "own": "struct G : Far { RUN };",
    "base": "struct A : Far { }; struct G : A { RUN };",
    "class around": "struct O : Far { struct G { RUN }; };",
    "macro with a sign": "struct G { FIELDS(W); RUN };",
    "macro like a function": "struct G { FIELDS(W) RUN };",
    "macro in front": "struct G { FIELDS RUN };",
    "macro alone": "struct G { FIELDS; RUN };",
    "macro behind it": "struct G { RUN FIELDS(W); };",
    "macro in a base": "struct A { FIELDS(W); }; struct G : A { RUN };",
    "macro in the class around": "struct O { FIELDS(W); struct G { RUN }; };",
    "macro in one build": "struct G {\n#if FAR\nFIELDS(W);\n#endif\nRUN };",
    "included file": 'struct G {\n#include "members.inc"\nRUN };',
    "file included in a base": 'struct A {\n#include "members.inc"\n}; struct G : A { RUN };',
    "file included among values": 'struct G { enum {\n#include "values.inc"\n}; RUN };',
    "values of an enumeration": "struct G { using enum Far; RUN };",
}
SEEN = {
    "no base": "struct G { RUN };",
    "empty base": "struct A { }; struct G : A { RUN };",
    "base of the library": "struct G : std::true_type { RUN };",
    "other class": "struct A { enum { W = 0 }; }; struct G { RUN };",
    "macro in sight": "#define FIELDS(x) int k;\nstruct G { FIELDS(0) RUN };",
    "macro of another class": "struct A { FIELDS(W); }; struct G { RUN };",
    "constructor": "struct G { G(); G(int); ~G(); operator int() const; Far (*f)(int); Far<int> x; RUN };",
    "parameter": "template <class T> struct G : T { RUN };",
    "made from a parameter": "template <class T> struct G : Far<T> { RUN };",
}
RUN = "double *a; void run(int n) { for (int i = 0; i < n; i++) a[i * W] = i; }"


def _verdict(of_file: str, classes: str, run: str = RUN) -> str:
    outline = Outline(parse(f"{of_file}\n{classes.replace('RUN', run)}\n", "a.cpp", "cpp"))
    return judge(outline, outline.loops[-1]).verdict


@pytest.mark.parametrize("home", HOMES)
def test_the_class_hides_the_file(home: str) -> None:
    for of_file, in_class in product(OF_FILE, IN_CLASS):
        if home.endswith("around") and in_class == "int W;":
            continue  # no object of it is there
        assert _verdict(of_file, HOMES[home].format(in_class)) != "proved", (of_file, in_class)


@pytest.mark.parametrize("home", UNSEEN)
def test_a_base_out_of_sight_may_hide_it(home: str) -> None:
    for of_file in OF_FILE:
        assert _verdict(of_file, UNSEEN[home]) != "proved", of_file
    arrays = "void run(int n) { for (int i = 0; i < n; i++) A[i] = B[i + 1]; }"
    assert _verdict("double A[99], B[99];", UNSEEN[home], arrays) == "unknown"


@pytest.mark.parametrize("home", SEEN)
def test_what_nothing_hides_is_the_file_s(home: str) -> None:
    for of_file in OF_FILE:
        assert _verdict(of_file, SEEN[home]) == "proved", of_file


def test_a_macro_is_put_in_before_names_are_looked_for() -> None:
    assert _verdict("#define W 3", UNSEEN["own"]) == "proved"
