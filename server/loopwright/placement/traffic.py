"""What a program moves and launches in each of its outermost loops, and once: if every kernel moves its own data, and as it was planned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from loopwright.placement.clauses import constructs_of
from loopwright.placement.cost import loops_around_span, moved_by
from loopwright.placement.objects import Context
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.regions import Transfer
from loopwright.residence import ir
from loopwright.source.linear import Linear
from loopwright.source.text import Span

_ELEMENT, _NOTHING = Linear(8), Linear(0)
_TRIPS = 10.0  # of a loop of which nothing is known
_SIZE = 1000.0  # of what the program calls a size
_EACH = 10.0  # microseconds of a launch or a transfer
_RATE = 10_000.0  # bytes in a microsecond
_UNKNOWN = 1e6  # bytes of a transfer of which nothing is known


@dataclass(frozen=True)
class Step:
    """One iteration of a loop, or (``line`` 0) what is done outside of loops. Bytes are expressions of what the program calls its sizes;
    ``inner``: so many of the launches and transfers are in loops within, and count for one iteration of these. ``loops`` are those that
    are launched (file, number of the loop in it), ``moved`` the bytes as planned where all are known, in ``transfers`` copies. What
    moves ``seldom`` (so many transfers in branches) is in no sum."""

    file: Path
    line: int
    launches: int
    inner: int
    bytes_before: str
    bytes_after: str
    loops: tuple[tuple[Path, int], ...] = ()
    moved: Linear | None = None
    transfers: int = 0
    seldom: int = 0


def microseconds(steps: Iterable[Step]) -> float:
    """About how long launches and transfers take, by which two plans of one program are compared."""
    total = 0.0
    for step in steps:
        moved = step.moved
        if moved is None:
            amount = _UNKNOWN * step.transfers
        else:
            amount = moved.constant + sum(factor * _SIZE ** len(product) for product, factor in moved.terms)
        each = (step.launches + step.transfers + _TRIPS * step.inner) * _EACH + amount / _RATE
        total += each * (_TRIPS if step.line else 1.0)
    return total


@dataclass
class _Sum:
    loops: list[tuple[Path, int]] = field(default_factory=list)
    transfers: int = 0
    seldom: int = 0
    launches: int = 0
    inner: int = 0
    before: Linear = _NOTHING
    after: Linear = _NOTHING
    unknown_before: bool = False
    unknown_after: bool = False


def steps_of(
    pointers: Pointers, placed: frozenset[int], transfers: Iterable[tuple[Known, Transfer]], copied: frozenset[int]
) -> tuple[Step, ...]:
    """The steps of a program, outermost loops in order; ``copied`` are objects that come to the device with what they hold."""
    sums: dict[tuple[Path, int], _Sum] = {}
    for number in copied:
        memory = pointers.objects[number]
        owned = pointers.owned.get(number)
        made = owned.born if owned is not None and owned.born is not None else memory.node
        context = owned.holder.context if owned is not None and owned.holder is not None else memory.context
        main = pointers.project.main
        if context is None and main is not None:  # a global array comes with the beginning of the program
            total = sums.setdefault((main.file.path, 0), _Sum())
        elif context is not None and _root_of(context) is main:
            total, _ = _sum_at(sums, context, made.span)
        else:
            continue
        total.transfers += 1
        size = pointers.bytes_of(number)
        total.unknown_after |= size is None
        total.after = total.after.plus(size or Linear(0))
    for known in pointers.project.functions:
        for context in pointers.by_function.get(known, []):
            if context.device or _root_of(context) is not pointers.project.main:
                continue
            for node in constructs_of(known):
                total, is_inner = _sum_at(sums, context, node.span)
                total.launches += 1
                total.inner += is_inner
                total.loops += _loop_of(known, node)
                for number, ways in moved_by(pointers, node).items():
                    size = pointers.bytes_of(number)
                    total.unknown_before |= size is None
                    total.before = total.before.plus(size or Linear(0), ways)
                    if number not in placed:
                        total.transfers += ways
                        total.unknown_after |= size is None
                        total.after = total.after.plus(size or Linear(0), ways)
    for known, transfer in transfers:
        for context in pointers.by_function.get(known, []):
            if context.device or _root_of(context) is not pointers.project.main:
                continue
            total, _ = _sum_at(sums, context, Span(transfer.offset, transfer.offset), transfer.loops)
            if transfer.seldom:
                total.seldom += 1
                continue
            total.transfers += 1
            sizes = [pointers.bytes_of(number) for number in sorted(transfer.objects)]
            size = _ELEMENT if transfer.is_single else next((each for each in sizes if each is not None), None)
            total.unknown_after |= size is None
            total.after = total.after.plus(size or Linear(0))
    return tuple(
        Step(
            file,
            line,
            total.launches,
            total.inner,
            _text(total.before, total.unknown_before),
            _text(total.after, total.unknown_after),
            tuple(total.loops),
            None if total.unknown_after else total.after,
            total.transfers,
            total.seldom,
        )
        for (file, line), total in sorted(sums.items(), key=lambda pair: (pair[0][1] > 0, *map(str, pair[0])))
    )


def _loop_of(known: Known, node: ir.Directive) -> list[tuple[Path, int]]:
    """The loop below a construct, by its number in the file."""
    file = known.file
    start = node.body.span.start if node.body is not None else -1
    return [(file.path, number) for number, loop in enumerate(file.outline.loops) if loop.span.start == start]


def _root_of(context: Context) -> Known:
    while context.parent is not None:
        context = context.parent
    return context.known


def _sum_at(
    sums: dict[tuple[Path, int], _Sum], context: Context, span: Span, most: int | None = None
) -> tuple[_Sum, bool]:
    """The step that holds a place of a function, and whether a loop within it does. ``most``: so many loops of the function count."""
    loops: list[tuple[Known, ir.Loop]] = []
    at: Context | None = context
    while at is not None:
        own = loops_around_span(at.known.function.body, span)[:most]
        loops = [*((at.known, loop) for loop in own), *loops]
        most = None
        if at.call is not None:
            span = at.call.span
        at = at.parent
    if not loops:
        return sums.setdefault((_root_of(context).file.path, 0), _Sum()), False
    known, loop = loops[0]
    line = known.file.outline.source.lines.line_of(loop.span.start) + 1
    return sums.setdefault((known.file.path, line), _Sum()), len(loops) > 1


def _text(amount: Linear, is_more: bool) -> str:
    parts = []
    for product, factor in amount.terms:
        names = [name.split("#")[0].lstrip(".") or "size" for name in product]
        parts.append("*".join([str(factor), *names]))
    if amount.constant or not parts:
        parts.append(str(amount.constant))
    text = " + ".join(parts).replace("+ -", "- ")
    if is_more:
        return f"{text} and what is not known" if text != "0" else "not known"
    return text
