"""Sections whose length may be negative where the loop that they are written for does not run: what a compiler makes of one is no section.

Sizes of allocations are not negative, nor is anything that counts their rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from loopwright.lang.places import Place
from loopwright.placement.clauses import constructs_of
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.residence import ir
from loopwright.source.linear import Linear

_UNSIGNED = ("unsigned", "size_t", "uint")


def length_of(section: str) -> str:
    """`n - 2` of `a[1:n - 2]` and of `a[1:n - 2][0:m]`, empty where there is no such length."""
    depth, start = 0, 0
    for at in range(section.find("[") + 1, len(section)):
        if section[at] == "]" and depth == 0:
            return section[start:at].strip() if start else ""
        depth += (section[at] in "([") - (section[at] in ")]")
        if section[at] == ":" and depth == 0:
            start = at + 1
    return ""


def may_be_negative(pointers: Pointers, known: Known, section: str) -> bool:
    """Whether the length of a section may be negative for all that the program tells: a difference, or a number that is no size."""
    length = length_of(section)
    if "-" in length.replace("->", ""):
        return True
    if not length.isidentifier():
        return False
    contexts = [context for context in pointers.by_function.get(known, []) if not context.device]
    numbers = [pointers.variable_in(context, length) for context in contexts]
    if any(number is None for number in numbers):
        return False  # a macro or an enumerator
    kinds = {pointers.objects[number].type.base for number in numbers if number is not None}
    if all(any(word in kind for word in _UNSIGNED) for kind in kinds):
        return False
    values = (pointers.today(pointers.number_at(Place(number))) for number in numbers if number is not None)
    return not all(is_count(pointers, value) for value in values)


def unguarded(pointers: Pointers) -> Iterator[tuple[Known, ir.Directive]]:
    """Kernels without a condition that have such sections."""
    for known in pointers.project.functions:
        for node in constructs_of(known):
            texts = (item.text for item in node.items if item.sections)
            if node.condition is None and any(may_be_negative(pointers, known, text) for text in texts):
                yield known, node


def is_count(pointers: Pointers, value: Linear | None) -> bool:
    """Whether a number is never negative: sums and products of what allocations are so many of."""
    sizes = _sizes(pointers)
    return (
        value is not None
        and value.constant >= 0
        and all(factor > 0 and set(product) <= sizes for product, factor in value.terms)
    )


@lru_cache(maxsize=4)
def _sizes(pointers: Pointers) -> frozenset[str]:
    """What allocations are so many of."""
    sizes = (pointers.bytes_of(memory.number) for memory in pointers.objects if memory.kind == "heap")
    return frozenset(name for size in sizes if size is not None for name in size.names)
