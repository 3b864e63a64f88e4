"""How many elements a member that is a pointer leads to: the one allocation that it gets, in terms of other members that never change
afterwards."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.declarators import read_type
from loopwright.source.kept import kept
from loopwright.source.nodes import subtree, text_of, uncast
from loopwright.source.outline import Outline
from loopwright.suggest.accessors import Scope, referred, scope_at
from loopwright.suggest.allocation import allocated

_ARITHMETIC = frozenset(("+", "-", "*", "/"))
_MOST_STEPS = 6
_OWN = "@"  # stands before a member of the same object until that is known


class _Setting(NamedTuple):
    """`owner.field = value` in a function; the class of the owner, if that is known."""

    function: Node
    owner: str
    value: Node
    known: str | None


def count_of_member(outline: Outline, path: Node, scope: Scope) -> str:
    """Elements behind `owner->field`, as an expression; empty where the file does not tell."""
    owner, field = path.child_by_field_name("argument"), text_of(path.child_by_field_name("field"))
    kind = scope.type_of(owner) if owner is not None else None
    known = scope.class_of(kind) if kind is not None else None
    if owner is None or kind is None or known is None:
        return ""
    arrow = "->" if referred(kind).is_pointer else "."
    own_type = known.members[field].type if field in known.members else None
    names = tuple(name for name, member in known.members.items() if member.type == own_type)
    counts, exchanged = _counts(outline, names, known.name)
    own = counts.get(field, set())
    if field in exchanged:  # what is exchanged has to be as long
        own = own.union(*(counts.get(name, {""}) for name in exchanged))
    return "" if len(own) != 1 or "" in own else next(iter(own)).replace(_OWN, f"{text_of(owner)}{arrow}")


@kept
def _counts(outline: Outline, names: tuple[str, ...], known: str) -> tuple[dict[str, set[str]], set[str]]:
    """How many elements what members of a class are set to has, empty where that is not known, and the members that are set to something else
    than an allocation."""
    counts: dict[str, set[str]] = {}
    exchanged: set[str] = set()
    for name in names:
        for setting in _settings(outline, name, known):
            count = allocated(setting.value)
            if count is not None:
                counts.setdefault(name, set()).add(_in_members(outline, setting, count, known, _MOST_STEPS))
            elif text_of(uncast(setting.value)) not in ("NULL", "0", "nullptr"):
                exchanged.add(name)
    return counts, exchanged


@kept
def _settings(outline: Outline, field: str, known: str) -> tuple[_Setting, ...]:
    """Every assignment of a member of that name in objects of a class."""
    return tuple(setting for setting in _settings_of(outline, field) if setting.known in (known, None))


@kept
def _settings_of(outline: Outline, field: str) -> tuple[_Setting, ...]:
    """Every assignment of a member of that name."""
    found = []
    for function, assignment in _assignments(outline).get(field, ()):
        owner, value = _owner_of(assignment), assignment.child_by_field_name("right")
        if owner is None or value is None:
            continue
        scope = scope_at(outline, function, assignment)
        kind = scope.type_of(owner)
        of_class = scope.class_of(kind) if kind is not None else None
        found.append(_Setting(function, text_of(owner), value, of_class.name if of_class is not None else None))
    return tuple(found)


def _owner_of(assignment: Node) -> Node | None:
    left = assignment.child_by_field_name("left")
    return left.child_by_field_name("argument") if left is not None else None


def _member_of(assignment: Node) -> str:
    """The member that is set; empty if none is."""
    left = assignment.child_by_field_name("left") if assignment.type == "assignment_expression" else None
    return text_of(left.child_by_field_name("field")) if left is not None and left.type == "field_expression" else ""


@kept
def _assignments(outline: Outline) -> dict[str, list[tuple[Node, Node]]]:
    """The assignments of members, each with its function, under the names of the members: a struct has many, and each is asked about."""
    found: dict[str, list[tuple[Node, Node]]] = {}
    for function in (node for node in descendants(outline.source.tree.root_node) if node.type == "function_definition"):
        for node in descendants(function):
            if member := _member_of(node):
                found.setdefault(member, []).append((function, node))
    return found


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
    for other in _about(outline, setting.function).get(name, ()):
        if other.type == "assignment_expression":
            member, owner = _member_of(other), _owner_of(other)
            if text_of(owner) == setting.owner and _is_set_here_only(outline, member, known, setting.function):
                return f"{_OWN}{member}"
        else:
            value = other.child_by_field_name("value")
            found = _in_members(outline, setting, value, known, steps - 1) if value is not None else ""
            if found:
                return f"({found})" if "*" not in found and found[0] not in (_OWN, "(") else found
    scopes = scope_at(outline, setting.function, setting.value).types.scopes
    return name if name in scopes.macros and name not in {d.name for d in scopes.locals_of(setting.function)} else ""


@kept
def _about(outline: Outline, function: Node) -> dict[str, list[Node]]:
    """Where a function declares its variables with a value, and where it sets a member to one, under their names."""
    found: dict[str, list[Node]] = {}
    for node in descendants(function):
        if node.type == "init_declarator" and node.parent is not None:
            found.setdefault(read_type(node, node.parent)[0], []).append(node)
        elif _member_of(node):
            found.setdefault(text_of(node.child_by_field_name("right")), []).append(node)
    return found


def _is_set_here_only(outline: Outline, field: str, known: str, function: Node) -> bool:
    """Whether a member gets its value only where the memory is allocated."""
    is_set_here = all(setting.function == function for setting in _settings(outline, field, known))
    return is_set_here and field not in _changed(outline)


@kept
def _changed(outline: Outline) -> frozenset[str]:
    """Names of the members of which :func:`_is_changed` holds somewhere."""
    names = subtree(outline.source.tree.root_node)
    return frozenset(
        text_of(node)
        for node in names
        if node.type in ("identifier", "field_identifier") and node.parent is not None and _is_changed(node.parent)
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
