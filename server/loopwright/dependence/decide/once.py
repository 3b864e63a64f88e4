"""Variables that a single iteration of a loop comes to: one that runs once at most, or one that a condition picks (`if (i == 0) first = b[i];`).

No iteration meets another one there. What the variable holds before and after the loop is a question of who moves it: the iterations share
the variable itself, so that a clause has to copy it in and out, as it has to where iterations change it under `atomic`.
"""

from __future__ import annotations

from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.decide.scalars import Scalar
from loopwright.dependence.model.program import Access, Program, Root, accesses_in
from loopwright.lang.types import is_floating, is_integer

_OF_SEVERAL = frozenset(("carried", "unclear", "escapes"))


def is_of_one_iteration(program: Program, loop: int, scalar: Scalar) -> bool:
    """Whether no two iterations meet at a variable that a clause can move: one of them writes it, and no other one comes to it.

    Raises :class:`OverBudget` where isl takes too long."""
    frame = program.frames[loop]
    if scalar.role not in _OF_SEVERAL or frame.iterator is None or not _can_be_moved(program.roots[scalar.root]):
        return False
    uses = list({a: None for a in accesses_in(program.nests[loop].body) if a.place.root == scalar.root})
    if any(use.place.steps for use in uses):
        return False
    writes = [use for use in uses if use.writes]
    return all(
        _never_both(program, loop, *pair) for write in writes for use in uses for pair in ((write, use), (use, write))
    )


def _can_be_moved(root: Root) -> bool:
    """Whether it is a number under its own name: an address is none of the device's, and of an object other parts may be meant."""
    is_named = root.kind in ("local", "parameter", "global") and not root.pointed and not root.of_class
    is_number = is_integer(root.type.base) or is_floating(root.type.base)
    return is_named and is_number and not root.type.layers and not root.type.volatile


def _never_both(program: Program, loop: int, earlier: Access, later: Access) -> bool:
    relation = Relation.of(program, loop, (earlier, later)).copy()
    relation.later(program.frames[loop])
    return relation.is_empty()
