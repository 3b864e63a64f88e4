"""Macros: what they stand for, walked where they stand, as each build has it whose conditions choose another definition."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from tree_sitter import Node

from loopwright.dependence.pointsto.library import argument_nodes, kind_of
from loopwright.dependence.pointsto.machine import Machine, Ways
from loopwright.dependence.pointsto.memory import NUMBER, UNKNOWN, Value, World, value_of_ways
from loopwright.lang.callees import name_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import statements
from loopwright.lang.jumps import macro_jumps
from loopwright.lang.macro_definitions import definitions_of
from loopwright.lang.macros import is_number_alone, with_arguments
from loopwright.lang.places import Places
from loopwright.lang.regrouped import is_regrouped
from loopwright.source.nodes import bare, text_of

_LVALUES = ("identifier", "subscript_expression", "field_expression", "pointer_expression", "call_expression")
_LONGEST, _DEEPEST = 4000, 6  # bytes of a text, macros in each other


def of_name(machine: Machine, node: Node, macro: Declaration, world: World) -> Value:
    """A name that stands for an expression or a statement."""
    if kind_of(machine, node) == "number" and _says_number(machine, macro):
        return NUMBER
    ways = ways_of(machine, node, macro, world)
    return value_of_ways(world, ways) if ways else UNKNOWN


def _says_number(machine: Machine, macro: Declaration) -> bool:
    """Whether nothing happens in what is worth a number. What another macro stands for is told apart by its text: all of it is walked."""
    if is_number_alone(machine.scopes.macros, macro.value):
        return True
    return (
        machine.frame.at is None
        and not macro.disputed
        and not any(sign in (macro.value or "") for sign in ("(", "=", "++"))
    )


def text_of_call(machine: Machine, node: Node) -> str | None:
    """What a function-like macro that is called stands for."""
    function = node.child_by_field_name("function")
    macro = machine.scopes.macros.get(name_of(function)) if function is not None else None
    if macro is None or macro.kind != "function" or macro.disputed:
        return None
    return with_arguments(macro, [text_of(argument) for argument in argument_nodes(node)])


def of_text(machine: Machine, node: Node, text: str, world: World) -> Value:
    """An expression that stands in no file, where ``node`` stands."""
    ways = _expanded(machine, node, text, world)
    return value_of_ways(world, ways) if ways else UNKNOWN


def ways_of(machine: Machine, node: Node, macro: Declaration, world: World) -> list[tuple[World, Value]]:
    """The worlds after a macro, named or called, in each build that has another definition of it."""
    found: list[tuple[World, Value]] = []
    for text in _texts(machine, node, macro) or (None,):
        way = world.copy()
        ways = [(way, NUMBER)] if text == "" else _expanded(machine, node, text, way) if text is not None else None
        if ways is None:
            _lost(machine, macro, world)
            return [(world, UNKNOWN)]
        found += ways
    return found


def _lost(machine: Machine, macro: Declaration, world: World) -> None:
    """What a macro stands for is not followed: nothing is known any more, and it may leave the statement that it is."""
    world.havoc()
    files = machine.files

    def every(name: str) -> Declaration | None:
        """A macro with the words of all its definitions."""
        known = machine.scopes.macros.get(name)
        return known and known._replace(value=" ".join(each.value or "" for each in definitions_of(files, known)))

    if macro_jumps(every, every(macro.name) or macro):
        machine.jump(Ways.anywhere(world))


def _is_statement(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "expression_statement"


def _texts(machine: Machine, node: Node, macro: Declaration) -> list[str]:
    """What a macro may stand for where it is named or called, nothing where that is not known of one of its definitions."""
    is_called = node.type == "call_expression"
    arguments = [text_of(argument) for argument in argument_nodes(node)] if is_called else []
    texts: list[str] = []
    for each in definitions_of(machine.files, macro):
        text = None
        if is_called == (each.kind == "function"):
            text = with_arguments(each, arguments) if is_called else each.value
        # Of an expression there would be other operands, and what one build declares another does not have.
        if text is None or (text == "" and not _is_statement(node)) or (macro.disputed and _declares(machine, text)):
            return []
        texts.append(text)
    is_also_a_function = macro.disputed and (
        macro.name in machine.units.definitions or macro.name in machine.scopes.unsteady
    )
    return [] if is_also_a_function else texts


def _declares(machine: Machine, text: str) -> bool:
    """Whether names of a macro's text count behind it."""
    body = _body_of(machine, text)
    return body is None or any(child.type in ("declaration", "type_definition") for child in body.named_children)


def _body_of(machine: Machine, text: str) -> Node | None:
    """The statements of a text, ``None`` if it has others."""
    tree = statements(text, machine.units.outlines[machine.frame.known.unit].source.language)
    body = tree.named_children[0].child_by_field_name("body") if tree.named_child_count == 1 else None
    return None if tree.has_error else body


def place_of_call(machine: Machine, node: Node, world: World) -> Places | Literal[False]:
    """The places that a called macro names; ``False`` for every other call."""
    function = node.child_by_field_name("function")
    macro = machine.scopes.macros.get(name_of(function)) if function is not None else None
    return place_of(machine, node, macro, world) if macro is not None and macro.kind == "function" else False


def place_of(machine: Machine, node: Node, macro: Declaration, world: World) -> Places:
    """The places that a macro names, whose text is one lvalue in every build. Of every other one nothing is known: whoever stores there
    may store anywhere."""
    places = _named_by(machine, node, _texts(machine, node, macro), world)
    if places is False:
        world.havoc()
        return None
    return places


def _named_by(machine: Machine, node: Node, texts: list[str], world: World) -> Places | Literal[False]:
    """The places that the one text of a macro names, if it is an lvalue."""
    is_followed = len(texts) == 1 and len(texts[0]) <= _LONGEST and machine.expanding < _DEEPEST
    if not is_followed or is_regrouped(node, machine.scopes.macros.get):
        return False
    body = _body_of(machine, texts[0])
    lvalue = _only_expression(body) if body is not None else None
    if body is None or lvalue is None or bare(lvalue).type not in _LVALUES:
        return False
    with _in_text(machine, node, body):
        return machine.place_of(lvalue, world)


def _only_expression(body: Node) -> Node | None:
    inside = [child for child in body.named_children if child.type != "comment"]
    is_one = len(inside) == 1 and inside[0].type == "expression_statement" and inside[0].named_child_count == 1
    return inside[0].named_children[0] if is_one else None


@contextmanager
def _in_text(machine: Machine, node: Node, body: Node) -> Iterator[None]:
    """While what a macro stands for is walked."""
    frame = machine.frame
    before, uses = frame.at, frame.uses
    frame.at = before if before is not None else node.start_byte
    frame.uses = (*uses, node.start_byte, body)
    machine.expanding += 1
    try:
        yield
    finally:
        machine.expanding -= 1
        frame.at, frame.uses = before, uses
        if before is None:
            frame.in_macro = {}


def _expanded(machine: Machine, node: Node, text: str, world: World) -> list[tuple[World, Value]] | None:
    """The text of a macro walked where it stands."""
    if len(text) > _LONGEST or machine.expanding >= _DEEPEST or is_regrouped(node, machine.scopes.macros.get):
        world.havoc()
        return None
    body = _body_of(machine, text)
    if body is None:
        world.havoc()
        return None
    with _in_text(machine, node, body):
        expression = _only_expression(body)
        if expression is not None:
            return [(world, machine.value_of(expression, world))]
        return machine.semantics.of_macro(machine, body, world)
