"""The row of a function's nodes: what is asked of a part of it is what a look at each of its nodes says, and costs what it finds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from loopwright.lang.entries import is_entered
from loopwright.source.listing import Listing
from loopwright.source.nodes import subtree
from loopwright.source.syntax import parse
from tree_sitter import Node

CODE = b"""int f(int n, double *a) {
  for (int i = 0; i < n; i++) { if (a[i] > 0) a[i] += f(i, a); else { again: a[i]--; goto again; } }
  switch (n) { case 1: return 2; default: while (n) { n--; switch (n) { case 7: break; } } }
  return f(n - 1, a + 1);
}
"""


def row() -> Listing:
    return Listing(parse(CODE, "x.c").tree.root_node)


@pytest.mark.parametrize(
    "kinds",
    [("identifier",), ("call_expression", "subscript_expression"), ("case_statement", "labeled_statement"), ("none",)],
)
def test_a_part_holds_what_stands_there(kinds: tuple[str, ...]) -> None:
    listing = row()
    for node in list(listing.nodes):
        assert listing.below(node).of(kinds) == [each for each in subtree(node) if each.type in kinds]


class Asked(list[str]):
    """Kinds of nodes that count how often somebody goes through them."""

    times = 0

    def __contains__(self, kind: object) -> bool:
        self.times += 1
        return super().__contains__(kind)

    def __iter__(self) -> Iterator[str]:
        self.times += 1
        return super().__iter__()

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        self.times += isinstance(at, slice)
        return super().__getitem__(at)


def statements(listing: Listing) -> list[Node]:
    return [node for node in listing.nodes if node.type.endswith("_statement")]


def test_whether_a_jump_enters_each_statement_goes_through_the_row_once() -> None:
    listing = row()
    listing.kinds = asked = Asked(listing.kinds)
    entered = [node.type for node in statements(listing) if is_entered(node, listing, lambda label: False)]
    assert asked.times <= 1
    assert {"for_statement", "if_statement", "labeled_statement", "case_statement"} <= set(entered)
    assert "return_statement" not in entered
