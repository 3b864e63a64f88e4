"""Places some elements further."""

from __future__ import annotations

from loopwright.dependence.model.values import Check, Index, Place, of_address
from loopwright.source.linear import Linear


def moved(place: Place, offset: Linear | None, checks: tuple[Check, ...] = ()) -> Place:
    """``place`` some elements further."""
    if not place.steps or not isinstance(place.steps[-1], Index):
        zero = offset is not None and offset == Linear(0)
        if zero:
            return place
        start = place.object_length  # beyond a member, or a variable, anything of the object may lie
        loaded = bool(place.steps) and isinstance(place.steps[start], Index) and place.steps[start].loaded  # type: ignore[union-attr]
        return Place(place.root, (*place.steps[:start], Index(None, loaded)))
    last = place.steps[-1]
    value = None if offset is None or last.value is None else last.value.plus(offset)
    return Place(place.root, (*place.steps[:-1], Index(value, last.loaded, (*last.checks, *of_address(checks)))))
