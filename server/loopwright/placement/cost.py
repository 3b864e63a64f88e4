"""Does it pay that an object lives on the device? What moves around the work of the host, beside what each kernel would move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from loopwright.placement.clauses import constructs_of
from loopwright.placement.pointers import Pointers
from loopwright.placement.regions import Transfer
from loopwright.residence import ir
from loopwright.residence.ir import Stmt
from loopwright.residence.scan import children, everything_in

_TRIPS = 10.0  # of a loop of which nothing is known
_ELEMENT = 0.02  # of what an object moves as a whole


def costly(pointers: Pointers, placed: frozenset[int], transfers: Iterable[Transfer]) -> frozenset[int]:
    """Objects for which transfers around the work of the host are dearer than copies around each kernel."""
    here: Counter[int] = Counter()
    for transfer in transfers:
        amount = _TRIPS**transfer.depth * (_ELEMENT if transfer.is_single else 1.0)
        for number in transfer.objects:
            here[number] += amount  # type: ignore[assignment]
    there: Counter[int] = Counter()
    for known in pointers.project.functions:
        for context in pointers.by_function.get(known, []):
            if context.device:
                continue
            for node in constructs_of(known):
                times = _TRIPS ** (context.depth + _loops_around(known.function.body, node))
                for number, ways in _moved(pointers, node).items():
                    there[number] += times * ways  # type: ignore[assignment]
    dear: set[int] = set()
    for partners in pointers.partners:
        group = partners & placed
        if sum(here[number] for number in group) > sum(there[number] for number in group):
            dear |= group
    return frozenset(dear)


def _moved(pointers: Pointers, node: ir.Directive) -> dict[int, int]:
    """Object → how many copies a construct makes of it by itself."""
    read: set[int] = set()
    written: set[int] = set()
    for part in everything_in(node):
        for hit in (*pointers.hits.get(id(part), ()), *pointers.contained.get(id(part), ())):
            if hit.device:
                (written if hit.writes else read).add(hit.place.object)
    return {number: (number in read) + (number in written) for number in read | written}


def _loops_around(body: Stmt, node: ir.Directive) -> int:
    stack: list[tuple[Stmt, int]] = [(body, 0)]
    while stack:
        part, depth = stack.pop()
        if part is node:
            return depth
        depth += isinstance(part, ir.Loop)
        stack += [(child, depth) for child in children(part)]
    return 0
