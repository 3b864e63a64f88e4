"""The interpreter's dispatch: which handler reads a kind of node. Handlers reach one another through it, so that the modules
they stand in need not import one another in a circle."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import NOTHING, Spot, Value
from loopwright.dependence.walk.atomics import clause_of_atomic_in, protected_place
from loopwright.dependence.walk.comparisons import compared_variables
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import swept
from loopwright.lang.macro_locals import declared_by_macro
from loopwright.source.nodes import text_of
from loopwright.source.text import Span, names_in

LISTS = frozenset(("compound_statement", "declaration_list"))  # an error among statements is one of them


def value_of(state: State, node: Node) -> Value:
    """The value of an expression; reads and writes in it are recorded in the order of evaluation."""
    state.spend()
    if node.start_byte in state.templates:
        with compared_variables(state, node) as meant:
            if meant is not node:
                return value_of(state, meant)
    handler = state.handlers.values.get(node.type)
    if handler is not None:
        is_broken = state.deny_what_is_broken(node)
        value = handler(state, node)
        if is_broken:
            _forget_all_in(state, node)
        return value if not is_broken else NOTHING
    state.deny(node)
    return NOTHING


def spot_of(state: State, node: Node) -> Spot | None:
    """The place that an lvalue names, ``None`` where it is none. Reads that finding it takes are recorded."""
    state.spend()
    state.deny_what_is_broken(node)
    handler = state.handlers.spots.get(node.type)
    order, met = state.order, len(state.met)
    found = handler(state, node) if handler is not None else None
    if found is None and state.order == order:
        del state.met[met:]  # names that were looked at in vain
    return found


def statement(state: State, node: Node) -> None:
    """One statement."""
    state.spend()
    if state.outline.source.hides_pragmas and state.here is None:
        _under_hidden_atomic(state, node)
    with swept(state, node):
        _handled(state, node)


def _handled(state: State, node: Node) -> None:
    handler = state.handlers.statements.get(node.type)
    if handler is not None:
        is_broken = node.type not in LISTS and state.deny_what_is_broken(node)
        handler(state, node)
        if is_broken:
            _forget_all_in(state, node)
    elif node.type in state.handlers.values:
        value_of(state, node)
    elif node.is_error or node.type == "ERROR":
        state.effect("opaque", "code that cannot be parsed", node)
        _forget_all_in(state, node)
        state.bind_unknown(declared_by_macro(state.declarations.macros, node))
    else:
        state.deny(node)


def _forget_all_in(state: State, node: Node) -> None:
    """What is left of code that cannot be parsed says nothing of the values of its variables."""
    state.forget(frozenset(names_in(text_of(node))))


def _under_hidden_atomic(state: State, node: Node) -> None:
    """Where `atomic` stands before a body, the parser is not shown it (source.masking)."""
    before = node.prev_sibling
    start = before.end_byte if before is not None else node.start_byte
    clause = clause_of_atomic_in(state.outline.source, Span(start, node.start_byte))
    if clause is not None:
        state.protected = protected_place(clause, node)
        ordered(state, clause, node)


def ordered(state: State, clause: str, node: Node) -> None:
    """What is read or replaced at once is still another value in another order; updates alone are not."""
    if clause in ("capture", "read", "write"):
        state.effect("order", f"{clause} {state.protected or 'a value'}", node)
