"""The loops over the threads of a grid, one along each axis: what they are called, where they begin and where they end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.analyse.indices import AXES, index_of, is_global_index
from loopwright.cuda.analyse.signs import may_be_signed
from loopwright.cuda.ir.code import Code, form, joined, spelled
from loopwright.cuda.ir.statements import Body, Loop, Plain, plain
from loopwright.cuda.lower.lowering import KernelLowering
from loopwright.cuda.lower.sharing import INTEGERS, NARROW
from loopwright.cuda.read.device_function import INDICES
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.shadowing import is_hidden
from loopwright.cuda.read.variables import Variable
from loopwright.source.nodes import bare, text_of

_NAMES = {"x": "i", "y": "j", "z": "k"}


def axes_of(body: Node, sizes: Sequence[str] = (), alone: frozenset[str] = frozenset()) -> set[str] | None:
    """Axes of global indices, ``None`` if an index is used in another way. ``sizes``: what a block's are; ``alone``: axes along which it has
    one thread."""
    found: set[str] = set()
    explained: set[int] = set()
    inside = list(walk(body))
    for node in inside:
        axis = is_global_index(node, sizes) if node.type == "binary_expression" else None
        if axis is not None:
            found.add(axis)
            explained |= {n.id for n in walk(node)}
        if alone and node.type == "field_expression" and (axis := _of_block(node, alone)) is not None:
            found.add(axis)
            explained |= {n.id for n in walk(node)}
    for node in inside:
        if node.type == "identifier" and text_of(node) in INDICES and node.id not in explained:
            parent = node.parent
            if text_of(node) in ("threadIdx", "blockIdx") or parent is None or index_of(parent) is None:
                return None
    return found or None


def _of_block(node: Node, alone: frozenset[str]) -> str | None:
    """The axis of a block's number, if it has one thread along that."""
    index = index_of(node)
    return index[1] if index is not None and index[0] == "blockIdx" and index[1] in alone else None


@dataclass(frozen=True)
class Stride:
    """A loop with the stride of the grid, which is the loop over all threads: its variable goes up to ``bound``."""

    loop: Node
    variable: Variable
    bound: Code


