"""How often a loop of the host runs, where its head says it."""

from __future__ import annotations

from collections.abc import Sequence

from loopwright.lang.places import Place
from loopwright.placement.objects import Context
from loopwright.placement.pointers import Pointers
from loopwright.residence import ir
from loopwright.residence.ir import Expr, Stmt
from loopwright.residence.scan import assigned_names, may_jump


def loop_of(node: Stmt) -> ir.Loop | None:
    """The loop that a statement is: alone, or behind what its head does first."""
    if isinstance(node, ir.Block) and len(node.items) == 2 and node.items[1].span == node.span:
        node = node.items[1]
    return node if isinstance(node, ir.Loop) else None


def rounds_of(pointers: Pointers, contexts: Sequence[Context], node: Stmt) -> int | None:
    """The iterations of `for (i = a; i < b; i++)` with numbers that are the same in all of a run; ``None`` where that is not what it is, or
    where its body may leave it or change the counter."""
    loop = loop_of(node)
    if loop is None or loop.at_end or may_jump(loop.body, True):
        return None
    condition, step = loop.condition, loop.step
    if not isinstance(condition, ir.Binary) or condition.operator not in ("<", "<=") or not isinstance(step, ir.Step):
        return None
    counter = step.target.name if isinstance(step.target, ir.Name) else ""
    is_counted = isinstance(condition.left, ir.Name) and condition.left.name == counter
    if step.by != 1 or not counter or not is_counted or counter in assigned_names(loop.body):
        return None
    start = node.items[0] if isinstance(node, ir.Block) else None
    first = _number(pointers, contexts, _first(start, counter))
    last = _number(pointers, contexts, condition.right)
    if first is None or last is None:
        return None
    return max(0, last - first + (condition.operator == "<="))


def _first(start: Stmt | None, counter: str) -> Expr | None:
    if isinstance(start, ir.Declare):
        return start.value if start.name == counter else None
    if isinstance(start, ir.Block) and len(start.items) == 1:
        return _first(start.items[0], counter)
    value = start.value if isinstance(start, ir.Evaluate) else None
    is_set = isinstance(value, ir.Assign) and isinstance(value.target, ir.Name) and value.target.name == counter
    return value.value if is_set and isinstance(value, ir.Assign) and not value.operator else None


def _number(pointers: Pointers, contexts: Sequence[Context], node: Expr | None) -> int | None:
    """An expression that is one number in all of a run."""
    while isinstance(node, ir.Cast):
        node = node.value
    if isinstance(node, ir.Number):
        return node.value
    if not isinstance(node, ir.Name):
        return None
    found = set()
    for context in contexts:
        number = pointers.variable_in(context, node.name)
        value = pointers.today(pointers.number_at(Place(number))) if number is not None else None
        found.add(value.constant if value is not None and not value.terms else None)
    return found.pop() if len(found) == 1 else None
