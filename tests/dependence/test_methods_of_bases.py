"""`o.Base::f()` asks the part that an object has of that class, whatever the object's own class calls so."""

from __future__ import annotations

from itertools import product

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# How a call names its method: in which class it is looked for, and what it needs.
CALLS = {
    "t.at(i)": "T",
    "t.T::at(i)": "T",
    "t.B::at(i)": "B",
    "t.A::at(i)": "A",
    "p->at(i)": "T",
    "p->B::at(i)": "B",
    "p->A::at(i)": "A",
    "(*p).B::at(i)": "B",
    "t.Up::at(i)": "B",
    "t.in(i)": "T",
    "t.in_base(i)": "B",
    "t.in_base_by_this(i)": "B",
}
FOLLOWED = ("t.at(i)", "t.T::at(i)", "t.A::at(i)", "p->A::at(i)")
LINEAGE = {"T": ("T", "B", "A"), "B": ("B", "A"), "A": ("A",)}
INSIDE = (
    "{k} in(int k) const {{ return at(k); }} {k} in_base(int k) const {{ return B::at(k); }}"
    " {k} in_base_by_this(int k) const {{ return this->B::at(k); }}"
)


def _method(gives: str, is_apart: bool) -> str:
    index = "k" if is_apart else "k / 2"
    return (
        f"int at(int k) const {{ return {index}; }}" if gives == "int" else f"int &at(int k) {{ return v[{index}]; }}"
    )


def _verdict(apart: dict[str, bool], call: str, gives: str) -> str:
    own = {name: _method(gives, apart[name]) if name in apart else "" for name in "ABT"}
    inside = INSIDE.format(k="int") if gives == "int" else INSIDE.format(k="int &").replace("const", "")
    store = f"a[{call}] = i;" if gives == "int" else f"{call} = i;"
    outline = Outline(
        parse(
            f"struct A {{ int v[900]; {own['A']} }}; struct B : A {{ {own['B']} }}; typedef B Up;"
            f"struct T : B {{ {own['T']} {inside} }}; static T t; int a[900];"
            f"void f(int n) {{ T *p = &t; for (int i = 0; i < n; i++) {{ {store} }} }}",
            name="a.cpp",
        )
    )
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("gives", ["int", "int &"])
@pytest.mark.parametrize("call", CALLS)
def test_the_method_of_the_class_that_is_named_is_asked(call: str, gives: str) -> None:
    verdicts = []
    for apart_base, apart_own in product((False, True), repeat=2):
        apart = {"A": apart_base, "T": apart_own}
        meant = next(name for name in LINEAGE[CALLS[call]] if name in apart)
        verdicts.append((apart[meant], _verdict(apart, call, gives)))
    assert all(is_apart for is_apart, verdict in verdicts if verdict == "proved"), verdicts
    assert all(not is_apart for is_apart, verdict in verdicts if verdict == "refuted"), verdicts
    if call in FOLLOWED:
        assert all((verdict == "proved") == is_apart for is_apart, verdict in verdicts), verdicts


@pytest.mark.parametrize("call", ["Near::at(k)", "this->Near::at(k)"])
@pytest.mark.parametrize("alias", ["using Near = B;", "typedef B Near;"])
def test_another_name_of_the_class_hides_one_of_the_file(call: str, alias: str) -> None:
    text = f"""struct Near {{ int at(int k) const {{ return k; }} }}; struct B {{ int at(int k) const {{ return k / 2; }} }};
    struct T : B {{ {alias} int at(int k) const {{ return k; }} int in(int k) const {{ return {call}; }} }}; int a[900];
    void f(int n) {{ T t; for (int i = 0; i < n; i++) {{ a[t.in(i)] = i; }} }}"""
    outline = Outline(parse(text, name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict != "proved"
