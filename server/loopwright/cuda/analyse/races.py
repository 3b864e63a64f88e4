"""Races that are certain: two threads of a launch that come to one element, one of them to store in it, with no barrier between.

Threads of one warp are in step, so that a load of one and a store of another are no race that shows; neither are stores of the same value.
What decides is in :mod:`.trace`: what happens there happens for large enough arrays, and what is not known is not said.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeVar

import numpy as np

from loopwright.cuda.analyse import lanes as of
from loopwright.cuda.analyse.accesses import Access, Given, Threads
from loopwright.cuda.analyse.trace import TURNS, Run
from loopwright.cuda.analyse.vary import is_known
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.launches import Launch

T = TypeVar("T")
_WARP = 32
_LAUNCHES = 2  # of one kernel that are looked at
_MOST_THREADS = 1024
_PAIRS = 1000  # of accesses that are looked at
_TRIED = 64  # threads that come to an element of another are looked at closely


@dataclass(frozen=True)
class Race:
    """Where and between whom. ``first`` stores, ``second`` loads or stores; the lanes are a witness."""

    first: Access
    second: Access
    threads: tuple[int, int]


def races_of(
    kernel: DeviceFunction,
    code: DeviceCode,
    launches: Iterable[Launch],
    value: Callable[[str, int], int | None],
    memory: frozenset[str],
    line: Callable[[int], str],
) -> Iterator[tuple[int, str]]:
    """Where the threads of a kernel race in a launch of the file, and a sentence with a witness; one for each array. ``memory``: the
    device's variables of the file; ``line``: how the line of a place is said."""
    if takes_turns(kernel, code) or sum(k.name == kernel.name for k in code.kernels) > 1:
        return
    said: set[str] = set()
    shapes = {shape for launch in launches if launch.kernel == kernel.name and (shape := _shape(launch, value))}
    for shape in islice(sorted(shapes, key=str), _LAUNCHES):
        threads = _threads(shape, kernel)
        names = kernel.template_names
        chosen = {names[at]: size for at, size in shape.of_template if at < len(names)}
        if _is_refused(kernel, shape, chosen, value):
            continue
        run = Run(kernel, code, threads, Given(dict(shape.arguments), chosen), value, memory)
        for race in _certain(run.carried_out(), threads):
            if race.first.array not in said:
                said.add(race.first.array)
                yield (
                    min(race.first.at, race.second.at, key=lambda at: at != race.first.at),
                    _sentence(race, threads, line),
                )


def takes_turns(kernel: DeviceFunction, code: DeviceCode) -> bool:
    """Whether threads may keep others out, by what the kernel or a function that it calls does, or by something that it calls and that is
    not known, in a file that has the means."""
    if any(word in function.words for function in (kernel, *code.reached(kernel)) for word in TURNS):
        return True
    names = {function.name for function in code.reached(kernel)}
    unknown = any(not is_known(name) and name not in names for name in kernel.calls)
    return unknown and any(word.encode() in (code.root.text or b"") for word in TURNS)


@dataclass(frozen=True)
class _Shape:
    """A launch: the sizes of a block and of the grid, and the arguments that are known, with their places; those of its template."""

    block: tuple[int, int, int]
    grid: tuple[int | None, int | None, int | None]
    arguments: tuple[tuple[int, int], ...]
    of_template: tuple[tuple[int, int], ...]


def _shape(launch: Launch, value: Callable[[str, int], int | None]) -> _Shape | None:
    """A launch of which the sizes of a block are known. A grid is large where it is told by a division, else one block."""
    if len(launch.sizes) != 2 or not all(launch.sizes):
        return None
    at = launch.node.start_byte
    block = [size for text in launch.sizes[1] if (size := value(text, at)) is not None and size > 0]
    grid = [1 if (size := value(text, at)) is None and not _is_quotient(text) else size for text in launch.sizes[0]]
    if len(block) < len(launch.sizes[1]) or not 1 <= math.prod(block) <= _MOST_THREADS:
        return None
    given, chosen = (
        tuple((number, size) for number, text in enumerate(texts) if (size := value(text, at)) is not None)
        for texts in (launch.arguments, launch.of_template)
    )
    return _Shape(_three(block, 1), _three(grid, 1), given, chosen)


