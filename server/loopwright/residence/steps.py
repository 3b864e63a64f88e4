"""What single statements do to one world: declarations, ends of scopes, expressions, and what a condition is known to be."""

from __future__ import annotations

from dataclasses import replace

from loopwright.residence import expressions, ir, layout, transfer
from loopwright.residence.machine import Machine
from loopwright.residence.memory import Contents, forgotten
from loopwright.residence.values import ANYTHING, ZERO, Value, World
from loopwright.source.linear import Linear
from loopwright.source.text import Span


def evaluate(machine: Machine, world: World, node: ir.Expr) -> None:
    """An expression for what it does; memory that is assigned gets the name of its variable."""
    value, _ = expressions.value_of(machine, world, node)
    if isinstance(node, ir.Assign) and not node.operator:
        expressions.name_memory(machine, value, node.target)


def lose_everything(machine: Machine, world: World) -> None:
    """After a statement that is not read nothing is known."""
    for number in machine.objects:  # those that nothing has touched before, too
        world.objects[number] = forgotten(world.alternatives(number))
    world.cells.clear()


def declare(machine: Machine, world: World, node: ir.Declare) -> None:
    """A local variable."""
    frame = machine.frames[-1]
    kind = machine.expanded(node.type)
    if kind.extern:
        return
    key = ("local", node.name, node.span) if kind.static else ("local", frame.number, node.name, node.span)
    if kind.is_array and kind.layers[0] is None and isinstance(node.value, ir.Opaque):
        kind = kind._replace(layers=(ir.Number(node.span, len(node.value.parts)), *kind.layers[1:]))
    size = machine.size(world, kind)
    number = machine.object(key, node.name, "local", kind, size, kind.static)
    frame.names[-1][node.name] = (number, kind)
    if kind.static:
        for cell in [cell for cell in world.cells if cell[0] == number]:
            del world.cells[cell]
        return
    frame.owned[number] = None
    if kind.is_array:
        machine.order.at_least(size, 1)
    world.objects.pop(number, None)
    world.forget_cells(number)
    if node.name in machine.declared or node.built:
        world.objects[number] = (Contents(unsure=True),)
    if node.value is None:
        return
    value, given = expressions.value_of(machine, world, node.value)
    if kind.layers[:1] == ("&",):
        place = expressions.place_of(machine, world, node.value)
        value = Value(None, place.target, place.offset, place.device) if place is not None else ANYTHING
        world.cells[(number, ZERO)] = value
        return
    if kind.base == "auto" and not kind.layers and given.layers:
        kind = given
        machine.objects[number] = replace(machine.objects[number], type=kind, size=Linear(8))
        frame.names[-1][node.name] = (number, kind)
    expressions.name_memory(machine, value, node.name)
    if node.braced or kind.is_array:
        return
    if kind.layers or layout.is_integer(kind):
        if value == ANYTHING and layout.is_integer(kind):
            value = Value(machine.fresh(node.name))
        world.cells[(number, ZERO)] = value


def end_scope(machine: Machine, world: World, numbers: list[int], span: Span) -> None:
    """Local arrays are gone."""
    for number in numbers:
        if number in world.objects:
            machine.apply(world, number, machine.here or span, lambda c: [_ends(c, machine.here or span)])


def _ends(contents: Contents, at: Span) -> transfer.Outcome:
    after, trouble = transfer.host_ends(contents, at)
    return after, replace(
        trouble, detail=f"goes out of scope {trouble.detail}".strip()
    ) if trouble is not None else None


def truth_of(machine: Machine, world: World, value: Value) -> tuple[bool | None, object, bool]:
    """(what a condition is, the question behind it, whether it asks for yes)."""
    if value.constant is not None:
        return bool(value.constant), None, True
    if value.target is not None:
        return True, None, True
    if value.number is None:
        return None, None, True
    question, sense = machine.question(value.number)
    known = world.facts.get(question)
    return (None if known is None else known == sense), question, sense
