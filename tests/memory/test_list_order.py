"""Lists of a directive name their variables in the order of the project's other lists, else of the declarations."""

from __future__ import annotations

import random

import pytest
from loopwright.memory.list_order import ListOrder, list_order
from loopwright.memory.places import examples_in
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TEXT = """void f(int n, double *d, double *c, double *b, double *a) {
#pragma acc parallel loop present(c, a[0:n]) copyin(b)
for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
#pragma acc parallel loop present(c, b, a)
for (int i = 0; i < n; i++) c[i] = a[i] * b[i];
#pragma acc parallel loop present(a, b)
for (int i = 0; i < n; i++) a[i] = b[i];
#pragma acc parallel loop present(a, b)
for (int i = 0; i < n; i++) a[i] = -b[i];
}
"""


def order(declared: dict[str, int]) -> ListOrder:
    return list_order(examples_in(Outline(parse(TEXT, language="c")), "f.c"), declared)


@pytest.mark.parametrize("start", ["abcd", "dcba", "bdac"])
def test_other_lists_decide_then_declarations(start: str) -> None:
    assert order({"d": 1, "c": 2, "b": 3, "a": 4}).sorted(start) == ["d", "c", "a", "b"]


def test_what_nothing_is_known_of_keeps_its_place_behind_the_others() -> None:
    assert order({"x": 3}).sorted(["z", "y", "b", "x", "c"]) == ["x", "z", "y", "c", "b"]
    assert ListOrder().sorted(["z", "y", "x"]) == ["z", "y", "x"]


def test_every_order_holds_the_same_names_also_where_lists_contradict_one_another() -> None:
    chance = random.Random(5)
    names = [f"v{n}" for n in range(9)]
    for _ in range(300):
        before = {(a, b): chance.randrange(3) for a in names for b in names if a != b and chance.random() < 0.4}
        known = ListOrder(before, {n: chance.randrange(20) for n in names if chance.random() < 0.6})
        assert sorted(known.sorted(names)) == names


def test_a_list_that_agrees_with_itself_is_its_own_order() -> None:
    chance = random.Random(6)
    for _ in range(50):
        names = chance.sample([f"v{n}" for n in range(12)], 6)
        pairs = {(a, b): 1 for i, a in enumerate(names) for b in names[i + 1 :]}
        shuffled = chance.sample(names, 6)
        assert ListOrder(pairs, {n: chance.randrange(9) for n in names}).sorted(shuffled) == names
