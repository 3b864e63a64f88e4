"""Indices that a kernel names first, put where they are asked for.

``const int bx = blockIdx.x, tx = threadIdx.x; const int col = bx * blockDim.x + tx;`` says the same as ``col = blockIdx.x * blockDim.x +
threadIdx.x``, of which loops over the grid are made (``lower/flat.py``). Only where a kernel asks nothing of thread and block then but its
number in the grid: there the names would have no value of their own, and elsewhere they are good names. Each line keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tree_sitter import Node

from loopwright.cuda.analyse.indices import Index, index_of, never_written
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.early_values import names_in_macros
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import holds, rewritten, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import spliced

_OF_THREADS = ("threadIdx", "blockIdx")
_UNSIGNED = frozenset(("unsigned", "unsigned int", "uint", "uint32_t", "auto"))
_TYPES = _UNSIGNED | {"int", "int32_t"}
_WORDS = frozenset(word for type in _TYPES for word in type.split()) | {"const", "constexpr"}
_Edit = tuple[int, int, str]


def with_indices_in_place(source: Source, code: DeviceCode) -> Source:
    """``source`` with such indices where their names are used; ``source`` itself where there are none."""
    hidden = names_in_macros(code)
    edits = [edit for kernel in code.kernels if _may_be_flat(kernel, code) for edit in _edits(kernel, hidden)]
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def _may_be_flat(kernel: DeviceFunction, code: DeviceCode) -> bool:
    """Whether no thread needs to know the others of its block."""
    return not code.function_synchronises(kernel) and not code.uses_block_memory(kernel)


def _edits(kernel: DeviceFunction, hidden: frozenset[str]) -> list[_Edit]:
    if any(n.type.startswith("preproc") for n in kernel.inside):
        return []
    named = frozenset(v for v in kernel.variables.all if v.name not in hidden and _is_named(v))
    numbers = _Numbers(kernel.variables, named)
    uses = {n.id for sum in kernel.inside if numbers.is_number(sum) for n in walk(sum) if n.type == "identifier"}
    gone = _needless(kernel.variables, named, uses)
    values = [v.init for v in gone if v.init is not None]
    asked = (n for n in kernel.inside if n.type == "identifier" and text_of(n) in _OF_THREADS)
    if not gone or any(n.id not in uses and not any(holds(value, n) for value in values) for n in asked):
        return []
    told = [use for v in named for use in v.uses if use.id in uses]
    return [*((use.start_byte, use.end_byte, numbers.said(use)) for use in told), *_without(gone)]


def _needless(variables: Variables, named: frozenset[Variable], uses: set[int]) -> list[Variable]:
    """The names that nobody asks for any more where what they stand for is put in the place of some ``uses``."""
    gone = [v for v in variables.all if v in named and v.uses]  # one that is never used tells how many axes a block has
    while True:
        values = [v.init for v in gone if v.init is not None]
        left = [v for v in gone if all(n.id in uses or any(holds(value, n) for value in values) for n in v.uses)]
        if len(left) == len(gone):
            return gone
        gone = left


def _is_named(variable: Variable) -> bool:
    """Whether a variable is a whole number of the width of an index and keeps its first value."""
    declaration = variable.declaration
    around = declaration.parent if declaration is not None else None
    plain = not variable.parameter and not variable.pointers and _WORDS.issuperset(variable.head.split())
    return plain and never_written(variable) and around is not None and around.type == "compound_statement"


@dataclass(frozen=True)
class _Numbers:
    """What is a thread's number in the grid, said by the names of indices that a kernel has."""

    variables: Variables
    named: frozenset[Variable]

    def is_number(self, node: Node) -> bool:
        """Whether an expression is ``blockIdx.d * blockDim.d + threadIdx.d``."""
        sides = _sides(node, "+")
        return any(
            (index := self._index(thread)) is not None
            and index[0] == "threadIdx"
            and self._begins_block(start, index[1])
            for thread, start in ((sides, sides[::-1]) if sides else ())
        )

    def said(self, node: Node) -> str:
        """What the name of an index stands for, as a value of the name's type."""
        variable = self.variables.of(node)
        assert variable is not None
        assert variable.init is not None
        text = " ".join(rewritten(variable.init, self._said_in).split())
        plain = variable.init.type == "field_expression"
        whole = text if plain else f"({text})"
        if variable.base == "auto" or (plain and variable.base in _UNSIGNED):  # it has this type itself
            return whole
        return f"({'unsigned' if variable.base in _UNSIGNED else 'int'}){whole}"

    def _said_in(self, node: Node) -> str | None:
        return self.said(node) if self.variables.of(node) in self.named else None

    def _held(self, node: Node) -> Node:
        """What an expression is, where it is the name of something that is held."""
        node = bare(node)
        variable = self.variables.of(node)
        if variable in self.named and variable is not None and variable.init is not None:
            return self._held(variable.init)
        return node

    def _index(self, node: Node) -> Index | None:
        return index_of(self._held(node))

    def _begins_block(self, node: Node, axis: str) -> bool:
        """Whether an expression is the number of a block times the size of one."""
        sides = _sides(self._held(node), "*")
        for block, size in (sides, sides[::-1]) if sides else ():
            if self._index(block) == ("blockIdx", axis):
                return self._index(size) == ("blockDim", axis) or self._is_constant(size)
        return False

    def _is_constant(self, size: Node) -> bool:
        """Whether a size may be one on which all launches agree."""
        size = bare(size)
        return size.type == "number_literal" or (size.type == "identifier" and self.variables.of(size) is None)


def _sides(node: Node, operator: str) -> tuple[Node, ...]:
    node = bare(node)
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != operator:
        return ()
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return tuple(side for side in sides if side is not None)


def _without(gone: list[Variable]) -> Iterator[_Edit]:
    """Edits that take declarations away, or parts of those that declare something else too."""
    declarations = {v.declaration.id: v.declaration for v in gone if v.declaration is not None}
    for declaration in declarations.values():
        names = {v.name for v in gone if v.declaration == declaration}  # another scope may use them for something else
        declared = declaration.children_by_field_name("declarator")
        kept = [d for d in declared if text_of(d.child_by_field_name("declarator")) not in names]
        if not kept:
            yield _taken(declaration, declaration.start_byte, declaration.end_byte)
            continue
        for one, following in pairwise(declared):
            if one not in kept and one.start_byte < kept[-1].start_byte:
                yield _taken(declaration, one.start_byte, following.start_byte)
        yield _taken(declaration, kept[-1].end_byte, declared[-1].end_byte)


def _taken(declaration: Node, start: int, end: int) -> _Edit:
    """An edit that takes a part of a declaration away and leaves as many lines."""
    text = (declaration.text or b"")[start - declaration.start_byte : end - declaration.start_byte]
    return start, end, "\n" * text.count(b"\n")
