"""Calls: functions in sight run in a context of their own, those of libraries are looked up, others may do anything with what they get."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from loopwright.lang.effects import RUNTIMES, effect_of
from loopwright.lang.places import Place
from loopwright.placement import variables
from loopwright.placement.boxes import ENDED
from loopwright.placement.branches import left_out
from loopwright.placement.containers import CONTAINER, EXCHANGE, MOVED, owned_paths
from loopwright.placement.objects import RELEASED, UNKNOWN, UNSEEN, Hit, Passed, Places, Val
from loopwright.placement.program import Known
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType
from loopwright.residence.scan import everything_in

if TYPE_CHECKING:
    from loopwright.placement.pointers import Pointers

_INT = CType("int")


def value_of_call(pointers: Pointers, node: ir.Call) -> Val:
    if node.by_object:
        return _by_object(pointers, node)
    pointer = _pointer_called(pointers, node)
    if pointer is not None:
        return _through_pointer(pointers, node, pointer)
    own = _OF_CONTAINERS.get(node.name)
    if own is not None:
        return own(pointers, node)
    known = pointers.project.resolve(node.name, pointers.file)
    if known is None:
        return _of_library(pointers, node)
    return _of_known(pointers, node, known)


def _pointer_called(pointers: Pointers, node: ir.Call) -> Places | None:
    """Where the pointer that is called may lead; ``None`` for the name of a function."""
    if node.callee is None:
        found = variables.binding(pointers, node.name)
        if found is None:
            return None
        place = frozenset((Place(found[0]),))
        return pointers.leads_to(pointers.leads_to(place) if found[1].layers[:1] == ("&",) else place)
    callee = node.callee
    while isinstance(callee, (ir.Deref, ir.Cast)):  # what a pointer to a function leads to is called as the pointer is
        callee = callee.pointer if isinstance(callee, ir.Deref) else callee.value
    return pointers.value(callee).targets


def _through_pointer(pointers: Pointers, node: ir.Call, targets: Places) -> Val:
    """Each function that the pointer may lead to is called."""
    functions = [pointers.objects[target.object].function for target in targets]
    if (not targets and pointers.is_settled) or None in functions:
        return _unseen(pointers, node, "what is called is not known")
    return _of_each(pointers, node, [known for known in functions if known is not None])


def _by_object(pointers: Pointers, node: ir.Call) -> Val:
    """A virtual function: each that overrides it in a class in sight is called (C++17 13.3)."""
    functions, is_whole = pointers.project.overriders(node.name)
    pointers.valued |= set(functions)
    if not is_whole or UNSEEN in pointers.lvalue(node.arguments[0])[0]:
        for known in functions:
            pointers.root(known)
        return _unseen(pointers, node, f"{node.name.split('/')[0]} may be a function that is not seen")
    return _of_each(pointers, node, functions)


def _of_each(pointers: Pointers, node: ir.Call, functions: list[Known]) -> Val:
    values = [_of_known(pointers, node, known) for known in functions]
    if not values:
        for argument in node.arguments:
            pointers.value(argument)
        return Val()
    numbers = {value.number for value in values}
    return Val(
        frozenset[Place]().union(*(value.targets for value in values)),
        values[0].type,
        numbers.pop() if len(numbers) == 1 else None,
        frozenset[Place]().union(*(value.home for value in values)),
    )


def _of_known(pointers: Pointers, node: ir.Call, known: Known) -> Val:
    parameters = known.function.parameters
    defaults = pointers.file.outline.source.language != "c"
    if len(parameters) < len(node.arguments) or (len(parameters) != len(node.arguments) and not defaults):
        return _unseen(pointers, node, f"{node.name} is called with another number of arguments")
    context = pointers.context.within(known)
    if context is None or context.device != pointers.device:
        context = pointers.context_of(known, pointers.context, node, pointers.device, bool(pointers.loops))
    elif not context.repeated:
        context.repeated = pointers.changed = True
    callees = pointers.callees.setdefault(id(node), set())
    callees.add(known)
    for parameter in parameters[len(node.arguments) :]:
        kind = pointers.expanded(known.file, parameter.type)
        number = pointers.variable(("parameter", parameter.name), parameter.name, kind, context, None)
        if kind.layers:
            pointers.point(Place(number), {UNSEEN})
        pointers.define(Place(number), None, ("default", number), False)
    for parameter, argument in zip(parameters, node.arguments):
        kind = pointers.expanded(known.file, parameter.type)
        number = pointers.variable(("parameter", parameter.name), parameter.name, kind, context, None)
        if kind.layers[:1] == ("&",):
            pointers.look_into(argument)
            pointers.point(Place(number), pointers.lvalue(argument)[0])
            continue
        value = pointers.value(argument)
        if not kind.layers and value.home and owned_paths(known.file.scopes, kind.base):
            _spoil_copied(pointers, value, f"{node.name} gets a copy of it")
        if layout.is_integer(kind):
            value = Val(type=kind, number=value.number)
            pointers.define(Place(number), value.number, (id(node), pointers.context.number))
        else:
            pointers.store(frozenset((Place(number),)), value, (id(node), number))
    pointers.run_context(context)
    inner = {
        hit
        for hit in pointers.effects.get(context.number, ())
        if pointers.objects[hit.place.object].context is not context
        or pointers.objects[hit.place.object].kind == "heap"
    }
    pointers.contain(node, inner)
    pointers.effect(inner)
    result = frozenset((Place(pointers.result(context)),))
    targets = pointers.leads_to(result)
    pointers.lead(node, targets)
    return Val(targets, pointers.objects[next(iter(result)).object].type, pointers.number_of(result), result)


def _of_library(pointers: Pointers, node: ir.Call) -> Val:
    effect, name = effect_of(node.name), node.name
    values = [pointers.value(argument) for argument in node.arguments]
    for target in {target for value in values for target in value.targets}:
        if pointers.objects[target.object].function is not None:
            pointers.spoil(target.object, f"{name} may call it")
    if effect.makes_memory:
        return _allocated(pointers, node, values)
    if effect.releases and values:
        pointers.released[id(node)] = values[0].type
        found = pointers.releases.setdefault(id(node), set())
        found |= {place.object for place in values[0].targets}
        together = pointers.released_together.setdefault((id(node), pointers.context.number), set())
        together |= {place.object for place in values[0].targets}
        pointers.effect({Hit(Place(place.object, (RELEASED,)), False, True) for place in values[0].targets})
        return Val(type=CType("void"))
    if effect.gives == "moved" and values:
        for target in values[0].targets:
            pointers.spoil(target.object, f"{name} may move it")
        return Val(frozenset((UNSEEN,)), CType("void", ("*",)))
    if effect.copies is not None:
        into, source, size = effect.copies
        if len(values) > max(into, source, size):
            _pass(pointers, node, source, [size], False, values)
            _pass(pointers, node, into, [size], True, values)
            for place in values[into].targets:
                for home in values[source].targets:
                    pointers.copy(place, home, id(node))
            return values[into]
    pieces = [(piece, False) for piece in effect.reads] + [(piece, True) for piece in effect.writes]
    for (position, factors), writes in pieces:
        if len(values) > max((position, *factors)):
            _pass(pointers, node, position, list(factors), writes, values)
    if pieces:
        return Val(type=CType("size_t"))
    if effect.keeps_nothing or name.startswith(RUNTIMES):
        for position, value in enumerate(values):
            targets = frozenset(t for t in value.targets if t != UNSEEN)
            if targets:
                writes = effect.may_write(position)
                _pass(pointers, node, position, [], writes, values)
                if writes:
                    for target in targets:
                        pointers.define(target, None, (id(node), position), False)
        return Val(type=_INT if effect.keeps_nothing else UNKNOWN)
    return _unseen(pointers, node, f"it is given to {name}, which is not seen")


def _pass(
    pointers: Pointers, node: ir.Call, position: int, factors: list[int], writes: bool, values: list[Val]
) -> None:
    passed = Passed(node.arguments[position], tuple(node.arguments[f] for f in factors), writes)
    held = pointers.passed.setdefault(id(node), [])
    if passed not in held:
        held.append(passed)
    before, pointers.device = pointers.device, pointers.device or id(node) in pointers.on_device
    pointers.hit(node, values[position].targets, writes)
    pointers.device = before


def _allocated(pointers: Pointers, node: ir.Call, values: list[Val]) -> Val:
    numbers = [value.number for value in values]
    size = numbers[-1] if numbers else None
    if effect_of(node.name).gives == "zeroed" and len(numbers) == 2:
        size = numbers[0].times(size) if numbers[0] is not None and size is not None else None
    number = pointers.new_object(
        ("heap", id(node), pointers.context.number),
        "",
        "heap",
        UNKNOWN,
        context=pointers.context,
        node=node,
        file=pointers.file,
        many=bool(pointers.loops),
    )
    if pointers.objects[number].size != size:
        pointers.objects[number].size = size
    return Val(frozenset((Place(number),)), CType("void", ("*",)))


def _spoil_copied(pointers: Pointers, value: Val, reason: str) -> None:
    for home in value.home:
        for cell, targets in list(pointers.cells.items()):
            if cell.object == home.object and home.rest_of(cell.path) is not None:
                for target in list(targets):
                    pointers.spoil(target.object, reason)


def _contained(pointers: Pointers, node: ir.Call) -> Val:
    """The elements of a container."""
    value = _allocated(pointers, node, [pointers.value(argument) for argument in node.arguments][:1])
    for argument in node.arguments[1:]:
        pointers.value(argument)
    return value


def _exchanged(pointers: Pointers, node: ir.Call) -> Val:
    """Two objects or pointers exchange what they hold."""
    first, second = (pointers.value(argument).targets for argument in node.arguments)
    for one in first:
        for other in second:
            pointers.copy(one, other, (id(node), 0))
            pointers.copy(other, one, (id(node), 1))
    for places in (first, second):
        pointers.hit(node, places, False)
        pointers.hit_whole(node, places)
    return Val(type=CType("void"))


def _moved(pointers: Pointers, node: ir.Call) -> Val:
    """A container gets other memory. Where it had none before, nothing was moved."""
    value = pointers.value(node.arguments[0])
    for target in value.targets:
        memory = pointers.objects[target.object]
        is_first = memory.node is not None and memory.node.span == node.span and not memory.many
        if not is_first or pointers.loops or len(value.targets) > 1:
            if not memory.pinned:
                memory.pinned = "its container may put it elsewhere"
                pointers.changed = True
    return Val(type=CType("void"))


def _unseen(pointers: Pointers, node: ir.Call, reason: str) -> Val:
    entered = set(pointers.entered)
    values = [pointers.value(argument) for argument in node.arguments]
    if isinstance(node.callee, ir.Member):
        values.append(Val(pointers.lvalue(node.callee.base)[0]))
    elif node.callee is not None:
        values.append(pointers.value(node.callee))
    if _is_left_out(pointers, node):
        if not any(
            isinstance(part, (ir.Assign, ir.Step, ir.Call)) for each in node.arguments for part in everything_in(each)
        ):
            pointers.entered = entered  # nobody keeps `p + n`
        _lend(pointers, node, values)
        return Val(frozenset((UNSEEN,)), UNKNOWN)
    for value in values:
        for target in value.targets | value.home:
            pointers.spoil(target.object, reason)
    if pointers.file.outline.source.language != "c":
        _by_reference(pointers, node, reason)
    return Val(frozenset((UNSEEN,)), UNKNOWN)


def _is_left_out(pointers: Pointers, node: ir.Call) -> bool:
    """Whether a call on the host belongs to another build."""
    known = pointers.context.known
    return known.function.own and not pointers.device and node.span.start in left_out(known.file.outline)


def _lend(pointers: Pointers, node: ir.Call, values: list[Val]) -> None:
    """A function that nobody sees reads and writes all that it can reach from what it is given, and keeps none of it."""
    pointers.lent[id(node)] = (pointers.context.known, node)
    for position, value in enumerate(values):
        given = frozenset(target for target in value.targets | value.home if target != UNSEEN)
        if not given:
            continue
        if position < len(node.arguments):
            _pass(pointers, node, position, [], False, [Val(given)] * len(values))
            _pass(pointers, node, position, [], True, [Val(given)] * len(values))
        reached = pointers.reached_from(given)
        pointers.hit(node, reached, False)
        pointers.hit_whole(node, reached)
        for place in reached:
            pointers.define(place, None, (id(node), position), False)


def _by_reference(pointers: Pointers, node: ir.Call, reason: str) -> None:
    """What is given to a function that may take references is anything afterwards."""
    for argument in node.arguments:
        if not isinstance(argument, (ir.Name, ir.Index, ir.Deref, ir.Member)):
            continue
        for place in pointers.lvalue(argument)[0]:
            if isinstance(argument, ir.Name) and not pointers.objects[place.object].type.is_array:
                pointers.define(place, None, (id(node), "by reference"), False)
                pointers.point(place, {UNSEEN})
            else:
                pointers.spoil(place.object, reason)


_OF_CONTAINERS: dict[str, Callable[[Pointers, ir.Call], Val]] = {
    CONTAINER: _contained,
    EXCHANGE: _exchanged,
    MOVED: _moved,
    ENDED: lambda pointers, node: Val(type=CType("void")),
}
