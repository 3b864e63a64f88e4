"""How many elements lie between two pointers, also of other rows: `m[i + 1] - m[i]` are as many as a row has.

C11 6.5.6p9 wants both in one array, which is one row; programs clear, sort and copy several rows at once."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.dependence.model.values import Field, Index, Place, Value
from loopwright.dependence.walk.spots import elements_in
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.steps import moved
from loopwright.lang.types import Type
from loopwright.source.headers import LoopHeader
from loopwright.source.linear import Linear

_LEAST_SUBSCRIPTS = 2  # of an element in a row


def between(state: State, first: Value, last: Value, *others: Value) -> tuple[Linear | None, tuple[Value, ...]]:
    """The length of a range; and where it begins, with where others of its length begin. One that may go on in other rows is any part of the
    array: of an element there no subscript says in which row it is. What lies between rows that are reached by addresses is not known."""
    begins = (first, *others)
    a, b = first.pointer, last.pointer
    count = distance(state, first, last)
    if a is None or b is None or _ends_in_row(state, a, count):
        return count, begins
    if _is_same_row(a, b) and not _leaves_row(state, a, count):
        return count, begins
    if a.root == b.root and a.steps[: a.object_length] != b.steps[: b.object_length]:
        return None, tuple(Value(kind=each.kind) for each in begins)
    return None, tuple(map(anywhere, begins))


def walked(state: State, header: LoopHeader, start: Value, bound: Value) -> Value:
    """Where a pointer begins that a loop moves element by element up to another one: anywhere in its array if that may be in other rows."""
    if bound.pointer is None or start.pointer is None:
        return start
    is_down = header.step == "-1"
    count = distance(state, bound, start) if is_down else distance(state, start, bound)
    if count is not None and header.relation in ("<=", ">="):
        count = count.plus(Linear(1))
    low = moved(start.pointer, Linear(1).plus(count, -1)) if is_down and count is not None else start.pointer
    if _is_same_row(start.pointer, bound.pointer) and not _leaves_row(state, low, count):
        return start
    return start if _ends_in_row(state, low, count) else anywhere(start)


def distance(state: State, first: Value, last: Value) -> Linear | None:
    """How many elements ``last`` is further than ``first``, ``None`` where that cannot be told."""
    a, b = first.pointer, last.pointer
    if a is None or b is None or a.root != b.root or len(a.steps) != len(b.steps):
        return None
    if _is_same_row(a, b):
        return _apart(a.steps[-1], b.steps[-1])
    begin = _first_subscript(a)
    lengths = _lengths(state, a)
    if a.steps[:begin] != b.steps[:begin] or len(lengths) != len(a.steps) - begin:
        return None
    total = Linear(0)
    for one, other, length in zip(a.steps[begin:], b.steps[begin:], (Linear(0), *lengths[1:])):
        apart = _apart(one, other)
        if apart is None or length is None:
            return None
        total = total.times(length).plus(apart)
    return total


def is_of_rows(first: Value, last: Value) -> bool:
    """Whether two addresses lead into rows of one array."""
    a, b = first.pointer, last.pointer
    return a is not None and b is not None and a.root == b.root and not _is_same_row(a, b)


def _is_same_row(a: Place, b: Place) -> bool:
    return a.root == b.root and a.steps[:-1] == b.steps[:-1] and bool(a.steps) and bool(b.steps)


def _ends_in_row(state: State, begin: Place, count: Linear | None) -> bool:
    """Whether so many elements from a place on are all in its row."""
    first, beyond = _begins_in_row(begin), _beyond_row(state, begin, count)
    return bool(first) and beyond is not None and not beyond.terms and beyond.constant <= 0


def _leaves_row(state: State, begin: Place, count: Linear | None) -> bool:
    """Whether some of them are surely not."""
    first, beyond = _begins_in_row(begin), _beyond_row(state, begin, count)
    return first is False or (beyond is not None and not beyond.terms and beyond.constant > 0)


def _begins_in_row(begin: Place) -> bool | None:
    """Whether a subscript is not negative, ``None`` where it is not known."""
    last = begin.steps[-1] if begin.steps else None
    if not isinstance(last, Index) or last.value is None:
        return None
    return bool(last.value.terms) or last.value.constant >= 0


def _beyond_row(state: State, begin: Place, count: Linear | None) -> Linear | None:
    """How many elements behind its row a range ends."""
    last, length = begin.steps[-1] if begin.steps else None, (_lengths(state, begin) or (None,))[-1]
    if count is None or length is None or not isinstance(last, Index) or last.value is None:
        return None
    return last.value.plus(count).plus(length, -1)


def _first_subscript(place: Place) -> int:
    """Where the subscripts begin that lead to an element of one array."""
    fields = [at + 1 for at, step in enumerate(place.steps) if isinstance(step, Field)]
    return max((place.object_length, *fields))


def _lengths(state: State, place: Place) -> tuple[Linear | None, ...]:
    """How long the arrays are that these subscripts are of, from the outside in; of the first one that matters to nobody."""
    begin = _first_subscript(place)
    if begin == 0 and state.roots[place.root].type.sequence == "array":
        return tuple(_lengths_by_type(state, state.roots[place.root].type, len(place.steps)))
    if begin == 0:
        return state.roots[place.root].extents
    return state.member_sizes.get((place.root, place.fields), ())


def _lengths_by_type(state: State, kind: Type, many: int) -> Iterator[Linear | None]:
    """Of `std::array<std::array<int, 9>, 4>` 4, then 9."""
    for _ in range(many):
        yield elements_in(state, kind)
        kind = kind.element()


def _apart(one: object, other: object) -> Linear | None:
    if not isinstance(one, Index) or not isinstance(other, Index) or one.value is None or other.value is None:
        return None
    return other.value.plus(one.value, -1)


def anywhere(value: Value) -> Value:
    """The address of some element of the array that an address is of."""
    place = value.pointer
    if place is None:
        return value
    kept = place.steps[: place.object_length]
    if sum(isinstance(step, Index) for step in place.steps[len(kept) :]) < _LEAST_SUBSCRIPTS:
        return value
    steps = (Index(None, step.loaded) if isinstance(step, Index) else step for step in place.steps[len(kept) :])
    return Value(pointer=Place(place.root, (*kept, *steps)), kind=value.kind)
