"""What statements assign, jump and fetch is kept with them, and is asked for without a hash of all that is in them."""

from __future__ import annotations

from typing import Any

import pytest
from loopwright.residence import ir, scan
from loopwright.source.text import Span

AT = Span(0, 1)


class Unhashable(list[int]):
    """Stands in a node whose hash nobody may ask for."""


def assigning(name: str) -> ir.Assign:
    return ir.Assign(AT, ir.Name(AT, name), "", ir.Number(Unhashable(), 1))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("find", "found"),
    [
        (scan.assigned_names, frozenset("xy")),
        (scan.lent_names, frozenset()),
        (scan.settled_names, frozenset()),
        (scan.reseated_names, frozenset("xy")),
        (scan.fetched_names, frozenset()),
        (scan.may_jump, False),
    ],
)
def test_no_hash_of_a_node_is_asked_for(find: Any, found: object) -> None:
    block = ir.Block(AT, (assigning("x"), ir.Block(AT, (assigning("y"),))))
    with pytest.raises(TypeError):
        hash(block)
    assert find(block) == found
    assert find(block) is find(block)


def test_what_is_asked_beside_the_node_is_told_apart() -> None:
    block = ir.Block(AT, (ir.Jump(AT, "continue"),))
    assert [scan.may_jump(block), scan.may_jump(block, True), scan.may_jump(block)] == [True, False, True]


def test_what_is_kept_is_no_part_of_the_node() -> None:
    asked, other = assigning("x"), assigning("x")
    before = repr(asked)
    scan.assigned_names(asked)
    assert asked == other
    assert repr(asked) == before
