"""What the block keeps for its threads: arrays with one element for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from loopwright.cuda.ir.code import Code, form, spelled
from loopwright.cuda.ir.statements import Plain


@dataclass(frozen=True, slots=True)
class ThreadArray:
    """``type`` of the elements. ``shown``: threads read one another's elements, also beyond the last thread of a block."""

    type: Code
    name: str
    shown: bool = False

    def declared(self, threads: str) -> Plain:
        """Its declaration for so many threads."""
        length = f"{threads} + 32" if self.shown else threads
        return Plain(form("{} {}[{}];", self.type, self.name, length))


def element(array: str, thread: str) -> Code:
    """A thread's element."""
    return spelled(f"{array}[{thread}]")


def shown_names(arrays: Iterable[ThreadArray]) -> frozenset[str]:
    """Names of arrays in which threads show each other something."""
    return frozenset(array.name for array in arrays if array.shown)
