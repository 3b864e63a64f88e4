"""Scalars of a loop: private, reduction, or carried from one iteration to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from loopwright.dependence.decide.exchanged import may_be_exchanged
from loopwright.dependence.decide.first_turns import is_set_at_first, runs
from loopwright.dependence.model.program import (
    Access,
    Block,
    Effect,
    Nest,
    Program,
    accesses_in,
    accesses_of,
    blocks_of,
    has_access,
    may_be_come_to,
)
from loopwright.dependence.model.values import Field, LoopFrame, Place, Step
from loopwright.lang.types import integer_range
from loopwright.source.linear import Linear

_OF_TRUTH: dict[Linear | None, str] = {Linear(0): "&&", Linear(1): "||"}
Parts: TypeAlias = "frozenset[tuple[Step, ...]]"
Role = Literal["private", "reduction", "carried", "unclear", "escapes", "atomic"]


@dataclass(frozen=True)
class Scalar:
    """What one scalar is to a loop. ``source`` and ``sink`` are the accesses that show it; ``certain`` whether they happen
    in every iteration; ``is_flag`` that a reduction is one because whoever stores stores the same number; ``replaced`` that another
    value may be stored before anybody reads what the loop leaves; ``in_any_order`` that no order of iterations was seen to show."""

    root: str
    name: str
    role: Role
    operator: str | None = None
    source: Access | None = None
    sink: Access | None = None
    certain: bool = False
    is_flag: bool = False
    replaced: bool = False
    in_any_order: bool = False


def scalars_of(program: Program, loop: int) -> list[Scalar]:
    """Every scalar that is written in the body of ``loop`` and lives outside it."""
    nest = program.nests[loop]
    uses: dict[str, list[Access]] = {}
    for access in accesses_in(nest.body):
        root = program.roots[access.place.root]
        if access.is_scalar and loop not in root.loops and root.kind != "unknown":
            uses.setdefault(access.place.root, []).append(access)
    own = program.frames[loop].register
    return [
        _judge(program, loop, root, accesses)
        for root, accesses in uses.items()
        if any(access.writes for access in accesses) and root != own
    ]


def _judge(program: Program, loop: int, root: str, accesses: list[Access]) -> Scalar:
    name = program.roots[root].name
    body = program.nests[loop].body
    if all(access.atomic for access in accesses):
        return Scalar(root, name, "atomic", None, accesses[0])
    operators = {access.update.operator if access.update else None for access in accesses}
    is_used_in_parts = any(access.place.steps for access in accesses_of(body, root))
    if len(operators) == 1 and None not in operators and not is_used_in_parts:
        return Scalar(root, name, "reduction", operators.pop(), accesses[0], accesses[-1], True)
    exposed, written = exposure(body, Place(root), program.frames[loop])
    write = next(access for access in accesses if access.writes)
    if exposed is not None:
        exposed = first_of_all(body, root) or exposed
        certain = (
            not exposed.possible
            and _unconditional(body, exposed)
            and any(_unconditional(body, a) for a in accesses if a.writes and not a.possible)
        )
        source = next((a for a in accesses if a.writes and _unconditional(body, a)), write)
        if certain and may_be_exchanged(program, loop, accesses):
            return Scalar(root, name, "unclear", None, source, exposed, in_any_order=True)
        return Scalar(root, name, "carried" if certain else "unclear", None, source, exposed, certain)
    later = used_after(program, loop, root)
    if later is not None or outlives(program, root):
        operator = _operator_of_flag(program, loop, root)
        if operator is not None:
            return Scalar(root, name, "reduction", operator, write, write, is_flag=True)
        replaced = _rewritten(program, root, accesses[-1], later)
        certain = (_unconditional(body, write) or written) and not replaced
        certain = certain and (not later.possible if later is not None else not _may_only_be_read(program, root))
        return Scalar(root, name, "escapes", None, write, later, certain, replaced=replaced)
    return Scalar(root, name, "private", None, write)


def _operator_of_flag(program: Program, loop: int, root: str) -> str | None:
    """What reduces a variable that is a number when a loop (or one around it) begins and is only ever set to one other number:
    `found = 0; for (…) if (…) found = 1;`; or one that is 0 or 1 before, whichever it is."""
    for around in program.stacks[loop]:
        inside = list(accesses_of(program.nests[around].body, root))
        stored = {access.stored for access in inside if access.writes}
        before = program.begins.get(around, {}).get(root)
        found = stored.pop() if len(stored) == 1 else None
        number = found.constant if found is not None and not found.terms else None
        if before is not None and number is not None and before != number:
            if {before, number} == {0, 1}:
                return "||" if number else "&&"
            return "max" if number > before else "min"
    stored = {access.stored for access in accesses_of(program.nests[loop].body, root) if access.writes}
    return _OF_TRUTH.get(stored.pop()) if len(stored) == 1 and _is_truth(program, root) else None


def _is_truth(program: Program, root: str) -> bool:
    """Whether a variable that nobody else can reach is 0 or 1 whenever it is anything: by its type, or by all that is ever stored in it."""
    owner = program.roots[root]
    if owner.kind not in ("local", "parameter") or owner.addressed or owner.lasting or owner.type.volatile:
        return False
    if integer_range(owner.type.base) == (0, 1, 1):
        return True
    accesses = list(accesses_of(program.body, root))
    is_told = not any(access.possible for access in accesses)  # in what is not understood, which may store as well
    stored = {access.stored for access in accesses if access.writes}
    return owner.kind == "local" and is_told and program.first_label is None and stored <= _OF_TRUTH.keys()


def _may_be_gone_back_from(program: Program, loop: int) -> bool:
    """Whether a `goto` may lead from behind the loop to a label before it."""
    return program.first_label is not None and program.first_label < program.frames[loop].start


def outlives(program: Program, root: str) -> bool:
    """Whether somebody may read what was left in a variable when the function has returned."""
    owner = program.roots[root]
    if owner.kind == "local" and owner.type.static and not owner.escapes:
        return exposure(program.body, Place(root))[0] is not None  # only the next call could
    return owner.lasting


def _may_only_be_read(program: Program, root: str) -> bool:
    """Whether a variable ends with its function: who has its address need not read what was left in it."""
    owner = program.roots[root]
    return owner.kind in ("local", "parameter") and not owner.pointed and not owner.type.static


def exposure(
    block: Block, place: Place, ran: LoopFrame | None = None, start: int = 0, parts: Parts = frozenset()
) -> tuple[Access | None, bool]:
    """(the first read of ``place`` that may see a value from before the block, whether the block surely writes it). Loops
    with the bounds of ``ran``, which runs, run at least once; what the first turn of one sets its others do not find from before it. What is
    before ``start`` is left out. A jump may lead to a label past any write before it.
    ``parts`` of an object are written before the block begins."""
    written = False
    for item in block.items_with(place.root, start):
        if may_be_come_to(item):
            written, parts = False, frozenset()
        if isinstance(item, Effect) or not has_access(item, place.root):
            continue
        if isinstance(item, Access):
            if item.place == place and item.writes:
                written = True
            elif item.writes and all(isinstance(step, Field) and not step.bits for step in item.place.steps):
                parts |= {item.place.steps}
            elif (
                not item.writes
                and not written
                and (item.place == place or (not place.steps and not _is_in(item.place, parts)))
            ):
                return (
                    item,
                    False,
                )  # a part of an object is read as it was before, unless all of it or that part was written
        elif written:
            return None, True
        elif isinstance(item, Nest):
            found, sure = exposure(item.body, place, ran, parts=parts)
            if found is not None and not is_set_at_first(item, place):
                return found, False
            written = runs(item.frame, ran) and (sure or is_set_at_first(item, place))
        else:
            every = item.complete
            for inner in item.blocks:
                found, sure = exposure(inner, place, ran, parts=parts)
                if found is not None:
                    return found, False
                every = every and sure
            written = every
    return None, written


def _is_in(place: Place, parts: Parts) -> bool:
    """Whether a place is one of the parts of its object, or lies in one."""
    return any(place.steps[: len(steps)] == steps for steps in parts)


def _unconditional(body: Block, access: Access) -> bool:
    """Whether ``access`` is made in every iteration: directly in the body, or in a branch-free part of it."""
    return not access.possible and any(item is access for item in body.items)


def first_of_all(body: Block, root: str) -> Access | None:
    """The read that each iteration makes of a variable before anything may write it, not one in a loop or a branch inside."""
    for item in body.items_with(root):
        if isinstance(item, Access):
            if item.place == Place(root):
                return None if item.writes else item
        elif may_be_come_to(item) or any(a.writes for block in blocks_of(item) for a in accesses_of(block, root)):
            return None
    return None


def _rewritten(program: Program, root: str, last: Access, later: Access | None) -> bool:
    """Whether something between the loop and the read, or the function's end, may have stored another value."""
    writes = (access.order for access in accesses_of(program.body, root) if access.writes)
    return any(last.order < order and (later is None or order < later.order) for order in writes)


def used_after(program: Program, loop: int, root: str) -> Access | None:
    """A read after the loop that may see what the loop wrote."""
    target = program.nests[loop]
    if _may_be_gone_back_from(program, loop):
        inside = {id(access) for access in accesses_in(target.body)}
        return next(
            (a for a in accesses_of(program.body, root) if not a.writes and id(a) not in inside),
            None,
        )
    return _after(program, target, Place(root))


def _after(program: Program, target: Nest, place: Place) -> Access | None:
    """A read after ``target`` that no write is sure to stand before; in a loop around it also before it."""
    for block, position in program.ways[target.frame.id]:
        around = block.items[position]
        if isinstance(around, Nest) and around is not target:
            again, _ = exposure(around.body, place)
            if again is not None:
                return again  # the next iteration of the loop around reads it
        read, written = exposure(block, place, target.frame, position + 1)
        if read is not None or written:
            return read
    return None
