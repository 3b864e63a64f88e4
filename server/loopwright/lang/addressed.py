"""Variables that a function takes the address of, told apart by the blocks that they are declared in: two may have one name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.captures import captured_by_reference
from loopwright.lang.macro_lvalues import plain_names
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.listing import listing_of
from loopwright.source.nodes import nearest, root_of, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

# What a name that is declared in it ends with.
_BLOCKS = frozenset(
    (
        "compound_statement",
        "for_statement",
        "for_range_loop",
        "if_statement",
        "while_statement",
        "switch_statement",
        "lambda_expression",
        "function_definition",
    )
)


@dataclass(frozen=True)
class Addressed:
    """Where a ``function`` takes addresses, by the names of the variables."""

    function: Node
    places: Mapping[str, tuple[int, ...]]

    def has(self, name: str, declared: Node | None = None) -> bool:
        """Whether one of a name has its address taken; the one that is ``declared`` there, if that is told."""
        places = self.places.get(name, ())
        if not places or declared is None or self.function.has_error or root_of(declared) != root_of(self.function):
            return bool(places)
        block = nearest(declared, _BLOCKS)
        return block is None or any(block.start_byte <= place < block.end_byte for place in places)


@kept
def addressed_in(outline: Outline, function: Node) -> Addressed:
    """Variables whose address a function takes, or of which an object that it makes holds a reference."""
    places: dict[str, tuple[int, ...]] = {}
    for name, place in _addressed(outline, function):
        places[name] = (*places.get(name, ()), place)
    return Addressed(function, places)


def _addressed(outline: Outline, function: Node) -> Iterator[tuple[str, int]]:
    code, macros = listing_of(outline, function).whole, scopes_of(outline).macros
    for node in code.of(("pointer_expression",)):
        argument = node.child_by_field_name("argument")
        if argument is not None and node.children[0].type == "&":
            yield from ((name, node.start_byte) for name in plain_names(macros, argument))
    for node in code.of(("lambda_capture_initializer",)):
        if captured_by_reference(node):
            yield from ((name, node.start_byte) for name in names_in(text_of(node.named_children[-1])))
    for node in code.of(("template_type",)):  # `std::tuple<int &> t(k)`
        around = node.parent
        while around is not None and around.type == "qualified_identifier":
            around = around.parent
        if around is not None and around.type == "declaration" and b"&" in (node.text or b""):
            yield from ((name, node.start_byte) for name in names_in(text_of(around)))
