"""Variables that a function takes the address of, told apart by the blocks that they are declared in: two may have one name. Addresses that
it hands on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.captures import captured_by_reference
from loopwright.lang.macro_lvalues import plain_names
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.listing import listing_of
from loopwright.source.nodes import bare, nearest, root_of, subtree, text_of, uncast
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


class HandedOn(NamedTuple):
    """An lvalue whose address is handed on; or whose value is, which is an address if it is a pointer or an array."""

    lvalue: Node
    by_value: bool


def handed_on(code: Node) -> Iterator[HandedOn]:
    """What ``code`` hands on to whoever may write there: to a variable that is no pointer to constants, to a call."""
    for node in subtree(code):
        if node.type == "init_declarator" and not _is_of_constants(node):
            yield from _led_to(node.child_by_field_name("value"))
        elif node.type == "assignment_expression":
            yield from _led_to(node.child_by_field_name("right"))
        elif node.type == "argument_list":
            for argument in node.named_children:
                yield from _led_to(argument)


def _is_of_constants(node: Node) -> bool:
    """`const T *c`: the pointer's own stars stand here. Without them (`const P c`) the name of the type may have them, and is constant itself."""
    around, declarator = node.parent, node.child_by_field_name("declarator")
    if around is None or declarator is None or declarator.type != "pointer_declarator":
        return False
    return any(child.type == "type_qualifier" and child.text == b"const" for child in around.children)


def _led_to(value: Node | None) -> Iterator[HandedOn]:
    """What a value is reckoned from: `p` of `p + i`, the address of `p[i]` of `&p[i]`, both of `t ? p : q`."""
    if value is None:
        return
    value = uncast(bare(value))
    if value.type == "binary_expression":
        yield from _led_to(value.child_by_field_name("left"))
        yield from _led_to(value.child_by_field_name("right"))
    elif value.type == "conditional_expression":
        yield from _led_to(value.child_by_field_name("consequence"))
        yield from _led_to(value.child_by_field_name("alternative"))
    elif value.type == "comma_expression":
        yield from _led_to(value.child_by_field_name("right"))
    elif value.type == "compound_statement":  # `({ s; p; })`
        last = value.named_children[-1] if value.named_children else None
        yield from _led_to(last.named_children[0] if last is not None and last.named_children else None)
    elif value.type in ("identifier", "field_expression"):
        yield HandedOn(value, True)
    elif value.type == "pointer_expression" and value.children[0].type == "&":
        yield from _addressed_in(value.child_by_field_name("argument"))


def _addressed_in(lvalue: Node | None) -> Iterator[HandedOn]:
    """`&*p` is `p`."""
    if lvalue is None:
        return
    inner = bare(lvalue)
    if inner.type == "pointer_expression" and inner.children[0].type == "*":
        yield from _led_to(inner.child_by_field_name("argument"))
    else:
        yield HandedOn(lvalue, False)
