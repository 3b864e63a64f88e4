"""Where pointers in memory were seen to come from: members of structs, elements of arrays, views (`View b = a; b.p += 1;`).

Nothing is proved by it. What is noted here may have become another address since, on another way through the function; but of two names
that were seen to lead to one object nobody can assume that they are apart.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import Field, Index, Place, Spot, Step, Value
from loopwright.dependence.walk.dispatch import spot_of, value_of
from loopwright.dependence.walk.state import Binding, State, moved
from loopwright.lang.library import library
from loopwright.lang.types import Type
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of, uncast

_PARTS = frozenset(("first", "last", "subspan"))


def stored(state: State, spot: Spot, value: Value) -> None:
    """``value`` was stored in memory at a spot: what was noted of the pointers there is gone."""
    cell = _cell(spot.place)
    begin = _known(state, value.pointer) if spot.kind.is_pointer and value.pointer is not None else None
    _forget(state, cell)
    if begin is not None:
        state.origins[cell] = begin


def shifted(state: State, spot: Spot, before: Place | None) -> None:
    """A pointer in memory was set to a place some elements from where it was."""
    if before is not None and spot.kind.is_pointer:
        state.origins[_cell(spot.place)] = moved(before, None)


def origin(state: State, spot: Spot) -> Place | None:
    """What is noted of a pointer in memory."""
    return state.origins.get(_cell(spot.place)) if spot.register is None else None


def copied(state: State, target: Spot, source: Node) -> None:
    """An object was set to another one: the pointers in it lead where those do."""
    if target.kind.layers or not (_is_view(target.kind) or state.types.classes.of(target.kind.base) is not None):
        return
    _forget(state, _cell(target.place))
    if uncast(source).type not in ("identifier", "field_expression"):
        return
    with state.aside():
        found = spot_of(state, uncast(source))
    if found is not None:
        _copy(state, target, found)


def bytes_copied(state: State, target: Node, source: Node) -> None:
    """`memcpy(&q, &p, sizeof p)`."""
    named = [uncast(node).child_by_field_name("argument") for node in (target, source)]
    if not all(
        uncast(node).type == "pointer_expression" and text_of(node).lstrip("( ").startswith("&")
        for node in (target, source)
    ):
        return
    with state.aside():
        spots = [spot_of(state, node) for node in named if node is not None]
    if len(spots) == 2 and spots[0] is not None and spots[1] is not None:
        _copy(state, spots[0], spots[1])


def _copy(state: State, target: Spot, found: Spot) -> None:
    begin, cell = _cell(found.place), _cell(target.place)
    for key, place in list(state.origins.items()):
        if key.root == begin.root and key.steps[: len(begin.steps)] == begin.steps:
            state.origins[Place(cell.root, (*cell.steps, *key.steps[len(begin.steps) :]))] = place


def declared(state: State, binding: Binding, value: Node) -> None:
    """A variable was declared with a value: a list of members or elements, what a view is made of, another object."""
    target = Spot(binding.place or Place(binding.root), binding.type)
    if _is_view(binding.type):
        _viewed(state, target, value)
    elif value.type in ("initializer_list", "argument_list"):
        _listed(state, target, [child for child in value.named_children if child.type != "comment"])
    else:
        copied(state, target, value)


def lost(state: State, argument: Node) -> None:
    """A function that is not followed was given what an expression names, and may store there."""
    named = uncast(argument)
    while named.type == "pointer_expression" and (inner := named.child_by_field_name("argument")) is not None:
        named = bare(inner)
    binding = state.lookup(text_of(named)) if named.type == "identifier" else None
    root = (binding.place.root if binding.place is not None else binding.root) if binding is not None else ""
    state.origins = {key: place for key, place in state.origins.items() if key.root != root}


def seen(state: State, place: Place) -> Place | None:
    """Where a place lies by what is noted of the pointers that lead there, ``None`` where nothing is."""
    steps, found = place.steps, None
    for at, step in enumerate(steps):
        if not isinstance(step, Index) or not (step.loaded or at == 0):
            continue
        begin = state.origins.get(_cell(Place(place.root, steps[:at])))
        if begin is not None:
            found = moved(begin, step.value)
            found = Place(found.root, (*found.steps, *steps[at + 1 :]))
    return found


def _forget(state: State, cell: Place) -> None:
    for key in [key for key in state.origins if key.root == cell.root and key.steps[: len(cell.steps)] == cell.steps]:
        del state.origins[key]


def _note(state: State, cell: Place, pointer: Place) -> None:
    begin = _known(state, pointer)
    if begin is not None and begin.root != cell.root:
        state.origins[cell] = begin


def _known(state: State, pointer: Place) -> Place | None:
    """Where a pointer leads by what is noted, ``None`` where that is not known."""
    if any(isinstance(step, Index) and step.loaded for step in pointer.steps):
        return seen(state, pointer)
    return pointer if state.roots[pointer.root].kind != "unknown" else None


def _listed(state: State, target: Spot, values: list[Node]) -> None:
    names: list[str] = []
    known = state.types.classes.of(target.kind.base) if not target.kind.layers else None
    if known is not None and "constructor" not in known.special:
        names = [name for name, member in known.members.items() if not member.static]
    elif not target.kind.is_array and target.kind.sequence not in ("vector", "array"):
        return
    for at, value in enumerate(values):
        inner = value.child_by_field_name("value") if value.type == "initializer_pair" else value
        designator = value.named_children[0] if value.type == "initializer_pair" else None
        if inner is None or (known is not None and at >= len(names)):
            return
        name = text_of(designator).lstrip(".") if designator is not None else names[at] if names else ""
        kind = state.types.member(target.kind.base, name) if known is not None else target.kind.element()
        step: Step = Field(name) if known is not None else Index(Linear(at))
        cell = Place(target.place.root, (*_cell(target.place).steps, step))
        with state.aside():
            if kind is not None and kind.is_pointer:
                pointer = value_of(state, inner).pointer
                if pointer is not None:
                    _note(state, cell, pointer)
            elif kind is not None and kind.layers[:1] == ("&",):
                spot = spot_of(state, inner)
                if spot is not None:
                    _note(state, cell, spot.place)


def _is_view(kind: Type) -> bool:
    plain = kind.base.partition("<")[0].rpartition("::")[2]
    return not kind.layers and (kind.is_view or plain in library().views or plain == "reverse_iterator")


def _viewed(state: State, target: Spot, value: Node) -> None:
    """`span s(p, n)`, `span s(v)`, `span(v).subspan(1)`, `reverse_iterator r(p + n)`."""
    begin = _begin_of_view(state, value)
    if begin is not None:
        _note(state, _cell(target.place), begin if target.kind.is_view else moved(begin, None))


def _begin_of_view(state: State, value: Node) -> Place | None:
    value = bare(value)
    function, listed = value.child_by_field_name("function"), value.child_by_field_name("arguments")
    if value.type in ("initializer_list", "argument_list"):
        listed = value
    elif function is not None and function.type == "field_expression":
        object, part = function.child_by_field_name("argument"), text_of(function.child_by_field_name("field"))
        begin = _begin_of_view(state, object) if object is not None and part in _PARTS else None
        return begin if part == "first" else moved(begin, None) if begin is not None else None
    elif value.type == "identifier":
        return _begin_of(state, value)
    arguments = listed.named_children if listed is not None else []
    return _begin_of(state, arguments[0]) if arguments else None


def _begin_of(state: State, node: Node) -> Place | None:
    """Where an address leads, or the first element of a container or of another view."""
    with state.aside():
        spot = spot_of(state, node) if node.type in ("identifier", "field_expression") else None
        if spot is not None and _is_view(spot.kind):
            return state.origins.get(_cell(spot.place))
        if spot is not None and spot.kind.sequence:
            return Place(spot.place.root, (*spot.place.steps, Index(Linear(0))))
        return value_of(state, node).pointer


def _cell(place: Place) -> Place:
    """The place of a pointer without what is known of the way to it."""
    return Place(
        place.root, tuple(Field(step.name) if isinstance(step, Field) else Index(step.value) for step in place.steps)
    )