class Axes:
    """Those of one kernel. ``sizes``: those of a block, where indices are told by them; ``alone``: axes along which it has one thread."""

    def __init__(self, low: KernelLowering, dims: int, sizes: Sequence[str], alone: frozenset[str]) -> None:
        self.low, self.dims, self.kernel, self.sizes, self.alone = low, dims, low.kernel, sizes, alone
        self.index: dict[str, tuple[str, str]] = {}  # axis → type, name
        self.adopted: set[Variable] = set()
        self.bounds: dict[str, list[Code]] = {a: [] for a in AXES[:dims]}
        self.starts: dict[str, list[str]] = {}  # axis → what its index is at least
        self.stride: Stride | None = None
        self.total = {axis: low.names.fresh(f"total_{axis}", f"all_threads_{axis}") for axis in AXES[:dims]}
        # Names of the first thread of a part of the grid and of what follows its last, where no launch tells that blocks are as large
        # as the kernel takes for granted.
        self.part: tuple[str, str] | None = None
        if sizes and not low.shape.sizes:
            self.part = low.names.fresh("first", "first_thread"), low.names.fresh("last", "last_thread")

    def adopt(self) -> None:
        """The variable that holds an axis' index is the loop's variable."""
        strided = self.stride.variable if self.stride is not None else None
        for variable in [*([strided] if strided is not None else []), *self.kernel.variables.all]:
            if variable.init is None or not may_be_adopted(variable):
                continue
            own = variable is strided
            axis = "x" if own else self.told_by(variable.init)
            if axis is None or axis in self.index or (variable.writes and not own):
                continue
            if (variable.scope != self.kernel.body and not own) or is_hidden(variable, self.kernel.variables):
                continue
            signed = all(may_be_signed(n, self.kernel.variables, self.low.rules.said) for n in variable.uses)
            narrow = variable.base in NARROW
            type = "int" if narrow and signed else "unsigned" if variable.base == "auto" else variable.base
            self.index[axis] = (type, variable.name)
            self.adopted.add(variable)
        for axis in AXES[: self.dims]:
            if axis not in self.index:
                self.index[axis] = ("int", self.low.names.fresh(_NAMES[axis], f"index_{axis}"))

    def variable(self, axis: str) -> Variable | None:
        """The kernel's own variable that holds an axis' index."""
        return next((v for v in self.adopted if axis in self.index and v.name == self.index[axis][1]), None)

    def told_by(self, node: Node) -> str | None:
        """The axis of what a thread's number in the grid is told by."""
        return is_global_index(node, self.sizes) or _of_block(node, self.alone)

    def blocks(self) -> frozenset[int]:
        """Where a block's number alone tells an axis: the threads of a grid have another one each."""
        fields = (n for n in walk(self.kernel.body) if self.alone and n.type == "field_expression")
        return frozenset(n.id for n in fields if _of_block(n, self.alone) is not None)

    def of(self, node: Node) -> str | None:
        """The axis of which an expression is the index, told or held in a variable."""
        node = bare(node)
        if node.type == "cast_expression":
            value = node.child_by_field_name("value")
            node = bare(value) if value is not None else node
        variable = self.kernel.variables.of(node)
        if variable is not None and variable in self.adopted:
            return next(a for a, (_, name) in self.index.items() if name == variable.name)
        return self.told_by(node)

    def begins_at(self, axis: str, least: str) -> None:
        """No thread before ``least`` does anything."""
        self.starts.setdefault(axis, []).append(least)

    def bound(self, axis: str) -> Code:
        """What follows the last thread along an axis that does anything."""
        if self.stride is not None:
            return self.stride.bound
        code: Code = spelled(self.part[1] if self.part is not None and axis == "x" else self.total[axis])
        for bound in self.bounds[axis]:
            code = form("std::min<long long>({}, {})", bound, code)
        return code

    def start(self, axis: str) -> str:
        """The first thread along an axis that does anything."""
        least = max((int(number) for number in self.starts.get(axis, ())), default=0)
        if self.part is None or axis != "x":
            return str(least)
        return f"std::max<long long>({self.part[0]}, {least})" if least else self.part[0]

    def along(self, axis: str, body: Body) -> Loop:
        """The loop over the threads along an axis around another."""
        type, name = self.index[axis]
        return Loop(type, name, self.bound(axis), body, spelled(self.start(axis)), tight=True)

    def count(self, axes: list[str]) -> Code:
        """How many rounds the loops over the threads have together."""
        if self.stride is not None:
            return self.stride.bound
        totals = {axis: self.total[axis] for axis in axes}
        if self.part is not None and "x" in totals:
            totals["x"] = f"({self.part[1]} - {self.part[0]})"
        return joined(" * ", [totals[axis] for axis in sorted(axes)])

    def in_parts(self, body: Body) -> Body:
        """``body`` for each part of the grid: all of it where blocks are full, else a block of which the last threads are left out.
        A question that each thread is asked would keep it from being a lane of a vector."""
        if self.part is None:
            return body
        (first, last), size, total = self.part, self.sizes[0], self.total["x"]
        full = f"blockDim.x >= {size}"
        told = plain(f"const int {last} = {full} ? {total} : {first} + blockDim.x;")
        step = f"{first} += {full} ? {total} : {size}"
        return (Loop("long long", first, spelled(total), (told, *body), step=step),)

    def totals(self, mentions: frozenset[str] | set[str]) -> list[Plain]:
        """How many threads the grid has along the axes of which that is mentioned."""
        told: list[Plain] = []
        for axis in AXES[: self.dims]:
            if self.total[axis] in mentions:
                size = self.sizes[AXES.index(axis)] if self.sizes else f"blockDim.{axis}"
                times = "" if axis in self.alone else f" * {size}"
                told.append(plain(f"const int {self.total[axis]} = gridDim.{axis}{times};"))
        return told


def may_be_adopted(variable: Variable) -> bool:
    """Whether a variable may be that of the loop over all threads: not one of a narrow type, which begins anew where that ends."""
    return variable.scalar and not variable.taken and variable.base in INTEGERS
