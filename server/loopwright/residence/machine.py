"""Carrying out a program on states: tables that all worlds share, accesses, and what is wrong in every world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from loopwright.cancellation import CancelToken
from loopwright.lang.conditions import conditions_in
from loopwright.lang.scopes import scopes_of
from loopwright.lazily import cached_property
from loopwright.residence import ir, layout, transfer
from loopwright.residence.ir import CType, Expr
from loopwright.residence.lower import Lowering
from loopwright.residence.memory import Contents
from loopwright.residence.ranges import SOMEWHERE, Order, Range
from loopwright.residence.scan import reseated_names
from loopwright.residence.transfer import Note, Outcome
from loopwright.residence.values import ZERO, Object, Value, World
from loopwright.source.linear import Linear
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_BESIDE = b" \t\r\n\f\v()!"  # of a condition; with and without it asks the same, or the contrary
MOST_STEPS = 60_000  # of all functions together
MOST_CALLS = 10
_MOST_COMPARED = 500  # accesses with each other
ELSEWHERE = Span(-1, -1)  # the place of all that other files of the program do


class Exhausted(Exception):
    """The program is larger than the budget."""


@dataclass(frozen=True)
class Claim:
    """Something that is wrong for certain: where, about what, and the other places; ``also`` are more variables of which one change mends
    the same. ``elsewhere``: it happens in another file of the program; ``span`` is what of this one it is about."""

    code: str
    span: Span
    name: str
    notes: tuple[Note, ...]
    detail: str = ""
    section: str = ""
    also: tuple[str, ...] = ()
    elsewhere: bool = False

    @property
    def place(self) -> tuple[Span, bool]:
        """Where one claim is enough."""
        return self.span, self.elsewhere


class Counted(NamedTuple):
    """A loop whose accesses are summed up: the values of its symbol. ``bounded``: one of the two ends is a bound that the loop
    may not reach, as `n - 1` in steps of four."""

    symbol: str
    first: Linear
    last: Linear
    step: int
    bounded: bool = False


class Access(NamedTuple):
    """An access in code that is summed up. ``loops`` are those around it, innermost last."""

    target: int
    low: Linear | None
    size: Linear
    writes: bool
    device: bool
    span: Span
    text: str
    loops: tuple[Counted, ...]
    conditional: bool
    via: tuple[int, Linear] | None = None


@dataclass
class Frame:
    """A function that is being carried out. ``names``: scopes from a name to its object and type; ``owned``: its variables."""

    function: ir.Function | None
    number: int
    names: list[dict[str, tuple[int, CType]]] = field(default_factory=lambda: [{}])
    owned: dict[int, None] = field(default_factory=dict)


@dataclass(frozen=True)
class Interpreter:
    """What the machine carries programs out with. Its parts reach one another through it, so that the modules they stand in need
    not import one another in a circle."""

    value_of: Callable[[Machine, World, ir.Expr], tuple[Value, CType]]
    call: Callable[[Machine, World, ir.Call], tuple[Value, CType]]
    sum_up: Callable[[Machine, World, ir.Stmt], None]


class Machine:
    """Mutable; lives for one analysis of one file."""

    def __init__(
        self, outline: Outline, interpreter: Interpreter, token: CancelToken, others: tuple[Outline, ...] = ()
    ) -> None:
        """``others`` are the rest of the program around ``outline``: files and headers."""
        own = outline.headers
        elsewhere = [other for other in dict.fromkeys(others) if other not in own]
        if elsewhere:
            outline = Outline(outline.source, lambda _: (*own, *elsewhere))
        self.outline, self.interpreter, self._token = outline, interpreter, token
        self.declarations = scopes_of(outline)
        self.files = [Lowering(outline, True), *(Lowering(header, False) for header in outline.headers)]
        self._first_elsewhere = 1 + len(own)
        self.functions: dict[str, ir.Function | None] = {}
        self.order = Order()
        self.objects: dict[int, Object] = {}
        self.known: dict[object, int] = {}
        self.symbols: dict[object, str] = {}
        self.keys: dict[str, object] = {}
        self.born: dict[str, int] = {}  # symbol -> how many summed loops were around it
        self.frames: list[Frame] = []
        self.globals: dict[str, tuple[int, CType]] = {}
        self.closed = False  # whether all of the program is here
        self.is_whole = False  # whether every function that is called is in sight
        self.outside: set[int] = set()  # objects that code may have mapped that is not seen
        self.visit = 0
        self.steps = 0
        self.here: Span | None = None  # the call in this file that stands for code of a header, or `ELSEWHERE`
        # While code is summed up:
        self.recording: list[Access] | None = None
        self.on_device = False
        self.loops: tuple[Counted, ...] = ()
        self.conditional = 0
        self.touched_scalars: set[int] = set()
        # Scalars of which the host has what it wants although the device is ahead: a loop fetches them every now and then, and
        # gives them another value in the rounds between.
        self.at_times: frozenset[int] = frozenset()
        self.standing_in: frozenset[int] = frozenset()
        self.returned: list[Value] = []
        self.plain: dict[int, bool] = {}
        self.depth = 0  # of loops that are gone through
        # What is wrong:
        self.current: dict[tuple[Span, bool], Claim] = {}
        self.claims: dict[tuple[str, Span], Claim] = {}
        self.deliberate: set[object] = set()
        self.declared = frozenset(
            variable.name
            for construct in self.files[0].unit.declares
            for clause in construct.node.clauses
            for variable in clause.variables
        )
        self._sizes: dict[CType, Linear] = {}
        self._expanded: dict[CType, CType] = {}

    # Functions

    def function(self, name: str) -> ir.Function | None:
        """The function of a name, if exactly one is in sight and not nested too deeply to be followed."""
        if name not in self.functions:
            try:
                self.functions[name] = self._find(name)
            except RecursionError:
                self.functions[name] = None
        return self.functions[name]

    def _find(self, name: str) -> ir.Function | None:
        found = [file for file in self.files if name in file.functions]
        if not found or (len(found) > 1 and self.is_elsewhere(name)):  # which one a call means depends on its file
            return None
        return found[0].function(name)

    def is_elsewhere(self, name: str) -> bool:
        """Whether a function stands in another file of the program, or in a header of one."""
        return any(name in file.functions for file in self.files[self._first_elsewhere :])

    @cached_property
    def repeated(self) -> frozenset[bytes]:
        """The texts of conditions, without blanks and brackets, that stand more than once in the file."""
        found = Counter(text.translate(None, _BESIDE) for text in conditions_in(self.outline))
        return frozenset(text for text, times in found.items() if times > 1)

    def is_repeated(self, condition: Expr) -> bool:
        """Whether the text of a condition stands more than once in the file."""
        if isinstance(condition, ir.Name) and condition.name.startswith("#"):
            return True
        text = self.outline.source.data[condition.span.start : condition.span.end].translate(None, _BESIDE)
        return text in self.repeated

    def question(self, number: Linear) -> tuple[object, bool]:
        """What a condition asks, the same for a condition and its negation, and whether it asks for yes."""
        if number.constant == 0 and len(number.terms) == 1 and number.terms[0][1] == 1 and len(number.terms[0][0]) == 1:
            key = self.keys.get(number.terms[0][0][0])
            if isinstance(key, tuple) and key and key[0] == "condition":
                _, operator, gap = key
                if operator in ("==", "!="):
                    inner, sense = self.question(gap)
                    if isinstance(inner, tuple) and inner[:1] == ("compared",):
                        return inner, sense == (operator == "!=")
                turned = {">=": "<", ">": "<=", "!=": "=="}
                return ("compared", turned.get(operator, operator), gap), operator not in turned
        return ("compared", "==", number), False

    # Symbols and objects

    def spend(self) -> None:
        """One more step. Raises :class:`Exhausted`."""
        self.steps += 1
        self._token.check()
        if self.steps > MOST_STEPS:
            raise Exhausted

    def symbol(self, key: object, text: str, least: int | None = None) -> Linear:
        """The symbol of a key, the same each time."""
        name = self.symbols.get(key)
        if name is None:
            name = self.symbols[key] = f"{text}#{len(self.symbols)}"
            self.keys[name] = key
            self.born[name] = len(self.loops)
            if least is not None:
                self.order.least[name] = least
        return Linear(0, (((name,), 1),))

    def fresh(self, text: str) -> Linear:
        """A symbol of its own."""
        return self.symbol(("fresh", len(self.symbols)), text)

    def reseated(self, node: ir.Loop) -> frozenset[str]:
        """Pointers that a loop lets point elsewhere."""
        return reseated_names(node)

    def object(
        self, key: object, name: str, kind: str, type: CType, size: Linear | None = None, static: bool = False
    ) -> int:
        """The number of an object, the same for the same key."""
        if key not in self.known:
            number = self.known[key] = len(self.objects)
            self.objects[number] = Object(number, name, kind, type, size, static)
        return self.known[key]

    def size(self, world: World, kind: CType) -> Linear:
        """Bytes of a type."""
        known = self._sizes.get(kind) if all(layer == "*" for layer in kind.layers) else None
        if known is not None:
            return known
        size = self._size(world, kind)
        if all(layer == "*" for layer in kind.layers):
            self._sizes[kind] = size
        return size

    def _size(self, world: World, kind: CType) -> Linear:
        return layout.size_of(
            self.declarations, kind, lambda extent: self.interpreter.value_of(self, world, extent)[0].number
        )

    def expanded(self, kind: CType) -> CType:
        """A type with typedefs put in."""
        if kind not in self._expanded:
            self._expanded[kind] = layout.expanded(self.declarations, kind)
        return self._expanded[kind]

    # Accesses

    def touch(
        self,
        world: World,
        target: int,
        low: Linear | None,
        size: Linear,
        writes: bool,
        span: Span,
        text: str = "",
        via: tuple[int, Linear] | None = None,
        device: bool = False,
    ) -> None:
        """The program reads or writes some bytes."""
        span = self.here or span
        access = Access(target, low, size, writes, device, span, text, self.loops, self.conditional > 0, via)
        if self.recording is not None:
            self.recording.append(access)
        else:
            self.host_access(world, access, True)

    def host_access(self, world: World, access: Access, exposed: bool) -> None:
        """One access of the host, with its effect."""
        owner = self.objects[access.target]
        if access.device or owner.kind == "device":
            if not access.conditional and (access.device or owner.kind == "device"):
                place = next(iter(world.alternatives(access.target)), Contents())
                made = place.mappings[0].place if place.mappings else access.span
                self.claim(Claim("LW718", access.span, owner.name, (Note(made, "the memory comes from here"),)))
            return
        if access.target not in world.objects:
            return
        touched = self.range_of(access)
        if access.writes:
            self.apply(
                world,
                access.target,
                access.span,
                lambda c: [transfer.host_write(c, touched, access.span, self.order, access.target in self.standing_in)],
            )
        elif exposed and not access.conditional and access.target not in self.at_times:
            self.apply(world, access.target, access.span, lambda c: [transfer.host_read(c, touched, self.order)])

    def apply(
        self,
        world: World,
        target: int,
        span: Span,
        operation: Callable[[Contents], Iterable[Outcome]],
        name: str = "",
        section: str = "",
    ) -> None:
        """Carry an operation out on every alternative of an object; what is wrong in all of them is claimed."""
        outcomes = [outcome for contents in world.alternatives(target) for outcome in operation(contents)]
        found = tuple(dict.fromkeys(contents for contents, _ in outcomes))
        if len(found) > 6:
            found = (found[0].forgotten(),)
        world.objects[target] = found
        troubles = [trouble for _, trouble in outcomes]
        if troubles and all(trouble is not None for trouble in troubles):
            first = troubles[0]
            assert first is not None
            self.claim(Claim(first.code, span, name or self.objects[target].name, first.notes, first.detail, section))

    def claim(self, claim: Claim) -> None:
        """Something is wrong in the world that is looked at."""
        if claim.span is ELSEWHERE:
            own = next((note.place for note in claim.notes if note.place is not ELSEWHERE), None)
            if own is None:
                return
            claim = replace(claim, span=own, elsewhere=True)
        self.current.setdefault(claim.place, claim)

    def range_of(self, access: Access, common: int = 0) -> Range:
        """The bytes that an access touches in all iterations of the loops around it but the first ``common``."""
        low = access.low
        if low is None:
            return SOMEWHERE
        high = low.plus(access.size)
        exact = not access.conditional
        for loop in self._inner_first(access.loops[common:], low):
            factor = _factor(low, loop.symbol)
            if factor is None:
                return SOMEWHERE
            if factor == ZERO:
                continue
            if loop.bounded:
                return SOMEWHERE
            width = high.plus(low, -1)
            if self.order.nonnegative(factor):
                stride = factor.times(Linear(abs(loop.step)))
                low, high = low.with_value(loop.symbol, loop.first), high.with_value(loop.symbol, loop.last)
            elif self.order.nonnegative(ZERO.plus(factor, -1)):
                stride = ZERO.plus(factor, -1).times(Linear(abs(loop.step)))
                low, high = low.with_value(loop.symbol, loop.last), high.with_value(loop.symbol, loop.first)
            else:
                return SOMEWHERE
            exact = exact and self.order.before(stride, width)
        depth = common
        if any(self.born.get(name, 0) > depth for part in (low, high) for name in part.names):
            return SOMEWHERE
        return Range(low, high, exact)

    def _inner_first(self, loops: tuple[Counted, ...], low: Linear) -> list[Counted]:
        """Loops by their strides, the smallest first; as they are nested where bounds depend on other loops."""
        nested = list(reversed(loops))
        symbols = {loop.symbol for loop in loops}
        if any(symbols & (loop.first.names | loop.last.names) for loop in loops):
            return nested

        def weight(loop: Counted) -> tuple[int, int]:
            factor = _factor(low, loop.symbol) or ZERO
            return (max((len(product) for product, _ in factor.terms), default=0), abs(factor.constant))

        return sorted(nested, key=weight)

    # Summing up

    @contextmanager
    def summed(self, on_device: bool) -> Iterator[list[Access]]:
        """While accesses are collected and not carried out."""
        before = (self.recording, self.on_device, self.loops, self.conditional)
        self.recording, self.on_device, self.loops, self.conditional = [], on_device, (), 0
        try:
            yield self.recording
        finally:
            self.recording, self.on_device, self.loops, self.conditional = before

    def exposed(self, accesses: list[Access], index: int) -> bool:
        """Whether a read sees for certain what was there before the code that is summed up; of much code nothing is certain."""
        if len(accesses) > _MOST_COMPARED:
            return False
        read = accesses[index]
        seen = self.range_of(read)
        for position, access in enumerate(accesses):
            if access.target != read.target or not access.writes or self.order.disjoint(self.range_of(access), seen):
                continue
            shares = bool(access.loops) and bool(read.loops) and access.loops[0].symbol == read.loops[0].symbol
            # What is written later in the text is written later in time, unless an earlier iteration did it.
            if position < index or (shares and (access.low is None or access.low != read.low)):
                return False
        return True


def _factor(value: Linear, symbol: str) -> Linear | None:
    """The polynomial that a symbol is multiplied with, ``None`` where it stands in a product with itself."""
    factor = ZERO
    for product, coefficient in value.terms:
        count = product.count(symbol)
        if count > 1:
            return None
        if count:
            rest = tuple(name for name in product if name != symbol)
            factor = factor.plus(Linear(0, ((rest, coefficient),)) if rest else Linear(coefficient))
    return factor
