"""Loops over tiles of the block that get a loop over the threads of their own.

In ``if (row < m) next[y][x] = a[…]; for (int k = 0; k < n; ++k) sum += last[y][k] * other[k][x];`` no thread waits between what it stores for
the next round and its sum of this one. Compilers make vectors of a loop over threads that has a loop in it, and of one that has conditions
in it, but not of one with both. Where threads do not wait all of them may store first: each order of theirs is one of CUDA's. A product
of 1,024 × 1,024 with tiles that are filled in turn takes 120 ms for 928.

In ``for (int k = 0; k < n; ++k) { s0 += a[y][k] * b[k][2 * x]; s1 += a[y][k] * b[k][2 * x + 1]; }`` threads side by side read every second element. In
the loop of a thread compilers read them one by one, in one over the threads they sort what lies together: with the rounds outside such a product
takes 189 ms for 447, although sums go to memory in each round.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.analyse.strides import reaches, unit_term
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import tokens
from loopwright.cuda.ir.plan import Region
from loopwright.cuda.lower.grain import is_mathematics
from loopwright.cuda.lower.reductions import chain_of
from loopwright.cuda.lower.strips import counter_of, may_be_kept
from loopwright.cuda.read.device_function import DeviceFunction, called
from loopwright.cuda.read.rewriting import JUMPS, LOOPS, holds, target_of, walk
from loopwright.cuda.read.variables import Variables

_LANE = ("threadIdx", "x")
_CONDITIONS = frozenset(("if", "?", "switch"))
_CHANGES = frozenset(("assignment_expression", "update_expression"))
_IN_THE_WAY = JUMPS | LOOPS | {"if_statement", "conditional_expression", "switch_statement"}


def goes_through_tiles(loop: Node, variables: Variables, vary: Vary) -> bool:
    """Whether all threads go through a ``for`` loop in the same rounds, with nothing in it that keeps them from being a vector's lanes, and
    fold elements of the block there into scalars of their own."""
    inside = [n for n in walk(loop) if n.id != loop.id]
    calls = [called(n) for n in inside if n.type == "call_expression"]
    if any(n.type in _IN_THE_WAY for n in inside) or not all(map(is_mathematics, calls)):
        return False
    written = {variables.of(target) for n in inside if n.type in _CHANGES and (target := _target(n)) is not None}
    kept = {variable for variable in written if variable is not None and not variable.shared}
    tiles = any(v.shared and v.extents for v in variables.used_in(loop))
    return tiles and kept == written and may_be_kept(kept) and counter_of(loop, variables, vary) is not None


def _target(change: Node) -> Node | None:
    return change.child_by_field_name("left" if change.type == "assignment_expression" else "argument")


def may_end_before(region: Region, loop: Node, function: DeviceFunction) -> bool:
    """Whether what follows in a region may be a region of its own, for whoever comes to its end: no thread leaves it earlier, for the end
    of a round or of a loop around. Not where nothing is done under a condition before."""
    if not any(token in _CONDITIONS for step in region.steps for token in tokens(step.runs.code)):
        return False
    if region.label is not None or any(n.type == "goto_statement" for n in function.inside):
        return False
    targets = (target_of(n) for n in function.inside if n.type in ("break_statement", "continue_statement"))
    return not any(target is not None and holds(target, loop) for target in targets)


def loops_in_steps(kernel: DeviceFunction) -> list[Node]:
    """The loops that have threads side by side read elements of tiles that do not lie side by side, but in one row."""
    if not any(v.shared and v.extents for v in kernel.variables.all):
        return []
    return [n for n in kernel.inside if n.type == "for_statement" and _goes_in_steps(n, kernel.variables)]


def _goes_in_steps(loop: Node, variables: Variables) -> bool:
    found = False
    for element in (n for n in walk(loop) if n.type == "subscript_expression"):
        array, indices = chain_of(element)
        told = variables.of(array)
        if told is None or not told.shared:
            continue
        if any(reaches(index, _LANE, variables) for index in indices[:-1]):
            return False
        found |= reaches(indices[-1], _LANE, variables) and not unit_term(indices[-1], _LANE, variables)
    return found
