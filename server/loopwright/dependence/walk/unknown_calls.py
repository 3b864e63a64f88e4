"""Calls of which nothing is known: what they are given may be read, kept, changed and answered."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import Index, Spot, Step, Value
from loopwright.dependence.walk import purity, spots
from loopwright.dependence.walk.dispatch import value_of
from loopwright.dependence.walk.passing import filled, handed, may_set
from loopwright.dependence.walk.state import State
from loopwright.lang.types import Type
from loopwright.source.nodes import text_of


def unknown_call(state: State, node: Node, name: str, arguments: list[Node], owner: Spot | None = None) -> Value:
    """A call of which nothing is known: it may keep every address that it is given and change every variable whose reference it
    can have. ``owner`` is the object whose method it is."""
    return called(state, node, name, arguments, [value_of(state, argument) for argument in arguments], owner)


def called(
    state: State, node: Node, name: str, arguments: list[Node], values: list[Value], owner: Spot | None = None
) -> Value:
    for argument, value in zip(arguments, values):
        state.escape(value)
        spots.lost(state, argument)
        handed(state, name, argument)
    if owner is not None:
        state.lend(owner.place.root)
    may_set(state, name, arguments, values)
    filled(state, name, arguments, values)
    _looked_at(state, arguments, values)
    purity.called(state, name, node, owner)
    return answer(state, node, values)


def _looked_at(state: State, arguments: list[Node], values: list[Value]) -> None:
    """A function out of sight may read all that it is given the address of."""
    for argument, value in zip(arguments, values):
        if value.pointer is not None and value.pointer.steps and state.roots[value.pointer.root].kind != "unknown":
            place = value.pointer
            steps = (*place.steps[:-1], anything(place.steps))
            element = value.kind.layers[:1] == ("*",) and value.kind._replace(layers=value.kind.layers[1:])
            base = element.base if element and not element.layers else "*"
            state.record(place._replace(steps=steps), False, argument, base, possible=True, given=True)


def answer(state: State, node: Node, arguments: list[Value]) -> Value:
    """What a function returns of which nothing is known."""
    value = state.unknown(text_of(node), Type(""))
    for name in value.number.names if value.number is not None else ():
        state.meanings.given_once(state.symbols[name])
    numbers = tuple(argument.number for argument in arguments if argument.number is not None)
    if value.number is not None and len(numbers) == len(arguments):
        state.answers.update(dict.fromkeys(value.number.names, numbers))
    return value


def anything(steps: tuple[Step, ...]) -> Index:
    return Index(None, bool(steps and isinstance(steps[-1], Index) and steps[-1].loaded))
