"""The smallest and the greatest value of a subscript, where it is a sum of loop variables that run in single steps between numbers known
before the loop: most are, and what isl would say of them can be read off.

Whatever is not that plain is left to isl (`sections.py`): conditions, loops around the loop, bounds that depend on other loops, sizes of
which it is not plain that all loops may run. `tests/dependence/test_boxes.py` holds the answers against isl's.
"""

from __future__ import annotations

from collections.abc import Sequence

from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Field, Index, LoopFrame
from loopwright.source.linear import Linear

_WIDE = 2**15  # a symbol with fewer values may be less than what a loop needs to run
_FREE = frozenset(("parameter", "load", "opaque"))  # kinds of symbols of which only bounds are known


def ends_of_value(program: Program, loop: int, access: Access, value: Linear) -> tuple[Linear, Linear] | None:
    """The smallest and the greatest ``value`` while ``loop`` runs, over symbols that all its iterations see alike."""
    frames = _frames(program, loop, access)
    if frames is None or not all(_is_free(program, loop, name, frames) for name in value.names):
        return None
    low, high = Linear(value.constant), Linear(value.constant)
    for product, factor in value.terms:
        frame = frames.get(product[0]) if len(product) == 1 else None
        if frame is not None:
            first, last = (frame.lowers[0], frame.uppers[0]) if factor > 0 else (frame.uppers[0], frame.lowers[0])
            low, high = low.plus(first, factor), high.plus(last, factor)
        elif any(name in frames for name in product):
            return None
        else:
            low, high = (number.plus(Linear(0, ((product, factor),))) for number in (low, high))
    return low, high


def ends_of_accesses(
    program: Program, loop: int, accesses: Sequence[Access], start: int
) -> tuple[Linear, Linear, bool] | None:
    """The smallest and the greatest first subscript of accesses to one array, and whether a write goes over all from one to the other."""
    shape = (accesses[0].loops, len(_subscripts(accesses[0], start)))
    if any((access.loops, len(_subscripts(access, start))) != shape for access in accesses):
        return None
    found = []
    filling = []
    for access in accesses:
        values = _subscripts(access, start)
        ends = [ends_of_value(program, loop, access, value) for value in values]
        if not ends or ends[0] is None or None in ends:
            return None
        found.append(ends[0])
        if _is_certain(program, loop, access) and not _is_part(access, start):
            if not _goes_over_all(program, access, loop, values):
                return None
            filling.append(ends[0])
    if len({low.terms for low, _ in found}) != 1 or len({high.terms for _, high in found}) != 1:
        return None
    low, high = min(low for low, _ in found), max(high for _, high in found)
    if filling and (low, high) not in filling:
        return None  # several together may
    return low, high, bool(filling)


def _is_certain(program: Program, loop: int, access: Access) -> bool:
    """Whether it is a write that happens in every iteration."""
    is_guarded = len(access.guards) > program.outer_guards[loop]
    return access.writes and not is_guarded and all(program.frames[number].exact for number in access.loops)


def _frames(program: Program, loop: int, access: Access) -> dict[str, LoopFrame] | None:
    """The loops of an access by their variables, if all are plain. Conditions of which nothing is known leave every iteration possible."""
    if (
        any(guard.formula is not None for guard in access.guards)
        or program.stacks.get(loop) != (loop,)
        or access.loops[:1] != (loop,)
    ):
        return None
    frames: dict[str, LoopFrame] = {}
    for number in access.loops:
        frame = program.frames[number]
        if not _is_plain(program, loop, frame):
            return None
        assert frame.iterator is not None
        frames[frame.iterator] = frame
    return frames


def _is_plain(program: Program, loop: int, frame: LoopFrame) -> bool:
    """Asked for each access that the frame is around."""
    key = (_is_plain, loop, frame.id)
    if key not in program.proved:
        program.proved[key] = _is_plain_frame(program, loop, frame)
    return program.proved[key]


def _is_plain_frame(program: Program, loop: int, frame: LoopFrame) -> bool:
    if frame.iterator is None or len(frame.lowers) != 1 or len(frame.uppers) != 1:
        return False
    if frame.step not in (Linear(1), Linear(-1)) or program.symbols[frame.iterator].bounds != (None, None):
        return False
    if loop not in program.symbols[frame.iterator].loops:
        return False
    bounds = (frame.lowers[0], frame.uppers[0])
    if not all(_is_free(program, loop, name, {}) for bound in bounds for name in bound.names):
        return False
    relation = Relation(program, loop)
    return all(relation.holds(check) for check in frame.checks) and _may_run(program, bounds[1].plus(bounds[0], -1))


def _may_run(program: Program, length: Linear) -> bool:
    """Whether all loops of which that is said run for some sizes at once, however large these are."""
    if not length.terms:
        return length.constant >= 0
    return all(factor > 0 and all(_is_wide(program, name) for name in product) for product, factor in length.terms)


def _is_wide(program: Program, name: str) -> bool:
    high = program.symbols[name].bounds[1]
    return high is None or high >= _WIDE


def _is_free(program: Program, loop: int, name: str, frames: dict[str, LoopFrame]) -> bool:
    """Whether a name is the variable of one of the loops, or a number before them that may be anything within wide bounds."""
    symbol = program.symbols[name]
    return name in frames or (symbol.kind in _FREE and loop not in symbol.loops and _is_wide(program, name))


def _subscripts(access: Access, start: int) -> list[Linear]:
    """The subscripts of an access; none where one is not known for certain."""
    found = []
    for step in access.place.steps[start:]:
        if isinstance(step, Index):
            if step.value is None or step.checks:
                return []
            found.append(step.value)
    return found


def _is_part(access: Access, start: int) -> bool:
    return any(isinstance(step, Field) for step in access.place.steps[start:])


def _goes_over_all(program: Program, access: Access, loop: int, values: list[Linear]) -> bool:
    """Whether a write is of one subscript, in which the variable of its only loop stands, counted up or down."""
    iterator = program.frames[loop].iterator
    factor = values[0].coefficient(iterator) if iterator is not None else None
    return len(values) == 1 and access.loops == (loop,) and factor in (1, -1)
