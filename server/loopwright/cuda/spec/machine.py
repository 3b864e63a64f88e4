"""The cost model: what a processor takes for what the lowering chooses among.

A launch is shared among threads from as much work on as one core does while a team is woken (``lower/grain.py``). Rows are loops of their
own where the divisions that this saves take longer than to begin them (``lower/rows.py``), and threads take pieces of them. Rows are
folded by threads side by side from some rounds on (``lower/reductions.py``).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Measured:
    """What is measured on a machine: ``operation`` and ``wake`` in nanoseconds, the others in operations."""

    operation: float
    wake: float
    division: float
    call: float
    row: float


@dataclass(frozen=True)
class Machine:
    """The figures of machine.toml, or those of a machine in the place of some of them."""

    operation: float
    wake: float
    division: int
    call: int
    row: int
    margin: int
    fold: int
    piece: int
    chunk: int

    @property
    def worth(self) -> int:
        """Operations below which a launch runs on the thread that asks for it: ``margin`` times what one core does while a team is
        woken, for two threads save half of the time that one takes."""
        return max(1, round(self.margin * self.wake / self.operation))

    @property
    def least_columns(self) -> int:
        """The shortest row that is worth a loop."""
        return max(1, -(-self.row // self.division))

    def with_measured(self, found: Measured) -> Machine:
        """The same with what was measured."""
        division, call, row = (max(1, round(cost)) for cost in (found.division, found.call, found.row))
        return replace(self, operation=found.operation, wake=found.wake, division=division, call=call, row=row)


@cache
def any_machine() -> Machine:
    """The figures where nobody has measured."""
    rows = tomllib.loads(resources.files("loopwright.cuda.spec").joinpath("machine.toml").read_text("utf-8"))
    return Machine(**rows["nanoseconds"], **rows["operations"], **rows["counts"])
