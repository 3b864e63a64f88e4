"""Pointers to arrays, `int (*rows)[8] = …;`: to the parser that is a call, so their declaration gets a form that it knows."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.read.rewriting import walk
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse


def with_named_pointers(source: Source) -> Source:
    """``source`` with `std::add_pointer_t<int[8]> rows` for them; ``source`` itself where there are none. Of fundamental types
    alone: another name could be a function's."""
    if b"(*" not in source.data:
        return source
    edits: list[tuple[int, int, str]] = []
    for statement in walk(source.tree.root_node):
        if statement.type != "expression_statement" or not statement.named_children:
            continue
        expression = statement.named_children[0]
        place = expression.child_by_field_name("left") if expression.type == "assignment_expression" else expression
        text = _declaration(place) if place is not None else None
        if place is not None and text is not None:
            edits.append((place.start_byte, place.end_byte, text))
    data = source.data
    for start, end, text in sorted(edits, reverse=True):
        data = data[:start] + text.encode() + data[end:]
    return parse(data, source.name, source.language) if edits else source


def _declaration(place: Node) -> str | None:
    """What declares the pointer that ``place``, `int(*rows)[8]`, looks like."""
    extents = ""
    while place.type == "subscript_expression":
        argument, indices = place.child_by_field_name("argument"), place.child_by_field_name("indices")
        if argument is None or indices is None:
            return None
        extents = text_of(indices) + extents
        place = argument
    function = place.child_by_field_name("function") if place.type == "call_expression" else None
    if not extents or function is None or function.type != "primitive_type":
        return None
    given = place.child_by_field_name("arguments")
    starred = given.named_children[0] if given is not None and given.named_child_count == 1 else None
    name = (
        starred.child_by_field_name("argument")
        if starred is not None and starred.type == "pointer_expression"
        else None
    )
    if name is None or name.type != "identifier" or starred is None or not text_of(starred).startswith("*"):
        return None
    return f"std::add_pointer_t<{text_of(function)}{extents}> {text_of(name)}"
