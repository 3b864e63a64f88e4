"""A function as the dependence test sees it: blocks of accesses in the order of evaluation, branches and loops."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Literal, NamedTuple, ParamSpec, TypeVar, Union

from loopwright.dependence.model.remade import Remaking
from loopwright.dependence.model.values import Guard, Index, LoopFrame, Place, Symbol
from loopwright.lang.types import Type
from loopwright.lazily import cached_property
from loopwright.records import record
from loopwright.source.linear import Linear
from loopwright.source.text import Span

P = ParamSpec("P")
R = TypeVar("R")
_asked = threading.RLock()
_waiting: set[int] = set()  # threads
_TURN = 0.002  # seconds
COME_TO = frozenset(("label", "handler"))  # effects that a jump may lead to past what stands before them


def one_at_a_time(question: Callable[P, R]) -> Callable[P, R]:
    """A program is completed while it is asked. Threads that ask about the same one got answers that depended on who was first."""

    @wraps(question)
    def ask(*arguments: P.args, **named: P.kwargs) -> R:
        _waiting.add(threading.get_ident())
        with _asked:
            _waiting.discard(threading.get_ident())
            return question(*arguments, **named)

    return ask


@contextmanager
def in_turns() -> Iterator[Callable[[], None]]:
    """For what takes long and can wait, outside of any other question: calling what is given lets those who want an answer go
    first."""

    def let_others() -> None:
        while _waiting:
            _asked.release()
            time.sleep(_TURN)  # whoever waits has the lock by then
            _asked.acquire()

    with _asked:
        yield let_others


Object = tuple[str, tuple[str, ...], int]  # as :attr:`Place.object`
RootKind = Literal["local", "parameter", "global", "heap", "unknown"]


class Way(NamedTuple):
    """One of the places that a pointer may lead to, where conditions hold; ``seen`` as of an access there."""

    guards: tuple[Guard, ...]
    place: Place
    seen: Place | None


@record
class Root:
    """An object in memory or a scalar. ``loops`` are those inside which it is declared: each iteration has its own.
    ``pointed`` says that it is what a pointer of that name points at; ``addressed``, that its address is taken; ``escapes``, that
    others may know it, or what lies behind an address in it; ``leaves``, that somebody who is not followed may know where it is itself;
    ``view_of`` names the root whose memory it shows in another shape, ``taken_in`` are the loops whose iterations each
    take another address for it, ``None`` where nobody took any; ``extents`` are the sizes of an array, ``begins`` the numbers that its first elements
    begin with where these are told, ``elements`` all of them where they never change; ``of_class`` says that it is a static data member;
    ``leads`` are the variables that its initialiser names, once for each time, where addresses may be in it; ``earlier`` says that it is the
    numbers that a container had until somebody may have given them to another one; ``read_from`` is the root of the memory that its address was
    read from before another one may have been stored there; ``one_of`` are the places of which it is one, each where its conditions hold."""

    name: str
    kind: RootKind
    type: Type
    loops: tuple[int, ...] = ()
    pointed: bool = False
    escapes: bool = False
    addressed: bool = False
    view_of: str | None = None
    taken_in: tuple[int, ...] | None = None
    extents: tuple[Linear | None, ...] = ()
    begins: tuple[int, ...] = ()
    elements: tuple[int, ...] = ()
    of_class: bool = False
    leaves: bool = False
    leads: tuple[str, ...] = ()
    earlier: bool = False
    read_from: str = ""
    one_of: tuple[Way, ...] = ()

    def object_of(self, place: Place) -> Object:
        """What identifies the object that a place of this root is in, in whatever shape that is seen, and whether or not the variable that
        leads there is read again."""
        root, fields, loads = self.view_of or place.root, *place.object[1:]
        return (root[1:], fields, loads + 1) if root.startswith("*") else (root, fields, loads)

    @property
    def lasting(self) -> bool:
        """Whether somebody else may read it when the function has returned."""
        return (
            self.kind in ("global", "unknown")
            or self.pointed
            or self.escapes
            or self.type.static
            or "&" in self.type.layers
        )


class Update(NamedTuple):
    """Half of `x = x op e`; the two halves share ``statement``. ``unless`` is what must be a number for the order not to matter."""

    operator: str
    statement: int
    unless: str = ""


class Written(NamedTuple):
    """A value that is worked out from ``reads`` alone, in the way that ``text`` says. Beside each read is the number that it gives, where
    that is known."""

    text: str
    reads: tuple[tuple[Access, Linear | None], ...]


@record
class Access:
    """One read or write. ``order`` grows in the order of evaluation; ``guards`` are the conditions in force; ``origin`` is where it
    stands if it is in the file, ``span`` where the loop does it: at a call, or the same; ``stored`` is the integer that a write
    stores where that is known, ``address`` the place that a pointer leads to then, ``written`` how it is worked out; one that is only
    ``possible`` is of a name in what is not understood, or of what a function out of sight is given the address of (``given``: it may be any
    element behind it). ``seen`` is where it lies by what was seen to be stored in the pointers on the way, which may have changed since;
    ``through`` the root of the local pointer that alone leads there if anybody writes there while its block runs; one of ``raw`` bytes is of
    objects of any type; ``remade`` is how a variable's new value is made of its old one; ``expanded`` says where a macro is named in whose
    text it stands, and what it is called there."""

    place: Place
    writes: bool
    span: Span
    line: int
    text: str
    loops: tuple[int, ...]
    guards: tuple[Guard, ...]
    order: int
    element: str = ""
    update: Update | None = None
    atomic: bool = False
    origin: Span | None = None
    stored: Linear | None = None
    written: Written | None = field(default=None, compare=False)
    possible: bool = False
    given: bool = False
    seen: Place | None = field(default=None, compare=False)
    through: str = ""
    address: Place | None = field(default=None, compare=False)
    raw: bool = False
    remade: Remaking | None = field(default=None, compare=False)
    expanded: tuple[int, str] | None = field(default=None, compare=False)

    @cached_property
    def object(self) -> tuple[str, tuple[str, ...], int]:
        """What identifies the object that it is in: asked for each pair of accesses."""
        return self.place.object

    @property
    def is_scalar(self) -> bool:
        """Whether it is a whole variable."""
        return not self.place.steps

    @cached_property
    def leads_out(self) -> bool:
        """Whether it goes through an address that lies in its root: it is of other memory."""
        return any(isinstance(step, Index) and step.loaded for step in self.place.steps)

    @cached_property
    def is_of_any_type(self) -> bool:
        """Whether its element says nothing of the type of the object there: bytes, or what lies in a union over something else."""
        if self.raw:
            return True
        for step in reversed(self.place.steps):
            if isinstance(step, Index):
                if step.loaded:
                    break
            elif step.elsewhere or step.shared:
                return step.shared and not step.elsewhere
        return False


class Reread(NamedTuple):
    """Reads of memory that share a symbol: the first of them, the order of the last, and the loops ``entered`` since."""

    read: Access
    last: int
    entered: frozenset[int]


class Effect(NamedTuple):
    """Something that is no access: ``unknown call``, ``output``, ``state``, ``behind``, ``volatile``, ``order``, ``macro``, ``opaque``, a ``label``, what
    ``throws`` for a subscript out of range, the end of what a ``handler`` of exceptions belongs to; ``text`` names it. ``changes`` is what
    a function that is called and not followed is seen to change."""

    kind: str
    text: str
    line: int
    loops: tuple[int, ...]
    span: Span
    changes: str = ""


@dataclass
class Block:
    """Items in order. Of a function that is read to its end it is kept what stands in each, since every question goes through that."""

    items: list[Item] = field(default_factory=list)
    is_complete: bool = field(default=False, compare=False, repr=False)

    @property
    def inner(self) -> tuple[Block, ...]:
        """The blocks of its items, in order."""
        return self._inner if self.is_complete else self._blocks()

    @cached_property
    def _inner(self) -> tuple[Block, ...]:
        return self._blocks()

    def _blocks(self) -> tuple[Block, ...]:
        return tuple(
            inner for item in self.items if not isinstance(item, (Access, Effect)) for inner in blocks_of(item)
        )

    @cached_property
    def every(self) -> tuple[Access | Effect, ...]:
        """Accesses and effects in order."""
        return tuple(_flat(self))

    @cached_property
    def accesses(self) -> tuple[Access, ...]:
        """The accesses in order."""
        return tuple(item for item in self.every if isinstance(item, Access))

    @cached_property
    def by_root(self) -> dict[str, tuple[Access, ...]]:
        """The accesses of each root in order."""
        found: dict[str, list[Access]] = {}
        for access in self.accesses:
            found.setdefault(access.place.root, []).append(access)
        return {root: tuple(accesses) for root, accesses in found.items()}

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Which of the items hold an access of a root, by that root; under no name those that a jump may lead to or into."""
        for block in (*reversed(_blocks_below(self)), self):  # from the inside: a deep function is too deep for Python
            places = block._places
        return places

    @cached_property
    def _places(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for position, item in enumerate(self.items):
            if isinstance(item, Access):
                found.setdefault(item.place.root, []).append(position)
            elif isinstance(item, Effect):
                if item.kind in COME_TO:
                    found.setdefault("", []).append(position)
            else:
                for root in dict.fromkeys(root for inner in blocks_of(item) for root in inner._places):
                    found.setdefault(root, []).append(position)
        return {root: tuple(positions) for root, positions in found.items()}

    def items_with(self, root: str, start: int = 0) -> Iterator[Item]:
        """The items from ``start`` on that hold an access of a root or that a jump may lead to, in order."""
        if not self.is_complete:
            return iter(self.items[start:])
        positions = self.places.get(root, ())
        positions = positions[bisect_left(positions, start) :]
        if jumps := self.places.get(""):
            positions = tuple(sorted({*positions, *jumps[bisect_left(jumps, start) :]}))
        return (self.items[position] for position in positions)


@record
class Branch:
    """Either block runs, or none of them."""

    blocks: tuple[Block, ...]
    complete: bool


@record
class Nest:
    """A loop and its body."""

    frame: LoopFrame
    body: Block


Item = Union[Access, Effect, Branch, Nest]


@dataclass(frozen=True)
class Program:
    """One function. ``frames`` and ``nests`` by loop id, ``by_start`` maps the offset of a `for` to its loop id, ``stacks`` a
    loop to itself and those around it, ``outer_guards`` to how many conditions hold before it begins, ``entries`` to the symbols that a variable in
    scope holds when it begins, ``outdated`` to the symbols whose words mean something else then, ``sums`` to the variables that hold a sum of others
    then, ``begins`` to the numbers that variables hold; ``held`` to the elements that its pointers lead to then, ``None`` where that is not known, ``bound`` to
    what its references are bound to; ``alternatives`` are macros with
    several definitions of which one was taken; ``member_sizes`` the lengths of members that are arrays, by root and members on the
    way; ``named_by_callees`` are the variables of others that called functions name, each with the call;
    ``assigned`` the names that the function itself assigns something to; ``typed`` says that one object is not used as two types; of
    ``measured`` objects it was asked how far they lie from one another: with that number an address in one may be made of one in the other;
    ``related`` says between which bounds the second of two symbols minus the first is;
    ``proved`` keeps answers about checks, ``cut`` what is known of arrays of addresses into one block; ``rereads`` by
    symbol what was read at several times."""

    body: Block
    symbols: dict[str, Symbol]
    roots: dict[str, Root]
    frames: dict[int, LoopFrame]
    nests: dict[int, Nest]
    by_start: dict[int, int]
    stacks: dict[int, tuple[int, ...]]
    outer_guards: dict[int, int]
    entries: dict[int, dict[str, str]]
    outdated: dict[int, frozenset[str]]
    sums: dict[int, dict[str, Linear]]
    begins: dict[int, dict[str, int]]
    held: dict[int, dict[str, Place | None]]
    bound: dict[int, dict[str, Place]]
    alternatives: tuple[str, ...]
    member_sizes: dict[tuple[str, tuple[str, ...]], tuple[Linear | None, ...]] = field(default_factory=dict)
    related: tuple[tuple[str, str, int | None, int | None], ...] = ()
    named_by_callees: frozenset[tuple[str, Span]] = frozenset()
    assigned: frozenset[str] = frozenset()
    typed: bool = True
    measured: frozenset[tuple[Object, Object]] = frozenset()
    proved: dict[object, bool] = field(default_factory=dict)
    cut: dict[str, object] = field(default_factory=dict)
    rereads: dict[str, Reread] = field(default_factory=dict)

    def is_outdated(self, loop: int, name: str) -> bool:
        """Whether the words of a symbol mean something else where a loop begins: its own, or those of what it is made of."""
        outdated = self.outdated[loop]
        if not outdated or name not in self.symbols:
            return False
        return name in outdated or any(self.is_outdated(loop, part) for part in self.symbols[name].parts)

    @cached_property
    def in_two_meanings(self) -> frozenset[tuple[int, str]]:
        """Lvalues in what macros stand for that are called alike there and are of two objects, as a name that a block of the text declares anew."""
        objects: dict[tuple[int, str], set[Object]] = {}
        for item in flat(self.body):
            if isinstance(item, Access) and item.expanded is not None:
                objects.setdefault(item.expanded, set()).add(item.object)
        return frozenset(expanded for expanded, found in objects.items() if len(found) > 1)

    @cached_property
    def chooses(self) -> bool:
        """Whether a pointer of it leads to one of several places."""
        return any(root.one_of for root in self.roots.values())

    @cached_property
    def names_of_functions(self) -> frozenset[str]:
        """The names of what the function declares, and those that it calls."""
        return frozenset(root.name for root in self.roots.values() if root.kind in ("local", "parameter"))

    @cached_property
    def ways(self) -> dict[int, tuple[tuple[Block, int], ...]]:
        """By loop id the block that it stands in and the position there, then the block and position of what that is in, to the whole."""
        found: dict[int, tuple[tuple[Block, int], ...]] = {}
        waiting: list[tuple[Block, tuple[tuple[Block, int], ...]]] = [(self.body, ())]
        while waiting:
            block, way = waiting.pop()
            for position, item in enumerate(block.items):
                if isinstance(item, (Access, Effect)):
                    continue
                here = ((block, position), *way)
                if isinstance(item, Nest):
                    found[item.frame.id] = here
                waiting += [(inner, here) for inner in blocks_of(item)]
        return found

    @cached_property
    def domains(self) -> dict[int, object]:
        """What is known of the iterations in which accesses happen. A program with other symbols has others: these are of this one alone."""
        return {}

    @cached_property
    def by_origin(self) -> dict[Span, list[Access]]:
        """Every access that stands in the file, by where; of a function that is called twice the same place has an access for each."""
        found: dict[Span, list[Access]] = {}
        for access in accesses_in(self.body):
            if access.origin is not None:
                found.setdefault(access.origin, []).append(access)
        return found

    @cached_property
    def first_label(self) -> int | None:
        """Where the first label of the function stands that a `goto` may lead to. Asked for every scalar of every loop."""
        labels = (item.span.start for item in flat(self.body) if isinstance(item, Effect) and item.kind == "label")
        return min(labels, default=None)


def blocks_of(item: Item) -> tuple[Block, ...]:
    """The blocks inside an item."""
    return (item.body,) if isinstance(item, Nest) else item.blocks if isinstance(item, Branch) else ()


def has_access(item: Item, root: str) -> bool:
    """Whether an item is an access of a root or has one inside."""
    return (
        item.place.root == root if isinstance(item, Access) else any(root in inner.places for inner in blocks_of(item))
    )


def may_be_come_to(item: Item) -> bool:
    """Whether control may come to an item, or into it, past what stands before it."""
    if isinstance(item, Effect):
        return item.kind in COME_TO
    return any("" in inner.places for inner in blocks_of(item))


def complete(block: Block) -> None:
    """Nothing is added to ``block`` or what is in it any more."""
    for one in (block, *_blocks_below(block)):
        one.is_complete = True


def _blocks_below(block: Block) -> list[Block]:
    """Every block inside, each behind the one that it is in."""
    found = [*block.inner]
    for one in found:
        found += one.inner
    return found


def accesses_in(block: Block) -> Iterator[Access]:
    """Every access of a block, in order."""
    return iter(block.accesses) if block.is_complete else (item for item in _flat(block) if isinstance(item, Access))


def accesses_of(block: Block, root: str) -> Iterator[Access]:
    """Every access of a root in a block, in order."""
    if block.is_complete:
        return iter(block.by_root.get(root, ()))
    return (access for access in accesses_in(block) if access.place.root == root)


def flat(block: Block) -> Iterator[Access | Effect]:
    """Accesses and effects of a block in order."""
    return iter(block.every) if block.is_complete else _flat(block)


def _flat(block: Block) -> Iterator[Access | Effect]:
    # A generator within a generator costs what it is deep for each item; a `goto` per statement is as deep as the function is long.
    waiting: list[Item] = block.items[::-1]
    while waiting:
        item = waiting.pop()
        if isinstance(item, (Access, Effect)):
            yield item
        else:
            for inner in reversed(blocks_of(item)):
                waiting += inner.items[::-1]
