"""Containers of the C++ library on which iterations are in each other's way: those that a loop makes larger or smaller, which take and give
back memory of the host one after another, and those whose elements share bytes."""

from __future__ import annotations

from loopwright.lang.classes import plain
from loopwright.lang.library import library
from loopwright.lang.member_uses import MemberUse, member_uses
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.symbols import names_at
from loopwright.source.kept import kept
from loopwright.source.outline import Loop, Outline
from loopwright.source.shape import arrays_of

# Asking one of these for an element makes one.
_BY_KEY = frozenset(("map", "unordered_map"))
# Members of these names are called on nothing else, wherever it is declared, unless a header of the program has them.
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
    for use in member_uses(outline.source.tree.root_node, loop.span):
        if _makes_an_element(scopes, use) if not use.member else use.member in changing and _grows(scopes, use):
            return use.text
    return ""


@kept
def _has_maps(outline: Outline) -> bool:
    """Whether a map may be declared in a file or its headers."""
    return any(name.encode() in each.source.data for each in (outline, *outline.headers) for name in _BY_KEY)


def _makes_an_element(scopes: Scopes, use: MemberUse) -> bool:
    return _container(scopes, use) in _BY_KEY


def _grows(scopes: Scopes, use: MemberUse) -> bool:
    container = _container(scopes, use)
    if container:
        return container in library().values and container not in library().views
    in_headers = any(use.member.encode() in header.source.data for header in scopes.outline.headers)
    return use.member in _APPENDING and not in_headers


def _container(scopes: Scopes, use: MemberUse) -> str:
    """The name of the class that a variable is declared with, without its namespace and arguments; empty for what is no variable."""
    found = scopes.lookup(use.variable, use.at) if use.variable else None
    if found is None:
        return ""
    type = scopes.type_of(found).referred()
    return "" if type.layers else plain(type.base)


def packed_bits(outline: Outline, loop: Loop) -> str:
    """A `vector<bool>` or `bitset` that a loop writes by its index: neighbours share a byte. Empty if there is none."""
    if outline.source.language == "c":
        return ""
    at, scopes = names_at(outline, loop), scopes_of(outline)
    for name in sorted(arrays_of(outline, loop).written):
        found = at.declared(name)
        type = scopes.type_of(found).referred() if found is not None and found.kind != "function" else None
        if type is not None and not type.layers and _holds_bits(type.base.replace(" ", "")):
            return name
    return ""


def _holds_bits(base: str) -> bool:
    container, _, element = base.removeprefix("std::").partition("<")
    return container == "bitset" or (container == "vector" and element.startswith("bool"))
