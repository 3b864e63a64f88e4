"""Statements whose accesses are collected instead of carried out, with loops as ranges: bodies of compute constructs, loops of the host without directives."""

from __future__ import annotations

from loopwright.residence import expressions, ir, layout
from loopwright.residence.ir import Stmt
from loopwright.residence.machine import Counted, Machine
from loopwright.residence.ranges import LARGE
from loopwright.residence.scan import assigned_names, may_jump
from loopwright.residence.steps import declare, evaluate, lose_everything, truth_of
from loopwright.residence.values import ANYTHING, ZERO, Value, World
from loopwright.source.linear import Linear


def summed_on_host(machine: Machine, world: World, node: Stmt) -> None:
    """A statement of the host: what it touches in all its rounds is one access each."""
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
        evaluate(machine, world, node.value)
    elif isinstance(node, ir.Declare):
        declare(machine, world, node)
    elif isinstance(node, ir.If):
        _summed_if(machine, world, node)
    elif isinstance(node, ir.Loop):
        _summed_loop(machine, world, node)
    elif isinstance(node, ir.Switch):
        evaluate(machine, world, node.value)
        for case in node.cases:
            _perhaps(machine, world, case)
    elif isinstance(node, ir.Return):
        value = expressions.value_of(machine, world, node.value)[0] if node.value is not None else ANYTHING
        machine.returned.append(value)
    elif isinstance(node, ir.Directive):
        if node.body is not None:
            run_summed(machine, world, node.body)
    elif not isinstance(node, (ir.Jump, ir.Label)):
        lose_everything(machine, world)


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
    decided = truth_of(machine, world, value)[0]
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
    if may_jump(node.body, True):
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
