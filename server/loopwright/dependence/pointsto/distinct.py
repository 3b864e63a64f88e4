"""Objects that are passed by reference: do all callers pass two?

An object of a class whose members own their memory (numbers, arrays, containers of these) shares it with no other object. So what is behind
two references never meets if no call passes one object, or a part of another, for both. Where an argument comes from a reference of
the caller, its callers are asked in turn.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from loopwright.dependence.pointsto.units import Known, Units
from loopwright.lang.declarations import Declaration
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, first_argument, named
from loopwright.source.nodes import at_or_around, bare, is_arrow, mentions_of, text_of
from loopwright.source.text import number_of
from loopwright.source.tokens import tokens_of

_DEEPEST = 8
_PLAIN = frozenset((".", "+", "*", "-"))  # what may stand between the names and numbers of an index
THIS = "this"


class _Path(NamedTuple):
    """An lvalue: a variable, or a reference of the function around it, and the members and elements on the way from there."""

    root: object
    name: str
    is_reference: bool
    is_local: bool
    steps: tuple[tuple[str, str], ...]


class Distinct:
    """The calls of one program."""

    def __init__(self, units: Units) -> None:
        self._units = units
        self._asked: set[tuple[int, int, str, str]] = set()

    def are(self, known: Known, first: str, second: str) -> bool:
        """Whether no caller passes one object for two references of a function; `this` is the object of a method."""
        key = (known.unit, known.function.span.start, min(first, second), max(first, second))
        if key in self._asked:
            return True  # a function that passes on what it was given
        if len(self._asked) > 100:
            return False
        self._asked.add(key)
        types = [self._type_of(known, name) for name in (first, second)]
        scopes = self._units.scopes[known.unit]
        if not all(type is not None and owns_its_memory(scopes, type) for type in types):
            return False
        calls = self._calls(known)
        return bool(calls) and all(self._passes_two(*call, known, first, second) for call in calls or ())

    def _type_of(self, known: Known, name: str) -> Type | None:
        scopes = self._units.scopes[known.unit]
        if name == THIS:
            owner = scopes.classes.around(known.node)
            return Type(owner.name) if owner is not None and not owner.is_template else None
        for parameter in self._units.parameters_of(known):
            if parameter.name == name:
                return parameter.type.referred() if parameter.type.layers[:1] == ("&",) else None
        return None

    def _calls(self, known: Known) -> list[tuple[int, Node, Node | None]] | None:
        """(file, call, object of the method) of every call, ``None`` where one may not be in sight."""
        name = known.name.split("::")[-1]
        owner = self._units.scopes[known.unit].classes.around(known.node)
        closed = self._units.is_whole or (owner is None and self._units.is_static(known))
        several = len(self._units.definitions.get(name, ())) != 1
        if not closed or several or (owner is not None and (owner.virtual or owner.disputed)):
            return None
        found: list[tuple[int, Node, Node | None]] = []
        for unit, outline in enumerate(self._units.outlines):
            for node in mentions_of(outline.source.tree.root_node, name):
                around = node.parent
                while around is not None and around.type == "qualified_identifier":
                    around = around.parent
                if around is None or around.type in ("function_declarator", "field_declaration"):
                    continue
                receiver: Node | None = None
                function = node
                if node.type == "field_identifier":
                    if around.type != "field_expression":
                        continue
                    receiver, function, around = around.child_by_field_name("argument"), around, around.parent
                elif self._is_variable(unit, node):
                    continue
                if around is None or around.type != "call_expression":
                    return None
                if around.child_by_field_name("function") != function:
                    return None
                found.append((unit, around, receiver))
        return found

    def _is_variable(self, unit: int, node: Node) -> bool:
        found = self._units.scopes[unit].lookup(text_of(node), node.start_byte)
        return found is not None and found.kind in ("variable", "parameter", "member")

    def _passes_two(self, unit: int, call: Node, receiver: Node | None, known: Known, first: str, second: str) -> bool:
        caller = self._function_around(unit, call)
        if caller is None:
            return False
        paths = [self._argument(unit, caller, call, receiver, known, name, 0) for name in (first, second)]
        one, other = paths
        if one is None or other is None:
            return False
        if one.root == other.root:
            return _steps_part(one.steps, other.steps)
        if one.is_reference and other.is_reference:
            return self.are(caller, one.name, other.name)
        if one.is_reference or other.is_reference:  # what the function makes was not there when it was called
            return (other if one.is_reference else one).is_local
        return True

    def _function_around(self, unit: int, node: Node) -> Known | None:
        around = node.parent
        while around is not None and around.type != "function_definition":
            if around.type == "lambda_expression":
                return None
            around = around.parent
        for each in self._units.definitions.values():
            for known in each:
                if around is not None and known.unit == unit and known.node == around:
                    return known
        return None

    def _argument(
        self, unit: int, caller: Known, call: Node, receiver: Node | None, known: Known, name: str, deep: int
    ) -> _Path | None:
        if name == THIS:
            if receiver is None:
                return _Path((THIS,), THIS, True, False, ())
            field = call.child_by_field_name("function")
            if field is None or is_arrow(field):
                return None
            return self._path(unit, caller, receiver, deep)
        listed = call.child_by_field_name("arguments")
        given = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
        for parameter, argument in zip(self._units.parameters_of(known), given):
            if parameter.name == name:
                return self._path(unit, caller, argument, deep)
        return None

    def _path(self, unit: int, caller: Known, node: Node, deep: int) -> _Path | None:
        """An lvalue from its variable on, ``None`` where that is not plain."""
        node = bare(node)
        if deep > _DEEPEST:
            return None
        if node.type == "pointer_expression" and "".join(text_of(node).split()) == "*this":
            return _Path((THIS,), THIS, True, False, ())
        if node.type == "identifier":
            return self._name(unit, caller, node, deep)
        argument = node.child_by_field_name("argument")
        if node.type == "field_expression" and argument is not None and any(c.type == "." for c in node.children):
            before = self._path(unit, caller, argument, deep + 1)
            step = (".", text_of(node.child_by_field_name("field")))
            return before._replace(steps=(*before.steps, step)) if before is not None else None
        if node.type == "subscript_expression" and argument is not None:
            several = node.child_by_field_name("indices")
            index = node.child_by_field_name("index") or (
                several.named_children[0] if several is not None and several.named_child_count == 1 else None
            )
            before = self._path(unit, caller, argument, deep + 1)
            if before is None or index is None:
                return None
            return before._replace(steps=(*before.steps, ("[", "".join(text_of(index).split()))))
        return None

    def _name(self, unit: int, caller: Known, node: Node, deep: int) -> _Path | None:
        scopes = self._units.scopes[unit]
        found = scopes.lookup(text_of(node), node.start_byte)
        if found is None:
            owner = scopes.classes.around(caller.node)
            if owner is not None and scopes.classes.member(owner, text_of(node)) is not None:
                return _Path((THIS,), THIS, True, False, ((".", text_of(node)),))
            return None
        if found.kind not in ("variable", "parameter"):
            return None
        type = scopes.expanded(found.type)
        if type.layers[:1] == ("&",):
            if found.kind == "parameter":
                return _Path(("parameter", found.name), found.name, True, False, ())
            value = _initial(found, node)
            return self._path(unit, caller, value, deep + 1) if value is not None else None
        if type.layers and not type.is_array:
            return None
        is_local = not found.is_global and not found.static and not found.extern
        root = (unit, found.span) if not found.is_global else ("global", found.name)
        if found.is_global and (found.static or found.extern):
            return None
        return _Path(root, found.name, False, is_local, ())


def _initial(found: Declaration, node: Node) -> Node | None:
    """What a local reference is bound to."""
    root = node
    while root.parent is not None:
        root = root.parent
    at = at_or_around(root.descendant_for_byte_range(*found.span), ("init_declarator",))
    return at.child_by_field_name("value") if at is not None else None


def _steps_part(first: tuple[tuple[str, str], ...], second: tuple[tuple[str, str], ...]) -> bool:
    """Whether two ways from one variable lead to different members or elements."""
    for one, other in zip(first, second):
        if one == other and one[0] == ".":
            continue
        if one[0] != other[0]:
            return False
        if one[0] == ".":
            return True
        away = _difference(one[1], other[1])
        if away is None:
            return False
        if away != 0:
            return True
    return False


def _difference(first: str, second: str) -> int | None:
    """`at + 1` less `at`, where that is a number."""
    one, other = _base_and_offset(first), _base_and_offset(second)
    return one[1] - other[1] if one is not None and other is not None and one[0] == other[0] else None


def _base_and_offset(index: str) -> tuple[tuple[str, ...], int] | None:
    """`at * 2`, 3 of `at * 2 + 3`; ``None`` for an index that does more than to add and to multiply."""
    tokens = tokens_of(index)
    if not all(token.kind in ("name", "number") or token.text in _PLAIN for token in tokens):
        return None
    words = tuple(token.text for token in tokens)
    number = number_of(words[-1]) if words else None
    if number is None:
        return words, 0
    if len(words) == 1:
        return (), number
    if words[-2] not in ("+", "-") or (len(words) > 2 and tokens[-3].kind not in ("name", "number")):
        return words, 0
    return words[:-2], number if words[-2] == "+" else -number


def owns_its_memory(scopes: Scopes, type: Type, deep: int = 0) -> bool:
    """Whether all memory that an object leads to is its own."""
    type = scopes.expanded(type)
    if type.is_array:
        return owns_its_memory(scopes, type.element(), deep + 1)
    if type.layers or not type.base or deep > _DEEPEST:
        return False
    if type.sequence in ("vector", "array", "valarray"):
        return owns_its_memory(scopes, named(first_argument(type.base)), deep + 1)
    if type.is_unique_pointer:
        return owns_its_memory(scopes, named(first_argument(type.base).removesuffix("[]")), deep + 1)
    if fundamental(type.base) or scopes.category_of_base(type.base) in ("integer", "floating", "boolean"):
        return True
    known = scopes.classes.of(type.base)
    if known is None or known.disputed or known.is_template or known.bases:
        return False
    return all(
        owns_its_memory(scopes, member.type, deep + 1) and not member.shared for member in known.members.values()
    )
