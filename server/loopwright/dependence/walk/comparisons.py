"""Comparisons that a grammar takes for uses of a template: `(i < n && k >= 0)`, `i < n >> 1`, `i < n && k > (m)`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.unread import covered, names_of
from loopwright.lang.misread import with_comparisons
from loopwright.lang.read_names import Code


@contextmanager
def compared_variables(state: State, node: Code) -> Iterator[Code]:
    """While an expression is read: as it is, or as what it means where variables in it were taken for templates."""
    is_one = state.templates.get(node.start_byte) == node.end_byte
    plain = with_comparisons(node, lambda name: state.lookup(name) is not None) if is_one else None
    if plain is None:
        yield node
        return
    around, state.here = state.here, state.here or node
    try:
        with names_of(state, plain):
            yield plain
    finally:
        state.here = around
    covered(state, node)
