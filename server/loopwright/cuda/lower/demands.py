"""What the calls of device functions in which threads wait have in common.

Such a function runs once for all threads of a block, so what differs between threads comes in arrays. A parameter that is one value for the
block at every call is no array; one that is the thread's own number, in blocks of one dimension, is the variable of the loops over the threads,
and one that is the same part of it at every call, its lane or its warp, is made of that. ``block_sum(value, threadIdx.x)`` is as fast then as its text in
the kernel would be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from loopwright.cuda.analyse.indices import Part, holds_number
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.variables import Variable

Place = tuple[str, str]  # (function, parameter)


@dataclass
class Calls:
    """What a kernel or a function demands of functions that it calls: ``masked`` by some threads only, with parameters that are ``varying``
    or not the thread's number (``unlike``), ``planes`` where the block may have several dimensions; ``parts``: what of the thread's number
    a parameter gets, if it is that."""

    masked: set[str] = field(default_factory=set)
    varying: set[Place] = field(default_factory=set)
    unlike: set[Place] = field(default_factory=set)
    planes: set[str] = field(default_factory=set)
    parts: list[tuple[Place, Part | None]] = field(default_factory=list)


@dataclass(frozen=True)
class Demands:
    """What all calls agree on: which functions are called by some threads only, and for blocks of one dimension; which parameters are one
    value for the block, and which the number of the thread, or a part of it: ``None`` in ``parts`` where that is another at each call."""

    masked: frozenset[str] = frozenset()
    whole: frozenset[Place] = frozenset()
    numbers: frozenset[Place] = frozenset()
    flat: frozenset[str] = frozenset()
    parts: Mapping[Place, Part | None] = field(default_factory=dict)

    @property
    def told(self) -> Mapping[Place, Part]:
        """The parameters that a call hands nothing to, and what they are of the thread's number."""
        other = self.whole | self.numbers
        return {place: part for place, part in self.parts.items() if part is not None and place not in other}

    def after(self, calls: Calls) -> Demands:
        """What is left of it beside more calls."""
        return Demands(
            self.masked | calls.masked,
            self.whole - calls.varying,
            self.numbers - calls.unlike,
            self.flat - calls.planes,
            _agreed(self.parts, calls.parts),
        )


def first_demands(waiting: Sequence[DeviceFunction], code: DeviceCode) -> Demands:
    """What the calls of some functions agree on before any is looked at."""
    times = Counter(f.name for f in code.functions)
    numbers = ((f.name, p.name) for f in waiting if times[f.name] == 1 and (p := _number(f)) is not None)
    return Demands(
        whole=frozenset((f.name, p.name) for f in waiting for p in f.parameters),
        numbers=frozenset(numbers),
        flat=frozenset(f.name for f in waiting if not code.uses_methods(f)),
        parts={
            (f.name, p.name): None for f in waiting for p in f.parameters if times[f.name] > 1 or not _may_be_number(p)
        },
    )


def _number(function: DeviceFunction) -> Variable | None:
    """The first parameter that may be the number of a thread."""
    return next(filter(_may_be_number, function.parameters), None)


def _may_be_number(parameter: Variable) -> bool:
    """Whether it is of a type that holds them all, and not changed."""
    return holds_number(parameter) and not parameter.writes and not parameter.taken


def _agreed(
    parts: Mapping[Place, Part | None], more: Iterable[tuple[Place, Part | None]]
) -> Mapping[Place, Part | None]:
    found = dict(parts)
    for place, part in more:
        found[place] = part if found.get(place, part) == part else None
    return found
