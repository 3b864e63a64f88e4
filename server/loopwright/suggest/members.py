"""How many elements a member that is a pointer leads to: the one allocation that it gets, in terms of other members that never change
afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import read_type
from loopwright.source.kept import kept
from loopwright.source.nodes import mentions_of, text_of, uncast
from loopwright.source.outline import Outline
from loopwright.suggest.accessors import Scope, referred, scope_at
from loopwright.suggest.allocation import allocated

_ARITHMETIC = frozenset(("+", "-", "*", "/"))
_MOST_STEPS = 6
_OWN = "@"  # stands before a member of the same object until that is known


class _Setting(NamedTuple):
    """`owner.field = value` in a function."""

    function: Node
    owner: str
    value: Node


def count_of_member(outline: Outline, path: Node, scope: Scope) -> str:
    """Elements behind `owner->field`, as an expression; empty where the file does not tell."""
    owner, field = path.child_by_field_name("argument"), text_of(path.child_by_field_name("field"))
    kind = scope.type_of(owner) if owner is not None else None
    known = scope.class_of(kind) if kind is not None else None
    if owner is None or kind is None or known is None:
        return ""
    arrow = "->" if referred(kind).is_pointer else "."
    counts: dict[str, set[str]] = {}
    exchanged: set[str] = set()
    own_type = known.members[field].type if field in known.members else None
    for name in (name for name, member in known.members.items() if member.type == own_type):
        for setting in _settings(outline, name, known.name):
            count = allocated(setting.value)
            if count is not None:
                counts.setdefault(name, set()).add(_in_members(outline, setting, count, known.name, _MOST_STEPS))
            elif text_of(uncast(setting.value)) not in ("NULL", "0", "nullptr"):
                exchanged.add(name)
    own = counts.get(field, set())
    if field in exchanged:  # what is exchanged has to be as long
        own = own.union(*(counts.get(name, {""}) for name in exchanged))
    if len(own) != 1 or "" in own:
        return ""
    return own.pop().replace(_OWN, f"{text_of(owner)}{arrow}")


def _settings(outline: Outline, field: str, known: str) -> Iterator[_Setting]:
    """Every assignment of a member of that name in objects of a class."""
    for function in _functions(outline):
        if field.encode() not in (function.text or b""):
            continue
        for node in descendants(function):
            left = node.child_by_field_name("left") if node.type == "assignment_expression" else None
            value = node.child_by_field_name("right")
            if left is None or value is None or left.type != "field_expression":
                continue
            owner = left.child_by_field_name("argument")
            if owner is None or text_of(left.child_by_field_name("field")) != field:
                continue
            scope = scope_at(outline, function, node)
            kind = scope.type_of(owner)
            found = scope.class_of(kind) if kind is not None else None
            if found is None or found.name == known:
                yield _Setting(function, text_of(owner), value)


@kept
def _functions(outline: Outline) -> tuple[Node, ...]:
    return tuple(node for node in descendants(outline.source.tree.root_node) if node.type == "function_definition")


def _in_members(outline: Outline, setting: _Setting, node: Node, known: str, steps: int) -> str:
    """An expression of the function that allocates, with `@m` (``_OWN``) for member `m` of the same object; empty if it is not one."""
    node = uncast(node)
    if steps == 0:
        return ""
    if node.type == "number_literal":
        return text_of(node)
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in _ARITHMETIC:
        sides = [node.child_by_field_name("left"), node.child_by_field_name("right")]
        first, second = (
            _in_members(outline, setting, side, known, steps - 1) if side is not None else "" for side in sides
        )
        operator = text_of(node.child_by_field_name("operator"))
        return (
            ""
            if not first or not second
            else f"{first}*{second}"
            if operator == "*"
            else f"({first}{operator}{second})"
        )
    if node.type == "field_expression":
        same = text_of(node.child_by_field_name("argument")) == setting.owner
        name = text_of(node.child_by_field_name("field"))
        return f"{_OWN}{name}" if same and _is_set_here_only(outline, name, known, setting.function) else ""
    if node.type != "identifier":
        return ""
    name = text_of(node)
    for other in descendants(setting.function):
        if other.type == "assignment_expression" and text_of(other.child_by_field_name("right")) == name:
            left = other.child_by_field_name("left")
            if left is not None and left.type == "field_expression":
                member = text_of(left.child_by_field_name("field"))
                same = text_of(left.child_by_field_name("argument")) == setting.owner
                if same and _is_set_here_only(outline, member, known, setting.function):
                    return f"{_OWN}{member}"
        if other.type == "init_declarator" and other.parent is not None and read_type(other, other.parent)[0] == name:
            value = other.child_by_field_name("value")
            found = _in_members(outline, setting, value, known, steps - 1) if value is not None else ""
            if found:
                return f"({found})" if "*" not in found and found[0] not in (_OWN, "(") else found
    scopes = scope_at(outline, setting.function, setting.value).types.scopes
    return name if name in scopes.macros and name not in {d.name for d in scopes.locals_of(setting.function)} else ""


def _is_set_here_only(outline: Outline, field: str, known: str, function: Node) -> bool:
    """Whether a member gets its value only where the memory is allocated."""
    return all(setting.function == function for setting in _settings(outline, field, known)) and not any(
        _is_changed(node.parent)
        for node in mentions_of(outline.source.tree.root_node, field)
        if node.parent is not None
    )


def _is_changed(path: Node) -> bool:
    """Whether a member is counted up, changed by what it was, or its address is taken."""
    around = path.parent
    if path.type != "field_expression" or around is None:
        return False
    operator = text_of(around.child_by_field_name("operator"))
    if around.type == "assignment_expression":
        return around.child_by_field_name("left") == path and operator != "="
    return around.type == "update_expression" or (around.type == "pointer_expression" and operator == "&")
