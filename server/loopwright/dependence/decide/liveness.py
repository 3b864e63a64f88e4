"""What a loop leaves behind that somebody reads: variables, its own counter among them, and memory.

A parallel loop has a counter of its own in each iteration and leaves the variable as it was (OpenACC 3.4, section 2.9: loop
variables are private; there is no `lastprivate`). A program that reads it later needs it set behind the loop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from loopwright.dependence.decide.scalars import outlives, used_after
from loopwright.dependence.model.program import Access, Branch, Nest, Program, accesses_in, accesses_of


class LiveVariable(NamedTuple):
    """A variable whose value after the loop is read. ``counts`` says that it is the variable of the loop, or of one inside it;
    ``reader`` is the first read that may see it, ``None`` where it is read outside the function."""

    name: str
    root: str
    counts: bool
    reader: Access | None


@dataclass(frozen=True)
class LiveOut:
    """``memory`` holds the names of arrays, structs and what pointers lead to that the loop writes and that may be read when it is
    over."""

    variables: tuple[LiveVariable, ...]
    memory: tuple[str, ...]

    @property
    def counter(self) -> LiveVariable | None:
        """The loop's own variable if its last value is read."""
        return next((variable for variable in self.variables if variable.counts), None)


def live_out(program: Program, loop: int) -> LiveOut:
    """What ``loop`` writes and somebody may read after it."""
    written = {access.place.root: access for access in accesses_in(program.nests[loop].body) if access.writes}
    counting, frame = counters(program, loop), program.frames[loop]
    scalars = [root for root, access in written.items() if access.is_scalar and loop not in program.roots[root].loops]
    found = []
    for root in dict.fromkeys((*counting, *scalars)):
        reader = used_after(program, loop, root)
        is_over = frame.own and root == frame.register
        if reader is not None or (outlives(program, root) and not is_over):
            found.append(LiveVariable(program.roots[root].name, root, root in counting, reader))
    memory = [
        root
        for root, access in written.items()
        if not access.is_scalar and loop not in program.roots[root].loops and memory_lives(program, loop, root)
    ]
    return LiveOut(tuple(found), tuple(dict.fromkeys(program.roots[root].name for root in memory)))


def memory_lives(program: Program, loop: int, root: str) -> bool:
    """Whether what a loop writes there may be read when it is over."""
    return program.roots[root].lasting or read_later(program, loop, root)


def counters(program: Program, loop: int) -> tuple[str, ...]:
    """Roots of the variables that ``loop`` and the loops inside it count with, if they are declared outside."""
    inside = [loop, *_loops_in(program.nests[loop])]
    roots = [program.frames[number].register for number in inside]
    return tuple(root for root in dict.fromkeys(roots) if root is not None and loop not in program.roots[root].loops)


def _loops_in(nest: Nest) -> list[int]:
    found: list[int] = []
    waiting = [nest.body]
    while waiting:
        for item in waiting.pop().items:
            if isinstance(item, Nest):
                found.append(item.frame.id)
                waiting.append(item.body)
            elif isinstance(item, Branch):
                waiting.extend(item.blocks)
    return found


def read_later(program: Program, loop: int, root: str) -> bool:
    """Whether anything reads the array outside the loop, at a time after it (in a loop around: also before it)."""
    return bool(reads_after(program, loop, root))


def reads_after(program: Program, loop: int, root: str) -> list[Access]:
    """Reads of an object outside the loop, at a time after it (in a loop around: also before it)."""
    inside = {access.order for access in accesses_in(program.nests[loop].body)}
    last = max(inside)
    around = program.stacks[loop][:-1]
    return [
        access
        for access in accesses_of(program.body, root)
        if not access.writes and access.order not in inside and (access.order > last or set(access.loops) & set(around))
    ]
