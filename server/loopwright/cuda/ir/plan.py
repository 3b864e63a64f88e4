"""What a kernel becomes: regions that every thread of a block runs through, and what the block does between them.

A region is a loop over the threads. Where threads wait for each other one region ends and the next begins (loop
fission; MCUDA, Stratton et al. 2008, section 3). Control around a barrier stands between regions: as it was written
where all threads take the same way, else with an array that holds who takes part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from loopwright.cuda.ir.code import Code, tokens
from loopwright.cuda.ir.statements import SILENT, Kind, Plain, Remarks
from loopwright.cuda.read.variables import Variable
from loopwright.lazily import cached_property


@dataclass(frozen=True)
class End:
    """The threads from ``first`` on and before ``last`` of a loop over them, whose variable is ``name``; all where there is none.
    ``natural``: ``first`` is a number that is not below 0."""

    name: str
    first: Code | None = None
    last: Code | None = None
    natural: bool = False


@dataclass(frozen=True)
class Every:
    """One thread of each ``width`` of a block of one dimension, from ``first`` on."""

    first: int
    width: int


@dataclass(frozen=True)
class Guard:
    """Threads for which ``condition`` holds take part, or for which it does not hold (``opposite``). ``mask``: the array of the
    block whose elements it is; ``limit``: they are the first so many of a block of one dimension; ``ends``: of several dimensions,
    they are those between the ends for which ``rest`` holds too, or does not; ``every``: they are one of so many of a block of one
    dimension."""

    condition: Code
    uses: frozenset[Variable] = frozenset()
    mask: str | None = None
    limit: Code | None = None
    opposite: bool = False
    ends: tuple[End, ...] = ()
    rest: Code | None = None
    every: Every | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """What tells whether two guards say the same."""
        return ("!" if self.opposite else "", *tokens(self.condition))


@dataclass
class Step:
    """What one thread runs. ``declares``: the variable that it declares, ``value`` what it starts with."""

    runs: Plain
    uses: set[Variable] = field(default_factory=set)
    declares: Variable | None = None
    value: Code | None = None
    vector: bool = True


@dataclass
class Region:
    """A loop over the threads that pass the guards. ``label``: where a thread goes that is done early."""

    steps: list[Step]
    guards: tuple[Guard, ...] = ()
    label: str | None = None

    @property
    def used_by_steps(self) -> set[Variable]:
        """Variables of its steps, without those that the guards or declarations without a value alone mention."""
        given = {step.declares for step in self.steps if step.declares is not None and step.value is not None}
        return given.union(*(step.uses for step in self.steps))

    @property
    def uses(self) -> set[Variable]:
        """Variables that are read or written in it, those that it declares included."""
        found = {v for guard in self.guards for v in guard.uses}
        for step in self.steps:
            found |= step.uses
            if step.declares is not None:
                found.add(step.declares)
        return found


@dataclass
class Once:
    """What the block runs once."""

    runs: Plain
    declares: Variable | None = None


@dataclass
class Around:
    """Items inside control that the whole block takes, a scope if there is none; ``parts`` of its head as in
    :class:`~loopwright.cuda.ir.statements.Control`."""

    kind: Kind = "block"
    parts: tuple[Code, ...] = ()
    items: list[Item] = field(default_factory=list)
    remarks: Remarks = SILENT


Item = Region | Once | Around


@dataclass(frozen=True)
class Plan:
    """The items of a function, and what passes found out of its variables (``lower/planning.py``). ``handed``: variables whose arrays
    go to functions; ``uniform``: one value for the block; ``derived``: worked out again in every region; ``lives``: a variable that
    lives across the end of a region → the numbers of the regions that it lives in; ``under``: a variable → the conditions that all
    regions have in common that mention it."""

    items: tuple[Item, ...]
    handed: frozenset[Variable] = frozenset()
    uniform: frozenset[Variable] = frozenset()
    derived: frozenset[Variable] = frozenset()
    lives: Mapping[Variable, frozenset[int]] = field(default_factory=dict)
    under: Mapping[Variable, frozenset[tuple[str, ...]]] = field(default_factory=dict)

    @cached_property
    def crossing(self) -> frozenset[Variable]:
        """Variables of which an array keeps one for each thread."""
        return self.handed | self.lives.keys()


class Unsupported(Exception):
    """What cannot be translated: a sentence and the byte offset it is about."""

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.reason, self.at = reason, at
