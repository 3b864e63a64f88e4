"""Memory as pointers see it: objects, and worlds, which say what each pointer that is kept somewhere leads to.

A cell that a world says nothing of was never written, unless its object is *spoiled*: then it may hold anything. *Leaked* objects are
those that code which nobody sees may reach.

Sets of objects that grow with the program are the bits of one number: worlds join them at every call of what nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce
from typing import NamedTuple

from loopwright.lang.places import ANYWHERE, ELEMENT, NOWHERE, Path, Place, Places, either


class Value(NamedTuple):
    """The places that an address may be, and for an object of a class what its members hold, by their paths."""

    targets: Places
    inside: tuple[tuple[Path, Places], ...] = ()


NUMBER, UNKNOWN = Value(NOWHERE), Value(None)


class Object(NamedTuple):
    """``call`` is the chain of calls in which a variable lives, ``None`` for what lives longer; ``many`` says that the name
    stands for several."""

    key: object
    call: tuple[int, ...] | None = None
    many: bool = False
    shared: bool = False


@dataclass
class Asked:
    """What of its worlds a piece of code reads or changes: ``objects`` as bits, every one that is leaked (``leaked``), what leads to the
    variables of ``calls`` that end in it. The rest of a world is after it what it was before."""

    objects: int = 0
    leaked: bool = False
    calls: set[tuple[int, ...]] = field(default_factory=set)

    def and_also(self, other: Asked) -> None:
        """What code inside asked is asked by the code around it, too."""
        self.objects |= other.objects
        self.leaked |= other.leaked
        self.calls |= other.calls


EVERYTHING = -1  # of ``Asked.objects``: all bits


class Objects(list[Object]):
    """All objects by their numbers, which of them live in one call, and what is asked of them in worlds."""

    def __init__(self) -> None:
        super().__init__()
        self._of_calls: dict[tuple[int, ...], set[int]] = {}
        self.asked = Asked()

    @contextmanager
    def asking(self) -> Iterator[Asked]:
        """What is asked while this lasts."""
        around, self.asked = self.asked, Asked()
        try:
            yield self.asked
        finally:
            around.and_also(self.asked)
            self.asked = around

    def add(self, object: Object) -> int:
        """The number of a new one."""
        if object.call is not None:
            self._of_calls.setdefault(object.call, set()).add(len(self))
        self.append(object)
        return len(self) - 1

    def of_call(self, call: tuple[int, ...]) -> set[int]:
        """The variables of a call."""
        return self._of_calls.get(call, set())


def bits(numbers: Iterable[int]) -> int:
    """A set of objects as one number."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


