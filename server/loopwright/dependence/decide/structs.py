"""Structs whose members each iteration sets before it reads them: with a copy for each iteration they carry nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from loopwright.dependence.decide.arrays import is_covered, is_exposed, is_read_outside, is_sure
from loopwright.dependence.decide.liveness import read_later, reads_after
from loopwright.dependence.model.program import Access, Block, Branch, Nest, Program, accesses_in, accesses_of
from loopwright.dependence.model.values import Field, Index
from loopwright.lang.types import Type, byte_size


def private_structs(program: Program, loop: int) -> frozenset[str]:
    """Roots of structs and unions whose members each iteration sets before it reads them: local ones, and those at file level of which nobody
    can read what the loop leaves."""
    own = frozenset(
        root
        for root, accesses in _struct_accesses(program, loop).items()
        if not read_later(program, loop, root) and _are_set_first(program, loop, accesses)
    )
    return own | {root for root in _set_first(program, loop) if _is_set_anew(program, loop, root)}


def filled_structs(program: Program, loop: int) -> frozenset[str]:
    """Roots of structs at file level of which the same is so: private to an iteration they would be right if nobody else reads what the loop
    leaves in them."""
    return frozenset(root for root in _set_first(program, loop) if not read_later(program, loop, root))


def _set_first(program: Program, loop: int) -> Iterator[str]:
    """Roots of the structs at file level that each iteration sets before it reads them."""
    found = {access.place.root for access in accesses_in(program.nests[loop].body) if access.writes}
    for root in found:
        accesses = _members_at_file_level(program, loop, root)
        if accesses and _are_set_first(program, loop, accesses):
            yield root


def _is_set_anew(program: Program, loop: int, root: str) -> bool:
    """Whether the function sets all that the loop leaves in a struct at file level anew, right behind the loop, before anybody can have read it."""
    left = {access.place for access in accesses_of(program.nests[loop].body, root) if access.writes}
    block, position = program.ways[loop][0]
    for item in block.items[position + 1 :]:
        if not isinstance(item, Access) or item.possible:
            return False
        if item.writes:
            left.discard(item.place)
        elif item.place.root == root or item.leads_out or program.roots[item.place.root].pointed:
            return False
        if not left:
            return True
    return False


def _are_set_first(program: Program, loop: int, accesses: list[Access]) -> bool:
    reads = (access for access in accesses if not access.writes)
    return all(
        _is_set(program, loop, read, accesses, _covers) or is_covered(program, loop, read, accesses) for read in reads
    )


def _members_at_file_level(program: Program, loop: int, root: str) -> list[Access]:
    """The accesses of an iteration to a struct at file level; none where it is something else, or an address in it leads elsewhere."""
    owner = program.roots[root]
    accesses = list(accesses_of(program.nests[loop].body, root))
    is_struct = owner.kind == "global" and not owner.type.layers and loop not in owner.loops
    is_struct = is_struct and any(isinstance(step, Field) for access in accesses for step in access.place.steps)
    return [] if not is_struct or any(each.leads_out or each.place.object_length for each in accesses) else accesses


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
    is_own = is_object and root.escapes == known_to_others and loop not in root.loops
    return is_own and not (root.type.static and is_read_outside(program, loop, access.place.root))


def _may_be_set(program: Program, loop: int, read: Access, accesses: list[Access]) -> bool:
    """Whether nobody can say that an iteration reads of a struct what another one left in it."""
    if _keeps_other_bits(read, accesses):
        return True
    if _is_set(program, loop, read, accesses, lambda a, b: _covers(a, b) or _lie_over_one_another(a, b)):
        return True
    return not is_exposed(program, loop, read, [each for each in accesses if not _are_other_members(each, read)])


def _are_other_members(first: Access, second: Access) -> bool:
    """Whether two accesses are of, or in, different members that share no byte."""
    members = _other_members(first, second)
    return members is not None and not (members[0].shared and members[1].shared)


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
    members = _other_members(write, read)
    return members is not None and members[0].shared and members[1].shared


def _other_members(first: Access, second: Access) -> tuple[Field, Field] | None:
    """The members at which the ways to two accesses part; ``None`` where they do not, or part at something else."""
    differ = ((a, b) for a, b in zip(first.place.steps, second.place.steps) if a != b)
    one, other = next(differ, (None, None))
    return (one, other) if isinstance(one, Field) and isinstance(other, Field) else None


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
