"""Plain loops over the threads of a grid, as loops that go along its rows: by strips of a row, by strips of the rows into which divisions
cut the grid, or by tiles of several rows. Why that is faster stands in ``strips.py``, ``row_strips.py`` and ``tiles.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.cuda.analyse.strides import shares_rows
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import form, spelled, words
from loopwright.cuda.ir.plan import Plan
from loopwright.cuda.ir.statements import Body, Directive, Loop, Plain
from loopwright.cuda.lower.arrays import array_of
from loopwright.cuda.lower.axes import Axes
from loopwright.cuda.lower.emit import Emitter, Loops, derived_of
from loopwright.cuda.lower.lowering import KernelLowering
from loopwright.cuda.lower.planning import planned
from loopwright.cuda.lower.regions import Cutter
from loopwright.cuda.lower.row_strips import (
    ROW_LENGTH,
    RowStrip,
    are_worth_it,
    is_told,
    may_be_outside,
    may_go_along_rows,
    outside,
    passes_over,
)
from loopwright.cuda.lower.rows import Sign, same_along_rows
from loopwright.cuda.lower.strips import (
    LANES,
    LENGTH,
    loops_along_rows,
    loops_down_columns,
    may_be_kept,
    strips_of,
)
from loopwright.cuda.lower.tiles import COLUMNS, THREADS, Side, rows_of, tiles_of
from loopwright.cuda.read.rewriting import LOOPS
from loopwright.cuda.read.variables import Variable
from loopwright.lazily import cached_property


@dataclass(frozen=True)
class InStrips:
    """A loop that goes through all threads along the last ``axes`` axes: one with strips, two with tiles."""

    loop: Loop
    axes: int

    def around(self, axes: Axes, order: list[str], told: Directive) -> Loop:
        """The loops over the other axes around it; ``told``: what threads of the machine were said to share."""
        whole = self.loop
        for axis in reversed(order[: max(len(order) - self.axes, 0)]):
            whole = axes.along(axis, (whole,))
        return replace(whole, directive=Directive(("parallel", "for"), len(order), condition=told.condition))


@dataclass(frozen=True)
class AlongRows:
    """The question for one kernel, all of whose guards are bounds. ``order``: of the loops over its threads, from outside in; ``lane``: the
    variable along a row; ``before``: variables that are declared before the loops; ``plainly``: what varies from thread to thread."""

    low: KernelLowering
    axes: Axes
    order: list[str]
    lane: Variable
    before: frozenset[Variable]
    plainly: Vary
    cutter: Callable[[Vary], Cutter]

    @cached_property
    def strip(self) -> tuple[str, str]:
        """How the first thread of a strip and what follows its last are called."""
        name, fresh = self.lane.name, self.low.names.fresh
        return fresh("first", f"first_{name}"), fresh("last", f"last_{name}")

    def by_strips(self, statements: list[Node]) -> InStrips | None:
        """The loop along a row by strips, or those over tiles of rows, if that is how memory is gone through in order, or the loops of each
        thread in vectors."""
        if self.axes.stride is not None:
            return None
        variables, axis = self.low.kernel.variables, self.order[-1]
        loops, length = loops_down_columns(statements, self.lane, variables, self.plainly), LENGTH
        if not loops:
            loops, length = loops_along_rows(statements, variables, self.plainly), LANES
        vary: Vary | None = None
        if not loops:
            vary, length = self._with_rounds_outside(statements, frozenset(), 2), ROW_LENGTH
        else:
            vary = self._strip_vary(length, loops)
            vary = vary if all(map(vary.is_plain_loop, loops)) else None
        if vary is None:
            return None
        if length == LENGTH and (tiles := self._by_tiles(statements, loops)) is not None:
            return tiles
        body = self._of_plan(*self._plan_of(statements, vary, self.lane), self._along(axis), str(length))
        if body is None:
            return None
        start, bound = spelled(self.axes.start(axis)), self.axes.bound(axis)
        return InStrips(strips_of(self.axes.index[axis][0], *self.strip, start, bound, body, length), 1)

    def by_row_strips(
        self, statements: list[Node], made: Body, divisors: Callable[[str], dict[str, Sign]]
    ) -> RowStrip | None:
        """What strips of rows do, if that is worth it; ``made``: the same thread by thread."""
        whole = made[-1] if made else None
        if not isinstance(whole, Loop) or not all(isinstance(before, Plain) for before in made[:-1]):
            return None
        if self.axes.dims > 1 or self.axes.part is not None:
            return None
        level = same_along_rows(whole, divisors, self.low.rules.machine)
        vary = self._with_rounds_outside(statements, level, 1) if level else None
        if vary is None:
            return None
        body = self._of_plan(*self._plan_of(statements, vary), self._along("x"), str(ROW_LENGTH))
        return RowStrip(*self.strip, body) if body is not None else None

    def _with_rounds_outside(self, statements: list[Node], level: frozenset[int], least: int) -> Vary | None:
        """What varies along a strip if as many loops as may be are outside of its threads; none where they are fewer than ``least`` or
        it is not worth it. ``level``: what is the same along it."""
        variables = self.low.kernel.variables
        controls = list(may_be_outside(statements))
        nested = [control for control in controls if control.type in LOOPS]
        if not may_go_along_rows(statements) or (not level and all(map(is_told, nested))):
            return None
        while sum(control.type in LOOPS for control in controls) >= least:
            vary = self._strip_vary(ROW_LENGTH, controls, level)
            left = outside(controls, variables, vary)
            if len(left) == len(controls):
                return vary if are_worth_it(controls, variables, vary) else None
            controls = left
        return None

    def _by_tiles(self, statements: list[Node], loops: list[Node]) -> InStrips | None:
        """The loops over tiles of several rows, if threads of different rows read the same and what they keep fits into registers."""
        both, lane, fresh = self.order[-2:], self.lane, self.low.names.fresh
        row = self.axes.variable(both[0])
        types = {self.axes.index[axis][0] for axis in both}
        if len(both) < 2 or row is None or types != {"int"} or self.axes.part is not None:
            return None
        shared = shares_rows(loops, row, lane, self.low.kernel.variables)
        if row.name in words(self.axes.bound(both[1])) or not shared:
            return None
        first_row, first = (
            fresh(f"first_{row.name}", f"first_row_{row.name}"),
            fresh(f"first_{lane.name}", f"first_column_{lane.name}"),
        )
        names = {name: fresh(name, f"{name}_of_tile") for name in ("rows", "columns", "tile")}
        vary = self._vary_of(f"({row.name} - {first_row}) * {COLUMNS} + {lane.name} - {first}", str(THREADS), loops)
        ends = [form("{} + {}", start, names[side]) for start, side in ((first_row, "rows"), (first, "columns"))]
        along = Loops(
            [("int", row.name, ends[0]), ("int", lane.name, ends[1])], starts={row.name: first_row, lane.name: first}
        )
        cutter, plan = self._plan_of(statements, vary)
        rows, body = rows_of(plan.crossing, self._plain_type), self._of_plan(cutter, plan, along, str(THREADS))
        if not rows or body is None:
            return None
        outer, inner = ((spelled(self.axes.start(axis)), self.axes.bound(axis)) for axis in both)
        down, across = Side(first_row, names["rows"], rows, *outer), Side(first, names["columns"], COLUMNS, *inner)
        return InStrips(tiles_of(names["tile"], body, down, across), 2)

    def _strip_vary(self, length: int, loops: list[Node], level: frozenset[int] = frozenset()) -> Vary:
        level = level | frozenset(node.id for node in self.low.kernel.inside if self._is_of_another_axis(node))
        return self._vary_of(f"{self.lane.name} - {self.strip[0]}", str(length), loops, level)

    def _is_of_another_axis(self, node: Node) -> bool:
        """Whether an expression is a thread's number along an axis of which a strip has one."""
        axis = self.axes.told_by(node) if node.type in ("binary_expression", "field_expression") else None
        return axis is not None and self.axes.index[axis][1] != self.lane.name

    def _vary_of(self, thread: str, size: str, loops: list[Node], level: frozenset[int] = frozenset()) -> Vary:
        told = self.low.told
        opened = frozenset(loop.id for loop in loops)
        passing = frozenset(loop.id for loop in loops if passes_over(loop))
        vary = self.low.vary(thread, size, size, opened, level, passing)
        self.low.told = told
        return vary

    def _plain_type(self, name: str) -> str:
        """What a macro, an alias or a parameter of the template stands for; of the last the longest that is usual."""
        kernel = self.low.kernel
        if name in kernel.template_types:
            return "double"
        named = self.low.code.aliases.get(name, name)
        return kernel.file_macros.get(named) or named

    def _along(self, axis: str) -> Loops:
        """The loop over the threads of a strip."""
        first, last = self.strip
        return Loops([(self.axes.index[axis][0], self.lane.name, spelled(last))], starts={self.lane.name: first})

    def _plan_of(self, statements: list[Node], vary: Vary, lane: Variable | None = None) -> tuple[Cutter, Plan]:
        """What the threads of a strip do together. ``lane``: the variable along it, if its bounds are to be those of its loops."""
        cutter = self.cutter(vary)
        cutter.skip |= self.before
        if lane is not None and cutter.typing.named(lane.base) == "int":
            cutter.ends_along(lane)
        cutter.begin(statements)
        return cutter, planned(cutter.finish(), vary)

    def _of_plan(self, cutter: Cutter, plan: Plan, along: Loops, threads: str) -> Body | None:
        """What a strip of ``threads`` threads does, none where it would have to keep more of them than numbers. ``along``: the loops over
        them."""
        if cutter.lost_exits or not may_be_kept(plan.crossing):
            return None
        vary = cutter.vary
        derived = {v: said for v, said in derived_of(vary, cutter).items() if v not in self.axes.adopted}
        kept = [Plain(array_of(v, cutter, threads)) for v in self.low.kernel.variables.all if v in plan.crossing]
        return (*cutter.names_first, *kept, *Emitter(vary, plan, along, derived).statements())
