"""Loops over the elements of something, or over numbers that a view counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.model.values import MOST_ELEMENTS, Check, LoopFrame, Place, Spot, Value
from loopwright.dependence.walk import methods, operators
from loopwright.dependence.walk.assigned import only_exchanged, registers_assigned
from loopwright.dependence.walk.callees import argument_nodes
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.loop_bodies import ends_early, enter, walk_body
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.spots import elements_in, numbered, of_type, read
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import covered
from loopwright.lang.declarators import read_declarator, read_type
from loopwright.lang.types import Type, integer_range, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of

_COUNTING = frozenset(("std::views::iota", "std::ranges::views::iota", "std::ranges::iota_view"))


def range_loop(state: State, node: Node) -> None:
    """`for (auto &x : v)`: x is element number i of v."""
    right = node.child_by_field_name("right")
    body = node.child_by_field_name("body")
    numbers = _numbers_in(state, right) if right is not None else None
    container = spot_of(state, right) if right is not None and numbers is None else None
    assigned = frozenset(registers_assigned(state, node))
    swapped = only_exchanged(state, node, assigned)
    loop, around = enter(state, node)
    state.loops = (*around, loop)
    state.forget(assigned, swapped)
    iterator = state.symbol("iterator", "the element's number")
    name = iterator.terms[0][0][0]
    count = elements_in(state, container.kind) if container is not None else numbers.many if numbers else None
    if count is None:
        count = state.symbol(
            "opaque", f"the number of elements of {text_of(right)}", bounds=(0, MOST_ELEMENTS), loops=around
        )
    exact = body is None or not ends_early(state, body)
    last = count.plus(Linear(-1))
    frame = LoopFrame(loop, node.start_byte, name, None, Linear(0), (Linear(0),), (last,), Linear(1), exact)
    state.frames[loop] = frame

    def begin() -> None:
        if numbers is not None:
            _bind_number(state, node, numbers, iterator)
        else:
            _bind_element(state, node, container, iterator)

    walk_body(state, node, body, frame, assigned=False, begin=begin)
    state.loops = around
    state.forget(assigned, swapped)


class _Numbers(NamedTuple):
    """What a view counts (C++20 [range.iota]): from ``first`` on, ``many`` numbers of a type, as long as ``checks`` hold."""

    first: Linear
    many: Linear
    checks: tuple[Check, ...]
    kind: Type


def _numbers_in(state: State, view: Node) -> _Numbers | None:
    """What a call of `iota` with two integers counts; ``None``, before anything was recorded, for other expressions."""
    name = view.child_by_field_name("function") if view.type == "call_expression" else None
    arguments = argument_nodes(view) if name is not None and "".join(text_of(name).split()) in _COUNTING else []
    if len(arguments) != 2 or state.lookup("std") is not None:
        return None
    covered(state, view, tuple(arguments))
    first, last = (value_of(state, argument) for argument in arguments)
    if first.number is None or last.number is None or not is_integer(first.kind.base or "int"):
        return None
    kind = first.kind if first.kind.base else Type("int")
    if integer_range(kind.base) != integer_range(last.kind.base or "int") and last.number.terms:
        return None  # a bound that is wider than what counts
    return _Numbers(first.number, last.number.plus(first.number, -1), (*first.checks, *last.checks), kind)


def _bind_number(state: State, node: Node, numbers: _Numbers, iterator: Linear) -> None:
    """The variable of a loop over counted numbers is number ``iterator`` of them."""
    declarator = node.child_by_field_name("declarator")
    element, type = read_type(declarator, node) if declarator is not None else ("", Type())
    kind = numbers.kind if type.base == "auto" else state.expanded(type).referred()
    value = Value(numbers.first.plus(iterator), checks=numbers.checks, kind=numbers.kind)
    if not element or not kind.is_scalar or not set(type.layers) <= {"&"}:
        state.effect("opaque", f"what {element or 'the loop'} runs over", node)
    if element:
        binding = state.declare(element, "local", kind)
        state.values[binding.root] = of_type(state, value, kind)


def _bind_members(state: State, names: Sequence[Node], element: Spot, is_reference: bool) -> bool:
    """`for (auto &[x, y] : v)`: a name for each member of an element, or of its copy without `&`. Whether it has as many."""
    parts = state.types.parts(state.types.expanded(element.kind), is_reference)
    if parts is None or len(parts) != len(names):
        return False
    for name, (member, kind) in zip(names, parts):
        spot = methods.member_of(state, element, member)
        if is_reference:
            state.scopes[-1][text_of(name)] = Binding(spot.place.root, kind, spot.place)
        else:
            value = read(state, spot, name)
            state.values[state.declare(text_of(name), "local", kind).root] = value
    return True


def _bind_element(state: State, node: Node, container: Spot | None, iterator: Linear) -> None:
    """The variable of a loop over the elements of ``container`` is number ``iterator`` of them."""
    declarator = node.child_by_field_name("declarator")
    if declarator is None:
        return
    element, type = read_type(declarator, node)
    said = read_declarator(declarator)
    if container is None or not (container.kind.sequence or container.kind.is_array):
        state.effect("opaque", f"what {element or 'the loop'} runs over", node)
        place = Place(state.unknown_root(element, type))
    else:
        place = numbered(container, iterator)
    kind = container.kind.element() if container is not None and type.base == "auto" else type
    kind = kind.referred()
    is_reference = type.layers[:1] == ("&",)
    if container is not None:
        given, wanted = container.kind.element(), state.expanded(kind)
        if not operators.becomes(state, given, wanted, node) and not is_reference:
            operators.made(state, wanted, node)
    if said.bound:
        if container is None or not _bind_members(state, said.bound, Spot(place, kind), bool(said.layers)):
            state.deny(declarator)
            state.bind_unknown(map(text_of, said.bound))
    elif is_reference:
        state.scopes[-1][element] = Binding(place.root, kind, place)
    elif element:
        value = read(state, Spot(place, kind), node)
        binding = state.declare(element, "local", kind)
        state.values[binding.root] = value
