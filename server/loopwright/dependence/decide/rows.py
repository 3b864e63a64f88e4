"""Subscripts that leave their row: `a[i][j + M]` with rows of M elements lies in another row than it says, and `s.a[i + N]` in what
follows the N elements of a member (C11 6.5.6p8 forbids it, programs do it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Field, Index, LoopFrame, Step
from loopwright.lang.numbers import divided
from loopwright.source.linear import Linear

_DEEPEST = 6
_LEAST = 2  # elements of a member that is no place for more


def leaving(program: Program, loop: int) -> Access | None:
    """An access of ``loop`` whose inner subscript is surely outside its row in some iteration."""
    for access in _of_what_changes(program, loop):
        if _leaves_member(program, access):
            return access
        for value, extent in _in_rows(program, access):
            if _leaves(program, value, extent) or (not access.guards and _ends_outside(program, value, extent)):
                return access
            if _is_set_since(program, access, extent) and not _ends_inside(program, value, extent):
                return access
    return None


def _is_set_since(program: Program, access: Access, extent: Linear) -> bool:
    """Whether a variable that says how long a row is has another value when a loop begins: `j < m` is no row of `int (*q)[m]` any more."""
    sizes = [program.symbols[name] for name in extent.names]
    return any(
        size.kind == "parameter" and size.text in program.assigned and size.name not in program.entries[loop]
        for size in sizes
        for loop in access.loops
    )


def _ends_inside(program: Program, value: Linear, extent: Linear) -> bool:
    beyond = _end(program, value.plus(extent, -1), True)
    return beyond is not None and not beyond.terms and beyond.constant < 0


def _of_what_changes(program: Program, loop: int) -> list[Access]:
    """The accesses to objects that the loop writes to: of what it only reads it does not matter which element is which."""
    accesses = list(accesses_in(program.nests[loop].body))
    written = {access.place.root for access in accesses if access.writes}
    return [access for access in accesses if access.place.root in written]


def lengths_of_rows(program: Program, loop: int) -> frozenset[str]:
    """The symbols that decide how long the rows are in which ``loop`` has its elements."""
    accesses = accesses_in(program.nests[loop].body)
    return frozenset(name for access in accesses for _, extent in _in_rows(program, access) for name in extent.names)


def leaving_where(program: Program, loop: int, known: Mapping[str, tuple[int, int]]) -> Access | None:
    """An access of ``loop`` whose inner subscript is outside its row for one of the numbers that some symbols are (from, to)."""
    for access in _of_what_changes(program, loop):
        for value, extent in _in_rows(program, access) if not access.guards else ():
            beyond = _end(program, value.plus(extent, -1), True)
            if beyond is not None and beyond.names <= known.keys() and (_greatest(beyond, known) or 0) > 0:
                return access
    return None


def _greatest(beyond: Linear, known: Mapping[str, tuple[int, int]]) -> int | None:
    """One more than the greatest value of a sum, ``None`` where that depends on several symbols that are not one number each."""
    open_names = [name for name in beyond.names if known[name][0] != known[name][1]]
    if len(open_names) > 1:
        return None
    ends = []
    for end in (0, 1):
        total = beyond.constant + 1
        for product, factor in beyond.terms:
            for name in product:
                factor *= known[name][end]
            total += factor
        ends.append(total)
    return max(ends)


def _in_rows(program: Program, access: Access) -> Iterator[tuple[Linear, Linear]]:
    """The subscripts of an access behind its first one, each with the length of the row that it counts in."""
    root = program.roots[access.place.root]
    if len(root.extents) < 2 or (root.view_of is not None and "[]" not in root.type.layers[1:]):
        return
    for position, (step, extent) in enumerate(zip(access.place.steps, root.extents)):
        if not isinstance(step, Index) or step.loaded:
            return
        if position and step.value is not None and extent is not None:
            yield step.value, extent


def _leaves_member(program: Program, access: Access) -> bool:
    """Whether a subscript of a member is surely outside it. A last member of no or one element stands for as many as there is room for,
    but where its struct is one of several in a row: there is room for what it says."""
    steps = access.place.steps
    last = max((at for at, step in enumerate(steps) if isinstance(step, Field)), default=None)
    if last is None:
        return False
    sizes = program.member_sizes.get((access.place.root, access.place.fields), ())
    in_a_row = _is_one_of_several(program, steps[:last])
    for position, (step, size) in enumerate(zip(steps[last + 1 :], sizes)):
        if not isinstance(step, Index) or step.loaded:
            return False
        is_open = size is None or (position == 0 and not size.terms and size.constant < _LEAST)
        if is_open and not in_a_row:
            continue
        length = size or Linear(0)
        if (is_open and length == Linear(0)) or (step.value is not None and _leaves(program, step.value, length)):
            return True
    return False


def _is_one_of_several(program: Program, steps: Sequence[Step]) -> bool:
    """Whether a struct is an element that changes with a loop, of an array and not of a table of addresses."""
    subscripts = [step for step in steps if isinstance(step, Index)]
    if not subscripts or subscripts[-1].loaded:
        return False
    value = subscripts[-1].value
    if value is None:
        return True
    symbols = [program.symbols[name] for name in value.names]
    return any(symbol.kind == "iterator" or symbol.loops for symbol in symbols)


def _leaves(program: Program, value: Linear, extent: Linear) -> bool:
    low, high = bounds(program, value)
    if high is not None and high < 0:
        return True
    low_beyond, high_beyond = bounds(program, value.plus(extent, -1))
    if low_beyond is not None and low_beyond >= 0:
        return True
    if any(_steps_over(program, frame, value, extent) for frame in program.frames.values()):
        return True
    exact = not extent.terms and _is_reached(program, value)
    return exact and (
        (low is not None and high is not None and low < 0)
        or (low_beyond is not None and high_beyond is not None and high_beyond >= 0)
    )


def _steps_over(program: Program, frame: LoopFrame, value: Linear, extent: Linear) -> bool:
    """Whether two iterations of a loop are at least a row apart: not both are inside of it."""
    if frame.iterator is None or frame.iterator not in value.names or frame.step is None or not frame.step.constant:
        return False
    here = Linear(0, (((frame.iterator,), 1),))
    apart = value.with_value(frame.iterator, here.plus(frame.step)).plus(value, -1)
    beyond = (apart.plus(extent, -1), Linear(0).plus(apart, -1).plus(extent, -1))
    low, high = _of_symbol(program, frame.iterator, 0)
    runs_again = low is None or high is None or high - low >= abs(frame.step.constant)
    return runs_again and any(not over.terms and over.constant >= 0 for over in beyond)


def _is_reached(program: Program, value: Linear, depth: int = 0) -> bool:
    """Whether the bounds of a value are values that it has: `j` of `bj <= j < bj + 4` is as far as `bj` gets, `i - j` with `j <= i` is
    never `0 - n`."""
    if depth > _DEEPEST:
        return False
    for name in value.names:
        symbol = program.symbols[name]
        if symbol.kind == "quotient":  # it grows with what is divided, and has one value where it cannot change
            low, high = _of_symbol(program, name, depth)
            is_alone = len(value.terms) == 1 and _is_reached(program, symbol.operands[0], depth + 1)
            if is_alone or (low is not None and low == high):
                continue
            return False
        frame = next((f for f in program.frames.values() if f.iterator == name), None)
        if frame is None or frame.step is None or frame.step.terms:
            return False
        ends = (*frame.lowers, *frame.uppers)
        if abs(frame.step.constant) != 1 and _counted_from(frame) is None:
            return False
        if any(end.terms for end in ends) and (
            len(value.terms) > 1 or not all(_is_reached(program, end, depth + 1) for end in ends)
        ):
            return False
    return True


def _counted_from(frame: LoopFrame) -> int | None:
    """The number at which a loop in steps begins."""
    ends = frame.lowers if frame.upwards else frame.uppers
    return ends[0].constant if len(ends) == 1 and not ends[0].terms else None


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
        iterators = [name for name in value.names if program.symbols[name].kind == "iterator"]
        if not iterators:
            return value
        # The innermost first: its bounds may be in words of the others.
        frame = max((f for f in program.frames.values() if f.iterator in iterators), key=lambda f: f.id, default=None)
        if frame is None or frame.iterator is None:
            return None
        name = frame.iterator
        factor = value.coefficient(name)
        if not frame.exact or not factor or frame.step is None or abs(frame.step.constant) != 1:
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
    if symbol.kind == "quotient" and depth <= _DEEPEST:
        number, by, is_floor = symbol.operands
        low, high = bounds(program, number, depth + 1)
        rounds = bool(is_floor.constant)
        return _divided(low, by.constant, rounds), _divided(high, by.constant, rounds)
    frame = (
        next((f for f in program.frames.values() if f.iterator == name), None) if symbol.kind == "iterator" else None
    )
    if frame is None or depth > _DEEPEST or not frame.exact:
        return None, None
    lows = [bounds(program, bound, depth + 1)[0] for bound in frame.lowers]
    highs = [bounds(program, bound, depth + 1)[1] for bound in frame.uppers]
    low = max((low for low in lows if low is not None), default=None)
    high = min((high for high in highs if high is not None), default=None)
    step, first = frame.step, _counted_from(frame)
    if step is None or step.terms or not step.constant or first is None or low is None or high is None or low > high:
        return low, high
    if frame.upwards:
        return low, low + (high - low) // step.constant * step.constant
    return high - (high - low) // -step.constant * -step.constant, high


def _divided(end: int | None, by: int, is_floor: bool) -> int | None:
    """An end of a quotient."""
    return None if end is None or by <= 0 else divided(end, by, is_floor)
