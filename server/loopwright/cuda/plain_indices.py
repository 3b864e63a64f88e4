"""Elements that threads find by division, said by what they are: side by side, or side by side in rows.

Generators of code take an index apart into the coordinates of one array and put it together for another: ``(b * 16 + (t >> 6)) / 5 * 320 +
(b * 32 + (t >> 1)) % 160 / 5 * 10 + (b * 4 + t) % 10`` is ``b * 1024 + t``. Each division takes longer than the copy that it is done for,
and to a compiler such elements look scattered. All threads of a block are few, and what divisions make of blocks repeats itself after as many
as their divisors say: so all values of a period are worked out, and what they are is not a guess.

Where neighbours lie side by side only in runs of some threads, the index asks for ``t / run`` and ``t % run``, of which loops over rows
are made (``lower/thread_rows.py``). Where all that a kernel asks of thread and block is told by the thread's number in the grid, ``i / 342 % 13``
and the like, it asks for that: such kernels are loops over the grid (``lower/flat.py``). What is divided may not be below zero, and its
type is `int`: nothing wraps around.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tree_sitter import Node

from loopwright.cuda.analyse.indices import index_of, never_written
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import LOOPS, rewritten, walk
from loopwright.cuda.read.variables import Variables
from loopwright.cuda.spec.machine import any_machine
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span, number_of

_MOST_THREADS = 1024  # of a block (CUDA C++ Programming Guide, technical specifications)
_MOST_VALUES = 1 << 17  # of a period; longer ones are left as they are
_MOST = (1 << 31) - 1  # of an `int`
_THREAD, _BLOCK = ("threadIdx", "x"), ("blockIdx", "x")
_DIVIDING = frozenset(("/", "%", ">>", "&"))
_LISTS = frozenset(("subscript_argument_list", "parenthesized_expression"))


def with_plain_indices(source: Source, code: DeviceCode) -> Source:
    """``source`` with such indices written so; ``source`` itself where there are none."""
    by_grid = bool(code.kinds.of("kernel_call_syntax"))
    edits = [edit for kernel in code.kernels for edit in _edits(kernel, code, by_grid)]
    return parse(apply_edits(source.data, edits), source.name, source.language) if edits else source


@dataclass(frozen=True)
class _Numbers:
    """What an expression is for each block of a period and each thread of a block; ``growth``: what the next period adds."""

    of: NDArray[np.int64]
    growth: int = 0

    @property
    def constant(self) -> int | None:
        """The one number that it is."""
        first = int(self.of.flat[0])
        return first if not self.growth and bool((self.of == first).all()) else None

    @property
    def stride(self) -> int:
        """What lies between the first thread and the next."""
        return int(self.of[0, 1] - self.of[0, 0]) if self.of.shape[1] > 1 else 0

    @property
    def run(self) -> int:
        """How many threads lie in one stride; all if there is no other."""
        breaks = (np.diff(self.of, axis=1) != self.stride).any(axis=0).nonzero()[0] + 1
        return math.gcd(self.of.shape[1], *map(int, breaks))

    @property
    def by_block(self) -> int | None:
        """What the next block adds, where that is always the same; of numbers of one stride."""
        step, rest = divmod(self.growth, self.of.shape[0])
        return step if not rest and bool((np.diff(self.of[:, 0]) == step).all()) else None


@dataclass(frozen=True)
class _Found:
    """A part of an index that is divided, and its values."""

    node: Node
    numbers: _Numbers


def _edits(kernel: DeviceFunction, code: DeviceCode, by_grid: bool) -> Iterator[Edit]:
    """``by_grid``: launches may tell how large blocks are, and then loops over the grid find rows of their own."""
    if not any(text_of(n) in _DIVIDING for n in kernel.inside if not n.is_named):
        return
    threads = number_of(kernel.launch_bounds or "") or _MOST_THREADS
    if kernel.launch_bounds and not code.function_synchronises(kernel) and not code.uses_block_memory(kernel):
        by_number = _by_number(kernel, threads)
        if by_number:
            yield from by_number
            return
    found = list(_found(kernel, threads))
    rows = [one for one in found if _plain(one.numbers) is None]
    run = math.gcd(*(one.numbers.run for one in rows))
    whole = run == threads
    if by_grid or (not whole and run < any_machine().least_columns) or kernel.mentioned.get("threadIdx", 0) > 1:
        run = 0
    for one in found:
        text = _plain(one.numbers)
        if text is None and run:
            text = _in_runs(one, kernel.variables, run, whole)
        if text is not None:
            yield _in_place(one.node, text)


def _in_place(node: Node, text: str) -> Edit:
    """An edit that leaves as many lines, with parentheses where there are none."""
    free = node.parent is not None and node.parent.type in _LISTS
    lines = text_of(node).count("\n") * "\n"
    return Edit(Span(node.start_byte, node.end_byte), (text if free else f"({text})") + lines)


def _found(kernel: DeviceFunction, threads: int) -> Iterator[_Found]:
    """The largest parts of indices that are told by thread and block alone."""
    for node in kernel.inside:
        if node.type == "subscript_argument_list" and node.named_child_count == 1:
            waiting = [node.named_children[0]]
            while waiting:
                part = bare(waiting.pop())
                if not any(text_of(n) in _DIVIDING for n in walk(part) if not n.is_named):
                    continue
                numbers = _Period(kernel.variables, threads).numbers(part)
                if numbers is not None and numbers.constant is None:
                    yield _Found(part, numbers)
                elif numbers is None and part.type == "binary_expression":
                    waiting += part.named_children


def _by_number(kernel: DeviceFunction, threads: int) -> list[Edit]:
    """All that a kernel asks of thread and block by the thread's number in the grid; nothing where one part of it is not told so."""
    if kernel.mentioned != {"threadIdx": 1, "blockIdx": 1} or any(n.type in LOOPS for n in kernel.inside):
        return []
    number = f"((int)blockIdx.x * {threads} + (int)threadIdx.x)"
    edits: list[Edit] = []
    waiting = [kernel.body]
    while waiting:
        part = waiting.pop()
        index = _index(part, kernel.variables)
        if part.type == "binary_expression" or index is not None:
            period = _Period(kernel.variables, threads)
            limit = _limit(part, period)
            if limit is not None:
                edits.append(_in_place(part, f"{number} < {limit}"))
                continue
            found = period.numbers(part)
            if found is not None and found.constant is not None and index is None:
                continue
            if found is not None:
                said = _digits(part, period, number)
                if said is None:
                    return []
                text = _sum(said)
                edits.append(_in_place(part, text[1:-1] if text == number else text))
                continue
            digit = _divided(part, kernel.variables, threads)
            if digit is not None:
                edits.append(_in_place(part, _sum(digit.said(number))))
                continue
        if part.type == "field_expression" and index_of(part) is not None:
            return []
        waiting += part.named_children
    return edits


