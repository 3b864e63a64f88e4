"""Loops over the elements of something, or over numbers that a view counts.

An object of a class in sight gives its ends: `for (auto &x : grid)` goes from what `grid.begin()` gives to what `grid.end()` gives (C++17 9.5.4).
Both have to give addresses in one row: pointers, iterators of containers. An iterator that is a class in sight has code of its own, which nobody
follows here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.model.values import MOST_ELEMENTS, Check, Index, LoopFrame, Place, Spot, Value
from loopwright.dependence.walk import methods, operators
from loopwright.dependence.walk.assigned import ANY_NAME, only_exchanged, pointers_set, registers_assigned
from loopwright.dependence.walk.between import between
from loopwright.dependence.walk.callees import argument_nodes
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.elements_set import sets_elements
from loopwright.dependence.walk.kept_addresses import keepers, names_of_cell
from loopwright.dependence.walk.loop_bodies import ends_early, enter, walk_body
from loopwright.dependence.walk.names import Binding
from loopwright.dependence.walk.spots import elements_in, numbered, of_type, read
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.dependence.walk.unread import covered
from loopwright.lang.declarators import read_declarator, read_type
from loopwright.lang.types import Type, integer_range, is_integer
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of

_COUNTING = frozenset(("std::views::iota", "std::ranges::views::iota", "std::ranges::iota_view"))
# Elements of a `vector<bool>` have no addresses, and its iterators look like those of others.
_SHARING_WORDS = frozenset(("bool", "_Bool"))


class _Elements(NamedTuple):
    """Elements of one ``kind`` from ``first`` on; ``many`` of them, where that is known."""

    first: Place
    kind: Type
    many: Linear | None


def range_loop(state: State, node: Node) -> None:
    """`for (auto &x : v)`: x is element number i of v."""
    right = node.child_by_field_name("right")
    body = node.child_by_field_name("body")
    numbers = _numbers_in(state, right) if right is not None else None
    container = spot_of(state, right) if right is not None and numbers is None else None
    elements = _elements(state, container, node) if container is not None else None
    assigned = frozenset(registers_assigned(state, node))
    swapped = only_exchanged(state, node, assigned)
    loop, around = enter(state, node)
    state.loops = (*around, loop)
    state.forget(assigned, swapped)
    iterator = state.symbol("iterator", "the element's number")
    name = iterator.terms[0][0][0]
    count = elements.many if elements is not None else numbers.many if numbers is not None else None
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
            _bind_element(state, node, elements, iterator)

    walk_body(state, node, body, frame, assigned=False, begin=begin)
    state.loops = around
    state.forget(assigned, swapped)


def _elements(state: State, container: Spot, node: Node) -> _Elements | None:
    """What lies in a container of the library, an array, or an object that gives its ends."""
    if container.kind.sequence or container.kind.is_array:
        count = elements_in(state, container.kind)
        return _Elements(numbered(container, Linear(0)), container.kind.element(), count)
    return _elements_of_object(state, container, node)


def _elements_of_object(state: State, container: Spot, node: Node) -> _Elements | None:
    """The elements of an object of a class in sight; ``None`` for anything else, and where what it gives cannot be followed."""
    owner = state.types.classes.of(container.kind.base) if not container.kind.layers else None
    if owner is None or "begin" not in owner.declared or "end" not in owner.declared:
        return None
    first = methods.value_of_method(state, container, owner, "begin", [], node)
    last = methods.value_of_method(state, container, owner, "end", [], node) if first is not None else None
    if first is None or last is None or first.pointer is None or last.pointer is None:
        return None
    kind, end_kind = state.expanded(first.kind.element()), state.expanded(last.kind.element())
    if not first.kind.layers or not kind.base or kind.base in ("auto", *_SHARING_WORDS) or kind != end_kind:
        return None
    count, (begin, *_) = between(state, first, last)
    if begin.pointer is None or not isinstance(begin.pointer.steps[-1], Index) or first.checks or last.checks:
        return None
    if _may_be_set(state, begin.pointer, node):
        return None
    return _Elements(begin.pointer, kind, count)


def _may_be_set(state: State, begin: Place, loop: Node) -> bool:
    """Whether a loop may set a pointer on the way to where its range began: its name leads to other elements then."""
    on_the_way = set(keepers(state.roots, begin))
    names = pointers_set(state, loop) if on_the_way else frozenset[str]()
    is_any = bool(on_the_way) and (ANY_NAME in names or sets_elements(state.outline, loop))
    return is_any or any(not names.isdisjoint(names_of_cell(state.roots, cell)) for cell in on_the_way)


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


def _bind_element(state: State, node: Node, elements: _Elements | None, iterator: Linear) -> None:
    """The variable of a loop over ``elements`` is number ``iterator`` of them."""
    declarator = node.child_by_field_name("declarator")
    if declarator is None:
        return
    element, type = read_type(declarator, node)
    said = read_declarator(declarator)
    if elements is None:
        state.effect("opaque", f"what {element or 'the loop'} runs over", node)
        place = Place(state.unknown_root(element, type))
    else:
        place = moved(elements.first, iterator)
    kind = elements.kind if elements is not None and type.base == "auto" else type
    kind = kind.referred()
    is_reference = type.layers[:1] == ("&",)
    if elements is not None:
        wanted = state.expanded(kind)
        if not operators.becomes(state, elements.kind, wanted, node) and not is_reference:
            operators.made(state, wanted, node)
    if said.bound:
        if elements is None or not _bind_members(state, said.bound, Spot(place, kind), bool(said.layers)):
            state.deny(declarator)
            state.bind_unknown(map(text_of, said.bound))
    elif is_reference:
        state.scopes[-1][element] = Binding(place.root, kind, place)
    elif element:
        value = read(state, Spot(place, kind), node)
        binding = state.declare(element, "local", kind)
        state.values[binding.root] = value
