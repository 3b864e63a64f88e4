"""Statements: every way through a function, for each world that comes to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tree_sitter import Node

from loopwright.dependence.pointsto import calls, declaring, ends, values
from loopwright.dependence.pointsto.library import is_lvalue, is_view
from loopwright.dependence.pointsto.machine import Machine, Remembered, TooMuch, Ways
from loopwright.dependence.pointsto.memory import NUMBER, UNKNOWN, Value, World, merged, one_of
from loopwright.dependence.pointsto.running import comes_and_goes_quietly
from loopwright.lang.declarators import read_declarator, read_type, type_of_declarator
from loopwright.lang.misread import declared_to_array
from loopwright.lang.places import Place, element_of, further
from loopwright.lang.statements import cases_of
from loopwright.lang.types import Type
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import Span

_MOST_ROUNDS = 24


def body(machine: Machine, world: World) -> list[tuple[World, Value]]:
    """The body of the function of the innermost frame."""
    content = machine.frame.known.node.child_by_field_name("body")
    if content is None:
        world.havoc()
        return [(world, UNKNOWN)]
    ways = _once(machine, content, world, lambda before: _carried_out(machine, content, before)).returns
    if not machine.frame.gives_places and not _gives_quietly(machine):
        for way, _ in ways:
            calls.unknown(machine, content, way, [])
        for frame in machine.frames[-2:-1]:
            frame.unnamed += 1  # it ends with the expression that calls
    return ways


def _gives_quietly(machine: Machine) -> bool:
    """Whether what the function of the innermost frame returns is made, and ends, without code of the program."""
    known = machine.frame.known.node
    declarator = known.child_by_field_name("declarator")
    if machine.in_c or declarator is None or known.child_by_field_name("type") is None:
        return True  # a constructor, a lambda
    said = read_type(declarator, known)[1]
    given = machine.scopes.expanded(said.element()) if said.layers[:1] == ("()",) else Type()
    return comes_and_goes_quietly(machine, given)


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
    """What comes of a statement in one world. In the same call with worlds before it that say the same of what it asks that is always the
    same: a nest of loops takes time by its size, not by the product of its rounds, and a function is carried out once for what it is given,
    whatever its callers have done elsewhere."""
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
        tuple(frame.references.items()),
        bool(frame.objects),
    )
    remembered = machine.remembered.setdefault(place, [])
    kept = _remembered(remembered, world)
    if kept is None:
        objects, before = frame.objects, world.copy()
        with machine.touched_within() as touched, machine.objects.asking() as asked:
            ways = carry_out(world)
        part, copies = before.part(asked.objects), ways.each(World.copy)
        kept = Remembered(asked, part, copies, touched, dict(frame.references), frame.objects - objects)
        remembered.append(kept)
        return ways
    asked = kept.asked
    machine.objects.asked.and_also(asked)
    frame.references.update(kept.references)
    frame.objects += kept.objects
    machine.touch_again(kept.touched)
    return kept.ways.each(lambda after: world.beside(after, asked.objects))


def _remembered(remembered: list[Remembered], world: World) -> Remembered | None:
    """What came of a statement when the world before it said the same of all that it asks."""
    parts: dict[int, object] = {}
    for kept in reversed(remembered):  # a loop goes round again with what it came to
        objects = kept.asked.objects
        if objects not in parts:
            parts[objects] = world.part(objects)
        if parts[objects] == kept.before and world.is_apart(kept.asked):
            return kept
    return None


def of_macro(machine: Machine, block: Node, world: World) -> list[tuple[World, Value]]:
    """Statements that a macro stands for. What they declare counts behind them as well, and so does how they leave what is around."""
    ways = _in_block(machine, block, [world])
    machine.jump(ways)
    return [(way, UNKNOWN) for way in ways.on]


def statement(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    """One statement in every world."""
    machine.spend()
    handler = STATEMENTS.get(node.type)
    if handler is None:
        handler = _expression if node.type in values.VALUES else _unmodelled
    frame = machine.frame
    around, frame.jumps = frame.jumps, None  # of the head of a statement around, which ends later
    ways = handler(machine, node, worlds)
    _leave(machine, ways)
    frame.jumps = around
    return ways


def _leave(machine: Machine, ways: Ways) -> None:
    """What macros in a statement hold leads out of it, too."""
    jumps = machine.frame.jumps
    if jumps is not None:
        ways.and_jumps(jumps)
        machine.frame.jumps = None


def _unmodelled(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    """Anything may happen, and any statement may be left."""
    for world in worlds:
        world.havoc()
    ways = Ways(merged(worlds))
    for world in ways.on:
        ways.and_jumps(Ways.anywhere(world))
    return ways


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
        if said is not None and declaring.is_declared(machine, said):
            return declaring.to_array(machine, node, said, worlds)
    out: list[World] = []
    names = machine.frame.in_macro
    for world in worlds:
        machine.frame.in_macro = names  # what a macro declares is not there when it is looked at once more
        inner, after = bare(node), list[World]()
        with ends.full_expression(machine, after):
            if inner.type == "call_expression":
                after += [way for way, _ in calls.ways_of_call(machine, inner, world)]
            else:
                values.value_of(machine, node, world)
                after.append(world)
        out += after
    return Ways(merged(out))


def _worked_out(machine: Machine, node: Node, worlds: list[World]) -> None:
    """A condition or a step, in every world."""
    with ends.full_expression(machine, worlds):
        for world in worlds:
            values.value_of(machine, node, world)


def _declaration(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    for said, type, value_node in machine.said_by(node):
        if said.is_function:
            if declaring.is_prototype(machine, said.name):
                continue
            made = declaring.made_with_arguments(machine, node, said, worlds)
            worlds = _unmodelled(machine, node, worlds).on if made is None else made
            continue
        if said.bound or said.node is None:
            return _unmodelled(machine, node, worlds)
        worlds = [way for world in worlds for way in _begun(machine, node, said.node, type, value_node, world)]
    return Ways(merged(worlds))


def _begun(machine: Machine, node: Node, name: Node, type: Type, value: Node | None, world: World) -> list[World]:
    """One variable with its first value. A reference, or an object that has one, may keep what is made for it until the block ends."""
    before, ways = machine.frame.unnamed, list[World]()
    with ends.full_expression(machine, ways):
        ways += declaring.declare(machine, node, name, type, value, world)
        if ends.makes_more(machine, before):
            machine.frame.objects += 1
    return ways


def _if(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    condition, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    other = node.child_by_field_name("alternative")
    if condition is None or then is None or not _is_simple(condition):
        return _unmodelled(machine, node, worlds)
    _worked_out(machine, condition, worlds)
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
    _worked_out(machine, condition, worlds)
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
        _leave(machine, out)
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
            _worked_out(machine, condition, waiting)
        if not first:
            out.on += [w.copy() for w in waiting]
        ways = statement(machine, content, waiting)
        out.on += ways.breaks
        out.returns += ways.returns
        out.gotos += ways.gotos
        waiting = merged([*ways.on, *ways.continues])
        if step is not None:
            _worked_out(machine, step, waiting)
        if first and condition is not None:
            _worked_out(machine, condition, waiting)
            out.on += [w.copy() for w in waiting]
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
    is_of_view = is_view(machine, type)
    if not (is_of_view or machine.kind_of(type) in ("array", "sequence")) or said.node is None:
        return _unmodelled(machine, node, worlds)
    own = machine.scopes.expanded(type_of_declarator(said, node))
    declaration = machine.declared(said.node, own)
    if declaration is None:
        return _unmodelled(machine, node, worlds)
    out = Ways()
    for world in worlds:
        before, ways = machine.frame.unnamed, Ways()
        with machine.looping(node):
            whole = values.place_of(machine, right, world)
            elements = further(world.load(whole)) if is_of_view else element_of(whole)
            key = (machine.frame.known.unit, declaration.span.start)
            if own.layers[:1] == ("&",):
                machine.frame.references[key] = elements
            elif machine.kind_of(type.element()) != "number":
                return _unmodelled(machine, node, worlds)
            if ends.makes_more(machine, before):  # before the first round, or after the last one
                return _unmodelled(machine, node, worlds)
            _rounds(machine, node, None, None, content, world, ways)
        out.on += ways.on
        out.and_jumps(ways)
    out.on = merged(out.on)
    return out


def _return(machine: Machine, node: Node, worlds: list[World]) -> Ways:
    inside = [child for child in node.named_children if child.type != "comment"]
    out = Ways()
    for world in worlds:
        after = list[World]()
        with ends.full_expression(machine, after):
            given = _given_back(machine, inside[0], world) if inside else [(world, NUMBER)]
            after += [way for way, _ in given]
        out.returns += given
    return out


def _given_back(machine: Machine, node: Node, world: World) -> list[tuple[World, Value]]:
    """What a function returns, in each world after it."""
    if machine.frame.gives_places:
        return [(world, Value(values.place_of(machine, node, world)))]
    if node.type == "initializer_list":
        values.leak_initializer(machine, node, world)
        return [(world, UNKNOWN)]
    if bare(node).type == "call_expression":
        return calls.ways_of_call(machine, bare(node), world)
    return [(world, values.value_of(machine, node, world))]


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
        if ends.end_in_code(machine):  # what was thrown
            _destroy(machine, after)
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
