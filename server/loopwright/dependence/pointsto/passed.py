"""Pointers that calls give to a function: two parameters lead to different memory in each of them, or are given one pointer.

Two names of one pointer are no trouble where the loop keeps its iterations apart with one name for both. So that what begins at one place is
not taken for what overlaps somewhere, the argument has to be one expression, which nothing in the call changes.
"""

from __future__ import annotations

from loopwright.dependence.pointsto.machine import Given
from loopwright.dependence.pointsto.sites import Sites
from loopwright.dependence.pointsto.units import Known, key_of
from loopwright.lang.places import further, may_meet


def are_one_or_apart(sites: Sites, known: Known, first: str, second: str) -> bool:
    """Whether every call of a function gives two of its parameters different memory or one pointer; all calls have to be in sight."""
    units = sites.units
    named = [parameter.name for parameter in units.parameters_of(known)]
    closed = (units.is_static(known) or units.is_whole) and key_of(known) not in sites.entered
    if not closed or units.has_hidden_ways or [named.count(name) for name in (first, second)] != [1, 1]:
        return False
    one, other = named.index(first), named.index(second)
    calls = units.mentions.get(known.name, ())
    return bool(calls) and all(
        mention.is_called
        and units.definition(mention.unit, known.name) == known
        and _all_are(sites.passed.get((mention.unit, mention.start), frozenset()), one, other)
        for mention in calls
    )


def _all_are(passed: frozenset[Given], one: int, other: int) -> bool:
    """Of a call, each time that it was carried out."""
    return bool(passed) and all(
        (given.said[one] and given.said[one] == given.said[other])
        or not may_meet(further(given.places[one]), further(given.places[other]))
        for given in passed
    )
