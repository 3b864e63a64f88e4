"""Does a loop pay on a device? Work and bytes as functions of one size, against launch and transfer (a roofline with
latency; Williams, Waterman, Patterson: Roofline, 2009)."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from tree_sitter import Node

from loopwright.bounded import keep
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.sections import data_of
from loopwright.dependence.model.program import Program, accesses_in
from loopwright.dependence.surroundings import surroundings
from loopwright.lang.constants import constant_of_text
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_within
from loopwright.source.linear import Linear
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span
from loopwright.suggest.facts import loops_together

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_COST = {"+": 1, "-": 1, "*": 1, "/": 8, "%": 8}
_CALL = 20
_TILE = 32  # iterations of a loop that goes through a tile whose size is not known
_UNKNOWN_TRIPS = 16.0
_BYTES = {"double": 8, "long": 8, "size_t": 8, "*": 8, "float": 4, "int": 4, "unsigned": 4, "char": 1, "short": 2}
_LONGEST_NAME = 40  # of a size in a sentence
_LARGEST = 10**10
_MOST_KEPT = 20_000
_kept: dict[Hashable, Worth | None] = {}
REFERENCE_BYTES = 2.0**28  # loops of unknown size are compared where each has this much data


@dataclass(frozen=True)
class Profile:
    """One device beside the host, which ``shares`` all memory with it or has its own. Rates in 10^9 a second, latencies in microseconds.
    ``start_s`` are the seconds until the device can be used, ``sum_ns`` what each iteration of a sum costs more, up to ``sum_most_us``,
    ``contended_ns`` an atomic update of a floating element times how many elements are updated."""

    title: str
    launch_us: float
    transfer_us: float
    transfer_gb_s: float
    gflops: float
    memory_gb_s: float
    threads: float
    host_gflops: float
    host_memory_gb_s: float
    shares: bool = False
    start_s: float = 0.3
    sum_ns: float = 0.0
    sum_most_us: float = 0.0
    contended_ns: float = 0.0


@dataclass(frozen=True)
class Worth:
    """``size`` is where it begins to pay (``None``: never), ``resident`` the same with the data on the device already;
    ``gain`` the speed-up for constant sizes; ``short`` is the sentence in a few words."""

    sentence: str
    size: int | None
    resident: int | None
    gain: float | None = None
    short: str = ""

    @property
    def pays(self) -> bool:
        """Whether it ever does."""
        return self.size is not None or self.resident is not None


@dataclass(frozen=True)
class Gain:
    """How many times as fast a loop is on a device as on the host, where it moves its data (``moving``) and where they are
    there already (``resident``): at its own size if that is constant, else where its data are :data:`REFERENCE_BYTES`."""

    moving: float
    resident: float


@lru_cache(maxsize=16)
def profile(name: str = "desktop", compiler: str = "") -> Profile:
    """A profile of devices.toml, or the path of a file like it; of a program that ``compiler`` builds, where it was measured with that.
    Raises :class:`ValueError` with a sentence."""
    table = tomllib.loads(resources.files("loopwright.suggest.spec").joinpath("devices.toml").read_text("utf-8"))
    if name.endswith(".toml"):
        try:
            own = tomllib.loads(Path(name).read_text("utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise ValueError(f"{name} cannot be read as a device profile: {error}") from None
        table |= own
        name = next((key for key in own if key != "host"), "desktop")
    if name not in table or name == "host":
        known = ", ".join(sorted(set(table) - {"host"}))
        raise ValueError(f"there is no device profile {name} (known: {known})")
    host = table["host"]
    numbers = {key: value for key, value in table[name].items() if not isinstance(value, dict)}
    if compiler:
        numbers |= table[name].get(compiler, {})
    try:
        return Profile(host_gflops=host["gflops"], host_memory_gb_s=host["memory_gb_s"], **numbers)
    except (TypeError, KeyError) as error:
        raise ValueError(f"the device profile {name} is not complete: {error}") from None


def worth_of(outline: Outline, loop: Loop, device: Profile) -> Worth | None:
    """Whether ``loop`` pays on ``device``; ``None`` where its trip count cannot be expressed. Kept by the text that it depends on:
    every loop of a file is asked about at every keystroke."""
    if loop.function is None:
        return None
    key = (surroundings(outline, loop.function), loop.span.start - loop.function.span.start, device)
    try:
        return _kept[key]
    except KeyError:
        return keep(_kept, key, _worth(outline, loop, device), _MOST_KEPT)


def _worth(outline: Outline, loop: Loop, device: Profile) -> Worth | None:
    estimate = estimate_of(outline, loop)
    if estimate is None:
        return None
    if estimate.is_constant:
        return _constant(estimate, device)
    moved = _break_even(estimate.cost, device, resident=device.shares)
    resident = _break_even(estimate.cost, device, resident=True)
    if moved is None and resident is None:
        return Worth(f"does not pay on {device.title}", None, None, short="does not pay")
    name = estimate.size_name
    told = f"pays above {name} ≈ {_rounded(moved)}" if moved is not None else "does not pay if it moves its data"
    kept = (
        f"above {name} ≈ {_rounded(resident)} if the data is there already"
        if resident is not None and not device.shares
        else ""
    )
    alone = f"pays from {name} ≈ {_rounded(moved)}"
    short = alone if moved is not None else f"pays with its data there, from {name} ≈ {_rounded(resident)}"
    sentence = " on ".join([", ".join(part for part in (told, kept) if part), device.title])
    return Worth(sentence, moved, resident, short=short)


def gain_of(outline: Outline, loop: Loop, device: Profile) -> Gain | None:
    """The gain by which loops are compared; ``None`` where nothing can be said of it."""
    estimate = estimate_of(outline, loop)
    if estimate is None:
        return None
    n = 0.0 if estimate.is_constant else _size_with(estimate, REFERENCE_BYTES)
    host = estimate.cost.host_seconds(n, device)
    return Gain(
        host / estimate.cost.device_seconds(n, device, False), host / estimate.cost.device_seconds(n, device, True)
    )


def estimate_of(outline: Outline, loop: Loop) -> Estimate | None:
    """What a loop does and moves; ``None`` where its trip count cannot be expressed."""
    found = nest_of_loop(outline, loop)
    if found is None or found[0].frames[found[1]].iterator is None:
        return None
    return Estimate(outline, loop, *found)


def _size_with(estimate: Estimate, amount: float) -> float:
    """The size at which a loop moves that much, or touches it where it moves nothing."""
    data = estimate.cost.moved if estimate.transfers else estimate.cost.touched
    high = 1.0
    while high < _LARGEST and data(high) < amount:
        high *= 2
    low = high / 2
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if data(middle) >= amount else (middle, high)
    return high


class Counted(NamedTuple):
    """A polynomial as a function of one size: a constant, and factors of products of which each part is a loop variable or a size."""

    constant: int
    parts: tuple[tuple[int, tuple[bool, ...]], ...]

    def at(self, n: float) -> float:
        """Its value. A loop variable is half of the size on average."""
        total = float(self.constant)
        for factor, iterators in self.parts:
            value = float(factor)
            for is_iterator in iterators:
                value *= n / 2 if is_iterator else n
            total += value
        return total


class Trips(NamedTuple):
    """How often a loop runs: from, to, in steps of; ``None`` where that is not known."""

    first: Counted | None = None
    last: Counted | None = None
    step: int | None = None

    def at(self, n: float) -> float:
        """Iterations."""
        if self.first is None or self.last is None:
            return _UNKNOWN_TRIPS
        step = n if self.step is None else self.step
        return max(1.0, (self.last.at(n) - self.first.at(n) + 1) / max(1, step))


def _times(loops: tuple[Trips, ...], n: float) -> float:
    return math.prod(trips.at(n) for trips in loops)


class Cost(NamedTuple):
    """What a loop does, in numbers alone: how often it runs, ``together`` with the loops in it that make one with it, and under which loops
    how many operations are done, bytes touched and elements accessed; how often each array is moved."""

    own: Trips
    together: tuple[Trips, ...]
    operations: tuple[tuple[tuple[Trips, ...], int], ...]
    touches: tuple[tuple[tuple[Trips, ...], int], ...]
    accesses: tuple[tuple[tuple[Trips, ...], int], ...]
    moves: tuple[int, ...]

    def done(self, n: float) -> float:
        """Operations."""
        return sum(cost * _times(loops, n) for loops, cost in self.operations)

    def touched(self, n: float) -> float:
        """Bytes. Half of what a body touches comes from a cache."""
        return 0.5 * sum(size * _times(loops, n) for loops, size in self.touches)

    def moved(self, n: float) -> float:
        """Bytes. One array is about as large as what one of the accesses runs over."""
        most = max(self.own.at(n) ** 2, _times(self.together, n))
        each = max((size * min(_times(loops, n), most) for loops, size in self.accesses), default=0.0)
        return sum(times * each for times in self.moves)

    def host_seconds(self, n: float, device: Profile) -> float:
        """On one core."""
        return max(self.done(n) / device.host_gflops, self.touched(n) / device.host_memory_gb_s) / 1e9

    def device_seconds(self, n: float, device: Profile, resident: bool) -> float:
        """On the device, with its data there or not."""
        filled = min(1.0, _times(self.together, n) / device.threads * 8)
        work = max(self.done(n) / (device.gflops * filled), self.touched(n) / (device.memory_gb_s * filled)) / 1e9
        moving = (
            0.0 if resident else len(self.moves) * device.transfer_us / 1e6 + self.moved(n) / device.transfer_gb_s / 1e9
        )
        return device.launch_us / 1e6 + work + moving


class Estimate:
    """Operations, bytes touched, bytes moved, iterations: functions of one size that stands for all. ``number`` is the loop's."""

    def __init__(self, outline: Outline, loop: Loop, program: Program, number: int) -> None:
        self.program, self.number = program, number
        self._loops = {number}
        self._scopes, self._start = scopes_of(outline), loop.span.start
        self._known: dict[str, int | None] = {}
        operations: Counter[tuple[int, ...]] = Counter()
        for loops, cost in _operations(outline, loop, program):
            operations[self._inside(loops)] += cost
            self._loops.update(self._inside(loops))
        self._known_trips: dict[int, Trips] = {}  # asked for once borders and tiles are known
        self._known |= dict.fromkeys(self._borders(), 1) | dict.fromkeys(self._tiles(), _TILE)
        found = [access for access in accesses_in(program.nests[number].body) if access.place.steps]
        accesses = [(self._inside(access.loops), _BYTES.get(access.element.split(" ")[-1], 8)) for access in found]
        touched: Counter[tuple[int, ...]] = Counter()
        for loops, size in accesses:
            touched[loops] += size
        self._elements = {access.span: access.element for access in found}
        facts = data_of(program, number, names_within(outline, loop.span)).facts
        moved = tuple(2 if fact.clause == "copy" else 1 for fact in facts if fact.clause != "create")
        self.transfers = len(moved)
        self.cost = Cost(
            self._trips(number),
            self._stack(tuple(program.by_start[each.span.start] for each in loops_together(outline, loop))),
            self._added(operations),
            self._added(touched),
            tuple((self._stack(loops), size) for loops, size in dict.fromkeys(accesses)),
            moved,
        )

    def _added(self, counted: Counter[tuple[int, ...]]) -> tuple[tuple[tuple[Trips, ...], int], ...]:
        """Added up for each stack of loops: all of it is worked out again for every size that is tried."""
        return tuple((self._stack(loops), count) for loops, count in counted.items())

    def _stack(self, loops: tuple[int, ...]) -> tuple[Trips, ...]:
        return tuple(self._trips(loop) for loop in loops)

    def _trips(self, loop: int) -> Trips:
        known = self._known_trips.get(loop)
        if known is None:
            known = self._known_trips[loop] = self._trips_now(loop)
        return known

    def _trips_now(self, loop: int) -> Trips:
        frame = self.program.frames[loop]
        if not frame.lowers or not frame.uppers:
            return Trips()
        known = self._in_numbers(frame.step) if frame.step is not None else None
        step = abs(known.constant) if known is not None and not known.terms else None
        return Trips(self._counted(frame.lowers[0]), self._counted(frame.uppers[0]), step)

    def _counted(self, number: Linear) -> Counted:
        number = self._in_numbers(number)
        is_iterator = {name: self.program.symbols[name].kind == "iterator" for name in number.names}
        parts = ((factor, tuple(is_iterator[name] for name in product)) for product, factor in number.terms)
        return Counted(number.constant, tuple(parts))

    def element_at(self, span: Span) -> str:
        """The type of what is accessed there, empty where nothing is."""
        return self._elements.get(span, "")

    @property
    def is_constant(self) -> bool:
        frames = [self.program.frames[n] for n in self._loops]
        bounds = [bound for frame in frames for bound in (*frame.lowers, *frame.uppers)]
        return all(not self._sizes(bound) for bound in bounds) and all(
            frame.uppers and frame.lowers for frame in frames
        )

    @property
    def size_name(self) -> str:
        frames = [self.program.frames[number] for number in dict.fromkeys((self.number, *sorted(self._loops)))]
        bounds = (bound for frame in frames for bound in (*frame.uppers, *frame.lowers))
        names = [name for bound in bounds for name in sorted(self._sizes(bound))]
        told = (self.program.symbols[name].text for name in names)
        return next((text for text in told if "\n" not in text and len(text) <= _LONGEST_NAME), "n")

    def _sizes(self, number: Linear) -> set[str]:
        return {name for name in self._in_numbers(number).names if self.program.symbols[name].kind != "iterator"}

    def _borders(self) -> set[str]:
        """Sizes that only ever take away from how often a loop runs, as the width of a halo: they are small beside the others."""
        more: set[str] = set()
        less: set[str] = set()
        for number in self._loops:
            frame = self.program.frames[number]
            for first, last in zip(frame.lowers[:1], frame.uppers[:1]):
                for product, factor in self._in_numbers(last.plus(first, -1)).terms:
                    (more if factor > 0 else less).update(product)
        return {name for name in less - more if self.program.symbols[name].kind != "iterator"}

    def _tiles(self) -> set[str]:
        """Sizes in steps of which a loop goes (`ii += tile`): a part of what it goes through."""
        steps = [step for number in self._loops if (step := self.program.frames[number].step) is not None]
        return {step.name for step in steps if step.name and self.program.symbols[step.name].kind != "iterator"}

    def _in_numbers(self, number: Linear) -> Linear:
        for name in number.names:
            if name not in self._known:
                self._known[name] = self._constant(name)
            value = self._known[name]
            number = number if value is None else number.with_value(name, Linear(value))
        return number

    def _constant(self, name: str) -> int | None:
        """The value of a size that is a constant (`const int n = 1000;`)."""
        symbol = self.program.symbols[name]
        if symbol.kind == "iterator" or symbol.loops or not symbol.text.isidentifier():
            return None
        value = constant_of_text(self._scopes, symbol.text, self._start)
        return int(value.value) if value is not None and value.is_integer else None

    def trips(self, loop: int, n: float) -> float:
        """Iterations of a loop."""
        return self._trips(loop).at(n)

    def _inside(self, loops: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(loop for loop in loops if self.number in self.program.stacks.get(loop, ()))


@lru_cache(maxsize=4096)  # loops that count and touch alike pay alike
def _break_even(cost: Cost, device: Profile, resident: bool) -> int | None:
    def pays(n: float) -> bool:
        return cost.device_seconds(n, device, resident) < cost.host_seconds(n, device)

    return least_size(pays)


def least_size(pays: Callable[[float], bool], largest: int = _LARGEST) -> int | None:
    """The least size at which it pays, below ``largest``; it goes on paying."""
    high = 1
    while high < largest and not pays(high):
        high *= 2
    if high >= largest:
        return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if pays(middle) else (middle, high)
    return high


def _constant(estimate: Estimate, device: Profile) -> Worth:
    iterations = int(_times(estimate.cost.together, 0))
    moving = estimate.cost.host_seconds(0, device) / estimate.cost.device_seconds(0, device, device.shares)
    resident = estimate.cost.host_seconds(0, device) / estimate.cost.device_seconds(0, device, True)
    if moving > 1:
        sentence = f"pays: about {moving:.1f} times as fast on {device.title}"
        return Worth(sentence, 1, 1, moving, f"about {moving:.1f} times as fast")
    if resident > 1:
        sentence = f"pays only if the data is there already: about {resident:.1f} times as fast on {device.title}"
        return Worth(sentence, None, 1, resident, f"about {resident:.1f} times as fast with its data there")
    sentence = f"never: {iterations} iterations do too little for {device.title}"
    return Worth(sentence, None, None, resident, "too short to pay")


def _rounded(size: int | None) -> str:
    if size is None:
        return "never"
    digits = max(0, len(str(size)) - 2)
    return f"{round(size, -digits):,}"


def _operations(outline: Outline, loop: Loop, program: Program) -> list[tuple[tuple[int, ...], int]]:
    """(loops around it, cost) of every arithmetic operation and call of the loop."""
    found: list[tuple[tuple[int, ...], int]] = []
    root = outline.source.tree.root_node.descendant_for_byte_range(loop.span.start, loop.span.end - 1)
    number = program.by_start[loop.span.start]
    stack: list[tuple[Node, tuple[int, ...]]] = [(root, program.stacks[number][:-1])] if root is not None else []
    while stack:
        node, around = stack.pop()
        inside = (
            program.by_start.get(node.start_byte)
            if node.type in ("for_statement", "for_range_loop", "while_statement")
            else None
        )
        loops = program.stacks[inside] if inside is not None else around
        if node.type == "binary_expression":
            found.append((loops, _COST.get(text_of(node.child_by_field_name("operator")), 1)))
        elif node.type in ("assignment_expression", "update_expression"):
            found.append((loops, 1))
        elif node.type == "call_expression":
            found.append((loops, _CALL))
        stack.extend([(child, loops) for child in node.named_children])
    return found
