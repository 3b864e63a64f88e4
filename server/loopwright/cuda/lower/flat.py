"""Kernels whose threads only need their number in the whole grid: plain loops over that number.

``i = blockIdx.x * blockDim.x + threadIdx.x`` becomes the loop variable, the guard ``i < n`` the loop's bound. A loop
with the stride of the grid becomes one loop over everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from tree_sitter import Node

from loopwright.cuda.analyse.grid_loops import goes_by_grid, loop_over_grid
from loopwright.cuda.analyse.indices import AXES, index_of, is_global_index, is_inside
from loopwright.cuda.analyse.signs import may_be_signed
from loopwright.cuda.analyse.strides import reaches, shares_rows, unit_term
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import Code, Rule, form, joined, scanned, spelled, unended, words
from loopwright.cuda.ir.functions import Function
from loopwright.cuda.ir.plan import Guard, Plan, Unsupported
from loopwright.cuda.ir.statements import (
    Body,
    Control,
    Directive,
    Loop,
    Plain,
    loops_over,
    mentioned,
    plain,
)
from loopwright.cuda.lower.arrays import array_of
from loopwright.cuda.lower.emit import Emitter, Loops, derived_of
from loopwright.cuda.lower.lowering import KernelLowering, Lowered
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
from loopwright.cuda.lower.sharing import INTEGERS, NARROW, WIDE, Told, divisors, shared, without_vectors
from loopwright.cuda.lower.strips import (
    LANES,
    LENGTH,
    Strips,
    apart,
    counter_of,
    loops_along_rows,
    loops_down_columns,
    may_be_kept,
    strips_of,
)
from loopwright.cuda.lower.surroundings import declared_variables
from loopwright.cuda.lower.tiles import COLUMNS, THREADS, Side, rows_of, tiles_of
from loopwright.cuda.lower.wide_indices import Wide
from loopwright.cuda.read.device_function import INDICES
from loopwright.cuda.read.groups import makes_groups
from loopwright.cuda.read.rewriting import (
    JUMPS,
    LOOPS,
    condition_of,
    holds,
    returning_guard,
    statements_of,
    terms,
    walk,
)
from loopwright.cuda.read.shadowing import is_hidden
from loopwright.cuda.read.typing import VECTORS, Typing
from loopwright.cuda.read.variables import Variable
from loopwright.lang.numbers import literal
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import number_of

_SIGNED = ("int", "short", "signed char", "char", "bool", "unsigned char", "unsigned short")
_WHOLE = frozenset((*_SIGNED, *WIDE, "unsigned", "long", "long long"))
_BROKEN = ("float", "double", "long double")
_ARITHMETIC = frozenset(
    ("identifier", "number_literal", "binary_expression", "unary_expression", "parenthesized_expression", "comment")
)
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}


def flatten(low: KernelLowering) -> Lowered | None:
    """The kernel as plain loops, ``None`` if its threads are more than their number in the grid."""
    kernel, code = low.kernel, low.code
    if code.function_synchronises(kernel) or code.uses_block_memory(kernel) or code.uses_methods(kernel):
        return None
    if makes_groups(kernel):
        return None
    if {"threadIdx", "blockIdx"} & {w for f in code.called_by(kernel) for w in code.context(f)}:
        return None
    sizes = tuple[str, ...]()
    axes = _axes(kernel.body)
    bound = kernel.launch_bounds or ""
    known = bound.isdigit() and not any(
        n.type in LOOPS for n in kernel.inside
    )  # with loops the threads of a block are the lanes
    if axes is None and (low.shape.sizes or known):
        sizes = _known_sizes(low) if low.shape.sizes else (bound, "", "")
        axes = _axes(kernel.body, sizes)
    if axes is None:
        return _in_planes_of_blocks(low)
    dims, launched = max(AXES.index(a) for a in axes) + 1, max(low.shape.grid, low.shape.block)
    if len(axes) < dims or (dims < launched and dims == 1):  # what repeats a line of threads would be the loop outside
        return None
    return Flat(low, max(dims, launched), sizes).lower()


def _in_planes_of_blocks(low: KernelLowering) -> Lowered | None:
    """The same where the number of a block stands for an axis along which a block has one thread, as a channel of pictures does; none
    where the threads of a row would not go through loops together: what is the same for a block is worked out once with it."""
    alone = frozenset(AXES[max(low.shape.block, 1) :])
    told = _known_sizes(low)
    sizes = (*told, *("1" for _ in AXES[len(told) :])) if told and all(told) else ()
    axes = _axes(low.kernel.body, sizes, alone)
    if axes is None or {*AXES[: len(axes)]} != axes or len(axes) < max(low.shape.grid, low.shape.block):
        return None
    names = set(low.names.taken)
    flat = Flat(low, len(axes), sizes, alone)
    lowered = flat.lower()
    if lowered is not None and flat.in_strips is not None:
        return lowered
    low.names.taken = names
    return None


def _known_sizes(low: KernelLowering) -> tuple[str, ...]:
    """The sizes of a block on which all launches agree, empty for one that is not one number wherever it is written."""
    own = {variable.name for variable in low.kernel.variables.all}
    constants = {
        name for n in low.code.root.named_children if n.type == "declaration" for name in declared_variables(n)
    }

    def is_one(size: str) -> bool:
        macros = low.kernel.file_macros
        if size in macros:
            told = scanned(macros[size] or "")
            return len(told) == 1 and told[0].isdigit()
        return size.isdigit() or size in constants

    return tuple(size if size not in own and is_one(size) else "" for size in low.shape.sizes or ())


def _axes(body: Node, sizes: Sequence[str] = (), alone: frozenset[str] = frozenset()) -> set[str] | None:
    """Axes of global indices, ``None`` if an index is used in another way. ``sizes``: what a block's are; ``alone``: axes along which it has
    one thread."""
    found: set[str] = set()
    explained: set[int] = set()
    for node in walk(body):
        axis = is_global_index(node, sizes) if node.type == "binary_expression" else None
        if axis is not None:
            found.add(axis)
            explained |= {n.id for n in walk(node)}
        if alone and node.type == "field_expression" and (axis := _of_block(node, alone)) is not None:
            found.add(axis)
            explained |= {n.id for n in walk(node)}
    for node in walk(body):
        if node.type == "identifier" and text_of(node) in INDICES and node.id not in explained:
            parent = node.parent
            if text_of(node) in ("threadIdx", "blockIdx") or parent is None or index_of(parent) is None:
                return None
    return found or None


def _of_block(node: Node, alone: frozenset[str]) -> str | None:
    """The axis of a block's number, if it has one thread along that."""
    index = index_of(node)
    return index[1] if index is not None and index[0] == "blockIdx" and index[1] in alone else None


