"""Containers of the C++ library that a loop makes larger or smaller: they take and give back memory of the host, one after another."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.lang.library import library
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.kept import kept
from loopwright.source.nodes import text_of, within
from loopwright.source.outline import Loop, Outline

# No container of the library lies in a row that has these, and asking for an element of them makes one.
_BY_KEY = frozenset(("map", "unordered_map"))
# Members of these names are called on nothing else, wherever it is declared, unless a class of the program has them.
_APPENDING = frozenset(("push_back", "emplace_back", "push_front", "emplace_front"))


def grown_in(outline: Outline, loop: Loop) -> str:
    """What a loop does to the size of a container, as it is written; empty if nothing does."""
    if outline.source.language == "c":
        return ""
    changing = library().containers.grow | _APPENDING
    data = outline.source.data[loop.span.start : loop.span.end]
    if not any(name.encode() in data for name in changing) and not (b"[" in data and _has_maps(outline)):
        return ""  # to look at every node takes longer
    scopes = scopes_of(outline)
    for node in within(outline.source.tree.root_node, loop.span):
        if node.type == "call_expression":
            function = node.child_by_field_name("function")
            if function is not None and function.type == "field_expression" and _grows(scopes, function, changing):
                return f"{text_of(function)}()"
        elif node.type == "subscript_expression":
            owner = node.child_by_field_name("argument")
            if owner is not None and _container(scopes, owner) in _BY_KEY:
                return text_of(node)
    return ""


@kept
def _has_maps(outline: Outline) -> bool:
    """Whether a map may be declared in a file or its headers."""
    return any(name.encode() in each.source.data for each in (outline, *outline.headers) for name in _BY_KEY)


def _grows(scopes: Scopes, function: Node, changing: frozenset[str]) -> bool:
    owner, name = function.child_by_field_name("argument"), text_of(function.child_by_field_name("field"))
    if owner is None or name not in changing:
        return False
    container = _container(scopes, owner)
    if container:
        return container in library().values and container not in library().views
    return name in _APPENDING and not any(name.encode() in c.source.data for c in scopes.outline.headers)


def _container(scopes: Scopes, owner: Node) -> str:
    """The name of the class that a variable is declared with, without its namespace and arguments; empty for what is no variable."""
    found = scopes.lookup(text_of(owner), owner.start_byte) if owner.type == "identifier" else None
    if found is None:
        return ""
    type = scopes.type_of(found).referred()
    return "" if type.layers else type.base.partition("<")[0].rpartition("::")[2].strip()
