"""Statements: every way through a function, for each world that comes to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tree_sitter import Node

from loopwright.dependence.pointsto import calls, instances, values
from loopwright.dependence.pointsto.library import (
    brings_no_code,
    is_lvalue,
    is_of_library,
    may_be_named,
    named_in,
    runs_alone,
    type_given_by,
)
from loopwright.dependence.pointsto.machine import Machine, Remembered, TooMuch, Ways
from loopwright.dependence.pointsto.memory import NUMBER, UNKNOWN, Value, World, merged, one_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import Declarator, read_declarator, stored_as, type_of_declarator
from loopwright.lang.misread import ToArray, declared_to_array
from loopwright.lang.places import Place, Places, element_of
from loopwright.lang.places import member as member_of
from loopwright.lang.statements import cases_of
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import Span, names_in

_MOST_ROUNDS = 24
_LISTS = ("initializer_list", "argument_list")


def body(machine: Machine, world: World) -> list[tuple[World, Value]]:
    """The body of the function of the innermost frame."""
    content = machine.frame.known.node.child_by_field_name("body")
    if content is None:
        world.havoc()
        return [(world, UNKNOWN)]
    return _once(machine, content, world, lambda before: _carried_out(machine, content, before)).returns


def _carried_out(machine: Machine, content: Node, world: World) -> Ways:
    frame = machine.frame
    ways = statement(machine, content, [world])
    found = [*((way, NUMBER) for way in ways.on), *ways.returns]
    for way, _ in found:
        if frame.objects:
            way.clobber(machine.lasting)
        way.leave(frame.call)
    distinct: dict[object, tuple[World, Value]] = {(way.key, value): (way, value) for way, value in found}
    return Ways(returns=list(distinct.values()))


def _once(machine: Machine, node: Node, world: World, carry_out: Callable[[World], Ways]) -> Ways:
    """What comes of a statement in one world. In the same call with equal worlds before it that is always the same: a nest of
    loops takes time by its size, not by the product of its rounds."""
    frame = machine.frame
    # A macro's text is one tree wherever it is expanded, and what it declared before counts there.
    in_macro = (frame.uses, machine.expanding, *frame.in_macro.items()) if frame.at is not None else ()
    place = (
        frame.known.unit,
        node.start_byte,
        node.end_byte,
        frame.call,
        frame.numbers,
        frame.this,
        len(machine.frames),
        in_macro,
    )
    key = (place, tuple(frame.references.items()), bool(frame.objects), world.key)
    kept = machine.remembered.get(key)
    if kept is None:
        objects = frame.objects
        with machine.touched_within() as touched:
            ways = carry_out(world)
        kept = Remembered(ways.copy(), touched, dict(frame.references), frame.objects - objects)
        machine.remembered[key] = kept
        return ways
    frame.references.update(kept.references)
    frame.objects += kept.objects
    machine.touch_again(kept.touched)
    return kept.ways.copy()


def of_macro(machine: Machine, block: Node, world: World) -> list[tuple[World, Value]]:
    """Statements that a macro stands for. What they declare counts behind them as well."""
    ways = _in_block(machine, block, [world])
    if ways.breaks or ways.continues or ways.returns or ways.gotos or not ways.on:
        world.havoc()
        return [(world, UNKNOWN)]
    return [(way, UNKNOWN) for way in ways.on]


def statement(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    """One statement in every world."""
    machine.spend()
    handler = STATEMENTS.get(node.type)
    if handler is not None:
        return handler(machine, node, worlds)
    if node.type in values.VALUES:
        return _expression(machine, node, worlds)
    return _unmodelled(machine, node, worlds)


def _unmodelled(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    """Anything may happen, and any statement may be left."""
    for world in worlds:
        world.havoc()
    out = merged(worlds)
    return Ways(
        out,
        [world.copy() for world in out],
        [world.copy() for world in out],
        [(world.copy(), UNKNOWN) for world in out],
        [("", world.copy()) for world in out],
    )


def _sequence(machine: Machine, nodes: Iterable[Node], worlds: list[World]) -> Ways:
    ways = Ways(worlds)
    for node in nodes:
        if node.type == "labeled_statement":
            _arrive(node, ways)
        if not ways.on:
            continue
        after = statement(machine, node, ways.on)
        after.and_jumps(ways)
        ways = after
    return ways


def _arrive(node: Node, ways: Ways) -> None:
    """What jumped to a label goes on from there."""
    label = text_of(node.child_by_field_name("label"))
    ways.on = merged([*ways.on, *(world for name, world in ways.gotos if name == label)])
    ways.on = merged([*ways.on, *(world.copy() for name, world in ways.gotos if not name)])
    ways.gotos = [(name, world) for name, world in ways.gotos if name != label]


def _labeled(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    return _sequence(machine, [child for child in node.named_children if child.type != "statement_identifier"], worlds)


def _goto(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    label = text_of(node.child_by_field_name("label"))
    return Ways([], gotos=[(label, world) for world in worlds])


def _block(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    with machine.scope():
        return _in_block(machine, node, worlds)


def _in_block(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    before = machine.frame.objects
    ways = _sequence(machine, node.named_children, worlds)
    if machine.frame.objects > before:
        _destroy(machine, ways)
    return ways


def _destroy(machine: Machine, ways: Ways) -> None:
    """Variables with destructors end on every way out."""
    left = (*(way for way, _ in ways.returns), *(way for _, way in ways.gotos))
    for world in (*ways.on, *ways.breaks, *ways.continues, *left):
        world.clobber(machine.lasting)


def _nothing(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    return Ways(worlds)


def _expression(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    inside = [child for child in node.named_children if child.type != "comment"]
    if node.type == "expression_statement":
        if not inside:
            return Ways(worlds)
        node = inside[0]
        said = declared_to_array(node) if not machine.in_c else None
        if said is not None and _is_declared(machine, said):
            return _to_array(machine, node, said, worlds)
    out: list[World] = []
    names = machine.frame.in_macro
    for world in worlds:
        machine.frame.in_macro = names  # what a macro declares is not there when it is looked at once more
        inner = bare(node)
        if inner.type == "call_expression":
            out += [way for way, _ in calls.ways_of_call(machine, inner, world)]
        else:
            values.value_of(machine, node, world)
            out.append(world)
    return Ways(merged(out))


def _declaration(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    for said, type, value_node in machine.said_by(node):
        if said.is_function:
            if _is_prototype(machine, said.name):
                continue
            worlds = _made_with_arguments(machine, node, said, worlds)
            continue
        if said.bound or said.node is None:
            return _unmodelled(machine, node, worlds)
        worlds = [way for world in worlds for way in _declare(machine, node, said.node, type, value_node, world)]
    return Ways(merged(worlds))


def _made_with_arguments(machine: Machine, node: Node, said: Declarator, worlds: list[World]) -> list[World]:
    """`std::ifstream file(name);` looks like the declaration of a function."""
    type = type_of_declarator(said, node)
    own = machine.declared(said.node, type) if said.node is not None else None
    made = frozenset((Place(machine.variable(own)),)) if own is not None and own.kind == "variable" else None
    words = set(names_in(text_of(said.parameters)))
    visible = [d for d in machine.scopes.visible(node.start_byte) if d.name in words]
    owner = instances.class_of(machine, machine.scopes.expanded(Type(type.base)))
    if owner is not None and made is not None and said.node is not None:
        found = [instances.made_of_names(machine, said, owner, made, world.copy()) for world in worlds]
        if all(one is not None for one in found):
            if not instances.ends_quietly(machine, owner):
                machine.frame.objects += 1
            return [way for one in found for way in one or ()]
    types = [machine.scopes.expanded(declaration.type).referred() for declaration in visible]
    if not is_of_library(machine, type.base) or not all(brings_no_code(machine, each) for each in types):
        return _unmodelled(machine, node, worlds).on
    for world in worlds:
        given = [Value(_named(machine, declaration)) for declaration in visible]
        calls.unknown(machine, node, world, given, library=True)
        world.spoil(made or frozenset())
    return worlds


def _named(machine: Machine, declaration: Declaration) -> Places:
    """The places that a variable is, or those that a reference names."""
    if machine.scopes.expanded(declaration.type).layers[:1] == ("&",):
        return machine.frame.references.get((machine.frame.known.unit, declaration.span.start))
    return frozenset((Place(machine.variable(declaration)),))


def _is_prototype(machine: Machine, name: str) -> bool:
    return machine.in_c or name in machine.units.declared


def _declare(machine: Machine, node: Node, name: Node, type: Type, value: Node | None, world: World) -> list[World]:
    declaration = machine.declared(name, type)
    lasting = bool(stored_as(node) & {"static", "extern", "thread_local", "_Thread_local", "__thread"})
    if declaration is None:
        # A name of a macro's text, or one that no reader of names knows.
        if value is not None:
            world.leak_value(values.value_of(machine, value, world))
        if machine.kind_of(type) != "number":
            world.havoc()
        return [world]
    if type.layers[:1] == ("&",):
        return [_refer(machine, declaration.span.start, value, world)]
    if "decltype" in type.base and value is not None:  # it may be a reference
        world.leak(named_in(machine, value))
    if type.base == "auto":
        type = machine.type_of(name)
        if not type.base and value is not None and machine.frame.at is None:
            type = type_given_by(machine, value)
            if not machine.frame.numbers:  # in another call of a template it may be something else
                machine.units.deduced[(machine.frame.known.unit, declaration.span.start)] = type
    kind = machine.kind_of(type)
    owner = instances.class_of(machine, type) if not kind else None
    is_quiet = owner is not None and instances.ends_quietly(machine, owner)
    if not kind and not machine.in_c and not is_quiet and not is_of_library(machine, type.base):
        machine.frame.objects += 1
    number = machine.variable(declaration)
    if lasting:
        return [world]
    if kind != "number":
        world.forget(number)
    places: Places = frozenset((Place(number),))
    if owner is not None:
        before = world.copy()
        made = instances.declared(machine, name, owner, places, value, world)
        if made is not None:
            return made
        world.become(before)
    if value is None:
        if machine.in_c:
            return [world]
        if not kind or (kind in ("array", "sequence") and not _is_plain_array(machine, type)):
            # A constructor.
            calls.unknown(machine, node, world, [Value(places)], library=is_of_library(machine, type.base))
        return [world]
    listed = [child for child in value.named_children if child.type != "comment"]
    if kind in ("pointer", "number") and value.type in _LISTS and len(listed) == 1 and listed[0].type not in _LISTS:
        value = listed[0]  # `T *p{q}`
    if value.type in _LISTS:
        return [_initialised(machine, node, type, value, places, world)]
    inner = bare(value)
    ways = (
        calls.ways_of_call(machine, inner, world)
        if inner.type == "call_expression"
        else [(world, values.value_of(machine, value, world))]
    )
    for way, held in ways:
        if kind == "sequence":
            calls.moved(machine, value, places, way)
        values.assign(machine, type, places, held, way)
        if not kind and not machine.in_c:
            calls.unknown(machine, node, way, [Value(places)], library=is_of_library(machine, type.base))
    return [way for way, _ in ways]


def _is_declared(machine: Machine, said: ToArray) -> bool:
    """Whether what may declare a name is no expression."""
    if machine.frame.at is not None:
        return said.type.type == "primitive_type"
    found = machine.scopes.lookup(text_of(said.name), said.name.end_byte)
    place = Span(said.declarator.start_byte, said.declarator.end_byte)
    return found is not None and found.span == place


def _to_array(machine: Machine, node: Node, said: ToArray, worlds: list[World]) -> Ways:
    """`T (*p)[8] = a;` in C++."""
    type = machine.scopes.expanded(Type(text_of(said.type), said.layers, (None,) * len(said.layers)))
    return Ways(merged(way for world in worlds for way in _declare(machine, node, said.name, type, said.value, world)))


def _is_plain_array(machine: Machine, type: Type) -> bool:
    """Whether the elements of an array or container are made by no constructor."""
    while type.is_array or machine.kind_of(type) == "sequence":
        type = type.element()
    return machine.kind_of(type) != ""


def _initialised(machine: Machine, node: Node, type: Type, value: Node, places: Places, world: World) -> World:
    """`{a, b}`: of an array of addresses every element is one of them."""
    kind = machine.kind_of(type)
    items = [child for child in value.named_children if child.type != "comment"]
    if kind == "object" and value.type == "initializer_list" and _members_set(machine, type, items, places, world):
        return world
    plain = kind == "array" and machine.kind_of(type.element()) == "pointer"
    if plain and not any(child.type.endswith(("_list", "_pair")) for child in items):
        for item in items:
            held = values.value_of(machine, item, world)
            machine.keep(element_of(places), False)
            world.store(element_of(places), held)
        return world
    for item in items:
        values.leak_initializer(machine, item, world)
    numbers = kind == "sequence" and machine.kind_of(type.element()) == "number"
    if kind in ("", "sequence") and not numbers:
        calls.unknown(machine, node, world, [Value(places)], library=runs_alone(machine, type.base, items))
    if not numbers:
        world.spoil(places)
    return world


def _members_set(machine: Machine, type: Type, items: list[Node], places: Places, world: World) -> bool:
    """`{a, b}` and `{.x = a}` of a class: each member gets its own, the others nothing. ``False`` where that is not so plain."""
    listed = list((machine.scopes.members(type.base) or {}).values())
    kinds = [machine.kind_of(machine.scopes.expanded(member.type)) for member in listed]
    if not listed or not set(kinds) <= {"number", "pointer"} or machine.overlaid & {member.name for member in listed}:
        return False
    given: list[tuple[str, Node]] = []
    for position, item in enumerate(items):
        designator = item.child_by_field_name("designator") if item.type == "initializer_pair" else None
        inner = item.child_by_field_name("value") if designator is not None else item
        if designator is not None and designator.type == "field_designator":
            name = text_of(designator).removeprefix(".").strip()
        elif designator is None and position < len(listed):
            name = listed[position].name
        else:
            return False
        if (
            inner is None
            or inner.type.endswith(("_list", "_pair"))
            or (given and (designator is None) != (items[0].type != "initializer_pair"))
        ):
            return False
        given.append((name, inner))
    held = [(name, values.value_of(machine, inner, world)) for name, inner in given]
    types = {member.name: machine.scopes.expanded(member.type) for member in listed}
    for name, one in held:
        values.assign(machine, types[name], member_of(places, name), one, world)
    return True


def _refer(machine: Machine, start: int, value: Node | None, world: World) -> World:
    key = (machine.frame.known.unit, start)
    places: Places = None
    if value is not None and may_be_named(value):
        places = values.place_of(machine, value, world)
    elif value is not None:
        world.leak_value(values.value_of(machine, value, world))
    before = machine.frame.references.get(key, places)
    # Another world or iteration may have given it to something else.
    machine.frame.references[key] = None if before is None or places is None else before | places
    return world


def bind(machine: Machine, parameter: Node, type: Type, value: Value | None, places: Places, world: World) -> None:
    """A parameter gets what a call passes."""
    declarator = parameter.child_by_field_name("declarator")
    said = read_declarator(declarator) if declarator is not None else None
    if said is None or said.node is None:
        return
    declaration = machine.declared(said.node, type)
    if declaration is None:
        world.havoc()
        return
    if value is None:
        machine.frame.references[(machine.frame.known.unit, declaration.span.start)] = places
        return
    number = machine.variable(declaration)
    if not machine.kind_of(type) and not machine.in_c:
        machine.frame.objects += 1
        calls.unknown(machine, parameter, world, [value])
    if machine.kind_of(type) != "number":
        world.forget(number)
    values.assign(machine, type.decayed(), frozenset((Place(number),)), value, world)


def _if(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    condition, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    other = node.child_by_field_name("alternative")
    if condition is None or then is None or not _is_simple(condition):
        return _unmodelled(machine, node, worlds)
    for world in worlds:
        values.value_of(machine, condition, world)
    ways = statement(machine, then, [world.copy() for world in worlds])
    if other is not None:
        inside = [child for child in other.named_children if child.type != "comment"]
        another = _sequence(machine, inside if other.type == "else_clause" else [other], worlds)
    else:
        another = Ways(worlds)
    another.and_jumps(ways)
    another.on = merged([*ways.on, *another.on])
    return another


def _is_simple(condition: Node) -> bool:
    """A condition without a declaration in it."""
    inside = [child for child in condition.named_children if child.type != "comment"]
    return len(inside) == 1 and inside[0].type in values.VALUES


def _switch(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    condition, content = node.child_by_field_name("condition"), node.child_by_field_name("body")
    if condition is None or content is None or not _is_simple(condition):
        return _unmodelled(machine, node, worlds)
    for world in worlds:
        values.value_of(machine, condition, world)
    out = Ways([])
    fallen: list[World] = []
    cases, outside = cases_of(content)
    if outside:
        return _unmodelled(machine, node, worlds)
    for case in cases:
        ways = _sequence(machine, list(case.statements), merged([*(world.copy() for world in worlds), *fallen]))
        fallen = ways.on
        out.and_jumps(ways)
    out.on = merged([*worlds, *fallen, *out.breaks])
    out.breaks = []
    return out


def _loop(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    start, condition = node.child_by_field_name("initializer"), node.child_by_field_name("condition")
    step, content = node.child_by_field_name("update"), node.child_by_field_name("body")
    if content is None or (condition is not None and node.type != "for_statement" and not _is_simple(condition)):
        return _unmodelled(machine, node, worlds)
    before = machine.frame.objects
    if start is not None:
        worlds = statement(machine, start, worlds).on

    def run(world: World) -> Ways:
        out = Ways()
        with machine.looping(node):
            _rounds(machine, node, condition, step, content, world, out)
        return out

    out = Ways()
    for world in worlds:
        ways = _once(machine, node, world, run)
        out.on += ways.on
        out.and_jumps(ways)
    if machine.frame.objects > before:
        _destroy(machine, out)
    out.on = merged(out.on)
    return out


def _rounds(
    machine: Machine, node: Node, condition: Node | None, step: Node | None, content: Node, world: World, out: Ways
) -> None:
    """Every round of a loop that one world comes to, until no new world comes back."""
    seen: dict[object, World] = {}
    waiting = [world]
    first = node.type == "do_statement"
    for _ in range(_MOST_ROUNDS):
        waiting = [w for w in (_with_before(w, seen) for w in merged(waiting)) if w is not None]
        if not waiting:
            return
        if len(seen) > 8:
            whole = one_of([*waiting, *seen.values()])
            before = seen.get(whole.held)
            if before is not None and before.key == whole.key:
                return
            waiting = [whole]
        seen.update((w.held, w.copy()) for w in waiting)
        if condition is not None and not first:
            for w in waiting:
                values.value_of(machine, condition, w)
        if not first:
            out.on += [w.copy() for w in waiting]
        ways = statement(machine, content, waiting)
        out.on += ways.breaks
        out.returns += ways.returns
        out.gotos += ways.gotos
        waiting = merged([*ways.on, *ways.continues])
        for w in waiting:
            if step is not None:
                values.value_of(machine, step, w)
            if first and condition is not None:
                values.value_of(machine, condition, w)
                out.on.append(w.copy())
    raise TooMuch


def _with_before(world: World, seen: dict[object, World]) -> World | None:
    """A world that comes back to the beginning of a loop, with what held there before; ``None`` if that says nothing new."""
    before = seen.get(world.held)
    whole = before.joined(world) if before is not None else world
    return None if before is not None and whole.key == before.key else whole


def _range_loop(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    right, content = node.child_by_field_name("right"), node.child_by_field_name("body")
    declarator = node.child_by_field_name("declarator")
    if right is None or content is None or declarator is None or not is_lvalue(right):
        return _unmodelled(machine, node, worlds)
    type = machine.type_of(right)
    said = read_declarator(declarator)
    if machine.kind_of(type) not in ("array", "sequence") or said.node is None:
        return _unmodelled(machine, node, worlds)
    own = machine.scopes.expanded(type_of_declarator(said, node))
    declaration = machine.declared(said.node, own)
    if declaration is None:
        return _unmodelled(machine, node, worlds)
    out = Ways()
    for world in worlds:
        with machine.looping(node):
            elements = element_of(values.place_of(machine, right, world))
            key = (machine.frame.known.unit, declaration.span.start)
            if own.layers[:1] == ("&",):
                machine.frame.references[key] = elements
            elif machine.kind_of(type.element()) != "number":
                return _unmodelled(machine, node, worlds)
            _rounds(machine, node, None, None, content, world, out)
    out.on = merged(out.on)
    return out


def _return(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    inside = [child for child in node.named_children if child.type != "comment"]
    out = Ways()
    for world in worlds:
        if not inside:
            out.returns.append((world, NUMBER))
        elif machine.frame.gives_places:
            out.returns.append((world, Value(values.place_of(machine, inside[0], world))))
        elif inside[0].type == "initializer_list":
            values.leak_initializer(machine, inside[0], world)
            out.returns.append((world, UNKNOWN))
        elif bare(inside[0]).type == "call_expression":
            out.returns += calls.ways_of_call(machine, bare(inside[0]), world)
        else:
            out.returns.append((world, values.value_of(machine, inside[0], world)))
    return out


def _throw(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    """Whoever catches it takes nothing for known, so that the way ends here."""
    for world in worlds:
        for child in node.named_children:
            if child.type != "comment":
                values.value_of(machine, child, world)
    return Ways([])


def _try(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    """Any statement of the block may be left, and of any function that it calls: nothing is known where an exception is caught."""
    inside = [child for child in node.named_children if child.type != "comment"]
    handlers = inside[1:]
    if any(child.type != "catch_clause" for child in handlers) or inside[0].type != "compound_statement" or not worlds:
        return _unmodelled(machine, node, worlds)
    caught = worlds[0].copy()
    ways = statement(machine, inside[0], worlds)
    for handler in handlers:
        lost = caught.copy()
        lost.havoc()
        content = handler.child_by_field_name("body")
        if content is None or not _catches(machine, handler, content, lost):
            return _unmodelled(machine, node, [lost])
        after = statement(machine, content, [lost])
        after.and_jumps(ways)
        after.on += ways.on
        ways = after
    ways.on = merged(ways.on)
    return ways


def _catches(machine: Machine, handler: Node, content: Node, world: World) -> bool:
    """Whether the name of what a handler catches means that in it, or nothing that is known; then it may be anything."""
    given = handler.child_by_field_name("parameters")
    for parameter in given.named_children if given is not None else ():
        declarator = parameter.child_by_field_name("declarator")
        name = read_declarator(declarator).node if declarator is not None else None
        found = machine.scopes.lookup(text_of(name), content.start_byte + 1) if name is not None else None
        if name is None or found is None:
            continue
        if machine.frame.at is not None or not found.span.contains(Span(name.start_byte, name.end_byte)):
            return False
        if machine.scopes.expanded(found.type).layers[:1] != ("&",):
            world.spoil(frozenset((Place(machine.variable(found)),)))
    return True


def _break(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    return Ways(breaks=worlds)


def _continue(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    return Ways(continues=worlds)


def _either_side(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    """`#if` inside a function: any of the branches may be what is compiled."""
    alternative = node.child_by_field_name("alternative")
    heads = [node.child_by_field_name("condition"), node.child_by_field_name("name"), alternative]
    skipped = {child.id for child in heads if child is not None}
    ways = _sequence(
        machine, [c for c in node.named_children if c.id not in skipped], [world.copy() for world in worlds]
    )
    if alternative is not None:
        other = _either_side(machine, alternative, [world.copy() for world in worlds])
        other.and_jumps(ways)
        other.on += ways.on
        ways = other
    ways.on = merged([*worlds, *ways.on])
    return ways


def _in_scope(handler: Callable[[Machine, Node, list[World]], Ways]) -> Callable[[Machine, Node, list[World]], Ways]:
    """A statement with names of its own."""

    def scoped(machine: Machine, node: Node, worlds: list[World]) -> Ways:
        with machine.scope():
            return handler(machine, node, worlds)

    return scoped


STATEMENTS: dict[str, Callable[[Machine, Node, list[World]], Ways]] = {
    "compound_statement": _block,
    "expression_statement": _expression,
    "declaration": _declaration,
    "if_statement": _if,
    "switch_statement": _in_scope(_switch),
    "for_statement": _in_scope(_loop),
    "while_statement": _in_scope(_loop),
    "do_statement": _in_scope(_loop),
    "for_range_loop": _in_scope(_range_loop),
    "return_statement": _return,
    "goto_statement": _goto,
    "labeled_statement": _labeled,
    "throw_statement": _throw,
    "try_statement": _try,
    "break_statement": _break,
    "continue_statement": _continue,
    "attributed_statement": _block,
    **dict.fromkeys(
        ("preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else"), _either_side
    ),
    **dict.fromkeys(
        ("comment", "preproc_call", "preproc_def", "preproc_function_def", "type_definition", "struct_specifier",
         "enum_specifier", "union_specifier", "static_assert_declaration", "attribute_declaration", "using_declaration"), _nothing
    ),
}  # fmt: skip
