"""Statements of a function that is carried out on sets: where control goes is not looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from loopwright.lang.places import ANYWHERE, Place
from loopwright.openacc.constructs import COMPUTE
from loopwright.placement import variables
from loopwright.residence import ir
from loopwright.residence.ir import CType, Stmt
from loopwright.residence.scan import settled_names

if TYPE_CHECKING:
    from loopwright.placement.pointers import Pointers


def _block(pointers: Pointers, node: ir.Block) -> None:
    if node.scoped:
        pointers.blocks.append({})
    for item in node.items:
        pointers.run(item)
    if node.scoped:
        pointers.blocks.pop()


def _if(pointers: Pointers, node: ir.If) -> None:
    pointers.value(node.condition)
    pointers.run(node.then)
    if node.other is not None:
        pointers.run(node.other)


def _loop(pointers: Pointers, node: ir.Loop) -> None:
    if node.start is not None:
        pointers.run(node.start)
    pointers.loops += 1
    for part in (node.condition, node.step):
        if part is not None:
            pointers.value(part)
    pointers.run(node.body)
    pointers.loops -= 1


def _switch(pointers: Pointers, node: ir.Switch) -> None:
    pointers.value(node.value)
    for case in node.cases:
        pointers.run(case)


def _return(pointers: Pointers, node: ir.Return) -> None:
    if node.value is not None:
        value = pointers.value(node.value)
        result = pointers.result(pointers.context)
        if value.type.layers or pointers.is_struct(value.type):
            pointers.objects[result].type = value.type
        pointers.store(frozenset((Place(result),)), value, ("return", id(node)))


def _directive(pointers: Pointers, node: ir.Directive) -> None:
    for item in node.items:  # the host works out how much, and where
        pointers.value(item.place)
        for section in item.sections:
            for part in (section.lower, section.length):
                if part is not None:
                    pointers.value(part)
    if node.condition is not None:
        pointers.value(node.condition)
    for name in node.private:
        found = variables.binding(pointers, name)
        if found is not None and found[1].is_array:
            pointers.spoil(found[0], "each iteration has its own")
    before = pointers.device
    pointers.device = before or node.name in COMPUTE
    if node.body is not None:
        pointers.run(node.body)
    pointers.device = before


def _declare(pointers: Pointers, node: ir.Declare) -> None:
    kind = pointers.expanded(pointers.file, node.type)
    if kind.extern:
        return
    key = ("static", id(node)) if kind.static else ("local", id(node), pointers.context.number)
    number = pointers.new_object(
        key,
        node.name,
        "variable",
        kind,
        context=pointers.context,
        node=node,
        file=pointers.file,
        many=bool(pointers.loops),
        settled=not (kind.static or pointers.loops)
        and node.name in settled_names(pointers.context.known.function.body),
    )
    pointers.blocks[-1][node.name] = (number, kind)
    pointers.locals.setdefault((pointers.context.number, node.name), set()).add(number)
    memory = pointers.objects[number]
    if pointers.device:
        memory.pinned = "it belongs to an iteration"
    if kind.is_array and memory.size is None:
        size = pointers.size(kind)
        memory.size = None if any(name.startswith("sizeof") for name in size.names) else size
    if node.value is None:
        return
    place = Place(number)
    if kind.layers[:1] == ("&",):
        pointers.point(place, pointers.lvalue(node.value)[0])
        return
    if isinstance(node.value, ir.Opaque) and (node.braced or kind.is_array):
        _initialized(pointers, number, kind, node.value)
        return
    value = pointers.value(node.value)
    pointers.assign_to(node.name, kind, node.value)
    if kind.base == "auto" and not kind.layers:
        pointers.blocks[-1][node.name] = (number, value.type)
        memory.type = value.type
    pointers.store(frozenset((place,)), value, id(node))


def _initialized(pointers: Pointers, number: int, kind: CType, node: ir.Opaque) -> None:
    """A variable with a list of values in braces."""
    memory = pointers.objects[number]
    if not memory.wild:
        memory.wild = pointers.changed = True
    path = () if kind.is_array and not pointers.is_struct(kind.element()) else (ANYWHERE,)
    parts = list(node.parts)
    while parts:
        part = parts.pop()
        if isinstance(part, ir.Opaque):
            parts += part.parts
        elif not isinstance(part, ir.Assign):
            pointers.point(Place(number, path), pointers.value(part).targets)
    pointers.hit(node, frozenset((Place(number),)), True)


def _evaluate(pointers: Pointers, node: ir.Evaluate) -> None:
    pointers.value(node.value)


def _nothing(pointers: Pointers, node: Stmt) -> None:
    """Where control goes is not looked at."""


def _unread(pointers: Pointers, node: ir.Unread) -> None:
    for scope in pointers.blocks:
        for number, _ in scope.values():
            pointers.spoil(number, "a statement in its function could not be read")
            for target in pointers.leads_to(frozenset((Place(number),))):
                pointers.spoil(target.object, "a statement that uses it could not be read")
    for part in node.parts:
        value, (places, _) = pointers.value(part), pointers.lvalue(part)
        for target in (*value.targets, *value.home, *places):
            pointers.spoil(target.object, "a statement that uses it could not be read")


STATEMENTS: dict[type, Callable[[Pointers, Any], None]] = {
    ir.Block: _block,
    ir.If: _if,
    ir.Loop: _loop,
    ir.Switch: _switch,
    ir.Return: _return,
    ir.Directive: _directive,
    ir.Declare: _declare,
    ir.Evaluate: _evaluate,
    ir.Jump: _nothing,
    ir.Goto: _nothing,
    ir.Label: _nothing,
    ir.Unread: _unread,
}
