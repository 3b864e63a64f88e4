"""Subscripts that leave their row: `a[i][j + M]` with rows of M elements lies in another row than it says, and `s.a[i + N]` in what
follows the N elements of a member (C11 6.5.6p8 forbids it, programs do it)."""

from __future__ import annotations

from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Field, Index
from loopwright.source.linear import Linear

_DEEPEST = 6
_LEAST = 2  # elements of a member that is no place for more


def leaving(program: Program, loop: int) -> Access | None:
    """An access of ``loop`` whose inner subscript is surely outside its row in some iteration."""
    for access in accesses_in(program.nests[loop].body):
        if _leaves_member(program, access):
            return access
        extents = program.roots[access.place.root].extents
        if len(extents) < 2 or program.roots[access.place.root].view_of is not None:
            continue
        for position, (step, extent) in enumerate(zip(access.place.steps, extents)):
            if not isinstance(step, Index) or step.loaded:
                break
            if position and step.value is not None and extent is not None:
                if _leaves(program, step.value, extent) or (
                    not access.guards and _ends_outside(program, step.value, extent)
                ):
                    return access
    return None


def _leaves_member(program: Program, access: Access) -> bool:
    """Whether a subscript of a member is surely outside it. A last member of no or one element stands for as many as there is room for."""
    steps = access.place.steps
    last = max((at for at, step in enumerate(steps) if isinstance(step, Field)), default=None)
    if last is None:
        return False
    sizes = program.member_sizes.get((access.place.root, access.place.fields), ())
    for position, (step, size) in enumerate(zip(steps[last + 1 :], sizes)):
        if not isinstance(step, Index) or step.loaded:
            return False
        is_open = size is None or (position == 0 and not size.terms and size.constant < _LEAST)
        if not is_open and size is not None and step.value is not None and _leaves(program, step.value, size):
            return True
    return False


def _leaves(program: Program, value: Linear, extent: Linear) -> bool:
    low, high = bounds(program, value)
    if high is not None and high < 0:
        return True
    low_beyond, high_beyond = bounds(program, value.plus(extent, -1))
    if low_beyond is not None and low_beyond >= 0:
        return True
    exact = all(program.symbols[name].kind == "iterator" for name in value.names) and not extent.terms
    return exact and (
        (low is not None and high is not None and low < 0)
        or (low_beyond is not None and high_beyond is not None and high_beyond >= 0)
    )


def _ends_outside(program: Program, value: Linear, extent: Linear) -> bool:
    """Whether the first or the last iteration is surely outside, whatever the sizes are (`j <= n` in a row of n), or where the size of the
    row is large enough (`i + j`)."""
    beyond, before = _end(program, value.plus(extent, -1), True), _end(program, value, False)
    if beyond is not None and beyond.names <= extent.names:
        grows = bool(beyond.terms) and all(factor > 0 for _, factor in beyond.terms)
        if grows or (not beyond.terms and beyond.constant >= 0):
            return True
    return before is not None and not before.terms and before.constant < 0


def _end(program: Program, value: Linear, greatest: bool) -> Linear | None:
    """The greatest or least value over the loops that it varies with, in words of what is outside of them."""
    for _ in range(_DEEPEST):
        name = next((name for name in sorted(value.names) if program.symbols[name].kind == "iterator"), None)
        if name is None:
            return value
        frame = next((frame for frame in program.frames.values() if frame.iterator == name), None)
        factor = value.coefficient(name)
        if frame is None or not frame.exact or not factor or frame.step is None or abs(frame.step.constant) != 1:
            return None
        ends = frame.uppers if (factor > 0) == greatest else frame.lowers
        if frame.step.terms or len(ends) != 1:
            return None
        value = value.with_value(name, ends[0])
    return None


def bounds(program: Program, value: Linear, depth: int = 0) -> tuple[int | None, int | None]:
    """(least, greatest) value as far as the bounds of loops are numbers."""
    low: int | None = value.constant
    high: int | None = value.constant
    for product, factor in value.terms:
        one = _of_symbol(program, product[0], depth) if len(product) == 1 else (None, None)
        ends = one if factor > 0 else one[::-1]
        low = None if low is None or ends[0] is None else low + factor * ends[0]
        high = None if high is None or ends[1] is None else high + factor * ends[1]
    return low, high


def _of_symbol(program: Program, name: str, depth: int) -> tuple[int | None, int | None]:
    symbol = program.symbols[name]
    frame = (
        next((f for f in program.frames.values() if f.iterator == name), None) if symbol.kind == "iterator" else None
    )
    if frame is None or depth > _DEEPEST or not frame.exact:
        return None, None
    lows = [bounds(program, bound, depth + 1)[0] for bound in frame.lowers]
    highs = [bounds(program, bound, depth + 1)[1] for bound in frame.uppers]
    return (
        max((low for low in lows if low is not None), default=None),
        min((high for high in highs if high is not None), default=None),
    )
