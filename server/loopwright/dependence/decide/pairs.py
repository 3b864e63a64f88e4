"""Which two accesses of a loop have to be looked at: those that keep apart at sight are left out, so that a long body of plain elements costs
no look for each two of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.relations import OverBudget
from loopwright.dependence.decide.ways import ways_of
from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Index

_MOST_PAIRS = 4_000
_MOST_AT_SIGHT = 500_000
_MOST_LOOPS = 16  # around an access; each is two dimensions of a set, and isl's operations take longer with each


def pairs(program: Program, loop: int, skip: frozenset[str]) -> Iterator[tuple[Access, Access]]:
    """Accesses of a loop that could meet in memory, one of them a write; scalars and the roots of ``skip`` are left out, and what is
    apart by its names or by one subscript."""
    inside = [access for access in accesses_in(program.nests[loop].body) if access.place.root not in skip]
    set_in_parts = {access.place.root for access in inside if access.writes and not access.is_scalar}
    found = [
        access
        for access in inside
        if not is_own(program, loop, access) and (access.place.root in set_in_parts or not _own_scalar(program, access))
    ]
    if any(len(access.loops) > _MOST_LOOPS for access in found):
        raise OverBudget("too many loops")
    kept = _distinct(found)
    if program.chooses:
        kept = [access for access in ways_of(program, kept) if not is_own(program, loop, access)]
    if len(kept) ** 2 > _MOST_AT_SIGHT:
        raise OverBudget("too many accesses")
    settled = _settled(program, loop, kept)
    shapes = _numbered([_shape(access) for access in kept])
    apart: dict[tuple[int, int], bool] = {}
    count = 0
    for position, first in enumerate(kept):
        for at in range(position, len(kept)):
            second = kept[at]
            if not (first.writes or second.writes) or (first.atomic and second.atomic):
                continue
            if first.object == second.object:
                if first.object in settled:
                    continue
            else:
                key = shapes[position], shapes[at]
                if key not in apart:
                    apart[key] = aliases.overlap(program, first, second, loop) == "no"
                if apart[key]:
                    continue
            count += 1
            if count > _MOST_PAIRS:
                raise OverBudget("too many accesses")
            yield first, second


def is_own(program: Program, loop: int, access: Access) -> bool:
    """Memory that each iteration has for itself; where a pointer of its own leads is another matter."""
    return loop in program.roots[access.place.root].loops and not access.leads_out


def _own_scalar(program: Program, access: Access) -> bool:
    """Scalars whose value is followed are judged by `scalars`."""
    root = program.roots[access.place.root]
    return access.is_scalar and not root.lasting


def _distinct(found: list[Access]) -> list[Access]:
    """The same place under the same conditions needs one look."""
    distinct: dict[object, Access] = {}
    for access in found:
        key = (
            access.place,
            access.writes,
            access.guards,
            access.loops,
            access.update and access.update.operator,
            access.atomic,
            access.through,
        )
        distinct.setdefault(key, access)
    return list(distinct.values())


def _numbered(keys: list[Hashable]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def _shape(access: Access) -> Hashable:
    """All that :func:`aliases.overlap` asks of an access: which element of an array it is decides nothing there."""
    steps = tuple(step.loaded if isinstance(step, Index) else step for step in access.place.steps)
    return access.place.root, access.element, access.raw, steps, access.through


def _settled(program: Program, loop: int, kept: list[Access]) -> set[object]:
    """The objects of which every access has the iteration in one and the same subscript."""
    of_object: dict[object, list[Access]] = defaultdict(list)
    for access in kept:
        of_object[access.object].append(access)
    return {key for key, accesses in of_object.items() if _have_one_subscript(program, loop, accesses)}


def _have_one_subscript(program: Program, loop: int, accesses: list[Access]) -> bool:
    first = accesses[0].place
    root, start = program.roots[first.root], first.object_length
    if root.kind == "unknown" or loop in root.loops or loop in (root.taken_in or ()):
        return False
    head = first.steps[:start]
    if any(access.place.object_length != start or access.place.steps[:start] != head for access in accesses):
        return False
    if any(isinstance(step, Index) and varies(program, loop, step) for step in head):
        return False
    for steps in zip(*(access.place.steps[start:] for access in accesses)):
        indices = [step for step in steps if isinstance(step, Index)]
        if len(indices) < len(steps):
            if len(set(steps)) > 1:
                return False
            continue
        if has_iteration(program, loop, indices):
            return True
    return False


def has_iteration(program: Program, loop: int, subscripts: Sequence[Index]) -> bool:
    """Whether subscripts are the loop variable plus the same: equal elements mean equal iterations."""
    value, iterator = subscripts[0].value, program.frames[loop].iterator
    if value is None or iterator is None or any(step.value != value or step.checks for step in subscripts):
        return False
    others = [name for name in value.names if name != iterator]
    return bool(value.coefficient(iterator)) and all(loop not in program.symbols[name].loops for name in others)


def varies(program: Program, loop: int, step: Index) -> bool:
    """Whether a subscript may be another one in another iteration."""
    return step.value is None or any(loop in program.symbols[name].loops for name in step.value.names)
