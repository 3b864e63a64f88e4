"""What integers of a program can be: parameters by what every call in sight passes, variables at file level by what is ever stored.

A value that is not a sum, difference or product of such integers and constants may be anything. As in the walk, `int` does not
overflow (C 6.5p5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from loopwright.dependence.pointsto.units import Known, Mention, Units
from loopwright.lang.constants import constant_of
from loopwright.lang.declarations import Declaration
from loopwright.lang.declarators import parameter_nodes, read_type
from loopwright.lang.fragments import expression
from loopwright.lazily import cached_property
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, definition_around, text_of
from loopwright.source.syntax import Language, grammar

_LIMITS = (-(1 << 31), (1 << 31) - 1)
_MOST_PARAMETERS = 24


class Range(NamedTuple):
    """``low <= value <= high``, ``None`` where there is no end."""

    low: int | None = None
    high: int | None = None

    def joined(self, other: Range) -> Range:
        """What is in either."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Range(low, high)


ANY = Range()


class Passed(NamedTuple):
    """What the calls of a function say: a range for some of its parameters, for some pairs of them that of the second minus the first,
    and (file, line from 1) of each call."""

    ranges: tuple[tuple[str, Range], ...]
    differences: tuple[tuple[str, str, Range], ...]
    calls: tuple[tuple[str, int], ...]


