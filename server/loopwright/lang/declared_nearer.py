"""Names that are declared between a place and the file: what the file has of such a name is not meant there (C++17 [basic.scope.hiding])."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.class_scope import class_with, is_brought, is_of_outer_class, may_be_inherited_at
from loopwright.lang.declarations import Declaration
from loopwright.lang.macros import is_macro
from loopwright.lang.scopes import Scopes
from loopwright.source.nodes import root_of

_OF_VALUES = frozenset(("variable", "parameter", "constant"))


def is_declared_nearer(scopes: Scopes, name: str, node: Node, used: Node | None = None) -> bool:
    """Whether a name means at a place what is declared in the function around, also around a class in it, what `using` brings there, or
    what the class around a friend has. ``used``: where a macro that the place is in, or a function, is used."""
    hiding = [each for each in (node, used) if each is not None and _is_declared_around(scopes, name, each)]
    if not hiding:
        return False
    root = scopes.outline.source.tree.root_node
    at = (
        node if used is None or root_of(node) == root else used
    )  # what a macro says means what it does where it is used
    return at in hiding and root_of(at) == root


def _is_declared_around(scopes: Scopes, name: str, at: Node) -> bool:
    found = scopes.lookup(name, at.start_byte)
    if found is not None and not found.is_global and found.kind in _OF_VALUES and not (is_macro(found) or found.extern):
        return True
    if scopes.outline.source.language == "c":
        return False
    if found is not None and (is_brought(scopes, name, at, found) or _is_of_a_namespace_too(scopes, name, found)):
        return True
    if (found is None or found.is_global) and is_of_outer_class(scopes, name, at):
        return True
    friends = scopes.outline.source.kinds.of("friend_declaration")
    if not any(friend.start_byte < at.start_byte < friend.end_byte for friend in friends):
        return False
    return class_with(scopes, name, at, found) is not None or may_be_inherited_at(scopes, at)


def _is_of_a_namespace_too(scopes: Scopes, name: str, found: Declaration) -> bool:
    """Whether what a file has for a function is an object in a namespace: calling it is calling that where it is nearer."""
    return found.kind == "function" and any(found.owner != other.owner for other in scopes.variables_named(name))
