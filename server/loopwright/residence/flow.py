"""Statements: worlds go in, worlds come out. Loops with directives are gone through a few times, others are summed up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from loopwright.lang.effects import effect_of
from loopwright.residence import constructs, expressions, ir, layout, transfer
from loopwright.residence.ir import CType, Stmt
from loopwright.residence.joining import merged
from loopwright.residence.machine import Claim, Machine
from loopwright.residence.plain import is_plain
from loopwright.residence.scan import assigned_names, fetched_at_times, fetched_names
from loopwright.residence.steps import declare, end_scope, evaluate, lose_everything, truth_of
from loopwright.residence.summed import summed_on_host
from loopwright.residence.values import ANYTHING, ZERO, Value, World, Worlds
from loopwright.source.text import Span

_ROUNDS = 3
_INNER_ROUNDS = 2
_UNROLLED = 6


@dataclass
class Flow:
    """Worlds by the way they leave a statement."""

    normal: Worlds = field(default_factory=list)
    breaks: Worlds = field(default_factory=list)
    continues: Worlds = field(default_factory=list)
    returns: list[tuple[World, Value]] = field(default_factory=list)
    gotos: dict[str, Worlds] = field(default_factory=dict)

    def take_exits(self, other: Flow) -> None:
        """The ways out of a part."""
        self.breaks += other.breaks
        self.continues += other.continues
        self.returns += other.returns
        for label, worlds in other.gotos.items():
            self.gotos.setdefault(label, []).extend(worlds)


def leaf(machine: Machine, worlds: Worlds, step: Callable[[World], None]) -> None:
    """One step in every world; what is wrong in all of them is claimed, and what is wrong wherever an `if` clause is false (or true)."""
    if not worlds:
        return
    machine.visit += 1
    around = machine.current
    found: list[dict[tuple[Span, bool], Claim]] = []
    try:
        for world in worlds:
            machine.current = {}
            step(world)
            found.append(machine.current)
    finally:
        machine.current = around
    for place in dict.fromkeys(place for claims in found for place in claims):
        having = [index for index, claims in enumerate(found) if place in claims]
        if len(having) == len(worlds) or _follows_a_clause(machine, worlds, set(having)):
            machine.claim(found[having[0]][place])


def _follows_a_clause(machine: Machine, worlds: Worlds, having: set[int]) -> bool:
    for key in machine.deliberate:
        for value in (True, False):
            such = {index for index, world in enumerate(worlds) if world.facts.get(key) is value}
            if such and such <= having:
                return True
    return False


def run(machine: Machine, node: Stmt, worlds: Worlds) -> Flow:
    """Carry a statement out."""
    machine.spend()
    if not worlds:
        return Flow()
    return _STATEMENTS[type(node)](machine, node, worlds)


def _jump(machine: Machine, node: ir.Jump, worlds: Worlds) -> Flow:
    if node.kind == "break":
        return Flow(breaks=worlds)
    return Flow(continues=worlds) if node.kind == "continue" else Flow()


def _goto(machine: Machine, node: ir.Goto, worlds: Worlds) -> Flow:
    return Flow(gotos={node.label: worlds})


def _label(machine: Machine, node: ir.Label, worlds: Worlds) -> Flow:
    return Flow(normal=worlds)


def _expression(machine: Machine, node: ir.Evaluate, worlds: Worlds) -> Flow:
    leaf(machine, worlds, lambda world: evaluate(machine, world, node.value))
    ends = isinstance(node.value, ir.Call) and effect_of(node.value.name).ends
    return Flow() if ends else Flow(normal=worlds)


def _declaration(machine: Machine, node: ir.Declare, worlds: Worlds) -> Flow:
    leaf(machine, worlds, lambda world: declare(machine, world, node))
    return Flow(normal=worlds)


def _unread(machine: Machine, node: ir.Unread, worlds: Worlds) -> Flow:
    leaf(machine, worlds, lambda world: lose_everything(machine, world))
    return Flow(normal=worlds)


# Sequence and branches


def _block(machine: Machine, node: ir.Block, worlds: Worlds) -> Flow:
    flow = Flow()
    frame = machine.frames[-1]
    if node.scoped:
        frame.names.append({})
    for item in node.items:
        part = run(machine, item, worlds)
        flow.take_exits(part)
        worlds = merged(machine, part.normal)
        if isinstance(item, ir.Label) or (
            isinstance(item, ir.Block) and item.items and isinstance(item.items[0], ir.Label)
        ):
            label = item.name if isinstance(item, ir.Label) else item.items[0].name  # type: ignore[union-attr]
            worlds = merged(machine, worlds + flow.gotos.pop(label, []))
    flow.normal = worlds
    if node.scoped:
        names = frame.names.pop()
        everything = [*flow.normal, *flow.breaks, *flow.continues]
        ended = [number for number, kind in names.values() if kind.is_array and not machine.objects[number].static]
        if ended and everything and len(frame.names) > 1:
            leaf(
                machine,
                everything,
                lambda world: end_scope(machine, world, ended, Span(node.span.end - 1, node.span.end)),
            )
    return flow


def _if(machine: Machine, node: ir.If, worlds: Worlds) -> Flow:
    then, other = _split(machine, worlds, node.condition, machine.is_repeated(node.condition))
    flow = Flow()
    first = _arm(machine, node.then, node.other, then)
    flow.take_exits(first)
    second = _arm(machine, node.other, node.then, other) if node.other is not None else Flow(normal=other)
    flow.take_exits(second)
    flow.normal = merged(machine, first.normal + second.normal)
    return flow


def _arm(machine: Machine, node: Stmt, sibling: Stmt | None, worlds: Worlds) -> Flow:
    """One arm of an `if`: what the other one fetches from the device has a value here that stands in for it."""
    before = machine.standing_in
    if sibling is not None:
        machine.standing_in = before | expressions.scalars(machine, fetched_names(sibling) - fetched_names(node))
    flow = run(machine, node, worlds)
    machine.standing_in = before
    return flow


def _split(
    machine: Machine, worlds: Worlds, condition: ir.Expr, remembered: bool, deliberate: bool = False
) -> tuple[Worlds, Worlds]:
    """Worlds in which a condition holds, and those in which it does not."""
    values: dict[int, Value] = {}

    def ask(world: World) -> None:
        values[id(world)] = expressions.value_of(machine, world, condition)[0]

    leaf(machine, worlds, ask)
    yes: Worlds = []
    no: Worlds = []
    for world in worlds:
        value = values[id(world)]
        decided, key, sense = truth_of(machine, world, value)
        if decided is not None:
            (yes if decided else no).append(world)
            continue
        holds, fails = world, world.copy()
        if key is not None and (remembered or deliberate):
            holds.facts[key], fails.facts[key] = sense, not sense
            if deliberate:
                machine.deliberate.add(key)
        yes.append(holds)
        no.append(fails)
    return yes, no


def _switch(machine: Machine, node: ir.Switch, worlds: Worlds) -> Flow:
    leaf(machine, worlds, lambda world: evaluate(machine, world, node.value))
    flow = Flow()
    falling: Worlds = []
    for case in node.cases:
        part = run(machine, case, merged(machine, falling + [world.copy() for world in worlds]))
        falling = part.normal
        flow.normal += part.breaks
        part.breaks = []
        flow.take_exits(part)
    flow.normal += falling
    if not node.has_default:
        flow.normal += worlds
    flow.normal = merged(machine, flow.normal)
    return flow


def _return(machine: Machine, node: ir.Return, worlds: Worlds) -> Flow:
    values: dict[int, Value] = {}

    def step(world: World) -> None:
        values[id(world)] = expressions.value_of(machine, world, node.value)[0] if node.value is not None else ANYTHING

    leaf(machine, worlds, step)
    return Flow(returns=[(world, values[id(world)]) for world in worlds])


# Loops


def _loop(machine: Machine, node: ir.Loop, worlds: Worlds) -> Flow:
    if is_plain(machine, node):
        flow = Flow()
        leaf(machine, worlds, lambda world: summed_on_host(machine, world, node))
        flow.normal = worlds
        return flow
    flow = Flow()
    before = machine.at_times
    machine.at_times = before | expressions.scalars(machine, fetched_at_times(node))
    machine.depth += 1
    rounds = _ROUNDS if machine.depth == 1 else _INNER_ROUNDS
    left: Worlds = []
    done = 0
    while worlds and done < _UNROLLED + 1:
        exact = False
        if node.condition is not None and not (node.at_end and done == 0):
            stay, out = _split(machine, worlds, node.condition, False)
            exact = not out or not stay
            left += out if done or not stay else []
            worlds = stay
        if not worlds or (done >= rounds and not exact) or done >= _UNROLLED:
            left += worlds
            break
        if done == rounds - 1 and not exact:
            _any_round(machine, worlds, node)
        part = run(machine, node.body, worlds)
        left += part.breaks
        part.breaks = []
        worlds = merged(machine, part.normal + part.continues)
        part.continues = []
        flow.take_exits(part)
        leaf(machine, worlds, lambda world: evaluate(machine, world, node.step) if node.step is not None else None)
        done += 1
        if node.condition is None and done >= rounds:
            left += worlds  # it leaves from somewhere inside
            break
    machine.depth -= 1
    machine.at_times = before
    flow.normal = merged(machine, left, assigned_names(node))
    return flow


def _any_round(machine: Machine, worlds: Worlds, node: ir.Loop) -> None:
    """The last round that is gone through stands for all that follow: numbers that the first ones had say nothing of it."""
    for name in assigned_names(node):
        found = expressions.binding(machine, name)
        if found is None or not layout.is_integer(found[1]):
            continue
        for world in worlds:
            value = world.cells.get((found[0], ZERO))
            if value is not None and value.constant is not None:
                world.cells[(found[0], ZERO)] = Value(machine.fresh(name))


# Directives


def _directive(machine: Machine, node: ir.Directive, worlds: Worlds) -> Flow:
    if not node.readable:
        leaf(machine, worlds, lambda world: _lose_held(machine, world, node))
        return run(machine, node.body, worlds) if node.body is not None else Flow(normal=worlds)
    if node.condition is not None and node.name != "wait":
        yes, no = _split(machine, worlds, node.condition, True, deliberate=True)
        with_it = _unconditional(machine, node, yes)
        without = run(machine, node.body, no) if node.body is not None else Flow(normal=no)
        with_it.take_exits(without)
        with_it.normal = merged(machine, with_it.normal + without.normal)
        return with_it
    return _unconditional(machine, node, worlds)


def _lose_held(machine: Machine, world: World, node: ir.Directive) -> None:
    lose_everything(machine, world)


def _unconditional(machine: Machine, node: ir.Directive, worlds: Worlds) -> Flow:
    if node.name in ("parallel", "serial", "kernels", "parallel loop", "serial loop", "kernels loop"):
        leaf(machine, worlds, lambda world: constructs.compute(machine, world, node))
        return Flow(normal=worlds)
    if node.name == "data":
        return _data(machine, node, worlds)
    if node.name == "host_data" and node.body is not None:
        scope: dict[str, tuple[int, CType]] = {}
        leaf(machine, worlds, lambda world: scope.update(constructs.use_device(machine, world, node)))
        machine.frames[-1].names.append(scope)
        flow = run(machine, node.body, worlds)
        machine.frames[-1].names.pop()
        return flow
    if node.name in ("enter data", "exit data", "update", "wait"):
        leaf(machine, worlds, lambda world: constructs.standalone(machine, world, node))
    elif node.name in ("set", "shutdown"):
        leaf(machine, worlds, World.change_device)
    return Flow(normal=worlds)


def _data(machine: Machine, node: ir.Directive, worlds: Worlds) -> Flow:
    ends: dict[int, tuple[list[constructs.Held], transfer.Operation]] = {}
    begun: list[constructs.Held] = []
    at: list[transfer.Operation] = []

    def begin(world: World) -> None:
        operation = constructs.operation(machine, world, node)
        held = constructs.held_by(machine, world, node)
        counted = constructs.begin_data(machine, world, held, operation)
        ends[id(world)] = (counted, operation)
        begun[:] = counted
        at[:] = [operation]

    leaf(machine, worlds, begin)
    mark = ("data", node.span, machine.visit)
    for world in worlds:
        world.held[mark] = ends[id(world)]
    flow = run(machine, node.body, worlds) if node.body is not None else Flow(normal=worlds)

    def end(world: World) -> None:
        held, operation = world.held.pop(mark, (begun, at[0] if at else None))
        if operation is not None:
            constructs.end_data(machine, world, held, operation)

    leaf(machine, flow.normal, end)
    for others in (flow.breaks, flow.continues, [world for world, _ in flow.returns]):
        leaf(machine, others, end)
    return flow


_STATEMENTS: dict[type, Callable[[Machine, Any, Worlds], Flow]] = {
    ir.Block: _block,
    ir.If: _if,
    ir.Loop: _loop,
    ir.Switch: _switch,
    ir.Directive: _directive,
    ir.Return: _return,
    ir.Jump: _jump,
    ir.Goto: _goto,
    ir.Label: _label,
    ir.Evaluate: _expression,
    ir.Declare: _declaration,
    ir.Unread: _unread,
}
