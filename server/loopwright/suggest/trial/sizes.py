"""How many elements the buffers of a trial need where the program says it itself: a loop of a million iterations wants arrays of a
million elements, whatever the sizes of the other inputs."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from loopwright.dependence.decide.sections import DataFact
from loopwright.lang.constants import constant_of_text
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.trial.signature import MOST_ELEMENTS, TooLarge


def needed(outline: Outline, loop: Loop, facts: Iterable[DataFact]) -> dict[str, int]:
    """Elements of each variable of ``facts`` whose section ends at a number. Raises :class:`TooLarge` where they are too many."""
    scopes, found = scopes_of(outline), dict[str, int]()
    for fact in facts:
        end = constant(scopes, f"({fact.lower}) + ({fact.length})", loop) if fact.length else None
        known = scopes.lookup(fact.variable, loop.span.start)
        inner = elements(scopes, scopes.type_of(known).referred().extents[1:], loop) if known is not None else 1
        if end is not None and inner is not None:
            count = within_limits(fact.variable, end * inner)
            found[fact.variable] = max(count, found.get(fact.variable, 0))
    return found


def elements(scopes: Scopes, extents: Iterable[str | None], loop: Loop) -> int | None:
    """The product of ``extents``, as they stand at ``loop``; ``None`` where one is no number."""
    numbers = [constant(scopes, extent or "", loop) for extent in extents]
    known = [number for number in numbers if number is not None]
    return prod(known) if len(known) == len(numbers) else None


def constant(scopes: Scopes, text: str, loop: Loop) -> int | None:
    """The integer that ``text`` is at ``loop``, if it is one."""
    value = constant_of_text(scopes, text, loop.span.start)
    return int(value.value) if value is not None and value.is_integer else None


def within_limits(name: str, count: int) -> int:
    """``count``, unless no trial keeps so much: then :class:`TooLarge` is raised."""
    if count > MOST_ELEMENTS:
        raise TooLarge(f"{name} has {count:,} elements, more than can be kept for each input")
    return count
