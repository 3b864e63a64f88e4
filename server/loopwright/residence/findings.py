"""A file → what is wrong between its directives."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from loopwright import bounded
from loopwright.cancellation import CancelToken
from loopwright.dependence.surroundings import surroundings
from loopwright.lang.effects import is_known
from loopwright.lazily import cached_property
from loopwright.openacc.inactive import inactive
from loopwright.residence import calls, expressions, frames, ir, layout, transfer
from loopwright.residence.flow import Flow, leaf, run
from loopwright.residence.kept import Found, keep, recalled
from loopwright.residence.machine import ELSEWHERE, MOST_STEPS, Claim, Exhausted, Frame, Interpreter, Machine
from loopwright.residence.memory import Contents
from loopwright.residence.scan import everything_in
from loopwright.residence.summed import run_summed
from loopwright.residence.values import ANYTHING, ZERO, Value, World, Worlds
from loopwright.source.outline import Outline
from loopwright.source.text import Span, words_in

_MOST_KEPT = 20_000
INTERPRETER = Interpreter(expressions.value_of, calls.value_of_call, run_summed)
_MOVES = (b"acc_", b"pragma acc", b"pragma  acc", b"_Pragma")


def claims_of(outline: Outline, token: CancelToken | None = None, around: int | None = None) -> tuple[Claim, ...]:
    """Everything that is wrong for certain, each once. Functions that nobody in the file calls are carried out, `main` knows the
    whole program. With ``around`` those alone that may come to the function there. Raises
    :class:`~loopwright.cancellation.Cancelled`."""
    data = outline.source.data
    if outline.source.is_too_large or not any(word in data for word in _MOVES):
        return ()
    machine = Machine(outline, INTERPRETER, token or CancelToken())
    functions = _Functions(machine)
    names = list(machine.files[0].functions)
    if around is not None:
        callers = _callers(outline, around)
        if "main" not in callers:  # which is judged by all that the program does
            names = [name for name in names if name in callers]
    calls = [functions.calls(name) for name in names]
    if not any(each.moves for each in calls):
        return ()
    called = frozenset[str]().union(*(each.names for each in calls))
    machine.is_whole = all(functions.calls(name).is_read or is_known(name) for name in called)
    claims: dict[Span, Claim] = {}
    for name in names:
        if (name not in called or name == "main") and functions.lead_to_moves(name):
            for claim in _found(machine, name, functions.key(name)):
                claims.setdefault(claim.span, claim)
    return tuple(claims.values())


class _Calls(NamedTuple):
    """The functions that a function calls by name, whether it moves data itself, and whether it could be read."""

    names: frozenset[str]
    moves: bool
    is_read: bool


_calls_kept: dict[Hashable, _Calls] = {}


class _Functions:
    """What is asked of functions by their names, each worked out once for a version of the file."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._own = machine.files[0].functions
        self._keys: dict[str, Hashable] = {}
        self._calls: dict[str, _Calls] = {}

    def key(self, name: str) -> Hashable:
        """What a function of the file does depends on this; ``None`` for one of a header, or of several of the name."""
        if name not in self._keys:
            self._keys[name] = self._read_key(name)
        return self._keys[name]

    def _read_key(self, name: str) -> Hashable:
        outline = self._machine.outline
        named = outline.functions_by_name.get(name.split("::")[-1], ())
        if name not in self._own or len(named) != 1:
            return None
        return surroundings(outline, named[0]), inactive(outline).within(named[0].span), self._skipped

    @cached_property
    def _skipped(self) -> frozenset[str]:
        """Functions that stand where nothing is compiled."""
        off = inactive(self._machine.outline)
        functions = self._machine.outline.functions if off.spans else ()
        return frozenset(function.name for function in functions if function.span.start in off)

    def calls(self, name: str) -> _Calls:
        """What a function calls."""
        if name not in self._calls:
            self._calls[name] = self._read_calls(name)
        return self._calls[name]

    def _read_calls(self, name: str) -> _Calls:
        key = self.key(name)
        known = _calls_kept.get(key) if key is not None else None
        if known is None:
            known = read_calls(self._machine.function(name))
            if key is not None:
                bounded.keep(_calls_kept, key, known, _MOST_KEPT)
        return known

    def lead_to_moves(self, name: str) -> bool:
        """Whether a function or what it calls by name moves data: where nothing does, nothing can be wrong."""
        met, waiting = {name}, [name]
        while waiting:
            calls = self.calls(waiting.pop())
            if calls.moves:
                return True
            new = calls.names - met
            met |= new
            waiting += new
        return False


