"""What the call sites of a program say of a loop: which of its accesses never meet, whoever calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from loopwright.dependence.pointsto import beginnings, declaring, values, walk
from loopwright.dependence.pointsto.machine import (
    Access,
    Frame,
    Given,
    Machine,
    Semantics,
    TooMuch,
    Touched,
)
from loopwright.dependence.pointsto.memory import World
from loopwright.dependence.pointsto.units import Known, Units, key_of, units_of
from loopwright.lang.declarators import read_declarator
from loopwright.lang.places import Place, may_meet
from loopwright.lang.second_names import second_names
from loopwright.source.kept import once, put
from loopwright.source.outline import Function, Outline
from loopwright.source.text import Span

_SEMANTICS = Semantics(values.value_of, values.place_of, declaring.bind, walk.body, walk.of_macro)


@dataclass(frozen=True)
class Sites:
    """Of one file, the one with the number ``unit``. ``touched`` are the runs of each loop that differ in what they touch,
    ``calls`` the calls that were carried out, ``passed`` where the arguments of each of them led each time; ``entered`` are functions that
    others may call in ways that nobody sees."""

    units: Units
    unit: int
    touched: dict[int, tuple[Touched, ...]]
    calls: frozenset[tuple[int, int]]
    passed: dict[tuple[int, int], frozenset[Given]]
    entered: frozenset[tuple[int, int]]

    def apart(self, loop: int, first: Access, second: Access) -> bool:
        """Whether two lvalues in the loop that begins at ``loop`` never name one piece of memory, in whichever iterations."""
        runs = self.touched.get(loop, ())
        return bool(runs) and all(
            first in run and second in run and not may_meet(run[first], run[second]) for run in runs
        )

    def in_own_rows(self, loop: int, span: Span) -> bool:
        """Whether an lvalue in the loop is in a row of an array of addresses each of which was allocated for its own element."""
        access = Access(self.unit, *span)
        runs = self.touched.get(loop, ())
        return bool(runs) and all(
            run.get(access) is not None and run.get(access._replace(rows=True)) is not None for run in runs
        )

    def callers(self, function: Function) -> list[tuple[str, int]]:
        """(file, line from 1) of each call of a function in order, but for those that are never reached."""
        found = []
        for mention in self.units.mentions.get(function.name, ()):
            if (mention.unit, mention.start) in self.calls:
                source = self.units.outlines[mention.unit].source
                found.append((source.name, source.lines.line_of(mention.start) + 1))
        return sorted(found)


def sites_of(outline: Outline, pause: Callable[[], None] = lambda: None) -> Sites | None:
    """What the callers in sight say of the loops of a file; ``None`` where the program is too large. Kept with the file. ``pause`` is
    called now and then while that is found out."""
    return once(outline, sites_of, lambda: _of_all_files(outline, pause))


def sites_alone(outline: Outline, function: Function) -> Sites | None:
    """What a function says of its own loops, whoever calls it with whatever; other files are not asked."""
    return once(outline, (sites_alone, function.span), lambda: _alone(outline, function))


def _alone(outline: Outline, function: Function) -> Sites | None:
    units = once(outline, Units, lambda: Units(outline, beside=()))
    known = units.known_of(function)
    if len(known) != 1 or any(each.source.hides_code or b"setjmp" in each.source.data for each in units.outlines):
        return None
    if second_names(outline):
        return None  # two variables may be one
    machine = Machine(units, _SEMANTICS, True)
    try:
        _enter(machine, known[0], True)
    except (TooMuch, RecursionError):
        return None
    machine.settle_rows()
    touched = {start: tuple(runs) for (unit, start), runs in machine.touched.items() if unit == 0}
    return Sites(units, 0, touched, frozenset(), {}, frozenset((key_of(known[0]),)))


def _of_all_files(outline: Outline, pause: Callable[[], None]) -> Sites | None:
    try:
        views = _found(outline, pause)
    except (TooMuch, RecursionError):
        views = ()  # for every file of the program: none of them has to find that out again
    files = (outline, *outline.units)
    for file, view in zip_longest(files, views):
        # Of the others only those that take one another for the same program.
        if file is not None and file is not outline and {file, *file.units} == set(files):
            put(file, sites_of, view)
    return views[0] if views else None


def _found(outline: Outline, pause: Callable[[], None]) -> tuple[Sites, ...]:
    units = units_of(outline)
    if any(each.source.hides_code for each in units.outlines):
        return ()  # there may be callers
    every = [known for each in units.definitions.values() for known in each if known.function.kind == "host"]
    racing = any(
        not mention.is_called
        for name in units.definitions
        if not units.are_constructors(name)
        for mention in units.mentions.get(name, ())
    )
    inside, outside = Machine(units, _SEMANTICS, False, pause), Machine(units, _SEMANTICS, True, pause)
    entered: set[tuple[int, int]] = set()
    strangers: set[tuple[int, int]] = set()
    if units.is_whole:
        for main in units.definitions["main"]:  # of each program that has the file
            _enter(inside, main, racing)
            entered.add(key_of(main))
    else:
        for known in every:
            if not units.is_static(known):
                _enter(outside, known, racing)
                entered.add(key_of(known))
                strangers.add(key_of(known))
    while True:
        made = _Calls(inside.visited | outside.visited, inside.refused | outside.refused)
        live = entered | inside.walked | outside.walked
        waiting = [
            known for known in every if key_of(known) not in entered and _is_called_unseen(units, known, made, live)
        ]
        if not waiting:
            break
        for known in waiting:
            _enter(outside, known, racing)
            entered.add(key_of(known))
            strangers.add(key_of(known))
    touched: list[dict[int, list[Touched]]] = [{} for _ in units.files]
    for machine in (inside, outside):
        machine.settle_rows()
        for (unit, start), runs in machine.touched.items():
            if unit < len(touched):
                touched[unit].setdefault(start, []).extend(runs)
    calls = frozenset(inside.visited | outside.visited)
    passed: dict[tuple[int, int], frozenset[Given]] = {
        call: frozenset(inside.passed.get(call, ())) | outside.passed.get(call, set())
        for call in (*inside.passed, *outside.passed)
    }
    return tuple(
        Sites(units, unit, {start: tuple(runs) for start, runs in found.items()}, calls, passed, frozenset(strangers))
        for unit, found in enumerate(touched)
    )


class _Calls(NamedTuple):
    """The calls that were carried out, and those that were not, at least once."""

    seen: set[tuple[int, int]]
    refused: set[tuple[int, int]]


def _is_called_unseen(units: Units, known: Known, calls: _Calls, live: set[tuple[int, int]]) -> bool:
    """Whether a function may be called in a way that nobody carried out. What stands in functions that never run does not
    count, as far as they are known not to. Of methods not every call shows the name."""
    if not units.is_plain(known):
        return True
    mentions = [
        mention
        for mention in units.mentions.get(known.name.split("::")[-1], [])
        if mention.within < 0 or (mention.unit, mention.within) in live
    ]
    if not mentions:
        return not units.may_be_dead(known)
    return any((m.unit, m.start) not in calls.seen or (m.unit, m.start) in calls.refused for m in mentions)


def _enter(machine: Machine, known: Known, racing: bool) -> None:
    """A function carried out for callers of whom nothing is known; `main` of a whole program is called by nobody else."""
    if machine.units.is_involved(known):
        return
    world = World(machine.objects, racing=racing)
    if machine.shared:
        world.havoc()
    else:
        world.spoil(frozenset(Place(number) for number in beginnings.initialised(machine)))
    world.leaked |= machine.lasting if racing else beginnings.kept(machine)
    machine.frames.append(Frame(known, (-1, known.unit, known.function.span.start)))
    try:
        for parameter, _, type in machine.units.parameters_of(known):
            declarator = parameter.child_by_field_name("declarator")
            if declarator is None:
                continue
            said = read_declarator(declarator)
            if type.layers[:1] == ("&",):
                continue
            declaration = machine.declared(said.node, type) if said.node is not None else None
            if declaration is not None:
                number = machine.variable(declaration)
                world.spoil(frozenset((Place(number),)))
        walk.body(machine, world)
    finally:
        machine.frames.pop()
