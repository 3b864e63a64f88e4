"""Where a piece of code names something that is read, or written, when the program runs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node

from loopwright.source.listing import Listing
from loopwright.source.nodes import subtree, text_of

Code: TypeAlias = Node
_NAMES = frozenset(("identifier", "type_identifier"))  # the parser takes a variable between brackets for a type
# What stands in these is no use of a variable, or of one that the language knows when it compiles.
_COMPILED = frozenset(
    (
        "attribute_specifier", "attribute_declaration", "ms_declspec_modifier", "static_assert_declaration", "decltype",
        "template_argument_list", "field_declaration_list", "enumerator_list", "using_declaration", "alias_declaration",
        "preproc_def", "preproc_function_def", "preproc_call", "preproc_include", "preproc_defined", "requires_clause",
        "noexcept", "struct_specifier", "class_specifier", "union_specifier", "enum_specifier", "template_declaration",
    )
)  # fmt: skip
# Sizes of arrays are read where their type is written; nothing else is done there.
_TYPES = frozenset(("type_descriptor", "type_definition", "array_declarator"))
_TYPE_OF = frozenset(("typeof", "__typeof__", "__typeof", "typeof_unqual", "_Atomic"))
_DECLARING = frozenset(
    (
        "declaration", "parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration",
        "for_range_loop", "type_definition", "init_declarator", "pointer_declarator", "reference_declarator", "array_declarator",
        "function_declarator", "parenthesized_declarator", "structured_binding_declarator", "attributed_declarator",
    )
)  # fmt: skip
_PARTS = ("value", "size", "default_value", "right", "initializer", "type")  # of declarations, that declare nothing


@dataclass(frozen=True)
class ReadNames:
    """The names of a piece of code in the order of its text, and the ``listing`` that it was read from, if it was."""

    starts: tuple[int, ...] = ()
    nodes: tuple[Node, ...] = ()
    listing: Listing | None = None

    def below(self, node: Node) -> tuple[Node, ...]:
        """Those in a part of it."""
        return self.nodes[bisect_left(self.starts, node.start_byte) : bisect_left(self.starts, node.end_byte)]


def read_names(code: Node, listing: Listing) -> ReadNames:
    """The names in ``code``, which is in ``listing``, but for those that nobody reads when the program runs."""
    listing, place, end = listing.below(code)
    found: list[Node] = []
    nodes, kinds, ends = listing.nodes, listing.kinds, listing.ends
    while place < end:
        kind = kinds[place]
        if kind in _NAMES:
            found.append(nodes[place])
        place = ends[place] if kind in _COMPILED else place + 1
    return ReadNames(tuple(node.start_byte for node in found), tuple(found), listing)


def names_but(code: Node, parts: Iterable[Node]) -> Iterator[Node]:
    """The names in ``code`` that are in none of its ``parts``."""
    spans = [(part.start_byte, part.end_byte) for part in parts]
    for node in subtree(code):
        if node.type in _NAMES and not any(start <= node.start_byte < end for start, end in spans):
            yield node


def is_declaring(name: Node) -> bool:
    """Whether a name stands where it is declared, or behind a scope."""
    parent = name.parent
    if parent is None or parent.type == "qualified_identifier":
        return True
    if parent.type not in _DECLARING or name.type == "type_identifier":
        return False
    return all(parent.child_by_field_name(field) != name for field in _PARTS)


def is_in_type(name: Node, statement: Node) -> bool:
    """Whether a name in ``statement`` stands in a type: the size of an array, or what `typeof` asks about."""
    around: Node | None = name
    while around is not None and around.id != statement.id:
        if around.type == "macro_type_specifier":
            return text_of(around.child_by_field_name("name")) in _TYPE_OF
        if around.type in _TYPES and (around.parent is None or around.parent.type != "macro_type_specifier"):
            return True
        around = around.parent
    return False
