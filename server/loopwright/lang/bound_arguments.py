"""Which operands a function of the file may change: those that a parameter takes by a reference that is not constant. Functions are also
methods, operators, lambdas, what makes an object of a class, and an object that holds a reference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.captures import captured_by_reference
from loopwright.lang.method_heads import CALL, CLASSES, class_around, plain_class
from loopwright.lang.numbers import fundamental
from loopwright.lazily import cached_property
from loopwright.source.nodes import Kinds, subtree, text_of

_REFERENCES = frozenset(("reference_declarator", "abstract_reference_declarator"))
_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration")
_DECLARE = ("declaration", "field_declaration", "parameter_declaration", "optional_parameter_declaration")
_NAMES = frozenset(("identifier", "field_identifier"))
_PACK = 32  # so many arguments are looked at
_MADE = "a class"  # any of those that the file defines


class Operation(NamedTuple):
    """An operand of an operator that a class may define: its name, the operand's place."""

    name: str
    place: int


def operation_of(operand: Node) -> Operation | None:
    """The operator that a place is an operand of."""
    parent = operand.parent
    if parent is None:
        return None
    if parent.type == "subscript_argument_list":
        return Operation("operator[]", 1)
    if parent.type in ("unary_expression", "pointer_expression"):
        return Operation(f"operator{text_of(parent.children[0])}", 0)
    if parent.type in ("binary_expression", "assignment_expression", "comma_expression"):
        place = 0 if parent.children[0] == operand else 1
        return Operation(f"operator{text_of(parent.children[1])}", place)
    return None


class BoundArguments:
    """Those of one file. By the name of a function, at which place an operand is bound, and whether that may be a plain number."""

    def __init__(self, kinds: Kinds) -> None:
        self._kinds = kinds
        self._classes = {plain_class(n.child_by_field_name("name")) for n in kinds.of(*CLASSES)}
        self._bound: dict[str, dict[int, bool]] = {}
        for head in kinds.of("function_declarator"):
            self._add(head)
        for made in kinds.of("lambda_expression"):
            head_of = made.child_by_field_name("declarator")
            if head_of is not None:
                self._bind(CALL, head_of, 0)
        members = (n for n in kinds.of("field_declaration") if _is_reference(n))
        self._holding = {plain_class(owner.child_by_field_name("name")) for n in members if (owner := class_around(n))}

    @cached_property
    def _objects(self) -> frozenset[str]:
        """The names of variables, members and parameters, which may be called as functions are."""
        return frozenset(text_of(name) for n in self._kinds.of(*_DECLARE) for name in _declared_names(n))

    @cached_property
    def _aliases(self) -> dict[str, str]:
        aliases = [(n.child_by_field_name("name"), n) for n in self._kinds.of("alias_declaration")]
        aliases += [(d, n) for n in self._kinds.of("type_definition") for d in n.children_by_field_name("declarator")]
        return {text_of(name): text_of(n.child_by_field_name("type")) for name, n in aliases}

    def _add(self, head: Node) -> None:
        """What a function's head says."""
        named = head.child_by_field_name("declarator")
        text = "".join(text_of(named).split())
        if named is None or named.type == "parenthesized_declarator":
            self._bind(CALL, head, 0)  # a pointer to functions
            return
        scope, is_operator, symbol = text.partition("operator")
        if is_operator and not scope.rpartition("::")[2]:
            whole = head.parent
            while whole is not None and whole.type.endswith("declarator"):
                whole = whole.parent
            friend = whole is not None and whole.parent is not None and whole.parent.type == "friend_declaration"
            method = (whole is not None and class_around(whole) is not None and not friend) or "::" in scope
            self._bind(f"operator{symbol}", head, 1 if method and symbol != "()" else 0)
        else:
            name = text.split("<")[0].split("::")[-1]
            self._bind(name, head, 0)
            if name in self._classes:
                self._bind(_MADE, head, 0)

    def _bind(self, name: str, head: Node, first: int) -> None:
        listed = head.child_by_field_name("parameters")
        given = [n for n in listed.named_children if n.type in _PARAMETERS] if listed is not None else []
        for place, parameter in enumerate(given, first):
            if _is_reference(parameter):
                number = plain_class(parameter.child_by_field_name("type")) not in self._classes
                last = place + (_PACK if parameter.type == "variadic_parameter_declaration" else 1)
                for each in range(place, last):
                    own = self._bound.setdefault(name, {})
                    own[each] = own.get(each, False) or number

    def may_change(self, operand: Node, kind: str) -> bool:
        """Whether what is done with a place may change it. ``kind``: the type of the variable, where the place is one."""
        around = operand.parent
        if around is not None and around.type in ("init_declarator", "lambda_capture_initializer"):
            return _gets_name(around)
        if around is None or (not self._bound and not self._holding):
            return False
        number = bool(fundamental(kind)) and operand.type in ("identifier", "type_identifier")
        if around.type in ("argument_list", "initializer_list"):
            place = [n.id for n in around.named_children if n.type != "comment"].index(operand.id)
            return self._is_given(around, place, number)
        if around.type == "parameter_declaration" and around.parent is not None:  # `Class name(operand);`
            place = [n.id for n in around.parent.named_children if n.type != "comment"].index(around.id)
            whole = around.parent.parent.parent if around.parent.parent is not None else None
            return whole is not None and self._makes(whole.child_by_field_name("type"), place, number)
        found = operation_of(operand)
        return found is not None and self._binds(found.name, found.place, number)

    def _is_given(self, listed: Node, place: int, number: bool) -> bool:
        owner = listed.parent
        if owner is None:
            return False
        if owner.type == "call_expression":
            return self._is_called_with(owner.child_by_field_name("function"), place, number)
        if owner.type in ("compound_literal_expression", "new_expression"):
            return self._makes(owner.child_by_field_name("type"), place, number)
        if owner.type == "init_declarator" and owner.parent is not None:
            return self._makes(owner.parent.child_by_field_name("type"), place, number)
        return self._makes(None, place, number)

    def _is_called_with(self, function: Node | None, place: int, number: bool) -> bool:
        while function is not None and function.type in (
            "qualified_identifier",
            "template_function",
            "template_method",
        ):
            function = function.child_by_field_name("name")
        if function is None:
            return False
        if function.type == "field_expression":
            return self._is_called_with(function.child_by_field_name("field"), place, number)
        if function.type not in _NAMES:
            return self._binds(CALL, place, number)  # a lambda, what is made or given there
        name = text_of(function)
        if name in self._aliases:
            return self._makes(function, place, number)
        called = name in self._objects and self._binds(CALL, place, number)
        return called or self._binds(name, place, number)

    def _makes(self, kind: Node | None, place: int, number: bool) -> bool:
        """Whether an object of a type may be made of a place, or hold it."""
        name = plain_class(kind).split("::")[-1]
        name = self._aliases.get(name, name).split("<")[0].split("::")[-1].strip()
        if fundamental(name):
            return False
        if name in self._classes:
            return name in self._holding or self._binds(name, place, number)
        return bool(self._holding) or self._binds(_MADE, place, number)

    def _binds(self, name: str, place: int, number: bool) -> bool:
        takes_number = self._bound.get(name, {}).get(place)
        return takes_number is not None and (takes_number or not number)


