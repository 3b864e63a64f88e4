"""Loops of a function: their variable as a symbol with bounds, and what their body assigns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence.model.values import LoopFrame, Place, Spot, Value
from loopwright.dependence.walk.assigned import only_exchanged, registers_assigned
from loopwright.dependence.walk.bounds import TakenBound, taken_bound
from loopwright.dependence.walk.dispatch import statement
from loopwright.dependence.walk.loop_bodies import ends_early, enter, walk_body
from loopwright.dependence.walk.loop_frames import counted_frame, pointer_frame, step_of
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.spots import initial_value, read
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import covered
from loopwright.lang.types import integer_range
from loopwright.source.headers import LoopHeader, read_header
from loopwright.source.listing import Listing
from loopwright.source.nodes import text_of


def counted_loop(state: State, node: Node) -> None:
    """A `for` statement."""
    header = read_header(node)
    initializer = node.child_by_field_name("initializer")
    if initializer is not None:
        statement(state, initializer)
    binding = state.lookup(header.variable) if header.variable else None
    if (
        (header.problem is not None and not header.has_others)
        or binding is None
        or binding.place is not None
        or not state.is_register(binding.root)
    ):
        if binding is not None and _counts(state, node, header, binding):
            _goes_on(state, node, binding)
            _counted_while(state, node, header, binding)
            return
        if header.problem is None and header.variable is not None and binding is not None:
            header = LoopHeader(header.variable, problem=f"the value of {header.variable} cannot be followed")
        _uncounted(state, node, header.problem or "the header names no loop variable")
        return
    start = state.values.get(binding.root) or initial_value(state, binding.root)
    taken = taken_bound(state, node, header, start.number, binding.type)
    _goes_on(state, node, binding)
    where, equal = (taken.where, taken.equal) if taken is not None else (None, None)
    with state.guarded(where), state.guarded(equal):
        _counted(state, node, header, binding, start, taken)


def _counted(
    state: State, node: Node, header: LoopHeader, binding: Binding, start: Value, taken: TakenBound | None
) -> None:
    body = node.child_by_field_name("body")
    assigned = frozenset(registers_assigned(state, node)) | {header.variable or ""}
    swapped = only_exchanged(state, node, assigned)
    loop, around = enter(state, node)
    state.loops = (*around, loop)
    if start.pointer is not None:
        frame = pointer_frame(state, node, loop, header)
    else:
        frame = counted_frame(state, node, loop, header, start, binding.type, (assigned, swapped), taken)
    is_whole = frame.exact and not (body is not None and ends_early(state, body))
    frame = replace(frame, register=binding.root, own=_declares(node), exact=is_whole)
    state.frames[loop] = frame
    parts = (node.child_by_field_name("condition"), node.child_by_field_name("update"))
    _cover_variable(state, parts, header.variable or "")
    before, after = ((part,) if part is not None and frame.problem is not None else () for part in parts)
    walk_body(state, node, body, frame, before, after)
    if header.has_others and state.frames[loop].problem is None:
        state.frames[loop] = replace(state.frames[loop], problem=header.problem)
    state.loops = around
    state.forget(assigned, swapped)


def _goes_on(state: State, node: Node, binding: Binding) -> None:
    """A header that sets its variable to nothing goes on from what that is, and leaves another value in it: `for (; k < n; k++)`."""
    initializer, name = node.child_by_field_name("initializer"), state.roots[binding.root].name
    if _declares(node) or (initializer is not None and name in registers_assigned(state, initializer)):
        return
    spot = Spot(Place(binding.root), binding.type, binding.root)
    read(state, spot, node)
    state.record(spot.place, True, node, "*" if binding.type.layers else binding.type.base, possible=True)


def _declares(node: Node) -> bool:
    """Whether the variable of a `for` ends with it."""
    initializer = node.child_by_field_name("initializer")
    return initializer is not None and initializer.type == "declaration"


def _cover_variable(state: State, parts: Iterable[Node | None], variable: str) -> None:
    """What the header does with the variable of a loop is in its frame."""
    for part in parts:
        names = (state.names.listing or Listing(part)).below(part).of(("identifier",)) if part is not None else []
        for name in names:
            if text_of(name) == variable:
                covered(state, name)


def _counts(state: State, node: Node, header: LoopHeader, binding: Binding) -> bool:
    """Whether the variable of a loop is stepped by a number and set by nothing else, whatever its condition is."""
    if header.relation is not None or header.variable is None or header.step is None or not header.problem:
        return False
    if binding.place is not None or not state.is_register(binding.root) or binding.type.is_pointer:
        return False
    inside = (node.child_by_field_name("condition"), node.child_by_field_name("body"))
    return not any(header.variable in registers_assigned(state, part) for part in inside if part is not None)


def _counted_while(state: State, node: Node, header: LoopHeader, binding: Binding) -> None:
    """`for (i = b; i < b + 4 && i < n; i++)`: OpenACC knows no such loop, but in one around it its body runs only where the condition
    holds."""
    start = state.values.get(binding.root) or initial_value(state, binding.root)
    body, condition = node.child_by_field_name("body"), node.child_by_field_name("condition")
    assigned = frozenset(registers_assigned(state, node)) | {header.variable or ""}
    swapped = only_exchanged(state, node, assigned)
    loop, around = enter(state, node)
    state.loops = (*around, loop)
    state.forget(assigned - {header.variable or ""}, swapped)
    limits = integer_range(binding.type.base)
    iterator = state.symbol(
        "iterator", header.variable or "", bounds=(limits[0], limits[1]) if limits else (None, None)
    )
    state.values[binding.root] = Value(iterator, kind=binding.type)
    with state.aside():
        step = step_of(state, node, header)
    is_known = step is not None and not step.terms and step.constant != 0 and limits is None
    upwards = is_known and step is not None and step.constant > 0
    first = (start.number,) if start.number is not None and not start.checks and is_known else ()
    frame = LoopFrame(
        loop, node.start_byte, iterator.terms[0][0][0], header.variable, first[0] if first else None,
        first if upwards else (), () if upwards else first, step if is_known else None, False, problem=header.problem,
        upwards=upwards,
    )  # fmt: skip
    frame = replace(frame, register=binding.root, own=_declares(node))
    state.frames[loop] = frame
    update = node.child_by_field_name("update")
    before, after = ((part,) if part is not None else () for part in (condition, update))
    walk_body(state, node, body, frame, before, after, assigned=False, condition=condition)
    state.loops = around
    state.forget(assigned, swapped)


def uncounted_loop(state: State, node: Node) -> None:
    """`while` and `do`."""
    _uncounted(state, node, "it is no counted loop")


def _uncounted(state: State, node: Node, problem: str) -> None:
    assigned = frozenset(registers_assigned(state, node))
    swapped = only_exchanged(state, node, assigned)
    loop, around = enter(state, node)
    state.loops = (*around, loop)
    state.forget(assigned, swapped)
    frame = LoopFrame(loop, node.start_byte, problem=problem)
    state.frames[loop] = frame
    before = tuple(child for child in (node.child_by_field_name("condition"),) if child is not None)
    after = tuple(child for child in (node.child_by_field_name("update"),) if child is not None)
    walk_body(state, node, node.child_by_field_name("body"), frame, before, after)
    state.loops = around
    state.forget(assigned, swapped)
