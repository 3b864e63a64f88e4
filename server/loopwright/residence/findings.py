"""A file → what is wrong between its directives."""

from __future__ import annotations

import re

from loopwright.cancellation import CancelToken
from loopwright.lang.effects import is_known
from loopwright.residence import flow, ir, layout, transfer
from loopwright.residence.flow import Flow, Worlds, leaf
from loopwright.residence.machine import Claim, Exhausted, Frame, Machine
from loopwright.residence.memory import Contents
from loopwright.residence.scan import everything_in
from loopwright.residence.values import ANYTHING, ZERO, Value, World
from loopwright.source.outline import Outline

_WORD = re.compile(rb"[A-Za-z_]\w*")
_MOVES = (b"acc_", b"pragma acc", b"pragma  acc", b"_Pragma")


def claims_of(outline: Outline, token: CancelToken | None = None, around: int | None = None) -> tuple[Claim, ...]:
    """Everything that is wrong for certain, each once. Functions that nobody in the file calls are carried out, `main` knows the
    whole program. With ``around`` those alone that may come to the function there. Raises
    :class:`~loopwright.cancellation.Cancelled`."""
    data = outline.source.data
    if outline.source.is_too_large or not any(word in data for word in _MOVES):
        return ()
    machine = Machine(outline, token or CancelToken())
    names = list(machine.files[0].functions)
    if around is not None:
        callers = _callers(outline, around)
        if "main" not in callers:  # which is judged by all that the program does
            names = [name for name in names if name in callers]
    called: set[str] = set()
    moving = {name for name in names if (function := machine.function(name)) is not None and _moves(function)}
    if not moving:
        return ()
    for name in names:
        function = machine.function(name)
        if function is not None:
            called |= {part.name for part in everything_in(function.body) if isinstance(part, ir.Call)}
    machine.is_whole = all(machine.function(name) is not None or is_known(name) for name in called)
    roots = [name for name in names if name not in called or name == "main"]
    for name in roots:
        function = machine.function(name)
        if function is not None:
            _carry_out(machine, function)
    return tuple(machine.current.values())


def _callers(outline: Outline, offset: int) -> set[str]:
    """The function that holds ``offset`` and every one whose text names it, or names one that does."""
    data = outline.source.data
    words = {f.name: set(_WORD.findall(data[f.span.start : f.span.end])) for f in outline.functions}
    found = {f.name for f in outline.functions if f.span.start <= offset < f.span.end}
    waiting = list(found)
    while waiting:
        name = waiting.pop().rpartition("::")[2].encode()
        for other in words.keys() - found:
            if name in words[other]:
                found.add(other)
                waiting.append(other)
    return found


def _moves(function: ir.Function) -> bool:
    return any(
        isinstance(part, ir.Directive) or (isinstance(part, ir.Call) and part.name.startswith("acc_"))
        for part in everything_in(function.body)
    )


def _carry_out(machine: Machine, function: ir.Function) -> None:
    """A function of which nobody knows who calls it."""
    machine.depth = 0
    machine.at_times = machine.standing_in = frozenset()
    machine.visit += 1
    machine.globals.clear()
    machine.frames[:] = [Frame(function, machine.visit)]
    machine.here = None
    machine.closed = function.name == "main" and machine.is_whole
    machine.outside.clear()
    world = World(outside=machine.outside)
    for parameter in function.parameters:
        flow.bind(machine, world, machine.frames[0], parameter, _given(machine, world, parameter), function.span)
    before = dict(machine.current)
    try:
        result = flow.run(machine, function.body, [world])
        _end(machine, function, result)
    except (Exhausted, RecursionError):
        machine.current.clear()
        machine.current.update(before)


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
    leaf(machine, worlds, lambda world: flow.end_frame(machine, world, owned, function.end, values))
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
