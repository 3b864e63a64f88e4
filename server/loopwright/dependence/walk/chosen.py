"""Pointers that lead to one of two pieces of memory: `s = t & 1 ? b : a`, and the same with `if`.

What they lead to has a root of its own, of which nothing is known but the places and the conditions that choose among them. Of two such pointers the
conditions say whether they ever lead to one place (``decide/ways.py``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from loopwright.dependence.model.program import Root, Way
from loopwright.dependence.model.values import Guard, Index, Place, Value
from loopwright.dependence.walk.kept_addresses import keepers
from loopwright.source.linear import Linear

_MOST_WAYS = 4
_BEGINNING = (Index(Linear(0)),)


def ways_among(
    roots: Mapping[str, Root],
    values: tuple[Value, Value],
    when: tuple[Guard, Guard],
    seen: Callable[[Place], Place | None],
) -> tuple[Way, ...]:
    """Where a pointer leads that is the first of two ``values`` where the first guard holds, the second where the second does; nothing where that
    tells nothing: of a condition that is not understood, of pointers of two types, or of places that are not followed."""
    if any(guard.formula is None for guard in when) or not _are_alike(*values):
        return ()
    found: list[Way] = []
    for value, guard in zip(values, when):
        ways = _ways(roots, value, guard, seen)
        if not ways or not all(_is_followed(roots, way.place) for way in ways):
            return ()
        found += ways
    return tuple(found) if len(found) <= _MOST_WAYS else ()


def may_lead_elsewhere(roots: Mapping[str, Root], root: Root, is_set: Callable[[Place], bool]) -> bool:
    """Whether pointers in memory that ``is_set`` tells of are on the way to one of the places that a root is one of."""
    return any(is_set(cell) for way in root.one_of for cell in keepers(roots, way.place))


def _are_alike(first: Value, second: Value) -> bool:
    """Whether two pointers lead to elements of one type, with rows of one length."""
    a, b = first.kind, second.kind
    return a.is_pointer and (a.base, a.layers, a.extents[1:]) == (b.base, b.layers, b.extents[1:])


def _ways(roots: Mapping[str, Root], value: Value, guard: Guard, seen: Callable[[Place], Place | None]) -> list[Way]:
    """The places that a value may lead to where a guard holds, none where one of them is not known."""
    place = value.pointer
    if place is None:
        return []
    chosen = roots[place.root].one_of
    if chosen:
        return [way._replace(guards=(guard, *way.guards)) for way in chosen] if place.steps == _BEGINNING else []
    return [Way((guard,), place, seen(place))]


def _is_followed(roots: Mapping[str, Root], place: Place) -> bool:
    """Whether it is known of a place which element it is of which object."""
    root = roots[place.root]
    is_plain = root.kind != "unknown" and not root.earlier and bool(place.steps) and isinstance(place.steps[-1], Index)
    return is_plain and all(
        not isinstance(step, Index) or (step.value is not None and not step.checks) for step in place.steps
    )
