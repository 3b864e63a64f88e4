"""Whether the host may still want a local variable when a region is over: by its name and, for memory, by who has its address."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.effects import effect_of
from loopwright.openacc.constructs import Construct, Unit
from loopwright.openacc.statements import ANY_LOOP, text_of_node, unwrapped
from loopwright.source.nodes import subtree

_WRAPPERS = ("parenthesized_expression", "pointer_declarator", "array_declarator")


def is_dead_after(unit: Unit, construct: Construct, declaration: Declaration) -> bool:
    """Whether nobody on the host can read a variable, or the memory that it alone points at, after a region but to free it."""
    function = construct.function
    is_local = declaration.kind == "variable" and not (
        declaration.is_global or declaration.static or declaration.extern
    )
    if function is None or not is_local or "&" in declaration.type.layers:
        return False
    region = construct.region
    if _is_repeated(construct, declaration):
        return False
    is_pointer = unit.declarations.category(declaration) == "pointer"
    for use in _uses(unit, function, declaration):
        if region.start <= use.start_byte < region.end or _frees(use):
            continue
        if use.start_byte >= region.end or _gives_away(use, is_pointer):
            return False
    return True


def is_used_after(unit: Unit, construct: Construct, declaration: Declaration) -> bool:
    """Whether the function around a region names a variable behind it, but to free it; of a parameter the caller may want the result."""
    if declaration.kind == "parameter":
        return True
    if construct.function is None:
        return False
    uses = _uses(unit, construct.function, declaration)
    return any(use.start_byte >= construct.region.end and not _frees(use) for use in uses)


def _uses(unit: Unit, function: Node, declaration: Declaration) -> Iterator[Node]:
    """The names in a function that mean a variable, the last first: what comes after a region settles most questions."""
    for node in subtree(function, last_first=True):
        if node.type == "identifier" and text_of_node(node) == declaration.name:
            found = unit.declarations.lookup(declaration.name, node.start_byte)
            if found is None or found.span == declaration.span:
                yield node


def _is_repeated(construct: Construct, declaration: Declaration) -> bool:
    """Whether a loop of the host comes to the region again with the same variable."""
    node = construct.statement.parent if construct.statement is not None else None
    while node is not None and node.start_byte > declaration.span.start:
        if node.type in ANY_LOOP:
            return True
        node = node.parent
    return False


def _frees(use: Node) -> bool:
    """`free(p)` or `delete[] p`."""
    parent = use.parent
    if parent is not None and parent.type == "delete_expression":
        return True
    called = _callee(use)
    return called is not None and effect_of(called).releases


def _callee(use: Node) -> str | None:
    """Of which function a name is an argument."""
    call = use.parent.parent if use.parent is not None and use.parent.type == "argument_list" else None
    if call is None or call.type != "call_expression":
        return None
    return text_of_node(call.child_by_field_name("function"))


def _gives_away(use: Node, is_pointer: bool) -> bool:
    """Whether a use before the region lets others come to the variable, or to what it points at."""
    called = _callee(use)
    if called is not None and is_pointer:
        effect = effect_of(called)
        return not effect.keeps_nothing or effect.returns_address
    parent = use.parent
    while parent is not None and parent.type in _WRAPPERS:
        use, parent = parent, parent.parent
    if parent is None or parent.type in ("pointer_expression", "reference_declarator"):
        return True
    if parent.type == "subscript_expression":
        return parent.parent is None or parent.parent.type == "pointer_expression"
    field, value = {"assignment_expression": ("left", "right"), "init_declarator": ("declarator", "value")}.get(
        parent.type, ("", "")
    )
    if field and parent.child_by_field_name(field) == use:
        return is_pointer and not _is_fresh(parent.child_by_field_name(value))
    return is_pointer and parent.type != "declaration" and not _only_asks(parent)


def _only_asks(node: Node) -> bool:
    """`p == NULL`, `!p` or `if (p)`."""
    if node.type == "binary_expression":
        return text_of_node(node.child_by_field_name("operator")) in ("==", "!=", "&&", "||")
    return node.type in ("unary_expression", "condition_clause", "if_statement", "while_statement")


def _is_fresh(value: Node | None) -> bool:
    """Whether an expression is new memory, or a null pointer."""
    value = unwrapped(value)
    while value is not None and value.type == "cast_expression":
        value = unwrapped(value.child_by_field_name("value"))
    if value is None or value.type in ("new_expression", "null"):
        return value is not None
    return (
        value.type == "call_expression" and effect_of(text_of_node(value.child_by_field_name("function"))).makes_memory
    )
