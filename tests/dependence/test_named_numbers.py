"""A type that is called as numbers are is a number, but not where a class in sight has that name."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

NAMES = ("num_t", "real", "Scalar", "Index", "i32", "value_type", "Float")
STORES = ("a[i] = 1;", "a[i] = NAME(1);", "a[i] = b;", "NAME t = b; a[i] = t;", "a[i] += 1;")


def verdict(text: str) -> str:
    outline = Outline(parse(text, "a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("store", STORES)
def test_a_class_of_that_name_runs_its_own_code(name: str, store: str) -> None:
    members = "double v; NAME(int); NAME(const NAME &); NAME &operator=(const NAME &); NAME &operator+=(int);"
    loop = f"void f(NAME *a, NAME b, int n) {{ for (int i = 0; i < n; i++) {{ {store} }} }}"
    assert verdict(f"struct NAME {{ {members} }};\n{loop}".replace("NAME", name)) in ("unknown", "assumed")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("said", ["typedef double NAME;", "struct NAME { double v; };"])
def test_a_number_or_a_plain_struct_of_that_name_does_not(name: str, said: str) -> None:
    loop = "void f(NAME *a, NAME b, int n) { for (int i = 0; i < n; i++) a[i] = b; }"
    assert verdict(f"{said}\n{loop}".replace("NAME", name)) == "proved"
