"""Calls of macros: the statements or the expression that they stand for, walked where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tree_sitter import Node

from loopwright.dependence.model.values import NOTHING, Spot, Value
from loopwright.dependence.walk.callees import argument_nodes
from loopwright.dependence.walk.dispatch import spot_of, statement, value_of
from loopwright.dependence.walk.passing import opened
from loopwright.dependence.walk.state import MOST_CALLS, State
from loopwright.dependence.walk.unknown_calls import unknown_call
from loopwright.dependence.walk.unread import covered, names_of, swept
from loopwright.dependence.walk.updates import is_used
from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import block, expression_among
from loopwright.lang.jumps import macro_jumps, may_jump
from loopwright.lang.macros import with_arguments
from loopwright.lang.regrouped import is_regrouped
from loopwright.source.nodes import bare, text_of


def expanded_call(state: State, node: Node) -> Node | None:
    """The block of statements that a call of a macro stands for; ``None`` for other nodes."""
    if node.type != "call_expression":
        return None
    function = node.child_by_field_name("function")
    macro = state.macro(text_of(function)) if function is not None and function.type == "identifier" else None
    return _macro_body(state, macro, argument_nodes(node)) if macro is not None and macro.kind == "function" else None


def _macro_body(state: State, macro: Declaration, arguments: list[Node]) -> Node | None:
    text = with_arguments(macro, [text_of(argument) for argument in arguments])
    if not text or len(state.calls) >= MOST_CALLS or len(text) > 4000:
        return None
    return block(text, state.is_variable)


def fallen_apart(state: State, place: Node) -> Value:
    """What stands where the text of a macro is grouped with its neighbours, which is not followed."""
    said = text_of(place.parent) if place.parent is not None else text_of(place)
    state.effect("opaque", f"how the macro in {said} is grouped with what is beside it is not followed", place)
    return NOTHING


def expanded(state: State, node: Node, macro: Declaration, arguments: list[Node]) -> Value:
    if is_regrouped(node, state.declarations.macros.get):
        return fallen_apart(state, node)
    if with_arguments(macro, [text_of(argument) for argument in arguments]) == "":
        covered(state, node)  # nothing is left of it, whatever it was given
        return NOTHING
    body = _macro_body(state, macro, arguments)
    if may_jump(body) if body is not None else macro_jumps(state.macro, macro):
        state.effect("macro", text_of(node.child_by_field_name("function")), node)
    if body is None:
        return unknown_call(state, node, text_of(node.child_by_field_name("function")), arguments)
    text = with_arguments(macro, [text_of(argument) for argument in arguments])
    worth = expression_among(text or "", "cpp", state.is_variable) if is_used(node) else None
    with in_text(state, node, macro.name):
        value = _value_of_text(state, worth, body)
    covered(state, node)
    return value


def _value_of_text(state: State, worth: Node | None, body: Node) -> Value:
    """What an expression is worth, or nothing after statements."""
    if worth is not None:
        with names_of(state, worth), swept(state, worth):
            return value_of(state, worth)
    statements = body.named_children
    with names_of(state, body), swept(state, body):
        if (
            len(statements) == 1
            and statements[0].type == "expression_statement"
            and statements[0].named_child_count == 1
        ):
            return value_of(state, statements[0].named_children[0])
        statement(state, body)
        return NOTHING


def expanded_spot(state: State, node: Node, macro: Declaration, arguments: list[Node]) -> Spot | None:
    body = None if is_regrouped(node, state.declarations.macros.get) else _macro_body(state, macro, arguments)
    if body is None or body.named_child_count != 1 or body.named_children[0].named_child_count != 1:
        return None
    with in_text(state, node, macro.name):
        found = spot_of(state, body.named_children[0].named_children[0])
    if found is not None:
        covered(state, node)
    return found


def spot_behind(state: State, node: Node, macro: Declaration) -> Spot | None:
    """The place that the text of a macro names which stands for an expression: `#define N g->n`."""
    text = macro.value or ""
    meant = expression_among(text, "cpp", state.is_variable) if len(state.calls) < MOST_CALLS else None
    if meant is None or bare(meant).type not in state.handlers.spots:
        return None
    with in_text(state, node, macro.name):
        return spot_of(state, meant)


@contextmanager
def in_text(state: State, node: Node, name: str) -> Iterator[None]:
    """While what a macro stands for is walked."""
    here, around = state.here, state.in_macro
    state.here, state.in_macro = here or node, node if here is None else around
    state.calls.append(opened(name))
    try:
        yield
    finally:
        state.calls.pop()
        state.here, state.in_macro = here, around