def _is_refused(
    kernel: DeviceFunction, shape: _Shape, chosen: Mapping[str, int], value: Callable[[str, int], int | None]
) -> bool:
    """Whether a launch has more threads in a block than its kernel was built for: no thread of it runs."""
    said = kernel.launch_bounds
    bound = None if said is None else chosen[said] if said in chosen else value(said, kernel.node.start_byte)
    return bound is not None and math.prod(shape.block) > bound


def _is_quotient(text: str) -> bool:
    """Whether a size is worked out by a division, and is not a part of something else."""
    return "/" in text and not any(f".{axis}" in text for axis in "xyz")


def _three(sizes: Sequence[T], rest: T) -> tuple[T, T, T]:
    x, y, z = (*sizes, rest, rest)[:3]
    return x, y, z


def _threads(shape: _Shape, kernel: DeviceFunction) -> Threads:
    """All threads of the first block, and of its neighbours if there are any."""
    block, grid = shape.block, shape.grid
    blocks = [(0, 0, 0)]
    for axis in range(2):
        size = grid[axis]
        if size is None or size > 1:
            blocks.append((int(axis == 0), int(axis == 1), 0))
    places = list(product(range(block[2]), range(block[1]), range(block[0])))
    rows = np.array([(*b, *reversed(t)) for b in blocks for t in places], np.int64)
    names = [f"{index}.{axis}" for index in ("blockIdx", "threadIdx") for axis in "xyz"]
    return Threads(block, grid, {name: rows[:, at] for at, name in enumerate(names)})


def _certain(accesses: Sequence[Access], threads: Threads) -> Iterator[Race]:
    """Pairs of accesses that race, the first for each array."""
    meetings = _Meetings(threads)
    by_array: dict[tuple[str, int], list[Access]] = {}
    for access in accesses:
        by_array.setdefault((access.array, len(access.indices)), []).append(access)
    for group in by_array.values():
        stores = [a for a in group if a.stored is not None and not a.atomic]
        pairs = ((store, other) for store in stores for other in (store, *(a for a in group if a is not store)))
        found = (meetings.witness(store, other) for store, other in islice(pairs, _PAIRS))
        race = next((race for race in found if race is not None), None)
        if race is not None:
            yield race


class _Meetings:
    """Where threads come to one element."""

    def __init__(self, threads: Threads) -> None:
        self.lanes = np.arange(threads.count)
        self.block = threads.places["blockIdx.x"] + threads.places["blockIdx.y"] * 2
        self.warp = self.lanes // _WARP + self.block * threads.count
        self.of_block = of.made_of("block", of.number(self.block, threads.count)).mark
        self.keys: dict[int, of.Marks] = {}

    def witness(self, store: Access, other: Access) -> Race | None:
        """Two threads that meet, in one block if there are such."""
        if (store.shared and store.phase != other.phase) or (other.stored is None and _is_one_value(store)):
            return None
        one, two = self._keys(store), self._keys(other)
        if store.phase == other.phase:
            apart = self.lanes if store is other else self.warp
            race = _first(store, other, one ^ self.of_block, two ^ self.of_block, apart)
            if race is not None:
                return race
        return None if store.shared else _first(store, other, one, two, self.block)

    def _keys(self, access: Access) -> of.Marks:
        """One number for the element in each lane."""
        known = self.keys.get(id(access))
        if known is None:
            known = self.keys[id(access)] = of.made_of("element", of.number(0, len(self.lanes)), *access.indices).mark
        return known


