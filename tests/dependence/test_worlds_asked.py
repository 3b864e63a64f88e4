"""What is done to a world is done alike to each that says the same of what was asked: all that it reads and changes is on the record. Else
what is remembered of a function would be taken for what comes of it in a world where something else comes of it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from loopwright.dependence.pointsto.calls import _exchange
from loopwright.dependence.pointsto.memory import Object, Objects, Value, World, bits
from loopwright.lang.places import ANYWHERE, ELEMENT, Place, Places

CALL = (1,)
OBJECTS = (
    *(Object(key) for key in "abc"),
    Object("each", many=True),
    Object("thread's", shared=True),
    *(Object(key, call=CALL) for key in ("local", "other")),
)
PATHS = ((), (), ("m",), ("m", "n"), (ELEMENT,), (ANYWHERE,))

Done = Callable[[World, Places, Places], object]
METHODS: dict[str, Done] = {
    "keeps_at": lambda world, at, _: [world.keeps_at(place) for place in sorted(at or ())],
    "load": lambda world, at, _: world.load(at),
    "inside": lambda world, at, _: sorted(world.inside(at) or ()),
    "store": lambda world, at, to: world.store(at, Value(to)),
    "store_object": lambda world, at, to: world.store_object(at, ((("m",), to),) if to else ()),
    "store_object, unknown": lambda world, at, _: world.store_object(at, None),
    "spoil": lambda world, at, _: world.spoil(at),
    "forget": lambda world, at, _: [world.forget(place.object) for place in sorted(at or ())],
    "reached": lambda world, at, _: world.reached(at),
    "leak": lambda world, at, _: world.leak(at),
    "leak_value": lambda world, at, to: world.leak_value(Value(at, ((("m",), to),))),
    "clobber": lambda world, at, _: world.clobber(bits(place.object for place in at or ())),
    "havoc": lambda world, at, to: world.havoc(),
    "lose": lambda world, at, _: world.lose(at),
    "leave": lambda world, at, to: world.leave(CALL),
    "joined": lambda world, at, to: two_ways(world, at, to),
    "exchange": lambda world, at, to: _exchange(world, at, to),
}
ASKS_OTHERWISE = ("clobber", "havoc", "lose", "leave", "exchange")


def two_ways(world: World, at: Places, to: Places) -> None:
    """Something is kept on one of them."""
    other = world.copy()
    other.store(at, Value(to))
    world.become(world.joined(other))


class Drawn:
    """Worlds and places that a number says."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.objects = Objects()
        for each in OBJECTS:
            self.objects.add(each)
        self.racing = self.random.random() < 0.2

    def place(self) -> Place:
        return Place(self.random.randrange(len(OBJECTS)), self.random.choice(PATHS))

    def places(self) -> Places:
        most = self.random.choice((None, 0, 1, 1, 1, 2, 3))
        return None if most is None else frozenset(self.place() for _ in range(most))

    def world(self) -> World:
        drawn = [self.place() for _ in range(self.random.randrange(6))]
        kept = [each for each in drawn if ANYWHERE not in each.path and not OBJECTS[each.object].shared]
        cells = {place: frozenset(self.place() for _ in range(self.random.choice((1, 1, 2)))) for place in kept}
        spoiled, leaked = (bits(n for n in range(len(OBJECTS)) if self.random.random() < 0.15) for _ in "sl")
        return World(self.objects, cells, spoiled, leaked, self.racing)


def differs(done: Done, drawn: Drawn) -> bool | None:
    """Whether it is another thing in a second world that says the same of what was asked; ``None`` for no such world."""
    first, at, to = drawn.world(), drawn.places(), drawn.places()
    after = first.copy()
    with drawn.objects.asking() as asked:
        said = done(after, at, to)
    second = drawn.world().beside(first, asked.objects)
    if not second.is_apart(asked):
        return None
    again = second.copy()
    return said != done(again, at, to) or again.key != second.beside(after, asked.objects).key


@pytest.mark.parametrize("name", METHODS)
def test_all_that_it_reads_and_changes_is_on_the_record(name: str) -> None:
    found = [differs(METHODS[name], Drawn(seed)) for seed in range(400)]
    assert True not in found
    assert found.count(False) > 30


@pytest.mark.parametrize("name", [name for name in METHODS if name not in ASKS_OTHERWISE])
def test_what_is_left_out_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a world that does not say what it was asked."""
    monkeypatch.setattr(World, "_ask", lambda world, number: None)
    monkeypatch.setattr("loopwright.dependence.pointsto.memory.bits", lambda numbers: 0)
    assert any(differs(METHODS[name], Drawn(seed)) for seed in range(400))


def test_worlds_are_one_where_they_say_the_same_of_what_was_asked() -> None:
    """An object alone is asked for, one of two that say the same of it."""
    for seed in range(200):
        drawn = Drawn(seed)
        first, second = drawn.world(), drawn.world()
        for number in range(len(OBJECTS)):
            cells = [{c: held for c, held in world.cells.items() if c.object == number} for world in (first, second)]
            bit = 1 << number
            is_same = cells[0] == cells[1] and not (first.spoiled ^ second.spoiled | first.leaked ^ second.leaked) & bit
            assert (first.part(bit) == second.part(bit)) is is_same
            assert first.part(bit) == second.beside(first, bit).part(bit)


A, B, X, Y = map(Place, (0, 1, 2, 5))


def at(*places: Place) -> Places:
    return frozenset(places)


def test_an_object_that_is_copied_holds_what_it_held() -> None:
    world = World(Drawn(0).objects)
    world.store(at(A.inside("m")), Value(at(X)))
    world.store(at(B.inside("m")), Value(at(Y)))
    world.store_object(at(B, Place(3)), world.inside(at(A)))
    assert world.load(at(B.inside("m"))) == at(X, Y)  # one of two places: what was there may be there still
    world.store_object(at(B), world.inside(at(A)))
    assert world.load(at(B.inside("m"))) == at(X)
    world.store_object(at(B), None)
    assert world.load(at(B.inside("m"))) is None


def test_what_others_can_reach_may_change_while_they_run() -> None:
    world = World(Drawn(0).objects)
    world.store(at(A), Value(at(X)))
    world.store(at(B), Value(at(Y)))
    world.leak(at(A))
    assert not world.racing
    assert world.load(at(A)) == at(X)
    world.racing = True
    assert world.load(at(A)) is None
    assert world.inside(at(A)) is None
    assert world.load(at(B)) == at(Y)
    assert world.inside(at(B)) == (((), at(Y)),)
