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

from loopwright.cuda.analyse.grid_loops import GridLoop, goes_by_grid, loop_over_grid
from loopwright.cuda.analyse.indices import AXES, is_inside, never_written
from loopwright.cuda.analyse.signs import may_be_signed
from loopwright.cuda.analyse.strides import reaches, unit_term
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import Code, Rule, form, scanned, spelled, unended
from loopwright.cuda.ir.functions import Function
from loopwright.cuda.ir.plan import Guard, Unsupported
from loopwright.cuda.ir.statements import (
    Body,
    Control,
    Loop,
    loops_over,
    mentioned,
)
from loopwright.cuda.lower.along_rows import AlongRows, InStrips
from loopwright.cuda.lower.axes import Axes, Stride, axes_of, may_be_adopted
from loopwright.cuda.lower.borders import Borders
from loopwright.cuda.lower.emit import Emitter, Loops, derived_of
from loopwright.cuda.lower.lowering import KernelLowering, Lowered
from loopwright.cuda.lower.planning import planned
from loopwright.cuda.lower.regions import Cutter
from loopwright.cuda.lower.row_strips import (
    RowStrip,
)
from loopwright.cuda.lower.rows import Sign
from loopwright.cuda.lower.sharing import INTEGERS, UNSIGNED, WIDE, Told, divisors, shared, without_vectors
from loopwright.cuda.lower.strips import (
    Strips,
    apart,
    counter_of,
)
from loopwright.cuda.lower.surroundings import declared_variables
from loopwright.cuda.lower.wide_indices import Wide
from loopwright.cuda.read.early_values import names_in_macros
from loopwright.cuda.read.effects import what_does
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
    axes = axes_of(kernel.body)
    bound = kernel.launch_bounds or ""
    known = bound.isdigit() and not any(
        n.type in LOOPS for n in kernel.inside
    )  # with loops the threads of a block are the lanes
    if axes is None and (low.shape.sizes or known):
        sizes = _known_sizes(low) if low.shape.sizes else (bound, "", "")
        axes = axes_of(kernel.body, sizes)
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
    axes = axes_of(low.kernel.body, sizes, alone)
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