class Flat:
    """One such kernel. ``sizes``: those of a block, where indices are told by them; ``alone``: axes along which it has one thread."""

    def __init__(
        self, low: KernelLowering, dims: int, sizes: Sequence[str], alone: frozenset[str] = frozenset()
    ) -> None:
        self.low, self.dims, self.kernel, self.sizes, self.alone = low, dims, low.kernel, sizes, alone
        self.index: dict[str, tuple[str, str]] = {}  # axis → type, name
        self.adopted: set[Variable] = set()
        self.bounds: dict[str, list[Code]] = {a: [] for a in AXES[:dims]}
        self.starts: dict[str, list[str]] = {}  # axis → what its index is at least
        self.guards: list[Guard] = []
        self.stride: tuple[Node, Variable, Code] | None = None
        self.dissolved: set[int] = set()  # conditionals that are bounds now
        self.strips: Strips | None = None
        self.conditional = False  # a guard that is no bound is around everything
        self.in_strips: Loop | None = None  # what the loop along a row is, if it goes by strips
        self.row_strip: RowStrip | None = None  # what is done with strips of the rows into which divisions cut the grid
        self._names_of_strip: tuple[str, str] | None = None
        # Names of the first thread of a part of the grid and of what follows its last, where no launch tells that blocks are as large
        # as the kernel takes for granted.
        self.part: tuple[str, str] | None = None
        if sizes and not low.shape.sizes:
            self.part = low.names.fresh("first", "first_thread"), low.names.fresh("last", "last_thread")

    def lower(self) -> Lowered | None:
        """The function; none where threads that return would have to be kept away from what follows."""
        low = self.low
        statements = [n for n in self.kernel.body.named_children if n.type != "comment"]
        strides = self.dims == 1 and self.part is None
        found = loop_over_grid(self.kernel, statements, self.sizes) if strides else None
        counts = found is not None and _may_be_adopted(found.variable) and not self._is_broken(found.bound)
        self.stride = (
            (found.loop, found.variable, low.plain_code(found.bound)) if found is not None and counts else None
        )
        if self.stride is None and self.dims == 1 and goes_by_grid(self.kernel, statements, self.sizes):
            return None  # each thread alone would take elements that lie as far apart as the grid has threads
        self._counting = found.last.id if counts and found is not None and found.last is not None else None
        self._adopt()
        order = self._order()
        self._plainly = low.vary("", "", "")
        cutter = self._cutter(self._plainly)
        statements = self._body(statements, cutter)
        self._straight = frozenset(s.id for s in statements)  # what stands under no condition and in no loop
        axis = order[-1]
        row = next((v for v in self.adopted if v.name == self.index[axis][1]), None)
        marched = self._march(statements, cutter, axis)
        ends = (
            apart(statements, row, self.adopted, self.kernel.variables) if self.dims > 1 and marched is None else None
        )
        self._find_strips(ends.before if ends is not None else statements, axis)
        if marched is not None:
            body = marched.child_by_field_name("body")
            assert body is not None
            statements = [*(s for s in statements if s.id != marched.id), *statements_of(body)]
        made = self._loops(ends.before if ends is not None else statements, cutter, order)
        if made is None:
            return None
        if marched is not None:
            made = self._with_outside(marched, made)
        if ends is None:
            if marched is None and row is not None:
                with suppress(Unsupported):  # each thread alone does it then
                    self.row_strip = self._by_row_strips(statements, row, made, cutter.vary)
                    if self.row_strip is None:
                        self.in_strips = self._by_strips(statements, row, cutter.vary, order)
            return self._function(made, (), order, cutter, marched is not None)
        self.strips, last = None, self._cutter(low.vary("", "", ""))
        self.bounds[axis].insert(0, spelled(str(ends.number + 1)))
        self.starts.setdefault(axis, []).append(str(ends.number))
        more = self._loops(ends.statements, last, order)
        return self._function(made, without_vectors(more), order, cutter, False) if more is not None else None

    def _is_broken(self, bound: Node) -> bool:
        """Whether a loop counts to a number with a fraction, which OpenMP does not share out."""
        kind = Typing(self.kernel, self.low.code).of(bound)
        return kind is not None and (kind[1] > 0 or kind[0] in _BROKEN)

    def _cutter(self, vary: Vary) -> Cutter:
        cutter = Cutter(self.kernel, self.low.code, vary, self._rule, frozenset())
        cutter.skip.update(self.adopted)
        cutter.everywhere = True
        cutter.dissolved = self.stride[0] if self.stride is not None else None
        return cutter

    def _loops(self, statements: list[Node], cutter: Cutter, order: list[str]) -> Body | None:
        """Statements in loops over the threads of the grid; none where threads that return would have to be kept away, or a thread would
        have to keep what is its own from one loop to the next, for which the grid has no room."""
        cutter.frames[0].guards = tuple(replace(guard, uses=frozenset(self._told)) for guard in self.guards)
        cutter.begin(statements)
        items = cutter.finish()
        if cutter.lost_exits:
            return None
        vary = cutter.vary
        derived = {v: told for v, told in derived_of(vary, cutter).items() if v not in self.adopted}
        headers = [(self.index[a][0], self.index[a][1], self._bound(a)) for a in order]
        starts = {self.index[axis][1]: self._start(axis) for axis in order}
        plan = planned(items, vary)
        if plan.crossing:
            return None
        made = Emitter(vary, plan, Loops(headers, starts=starts), derived).statements()
        return (*cutter.names_first, *made)

    def _by_strips(self, statements: list[Node], lane: Variable, told: Vary, order: list[str]) -> Loop | None:
        """The loop along a row by strips, or those over tiles of rows, if that is how memory is gone through in order, or the loops of each
        thread in vectors."""
        variables, axis = self.kernel.variables, order[-1]
        loops, length = loops_down_columns(statements, lane, variables, told), LENGTH
        if not loops:
            loops, length = loops_along_rows(statements, variables, told), LANES
        if self.guards or self.stride is not None:
            return None
        vary: Vary | None = None
        if not loops:
            vary, length = self._with_rounds_outside(statements, lane, frozenset(), 2), ROW_LENGTH
        else:
            vary = self._strip_vary(lane, length, loops)
            vary = vary if all(map(vary.is_plain_loop, loops)) else None
        if vary is None:
            return None
        if length == LENGTH and (tiles := self._by_tiles(statements, lane, told, order, loops)) is not None:
            return tiles
        type, bound = self.index[axis][0], self._bound(axis)
        first, last = self._strip_names(lane)
        body = self._of_plan(
            *self._plan_of(statements, vary, self._before(told), lane), self._along(type, lane), str(length)
        )
        return (
            strips_of(type, first, last, spelled(self._start(axis)), bound, body, length) if body is not None else None
        )

    def _by_row_strips(self, statements: list[Node], lane: Variable, made: Body, told: Vary) -> RowStrip | None:
        """What strips of rows do, if that is worth it; ``made``: the same thread by thread."""
        whole, type = made[-1] if made else None, self.index["x"][0]
        if not isinstance(whole, Loop) or not all(isinstance(before, Plain) for before in made[:-1]):
            return None
        if self.dims > 1 or self.guards or self.part is not None:
            return None
        level = same_along_rows(whole, self._divisors, self.low.rules.machine)
        vary = self._with_rounds_outside(statements, lane, level, 1) if level else None
        if vary is None:
            return None
        before = self._before(told)
        body = self._of_plan(*self._plan_of(statements, vary, before), self._along(type, lane), str(ROW_LENGTH))
        return RowStrip(*self._strip_names(lane), body) if body is not None else None

    def _with_rounds_outside(
        self, statements: list[Node], lane: Variable, level: frozenset[int], least: int
    ) -> Vary | None:
        """What varies along a strip if as many loops as may be are outside of its threads; none where they are fewer than ``least`` or
        it is not worth it. ``level``: what is the same along it."""
        variables = self.kernel.variables
        controls = list(may_be_outside(statements))
        nested = [control for control in controls if control.type in LOOPS]
        if not may_go_along_rows(statements) or (not level and all(map(is_told, nested))):
            return None
        while sum(control.type in LOOPS for control in controls) >= least:
            vary = self._strip_vary(lane, ROW_LENGTH, controls, level)
            left = outside(controls, variables, vary)
            if len(left) == len(controls):
                return vary if are_worth_it(controls, variables, vary) else None
            controls = left
        return None

    def _by_tiles(
        self, statements: list[Node], lane: Variable, told: Vary, order: list[str], loops: list[Node]
    ) -> Loop | None:
        """The loops over tiles of several rows, if threads of different rows read the same and what they keep fits into registers."""
        axes, variables, fresh = order[-2:], self.kernel.variables, self.low.names.fresh
        row = next((v for v in self.adopted if v.name == self.index[axes[0]][1]), None)
        types = {self.index[axis][0] for axis in axes}
        if len(axes) < 2 or row is None or types != {"int"} or self.part is not None:
            return None
        if row.name in words(self._bound(axes[1])) or not shares_rows(loops, row, lane, variables):
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
        cutter, plan = self._plan_of(statements, vary, self._before(told))
        rows, body = rows_of(plan.crossing, self._plain_type), self._of_plan(cutter, plan, along, str(THREADS))
        if not rows or body is None:
            return None
        outer, inner = ((spelled(self._start(axis)), self._bound(axis)) for axis in axes)
        down, across = Side(first_row, names["rows"], rows, *outer), Side(first, names["columns"], COLUMNS, *inner)
        return tiles_of(names["tile"], body, down, across)

    def _strip_vary(self, lane: Variable, length: int, loops: list[Node], level: frozenset[int] = frozenset()) -> Vary:
        first, _ = self._strip_names(lane)
        level = level | frozenset(node.id for node in self.kernel.inside if self._is_of_another_axis(node, lane))
        return self._vary_of(f"{lane.name} - {first}", str(length), loops, level)

    def _is_of_another_axis(self, node: Node, lane: Variable) -> bool:
        """Whether an expression is a thread's number along an axis of which a strip has one."""
        axis = self._index_of(node) if node.type in ("binary_expression", "field_expression") else None
        return axis is not None and self.index[axis][1] != lane.name

    def _vary_of(self, thread: str, size: str, loops: list[Node], level: frozenset[int] = frozenset()) -> Vary:
        told = self.low.told
        opened = frozenset(loop.id for loop in loops)
        passing = frozenset(loop.id for loop in loops if passes_over(loop))
        vary = self.low.vary(thread, size, size, opened, level, passing)
        self.low.told = told
        return vary

    def _plain_type(self, name: str) -> str:
        """What a macro, an alias or a parameter of the template stands for; of the last the longest that is usual."""
        if name in self.kernel.template_types:
            return "double"
        named = self.low.code.aliases.get(name, name)
        return self.kernel.file_macros.get(named) or named

    def _along(self, type: str, lane: Variable) -> Loops:
        """The loop over the threads of a strip."""
        first, last = self._strip_names(lane)
        return Loops([(type, lane.name, spelled(last))], starts={lane.name: first})

    def _strip_names(self, lane: Variable) -> tuple[str, str]:
        """How the first thread of a strip and what follows its last are called."""
        if self._names_of_strip is None:
            first, last = (self.low.names.fresh(name, f"{name}_{lane.name}") for name in ("first", "last"))
            self._names_of_strip = first, last
        return self._names_of_strip

    def _before(self, vary: Vary) -> frozenset[Variable]:
        """The variables that are declared before the loops over the threads."""
        return frozenset(v for v in self.kernel.variables.all if self._stands_before(v, vary))

    def _stands_before(self, variable: Variable, vary: Vary) -> bool:
        """Whether a variable is one value for the grid and declared before the loops over its threads."""
        declared = variable.declaration is not None and variable.declaration.id in self._straight
        return declared and variable not in self.adopted and vary.is_uniform(variable) and vary.may_move_up(variable)

    def _plan_of(
        self, statements: list[Node], vary: Vary, before: frozenset[Variable], lane: Variable | None = None
    ) -> tuple[Cutter, Plan]:
        """What the threads of a strip do together. ``before``: variables that are declared before the strips; ``lane``: the variable along
        it, whose bounds are to be those of its loops."""
        cutter = self._cutter(vary)
        cutter.skip |= before
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
        derived = {v: said for v, said in derived_of(vary, cutter).items() if v not in self.adopted}
        kept = [Plain(array_of(v, cutter, threads)) for v in self.kernel.variables.all if v in plan.crossing]
        return (*cutter.names_first, *kept, *Emitter(vary, plan, along, derived).statements())

    def _order(self) -> list[str]:
        """The axes from outside in: the one whose neighbours lie side by side in memory is inside, x unless it is y alone."""
        order = list(reversed(AXES[: self.dims]))
        names = {axis: name for axis, (_, name) in self.index.items()}
        x, y = (next((v for v in self.adopted if v.name == names.get(axis)), None) for axis in "xy")
        if x is None or y is None or self.stride is not None:
            return order
        variables = self.kernel.variables
        indices = [
            n.named_children[0]
            for n in self.kernel.inside
            if n.type == "subscript_argument_list" and len(n.named_children) == 1
        ]
        # What only one axis counts through lies beside the rows: it says nothing while there is something that both count through.
        of_planes = [n for n in indices if all(reaches(n, variable, variables) for variable in (x, y))]
        beside = [any(unit_term(n, variable, variables) for n in of_planes or indices) for variable in (x, y)]
        return [*order[:-2], "x", "y"] if beside == [False, True] else order

    def _march(self, statements: list[Node], cutter: Cutter, axis: str) -> Node | None:
        """The loop that a kernel of a plane consists of, if its rounds may be outside and the threads of a row inside: the
        order of threads is nobody's business, and rows lie dense in memory where rounds do not. ``axis``: along the row."""
        loops = [s for s in statements if s.type != "declaration"]
        x = next((v for v in self.adopted if self.index[axis][1] == v.name), None)
        if self.dims != 2 or len(loops) != 1 or loops[0].type != "for_statement" or x is None:
            return None
        loop, variables = loops[0], self.kernel.variables
        counter = counter_of(loop, variables, cutter.vary)
        if counter is None:
            return None
        for variable in variables.all:
            private = not variable.parameter and variable is not counter and not is_inside(variable, loop)
            if private and any(holds(loop, n) for n in (*variable.writes, *variable.taken)):
                return None
            if private and variable.declaration is not None and not cutter.vary.is_derived(variable):
                if variable not in self.adopted and not cutter.vary.is_uniform(variable):
                    return None
        if any(n.type in JUMPS for n in walk(loop)):
            return None
        if any(n.type in LOOPS and n.id != loop.id for n in walk(loop)):
            return None
        indices = [n for n in walk(loop) if n.type == "subscript_argument_list" and len(n.named_children) == 1]
        places = [n.named_children[0] for n in indices]
        # What the threads of a row all read may lie along the rounds.
        across = any(unit_term(n, counter, variables) and reaches(n, x, variables) for n in places)
        return loop if any(unit_term(n, x, variables) for n in places) and not across else None

    def _outside_strips(self, strips: Loop, told: Directive, order: list[str]) -> Loop:
        """The loops over the other axes around that over the strips."""
        told, whole = Directive(("parallel", "for"), len(order), condition=told.condition), strips
        for axis in order[-3 if strips.tight else -2 :: -1]:
            type, name = self.index[axis]
            whole = Loop(type, name, self._bound(axis), (whole,), spelled(self._start(axis)), tight=True)
        return replace(whole, directive=told)

    def _with_outside(self, loop: Node, body: Body) -> Body:
        """``body`` with the head of ``loop`` before that of the threads of a row."""
        parts = (loop.child_by_field_name(n) for n in ("initializer", "condition", "update"))
        head = tuple(unended(self.low.plain_code(part)) for part in parts if part is not None)
        at = next(i for i, statement in enumerate(body) if isinstance(statement, Loop))
        outer = body[at]
        assert isinstance(outer, Loop)
        return (*body[:at], replace(outer, body=(Control("for", head, outer.body, tight=True),)), *body[at + 1 :])

    def _adopt(self) -> None:
        """The variable that holds an axis' index is the loop's variable."""
        first = [self.stride[1]] if self.stride is not None else []
        for variable in [*first, *self.kernel.variables.all]:
            if variable.init is None or not _may_be_adopted(variable):
                continue
            axis = self._index_of(variable.init)
            own = self.stride is not None and variable is self.stride[1]
            axis = "x" if own else axis
            if axis is None or axis in self.index or (variable.writes and not own):
                continue
            if (variable.scope != self.kernel.body and not own) or is_hidden(variable, self.kernel.variables):
                continue
            signed = all(may_be_signed(n, self.kernel.variables, self.low.rules.negative) for n in variable.uses)
            narrow = variable.base in NARROW
            type = "int" if narrow and signed else "unsigned" if variable.base == "auto" else variable.base
            self.index[axis] = (type, variable.name)
            self.adopted.add(variable)
        for axis in AXES[: self.dims]:
            if axis not in self.index:
                self.index[axis] = ("int", self.low.names.fresh({"x": "i", "y": "j", "z": "k"}[axis], f"index_{axis}"))

    def _rule(self, node: Node, again: Rule) -> Code | None:
        if node.type in ("binary_expression", "field_expression"):
            axis = self._index_of(node)
            if axis is not None:
                type, name = self.index[axis]
                signed = type != "int" or may_be_signed(node, self.kernel.variables, self.low.rules.negative)
                signed |= Typing(self.kernel, self.low.code).of(node) == ("int", 0)
                return spelled(name if signed else f"unsigned({name})")
        told = self.low.rule(node, again)
        if told is None and self.strips is not None and node.type == "subscript_expression":
            return self.strips.code_of(node, self.conditional, again)
        return told

    def _find_strips(self, statements: list[Node], axis: str) -> None:
        """What is said of elements side by side, where the threads of a row are a vector's lanes."""
        lane = next((v for v in self.adopted if v.name == self.index[axis][1]), None)
        own = [n for s in statements for n in walk(s)]
        if lane is None or self.index[axis][0] != "int" or any(n.type in LOOPS for n in own):
            return
        self.conditional = bool(self.guards) or any(returning_guard(s) is not None for s in statements)
        typing = Typing(self.kernel, self.low.code)
        self.strips = Strips(self.kernel.variables, typing, lane, self.kernel.body, frozenset(self.dissolved))

    def _body(self, statements: list[Node], cutter: Cutter) -> list[Node]:
        """The statements that are left when guards have become bounds."""
        self._told: set[Variable] = set()
        if self.stride is not None:
            loop, _, _ = self.stride
            body = loop.child_by_field_name("body")
            assert body is not None
            before = [s for s in statements if s.id != loop.id]
            return [*before, *(s for s in statements_of(body) if s.id != self._counting)]
        left: list[Node] = []
        pending = list(statements)
        while pending:
            node = pending.pop(0)
            if node.type == "declaration" and self._is_quiet(node, cutter):
                left.append(node)
                continue
            condition = returning_guard(node)
            if condition is not None and self._take(terms(condition, "||"), True, cutter):
                continue
            if node.type == "if_statement" and not pending and node.child_by_field_name("alternative") is None:
                then = node.child_by_field_name("consequence")
                if then is not None and self._take(terms(condition_of(node), "&&"), False, cutter):
                    self.dissolved.add(node.id)
                    left += statements_of(then)
                    continue
            left += [node, *pending]
            break
        return left

    def _is_quiet(self, node: Node, cutter: Cutter) -> bool:
        """A declaration that other statements may come before: nothing in it can fail or be seen."""
        declared = [v for v in self.kernel.variables.all if v.declaration == node]
        return bool(declared) and all(
            v.init is None
            or v in self.adopted
            or cutter.vary.is_derived(v)
            or (cutter.vary.may_move_up(v) and cutter.vary.is_uniform(v))
            for v in declared
        )

    def _take(self, terms: list[Node], opposite: bool, cutter: Cutter) -> bool:
        """Turn comparisons of loop variables into bounds, the others into guards; ``False`` if none is a bound."""
        bounds: list[tuple[str, Code]] = []
        rest: list[Node] = []
        starts: list[tuple[str, str]] = []
        for term in terms:
            bound = self._as_bound(term, opposite, cutter)
            if bound is None and (start := self._as_start(term, opposite)) is not None:
                starts.append(start)
            elif bound is None:
                rest.append(term)
            else:
                bounds.append(bound)
        if not bounds or any(not cutter.vary.is_derived_text(t) for t in rest):
            return False
        for axis, end in bounds:
            self.bounds[axis].append(end)
        for axis, text in starts:
            self.starts.setdefault(axis, []).append(text)
        for term in rest:
            code = cutter.thread_code(term)
            self.guards.append(Guard(code if opposite else form("({})", code), opposite=opposite))
            self._told |= self.kernel.variables.used_in(term)
        return True

    def _comparison(self, term: Node, opposite: bool) -> tuple[str, Node, str, Node] | None:
        """(axis, index, operator, other side) of a comparison with a loop's variable, turned so that it stands left."""
        term = bare(term)
        if term.type != "binary_expression":
            return None
        left, right = term.child_by_field_name("left"), term.child_by_field_name("right")
        operator = text_of(term.child_by_field_name("operator"))
        if left is None or right is None or operator not in _FLIPPED:
            return None
        axis = self._axis_of(left)
        if axis is None:
            axis, left, right, operator = self._axis_of(right), right, left, _FLIPPED[operator]
        return None if axis is None else (axis, left, _OPPOSITE[operator] if opposite else operator, right)

    def _as_bound(self, term: Node, opposite: bool, cutter: Cutter) -> tuple[str, Code] | None:
        """``i < n`` and ``i <= n``: where the loop ends."""
        found = self._comparison(term, opposite)
        if found is None or found[2] not in ("<", "<=") or not cutter.vary.is_uniform_text(found[3]):
            return None
        axis, left, operator, right = found
        kind = self._whole_number(right, cutter)
        if kind is None:
            return None  # a bound that is no whole number, or may be none: a guard as it is written
        code = cutter.thread_code(right)
        behind = "" if operator == "<" else " + 1" if right.type == "number_literal" else " + 1ll"
        if kind in WIDE:  # both sides are compared in it: what wrapped around is far above every index
            return axis, form("std::min<{}>({}, INT_MAX){}", kind, code, " + 1ll" if behind else "")
        if self._is_unsigned(left) and kind in _SIGNED and right.type != "number_literal":
            code = form("unsigned({})", code)  # so are both sides compared: what is negative is far above every index
        return axis, form("{}{}", code, behind)

    def _whole_number(self, node: Node, cutter: Cutter) -> str | None:
        """The type of an expression of whole numbers, ``None`` for any other and where it cannot be told."""
        found = cutter.typing.of(node)
        if found is not None:
            return found[0] if found[1] == 0 and found[0] in _WHOLE else None
        names = [n for n in walk(node) if n.type == "identifier"]
        variables = self.kernel.variables
        known = all(
            _is_whole(variables.of(n)) if variables.of(n) is not None else text_of(n) in self.low.rules.constants
            for n in names
        )
        plain = all(n.type in _ARITHMETIC or not n.is_named for n in walk(node))
        return "int" if known and plain and all(_is_integer(n) for n in walk(node)) else None

    def _as_start(self, term: Node, opposite: bool) -> tuple[str, str] | None:
        """``i > 0`` and ``i >= 1``: where the loop begins; of plain numbers only, which no conversion changes."""
        found = self._comparison(term, opposite)
        number = number_of(text_of(bare(found[3]))) if found is not None else None
        if found is None or found[2] not in (">", ">=") or number is None:
            return None
        axis, _, operator, _ = found
        return axis, str(number + (operator == ">"))

    def _is_unsigned(self, node: Node) -> bool:
        node = bare(node)
        variable = self.kernel.variables.of(node)
        if variable is not None:
            return variable.base in (*NARROW, "auto")
        return node.type != "cast_expression"

    def _axis_of(self, node: Node) -> str | None:
        node = bare(node)
        if node.type == "cast_expression":
            value = node.child_by_field_name("value")
            node = bare(value) if value is not None else node
        variable = self.kernel.variables.of(node)
        if variable in self.adopted:
            return next(a for a, (_, name) in self.index.items() if variable is not None and name == variable.name)
        return self._index_of(node)

    def _index_of(self, node: Node) -> str | None:
        """The axis of what a thread's number in the grid is told by."""
        return is_global_index(node, self.sizes) or _of_block(node, self.alone)

    def _bound(self, axis: str) -> Code:
        if self.stride is not None:
            return self.stride[2]
        code: Code = spelled(self.part[1] if self.part is not None and axis == "x" else f"total_{axis}")
        for bound in self.bounds[axis]:
            code = form("std::min<long long>({}, {})", bound, code)
        return code

    def _start(self, axis: str) -> str:
        least = max((int(number) for number in self.starts.get(axis, ())), default=0)
        if self.part is None or axis != "x":
            return str(least)
        return f"std::max<long long>({self.part[0]}, {least})" if least else self.part[0]

    def _in_parts(self, body: Body) -> Body:
        """``body`` for each part of the grid: all of it where blocks are full, else a block of which the last threads are left out.
        A question that each thread is asked would keep it from being a lane of a vector."""
        if self.part is None:
            return body
        (first, last), size = self.part, self.sizes[0]
        full = f"blockDim.x >= {size}"
        told = plain(f"const int {last} = {full} ? total_x : {first} + blockDim.x;")
        step = f"{first} += {full} ? total_x : {size}"
        return (Loop("long long", first, spelled("total_x"), (told, *body), step=step),)

    def _is_stored(self, variable: Variable) -> bool:
        """Whether a thread's own object is copied to memory as a whole."""
        own = not (variable.parameter or variable.pointers or variable.reference or variable.shared)
        if not own or (variable.base not in VECTORS and variable.base not in self.low.code.members.names):
            return False
        stores = [n.parent for n in variable.uses if n.parent is not None and n.parent.type == "assignment_expression"]
        return any(self.kernel.variables.of(bare(to)) is None for s in stores if (to := s.child_by_field_name("left")))

    def _divisors(self, type: str) -> dict[str, Sign]:
        """What an index of a type is divided by that has its value before the loops over the threads begin."""
        names = Counter(v.name for v in self.kernel.variables.all)
        local = [v for v in self.kernel.variables.all if names[v.name] == 1 and self._stands_before(v, self._plainly)]
        return divisors(self.kernel, type, self.low.rules.constants, self.low.rules.positive, local)

    def _count(self, axes: list[str]) -> Code:
        """How many rounds the loops over the threads have together."""
        if self.stride is not None:
            return self.stride[2]
        totals = {axis: f"total_{axis}" for axis in axes}
        if self.part is not None and "x" in totals:
            totals["x"] = f"({self.part[1]} - {self.part[0]})"
        return joined(" * ", [totals[axis] for axis in sorted(axes)])

    def _function(self, body: Body, more: Body, order: list[str], cutter: Cutter, marched: bool) -> Lowered:
        """The kernel's function: the threads of the machine share the first of its loops, and the first of ``more``, where the
        loop along a row has one round."""
        low = self.low
        at = next((i for i, statement in enumerate(body) if any(loops_over([statement]))), None)
        if at is None:  # it does nothing
            return Lowered(Function(low.head(), ()), warnings=cutter.warnings)
        told = Told(
            self.dims,
            self._count(order),
            marched,
            self._divisors,
            low.names.fresh,
            low.known,
            low.rules.eager,
            strip=self.row_strip,
            stored=any(map(self._is_stored, self.kernel.variables.all)),
        )
        loops = shared(body[at], body[at + 1 :], told)
        if self.in_strips is not None and isinstance(whole := loops[0], Loop) and whole.directive is not None:
            body = (*body[:at], self._outside_strips(self.in_strips, whole.directive, order))
        else:
            body = (*body[:at], *loops, *body[at + 1 :])
        if more:
            body = (
                *body,
                *shared(more[0], more[1:], replace(told, count=self._count(order[:-1]), ends=True)),
                *more[1:],
            )
        body = Wide(cutter.typing, low.rules.value, cutter.vary.is_uniform_text).body(self._in_parts(body))
        mentions = mentioned(body)
        head = []
        for axis in AXES[: self.dims]:
            if f"total_{axis}" in mentions:
                size = self.sizes[AXES.index(axis)] if self.sizes else f"blockDim.{axis}"
                times = "" if axis in self.alone else f" * {size}"
                head.append(plain(f"const int total_{axis} = gridDim.{axis}{times};"))
        sizes = low.shape
        if not self.sizes:
            low.shape = replace(sizes, sizes=None)
        head = [*low.size_lines(mentions), *head]
        taken = low.head()
        low.shape = sizes
        return Lowered(Function(taken, (*head, *body)), warnings=cutter.warnings)


def _is_integer(node: Node) -> bool:
    if node.type != "number_literal":
        return True
    number = literal(text_of(node), "cpp")
    return number is not None and number.is_integer and number.value >= 0


def _may_be_adopted(variable: Variable) -> bool:
    """Whether a variable may be that of the loop over all threads: not one of a narrow type, which begins anew where that ends."""
    return variable.scalar and not variable.taken and variable.base in INTEGERS


def _is_whole(variable: Variable | None) -> bool:
    return variable is not None and variable.base in INTEGERS and variable.base != "auto" and variable.scalar
