"""What a kernel becomes: regions that every thread of a block runs through, and what the block does between them.

A region is a loop over the threads. Where threads wait for each other one region ends and the next begins (loop
fission; MCUDA, Stratton et al. 2008, section 3). Control around a barrier stands between regions: as it was written
where all threads take the same way, else with an array that holds who takes part.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from loopwright.cuda.read.variables import Variable


@dataclass(frozen=True)
class Guard:
    """Threads for which ``condition`` holds take part. ``mask``: it is an element of an array of the block; ``limit``:
    they are the first so many of a block of one dimension."""

    condition: str
    uses: frozenset[Variable] = frozenset()
    mask: bool = False
    limit: str | None = None


@dataclass
class Step:
    """Text that one thread runs. ``declares``: the variable that it declares, ``value`` what it starts with."""

    text: str
    uses: set[Variable] = field(default_factory=set)
    declares: Variable | None = None
    value: str | None = None
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
    """Text that the block runs once."""

    text: str
    declares: Variable | None = None


@dataclass
class Around:
    """Items inside control that the whole block takes: ``before`` opens it, ``after`` closes it."""

    before: str
    items: list[Item]
    after: str = "}"


Item = Region | Once | Around


class Unsupported(Exception):
    """What cannot be translated: a sentence and the byte offset it is about."""

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.reason, self.at = reason, at
