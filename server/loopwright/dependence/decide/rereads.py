"""Numbers in memory that were read at several times and taken for one, though another name was stored through in between: they are one if that
name leads to other memory.

`k = *p; *q = k + 1; l = *p;` is walked with one symbol for what is read twice. Stores by the name `p` itself are counted while the function is walked;
whether `q` leads there is asked here, of each loop whose subscripts, bounds or conditions have the symbol."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.ways import ways_of
from loopwright.dependence.model.program import Access, Program, Reread, accesses_in
from loopwright.dependence.model.values import Check, Guard, Index, Place, symbols_in, with_parts
from loopwright.dependence.walk.kept_addresses import cells, may_be_one
from loopwright.source.linear import Linear


@dataclass
class _Stores:
    """Those of one form, which are asked about as one: when they are done, and in which loops."""

    access: Access
    orders: list[int] = field(default_factory=list)
    loops: set[int] = field(default_factory=set)

    def lie_between(self, reread: Reread) -> bool:
        """Whether one of them is done after the first of some reads and before the last."""
        at = bisect_left(self.orders, reread.read.order)
        return (at < len(self.orders) and self.orders[at] < reread.last) or not self.loops.isdisjoint(reread.entered)


def contested(program: Program, loop: int) -> Iterator[tuple[Access, Access, aliases.Overlap]]:
    """Stores that may have changed what a loop takes for one number, each with the read, and what is known of the two."""
    names = sorted(_numbers_of(program, loop) & program.rereads.keys()) if program.rereads else []
    by_form = _stores(program) if names else []
    met: set[tuple[int, str]] = set()
    for name in names:
        reread = program.rereads[name]
        for number, stores in enumerate(by_form):
            if (number, reread.read.place.root) in met or not stores.lie_between(reread):
                continue
            for each in _with_addresses(program, reread.read):
                for store, answer in _meetings(program, stores.access, each):
                    met.add((number, reread.read.place.root))
                    yield store, reread.read, answer


def _with_addresses(program: Program, read: Access) -> Iterator[Access]:
    """A read, and those of the addresses on the way to it: of `**p` that of `*p`, which leads to another number once it is set."""
    yield read
    for cell in cells(read.place):
        yield replace(read, place=cell, seen=None, element="*")


def _stores(program: Program) -> list[_Stores]:
    """The stores to memory of a program, in order."""
    found: dict[Hashable, _Stores] = {}
    for access in accesses_in(program.body):
        if not access.writes or (access.is_scalar and not program.roots[access.place.root].lasting):
            continue
        is_chosen = bool(program.roots[access.place.root].one_of)
        way = (
            access.place
            if is_chosen
            else tuple(step.loaded if isinstance(step, Index) else step for step in access.place.steps)
        )
        stores = found.setdefault((access.place.root, way, access.element, access.raw, access.through), _Stores(access))
        stores.orders.append(access.order)
        stores.loops.update(access.loops)
    for stores in found.values():
        stores.orders.sort()
    return list(found.values())


def _meetings(program: Program, store: Access, read: Access) -> Iterator[tuple[Access, aliases.Overlap]]:
    """The places, of those that a store may be to, that may be one with what is read under another name."""
    if _memory(program, store) == _memory(program, read):
        return
    for one in ways_of(program, (store,)):
        for other in ways_of(program, (read,)):
            if _memory(program, one) == _memory(program, other):
                if may_be_one(one.place.steps, other.place.steps):
                    yield one, "unknown"
            elif (answer := aliases.overlap(program, one, other)) != "no":
                yield one, answer


def _memory(program: Program, access: Access) -> str:
    return program.roots[access.place.root].view_of or access.place.root


def _numbers_of(program: Program, loop: int) -> set[str]:
    """The symbols of a loop's subscripts, bounds and conditions, and all that they are made of."""
    named: set[str] = set()
    frames = set(program.stacks.get(loop, ())) | {loop}
    for access in accesses_in(program.nests[loop].body):
        frames.update(access.loops)
        named |= _in_place(access.place) | _in_guards(access.guards)
        if access.stored is not None:
            named |= access.stored.names
        for way in program.roots[access.place.root].one_of:
            named |= _in_place(way.place) | _in_guards(way.guards)
    for number in frames:
        frame = program.frames[number]
        bounds: tuple[Linear | None, ...] = (frame.first, *frame.lowers, *frame.uppers, frame.step)
        named |= {name for bound in bounds if bound is not None for name in bound.names} | _in_checks(frame.checks)
    return with_parts(named, program.symbols)


def _in_place(place: Place) -> set[str]:
    steps = [step for step in place.steps if isinstance(step, Index)]
    values = (step.value for step in steps if step.value is not None)
    return {name for value in values for name in value.names}.union(*(_in_checks(step.checks) for step in steps))


def _in_guards(guards: tuple[Guard, ...]) -> set[str]:
    told = {name for guard in guards if guard.formula is not None for name in symbols_in(guard.formula)}
    return told.union(*(_in_checks(guard.checks) for guard in guards))


def _in_checks(checks: Iterable[Check]) -> set[str]:
    return {name for check in checks for name in check.value.names}