def _limit(node: Node, period: _Period) -> int | None:
    """What the number of a thread is below where ``node`` holds; ``None`` for another condition."""
    left, right = (node.child_by_field_name(name) for name in ("left", "right"))
    most = number_of(text_of(bare(right))) if right is not None else None
    if left is None or most is None or text_of(node.child_by_field_name("operator")) != "<":
        return None
    found = period.numbers(left)
    digit = _Digit.of(found) if found is not None else None
    if digit is None or digit.most or digit.start or digit.factor != 1:
        return None
    return most * digit.divisor


def _digits(node: Node, period: _Period, number: str) -> list[str] | None:
    """What the values of an expression are the sum of; ``None`` for what is no such sum."""
    node = bare(node)
    found = period.numbers(node)
    if found is None:
        return None
    if found.constant is not None:
        return [str(found.constant)]
    digit = _Digit.of(found)
    if digit is not None:
        return digit.said(number)
    left, right = (node.child_by_field_name(name) for name in ("left", "right"))
    if left is None or right is None or text_of(node.child_by_field_name("operator")) != "+":
        return None
    sides = [_digits(side, period, number) for side in (left, right)]
    return None if sides[0] is None or sides[1] is None else sides[0] + sides[1]


def _divided(node: Node, variables: Variables, threads: int) -> _Digit | None:
    """What repeats itself late, but is a digit of a digit: ``i / 4 % 1250 / 25`` is ``i / 100 % 50``."""
    left, right = (node.child_by_field_name(name) for name in ("left", "right"))
    by = number_of(text_of(bare(right))) if right is not None else None
    if node.type != "binary_expression" or left is None or by is None:
        return None
    left, operator = bare(left), text_of(node.child_by_field_name("operator"))
    found = _Period(variables, threads).numbers(left)
    digit = _Digit.of(found) if found is not None else _divided(left, variables, threads)
    if digit is None or digit.factor != 1 or digit.start:
        return None
    if operator == ">>" and 0 <= by < 31:
        operator, by = "/", 1 << by
    if operator == "&" and by > 0 and not by & (by + 1):
        operator, by = "%", by + 1
    if by <= 0 or digit.most % by or digit.divisor * by > _MOST:
        return None
    if operator == "/":
        return replace(digit, divisor=digit.divisor * by, most=digit.most // by)
    return replace(digit, most=by) if operator == "%" else None


@dataclass(frozen=True)
class _Digit:
    """``i / divisor % most * factor + start`` of the number ``i`` of a thread in the grid; without ``most`` where that is 0."""

    divisor: int
    most: int
    factor: int
    start: int

    @classmethod
    def of(cls, numbers: _Numbers) -> _Digit | None:
        """What values are; ``None`` if they are no such number."""
        values, growth = numbers.of.ravel(), numbers.growth
        start, count = int(values[0]), len(values)
        breaks = np.diff(values).nonzero()[0] + 1
        if not len(breaks):
            return cls(count, 0, growth, start) if growth else None
        divisor, factor = int(breaks[0]), int(values[breaks[0]]) - start
        place = np.arange(count) // divisor
        off = (values != place * factor + start).nonzero()[0]
        if growth:
            return cls(divisor, 0, factor, start) if not len(off) and growth * divisor == factor * count else None
        most = int(place[off[0]]) if len(off) else -(-count // divisor)
        same = bool((values == place % most * factor + start).all())
        return cls(divisor, most, factor, start) if same and not count % (divisor * most) else None

    def said(self, number: str) -> list[str]:
        """Its terms."""
        over = f" / {self.divisor}" if self.divisor > 1 else ""
        rest = f" % {self.most}" if self.most else ""
        return [_times(self.factor, f"{number}{over}{rest}"), *([str(self.start)] if self.start else [])]


class _Period:
    """As many blocks as it takes until the values of an expression repeat themselves."""

    def __init__(self, variables: Variables, threads: int) -> None:
        self.variables, self.threads, self.blocks = variables, threads, 1
        self.wanted = 1  # times as many blocks

    def numbers(self, node: Node) -> _Numbers | None:
        """``None`` for what is made of anything else, or repeats itself late."""
        while self.blocks * self.threads <= _MOST_VALUES:
            self.wanted = 1
            found = self._of(node)
            if found is not None or self.wanted == 1:
                return None if found is None else _Numbers(np.broadcast_to(found.of, self._shape), found.growth)
            self.blocks *= self.wanted
        return None

    @property
    def _shape(self) -> tuple[int, int]:
        return self.blocks, self.threads

    def _of(self, node: Node) -> _Numbers | None:
        node = bare(node)
        if node.type == "number_literal":
            number = number_of(text_of(node))
            return None if number is None else _Numbers(np.full((1, 1), number, np.int64))
        index = _index(node, self.variables)
        if index == _THREAD:
            return _Numbers(np.arange(self.threads, dtype=np.int64)[None, :])
        if index == _BLOCK:
            return _Numbers(np.arange(self.blocks, dtype=np.int64)[:, None], self.blocks)
        if node.type != "binary_expression":
            return None
        sides = (node.child_by_field_name(name) for name in ("left", "right"))
        left, right = (self._of(side) if side is not None else None for side in sides)
        if left is None or right is None:
            return None
        return self._made(text_of(node.child_by_field_name("operator")), left, right)

    def _made(self, operator: str, left: _Numbers, right: _Numbers) -> _Numbers | None:
        if operator in ("+", "-"):
            made: Callable[..., Any] = np.add if operator == "+" else np.subtract
            return _Numbers(made(left.of, right.of), int(made(left.growth, right.growth)))
        factor = right.constant
        if factor is None:
            return self._made("*", right, left) if operator == "*" and left.constant is not None else None
        if operator == "*":
            return _Numbers(left.of * factor, left.growth * factor)
        if operator in ("<<", ">>"):
            return (
                self._made("*" if operator == "<<" else "/", left, _number(1 << factor)) if 0 <= factor < 31 else None
            )
        if operator == "&":
            return self._made("%", left, _number(factor + 1)) if factor > 0 and not factor & (factor + 1) else None
        if operator not in ("/", "%") or factor <= 0 or left.growth < 0 or int(left.of.min()) < 0:
            return None
        if left.growth % factor:
            self.wanted = math.lcm(self.wanted, factor // math.gcd(left.growth, factor))
            return None
        return _Numbers(left.of // factor, left.growth // factor) if operator == "/" else _Numbers(left.of % factor)


def _number(value: int) -> _Numbers:
    return _Numbers(np.full((1, 1), value, np.int64))


def _index(node: Node, variables: Variables) -> tuple[str, str] | None:
    """An index of thread or block as an `int`, or the variable of that type that holds it for good."""
    node = bare(node)
    if node.type == "cast_expression":
        return index_of(node) if text_of(node.child_by_field_name("type")) == "int" else None
    variable = variables.of(node) if node.type == "identifier" else None
    if variable is None or variable.base != "int" or variable.pointers or not never_written(variable):
        return None
    return index_of(variable.init) if variable.init is not None else None


def _plain(numbers: _Numbers) -> str | None:
    """What is the same stride from thread to thread and from block to block."""
    by_block = numbers.by_block if numbers.run == numbers.of.shape[1] else None
    if by_block is None:
        return None
    first = int(numbers.of[0, 0])
    terms = [(by_block, "(int)blockIdx.x"), (numbers.stride, "(int)threadIdx.x"), (first, "")]
    return _sum([_times(factor, name) for factor, name in terms if factor])


def _in_runs(found: _Found, variables: Variables, run: int, whole: bool) -> str:
    """The index of the first thread of a run, and how far another is from there."""
    first = "0" if whole else f"(int)(threadIdx.x / {run} * {run})"
    column = "(int)threadIdx.x" if whole else f"(int)(threadIdx.x % {run})"
    start = rewritten(found.node, lambda node: first if _index(node, variables) == _THREAD else None)
    stride = found.numbers.stride
    return _sum([f"({start})", _times(stride, column)] if stride else [start])


def _times(factor: int, name: str) -> str:
    sign = "-" if factor < 0 else ""
    return str(factor) if not name else f"{sign}{name}" if abs(factor) == 1 else f"{sign}{name} * {abs(factor)}"


def _sum(terms: list[str]) -> str:
    return " + ".join(terms).replace("+ -", "- ") or "0"
