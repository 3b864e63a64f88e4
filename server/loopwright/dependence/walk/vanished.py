"""Numbers read from memory that fall out of a calculation: `k = *p; *q = 5; l = *p; a[i + l - k]` has one symbol for both reads and none in the
subscript. What it was is kept as a check without bounds, so that `decide/rereads` finds it."""

from __future__ import annotations

from collections.abc import Iterable

from loopwright.dependence.model.values import Check, Index, Place, Value, with_parts
from loopwright.dependence.walk.state import State
from loopwright.source.linear import Linear


def vanished(state: State, parts: Iterable[Linear], result: Linear | None) -> tuple[Check, ...]:
    """A check for the numbers of ``parts`` that were read from memory and that ``result``, made of them, does not have."""
    if result is None:
        return ()
    names = frozenset[str]().union(*(part.names for part in parts)) - result.names
    read = tuple(sorted(name for name in names if not with_parts((name,), state.symbols).isdisjoint(state.rereads)))
    return (Check(Linear(0, tuple(((name,), 1) for name in read)), None, None, "is read twice"),) if read else ()


def numbers_of(*values: Value) -> list[Linear]:
    """The numbers of some values, that of a pointer the last subscript on its way."""
    last = (value.pointer.steps[-1] if value.pointer is not None and value.pointer.steps else None for value in values)
    found = [step.value if isinstance(step, Index) else value.number for value, step in zip(values, last, strict=True)]
    return [number for number in found if number is not None]


def further(state: State, pointer: Value, by: Value, to: Place) -> Place:
    """``to``, which is ``pointer`` moved ``by`` a number, with what vanished in that."""
    last = to.steps[-1] if to.steps else None
    if not state.rereads or not isinstance(last, Index):
        return to
    checks = vanished(state, numbers_of(pointer, by), last.value)
    return to._replace(steps=(*to.steps[:-1], last._replace(checks=(*last.checks, *checks)))) if checks else to
