"""What every object may hold, and who touches it: sets that only grow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from loopwright.lang.places import ANYWHERE, Path, Place, anywhere, written
from loopwright.lazily import cached_property
from loopwright.placement.numbers import Numbers
from loopwright.placement.objects import (
    NONE,
    UNKNOWN,
    UNSEEN,
    Assigned,
    Context,
    Hit,
    Memory,
    Origin,
    Passed,
    Places,
)
from loopwright.placement.owners import Owned, owned_memory
from loopwright.placement.program import File, Known, Project
from loopwright.residence import ir
from loopwright.residence.ir import CType, Expr
from loopwright.source.linear import Linear

_Key = TypeVar("_Key", int, tuple[int, int])
_SMALL = 4096  # bytes
_MOST_NUMBERED = 30  # rounds in which integers may still change


def _called(memory: Memory, place: Place) -> str:
    return f"{memory.name or 'value'}{written(place.path)}"


class Store:
    """Objects with their cells. ``hits`` are the accesses of an expression, ``contained`` those of the function that a call runs."""

    def __init__(self, project: Project, on_device: frozenset[int] = frozenset()) -> None:
        """``on_device``: calls that copy or clear memory and run there."""
        self.project, self.on_device = project, on_device
        self.objects: list[Memory] = [Memory(0, "", "unseen", UNKNOWN, unfit="it is not seen where it comes from")]
        self.cells: dict[Place, set[Place]] = {}
        # Of the integers in each object: what each place of the program gives them.
        self.definitions: dict[int, dict[Place, dict[object, Linear | None]]] = {}
        self.named = Numbers()
        self.hits: dict[int, set[Hit]] = {}
        self.contained: dict[int, set[Hit]] = {}
        self._hits: dict[tuple[int, int], set[Hit]] = {}  # by node and context
        self._contained: dict[tuple[int, int], set[Hit]] = {}
        self.owned: dict[int, Owned] = {}
        self.inside: dict[int, list[Expr]] = {}  # of objects that are given to functions: the pointers in them
        self.passed: dict[int, list[Passed]] = {}
        self.lent: dict[int, tuple[Known, ir.Call]] = {}  # calls in another build of functions that nobody sees
        self.callees: dict[int, set[Known]] = {}
        self.releases: dict[int, set[int]] = {}
        self.released_together: dict[tuple[int, int], set[int]] = {}  # of a call in a context
        self.released: dict[int, CType] = {}  # the type of the pointer that a call gives back
        self.contexts: dict[object, Context] = {}
        self.by_function: dict[Known, list[Context]] = {}
        self.values: dict[tuple[int, int], Places] = {}  # of the node of a call or name, in a context: what it leads to
        self.decayed: set[int] = set()  # arrays that are used as pointers to their first element
        self.entered: set[int] = set()  # objects that a pointer may lead into the middle of
        self.elements: dict[int, Linear] = {}  # of pointers: bytes of what they point at
        self.types: dict[int, CType] = {}  # of pointers
        self.assigned: dict[int, Assigned] = {}  # of the call that allocates
        self.numbers: dict[object, int] = {}
        self.locals: dict[tuple[int, str], set[int]] = {}
        self.under: dict[int, set[Path]] = {}  # paths of an object that hold something
        self.valued: set[Known] = set()  # functions whose address is taken
        self._roots: list[tuple[Known, bool]] = []
        self.changed = True
        self._rounds = 0
        self.is_settled = False
        self._done: set[int] = set()
        self.effects: dict[int, set[Hit]] = {}
        self.context: Context
        self.file: File
        self.blocks: list[dict[str, tuple[int, CType]]] = []
        self.loops = 0
        self.quiet = False  # nothing is accessed
        self.device = False

    def new_object(self, key: object, name: str, kind: str, type: CType, **more: Any) -> int:
        """The number of the object of a key, the same each time."""
        if key not in self.numbers:
            self.numbers[key] = len(self.objects)
            self.objects.append(Memory(len(self.objects), name, kind, type, **more))
            self.changed = True
        return self.numbers[key]

    def variable(self, key: object, name: str, kind: CType, context: Context, node: object) -> int:
        """The object of a parameter or local variable."""
        return self.new_object(
            (key, context.number), name, "variable", kind, context=context, node=node, file=context.known.file
        )

    def enter(self, places: Iterable[Place]) -> None:
        """A pointer was moved inside of what it leads to."""
        self.entered |= {place.object for place in places}

    def address_of(self, known: Known) -> Places:
        """A function as a value."""
        self.valued.add(known)
        number = self.new_object(
            ("function", known), known.name, "function", UNKNOWN, function=known, pinned="it is a function"
        )
        return frozenset((Place(number),))

    def root(self, known: Known) -> None:
        """A function that may be called from where nobody sees runs whenever, with anything."""
        if (known, True) not in self._roots:
            self._roots.append((known, True))
            self.changed = True

    def spoil(self, number: int, reason: str) -> None:
        """An object cannot be placed, nor what it leads to; a function may be called by anybody."""
        todo = [number]
        while todo:
            memory = self.objects[todo.pop()]
            if memory.unfit:
                continue
            memory.unfit = reason
            self.changed = True
            if memory.function is not None:
                self.root(memory.function)
            todo += [
                target.object
                for path in self.under.get(memory.number, ())
                for target in self.cells.get(Place(memory.number, path), ())
            ]

    def point(self, place: Place, targets: set[Place] | Places) -> None:
        """A place may hold some addresses."""
        held = self.cells.setdefault(place, set())
        self.under.setdefault(place.object, set()).add(place.path)
        if not targets <= held:
            held |= targets
            self.changed = True
        memory = self.objects[place.object]
        if memory.unfit and place != UNSEEN:
            for target in targets:
                self.spoil(target.object, memory.unfit)
        elif place.object == UNSEEN.object:
            for target in targets:
                self.spoil(target.object, "its address is kept where nobody sees it")

    def leads_to(self, places: Places) -> Places:
        """What pointers at some places may point at."""
        found: set[Place] = set()
        for place in places:
            found |= self.cells.get(place, NONE)
            found |= self.cells.get(anywhere(place), NONE)
            if self.objects[place.object].unfit:
                found.add(UNSEEN)
        return frozenset(found)

    def reached_from(self, places: Places) -> Places:
        """Some places and all that can be reached through the pointers in their objects."""
        found: set[Place] = set()
        todo = set(places)
        while todo:
            place = todo.pop()
            found.add(place)
            for path in self.under.get(place.object, ()):
                todo |= self.cells.get(Place(place.object, path), set()) - found - {UNSEEN}
        return frozenset(found)

    def define(self, place: Place, value: Linear | None, key: object, is_fixed: bool = True) -> None:
        """A place of the program (``key``) gives an integer its value; ``is_fixed``: where that is not known it is still one value."""
        if value is None and is_fixed and not self.loops:
            name = f"{_called(self.objects[place.object], place)}#{key}"
            value = Linear(0, (((name,), 1),))
        if self._rounds > _MOST_NUMBERED:
            value = None
        given = self.definitions.setdefault(place.object, {}).setdefault(place, {})
        if key not in given or given[key] != value:
            given[key] = value
            self.changed = True

    def number_at(self, place: Place) -> Linear | None:
        """What an integer is, where all that is ever written to it is the same."""
        memory = self.objects[place.object]
        if memory.unfit or (memory.many and memory.kind == "heap"):
            return None
        given = self.definitions.get(place.object, {}).get(place, {})
        if memory.wild and place.path:
            return None if given else Linear(0, (((f"{_called(memory, place)}#{memory.number}",), 1),))
        values = set(given.values())
        if len(values) > 1:
            values = {self.today(value) for value in values}
        if memory.settled and len(values) > 1 and not (memory.context is not None and memory.context.repeated):
            return Linear(0, (((f"{memory.name}#{memory.number}",), 1),))
        value = values.pop() if len(values) == 1 else None
        return self.named.named(f"{_called(memory, place)}={memory.number}", value) if value is not None else None

    def today(self, number: Linear | None) -> Linear | None:
        """A number for what is decided, and not written."""
        return self.named.today(number) if number is not None else None

    def bytes_of(self, number: int) -> Linear | None:
        """The size of an object, as the program is now."""
        return self.today(self.objects[number].size)

    def is_small(self, number: int) -> bool:
        """Whether all of an object moves as fast as one element."""
        size = self.bytes_of(number)
        return size is not None and not size.terms and size.constant <= _SMALL

    def element_of(self, pointer: Expr) -> Linear | None:
        """Bytes of what a pointer points at, as the program is now."""
        return self.today(self.elements.get(id(pointer)))

    def number_of(self, places: Places) -> Linear | None:
        return self.number_at(next(iter(places))) if len(places) == 1 else None

    def lead(self, node: Expr, targets: Places) -> None:
        """An expression may have some addresses as its value."""
        key = (id(node), self.context.number)
        self.values[key] = self.values.get(key, NONE) | targets

    def hit(self, node: Expr, places: Places, writes: bool) -> None:
        """An expression reads or writes some places."""
        if self.quiet:
            return
        found = {Hit(place, self.device, writes) for place in places}
        self.add(self._hits, (id(node), self.context.number), found)
        self.effect(found)

    def hit_whole(self, node: Expr, places: Places) -> None:
        """An expression writes some places with all that lies in them: pointers and sizes of other places may be there afterwards."""
        inner = {Place(place.object, path) for place in places for path in self.under.get(place.object, ())}
        inner |= {known for number in {place.object for place in places} for known in self.definitions.get(number, ())}
        self.hit(node, places | {at for at in inner for place in places if _lies_in(at, place)}, True)

    def accesses(self) -> Iterator[tuple[int, Context, set[Hit]]]:
        """The accesses of each expression of its own, in every chain of calls."""
        by_number = {context.number: context for context in self.contexts.values()}
        for (node, number), found in self._hits.items():
            yield node, by_number[number], found

    def accesses_at(self, node: int, context: Context) -> set[Hit]:
        """Those of one expression in one chain of calls, and of the functions that it calls."""
        key = (node, context.number)
        return self._hits.get(key, set()) | self._contained.get(key, set())

    def contain(self, node: Expr, found: set[Hit]) -> None:
        """A call makes some accesses."""
        self.add(self._contained, (id(node), self.context.number), found)

    def settle(self) -> None:
        """At the end: what containers hold, and all accesses but those before it comes to the device."""
        self.owned = owned_memory(self)
        by_number = {context.number: context for context in self.contexts.values()}
        for kept, table in ((self._hits, self.hits), (self._contained, self.contained)):
            for (node, number), found in kept.items():
                context = by_number[number]
                table.setdefault(node, set()).update(
                    hit for hit in found if not self._is_before(context, node, hit.place.object)
                )

    def _is_before(self, context: Context, node: int, number: int) -> bool:
        owned = self.owned.get(number)
        if owned is None or owned.holder is None:
            return False
        return (context is owned.holder.context and node == id(owned.born)) or owned.is_unborn_in(context)

    def is_unborn(self, context: Context, number: int) -> bool:
        """Whether an object is not on the device yet when a function runs."""
        owned = self.owned.get(number)
        return owned is not None and owned.is_unborn_in(context)

    def is_written_before(self, number: int) -> bool:
        """Whether the host or a kernel writes an object before it comes to the device."""
        by_number = {context.number: context for context in self.contexts.values()}
        return any(
            hit.writes and hit.place.object == number
            for (node, context), found in self._hits.items()
            for hit in found
            if self._is_before(by_number[context], node, number)
        )

    def born_at(self, number: int) -> int:
        """The node that makes an object where it comes to the device."""
        owned = self.owned.get(number)
        return id(owned.born) if owned is not None and owned.born is not None else id(self.objects[number].node)

    def paths_of(self, number: int) -> set[Path]:
        """Members of an object that hold something."""
        return self.under.get(number, set())

    def effect(self, found: set[Hit]) -> None:
        """The function that is carried out makes some accesses."""
        self.add(self.effects, self.context.number, found)

    def add(self, table: dict[_Key, set[Hit]], key: _Key, found: set[Hit]) -> None:
        """More accesses."""
        held = table.setdefault(key, set())
        if not found <= held:
            held |= found
            self.changed = True

    def copy(self, place: Place, home: Place, key: object) -> None:
        """A struct goes with its members."""
        if place == home:
            return
        if self.objects[home.object].wild and not self.objects[place.object].wild:
            self.point(anywhere(place), self.leads_to(frozenset((anywhere(home),))))
        for path in list(self.under.get(home.object, ())):
            rest = home.rest_of(path)
            if rest is not None:
                into = anywhere(place) if rest[-1:] == (ANYWHERE,) else place.inside(*rest)
                self.point(into, set(self.cells.get(Place(home.object, path), ())))
        for known in list(self.definitions.get(home.object, ())):
            rest = home.rest_of(known.path)
            if rest is not None:
                self.define(place.inside(*rest), self.number_at(known), ("copied", key, known), False)

    def origin(self, memory: Memory) -> Origin:
        """What makes an object: its declaration, or the call whose result a pointer gets, where a function only returns it."""
        node, context = memory.node, memory.context
        if memory.kind == "heap":
            while context is not None and id(node) not in self.assigned and context.call is not None:
                node, context = context.call, context.parent
        return Origin(node, context)

    @cached_property
    def partners(self) -> list[set[int]]:
        """Objects that live in one place, all or none: one statement makes them, or may give any of them back."""
        made: dict[object, set[int]] = {}
        for memory in self.objects:
            if memory.node is not None:
                owned = self.owned.get(memory.number)
                key = (id(owned.born), owned.steps) if owned is not None else id(self.origin(memory).node)
                made.setdefault(key, set()).add(memory.number)
        groups = list(made.values())
        ended = [{number, *owned.mates} for number, owned in self.owned.items()]
        for together in (*self.released_together.values(), *ended):
            touching = [group for group in groups if group & together]
            if len(touching) > 1:
                groups = [group for group in groups if not group & together] + [set[int]().union(*touching)]
        return groups

    def variable_in(self, context: Context, name: str) -> int | None:
        """The object of a parameter, of a local variable that is declared once, or of a global one."""
        parameter = self.numbers.get((("parameter", name), context.number))
        if parameter is not None:
            return parameter
        found = self.locals.get((context.number, name), set())
        if found:
            return next(iter(found)) if len(found) == 1 else None
        for key in (("global", name, context.known.file.number), ("global", name, None)):
            if key in self.numbers:
                return self.numbers[key]
        return None


def _lies_in(place: Place, outer: Place) -> bool:
    return place.object == outer.object and outer.rest_of(place.path) is not None
