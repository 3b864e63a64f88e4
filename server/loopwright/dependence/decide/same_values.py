"""Do two iterations store the same value? What is written twice with the same value is no conflict that a run could show."""

from __future__ import annotations

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.decide.scalars import exposure
from loopwright.dependence.model.program import Access, Program, accesses_in
from loopwright.dependence.model.values import Field, Index
from loopwright.source.linear import Linear


def store_the_same(program: Program, loop: int, source: Access, sink: Access, meets: Relation) -> bool:
    """Whether ``source`` and ``sink`` store one value wherever they meet: both work it out in the same way from what the loop does
    not change."""
    one, other = source.written, sink.written
    if one is None or other is None or one.text != other.text or source.element != sink.element:
        return False
    if len(one.reads) != len(other.reads):
        return False
    relation = meets.copy()
    differ: list[str] = []
    for (first, a), (second, b) in zip(one.reads, other.reads):
        numbers = [(a, b)] if a is not None and b is not None else _way(program, loop, first, second)
        if numbers is None:
            return False
        for left, right in numbers:
            texts = relation.linear(left, 0), relation.linear(right, 1)
            if texts[0] is None or texts[1] is None:
                return False
            differ += [f"{texts[0]} < {texts[1]}", f"{texts[0]} > {texts[1]}"]
    return all(relation.is_empty(each) for each in differ)


def _way(program: Program, loop: int, first: Access, second: Access) -> list[tuple[Linear, Linear]] | None:
    """What has to be equal for two reads to give the same; ``None`` where the loop may change what they read."""
    if first.place.root != second.place.root or len(first.place.steps) != len(second.place.steps):
        return None
    if loop in program.roots[first.place.root].loops or first.leads_out or second.leads_out:
        return None
    written = [access for access in accesses_in(program.nests[loop].body) if access.writes]
    if any(
        access.place.root == first.place.root or aliases.overlap(program, access, first) != "no" for access in written
    ):
        return None
    numbers = []
    for a, b in zip(first.place.steps, second.place.steps):
        if isinstance(a, Index) and isinstance(b, Index) and a.value is not None and b.value is not None:
            numbers.append((a.value, b.value))
        elif not isinstance(a, Field) or a != b:
            return None
    return numbers


def changes_nothing(program: Program, loop: int, source: Access, sink: Access, meets: Relation) -> bool:
    """Whether no order of two iterations that meet shows: they store the same, or one reads what its own iteration has stored."""
    stored = source.written if source.writes else sink.written
    others = [access for access in accesses_in(program.nests[loop].body) if access.writes]
    if stored is None or any(  # only the first of several writes of one place is looked at
        access.place in (source.place, sink.place) and (access.written is None or access.written.text != stored.text)
        for access in others
    ):
        return False
    if source.writes and sink.writes:
        return store_the_same(program, loop, source, sink, meets)
    write, read = (source, sink) if source.writes else (sink, source)
    if write.place != read.place or exposure(program.nests[loop].body, read.place)[0] is not None:
        return False
    # Places are one if all that they are made of stays: else each iteration has another element of this name.
    stays = all(
        loop not in program.symbols[name].loops
        for step in read.place.steps
        if isinstance(step, Index)
        for name in (step.value.names if step.value is not None else ())
    )
    return stays and store_the_same(program, loop, write, write, meets)


def leaves_the_same(program: Program, loop: int, write: Access) -> bool:
    """Whether every iteration leaves the same value in a variable."""
    frame = program.frames[loop]
    if frame.iterator is None:
        return False
    writes = [
        access
        for access in accesses_in(program.nests[loop].body)
        if access.writes and access.place.root == write.place.root
    ]
    last = max(writes, key=lambda access: access.order)
    if len(writes) > 1 and not any(item is last for item in program.nests[loop].body.items):
        return False  # what the iteration ends with may be one or the other
    if _is_one_number(program, loop, last):
        return True
    relation = Relation(program, loop)
    relation.domain(last, 0)
    relation.domain(last, 1)
    relation.later(frame)
    return store_the_same(program, loop, last, last, relation)


def _is_one_number(program: Program, loop: int, write: Access) -> bool:
    """Whether an integer is stored that is made of what the loop does not change: `z = 0; z += 3;`."""
    return write.stored is not None and all(loop not in program.symbols[name].loops for name in write.stored.names)