def _first(store: Access, other: Access, one: of.Marks, two: of.Marks, apart: of.Integers) -> Race | None:
    """A lane of each with the same key that ``apart`` has different numbers for."""
    first, second = np.flatnonzero(store.lanes), np.flatnonzero(other.lanes)
    keys = np.concatenate((one[first], two[second]))
    order = np.argsort(keys)
    keys, groups = keys[order], np.concatenate((apart[first], apart[second]))[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    several = np.minimum.reduceat(groups, starts) != np.maximum.reduceat(groups, starts)
    if store is not other:
        side = order < len(first)
        several &= np.logical_or.reduceat(side, starts) & np.logical_or.reduceat(~side, starts)
    if not several.any():
        return None
    for u in first[np.isin(one[first], keys[starts][several])][:_TRIED]:
        found = second[two[second] == one[u]]
        found = found[apart[found] != apart[u]]
        if other.stored is not None:
            found = found[_differ(store, other, int(u), found)]
        if len(found):
            return Race(store, other, (int(u), int(found[0])))
    return None


def _is_one_value(store: Access) -> bool:
    """Whether all threads store the same."""
    assert store.stored is not None
    marks = store.stored.mark[store.lanes]
    return bool(store.stored.marked[store.lanes].all() and (marks == marks[0]).all())


def _differ(store: Access, other: Access, u: int, candidates: of.Integers) -> of.Truths:
    """Which threads store something else than ``u`` does, or change what was there."""
    assert store.stored is not None
    assert other.stored is not None
    if other.atomic or (store.updates and other.updates):
        return np.ones(len(candidates), np.bool_)
    told = store.stored.marked[u] & other.stored.marked[candidates]
    return np.asarray(told & (store.stored.mark[u] != other.stored.mark[candidates]), np.bool_)


# -- in words


def _sentence(race: Race, threads: Threads, line: Callable[[int], str]) -> str:
    """What is said of a race, with what is taken for granted of the launch."""
    assumed = sorted({*race.first.assumed, *race.second.assumed})
    large = f", if {' and '.join(assumed)} {'is' if len(assumed) == 1 else 'are'} large enough" if assumed else ""
    return f"a race: {_meeting(race, threads, line)}{large}"


def _meeting(race: Race, threads: Threads, line: Callable[[int], str]) -> str:
    first, second = race.first, race.second
    u, v = race.threads
    block = threads.places["blockIdx.x"][u], threads.places["blockIdx.y"][u]
    apart = (threads.places["blockIdx.x"][v], threads.places["blockIdx.y"][v]) != block
    who = [_thread(lane, threads, apart) for lane in (u, v)]
    element = _element(first, u)
    if first is second and first.updates:
        return f"threads {who[0]} and {who[1]} both change {element} here, and one of the changes may be lost"
    if first is second:
        return f"threads {who[0]} and {who[1]} both store in {element} here, each its own value"
    place = "here" if first.at == second.at else f"in {line(second.at)}"
    verb = "changes" if second.atomic else "stores in" if second.stored is not None else "reads"
    missing = "; no barrier holds between blocks" if apart else "; no barrier stands between"
    it = "it" if second.atomic or first.text == second.text else f"it as {second.text}"
    return f"thread {who[0]} stores in {element} here, and thread {who[1]} {verb} {it} {place}{missing}"


def _thread(lane: int, threads: Threads, blocks: bool) -> str:
    axes = 3 if threads.block[2] > 1 else 2 if threads.block[1] > 1 else 1
    own = [str(threads.places[f"threadIdx.{axis}"][lane]) for axis in "xyz"[:axes]]
    told = own[0] if axes == 1 else f"({', '.join(own)})"
    if not blocks:
        return told
    x, y = threads.places["blockIdx.x"][lane], threads.places["blockIdx.y"][lane]
    return f"{told} of block {x}" if threads.grid[1] == 1 else f"{told} of block ({x}, {y})"


def _element(access: Access, lane: int) -> str:
    name, _, field = access.array.partition(".")
    subscripts = "".join(f"[{of.said(index, lane)}]" for index in access.indices)
    return f"{name}{subscripts}{'.' if field else ''}{field}"
