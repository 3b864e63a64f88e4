"""Arrays of pointers to rows (`a[i][j]` of `double **a`): one section for each subscript (OpenACC 3.4, section 2.7.1).

Only together they put the rows on the device: a section of the pointers alone would copy addresses of the host.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import islpy as isl

from loopwright.dependence.decide.relations import OverBudget, Relation
from loopwright.dependence.decide.touched import Section, elements_of, section
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Index


class RowSections(NamedTuple):
    """A section for each subscript, the first of the pointers. ``held``: every row is touched at both ends of its section, so that each
    has it, or there is one row; ``filled``: all of it is overwritten."""

    sections: tuple[Section, ...]
    held: bool
    filled: bool


def are_rows(levels: Sequence[Sequence[Access]]) -> bool:
    """Whether accesses, by how many pointers they load, are those to an array of pointers, with a subscript for each."""
    first = levels[0][0].place.object_length
    return len(levels) > 1 and all(
        access.place.object_length == first + depth
        and len(access.place.steps) > first + depth
        and all(isinstance(step, Index) for step in access.place.steps[first : first + depth + 1])
        for depth, accesses in enumerate(levels)
        for access in accesses
    )


def row_sections(program: Program, loop: int, levels: Sequence[list[Access]]) -> RowSections | None:
    """What a loop touches of rows; ``None`` where it cannot be written, or a row is exchanged for another one."""
    if any(access.writes for accesses in levels[:-1] for access in accesses):
        return None
    try:
        found = [section(program, loop, accesses) for accesses in levels]
        if any(each is None or not each.length or each.starts for each in found):
            return None
        sections = tuple(each for each in found if each is not None)
        held, filled = _covered(program, loop, levels[-1], len(levels))
        return RowSections(sections, held or all(each.length == "1" for each in sections[:-1]), filled)
    except (OverBudget, isl.Error):
        return None


def _covered(program: Program, loop: int, accesses: list[Access], depth: int) -> tuple[bool, bool]:
    """Of ``depth`` subscripts, whether all rows are touched, at both ends, and whether every element between them is written."""
    touched: isl.Set | None = None
    written: isl.Set | None = None
    relation = Relation(program, loop)
    for access in accesses:
        image = elements_of(program, loop, access, access.place.object_length - depth + 1, relation)
        if image is None or not image[1]:
            return False, False
        touched = image[0] if touched is None else touched.union(image[0])
        if access.writes:
            written = image[0] if written is None else written.union(image[0])
    if touched is None:
        return False, False
    lows, highs = _halves(touched)
    first, last = lows.pop(), highs.pop()
    rows = isl.Set.universe(touched.get_space())
    for half in (*lows, *highs):
        rows = rows.intersect(half)
    held = all(rows.intersect(_outermost(touched, is_last)).is_subset(touched) for is_last in (False, True))
    return held, written is not None and bool(rows.intersect(first).intersect(last).is_subset(written))


def _halves(touched: isl.Set) -> tuple[list[isl.Set], list[isl.Set]]:
    """For each subscript what is no less than its smallest value, and what is no greater than its greatest."""
    lows, highs = [], []
    for number in range(touched.dim(isl.dim_type.set)):
        line = _subscript(touched, number)
        lows.append(line.ge_set(touched.dim_min(number).insert_domain(touched.get_space())))
        highs.append(line.le_set(touched.dim_max(number).insert_domain(touched.get_space())))
    return lows, highs


def _outermost(touched: isl.Set, is_last: bool) -> isl.Set:
    """Where the last subscript is the smallest or the greatest of all."""
    number = touched.dim(isl.dim_type.set) - 1
    end = touched.dim_max(number) if is_last else touched.dim_min(number)
    return _subscript(touched, number).eq_set(end.insert_domain(touched.get_space()))


def _subscript(touched: isl.Set, number: int) -> isl.PwAff:
    space = isl.LocalSpace.from_space(touched.get_space())
    return isl.PwAff.from_aff(isl.Aff.var_on_domain(space, isl.dim_type.set, number))
