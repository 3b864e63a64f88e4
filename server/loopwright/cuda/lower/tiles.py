"""Strips of several rows at once, as tiles whose values stay in registers.

In ``for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];`` a strip of one row reads ``b`` anew for each row, and what a
thread keeps goes to memory and back in each round. A tile of six rows and sixteen columns reads an element of ``b`` once for six
threads, and compilers keep its sums in registers, if its sizes are constants. They are in all tiles but those at the edges. Each thread adds
in the order of its own rounds. A product of 1,000 × 1,000 takes 40 ms for 109, and 82 for 157 in vectors of 16 bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from loopwright.cuda.ir.code import Code, form
from loopwright.cuda.ir.statements import Body, Control, Loop, Plain, plain
from loopwright.cuda.read.variables import Variable

COLUMNS, _MOST_ROWS, _LEAST_ROWS = 16, 6, 3
THREADS = COLUMNS * _MOST_ROWS
_MOST_BYTES = 4 * THREADS  # a processor has registers for twelve vectors of 32 bytes beside what a round reads
_SIZES = {"int": 4, "unsigned": 4, "unsigned int": 4, "float": 4, "double": 8, "long long": 8, "unsigned long long": 8}


def rows_of(kept: Iterable[Variable], types: Callable[[str], str]) -> int:
    """How many rows of threads that keep such values fit into registers; 0 where that is no gain. ``types``: a type by its other names."""
    sizes = [_SIZES.get(types(variable.base), _MOST_BYTES) for variable in kept]
    rows = _MOST_BYTES // (COLUMNS * sum(sizes)) if sizes else 0
    return min(rows, _MOST_ROWS) if rows >= _LEAST_ROWS else 0


@dataclass(frozen=True)
class Side:
    """A side of a tile: its ``first`` row or column and how many it has, ``size``, both by name; the ``most`` that it has; where the rows or
    columns of the grid begin and end."""

    first: str
    size: str
    most: int
    start: Code
    bound: Code

    def told(self) -> Plain:
        """How many rows or columns a tile has here."""
        return Plain(
            form("const int {} = std::min<long long>({}, {} - {});", self.size, str(self.most), self.bound, self.first)
        )

    def along(self, body: Body) -> Loop:
        """The loop over tiles that lie along this side."""
        return Loop("int", self.first, self.bound, body, self.start, step=f"{self.first} += {self.most}")


def tiles_of(name: str, body: Body, rows: Side, columns: Side) -> Loop:
    """The loops over tiles. ``name``: what ``body``, which is done with one of them, is called."""
    sizes = (rows.size, columns.size)
    head = form("const auto {} = [&](const int {}, const int {}) __attribute__((always_inline))", name, *sizes)
    whole = f"{rows.size} == {rows.most} && {columns.size} == {columns.most}"
    calls = (
        plain(f"if ({whole}) {name}({rows.most}, {columns.most});"),
        plain(f"else {name}({rows.size}, {columns.size});"),
    )
    inside: Body = (Control("lambda", (head,), body), rows.told(), columns.told(), *calls)
    return replace(rows.along((columns.along(inside),)), tight=True)
