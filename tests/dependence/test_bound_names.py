"""Names for the members of an object (`auto [u, v] = p[i];`), made anew in each iteration, or once: `static` ones are those of whichever
iteration came first."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <utility>
int a[400], b[400]; struct P { int u, v; }; P p[400]; P made(int k) { return {k, 2}; }
"""
OBJECTS = {
    "an element": "p[i]",
    "an element by reference": "&p[i]",
    "what a function gives": "made(i)",
    "a variable": "z",
    "a variable by reference": "&z",
}


def verdict(words: str, value: str) -> str:
    sign, value = ("&", value[1:]) if value.startswith("&") else ("", value)
    body = f"P z{{i, 2}}; {words} {sign}[u, v] = {value}; a[i] = u + v;"
    outline = Outline(parse(f"{HEAD}int f(int n) {{ for (int i = 0; i < n; i++) {{ {body} }} return 0; }}\n", "a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("words", ["auto", "const auto", "auto const"])
@pytest.mark.parametrize("value", OBJECTS)
def test_names_that_each_iteration_makes_are_its_own(words: str, value: str) -> None:
    assert verdict(words, OBJECTS[value]) == "proved"


@pytest.mark.parametrize(
    "words", ["static auto", "static const auto", "const static auto", "thread_local auto", "static thread_local auto"]
)
@pytest.mark.parametrize("value", OBJECTS)
def test_names_that_are_made_once_are_not(words: str, value: str) -> None:
    assert verdict(words, OBJECTS[value]) not in ("proved", "assumed")


@pytest.mark.parametrize("value", OBJECTS)
def test_volatile_ones_are_read_anew(value: str) -> None:
    assert verdict("volatile auto", OBJECTS[value]) not in ("proved", "assumed")
