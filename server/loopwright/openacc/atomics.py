"""The forms of a statement that `atomic` takes (OpenACC 3.4, 2.12)."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.openacc.statements import text_of_node as _text
from loopwright.openacc.statements import unwrapped as _unwrapped

_COMPOUND = frozenset(("+=", "-=", "*=", "/=", "&=", "|=", "^=", "<<=", ">>="))
FORMS = {
    "read": "`v = x;`",
    "write": "`x = expression;`",
    "update": "`x++;`, `x += expression;` or `x = x + expression;` (operators + * - / & ^ | << >>)",
    "capture": "`v = x++;`, `v = x += e;` or a block of an update and `v = x;`",
}


def _expression_of(statement: Node) -> Node | None:
    if statement.type != "expression_statement" or not statement.named_children:
        return None
    return statement.named_children[0]


def _squeezed(node: Node | None) -> str:
    return "".join(_text(_unwrapped(node)).split())


def _is_read(statement: Node) -> bool:
    node = _expression_of(statement)
    if node is None or node.type != "assignment_expression" or _text(node.child_by_field_name("operator")) != "=":
        return False
    return _is_place(node.child_by_field_name("left")) and _is_place(node.child_by_field_name("right"))


def _is_place(node: Node | None) -> bool:
    node = _unwrapped(node)
    return node is not None and node.type in (
        "identifier",
        "subscript_expression",
        "field_expression",
        "pointer_expression",
        "qualified_identifier",
        "this",
    )


def _is_write(statement: Node) -> bool:
    node = _expression_of(statement)
    return (
        node is not None
        and node.type == "assignment_expression"
        and _text(node.child_by_field_name("operator")) == "="
        and _is_place(node.child_by_field_name("left"))
    )


def _updated(node: Node | None) -> str | None:
    """What an update expression updates, ``None`` if it is none of the forms of 2.12."""
    if node is None:
        return None
    if node.type == "update_expression":
        argument = node.child_by_field_name("argument")
        return _squeezed(argument) if _is_place(argument) else None
    if node.type != "assignment_expression":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = _text(node.child_by_field_name("operator"))
    if not _is_place(left):
        return None
    if operator in _COMPOUND:
        return _squeezed(left)
    if operator != "=" or right is None or right.type != "binary_expression":
        return None
    if _text(right.child_by_field_name("operator")) not in ("+", "*", "-", "/", "&", "^", "|", "<<", ">>"):
        return None
    target = _squeezed(left)
    sides = (_squeezed(right.child_by_field_name("left")), _squeezed(right.child_by_field_name("right")))
    return target if target in sides else None


def _is_update(statement: Node) -> bool:
    return _updated(_expression_of(statement)) is not None


def _is_capture(statement: Node) -> bool:
    if statement.type == "compound_statement":
        parts = [node for node in statement.named_children if node.type != "comment"]
        if len(parts) != 2:
            return False
        first, second = (_expression_of(part) for part in parts)
        return _captures(first, second) or _captures(second, first) or _swaps(first, second)
    node = _expression_of(statement)
    if node is None or node.type != "assignment_expression" or _text(node.child_by_field_name("operator")) != "=":
        return False
    return (
        _is_place(node.child_by_field_name("left"))
        and _updated(_unwrapped(node.child_by_field_name("right"))) is not None
    )


def _captures(read: Node | None, update: Node | None) -> bool:
    target = _updated(update)
    return (
        target is not None
        and read is not None
        and read.type == "assignment_expression"
        and _text(read.child_by_field_name("operator")) == "="
        and _squeezed(read.child_by_field_name("right")) == target
    )


def _swaps(read: Node | None, write: Node | None) -> bool:
    """`{ v = x; x = expression; }`"""
    if read is None or write is None or {read.type, write.type} != {"assignment_expression"}:
        return False
    if _text(read.child_by_field_name("operator")) != "=" or _text(write.child_by_field_name("operator")) != "=":
        return False
    place = read.child_by_field_name("right")
    return _is_place(place) and _squeezed(place) == _squeezed(write.child_by_field_name("left"))


FITS: dict[str, Callable[[Node], bool]] = {
    "read": _is_read,
    "write": _is_write,
    "update": _is_update,
    "capture": _is_capture,
}
