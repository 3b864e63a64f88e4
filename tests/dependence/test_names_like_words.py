"""`true` and `false` are names in C, of which a program may make anything."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

# What declares the name, at file level, among parameters and in the function; and whether it is 1 then.
DECLARED = {
    "nothing": ("", "", "", True),
    "a macro": ("#define true 1", "", "", True),
    "another macro": ("#define true 0", "", "", False),
    "an enumerator": ("enum { false, true };", "", "", True),
    "another enumerator": ("enum { true, false };", "", "", False),
    "a variable of the file": ("int true;", "", "", False),
    "a parameter": ("", "int true, ", "", False),
    "a variable": ("", "", "int true = n > 3;", False),
}


@pytest.mark.parametrize(("before", "parameter", "inside", "is_one"), DECLARED.values(), ids=DECLARED)
def test_a_name_of_c_is_what_the_file_makes_of_it(before: str, parameter: str, inside: str, is_one: bool) -> None:
    text = f"{before}\nint a[900]; void f({parameter}int n) {{ {inside} for (int i = 0; i < n; i++) a[i * true] = i; }}"
    outline = Outline(parse(text, name="a.c"))
    assert (judge(outline, outline.loops[0]).verdict == "proved") == is_one


def test_in_cpp_it_is_a_word() -> None:
    outline = Outline(parse("int a[9]; void f(int n) { for (int i = 0; i < n; i++) a[i * true] = i; }", name="a.cpp"))
    assert judge(outline, outline.loops[0]).verdict == "proved"
