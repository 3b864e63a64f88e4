"""Functions of the library that give an address of what they are given: where it leads to is known."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

BEHIND = {
    "launder": "std::launder(a + 1)",
    "addressof": "std::addressof(a[1])",
    "addressof an element on": "std::addressof(a[0]) + 1",
    "next": "std::next(a)",
    "next by a number": "std::next(a, 1)",
    "prev": "std::prev(a + 2)",
    "to_address": "std::to_address(a + 1)",
    "assume_aligned": "std::assume_aligned<4>(a + 1)",
    "the compiler's": "__builtin_assume_aligned(a + 1, 4)",
    "one in another": "std::launder(std::next(std::addressof(a[0])))",
}


def verdict(text: str) -> str:
    outline = Outline(parse(text, language="cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("address", BEHIND.values(), ids=BEHIND)
def test_an_element_further_on_is_one_of_the_same_array(address: str) -> None:
    text = f"void f(int *a, int n) {{ int *b = {address}; for (int i = 0; i < n; i++) b[i] = a[i] + 1; }}"
    assert verdict(text) == "refuted"
    assert verdict(text.replace("a[i] + 1", "i")) == "proved"


@pytest.mark.parametrize("address", BEHIND.values(), ids=BEHIND)
def test_in_each_iteration_it_is_an_element_of_its_own(address: str) -> None:
    each = address.replace("a[", "a[i + ").replace("(a", "(a + i").replace("a + i[", "a[")
    text = f"void f(int *a, int n) {{ for (int i = 0; i < n; i++) {{ int *b = {each}; *b = i; }} }}"
    assert verdict(text) == "proved"
    assert verdict(text.replace("*b = i", "*b = a[i] + 1")) == "refuted"


def test_a_function_of_the_project_is_another() -> None:
    text = "int *next(int *p); void f(int *a, int n) { int *b = next(a); for (int i = 0; i < n; i++) b[i] = a[i] + 1; }"
    assert verdict(text) in ("assumed", "unknown")
    own = "int *next(int *p) { return p; } void f(int *a, int n) { int *b = next(a); for (int i = 0; i < n; i++) b[i] = a[i]; }"
    assert verdict(own) == "proved"
