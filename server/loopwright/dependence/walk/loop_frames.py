"""The frame of a counted loop: where its variable begins and ends, how far it advances, and what has to hold for that."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.values import Check, LoopFrame, Value
from loopwright.dependence.walk.arithmetic import keeps_sign, wider
from loopwright.dependence.walk.assigned import registers_assigned
from loopwright.dependence.walk.between import walked
from loopwright.dependence.walk.bounds import TakenBound, bound_of, checks_of_bound, other_side
from loopwright.dependence.walk.dispatch import value_of
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.lang.types import Type, integer_range
from loopwright.source.headers import LoopHeader
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of


def counted_frame(
    state: State,
    node: Node,
    loop: int,
    header: LoopHeader,
    start: Value,
    type: Type,
    changed: tuple[frozenset[str], frozenset[str]],
    taken: TakenBound | None,
) -> LoopFrame:
    """``changed`` are the names that the loop assigns, and those of them that it only exchanges."""
    variable = header.variable or ""
    binding = state.lookup(variable)
    assert binding is not None
    state.forget(changed[0] - {variable}, changed[1])
    limits = integer_range(type.base)
    iterator = state.symbol("iterator", variable, bounds=(limits[0], limits[1]) if limits else (None, None))
    name = iterator.terms[0][0][0]
    state.values[binding.root] = Value(iterator, kind=type)
    condition = node.child_by_field_name("condition")
    order = state.order
    with state.aside():
        bound = bound_of(state, condition, variable)
        step = step_of(state, node, header)
    state.order = order
    if bound is None or step is None or (start.number is None and not step):
        return LoopFrame(loop, node.start_byte, name, variable, start.number, problem=_why(bound, step, variable))
    if taken is not None and bound.number == taken.chosen:
        bound = replace(bound, number=taken.bound)
    relation = header.relation or ""
    varying = bound.number is None or _varies(state, bound.number, loop)
    asked = bound.number is not None and varying and _is_answer(state, bound.number, loop)
    if asked:  # OpenACC counts iterations before the loop; so does this, and says so
        text = " ".join(text_of(other_side(condition, variable)).split())
        bound = Value(state.symbol("opaque", text, loops=state.loops[:-1]), kind=bound.kind)
        varying = False
    if bound.number is not None and varying:
        return LoopFrame(loop, node.start_byte, name, variable, problem="its bound may change while it runs")
    if _varies(state, step, loop):
        return LoopFrame(loop, node.start_byte, name, variable, problem="its step may change while it runs")
    direction = _direction(step, relation)
    if direction == 0:
        return LoopFrame(
            loop, node.start_byte, name, variable, problem="its condition and its step point different ways"
        )
    first = start.number
    lowers: tuple[Linear, ...] = (first,) if first is not None else ()
    uppers: tuple[Linear, ...] = ()
    body = node.child_by_field_name("body")
    kind = wider(type, bound.kind)  # in which the condition compares the variable with its bound
    begins = keeps_sign(state, kind, Value(first if first is not None else iterator, kind=type))
    ends = checks_of_bound(state, body, first if direction > 0 else None, step, bound, kind)
    checks = (*start.checks, *begins, *ends)
    always: tuple[Check, ...] = ()
    if bound.number is not None:
        last = bound.number
        if relation in ("<", ">", "!="):
            last = last.plus(Linear(-direction))
        uppers = (last,)
        always = _range_checks(state, type, relation, step, bound.number, last, direction)
        if asked:
            always = (*always, Check(bound.number, 0, 0, "does not change while the loop runs"))
    exact = first is not None and bool(uppers) and not step.terms
    if direction < 0:
        lowers, uppers = uppers, lowers
    return LoopFrame(
        loop, node.start_byte, name, variable, first, lowers, uppers, step, exact, checks, always, None, direction > 0
    )


def pointer_frame(state: State, node: Node, loop: int, header: LoopHeader) -> LoopFrame:
    """`for (p = a; p < a + n; p++)`: p is element number k of a."""
    binding = state.lookup(header.variable or "")
    assert binding is not None
    start = state.values[binding.root]
    state.forget(frozenset(registers_assigned(state, node)) - {header.variable or ""})
    iterator = state.symbol("iterator", header.variable or "")
    assert start.pointer is not None
    if header.step not in ("1", "-1"):
        state.values[binding.root] = Value(kind=binding.type)
        return LoopFrame(loop, node.start_byte, problem="a pointer that advances by more than one")
    offset = iterator if header.step == "1" else Linear(0).plus(iterator, -1)
    with state.aside():
        bound = bound_of(state, node.child_by_field_name("condition"), header.variable or "")
    begin = walked(state, header, start, bound) if bound is not None else start
    state.values[binding.root] = Value(pointer=moved(begin.pointer or start.pointer, offset), kind=binding.type)
    name = iterator.terms[0][0][0]
    return LoopFrame(loop, node.start_byte, name, header.variable, Linear(0), (Linear(0),), (), Linear(1), False)


def _is_answer(state: State, number: Linear, loop: int) -> bool:
    """Whether a value varies only because unknown functions were asked for it, each time the same."""
    varying = [name for name in number.names if loop in state.symbols[name].loops]
    return all(
        name in state.answers and not any(_varies(state, argument, loop) for argument in state.answers[name])
        for name in varying
    )


def step_of(state: State, node: Node, header: LoopHeader) -> Linear | None:
    update = node.child_by_field_name("update")
    if header.step in ("1", "-1"):
        return Linear(int(header.step))
    if update is None:
        return None
    update = bare(update)
    right = update.child_by_field_name("right")
    if right is None:
        return None
    operator = text_of(update.child_by_field_name("operator"))
    if operator in ("+=", "-="):
        value = value_of(state, right).number
        return value if value is None or operator == "+=" else Linear(0).plus(value, -1)
    value = value_of(state, right).number
    binding = state.lookup(header.variable or "")
    own = state.values[binding.root].number if binding is not None else None
    return value.plus(own, -1) if value is not None and own is not None else None


def _direction(step: Linear, relation: str) -> int:
    """1 upwards, -1 downwards, 0 where the loop would not end."""
    if not step.terms:
        sign = (step.constant > 0) - (step.constant < 0)
        wanted = {"<": 1, "<=": 1, ">": -1, ">=": -1}.get(relation)
        if relation == "!=" and abs(step.constant) != 1:
            return 0
        return sign if wanted is None or sign == wanted else 0
    # A symbolic step has to have the sign that lets the loop end.
    return {"<": 1, "<=": 1, ">": -1, ">=": -1}.get(relation, 0)


def _range_checks(
    state: State, type: Type, relation: str, step: Linear, bound: Linear, last: Linear, direction: int
) -> tuple[Check, ...]:
    """What has to hold for the variable not to wrap around before the condition ends the loop."""
    limits = integer_range(type.base)
    if limits is None:
        return ()
    beyond = last.plus(step)
    if direction > 0:
        if limits[2] == 64 or (relation in ("<", "!=") and step == Linear(1) and limits[2] == 32):
            return ()
        return (Check(beyond, None, limits[1], f"is well below the greatest {type.base}", bound),)
    if relation == "!=":
        return ()
    low = Linear(0).plus(bound) if relation == ">=" else bound.plus(Linear(1))
    return (Check(low.plus(step), limits[0], None, f"lets {type.base} end the loop", bound),)


def _varies(state: State, number: Linear, loop: int) -> bool:
    return any(loop in state.symbols[name].loops for name in number.names)


def _why(bound: Value | None, step: Linear | None, variable: str) -> str:
    if bound is None:
        return f"the condition does not compare {variable} with a bound"
    return f"how far {variable} advances is not known" if step is None else "its bounds are not known"