def _gets_name(made: Node) -> bool:
    """Whether a place gets another name: `int &r = c ? a : b`, `[&r = a]`."""
    if made.type == "lambda_capture_initializer":
        return captured_by_reference(made)
    constant = made.parent is not None and any(text_of(n) == "const" for n in made.parent.children)
    return not constant and any(layer.type in _REFERENCES for layer in _layers(made))


def _is_reference(declaration: Node) -> bool:
    """Whether what is declared is a reference through which its object can be changed."""
    layers = list(_layers(declaration.child_by_field_name("declarator")))
    constant = any(n.type == "type_qualifier" and text_of(n) == "const" for n in declaration.children)
    pointed = any("pointer_declarator" in layer.type for layer in layers)
    return any(layer.type in _REFERENCES for layer in layers) and (pointed or not constant)


def _layers(declarator: Node | None) -> Iterator[Node]:
    """A declarator and those in it, not the parameters of a function."""
    while declarator is not None:
        yield declarator
        inner = declarator.child_by_field_name("declarator")
        if inner is None:
            inner = next((n for n in declarator.named_children if n.type.endswith("declarator")), None)
        declarator = inner


def _declared_names(declaration: Node) -> Iterator[Node]:
    """The names of what is declared and is no function."""
    for declarator in declaration.children_by_field_name("declarator"):
        layers = list(_layers(declarator))
        if layers[-1].type in _NAMES and all(n.type != "function_declarator" for n in layers[:-1]):
            yield layers[-1]
        elif any(n.type == "parenthesized_declarator" for n in layers):
            yield from (n for n in subtree(declarator) if n.type in _NAMES)
