"""Code that is broken while somebody types makes one piece of many functions: what is read of it is not remembered, of the functions it is."""

from __future__ import annotations

import pytest
from loopwright.lang import conditions
from loopwright.source import casts, operator_words, pieces, syntax, zeros
from loopwright.source.nodes import LONGEST_KEPT
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

FUNCTION = "int work{n}(int n, int *a) {{ for (int i = 0; i < n; i++) if (a[i]) a[i] = (int)(a[i] + 1); return n; }}\n"
TABLES = {
    "shapes": pieces._shapes,
    "casts": casts._casts,
    "zeros": zeros._found,
    "depths": syntax._depths,
    "conditions": conditions._known,
}


def looked_at(typed: str = "", name: str = "made.c", function: str = FUNCTION) -> None:
    """A file in whose first function somebody types."""
    text = "".join(function.format(n=n) for n in range(100)).replace("return n;", f"{typed} return n;", 1)
    outline = Outline(parse(text.encode(), name), asks_callers=False)
    assert len(outline.loops) == 100
    list(conditions.conditions_in(outline))


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_only_what_comes_again_is_remembered(table: dict[tuple[object, ...], object]) -> None:
    table.clear()
    looked_at()
    assert len(table) >= 100
    for count in range(3):
        looked_at("{ n++;" + "n++;" * count)
    forms = [str(key[1]) for key in table]
    assert max(map(len, forms)) <= LONGEST_KEPT


def test_nor_are_signs_of_operators_that_are_words_which_are_few() -> None:
    """A file of C++ alone has them, and a function without such a word takes no room."""
    table, function = operator_words._found, FUNCTION.replace("if (a[i])", "if (a[i] and n)")
    table.clear()
    looked_at("", "made.cpp", function)
    assert len(table) >= 100
    for count in range(3):
        looked_at("{ n++;" + "n++;" * count, "made.cpp", function)
    assert max(len(key[1]) for key in table) <= LONGEST_KEPT
    table.clear()
    looked_at("", "made.cpp")
    assert not table
