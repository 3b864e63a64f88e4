"""Does it pay that an object lives on the device? What moves around the work of the host, beside what each kernel would move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from loopwright.lang.places import Place
from loopwright.placement.clauses import constructs_of
from loopwright.placement.objects import Context, Memory
from loopwright.placement.pointers import Pointers
from loopwright.placement.program import Known
from loopwright.placement.regions import Transfer
from loopwright.residence import ir
from loopwright.residence.ir import Stmt
from loopwright.residence.scan import children, counters, everything_in
from loopwright.source.linear import Linear
from loopwright.source.text import Span

_TRIPS = 10.0  # of a loop of which nothing is known
_ELEMENT = 0.02  # of what an object moves as a whole
_SWEPT = 3.0  # each element by itself: what counts is how often something is moved
_LAUNCH = 10_000.0  # nanoseconds until a kernel has begun and ended
_ITERATION = 5.0  # nanoseconds on the host
_FIXED, _VARYING = (
    1000.0,
    32.0,
)  # iterations, where the program sets how many once, and where it differs from run to run
_CLEARLY = 4.0
SELDOM = 0.1  # of the rounds of a loop that take a branch
_SOME = Linear(0, ((("some",), 1),))


def costly(pointers: Pointers, placed: frozenset[int], transfers: Iterable[Transfer]) -> frozenset[int]:
    """Objects for which transfers around the work of the host are dearer than copies around each kernel."""
    here: Counter[int] = Counter()
    for transfer in transfers:
        each = _SWEPT if transfer.sweeps else _ELEMENT if transfer.is_single else 1.0
        for number in transfer.objects:
            amount = max(each, 1.0) if pointers.is_small(number) else each
            often = _TRIPS**transfer.depth * (SELDOM if transfer.seldom else 1.0)
            here[number] += often * amount  # type: ignore[assignment]
    there: Counter[int] = Counter()
    launches: Counter[int] = Counter()
    for known in pointers.project.functions:
        for context in pointers.by_function.get(known, []):
            if context.device:
                continue
            for node in constructs_of(known):
                times = _TRIPS ** (context.depth + len(loops_around(known.function.body, node)))
                for number, ways in moved_by(pointers, node).items():
                    there[number] += times * ways  # type: ignore[assignment]
                    launches[number] += times  # type: ignore[assignment]
    dear: set[int] = set()
    for partners in pointers.partners:
        group = partners & placed
        moved, by_kernels = (sum(each[number] for number in group) for each in (here, there))
        is_used_once = all(launches[number] <= _TRIPS ** _depth_of_birth(pointers.objects[number]) for number in group)
        if moved > by_kernels or (is_used_once and moved == by_kernels and moved):
            dear |= group
    return frozenset(dear)


def _depth_of_birth(memory: Memory) -> int:
    """Loops around the statement that makes an object, in all functions."""
    if memory.context is None:
        return 0
    return memory.context.depth + len(loops_around_span(memory.context.known.function.body, memory.node.span))


def moved_by(pointers: Pointers, node: ir.Directive) -> dict[int, int]:
    """Object → how many copies a construct makes of it by itself."""
    read: set[int] = set()
    written: set[int] = set()
    for part in everything_in(node):
        for hit in (*pointers.hits.get(id(part), ()), *pointers.contained.get(id(part), ())):
            memory = pointers.objects[hit.place.object]
            if hit.device and (memory.kind == "heap" or memory.type.is_array) and not memory.pinned:
                (written if hit.writes else read).add(hit.place.object)
    return {number: (number in read) + (number in written) for number in read | written}


def loops_around(body: Stmt, node: ir.Directive) -> list[ir.Loop]:
    """The loops of a function that hold a construct."""
    stack: list[tuple[Stmt, list[ir.Loop]]] = [(body, [])]
    while stack:
        part, loops = stack.pop()
        if part is node:
            return loops
        if isinstance(part, ir.Loop):
            loops = [*loops, part]
        stack += [(child, loops) for child in children(part)]
    return []


def loops_around_span(body: Stmt, span: Span) -> list[ir.Loop]:
    """The loops of a function that hold a place, outermost first."""
    found = [part for part in everything_in(body) if isinstance(part, ir.Loop) and part.span.contains(span)]
    return sorted({part.span: part for part in found}.values(), key=lambda loop: loop.span.start)


def launch_bound(pointers: Pointers) -> Iterator[tuple[Known, ir.Directive]]:
    """Kernels that a loop around them launches for one slice of their data after the other, each with so little work that the host would
    be done before one has begun."""
    for known in pointers.project.functions:
        for node in constructs_of(known):
            if _is_sliced(loops_around(known.function.body, node), node):
                work = _ITERATION * _iterations(pointers, known, node)
                if work * _CLEARLY < _LAUNCH:
                    yield known, node


def _is_sliced(around: list[ir.Loop], node: ir.Directive) -> bool:
    names = {part.name for part in everything_in(node) if isinstance(part, ir.Name)}
    return any(counters(loop) & names for loop in around)


def _iterations(pointers: Pointers, known: Known, node: ir.Directive) -> float:
    """About how many iterations one launch has, of all its loops."""
    found = 1.0
    for part in everything_in(node):
        if isinstance(part, ir.Loop):
            found *= _trips(pointers, known, part)
    return found


def _trips(pointers: Pointers, known: Known, loop: ir.Loop) -> float:
    limit = loop.condition.right if isinstance(loop.condition, ir.Binary) else None
    if limit is None:
        return _FIXED
    if isinstance(limit, ir.Number):
        return float(max(limit.value or 1, 1))
    given = [
        _number_of(pointers, context, part.name)
        for context in pointers.by_function.get(known, [])
        for part in everything_in(limit)
        if isinstance(part, ir.Name)
    ]
    if None in given:
        return _VARYING
    constants = [float(number.constant) for number in given if number is not None and not number.terms]
    return max(constants) if isinstance(limit, ir.Name) and given and len(constants) == len(given) else _FIXED


def _number_of(pointers: Pointers, context: Context, name: str) -> Linear | None:
    """The value of an integer in a function, where it is one in all of a run; what is no integer has none that matters."""
    number = pointers.variable_in(context, name)
    if number is None or pointers.objects[number].type.layers:
        return _SOME
    return pointers.today(pointers.number_at(Place(number)))
