"""How the threads of the machine share the loops of a flat kernel: passes over its first loop, which put together its directive."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from loopwright.cuda.ir.code import Code, Form, form, nodes
from loopwright.cuda.ir.listed import Pass
from loopwright.cuda.ir.statements import Body, Control, Directive, Loop, Statement, codes, loops_over, mentioned
from loopwright.cuda.lower.grain import Known, when, worth_threads
from loopwright.cuda.lower.row_strips import RowStrip
from loopwright.cuda.lower.rows import Sign, by_rows, shortest_row
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.rewriting import LOOPS
from loopwright.cuda.read.variables import Variable

NARROW = ("unsigned", "unsigned int", "uint", "uint32_t")
WIDE = ("unsigned long", "unsigned long long")
UNSIGNED = frozenset((*NARROW, *WIDE, "size_t", "uint64_t"))
INTEGERS = frozenset(
    [
        "int",
        "unsigned",
        "long",
        "size_t",
        "int64_t",
        "uint64_t",
        "int32_t",
        "uint32_t",
        "uint",
        "ssize_t",
        "ptrdiff_t",
        "auto",
    ]
    + ["unsigned int", "unsigned long", "long long", "unsigned long long", "long int", "long long int"]
)


@dataclass(frozen=True)
class Told:
    """What is known of a flat kernel: ``dims`` of its grid, the rounds of its loops together, whether its rows are loops of their own
    (``marched``), the sizes by which an index of a type is divided (``divisors``)."""

    dims: int
    count: Code
    marched: bool
    divisors: Callable[[str], Mapping[str, Sign]]
    fresh: Callable[[str], str]
    known: Known
    eager: bool
    ends: bool = False  # the loop along a row has one round
    strip: RowStrip | None = None  # what is done with pieces of rows instead of the loop
    stored: bool = False  # threads copy objects of their own to memory as a whole


@dataclass(frozen=True)
class Shared:
    """The first loop, with what follows it in the kernel. ``vector``: rounds of an innermost loop are lanes of a vector; ``unequal``:
    rounds may take any time; ``rows``: what stands in its place, if it is several loops."""

    loop: Loop
    rest: Body
    vector: bool
    unequal: bool
    directive: Directive = field(default_factory=lambda: Directive(("parallel", "for")))
    rows: Body | None = None


def with_lanes(what: Shared, told: Told) -> Shared:
    """Lanes of vectors, or none. Of an object that is stored as a whole g++ makes an array for all lanes, and then takes no vectors; it
    does by itself where nothing is said: nine times as fast for a float4 of error functions."""
    words = ("parallel", "for", "simd") if _has_lanes(what, told) and not told.stored else ("parallel", "for")
    whole = told.dims - (what.vector or told.ends) if told.dims > 1 and not told.marched else 1
    return replace(what, directive=replace(what.directive, words=words, collapse=whole))


def _has_lanes(what: Shared, told: Told) -> bool:
    return what.vector and told.dims == 1 and not what.unequal


def with_schedule(what: Shared, told: Told) -> Shared:
    """Who takes which rounds, where they may take any time."""
    return (
        replace(what, directive=replace(what.directive, schedule=f"dynamic, {told.known.machine.chunk}"))
        if what.unequal
        else what
    )


def with_grain(what: Shared, told: Told) -> Shared:
    """From how many rounds on other threads are worth to be woken."""
    if what.unequal or told.marched or told.eager:
        return what
    innermost = list(loops_over([what.loop]))[told.dims - 1]
    count = form("1ll * {}", told.count) if told.dims > 1 else told.count
    known, more = told.known, 0
    if _rows(what, told, str) is not None:  # its divisions go, and each row has a beginning
        more = known.machine.row // shortest_row(what.loop, told.divisors, known.machine)
        known = replace(known, machine=replace(known.machine, division=1))
    condition = when(*worth_threads((*innermost.body, *what.rest), count, known, more=more))
    return replace(what, directive=replace(what.directive, condition=condition))


def with_own_lanes(what: Shared, told: Told) -> Shared:
    """Loops inside keep their own directives only where they are the lanes."""
    return replace(what, loop=_plain(what.loop)) if told.dims == 1 or not what.vector else what


def with_rows(what: Shared, told: Told) -> Shared:
    """Rows, where the index is divided by their length."""
    rows = _rows(what, told, told.fresh)
    return what if rows is None else replace(what, rows=rows)


def _rows(what: Shared, told: Told, fresh: Callable[[str], str]) -> Body | None:
    if what.rest or (told.strip is None and not _has_lanes(what, told)):
        return None
    inside = None if told.stored else Directive(("simd",))
    return by_rows(what.loop, what.directive, told.divisors, fresh, told.known.machine, inside, told.strip)


ON_LOOPS: tuple[Pass[Callable[[Shared, Told], Shared]], ...] = (
    Pass(with_lanes, "tell which rounds are lanes of a vector, and how many loops are shared as one"),
    Pass(with_schedule, "tell who takes which rounds"),
    Pass(with_grain, "tell from how many rounds on other threads are woken"),
    Pass(with_own_lanes, "take away directives of loops that are no lanes"),
    Pass(with_rows, "write rows where the index is divided by their length"),
)


def shared(statement: Statement, rest: Body, told: Told) -> Body:
    """The first loop of a body, or what holds it, with its directive; ``rest`` follows it."""
    if isinstance(statement, Control):
        at = next(i for i, inner in enumerate(statement.body) if any(loops_over([inner])))
        first, after = statement.body[:at], statement.body[at + 1 :]
        return (replace(statement, body=(*first, *shared(statement.body[at], (*after, *rest), told), *after)),)
    assert isinstance(statement, Loop)
    both = [statement, *rest]
    vector = any(loop.directive is not None for loop in loops_over(both)) and not any(
        map(_has_loop_inside, codes(both))
    )
    what = Shared(statement, rest, vector, unequal=not {"while", "break"}.isdisjoint(mentioned(both)))
    for of_loop in ON_LOOPS:
        what = of_loop.run(what, told)
    return what.rows or (replace(what.loop, directive=what.directive),)


def divisors(
    kernel: DeviceFunction,
    type: str,
    constants: frozenset[str],
    positive: Container[str],
    before: Iterable[Variable] = (),
) -> dict[str, Sign]:
    """Parameters that nobody changes, by which an index of a type is divided in that type, and the file's own whole numbers; ``before``:
    variables of the kernel that have their only value before its loops begin."""
    kinds = ["int", type] if type in ("int", *NARROW) else [*INTEGERS]
    local = {v.name for v in kernel.variables.all if not v.parameter}
    found: dict[str, Sign] = {name: "positive" if name in positive else "any" for name in constants - local}
    for p in kernel.parameters:
        if p.base in kinds and p.scalar and not p.pointers and not p.writes and not p.taken:
            found[p.name] = "natural" if type in UNSIGNED or p.base in UNSIGNED else "any"
        else:
            found.pop(p.name, None)
    for v in before:
        if v.base in kinds and v.base != "auto" and v.scalar and not (v.pointers or v.reference or v.volatile):
            found[v.name] = "natural" if type in UNSIGNED or v.base in UNSIGNED else "any"
    return found


def without_vectors(body: Body) -> Body:
    """Statements of which no loop's rounds are lanes of a vector."""
    return tuple(_plain(s) if isinstance(s, Loop) else s for s in body)


def _plain(loop: Loop) -> Loop:
    return replace(loop, body=without_vectors(loop.body), directive=None)


def _has_loop_inside(code: Code) -> bool:
    """Whether there is a loop in a statement that is none itself, or in a loop other than as all that it does."""
    loops = [node for node, _ in nodes(code) if node.type in LOOPS]
    if isinstance(code, Form) or not loops or loops[0].id != code.node.id:
        return bool(loops)
    return any(node.parent is None or node.parent.type not in LOOPS for node in loops[1:])