def read_calls(function: ir.Function | None) -> _Calls:
    parts = everything_in(function.body) if function is not None else ()
    names = frozenset(part.name for part in parts if isinstance(part, ir.Call))
    directives = any(isinstance(part, ir.Directive) for part in parts)
    moves = directives or any(name.startswith("acc_") for name in names)
    return _Calls(names, moves, function is not None)


def _found(machine: Machine, name: str, key: Hashable) -> tuple[Claim, ...]:
    """What is wrong where a function begins of which nobody knows who calls it; what was found before under its key is not asked again,
    and counts as many steps as it took."""
    if key is not None:
        key = (key, machine.is_whole, machine.declared, machine.repeated)
        known = recalled(machine.outline, key)
        if known is not None:
            machine.steps += known.steps
            return known.claims if machine.steps <= MOST_STEPS else ()
    if machine.steps >= MOST_STEPS:  # to read the function would be for nothing
        return ()
    function = machine.function(name)
    before = machine.steps
    if function is None or not carry_out(machine, function):
        return ()
    claims = tuple(machine.current.values())
    if key is not None:
        keep(machine.outline, key, Found(claims, machine.steps - before))
    return claims


def _callers(outline: Outline, offset: int) -> set[str]:
    """The function that holds ``offset`` and every one whose text names it, or names one that does."""
    data = outline.source.data
    words = {f.name: words_in(data[f.span.start : f.span.end]) for f in outline.functions}
    found = {f.name for f in outline.functions if f.span.start <= offset < f.span.end}
    waiting = list(found)
    while waiting:
        name = waiting.pop().rpartition("::")[2].encode()
        for other in words.keys() - found:
            if name in words[other]:
                found.add(other)
                waiting.append(other)
    return found


def carry_out(machine: Machine, function: ir.Function) -> bool:
    """A function of which nobody knows who calls it; whether that came to its end."""
    machine.current.clear()
    machine.deliberate.clear()
    machine.depth = 0
    machine.at_times = machine.standing_in = frozenset()
    machine.visit += 1
    machine.globals.clear()
    machine.frames[:] = [Frame(function, machine.visit)]
    machine.here = None if function.own else ELSEWHERE
    machine.closed = function.name == "main" and machine.is_whole
    machine.outside.clear()
    world = World(outside=machine.outside)
    for parameter in function.parameters:
        frames.bind(machine, world, machine.frames[0], parameter, _given(machine, world, parameter), function.span)
    try:
        result = run(machine, function.body, [world])
        _end(machine, function, result)
    except (Exhausted, RecursionError):
        return False
    return True


def _given(machine: Machine, world: World, parameter: ir.Parameter) -> Value:
    kind = machine.expanded(parameter.type)
    if kind.is_pointer or kind.layers[:1] == ("&",):
        target = machine.object(("given", machine.visit, parameter.name), parameter.name, "parameter", kind.element())
        world.objects[target] = (Contents(unsure=True),)
        return Value(None, target, ZERO)
    if layout.is_integer(kind):
        return Value(machine.symbol(("given", machine.visit, parameter.name), parameter.name))
    return ANYTHING


def _end(machine: Machine, function: ir.Function, result: Flow) -> None:
    worlds: Worlds = [*result.normal, *(world for world, _ in result.returns)]
    owned = list(machine.frames[0].owned)
    values = [value for _, value in result.returns]
    leaf(machine, worlds, lambda world: frames.end_frame(machine, world, owned, function.end, values))
    if machine.closed:
        leaf(machine, worlds, lambda world: _end_of_program(machine, world))


def _end_of_program(machine: Machine, world: World) -> None:
    for number in list(world.objects):
        owner = machine.objects[number]
        states = world.alternatives(number)
        troubles = [transfer.left_behind(c) for c in states]
        if owner.kind in ("heap", "global") and all(trouble is not None for trouble in troubles):
            first = troubles[0]
            assert first is not None
            machine.claim(Claim(first.code, first.notes[0].place, owner.name, ()))
        queued = [next(iter(c.pending), None) for c in states]
        if all(pending is not None for pending in queued) and queued[0] is not None:
            machine.claim(Claim("LW715", queued[0].place, owner.name, ()))
