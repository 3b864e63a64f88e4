"""Structs whose members each iteration sets before it reads them: with a copy for each iteration they carry nothing."""

from __future__ import annotations

from collections.abc import Callable

from loopwright.dependence.decide.arrays import is_sure
from loopwright.dependence.decide.liveness import read_later, reads_after
from loopwright.dependence.model.program import Access, Block, Branch, Nest, Program, accesses_in
from loopwright.dependence.model.values import Field, Index
from loopwright.lang.types import Type, byte_size


def private_structs(program: Program, loop: int) -> frozenset[str]:
    """Roots of local structs and unions whose members each iteration sets before it reads them."""
    return frozenset(
        root
        for root, accesses in _struct_accesses(program, loop).items()
        if not read_later(program, loop, root)
        and all(_is_set(program, loop, a, accesses, _covers) for a in accesses if not a.writes)
    )


def is_own_if_it_is_written_first(program: Program, loop: int, access: Access, known_to_others: bool = False) -> bool:
    """Whether an access is to a member of a local struct that each iteration sets before it reads it, of a struct that is not
    private as a whole; or of one whose address others may have, if nobody reads it there."""
    # It is asked for each pair that meets: the loop is gone through for structs alone.
    is_one = _is_own(program, loop, access, known_to_others)
    accesses = _struct_accesses(program, loop, known_to_others).get(access.place.root) if is_one else None
    if accesses is None:
        return False
    fields = access.place.fields[:1]
    mine = [a for a in accesses if not fields or not a.place.fields or a.place.fields[:1] == fields]
    later = any(
        not a.possible and (not fields or not a.place.fields or a.place.fields[:1] == fields)
        for a in reads_after(program, loop, access.place.root)
    )
    if not later and any(isinstance(step, Index) for step in access.place.steps):
        return True  # an array inside a struct; whether the iteration fills it first is not worked out
    reads = (a for a in mine if not a.writes)
    return not later and all(_may_be_set(program, loop, read, accesses) for read in reads)


def _struct_accesses(program: Program, loop: int, known_to_others: bool = False) -> dict[str, list[Access]]:
    found: dict[str, list[Access]] = {}
    for access in accesses_in(program.nests[loop].body):
        if _is_own(program, loop, access, known_to_others) and not access.leads_out:
            found.setdefault(access.place.root, []).append(access)
    return {
        root: accesses
        for root, accesses in found.items()
        if any(a.writes for a in accesses)
        and any(isinstance(step, Field) for a in accesses for step in a.place.steps)
        and not any(a.place.object_length for a in accesses if a.writes)
    }


def _is_own(program: Program, loop: int, access: Access, known_to_others: bool = False) -> bool:
    """Whether an access is to a local object that nothing outside the function can see, or to one whose address others may have."""
    root = program.roots[access.place.root]
    is_object = not root.type.layers and root.kind == "local" and not root.pointed
    return is_object and root.escapes == known_to_others and not root.type.static and loop not in root.loops


def _may_be_set(program: Program, loop: int, read: Access, accesses: list[Access]) -> bool:
    """Whether nobody can say that an iteration reads of a struct what another one left in it."""
    if _keeps_other_bits(read, accesses):
        return True
    return _is_set(program, loop, read, accesses, lambda a, b: _covers(a, b) or _lie_over_one_another(a, b))


def _keeps_other_bits(read: Access, accesses: list[Access]) -> bool:
    """Whether a read is half of a store to bits of a word, which leaves the others as they are."""
    last = read.place.steps[-1:]
    is_of_bits = bool(last) and isinstance(last[0], Field) and last[0].bits
    return is_of_bits and any(a.writes and (a.place, a.span) == (read.place, read.span) for a in accesses)


def _is_set(
    program: Program, loop: int, read: Access, accesses: list[Access], covers: Callable[[Access, Access], bool]
) -> bool:
    """Whether an iteration surely writes before it reads something that ``covers`` what it reads."""
    for write in accesses:
        if not write.writes or write.order >= read.order or write.guards != read.guards[: len(write.guards)]:
            continue
        if write.loops != read.loops[: len(write.loops)]:
            continue
        if _reaches(program, loop, write, read) and covers(write, read):
            return True
    return False


def _lie_over_one_another(write: Access, read: Access) -> bool:
    """Whether two accesses are of, or in, different members of one union."""
    differ = ((a, b) for a, b in zip(write.place.steps, read.place.steps) if a != b)
    one, other = next(differ, (None, None))
    return isinstance(one, Field) and isinstance(other, Field) and one.shared and other.shared


def _reaches(program: Program, loop: int, write: Access, read: Access) -> bool:
    """Whether a write that stands before a read in the same iteration surely happens: the read is inside every branch that the write
    is in."""
    return is_sure(program.nests[loop].body, write) or _same_block(program.nests[loop].body, write, read)


def _same_block(block: Block, write: Access, read: Access) -> bool:
    """Whether a block holds the write itself, and the read somewhere."""
    if any(item is write for item in block.items):
        return any(access is read for access in accesses_in(block))
    for item in block.items:
        inner = (item.body,) if isinstance(item, Nest) else item.blocks if isinstance(item, Branch) else ()
        if any(_same_block(one, write, read) for one in inner):
            return True
    return False


def _covers(write: Access, read: Access) -> bool:
    a, b = write.place.steps, read.place.steps
    if len(a) > len(b):
        return False
    for one, other in zip(a, b):
        if isinstance(one, Field) and isinstance(other, Field) and one.shared and other.shared and one != other:
            sizes = byte_size(Type(write.element)), byte_size(Type(read.element))
            return len(a) == len(b) and sizes[0] is not None and sizes[1] is not None and sizes[0] >= sizes[1]
        if one != other:
            return False
    return True