@dataclass
class World:
    """One way through the program so far. Changed in place; :meth:`copy` before another way. ``racing``: what others can reach
    may change at any time. Of ``spoiled`` and ``leaked`` each bit is an object."""

    objects: Objects
    cells: dict[Place, frozenset[Place]] = field(default_factory=dict)
    spoiled: int = 0
    leaked: int = 0
    racing: bool = False

    def copy(self) -> World:
        """The same, to go another way."""
        return World(self.objects, dict(self.cells), self.spoiled, self.leaked, self.racing)

    def become(self, other: World) -> None:
        """The way goes on as the other one does."""
        self.cells, self.spoiled, self.leaked = other.cells, other.spoiled, other.leaked

    @property
    def key(self) -> object:
        """Equal for worlds that say the same."""
        return self.held, self.spoiled, self.leaked

    @property
    def held(self) -> object:
        """Equal for worlds that keep the same addresses."""
        return frozenset(self.cells.items())

    def part(self, objects: int) -> object:
        """Equal for worlds that say the same of some objects."""
        if objects == EVERYTHING:
            return self.key
        held = frozenset(item for item in self.cells.items() if objects >> item[0].object & 1)
        return held, self.spoiled & objects, self.leaked & objects

    def is_apart(self, asked: Asked) -> bool:
        """Whether what was asked has nothing to do with the rest of this world."""
        if asked.objects == EVERYTHING:
            return True
        if asked.leaked and self.leaked & ~asked.objects:
            return False
        ended = bits(number for call in asked.calls for number in self.objects.of_call(call))
        if ended & ~asked.objects & (self.spoiled | self.leaked):
            return False
        return not any(
            ended >> cell.object & 1 or any(ended >> place.object & 1 for place in held)
            for cell, held in self.cells.items()
            if not asked.objects >> cell.object & 1
        )

    def beside(self, other: World, objects: int) -> World:
        """This world, but of some objects what another one says."""
        if objects == EVERYTHING:
            return other.copy()
        cells = {cell: held for cell, held in self.cells.items() if not objects >> cell.object & 1}
        cells.update((cell, held) for cell, held in other.cells.items() if objects >> cell.object & 1)
        spoiled = self.spoiled & ~objects | other.spoiled & objects
        leaked = self.leaked & ~objects | other.leaked & objects
        return World(self.objects, cells, spoiled, leaked, self.racing)

    def _ask(self, number: int) -> None:
        self.objects.asked.objects |= 1 << number

    def keeps_at(self, place: Place) -> bool:
        """Whether an address is known to be kept there."""
        self._ask(place.object)
        return place in self.cells

    def load(self, places: Places) -> Places:
        """What is kept at one of these places. Through what leads nowhere nobody may read."""
        if places is None:
            return None
        found: Places = NOWHERE
        for place in places:
            self._ask(place.object)
            if ANYWHERE in place.path:  # it may be any that the object keeps, and who has it writes there
                self.leak(self.reached(frozenset((place,))))
            found = either(found, self._held(place))
        return found

    def _held(self, place: Place) -> Places:
        if ANYWHERE in place.path or self.objects[place.object].shared:
            return None
        if self.racing and self.leaked >> place.object & 1:
            return None
        held = self.cells.get(place)
        return held if held is not None else None if self.spoiled >> place.object & 1 else NOWHERE

    def inside(self, places: Places) -> tuple[tuple[Path, Places], ...] | None:
        """What the members of an object hold; ``None`` if that is not known."""
        if places is None or len(places) != 1:
            self.leak(self.reached(places))
            return None
        (place,) = places
        self._ask(place.object)
        racing = self.racing and self.leaked >> place.object & 1
        if racing or self.spoiled >> place.object & 1 or ANYWHERE in place.path or self.objects[place.object].shared:
            self.leak(self.reached(places))
            return None
        return tuple(
            (rest, held)
            for cell, held in self.cells.items()
            if cell.object == place.object and (rest := place.rest_of(cell.path)) is not None
        )

    def store(self, places: Places, value: Value) -> None:
        """``value`` is kept at one of ``places``."""
        if not places:
            self.leak(value.targets)
            self.clobber()
            return
        for place in places:
            strong = len(places) == 1 and not self.objects[place.object].many
            if ANYWHERE in place.path:
                self.leak(value.targets)
                self.spoil(frozenset((place,)))
            else:
                self._store(place, value.targets, strong and ELEMENT not in place.path)

    def _store(self, place: Place, targets: Places, strong: bool) -> None:
        if self.objects[place.object].shared:
            self.leak(targets)
            return
        self._ask(place.object)
        before = NOWHERE if strong else self._held(place)
        held = either(before, targets)
        if held is not None:
            self.cells[place] = held
            return
        self.leak(before)
        self.leak(targets)
        self.cells.pop(place, None)
        self._spoil_object(place.object)

    def store_object(self, places: Places, inside: tuple[tuple[Path, Places], ...] | None) -> None:
        """An object of a class is copied to ``places``; with ``None`` nothing is known of it."""
        if not places or inside is None or any(ANYWHERE in place.path for place in places):
            for _, held in inside or ():
                self.leak(held)
            self.spoil(places)
            return
        for place in places:
            self._ask(place.object)
            strong = len(places) == 1 and not self.objects[place.object].many and ELEMENT not in place.path
            before = [c for c in self.cells if c.object == place.object and place.rest_of(c.path) is not None]
            for cell in before if strong else ():
                del self.cells[cell]
            for path, held in inside:
                self._store(place.inside(*path), held, strong)

    def spoil(self, places: Places) -> None:
        """Bytes of which nothing is known are written at one of ``places``."""
        if places is None:
            self.clobber()
        for place in places or ():
            self._spoil_object(place.object)

    def _spoil_object(self, number: int) -> None:
        """Cells keep nothing; what they held stays reachable."""
        self._ask(number)
        for cell in [cell for cell in self.cells if cell.object == number]:
            self.leak(self.cells.pop(cell))
        self.spoiled |= 1 << number

    def forget(self, number: int) -> None:
        """A variable begins to live."""
        self._ask(number)
        for cell in [cell for cell in self.cells if cell.object == number]:
            del self.cells[cell]
        self.spoiled &= ~(1 << number)
        self.leaked &= ~(1 << number)

    def reached(self, places: Places) -> Places:
        """What the cells of these objects lead to."""
        if places is None:
            return None
        objects = {place.object for place in places}
        self.objects.asked.objects |= bits(objects)
        return frozenset(p for cell, held in self.cells.items() if cell.object in objects for p in held)

    def leak(self, targets: Places) -> None:
        """Others may know these addresses from now on, and all that can be reached from there."""
        waiting = [place.object for place in targets or ()]
        while waiting:
            number = waiting.pop()
            self._ask(number)
            if self.leaked >> number & 1:
                continue
            self.leaked |= 1 << number
            waiting.extend(p.object for cell, held in self.cells.items() if cell.object == number for p in held)

    def leak_value(self, value: Value) -> None:
        """An address goes where nobody follows it."""
        self.leak(value.targets)
        for _, held in value.inside:
            self.leak(held)

    def clobber(self, more: int = 0) -> None:
        """Code that nobody sees writes to all that it may reach, and to ``more``."""
        reached = self.leaked | more
        for cell, held in self.cells.items():  # what was kept there after others knew of it
            if reached >> cell.object & 1:
                self.leak(held)
        leaked = self.leaked | more
        self.objects.asked.leaked = True
        self.objects.asked.objects |= leaked
        for cell in [cell for cell in self.cells if leaked >> cell.object & 1]:
            self.cells.pop(cell)
        self.spoiled |= leaked

    def havoc(self) -> None:
        """Nothing is known any more."""
        self.objects.asked.objects = EVERYTHING
        self.cells.clear()
        self.leaked = self.spoiled = (1 << len(self.objects)) - 1

    def lose(self, places: Places) -> None:
        """What leads into the objects of ``places`` may lead anywhere: they may have given away what was theirs."""
        if places is None:
            self.havoc()
        self.objects.asked.objects = EVERYTHING
        objects = {place.object for place in places or ()}
        for cell, held in list(self.cells.items()):
            if any(place.object in objects for place in held):
                self._store(cell, None, True)

    def leave(self, call: tuple[int, ...]) -> None:
        """The variables of a call are gone; an address of one of them that is left may be that of what it was moved to."""
        gone = self.objects.of_call(call)
        self.objects.asked.calls.add(call)
        self.objects.asked.objects |= bits(gone)
        for cell, held in list(self.cells.items()):
            if cell.object in gone:
                del self.cells[cell]
            elif any(place.object in gone for place in held):
                self._store(cell, None, True)
        left = ~bits(gone)
        self.spoiled &= left
        self.leaked &= left

    def joined(self, other: World) -> World:
        """What holds in both."""
        if self.racing:  # what others know is lost, whoever kept it
            self.objects.asked.objects = EVERYTHING
        found = World(self.objects, {}, self.spoiled | other.spoiled, self.leaked | other.leaked, self.racing)
        for cell in {**self.cells, **other.cells}:
            held = either(self._held(cell), other._held(cell))
            if held is not None:
                found.cells[cell] = held
            else:
                found.spoiled |= 1 << cell.object
        for world in (self, other):
            for cell, held in world.cells.items():
                if cell not in found.cells:
                    found.leak(held)
        return found


_MOST_WORLDS = 6


def merged(worlds: Iterable[World]) -> list[World]:
    """Those that keep the same addresses once; one for all where there are many."""
    by_cells: dict[object, World] = {}
    for world in worlds:
        cells = world.held
        other = by_cells.get(cells)
        # What holds of loops has to hold in every world: two that differ in what others know, and in nothing else, are one.
        by_cells[cells] = world if other is None or other.key == world.key else other.joined(world)
    distinct = list(by_cells.values())
    if len(distinct) <= _MOST_WORLDS:
        return distinct
    return [one_of(distinct)]


def one_of(worlds: list[World]) -> World:
    """What holds in each of some worlds."""
    return reduce(World.joined, worlds)


def value_of_ways(world: World, ways: list[tuple[World, Value]]) -> Value:
    """One world for all ways out."""
    whole, value = ways[0]
    for other, another in ways[1:]:
        whole = whole.joined(other)
        value = _either(whole, value, another)
    world.become(whole)
    return value


def _either(world: World, first: Value, second: Value) -> Value:
    if first == second:
        return first
    if first.inside or second.inside or first.targets is None or second.targets is None:
        world.leak_value(first)
        world.leak_value(second)
        return UNKNOWN
    return Value(first.targets | second.targets)
