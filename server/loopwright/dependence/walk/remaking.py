"""Reads how an assignment makes a variable's new value of its old one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tree_sitter import Node

from loopwright.dependence.model.remade import BINARY, CALL, UNARY, Constant, Given, Made, Old, Remade, Remaking
from loopwright.dependence.walk.state import State
from loopwright.dependence.walk.updates import Accumulation, Extremes, is_used, mentions, same
from loopwright.lang.callees import path_of
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.source.nodes import bare, subtree, text_of, written

_DEEPEST = 3
_WITHOUT_SIGN = (("abs",), ("labs",), ("fabs",), ("fabsf",))


def remade_by(
    state: State, node: Node, left: Node, extremes: Extremes, found: Accumulation | None = None
) -> Remaking | None:
    """What an assignment or update ``node`` of a variable ``left`` makes of it; ``None`` where that is not told or nothing is kept of the old value.
    ``found`` is what it is known to accumulate."""
    if bare(left).type != "identifier" or is_used(node):
        return None
    if node.type == "update_expression":
        return Remaking(Made("+", (Old(), Constant(Fraction(-1 if "--" in text_of(node) else 1)))), 1)
    if found is not None and not any(mentions(other, left) for other in found.others):
        others = tuple(_given(other) for other in found.others)
        return Remaking(Made(found.operator, (Old(), *others)) if others else Old(), 1)
    right = node.child_by_field_name("right")
    if right is None:
        return None
    sign = text_of(node.child_by_field_name("operator")) or "="
    value = _Reader(state, left, extremes).read(right)
    reads = sum(part.type == "identifier" and same(part, left) for part in subtree(right))
    if value is None or (sign == "=" and not reads):
        return None
    if sign == "=":
        return Remaking(value, reads)
    return Remaking(Made(sign[:-1], (Old(), value)), reads + 1) if sign[:-1] in BINARY else None


@dataclass(frozen=True)
class _Reader:
    """``bound`` are the parameters of a function that is read in the place of its call."""

    state: State
    target: Node
    extremes: Extremes
    bound: Mapping[str, Remade] = field(default_factory=dict)
    depth: int = 0

    def read(self, node: Node) -> Remade | None:
        node = bare(node)
        if node.type == "identifier" and text_of(node) in self.bound:
            return self.bound[text_of(node)]
        if node.type == "identifier" and not self.depth and same(node, self.target):
            return Old()
        if not self._has_to_do_with_it(node):
            return _given(node)
        if node.type == "cast_expression":
            value = node.child_by_field_name("value")
            return self.read(value) if value is not None else None
        if node.type == "call_expression":
            return self._call(node)
        if node.type == "conditional_expression":
            parts = ("condition", "consequence", "alternative")
            return self._made("?", [node.child_by_field_name(name) for name in parts])
        sign = text_of(node.child_by_field_name("operator"))
        if node.type == "unary_expression" and sign in UNARY:
            return self._made(sign, [node.child_by_field_name("argument")])
        if node.type == "binary_expression" and sign in BINARY:
            return self._made(sign, [node.child_by_field_name("left"), node.child_by_field_name("right")])
        return None

    def _has_to_do_with_it(self, node: Node) -> bool:
        if not self.depth:
            return mentions(node, self.target)
        return any(part.type == "identifier" and text_of(part) in self.bound for part in subtree(node))

    def _call(self, call: Node) -> Remade | None:
        found = self.extremes(call) if not self.depth else None
        if found is not None:
            return self._made(found.operator, list(found.values))
        function, given = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        listed = [child for child in given.named_children if child.type != "comment"] if given is not None else []
        arguments = [self.read(argument) for argument in listed]
        known = tuple(argument for argument in arguments if argument is not None)
        if function is None or len(known) != len(arguments):
            return None
        if path_of(function) == ("std", "clamp") and len(known) == 3:
            return Made("min", (Made("max", known[:2]), known[2]))
        returned = self._returned(text_of(function), known)
        if returned is None and path_of(function)[-1:] in _WITHOUT_SIGN and len(known) == 1:
            return Made("max", (known[0], Made("-", known)))
        return returned or Made(CALL, known)

    def _returned(self, name: str, given: tuple[Remade, ...]) -> Remade | None:
        """What the only function of a name works out, if it is one expression."""
        found = self.state.outline.definitions(name)
        if len(found) != 1 or self.depth >= _DEEPEST or self.state.lookup(name) or self.state.macro(name):
            return None
        parameters, body = parameter_nodes(found[0].node), found[0].node.child_by_field_name("body")
        statements = [child for child in body.named_children if child.type != "comment"] if body is not None else []
        if len(parameters) != len(given) or len(statements) != 1 or statements[0].type != "return_statement":
            return None
        declarators = [parameter.child_by_field_name("declarator") for parameter in parameters]
        names = [read_type(each, parameter)[0] for each, parameter in zip(declarators, parameters) if each is not None]
        values = statements[0].named_children
        if len(names) != len(given) or len(values) != 1:
            return None
        inside = _Reader(self.state, self.target, self.extremes, dict(zip(names, given)), self.depth + 1)
        return inside.read(values[0])

    def _made(self, sign: str, nodes: list[Node | None]) -> Remade | None:
        operands = [self.read(node) if node is not None else None for node in nodes]
        known = tuple(operand for operand in operands if operand is not None)
        return Made(sign, known) if len(known) == len(operands) else None


def _given(node: Node) -> Remade:
    node = bare(node)
    text = written(node)
    if node.type == "number_literal":
        try:
            return Constant(Fraction(text.rstrip("fFlLuU")))
        except ValueError:
            pass  # hexadecimal, or with separators: any number does
    return Given(text, node.type in ("identifier", "number_literal"))
