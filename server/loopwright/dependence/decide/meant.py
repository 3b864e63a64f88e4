"""Which sizes somebody may mean: a condition that leaves degenerate ones alone is no assumption."""

from __future__ import annotations

import islpy as isl

from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import Index
from loopwright.source.linear import Linear


def own_elements(program: Program, first: Access, second: Access) -> frozenset[str]:
    """Sizes that stand in the place of an iterator: `k` in `a[i] /= a[k]` and in `a[i * m + j] -= a[k * m + j]`. That they are outside of
    what the loop goes over would have to be outside of the array."""
    found: set[str] = set()
    for own, other in zip(first.place.steps, second.place.steps):
        if isinstance(own, Index) and isinstance(other, Index) and own.value is not None and other.value is not None:
            names = _by_factor(own.value), _by_factor(other.value)
            for here, there in (names, names[::-1]):
                found |= {
                    name
                    for factor, (name, *others) in here.items()
                    if not others and not _is_iterator(program, name)
                    if any(_is_iterator(program, iterator) for iterator in there.get(factor, ()))
                }
    return frozenset(found)


def _by_factor(value: Linear) -> dict[tuple[str, ...], list[str]]:
    """The names in a polynomial by what they are multiplied with."""
    found: dict[tuple[str, ...], list[str]] = {}
    for product, _ in value.terms:
        for place, name in enumerate(product):
            found.setdefault(tuple(sorted((*product[:place], *product[place + 1 :]))), []).append(name)
    return found


def _is_iterator(program: Program, name: str) -> bool:
    return name in program.symbols and program.symbols[name].kind == "iterator"


def is_meant_by_nobody(safe: isl.Set, elements: frozenset[str]) -> bool:
    """Whether sizes that keep iterations apart are degenerate, each of them: one number, at most one, or outside of the array."""
    return all(_is_degenerate(part, elements) for part in safe.get_basic_sets())


def _is_degenerate(part: isl.BasicSet, elements: frozenset[str]) -> bool:
    for place in range(part.dim(isl.dim_type.param)):
        if not part.involves_dims(isl.dim_type.param, place, 1):
            continue
        if part.get_dim_name(isl.dim_type.param, place) in elements:
            return True
        values = isl.Set.from_basic_set(part).from_params()
        values = values.move_dims(isl.dim_type.set, 0, isl.dim_type.param, place, 1)
        greatest = values.dim_max_val(0)
        if greatest.is_int() and (greatest <= 1 or greatest == values.dim_min_val(0)):
            return True
    return False