class Ranges:
    """Of the files of a program. Asked for one thing at a time; what is asked for while it is worked out may be anything."""

    def __init__(self, units: Units) -> None:
        self._units = units
        self._parameters: dict[tuple[int, int], Passed | None] = {}
        self._variables: dict[tuple[int, str], Range] = {}
        self._changed: dict[tuple[int, int], frozenset[str]] = {}

    def passed(self, known: Known) -> Passed | None:
        """What all calls of a function pass, ``None`` where some may be out of sight, or there is none."""
        key = (known.unit, known.function.span.start)
        if key not in self._parameters:
            self._parameters[key] = None
            self._parameters[key] = self._read_calls(known)
        return self._parameters[key]

    def of_variable(self, unit: int, name: str) -> Range:
        """What a variable at file level can be at any time."""
        key = (unit, name)
        if key not in self._variables:
            self._variables[key] = ANY
            self._variables[key] = self._read_stores(unit, name)
        return self._variables[key]

    # Calls

    def _read_calls(self, known: Known) -> Passed | None:
        units = self._units
        last = known.name.split("::")[-1]
        if not units.is_plain(known) or len(units.definitions.get(last, ())) != 1 or units.has_hidden_ways:
            return None
        if not (units.is_static(known) or units.is_whole) or known.name == "main":
            return None
        parameters = [_integer_of(parameter) for parameter in parameter_nodes(known.node)]
        calls = [self._arguments(mention) for mention in units.mentions.get(last, ())]
        given = [call for call in calls if call is not None and len(call) == len(parameters)]
        if not given or len(given) != len(calls) or len(parameters) > _MOST_PARAMETERS:
            return None
        mentions = units.mentions[last]
        ranges = {}
        sums: list[dict[str, Linear | None]] = [{} for _ in given]
        for position, name in enumerate(parameters):
            if name is None:
                continue
            found: Range | None = None
            for call, mention, each in zip(given, mentions, sums):
                value = self._value(call[position], mention.unit, call[position].start_byte)
                found = value if found is None else found.joined(value)
                each[name] = self._polynomial(call[position], mention.unit) if not _acts(call) else None
            if found is not None and found != ANY:
                ranges[name] = found
        differences = tuple(_differences([name for name in parameters if name is not None], sums))
        places = tuple(self._place(mention) for mention in mentions)
        return Passed(tuple(ranges.items()), differences, places) if ranges or differences else None

    def _arguments(self, mention: Mention) -> list[Node] | None:
        if not mention.is_called or mention.start < 0:
            return None
        root = self._units.outlines[mention.unit].source.tree.root_node
        node = root.descendant_for_byte_range(mention.start, mention.start + 1)
        while node is not None and node.type != "call_expression":
            node = node.parent
        arguments = node.child_by_field_name("arguments") if node is not None else None
        if arguments is None:
            return None
        return [child for child in arguments.named_children if child.type != "comment"]

    def _place(self, mention: Mention) -> tuple[str, int]:
        source = self._units.outlines[mention.unit].source
        return source.name, source.lines.line_of(mention.start) + 1

    # Variables at file level

    def _read_stores(self, unit: int, name: str) -> Range:
        units = self._units
        declaration = units.scopes[unit].file_level.get(name)
        if declaration is None or not _is_plain_int(declaration) or units.has_hidden_ways:
            return ANY
        others = [scopes.file_level.get(name) for scopes in units.scopes]
        if not (declaration.static and sum(other is not None for other in others) == 1) and not units.is_whole:
            return ANY
        found: Range | None = None
        for number, other in enumerate(others):
            if other is None or other.header is not None:
                continue
            if other.kind != "variable" or not _is_plain_int(other):
                return ANY
            if not other.extern or other.value is not None:
                first = self._of_text(other.value, number) if other.value is not None else Range(0, 0)
                found = first if found is None else found.joined(first)
        if found is None:
            return ANY
        for number, value in self._stores.get(name, ()):
            found = found.joined(self._value(value, number, value.start_byte) if value is not None else ANY)
        return found

    @cached_property
    def _stores(self) -> dict[str, list[tuple[int, Node | None]]]:
        """What is stored in variables of each name, ``None`` where that is not said."""
        found: dict[str, list[tuple[int, Node | None]]] = {}
        for number, outline in enumerate(self._units.outlines):
            for name, value in _stored(outline.source.tree.root_node, outline.source.language):
                found.setdefault(name, []).append((number, value))
            for macro in self._units.scopes[number].own_macros.values():
                for word in _words(macro.value or ""):
                    found.setdefault(word, []).append((number, None))
        return found

    # Values

    def _of_text(self, text: str, unit: int) -> Range:
        node = expression(text, "c" if self._units.outlines[unit].source.language == "c" else "cpp")
        return ANY if node is None else self._value(node, unit, None)

    def _value(self, node: Node, unit: int, offset: int | None) -> Range:
        node = bare(node)
        constant = constant_of(self._units.scopes[unit], node, offset)
        if constant is not None:
            exact = constant.is_integer and _LIMITS[0] <= int(constant.value) <= _LIMITS[1]
            return Range(int(constant.value), int(constant.value)) if exact else ANY
        if node.type == "identifier":
            return self._name(text_of(node), unit, offset)
        if node.type == "conditional_expression":
            parts = [node.child_by_field_name(side) for side in ("consequence", "alternative")]
            first, second = (self._value(part, unit, offset) if part is not None else ANY for part in parts)
            return first.joined(second)
        if node.type == "binary_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None:
                operator = text_of(node.child_by_field_name("operator"))
                return _combined(operator, self._value(left, unit, offset), self._value(right, unit, offset))
        return ANY

    def _polynomial(self, node: Node, unit: int) -> Linear | None:
        """An argument over the variables in it, which all arguments of one call see with the same values."""
        node = bare(node)
        constant = constant_of(self._units.scopes[unit], node, node.start_byte)
        if constant is not None:
            return Linear(int(constant.value)) if constant.is_integer else None
        if node.type == "identifier":
            declaration = self._units.scopes[unit].lookup(text_of(node), node.start_byte)
            is_plain = declaration is not None and _is_plain_int(declaration)
            return Linear(0, (((text_of(node),), 1),)) if is_plain else None
        if node.type == "binary_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            a = self._polynomial(left, unit) if left is not None else None
            b = self._polynomial(right, unit) if right is not None else None
            operator = text_of(node.child_by_field_name("operator"))
            if a is not None and b is not None and operator in ("+", "-", "*"):
                return a.times(b) if operator == "*" else a.plus(b, 1 if operator == "+" else -1)
        return None

    def _name(self, name: str, unit: int, offset: int | None) -> Range:
        scopes = self._units.scopes[unit]
        declaration = scopes.lookup(name, offset) if offset is not None else scopes.file_level.get(name)
        if declaration is None or not _is_plain_int(declaration):
            return ANY
        if declaration is scopes.file_level.get(name) or offset is None:
            return self.of_variable(unit, name)
        known = self._around(unit, offset)
        if known is None or declaration.static or name in self._changed_in(known):
            return ANY
        if declaration.kind == "parameter":
            passed = self.passed(known)
            return dict(passed.ranges).get(name, ANY) if passed is not None else ANY
        value = declaration.value
        node = expression(value, "cpp") if value is not None else None
        return ANY if node is None else self._value(node, unit, declaration.span.start)

    def _around(self, unit: int, offset: int) -> Known | None:
        outline = self._units.outlines[unit]
        for function in outline.functions:
            if function.span.start <= offset < function.span.end and function.kind == "host":
                node = definition_around(outline.source.tree.root_node, function.span)
                return Known(unit, function.name, node, function) if node is not None else None
        return None

    def _changed_in(self, known: Known) -> frozenset[str]:
        key = (known.unit, known.function.span.start)
        if key not in self._changed:
            language = self._units.outlines[known.unit].source.language
            macros = self._units.scopes[known.unit].own_macros.values()
            hidden = {word for macro in macros for word in _words(macro.value or "")}
            self._changed[key] = frozenset(hidden | {name for name, _ in _stored(known.node, language)})
        return self._changed[key]


def _integer_of(parameter: Node) -> str | None:
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return None
    name, kind = read_type(declarator, parameter)
    return name if kind.base in ("int", "long") and not kind.layers and not kind.volatile else None


