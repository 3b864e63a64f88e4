"""What it does that several run all iterations of a loop, each for itself: gangs that share nothing out (OpenACC 3.4, 2.5.1)."""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.liveness import live_out
from loopwright.dependence.model.program import Access, Block, Effect, Nest, Program, accesses_in, accesses_of, flat

# Done once more with the same operand they give another value; the other operators of an update do not.
_ADDS_UP = frozenset(("+", "*", "^"))


def is_harmless(program: Program, loop: int, own: frozenset[str], shared: frozenset[str]) -> bool:
    """Whether it is certain that all who run ``loop`` store the same in the same places and leave nothing else. Each has variables of its
    own, and what ``own`` names; ``shared`` are variables of which there is one for all."""
    body = program.nests[loop].body
    if any(isinstance(item, Effect) for item in flat(body)) or live_out(program, loop).variables:
        return False
    outside = [access for access in accesses_in(body) if not _is_own(program, loop, access, own)]
    written = [a for a in outside if a.writes and (not a.is_scalar or program.roots[a.place.root].name in shared)]
    read = [a for a in outside if not a.writes and not (a.is_scalar and _has_no_address(program, a, shared))]
    read = list({(a.place.root, a.element): a for a in read}.values())
    return not any(
        write.possible or write.atomic or any(_may_meet(program, write, each) for each in read) for write in written
    )


def adds_up(program: Program, loop: int, shared: frozenset[str]) -> Iterator[Access]:
    """The first update of each object in every iteration of ``loop`` that gives another value if it is done once more. Of variables only
    those in ``shared``; nothing where something in the loop is not followed."""
    body = program.nests[loop].body
    if any(isinstance(item, Effect) for item in flat(body)):
        return
    told: set[str] = set()
    for access in in_every_iteration(body):
        root = program.roots[access.place.root]
        is_meant = access.writes and not (access.is_scalar and root.name not in shared)
        if not is_meant or loop in root.loops or access.place.root in told or access.possible:
            continue
        every = [each.update for each in accesses_of(body, access.place.root) if each.writes]
        if all(update is not None and update.operator in _ADDS_UP for update in every):
            told.add(access.place.root)
            yield access


def _is_own(program: Program, loop: int, access: Access, own: frozenset[str]) -> bool:
    root = program.roots[access.place.root]
    return loop in root.loops or (root.name in own and not root.pointed)


def _has_no_address(program: Program, access: Access, shared: frozenset[str]) -> bool:
    """Whether a variable is one that only its name reaches, and each who runs the loop has of his own."""
    root = program.roots[access.place.root]
    is_ours = root.kind in ("local", "parameter") and not root.type.static and root.name not in shared
    return is_ours and not (root.addressed or root.escapes or root.pointed or "&" in root.type.layers)


def _may_meet(program: Program, first: Access, second: Access) -> bool:
    return first.place.root == second.place.root or aliases.overlap(program, first, second) != "no"


def in_every_iteration(body: Block) -> Iterator[Access]:
    """The accesses that stand under no condition of the body."""
    for item in body.items:
        if isinstance(item, Access):
            yield item
        elif isinstance(item, Nest):
            yield from in_every_iteration(item.body)
