"""Statements: worlds go in, worlds come out. Loops with directives are gone through a few times, others are summed up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from loopwright.lang.effects import effect_of
from loopwright.residence import constructs, expressions, ir, layout, transfer
from loopwright.residence.ir import CType, Stmt
from loopwright.residence.machine import ELSEWHERE, Claim, Counted, Frame, Machine
from loopwright.residence.memory import Contents, forgotten, joined
from loopwright.residence.plain import is_plain
from loopwright.residence.ranges import LARGE
from loopwright.residence.scan import assigned_names, fetched_at_times, fetched_names, may_jump
from loopwright.residence.values import ANYTHING, ZERO, Cell, Value, World
from loopwright.source.linear import Linear
from loopwright.source.text import Span

_MOST_WORLDS = 6
_ROUNDS = 3
_INNER_ROUNDS = 2
_UNROLLED = 6
Worlds = list[World]


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
    leaf(machine, worlds, lambda world: _evaluate(machine, world, node.value))
    ends = isinstance(node.value, ir.Call) and effect_of(node.value.name).ends
    return Flow() if ends else Flow(normal=worlds)


def _declaration(machine: Machine, node: ir.Declare, worlds: Worlds) -> Flow:
    leaf(machine, worlds, lambda world: declare(machine, world, node))
    return Flow(normal=worlds)


def _unread(machine: Machine, node: ir.Unread, worlds: Worlds) -> Flow:
    leaf(machine, worlds, lambda world: _lose(machine, world))
    return Flow(normal=worlds)


def _evaluate(machine: Machine, world: World, node: ir.Expr) -> None:
    value, _ = expressions.value_of(machine, world, node)
    if isinstance(node, ir.Assign) and not node.operator:
        expressions.name_memory(machine, value, node.target)


def _lose(machine: Machine, world: World) -> None:
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
        decided, key, sense = _known(machine, world, value)
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


def _known(machine: Machine, world: World, value: Value) -> tuple[bool | None, object, bool]:
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


def _switch(machine: Machine, node: ir.Switch, worlds: Worlds) -> Flow:
    leaf(machine, worlds, lambda world: _evaluate(machine, world, node.value))
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
        leaf(machine, worlds, lambda world: _summed_on_host(machine, world, node))
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
        leaf(machine, worlds, lambda world: _evaluate(machine, world, node.step) if node.step is not None else None)
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


def _summed_on_host(machine: Machine, world: World, node: Stmt) -> None:
    with machine.summed(False) as accesses:
        run_summed(machine, world, node)
    for index, access in enumerate(accesses):
        machine.host_access(world, access, access.writes or machine.exposed(accesses, index))


def run_summed(machine: Machine, world: World, node: Stmt) -> None:
    """A statement whose accesses are collected, with loops as ranges."""
    machine.spend()
    if isinstance(node, ir.Block):
        _summed_block(machine, world, node)
    elif isinstance(node, ir.Evaluate):
        _evaluate(machine, world, node.value)
    elif isinstance(node, ir.Declare):
        declare(machine, world, node)
    elif isinstance(node, ir.If):
        _summed_if(machine, world, node)
    elif isinstance(node, ir.Loop):
        _summed_loop(machine, world, node)
    elif isinstance(node, ir.Switch):
        _evaluate(machine, world, node.value)
        for case in node.cases:
            _perhaps(machine, world, case)
    elif isinstance(node, ir.Return):
        value = expressions.value_of(machine, world, node.value)[0] if node.value is not None else ANYTHING
        machine.returned.append(value)
    elif isinstance(node, ir.Directive):
        if node.body is not None:
            run_summed(machine, world, node.body)
    elif not isinstance(node, (ir.Jump, ir.Label)):
        _lose(machine, world)


def _summed_block(machine: Machine, world: World, node: ir.Block) -> None:
    scopes = machine.frames[-1].names
    if node.scoped:
        scopes.append({})
    conditional = machine.conditional
    for item in node.items:
        run_summed(machine, world, item)
        if may_jump(item):
            machine.conditional += 1
    machine.conditional = conditional
    if node.scoped:
        scopes.pop()


def _summed_if(machine: Machine, world: World, node: ir.If) -> None:
    value = expressions.value_of(machine, world, node.condition)[0]
    decided = _known(machine, world, value)[0]
    if decided is not None:
        branch = node.then if decided else node.other
        if branch is not None:
            run_summed(machine, world, branch)
        return
    _perhaps(machine, world, node.then)
    if node.other is not None:
        _perhaps(machine, world, node.other)


def _perhaps(machine: Machine, world: World, node: Stmt) -> None:
    machine.conditional += 1
    run_summed(machine, world, node)
    machine.conditional -= 1


def _summed_loop(machine: Machine, world: World, node: ir.Loop) -> None:
    counted = _counted(machine, world, node)
    before = machine.loops
    loop = counted or Counted("", ZERO, ZERO, 1)
    machine.loops = (*before, loop)
    _havoc(machine, world, node, counted)
    if node.condition is not None and not node.at_end:
        expressions.value_of(machine, world, node.condition)
    conditional = machine.conditional
    run_summed(machine, world, node.body)
    if may_jump(node.body, loops=True):
        machine.conditional = max(machine.conditional, conditional)
    machine.conditional = conditional
    if node.step is not None and counted is None:
        expressions.value_of(machine, world, node.step)
    if node.condition is not None and node.at_end:
        expressions.value_of(machine, world, node.condition)
    machine.loops = before
    _havoc(machine, world, node, None)


def _counted(machine: Machine, world: World, node: ir.Loop) -> Counted | None:
    """`i < n; i++` and the like."""
    condition, step = node.condition, node.step
    if not isinstance(condition, ir.Binary) or step is None or not isinstance(condition.left, ir.Name) or node.at_end:
        return None
    name = condition.left.name
    by: int | None = None
    if isinstance(step, ir.Step) and isinstance(step.target, ir.Name) and step.target.name == name:
        by = step.by
    elif isinstance(step, ir.Assign) and isinstance(step.target, ir.Name) and step.target.name == name:
        more = step.value
        if (
            step.operator == ""
            and isinstance(more, ir.Binary)
            and isinstance(more.left, ir.Name)
            and more.left.name == name
        ):
            operator, more = more.operator, more.right
        else:
            operator = step.operator
        amount = expressions.value_of(machine, world, more)[0].constant if operator in ("+", "-") else None
        by = None if amount is None else amount if operator == "+" else -amount
    found = expressions.binding(machine, name)
    if not by or found is None or name in assigned_names(node.body):
        return None
    first = world.cells.get((found[0], ZERO), ANYTHING).number
    saved = machine.recording
    _havoc(machine, world, node, None, keep=name)
    bound = expressions.value_of(machine, world, condition.right)[0].number
    machine.recording = saved
    if first is None or bound is None or condition.operator not in ("<", "<=", ">", ">=", "!="):
        return None
    if (by > 0) != (condition.operator in ("<", "<=")) and condition.operator != "!=":
        return None
    last = bound
    if condition.operator in ("<", ">", "!="):
        last = bound.plus(Linear(-1 if by > 0 else 1))
    symbol = f"{name}#loop{len(machine.symbols)}"
    machine.symbols[("loop", len(machine.symbols))] = symbol
    machine.born[symbol] = len(machine.loops) + 1
    trips = last.plus(first, -1) if by > 0 else first.plus(last, -1)
    if not machine.conditional:
        machine.order.at_least(trips, LARGE - 1)
    if machine.order.nonnegative(first if by > 0 else last):
        machine.order.least[symbol] = 0
    world.cells[(found[0], ZERO)] = Value(Linear(0, (((symbol,), 1),)))
    bounded = abs(by) > 1 and bool(trips.terms)
    if abs(by) > 1 and not bounded:
        last = first.plus(Linear(trips.constant // abs(by) * by))
    return Counted(symbol, first, last, by, bounded) if by > 0 else Counted(symbol, last, first, by, bounded)


def _havoc(machine: Machine, world: World, node: ir.Loop, counted: Counted | None, keep: str = "") -> None:
    """Variables that a loop assigns have other values in each iteration."""
    kept = counted.symbol.split("#")[0] if counted is not None else keep
    for name in assigned_names(node):
        found = expressions.binding(machine, name)
        if found is None or name == kept:
            continue
        number, kind = found
        cell = (number, ZERO)
        if machine.on_device:
            machine.touched_scalars.add(number)
        value = world.cells.get(cell)
        if kind.is_pointer:
            world.cells[cell] = (
                value._replace(offset=None) if value is not None and name not in machine.reseated(node) else ANYTHING
            )
        elif layout.is_integer(kind):
            world.cells[cell] = Value(machine.fresh(name))


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
    _lose(machine, world)


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


# Calls


def call(
    machine: Machine, world: World, function: ir.Function, arguments: list[tuple[Value, CType]], node: ir.Call
) -> Value:
    """Carry a function out; its worlds become one."""
    here = machine.here
    if machine.is_elsewhere(function.name):
        machine.here = ELSEWHERE
    elif here is ELSEWHERE and function.own:
        machine.here = None
    elif here is None and (not function.own or is_plain(machine, function.body)):
        machine.here = node.span
    machine.visit += 1
    frame = Frame(function, machine.visit)
    machine.frames.append(frame)
    try:
        for parameter, (value, _) in zip(function.parameters, arguments):
            bind(machine, world, frame, parameter, value, node.span)
        if machine.recording is not None:
            return _summed_call(machine, world, function)
        start = world.copy()
        around, machine.depth = machine.depth, max(machine.depth, 1)
        flow = run(machine, function.body, [start])
        machine.depth = around
        ways = [(way, ANYTHING) for way in flow.normal] + flow.returns
        mine = list(frame.owned)
        span = function.end if function.own else machine.here or node.span
        leaf(machine, [way for way, _ in ways], lambda way: end_frame(machine, way, mine, span, [v for _, v in ways]))
        if not ways:  # it does not come back
            return ANYTHING
        one = merged(machine, [way for way, _ in ways], everything=True)[0]
        for number in mine:
            one.forget_cells(number)
            one.objects.pop(number, None)
        world.cells, world.objects, world.facts, world.escaped, world.held = (
            one.cells,
            one.objects,
            one.facts,
            one.escaped,
            one.held,
        )
        return _either(machine, [value for _, value in ways])
    finally:
        machine.frames.pop()
        machine.here = here


def end_frame(machine: Machine, world: World, local: list[int], span: Span, returned: list[Value]) -> None:
    """The end of a function: local arrays are gone, and memory that nobody can reach any more."""
    end_scope(machine, world, [n for n in local if machine.objects[n].type.is_array], span)
    for number in local:
        world.forget_cells(number)
    reachable = {value.target for value in world.cells.values()} | {value.target for value in returned} | world.escaped
    for number in list(world.objects):
        owner = machine.objects[number]
        if owner.kind != "heap" or number in reachable:
            continue
        troubles = [transfer.left_behind(c) for c in world.alternatives(number)]
        if troubles and all(trouble is not None for trouble in troubles):
            first = troubles[0]
            assert first is not None
            machine.claim(Claim(first.code, first.notes[0].place, owner.name, (), ""))
        world.objects.pop(number)


def _summed_call(machine: Machine, world: World, function: ir.Function) -> Value:
    before, machine.returned = machine.returned, []
    conditional = machine.conditional
    try:
        run_summed(machine, world, function.body)
        return _either(machine, machine.returned)
    finally:
        machine.returned = before
        machine.conditional = conditional


def _either(machine: Machine, values: list[Value]) -> Value:
    first = values[0] if values else ANYTHING
    if all(value == first for value in values):
        return first
    if first.target is not None and all(value.target == first.target for value in values):
        return first._replace(offset=None)
    addresses = [value for value in values if value.target is not None]
    if len(addresses) == 1 and all(value.constant == 0 for value in values if value.target is None):
        return addresses[0]  # NULL where it failed
    return ANYTHING


def bind(machine: Machine, world: World, frame: Frame, parameter: ir.Parameter, value: Value, span: Span) -> None:
    """A parameter as a variable of its function."""
    kind = machine.expanded(parameter.type)
    number = machine.object(
        ("local", frame.number, parameter.name, span), parameter.name, "local", kind, machine.size(world, kind)
    )
    frame.names[0][parameter.name] = (number, kind)
    frame.owned[number] = None
    if kind.layers or layout.is_integer(kind):
        if value == ANYTHING and layout.is_integer(kind):
            value = Value(machine.fresh(parameter.name))
        world.cells[(number, ZERO)] = value


# Joining


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
