"""Memory as pointers see it: things, places in them, and worlds, which say what each pointer that is kept somewhere leads to.

A thing is a variable of one call or what one allocation gives. A place is a thing and a path of members and subscripts in it
(`[]` stands for all elements, `*` for anywhere). ``None`` in the place of a set of places is "anything". A cell that a world
says nothing of was never written, unless its thing is *spoiled*: then it may hold anything. *Leaked* things are those that code
which nobody sees may reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Union

ELEMENT, ANYWHERE = "[]", "*"


class Place(NamedTuple):
    """Where a pointer may lead."""

    thing: int
    path: tuple[str, ...] = ()


Places = Union[frozenset[Place], None]
NOWHERE: frozenset[Place] = frozenset()


class Value(NamedTuple):
    """The places that an address may be, and for an object of a class what its members hold, by their paths."""

    targets: Places
    inside: tuple[tuple[tuple[str, ...], Places], ...] = ()


NUMBER, UNKNOWN = Value(NOWHERE), Value(None)


class Thing(NamedTuple):
    """``call`` is the chain of calls in which a variable lives, ``None`` for what lives longer; ``many`` says that the name
    stands for several."""

    key: object
    call: tuple[int, ...] | None = None
    many: bool = False
    shared: bool = False


def either(first: Places, second: Places) -> Places:
    """What may be one or the other."""
    return None if first is None or second is None else first | second


def may_meet(first: Places, second: Places) -> bool:
    """Whether memory at two places may overlap. What leads nowhere is null or was never set, and nobody may use it."""
    if first is None or second is None:
        return True
    return any(a.thing == b.thing and _paths_meet(a.path, b.path) for a in first for b in second)


def _paths_meet(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    for one, other in zip(a, b):
        if ANYWHERE in (one, other):
            return True
        if one != other:
            return False
    return True


def member(places: Places, name: str) -> Places:
    """The member ``name`` of each."""
    return (
        None
        if places is None
        else frozenset(p if p.path[-1:] == (ANYWHERE,) else Place(p.thing, (*p.path, name)) for p in places)
    )


def further(targets: Places) -> Places:
    """Some elements further than each."""
    return (
        None
        if targets is None
        else frozenset(p if p.path[-1:] in ((ELEMENT,), (ANYWHERE,)) else anywhere(p) for p in targets)
    )


def anywhere(place: Place) -> Place:
    """Anywhere in the thing."""
    return Place(place.thing, (ANYWHERE,))


@dataclass
class World:
    """One way through the program so far. Changed in place; :meth:`copy` before another way. ``racing``: what others can reach
    may change at any time."""

    things: list[Thing]
    cells: dict[Place, frozenset[Place]] = field(default_factory=dict)
    spoiled: frozenset[int] = frozenset()
    leaked: frozenset[int] = frozenset()
    racing: bool = False

    def copy(self) -> World:
        """The same, to go another way."""
        return World(self.things, dict(self.cells), self.spoiled, self.leaked, self.racing)

    @property
    def key(self) -> object:
        """Equal for worlds that say the same."""
        return frozenset(self.cells.items()), self.spoiled, self.leaked

    def load(self, places: Places) -> Places:
        """What is kept at one of these places."""
        if not places:
            return None
        found: Places = NOWHERE
        for place in places:
            found = either(found, self._held(place))
            if found is None:
                return None
        return found

    def _held(self, place: Place) -> Places:
        if ANYWHERE in place.path or self.things[place.thing].shared:
            return None
        if self.racing and place.thing in self.leaked:
            return None
        held = self.cells.get(place)
        return held if held is not None else None if place.thing in self.spoiled else NOWHERE

    def inside(self, places: Places) -> tuple[tuple[tuple[str, ...], Places], ...] | None:
        """What the members of an object hold; ``None`` if that is not known."""
        if places is None or len(places) != 1:
            self.leak(self.reached(places))
            return None
        (place,) = places
        racing = self.racing and place.thing in self.leaked
        if racing or place.thing in self.spoiled or ANYWHERE in place.path or self.things[place.thing].shared:
            self.leak(self.reached(places))
            return None
        length = len(place.path)
        return tuple(
            (cell.path[length:], held)
            for cell, held in self.cells.items()
            if cell.thing == place.thing and cell.path[:length] == place.path
        )

    def store(self, places: Places, value: Value) -> None:
        """``value`` is kept at one of ``places``."""
        if not places:
            self.leak(value.targets)
            self.clobber()
            return
        for place in places:
            strong = len(places) == 1 and not self.things[place.thing].many
            if ANYWHERE in place.path:
                self.leak(value.targets)
                self.spoil(frozenset((place,)))
            else:
                self._store(place, value.targets, strong and ELEMENT not in place.path)

    def _store(self, place: Place, targets: Places, strong: bool) -> None:
        if self.things[place.thing].shared:
            self.leak(targets)
            return
        before = NOWHERE if strong else self._held(place)
        held = either(before, targets)
        if held is not None:
            self.cells[place] = held
            return
        self.leak(before)
        self.leak(targets)
        self.cells.pop(place, None)
        self._spoil_thing(place.thing)

    def store_object(self, places: Places, inside: tuple[tuple[tuple[str, ...], Places], ...] | None) -> None:
        """An object of a class is copied to ``places``; with ``None`` nothing is known of it."""
        single = next(iter(places)) if places is not None and len(places) == 1 else None
        if (
            single is None
            or inside is None
            or self.things[single.thing].many
            or ELEMENT in single.path
            or ANYWHERE in single.path
        ):
            for _, held in inside or ():
                self.leak(held)
            self.spoil(places)
            return
        length = len(single.path)
        for cell in [c for c in self.cells if c.thing == single.thing and c.path[:length] == single.path]:
            del self.cells[cell]
        for path, held in inside:
            self._store(Place(single.thing, (*single.path, *path)), held, True)

    def spoil(self, places: Places) -> None:
        """Bytes of which nothing is known are written at one of ``places``."""
        if places is None:
            self.clobber()
        for place in places or ():
            self._spoil_thing(place.thing)

    def _spoil_thing(self, thing: int) -> None:
        """Cells keep nothing; what they held stays reachable."""
        for cell in [cell for cell in self.cells if cell.thing == thing]:
            self.leak(self.cells.pop(cell))
        self.spoiled |= {thing}

    def forget(self, thing: int) -> None:
        """A variable begins to live."""
        for cell in [cell for cell in self.cells if cell.thing == thing]:
            del self.cells[cell]
        self.spoiled -= {thing}
        self.leaked -= {thing}

    def reached(self, places: Places) -> Places:
        """What the cells of these things lead to."""
        if places is None:
            return None
        things = {place.thing for place in places}
        return frozenset(p for cell, held in self.cells.items() if cell.thing in things for p in held)

    def leak(self, targets: Places) -> None:
        """Others may know these addresses from now on, and all that can be reached from there."""
        waiting = [place.thing for place in targets or ()]
        while waiting:
            thing = waiting.pop()
            if thing in self.leaked:
                continue
            self.leaked |= {thing}
            waiting.extend(p.thing for cell, held in self.cells.items() if cell.thing == thing for p in held)

    def leak_value(self, value: Value) -> None:
        """An address goes where nobody follows it."""
        self.leak(value.targets)
        for _, held in value.inside:
            self.leak(held)

    def clobber(self, more: frozenset[int] = frozenset()) -> None:
        """Code that nobody sees writes to all that it may reach, and to ``more``."""
        leaked = self.leaked | more
        for cell in [cell for cell in self.cells if cell.thing in leaked]:
            self.cells.pop(cell)
        self.spoiled |= leaked

    def havoc(self) -> None:
        """Nothing is known any more."""
        self.cells.clear()
        self.leaked = self.spoiled = frozenset(range(len(self.things)))

    def leave(self, call: tuple[int, ...], kept: frozenset[int] = frozenset()) -> None:
        """The variables of a call are gone; an address of one of them that is left may be that of what it was moved to."""
        gone = {number for number, thing in enumerate(self.things) if thing.call == call} - kept
        for cell, held in list(self.cells.items()):
            if cell.thing in gone:
                del self.cells[cell]
            elif any(place.thing in gone for place in held):
                self._store(cell, None, True)
        self.spoiled -= gone
        self.leaked -= gone

    def joined(self, other: World) -> World:
        """What holds in both."""
        found = World(self.things, {}, self.spoiled | other.spoiled, self.leaked | other.leaked, self.racing)
        for cell in {**self.cells, **other.cells}:
            held = either(self._held(cell), other._held(cell))
            if held is not None:
                found.cells[cell] = held
            else:
                found.spoiled |= {cell.thing}
        for world in (self, other):
            for cell, held in world.cells.items():
                if cell not in found.cells:
                    found.leak(held)
        return found


_MOST_WORLDS = 6


def merged(worlds: Iterable[World]) -> list[World]:
    """Equal ones once; one for all where there are many."""
    distinct = list({world.key: world for world in worlds}.values())
    if len(distinct) <= _MOST_WORLDS:
        return distinct
    whole = distinct[0]
    for world in distinct[1:]:
        whole = whole.joined(world)
    return [whole]
