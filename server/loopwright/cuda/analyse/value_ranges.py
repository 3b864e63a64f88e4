"""Between which numbers a whole number of device code lies, as far as its text tells: constants, masks, remainders, bounds of loops, and
conditions around the place. What is not told has the range of its type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.cuda.analyse.indices import index_of, is_global_index, never_written
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.rewriting import LOOPS, ancestors, condition_of, holds
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.read.variables import Variable
from loopwright.lang.numbers import Constant, shape_of
from loopwright.source.nodes import bare, text_of


class Range(NamedTuple):
    """From ``low`` to ``high``, both of them possible."""

    low: int
    high: int

    def within(self, other: Range) -> bool:
        return other.low <= self.low and self.high <= other.high

    def either(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))


# What counts of bits are.
_COUNTED = {
    **dict.fromkeys(("__popc", "__clz", "__ffs"), Range(0, 32)),
    **dict.fromkeys(("__popcll", "__clzll", "__ffsll"), Range(0, 64)),
}
# Of threads and blocks along each axis (CUDA C++ Programming Guide, technical specifications).
_INDICES = {
    "threadIdx": Range(0, 1023),
    "blockDim": Range(1, 1024),
    "blockIdx": Range(0, 2**31 - 2),
    "gridDim": Range(1, 2**31 - 1),
}
_THREADS = Range(0, 2**31 - 1)  # numbers of threads in the grid, where a program keeps them in an `int`
_SAME_FROM_THE_RIGHT = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_GROWS, _SHRINKS = frozenset(("++", "+=")), frozenset(("--", "-="))


class ValueRanges:
    """Those of one function. ``value``: that of an expression at a place, where the compiler knows it."""

    def __init__(self, function: DeviceFunction, typing: Typing, value: Callable[[str, int], Constant | None]) -> None:
        self.function, self.typing, self.value = function, typing, value
        self._asked: list[Variable] = []  # one that is made of itself has the range of its type

    def of(self, node: Node) -> Range | None:
        """``None`` for what is no whole number of a type that is told."""
        told, of_type = self._told(bare(node)), self._of_type(node)
        if told is None or (of_type is not None and not told.within(of_type)):
            return of_type
        return told

    def _of_type(self, node: Node) -> Range | None:
        found = self.typing.of(node)
        shape = shape_of(found[0]) if found is not None and not found[1] else None
        if shape is None:
            return None
        return (
            Range(-1 << shape.bits - 1, (1 << shape.bits - 1) - 1) if shape.signed else Range(0, (1 << shape.bits) - 1)
        )

    def _told(self, node: Node) -> Range | None:
        if node.type == "identifier":
            variable = self.function.variables.of(node)
            if variable is not None:
                return self._of_variable(variable, node)
            if text_of(node) == "warpSize":
                return Range(32, 32)
        if node.type in ("identifier", "number_literal", "char_literal", "sizeof_expression", "qualified_identifier"):
            known = self.value(text_of(node), node.start_byte)
            return Range(int(known.value), int(known.value)) if known is not None and known.is_integer else None
        if node.type == "binary_expression":
            return self._of_binary(node) if is_global_index(node) is None else _THREADS
        if (index := index_of(node)) is not None:
            return _INDICES[index[0]]
        if node.type == "conditional_expression":
            return self._either(node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
        if node.type == "cast_expression":
            value = node.child_by_field_name("value")
            return self.of(value) if value is not None else None
        if node.type == "unary_expression" and text_of(node.child_by_field_name("operator")) == "-":
            inner = self._part(node, "argument")
            return Range(-inner.high, -inner.low) if inner is not None else None
        if node.type == "call_expression":
            return self._of_call(node)
        return None

    def _part(self, node: Node, name: str) -> Range | None:
        part = node.child_by_field_name(name)
        return self.of(part) if part is not None else None

    def _either(self, first: Node | None, second: Node | None) -> Range | None:
        ranges = [self.of(part) for part in (first, second) if part is not None]
        if len(ranges) != 2 or ranges[0] is None or ranges[1] is None:
            return None
        return ranges[0].either(ranges[1])

    def _of_call(self, node: Node) -> Range | None:
        name, given = called(node), arguments_of(node)
        function = node.child_by_field_name("function")
        if len(given) == 1 and function is not None:
            if function.type == "primitive_type" or text_of(function).startswith("static_cast<"):
                return self.of(given[0])
        if self.typing.code.scoped.has_callee(node):
            return None
        if name in _COUNTED:
            return _COUNTED[name]
        if name in ("min", "max") and len(given) == 2:
            first, second = (self.of(each) for each in given)
            if first is not None and second is not None:
                most = min if name == "min" else max
                return Range(most(first.low, second.low), most(first.high, second.high))
        return None

    def _of_binary(self, node: Node) -> Range | None:
        operator = text_of(node.child_by_field_name("operator"))
        left, right = self._part(node, "left"), self._part(node, "right")
        if operator == "&":
            masks = [side.high for side in (left, right) if side is not None and side.low >= 0]
            return Range(0, min(masks)) if masks else None
        if left is None or right is None:
            return None
        if operator in ("+", "-", "*"):
            return _of_arithmetic(operator, left, right)
        if operator in ("|", "^") and min(left.low, right.low) >= 0:
            return Range(0, (1 << max(left.high, right.high).bit_length()) - 1)
        if operator == "%" and right.low > 0:
            return Range(0 if left.low >= 0 else 1 - right.high, right.high - 1)
        if operator == "/" and right.low > 0 and left.low >= 0:
            return Range(left.low // right.high, left.high // right.low)
        if operator == ">>" and left.low >= 0 and 0 <= right.low <= right.high < 64:
            return Range(left.low >> right.high, left.high >> right.low)
        if operator == "<<" and left.low >= 0 and 0 <= right.low <= right.high < 64:
            return Range(left.low << right.low, left.high << right.high)
        return None

    # -- variables

    def _of_variable(self, variable: Variable, at: Node) -> Range | None:
        if variable in self._asked or variable.pointers or not variable.scalar or self._may_change_unseen(variable):
            return None
        self._asked.append(variable)
        try:
            known = self.of(variable.init) if never_written(variable) and variable.init is not None else None
            return self._as_asked(variable, at, known or self._of_type(at))
        finally:
            self._asked.pop()

    def _may_change_unseen(self, variable: Variable) -> bool:
        """Whether it may be written where no name of it stands, or by what is called."""
        if variable.taken or variable.shared or variable.volatile:
            return True
        return any(a.type == "lambda_expression" for w in variable.writes for a in ancestors(w, self.function.body))

    def _as_asked(self, variable: Variable, at: Node, known: Range | None) -> Range | None:
        """What the conditions around a place leave of a range: of those that hold where no write to the variable stands between."""
        if known is None:
            return None
        low, high = known
        inner = at
        for around in ancestors(at, self.function.body):
            if around.type == "lambda_expression":
                break  # it runs elsewhere
            for condition in _holding(around, inner):
                if any(holds(inner, write) for write in variable.writes):
                    break
                for operator, bound in self._bounds(condition, variable):
                    if operator in ("<", "<="):
                        high = min(high, bound.high - (operator == "<"))
                    else:
                        low = max(low, bound.low + (operator == ">"))
            if around.type == "for_statement" and inner == around.child_by_field_name("body"):
                low, high = self._as_stepped(variable, around, inner, Range(low, high))
            inner = around
        return Range(low, high) if low <= high else None

    def _as_stepped(self, variable: Variable, loop: Node, body: Node, known: Range) -> Range:
        """In the body of a loop whose steps go one way: no lower than its start, or no higher."""
        update, start = loop.child_by_field_name("update"), self._start(variable, loop)
        first = self.of(start) if start is not None else None
        if update is None or first is None or any(holds(body, write) for write in variable.writes):
            return known
        written = update.child_by_field_name("argument") or update.child_by_field_name("left")
        if written is None or self.function.variables.of(bare(written)) is not variable:
            return known
        by = self._part(update, "right")
        forward = by is None or by.low >= 0
        operator = text_of(update.child_by_field_name("operator"))
        if operator in _GROWS and forward:
            return Range(max(known.low, first.low), known.high)
        if operator in _SHRINKS and forward:
            return Range(known.low, min(known.high, first.high))
        return known

    def _start(self, variable: Variable, loop: Node) -> Node | None:
        given = loop.child_by_field_name("initializer")
        if given is None:
            return None
        if given.type == "declaration":
            return variable.init if variable.init is not None and holds(given, variable.init) else None
        left = given.child_by_field_name("left") if given.type == "assignment_expression" else None
        if left is None or text_of(given.child_by_field_name("operator")) != "=" or not self._is(left, variable):
            return None
        return given.child_by_field_name("right")

    def _bounds(self, condition: Node, variable: Variable) -> Iterator[tuple[str, Range]]:
        """What a condition says of a variable: comparisons that hold, with what it is compared to."""
        condition = bare(condition)
        if condition.type != "binary_expression":
            return
        operator = text_of(condition.child_by_field_name("operator"))
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        if left is None or right is None:
            return
        if operator == "&&":
            yield from self._bounds(left, variable)
            yield from self._bounds(right, variable)
        elif operator in _SAME_FROM_THE_RIGHT and self._keeps_signs(left, right):
            for side, other, said in ((left, right, operator), (right, left, _SAME_FROM_THE_RIGHT[operator])):
                bound = self.of(other) if self._is(side, variable) else None
                if bound is not None:
                    yield said, bound

    def _is(self, node: Node, variable: Variable) -> bool:
        node = bare(node)
        return node.type == "identifier" and self.function.variables.of(node) is variable

    def _keeps_signs(self, left: Node, right: Node) -> bool:
        """Whether no side of a comparison becomes another number, as a negative one does beside an unsigned one."""
        types = [self._of_type(left), self._of_type(right)]
        if types[0] is None or types[1] is None:
            return False
        unsigned = any(each.low == 0 and each.high >= 1 << 31 for each in types if each is not None)
        return not unsigned or all(self._is_natural(side) for side in (left, right))

    def _is_natural(self, node: Node) -> bool:
        """Whether a side of a comparison is never below 0, before anything is asked of what surrounds it."""
        of_type = self._of_type(node)
        if of_type is not None and of_type.low >= 0:
            return True
        known = self.value(text_of(node), node.start_byte)
        return known is not None and known.is_integer and known.value >= 0


def _of_arithmetic(operator: str, left: Range, right: Range) -> Range:
    if operator == "+":
        return Range(left.low + right.low, left.high + right.high)
    if operator == "-":
        return Range(left.low - right.high, left.high - right.low)
    ends = [a * b for a in left for b in right]
    return Range(min(ends), max(ends))


def _holding(around: Node, inner: Node) -> Iterator[Node]:
    """The conditions of a node that hold while one of its parts begins."""
    condition = condition_of(around) if around.child_by_field_name("condition") is not None else None
    if around.type in LOOPS and around.type != "do_statement":
        if condition is not None and inner == around.child_by_field_name("body"):
            yield condition
    elif around.type in ("if_statement", "conditional_expression"):
        if condition is not None and inner == around.child_by_field_name("consequence"):
            yield condition
    elif around.type == "binary_expression" and inner == around.child_by_field_name("right"):
        left = around.child_by_field_name("left")
        if left is not None and text_of(around.child_by_field_name("operator")) == "&&":
            yield left
