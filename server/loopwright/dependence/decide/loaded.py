"""Numbers that are read from memory: what people call the array that holds them, and when a condition about them is meant."""

from __future__ import annotations

from typing import Literal

from loopwright.dependence.model.program import Program
from loopwright.dependence.model.values import Field, Index, Place
from loopwright.lang.classes import plain

Moment = Literal["always", "before", "after"]


def shown(program: Program, root: str) -> str:
    """An array by its name, and what it is read as where that is not its type: two bytes may be one where no two numbers are."""
    view, owner = program.roots[root], program.roots[_memory(program, root)]
    return view.name if plain(view.type.base) == plain(owner.type.base) else f"{view.name} as {view.type.base}"


def moment(program: Program, loop: int, name: str) -> Moment | None:
    """When a number of ``name``, which a loop reads, is in its place: if the loop changes the array then ``before`` the loop or ``after`` it.
    ``None`` if neither, or if one place has several in an iteration: then what anybody sees of the array says nothing of it."""
    place = program.symbols[name].place
    if place is None or place.root not in program.roots:  # a constant that nobody touches is no object
        return "always"
    memory = _memory(program, place.root)
    by_root = program.nests[loop].body.by_root
    same = (use for root, each in by_root.items() if _memory(program, root) == memory for use in each)
    uses = [use for use in same if use.place.root != place.root or _may_lie_in(use.place, place)]
    writes = [use.order for use in uses if use.writes]
    reads = [use.order for use in uses if not use.writes]
    if not writes or not reads:
        return "always"
    if _changes_inside(program, loop, name):
        return None
    if max(reads) < min(writes):
        return "before"
    return "after" if min(reads) > max(writes) else None


def may_be_stored(program: Program, loop: int, place: Place) -> bool:
    """Whether a loop may store in the object that a number lies in, or in a pointer on the way to it."""
    memory = _memory(program, place.root)
    by_root = program.nests[loop].body.by_root
    uses = (use for root, each in by_root.items() if _memory(program, root) == memory for use in each)
    return any(use.writes and (use.place.root != place.root or _is_on_the_way(use.place, place)) for use in uses)


def _is_on_the_way(stored: Place, place: Place) -> bool:
    """Whether what is stored may be on the way to a place, or the reverse: not `p->to[j]` on the way to `p->first[i]`. Whether what these
    lead to overlaps is asked by itself."""
    members = zip(*((step for step in each.steps if isinstance(step, Field)) for each in (stored, place)))
    return all(one.name == two.name or (one.shared and two.shared) for one, two in members)


def _may_lie_in(place: Place, other: Place) -> bool:
    """Whether two places of one root may be one: not `p->data[i]` and `p->size`, of two objects whose overlap is asked by itself, and not two
    members of one struct."""
    if place.object != other.object:
        return False
    members = (
        (one, two) for one, two in zip(place.steps, other.steps) if isinstance(one, Field) and isinstance(two, Field)
    )
    return all(one.name == two.name or (one.shared and two.shared) for one, two in members)


def _changes_inside(program: Program, loop: int, name: str) -> bool:
    """Whether a number varies with loops inside that its place does not depend on."""
    symbol = program.symbols[name]
    steps = symbol.place.steps if symbol.place is not None else ()
    numbers = [step.value for step in steps if isinstance(step, Index) and step.value is not None]
    told = {inner for number in numbers for part in number.names for inner in program.symbols[part].loops}
    return not {each for each in symbol.loops if loop in program.stacks[each]} - {loop} <= told


def _memory(program: Program, root: str) -> str:
    return program.roots[root].view_of or root
