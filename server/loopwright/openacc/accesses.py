"""What the statements of a region read and write, in the order of evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import parameter_nodes
from loopwright.lang.effects import effect_of
from loopwright.openacc.constructs import Construct, Unit
from loopwright.source.text import Span

_CONDITIONAL = frozenset(
    (
        "if_statement",
        "switch_statement",
        "conditional_expression",
        "while_statement",
        "do_statement",
        "lambda_expression",
        "preproc_if",
        "preproc_ifdef",
        "try_statement",
        "case_statement",
    )
)


class Access(NamedTuple):
    """One use of a variable that lives outside the region. ``place`` is the whole lvalue, ``indices`` the subscripts of the
    variable from the outside in, not those of its members; ``certain`` is false under a condition."""

    name: str
    node: Node
    place: Node
    indices: tuple[Node, ...]
    reads: bool
    writes: bool
    certain: bool
    declaration: Declaration


def accesses(unit: Unit, construct: Construct) -> list[Access]:
    """Uses of variables within the region of ``construct`` that are declared outside it."""
    region = construct.region
    start = construct.statement.start_byte if construct.statement is not None else region.end
    found = _accesses(unit, start, region.end)
    return [use for use in found if not region.start <= use.declaration.span.start < region.end]


def variables_in(unit: Unit, body: Node) -> list[Access]:
    """Uses of variables and parameters within ``body`` whose values matter."""
    found = _accesses(unit, body.start_byte, body.end_byte)
    return [use for use in found if not _is_measured(use.place)]


def _is_measured(place: Node) -> bool:
    """Whether `sizeof` stands around a place: it asks for no value (C11 6.5.3.4)."""
    around = place.parent
    while around is not None and around.type in ("parenthesized_expression", "subscript_expression"):
        around = around.parent
    return around is not None and around.type == "sizeof_expression"


def _accesses(unit: Unit, start: int, end: int) -> list[Access]:
    found: list[Access] = []
    for node, certain in _identifiers(unit, start, end):
        name = (node.text or b"").decode("utf-8", "replace")
        declaration = unit.declarations.lookup(name, node.start_byte)
        if declaration is None or declaration.kind not in ("variable", "parameter"):
            continue
        place, indices = _place(node)
        reads, writes = _direction(place)
        found.append(Access(name, node, place, indices, reads, writes, certain, declaration))
    return found


def _identifiers(unit: Unit, start: int, end: int) -> Iterator[tuple[Node, bool]]:
    """Names in the order of evaluation: what is assigned comes after what is read for it."""
    stack: list[tuple[Node, bool]] = [(unit.covering(Span(start, end)), True)]
    while stack:
        node, certain = stack.pop()
        if node.end_byte <= start or node.start_byte >= end:
            continue
        if node.type == "identifier" and node.start_byte >= start:
            parent = node.parent
            called = (
                parent is not None
                and parent.type == "call_expression"
                and parent.child_by_field_name("function") == node
            )
            if not called:
                yield node, certain
            continue
        inner = certain and not (node.type in _CONDITIONAL and node.start_byte >= start)
        children = list(node.named_children)
        if node.type == "assignment_expression" and len(children) == 2:
            children.reverse()
        stack.extend((child, inner) for child in reversed(children))


def _place(node: Node) -> tuple[Node, tuple[Node, ...]]:
    indices: list[Node] = []
    in_member = False
    while True:
        parent = node.parent
        if parent is None:
            return node, tuple(indices)
        if parent.type == "subscript_expression" and parent.child_by_field_name("argument") == node:
            index = parent.child_by_field_name("index")
            if index is None:
                several = parent.child_by_field_name("indices")
                index = several.named_children[0] if several is not None and several.named_child_count == 1 else None
            if index is None:
                return node, tuple(indices)
            if not in_member:
                indices.append(index)
        elif parent.type == "field_expression" and parent.child_by_field_name("argument") == node:
            in_member = True
        elif parent.type == "parenthesized_expression" or (
            parent.type == "pointer_expression" and (parent.children[0].type == "*")
        ):
            pass
        else:
            return node, tuple(indices)
        node = parent


def _direction(place: Node) -> tuple[bool, bool]:
    """(reads, writes); an argument of a call by pointer may be either and counts as read."""
    parent = place.parent
    if parent is None:
        return True, False
    if parent.type == "update_expression":
        return True, True
    if parent.type == "assignment_expression" and parent.child_by_field_name("left") == place:
        operator = parent.child_by_field_name("operator")
        return (operator is not None and operator.text != b"="), True
    return True, False


def surely_reads(unit: Unit, access: Access) -> bool:
    """Whether a value of a place is read: not where its address is taken, a method is called on it or it is handed over
    to somebody who may take it by reference or as a pointer."""
    node = access.place
    parent = node.parent
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, parent.parent
    if parent is None or not access.reads:
        return access.reads
    if parent.type == "pointer_expression" or (parent.type == "call_expression" and node != access.node):
        return False
    if parent.type != "argument_list" or parent.parent is None or parent.parent.type != "call_expression":
        return True
    layers = access.declaration.type.layers
    if len(access.indices) < len(layers) and access.place.type != "field_expression":
        return False  # a row is handed over as a pointer
    called = parent.parent.child_by_field_name("function")
    name = (called.text or b"").decode("utf-8", "replace").split("::")[-1] if called is not None else ""
    if unit.declarations.macros.get(name) is not None:
        return False  # a macro may assign to what it is given
    if unit.outline.source.language == "c":
        return True
    definition = unit.definitions.get(name)
    if definition is None:
        return effect_of(name).pure
    position = [child for child in parent.named_children if child.type != "comment"].index(node)
    parameters = [parameter.child_by_field_name("declarator") for parameter in parameter_nodes(definition)]
    declarator = parameters[position] if position < len(parameters) else None
    return declarator is None or declarator.type not in ("reference_declarator", "abstract_reference_declarator")
