"""Conditions that become ends of the loops over the threads, and statements that get such loops of their own: compilers make vectors of these."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.plan import Guard
from loopwright.cuda.lower.device import InnerRule
from loopwright.cuda.lower.one_of_each import one_of_each
from loopwright.cuda.lower.own_regions import goes_through_tiles, loops_in_steps, may_end_before
from loopwright.cuda.lower.plain_statements import Statements
from loopwright.cuda.lower.rounds import Ends, Shapes
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import LOOPS, ancestors, condition_of, holds, returning_guard, target_of, walk
from loopwright.cuda.read.variables import Variable


class Limits(Statements):
    """Tells them, for one function."""

    def __init__(
        self, function: DeviceFunction, code: DeviceCode, vary: Vary, rule: InnerRule, masked: frozenset[str]
    ) -> None:
        super().__init__(function, code, vary, rule, masked)
        self._shapes = Shapes(vary, self.typing, self.skip, self.thread_code)
        self._ends = Ends(vary, self.typing, self.thread_code, vary.axes) if len(vary.axes) > 1 else None
        self._in_rounds = False

    def ends_along(self, lane: Variable) -> None:
        """Conditions about the variable of the loop along a strip are ends of that loop."""
        self._ends = Ends(self.vary, self.typing, self.thread_code, {lane.name: lane.name}, lane)

    def opened_over_tiles(self) -> frozenset[int]:
        """The loops over tiles whose rounds are outside the loops over the threads of a block of several dimensions."""
        return frozenset(loop.id for loop in loops_in_steps(self.function) if self._may_be_outside(loop))

    def _may_be_outside(self, loop: Node) -> bool:
        around = [n for n in ancestors(loop, self.function.body) if n.type in (*LOOPS, "if_statement")]
        whole = all(self.vary.is_plain_loop(n) and self.code.waits_in(n, self.function) for n in around)
        return whole and goes_through_tiles(loop, self.variables, self.vary) and self._stands_apart(loop)

    def _limit(self, node: Node) -> Guard | None:
        if self._in_rounds or self._leaves(node):
            return None
        return self._shapes.limit_of(node) or self._limit_of_own_loops(node)

    def _limit_of_own_loops(self, node: Node) -> Guard | None:
        """A conditional that says where the loops over the threads end, if its statements may have loops of their own: they use no
        variable of the thread that others use too, other than one that is kept for each thread as it is: while they wait, or go through
        rounds as a block."""
        condition = condition_of(node)
        if node.child_by_field_name("alternative") is not None or not self.vary.is_derived_text(condition):
            return None
        apart = all(
            v.parameter
            or v.shared
            or self.vary.is_uniform(v)
            or self.vary.is_derived(v)
            or self._is_kept(v)
            or self._is_around_rounds(v, node)
            for v in self.variables.used_from_outside(node)
        )
        if not apart or self.code.waits_in(node, self.function):
            return None
        guard = Guard(self.thread_code(condition), frozenset(self.variables.used_in(condition)))
        limit = self._shapes.below(condition) if _stands_alone(node) else None
        every = one_of_each(node, self._shapes)
        guard = replace(self._with_ends(guard, condition), limit=limit, every=every)
        return guard if guard.ends or guard.limit is not None or every is not None else None

    def _is_kept(self, variable: Variable) -> bool:
        """Whether threads wait between uses of a variable."""
        places = sorted((*variable.uses,), key=lambda use: use.start_byte)
        return len(places) > 1 and self.code.waits_between(places[0], places[-1], self.function)

    def _goes_alone(self, loop: Node) -> bool:
        """Whether a loop gets a loop over the threads of its own, behind that over what stands before it."""
        region = self._open
        if region is None or region is self._left or self._in_rounds or self.dissolved is not None:
            return False
        return (
            may_end_before(region, loop, self.function)
            and goes_through_tiles(loop, self.variables, self.vary)
            and self._stands_apart(loop)
        )

    def _stands_apart(self, loop: Node) -> bool:
        """Whether no array is needed for a loop to be in another region than what stands before it."""
        start = loop.start_byte
        before = (v for v in self.variables.all if v.declaration is not None and v.declaration.start_byte < start)
        asked = (v for v in before if any(use.start_byte >= start for use in v.uses))
        return all(
            v.parameter or v.shared or self.vary.is_uniform(v) or self.vary.is_derived(v) or self._is_kept(v)
            for v in asked
        )

    def _is_around_rounds(self, variable: Variable, node: Node) -> bool:
        """Whether a variable is declared around a loop that the block goes through as a whole, in which ``node`` stands."""
        loops = (n for n in ancestors(node, self.function.body) if n.type in LOOPS and n.id in self.vary.opened)
        declared = variable.declaration
        return declared is not None and any(not holds(loop, declared) for loop in loops)

    def _says_ends(self, node: Node) -> bool:
        condition = returning_guard(node)
        return self._ends is not None and condition is not None and self._ends.of(condition, opposite=True) is not None

    def _with_ends(self, guard: Guard, condition: Node) -> Guard:
        found = self._ends.of(condition, guard.opposite) if self._ends is not None else None
        return guard if found is None else replace(guard, ends=found[0], rest=found[1])

    def _leaves(self, node: Node) -> bool:
        jumps = (
            n
            for n in walk(node)
            if n.type in ("return_statement", "break_statement", "continue_statement", "goto_statement")
        )
        return any((t := target_of(n)) is None or not holds(node, t) for n in jumps)


def _stands_alone(node: Node) -> bool:
    """Whether nothing else is done where a statement stands: one more loop over the threads beside it would be one more to go through."""
    around = node.parent.named_children if node.parent is not None else []
    return all(n.id == node.id or n.type in ("comment", "declaration") for n in around)
