"""Worlds that are put together where ways meet."""

from __future__ import annotations

from collections.abc import Callable

from loopwright.residence import expressions
from loopwright.residence.machine import Machine
from loopwright.residence.memory import joined
from loopwright.residence.values import ANYTHING, Cell, Value, World, Worlds

_MOST_WORLDS = 6


def merged(
    machine: Machine, worlds: Worlds, assigned: frozenset[str] = frozenset(), everything: bool = False
) -> Worlds:
    """Worlds with those put together that differ in the states of memory alone. At the end of a loop also numbers that it assigns are
    put together; ``everything`` leaves one."""
    if len(worlds) <= 1:
        return worlds
    machine.visit += 1
    numbers = {found[0] for name in assigned if (found := expressions.binding(machine, name)) is not None}
    _join_numbers(
        machine, worlds, lambda cell, values: cell[0] in numbers or any(value.constant is None for value in values)
    )
    groups = _grouped(worlds, True)
    if len(groups) > (1 if everything else _MOST_WORLDS):
        _join_numbers(machine, worlds, lambda cell, values: True)
        groups = _grouped(worlds, False)
    if len(groups) > (1 if everything else _MOST_WORLDS):
        for cell in {cell for world in worlds for cell in world.cells}:
            held = {world.cells.get(cell, ANYTHING) for world in worlds}
            if len(held) > 1:
                for world in worlds:
                    world.cells.pop(cell, None)
                    if any(value.target is not None for value in held):
                        world.cells[cell] = ANYTHING
        groups = [worlds]
    return [_together(group) for group in groups]


def _join_numbers(machine: Machine, worlds: Worlds, wanted: Callable[[Cell, set[Value]], bool]) -> None:
    for cell in {cell for world in worlds for cell in world.cells}:
        held = {world.cells.get(cell, ANYTHING) for world in worlds}
        if len(held) > 1 and all(value.target is None for value in held) and wanted(cell, held):
            if any(cell not in world.cells for world in worlds):
                for world in worlds:
                    world.cells.pop(cell, None)
                continue
            value = Value(machine.symbol(("joined", machine.visit, cell), machine.objects[cell[0]].name or "value"))
            for world in worlds:
                world.cells[cell] = value


def _grouped(worlds: Worlds, by_facts: bool) -> list[Worlds]:
    groups: dict[object, Worlds] = {}
    for world in worlds:
        facts = frozenset(world.facts.items()) if by_facts else None
        groups.setdefault((frozenset(world.cells.items()), facts), []).append(world)
    return list(groups.values())


def _together(group: Worlds) -> World:
    first = group[0]
    for other in group[1:]:
        for number in {*first.objects, *other.objects}:
            first.objects[number] = joined(first.alternatives(number), other.alternatives(number))
        first.facts = {key: value for key, value in first.facts.items() if other.facts.get(key) == value}
        first.escaped |= other.escaped
    return first
