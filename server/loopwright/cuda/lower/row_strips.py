"""Kernels that work out row and column of an index by division and go through loops with them, as loops over strips of a row.

In ``for (int i = 0; i < k; ++i) for (int j = 0; j < k; ++j) sum += a[(row + i) * width + column + j] * f[i * k + j];`` each addition of a
thread waits for the one before, and a division is left of each index. Along a row (``lower/rows.py``) all but the column is the same: with
the rounds outside and a strip of the row inside a vector has a thread in each lane, whose sum keeps its order. Four to seven times as
fast in a convolution with rows of 16 and more; rows of two lose a fifth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.analyse.strides import unit_term
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.statements import Body
from loopwright.cuda.lower.strips import counter_of, is_told_outside
from loopwright.cuda.read.rewriting import LOOPS, condition_of, holds, statements_of, target_of, walk
from loopwright.cuda.read.variables import Variables

ROW_LENGTH = 64  # of a strip; with 16 long rows take half as long again
PIECE = 512  # threads that a thread of the machine takes at once: each goes through loops
_LEAVING = frozenset(("return_statement", "goto_statement", "break_statement", "co_return_statement"))


@dataclass(frozen=True)
class RowStrip:
    """``body``: what the threads from ``first`` to ``last`` do, which lie in one row."""

    first: str
    last: str
    body: Body


def may_go_along_rows(statements: Sequence[Node]) -> bool:
    """Whether threads side by side may go through ``statements`` together: none leaves them, and nobody sees their order."""
    inside = [n for s in statements for n in walk(s)]
    if any(n.type in _LEAVING or n.type.startswith("preproc") or is_told_outside(n) for n in inside):
        return False
    targets = [target_of(n) for n in inside if n.type == "continue_statement"]
    return all(target is not None and any(holds(s, target) for s in statements) for target in targets)


def passes_over(loop: Node) -> bool:
    """Whether threads may go on to the next round of an innermost loop while others do the rest of one."""
    inside = [n for n in walk(loop) if n.id != loop.id] if loop.type in LOOPS else []
    return not any(n.type in LOOPS for n in inside) and any(n.type == "continue_statement" for n in inside)


def may_be_outside(statements: Sequence[Node]) -> Iterator[Node]:
    """The ``for`` loops among statements and straight inside of one another, and the conditionals in which they stand, outer ones first."""
    for statement in statements:
        if statement.type == "for_statement":
            yield statement
            body = statement.child_by_field_name("body")
            yield from may_be_outside(statements_of(body) if body is not None else ())
        elif statement.type == "if_statement" and statement.child_by_field_name("alternative") is None:
            then = statement.child_by_field_name("consequence")
            inside = list(may_be_outside(statements_of(then) if then is not None else ()))
            yield from (statement, *inside) if inside else ()


def is_told(loop: Node) -> bool:
    """Whether the text says how far a loop counts: compilers write the rounds of short ones out, and take vectors of what is around."""
    condition = loop.child_by_field_name("condition")
    bound = condition.child_by_field_name("right") if condition is not None else None
    return bound is not None and bound.type == "number_literal"


def outside(controls: Sequence[Node], variables: Variables, vary: Vary) -> list[Node]:
    """Those that a strip goes through together: in the same rounds, by what nobody changes."""
    kept: list[Node] = []
    for control in controls:
        around = [other for other in controls if other.id != control.id and holds(other, control)]
        if all(other in kept for other in around) and _is_outside(control, variables, vary):
            kept.append(control)
    return kept


def _is_outside(control: Node, variables: Variables, vary: Vary) -> bool:
    if control.type == "if_statement":
        return vary.is_uniform_text(condition_of(control))
    return counter_of(control, variables, vary) is not None and vary.is_plain_loop(control)


def are_worth_it(controls: Sequence[Node], variables: Variables, vary: Vary) -> bool:
    """Whether lanes take part in the innermost rounds, and none goes alone through a long row of elements of its own: each would
    take a line of the cache. Loops in loops are short."""
    loops = [control for control in controls if control.type in LOOPS]
    innermost = [loop for loop in loops if not any(n.type in LOOPS and n.id != loop.id for n in walk(loop))]
    for loop in innermost:
        counter = counter_of(loop, variables, vary)
        indices = [n for n in walk(loop) if n.type == "subscript_argument_list" and len(n.named_children) == 1]
        own = [n.named_children[0] for n in indices if not vary.is_uniform_text(n.named_children[0])]
        nested = any(other.id != loop.id and holds(other, loop) for other in loops)
        if not own or (not nested and counter is not None and any(unit_term(n, counter, variables) for n in own)):
            return False
    return bool(innermost)
