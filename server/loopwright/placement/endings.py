"""What destructors use: they run after the members of their object have left the device."""

from __future__ import annotations

from loopwright.placement.objects import RELEASED, Context
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import short_name

REASON = "a destructor uses it, when it has left the device"


def used_by_destructors(pointers: Pointers) -> frozenset[int]:
    """Elements of containers that destructors read or write, or what these call; that they are given back is no use."""
    return frozenset(
        hit.place.object
        for context in pointers.contexts.values()
        if _is_in_destructor(context)
        for hit in pointers.effects.get(context.number, ())
        if hit.place.object in pointers.owned and hit.place.path != (RELEASED,)
    )


def _is_in_destructor(context: Context) -> bool:
    here: Context | None = context
    while here is not None and not short_name(here.known.name).startswith("~"):
        here = here.parent
    return here is not None