class Flat:
    """One such kernel. ``sizes``: those of a block, where indices are told by them; ``alone``: axes along which it has one thread."""

    def __init__(
        self, low: KernelLowering, dims: int, sizes: Sequence[str], alone: frozenset[str] = frozenset()
    ) -> None:
        self.low, self.kernel = low, low.kernel
        self.axes = Axes(low, dims, sizes, alone)
        self.guards: list[Guard] = []
        self.dissolved: set[int] = set()  # conditionals that are bounds now
        self.strips: Strips | None = None
        self.conditional = False  # a guard that is no bound is around everything
        self.in_strips: InStrips | None = None  # what the loop along a row is, if it goes by strips
        self.row_strip: RowStrip | None = None  # what is done with strips of the rows into which divisions cut the grid

    def lower(self) -> Lowered | None:
        """The function; none where threads that return would have to be kept away from what follows."""
        low = self.low
        statements = [n for n in self.kernel.body.named_children if n.type != "comment"]
        strides = self.axes.dims == 1 and self.axes.part is None
        found = loop_over_grid(self.kernel, statements, self.axes.sizes) if strides else None
        counts = found is not None and may_be_adopted(found.variable) and not self._is_broken(found.bound)
        counts = counts and found is not None and not self._do_more(found, statements[:-1])
        read = self._read_before(found.bound) if counts and found is not None else frozenset()
        counts &= read is not None
        if found is not None and counts:
            self.axes.stride = Stride(found.loop, found.variable, low.plain_code(found.bound))
        if self.axes.stride is None and self.axes.dims == 1 and goes_by_grid(self.kernel, statements, self.axes.sizes):
            return None  # each thread alone would take elements that lie as far apart as the grid has threads
        self._counting = found.last.id if counts and found is not None and found.last is not None else None
        self.axes.adopt()
        order = self._order()
        self._plainly = low.vary("", "", "", apart=self.axes.blocks(), level=read or frozenset())
        cutter = self._cutter(self._plainly)
        statements = self._body(statements, cutter)
        self._straight = frozenset(s.id for s in statements)  # what stands under no condition and in no loop
        axis = order[-1]
        row = self.axes.variable(axis)
        marched = self._march(statements, cutter, axis)
        ends = (
            apart(statements, row, self.axes.adopted, self.kernel.variables)
            if self.axes.dims > 1 and marched is None
            else None
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
            if marched is None and row is not None and not self.guards:
                with suppress(Unsupported):  # each thread alone does it then
                    along = AlongRows(low, self.axes, order, row, self._before(), self._plainly, self._cutter)
                    self.row_strip = along.by_row_strips(statements, made, self._divisors)
                    if self.row_strip is None:
                        self.in_strips = along.by_strips(statements)
            return self._function(made, (), order, cutter, marched is not None)
        self.strips, last = None, self._cutter(low.vary("", "", "", apart=self.axes.blocks()))
        self.axes.bounds[axis].insert(0, spelled(str(ends.number + 1)))
        self.axes.begins_at(axis, str(ends.number))
        more = self._loops(ends.statements, last, order)
        return self._function(made, without_vectors(more), order, cutter, False) if more is not None else None

    def _do_more(self, found: GridLoop, before: list[Node]) -> bool:
        """Whether declarations before a loop over the grid, or what its head says beside counting, do more than to give a value: each
        thread does that as often as it gets there."""
        head = found.loop.child_by_field_name("initializer")
        nodes = [*before, found.bound, *([head] if head is not None else [])]
        if self.low.code.may_do_more(nodes, self.kernel):
            return True
        doing = what_does(nodes)
        vary = self.low.vary("", "", "", apart=self.axes.blocks()) if doing else None
        return vary is not None and not all(map(vary.is_derived_text, doing))

    def _read_before(self, bound: Node) -> frozenset[int] | None:
        """What is read from memory for the bound of a loop over the grid: every thread reads it before its first round, so it is read
        once before all. None where another thread may have another bound, or nobody can tell."""
        asked, read = [v for v in self._asked_by(bound) if not v.parameter], frozenset[int]()
        while asked:
            vary = self.low.vary("", "", "", apart=self.axes.blocks(), level=read)
            left = [v for v in asked if not vary.is_uniform(v)]
            if not left:
                break
            values = (v.init for v in left if v.init is not None and never_written(v))
            more = read | {value.id for value in values if vary.is_uniform_text(value, loads=True)}
            if more == read:
                return None
            read = more
        return read

    def _asked_by(self, bound: Node) -> set[Variable]:
        """The variables that a value is told by, by way of others or not."""
        variables = self.kernel.variables
        found, waiting = set[Variable](), set(variables.used_in(bound))
        while waiting:
            variable = waiting.pop()
            found.add(variable)
            if variable.init is not None:
                waiting |= variables.used_in(variable.init) - found
        return found

    def _is_broken(self, bound: Node) -> bool:
        """Whether a loop counts to a number with a fraction, which OpenMP does not share out."""
        kind = Typing(self.kernel, self.low.code).of(bound)
        return kind is not None and (kind[1] > 0 or kind[0] in _BROKEN)

    def _cutter(self, vary: Vary) -> Cutter:
        cutter = Cutter(self.kernel, self.low.code, vary, self._rule, frozenset())
        cutter.skip.update(self.axes.adopted)
        cutter.everywhere = True
        cutter.dissolved = self.axes.stride.loop if self.axes.stride is not None else None
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
        derived = {v: told for v, told in derived_of(vary, cutter).items() if v not in self.axes.adopted}
        headers = [(self.axes.index[a][0], self.axes.index[a][1], self.axes.bound(a)) for a in order]
        starts = {self.axes.index[axis][1]: self.axes.start(axis) for axis in order}
        plan = planned(items, vary)
        if plan.crossing:
            return None
        made = Emitter(vary, plan, Loops(headers, starts=starts), derived).statements()
        return (*cutter.names_first, *made)

    def _before(self) -> frozenset[Variable]:
        """The variables that are declared before the loops over the threads."""
        return frozenset(filter(self._stands_before, self.kernel.variables.all))

    def _stands_before(self, variable: Variable) -> bool:
        """Whether a variable is one value for the grid and declared before the loops over its threads."""
        declared = variable.declaration is not None and variable.declaration.id in self._straight
        if not declared or variable in self.axes.adopted:
            return False
        return self._plainly.is_uniform(variable) and self._plainly.may_move_up(variable)

    def _order(self) -> list[str]:
        """The axes from outside in: the one whose neighbours lie side by side in memory is inside, x unless it is y alone."""
        order = list(reversed(AXES[: self.axes.dims]))
        x, y = (self.axes.variable(axis) for axis in "xy")
        if x is None or y is None or self.axes.stride is not None:
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
        x = self.axes.variable(axis)
        if self.axes.dims != 2 or len(loops) != 1 or loops[0].type != "for_statement" or x is None:
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
                if variable not in self.axes.adopted and not cutter.vary.is_uniform(variable):
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

    def _with_outside(self, loop: Node, body: Body) -> Body:
        """``body`` with the head of ``loop`` before that of the threads of a row."""
        parts = (loop.child_by_field_name(n) for n in ("initializer", "condition", "update"))
        head = tuple(unended(self.low.plain_code(part)) for part in parts if part is not None)
        at = next(i for i, statement in enumerate(body) if isinstance(statement, Loop))
        outer = body[at]
        assert isinstance(outer, Loop)
        return (*body[:at], replace(outer, body=(Control("for", head, outer.body, tight=True),)), *body[at + 1 :])

    def _rule(self, node: Node, again: Rule) -> Code | None:
        if node.type in ("binary_expression", "field_expression"):
            axis = self.axes.told_by(node)
            if axis is not None:
                type, name = self.axes.index[axis]
                signed = type != "int" or may_be_signed(node, self.kernel.variables, self.low.rules.said)
                signed |= Typing(self.kernel, self.low.code).of(node) == ("int", 0)
                return spelled(name if signed else f"unsigned({name})")
        told = self.low.rule(node, again)
        if told is None and self.strips is not None and node.type == "subscript_expression":
            return self.strips.code_of(node, self.conditional, again)
        return told

    def _find_strips(self, statements: list[Node], axis: str) -> None:
        """What is said of elements side by side, where the threads of a row are a vector's lanes."""
        lane = self.axes.variable(axis)
        own = [n for s in statements for n in walk(s)]
        if lane is None or self.axes.index[axis][0] != "int" or any(n.type in LOOPS for n in own):
            return
        self.conditional = bool(self.guards) or any(returning_guard(s) is not None for s in statements)
        typing = Typing(self.kernel, self.low.code)
        self.strips = Strips(self.kernel.variables, typing, lane, self.kernel.body, frozenset(self.dissolved))

    def _body(self, statements: list[Node], cutter: Cutter) -> list[Node]:
        """The statements that are left when guards have become bounds."""
        self._told: set[Variable] = set()
        if self.axes.stride is not None:
            loop = self.axes.stride.loop
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
            or v in self.axes.adopted
            or cutter.vary.is_derived(v)
            or (cutter.vary.may_move_up(v) and cutter.vary.is_uniform(v))
            for v in declared
        )

    def _take(self, terms: list[Node], opposite: bool, cutter: Cutter) -> bool:
        """Turn comparisons of loop variables into bounds, the others into guards; ``False`` if none is a bound."""
        said = {(t.end_byte, v) for t in terms for v in self.kernel.variables.used_in(t) - self.axes.adopted}
        if any(write.start_byte > at for at, variable in said for write in variable.writes):
            return False  # what is one value for all threads is another one when the loops begin
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
            self.axes.bounds[axis].append(end)
        for axis, text in starts:
            self.axes.begins_at(axis, text)
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
        axis = self.axes.of(left)
        if axis is None:
            axis, left, right, operator = self.axes.of(right), right, left, _FLIPPED[operator]
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
        asked, _ = cutter.typing.of(left) or ("unsigned", 0)
        negative = kind in (*_SIGNED, "long", "long long") and right.type != "number_literal"
        if kind in WIDE or (asked in WIDE and negative):
            # Both sides are compared in it: what wrapped around, or is below zero, is far above every index.
            wide = kind if kind in WIDE else asked
            return axis, form("std::min<{}>({}, INT_MAX){}", wide, code, " + 1ll" if behind else "")
        if asked == "unsigned" and negative and kind in _SIGNED:
            code = form("unsigned({})", code)  # the same
        elif negative and self.axes.index[axis][0] in UNSIGNED:
            return axis, form("std::max<long long>({}{}, 0)", code, behind)  # the loop itself compares without a sign
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
        local = [v for v in self.kernel.variables.all if names[v.name] == 1 and self._stands_before(v)]
        return divisors(self.kernel, type, self.low.rules.constants, self.low.rules.positive, local)

    def _by_borders(self, loops: Body, order: list[str], cutter: Cutter) -> Body:
        """The loops with rows whose lanes ask for borders in parts."""
        lane = self.axes.variable(order[-1])
        if lane is None or self.axes.dims < 2 or self.axes.stride is not None or self.in_strips is not None:
            return loops
        kernel, hidden = self.kernel, names_in_macros(self.low.code)
        own = frozenset((*kernel.template_names, *kernel.names_of_class))
        borders = Borders(
            lane, kernel.variables, cutter.typing, self.low.names.fresh, hidden, own, self.low.rules.value
        )
        return tuple(map(borders.apart, loops))

    def _function(self, body: Body, more: Body, order: list[str], cutter: Cutter, marched: bool) -> Lowered:
        """The kernel's function: the threads of the machine share the first of its loops, and the first of ``more``, where the
        loop along a row has one round."""
        low = self.low
        at = next((i for i, statement in enumerate(body) if any(loops_over([statement]))), None)
        if at is None:  # it does nothing
            return Lowered(Function(low.head(), ()), warnings=cutter.warnings)
        told = Told(
            self.axes.dims,
            self.axes.count(order),
            marched,
            self._divisors,
            low.names.fresh,
            low.known,
            low.rules.eager,
            strip=self.row_strip,
            stored=any(map(self._is_stored, self.kernel.variables.all)),
        )
        loops = self._by_borders(shared(body[at], body[at + 1 :], told), order, cutter)
        if self.in_strips is not None and isinstance(whole := loops[0], Loop) and whole.directive is not None:
            body = (*body[:at], self.in_strips.around(self.axes, order, whole.directive))
        else:
            body = (*body[:at], *loops, *body[at + 1 :])
        if more:
            body = (
                *body,
                *shared(more[0], more[1:], replace(told, count=self.axes.count(order[:-1]), ends=True)),
                *more[1:],
            )
        body = Wide(cutter.typing, low.rules.value, cutter.vary.is_uniform_text).body(self.axes.in_parts(body))
        mentions = mentioned(body)
        sizes = low.shape
        if not self.axes.sizes:
            low.shape = replace(sizes, sizes=None)
        head = [*low.size_lines(mentions), *self.axes.totals(mentions)]
        taken = low.head()
        low.shape = sizes
        return Lowered(Function(taken, (*head, *body)), warnings=cutter.warnings)


def _is_integer(node: Node) -> bool:
    if node.type != "number_literal":
        return True
    number = literal(text_of(node), "cpp")
    return number is not None and number.is_integer and number.value >= 0


def _is_whole(variable: Variable | None) -> bool:
    return variable is not None and variable.base in INTEGERS and variable.base != "auto" and variable.scalar