def _is_plain_int(declaration: Declaration) -> bool:
    kind = declaration.type
    return (
        declaration.kind in ("variable", "parameter")
        and kind.base == "int"
        and not kind.layers
        and not kind.volatile
        and declaration.header is None
    )


_IN_C = "[(assignment_expression) (update_expression) (pointer_expression) (ERROR)] @stores"
# A reference may be bound to what is passed, captured or listed.
_IN_CPP = (
    "[(assignment_expression) (update_expression) (pointer_expression) (ERROR) (argument_list) (initializer_list)"
    " (lambda_capture_specifier) (binary_expression) (init_declarator) (for_range_loop)] @stores"
)


def _stored(node: Node, language: Language) -> Iterator[tuple[str, Node | None]]:
    """Names that a piece of code stores to, with the value where it is said."""
    query = Query(grammar(language), _IN_C if language == "c" else _IN_CPP)
    for current in QueryCursor(query).captures(node).get("stores", ()):
        kind = current.type
        target: Node | None = None
        value: Node | None = None
        if kind == "assignment_expression":
            target = current.child_by_field_name("left")
            value = current.child_by_field_name("right")
            value = value if text_of(current.child_by_field_name("operator")) in ("", "=") else None
        elif kind == "update_expression" or (kind == "pointer_expression" and current.children[0].type == "&"):
            target = current.child_by_field_name("argument")
        elif kind in ("argument_list", "initializer_list", "lambda_capture_specifier"):
            for child in current.named_children:
                yield text_of(bare(child)), None
        elif kind == "binary_expression" and text_of(current.child_by_field_name("operator")) == ">>":
            target = current.child_by_field_name("right")
        elif kind == "init_declarator" and "&" in text_of(current.child_by_field_name("declarator")):
            target = current.child_by_field_name("value")
        elif kind == "for_range_loop":
            target = current.child_by_field_name("right")
        elif kind == "ERROR":
            for word in _words(text_of(current)):
                yield word, None
        if target is not None:
            for child in _targets(bare(target)):
                yield text_of(child), value if child == bare(target) else None


def _targets(node: Node) -> Iterator[Node]:
    """The names that a store may be to: `(c ? a : b) = 1` is to either."""
    if node.type in ("conditional_expression", "comma_expression", "parenthesized_expression"):
        for child in node.named_children:
            yield from _targets(bare(child))
    else:
        yield node


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() or c == "_" else " " for c in text).split())


def _combined(operator: str, left: Range, right: Range) -> Range:
    if operator == "+":
        return _within(_sum(left.low, right.low), _sum(left.high, right.high))
    if operator == "-":
        return _within(_sum(left.low, _negative(right.high)), _sum(left.high, _negative(right.low)))
    if operator == "*":
        return _product(left, right)
    exact = right.low if right.low == right.high else None
    if operator == "/" and exact is not None and exact > 0:
        return Range(_quotient(left.low, exact), _quotient(left.high, exact))
    if operator == "%" and exact is not None and exact > 0 and left.low is not None and left.low >= 0:
        return Range(0, exact - 1)
    return ANY


def _within(low: int | None, high: int | None) -> Range:
    """A sum does not overflow: what is beyond an `int` is as good as no end."""
    return Range(
        low if low is not None and low >= _LIMITS[0] else None,
        high if high is not None and high <= _LIMITS[1] else None,
    )


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _negative(a: int | None) -> int | None:
    return None if a is None else -a


def _quotient(a: int | None, by: int) -> int | None:
    return None if a is None else (abs(a) // by) * (1 if a >= 0 else -1)


def _product(left: Range, right: Range) -> Range:
    ends = (left.low, left.high, right.low, right.high)
    if None not in ends:
        found = [a * b for a in left if a is not None for b in right if b is not None]
        return _within(min(found), max(found))
    if left.low is not None and right.low is not None and left.low >= 0 and right.low >= 0:
        return _within(left.low * right.low, None)
    return ANY


def _acts(arguments: list[Node]) -> bool:
    """Whether working out one argument of a call may change another."""
    waiting = list(arguments)
    while waiting:
        node = waiting.pop()
        if node.type in ("call_expression", "assignment_expression", "update_expression", "lambda_expression", "ERROR"):
            return True
        waiting.extend(node.named_children)
    return False


def _differences(names: list[str], calls: list[dict[str, Linear | None]]) -> Iterator[tuple[str, str, Range]]:
    for position, first in enumerate(names):
        for second in names[position + 1 :]:
            found: Range | None = None
            for call in calls:
                a, b = call.get(first), call.get(second)
                difference = b.plus(a, -1) if a is not None and b is not None else None
                if difference is None or difference.terms:
                    found = None
                    break
                one = Range(difference.constant, difference.constant)
                found = one if found is None else found.joined(one)
            if found is not None:
                yield first, second, found
