"""Variables of namespaces and classes by the names that a loop writes: `q::total` is known to the analysis as `total`."""

from __future__ import annotations

from loopwright.lang.declarations import Declaration
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.symbols import ways_of_naming
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import Span


@kept
def ways_of(outline: Outline, loop: Span) -> dict[str, str]:
    """How the loop writes the variables that it never writes by their own names alone."""
    found = _all_ways(outline, loop)
    return {name: min(ways) for name, ways in found.items() if name not in ways and len(ways) == 1}


@kept
def shared_names(outline: Outline, loop: Span) -> frozenset[str]:
    """Names that more than one variable of the loop has."""
    scopes, found = scopes_of(outline), _all_ways(outline, loop)
    many = {name: {meant(scopes, way, loop.start) for way in ways} for name, ways in found.items() if len(ways) > 1}
    return frozenset(name for name, whole in many.items() if None in whole or len(whole) > 1)


def _all_ways(outline: Outline, loop: Span) -> dict[str, set[str]]:
    if "::" not in outline.source.slice(loop):
        return {}
    scopes = scopes_of(outline)
    found: dict[str, set[str]] = {}
    for name, ways in ways_of_naming(outline, loop).items():
        hidden = scopes.lookup(name, loop.start)
        is_hidden = hidden is not None and not hidden.is_global
        found[name] = {way if is_hidden else way.removeprefix("::") for way in ways}
    return found


def meant(scopes: Scopes, way: str, offset: int) -> tuple[str, ...] | None:
    """The whole name of what ``way`` names at a place, ``None`` where nothing in sight tells."""
    known = declared_as(scopes, way, offset)
    if known is None or known.disputed:
        return None
    return (*(() if known.is_global else ("",)), *known.owner, known.name)


def declared_as(scopes: Scopes, way: str, offset: int) -> Declaration | None:
    """The declaration of what ``way`` (`total`, `q::total`) names at a place."""
    path = tuple(way.removeprefix("::").split("::"))
    return scopes.lookup_qualified(path) if len(path) > 1 else scopes.lookup(path[0], offset)
