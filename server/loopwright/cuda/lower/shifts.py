"""Shifts of device code by as many bits as a number has, or by more: a GPU leaves none of its bits (PTX ISA, shl and shr), C++ leaves it
undefined, and a CPU looks at the last bits of the amount."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.cuda.analyse.indices import never_written
from loopwright.cuda.analyse.value_ranges import Range, ValueRanges
from loopwright.cuda.ir.code import Code, form
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.spec.types import FUNDAMENTAL
from loopwright.lang.numbers import Constant, shape_of
from loopwright.lazily import cached_property
from loopwright.source.nodes import bare, text_of

_LEFT = frozenset(("<<", "<<="))
_RIGHT = frozenset((">>", ">>="))
_AROUND = frozenset(("binary_expression", "unary_expression", "argument_list", "init_declarator"))
_DOES = frozenset(("call_expression", "update_expression", "assignment_expression"))
_NAMES = frozenset(("identifier", "qualified_identifier", "field_expression", "subscript_expression", *_DOES))


class Shifts:
    """Those of one function. ``whole``: names of the file that are whole numbers, ``value``: that of an expression at a place."""

    def __init__(
        self,
        function: DeviceFunction,
        typing: Typing,
        whole: frozenset[str],
        value: Callable[[str, int], Constant | None],
    ) -> None:
        self.function, self.typing, self.whole, self.value = function, typing, whole, value

    @cached_property
    def _ranges(self) -> ValueRanges:
        return ValueRanges(self.function, self.typing, self.value)

    def code_of(self, node: Node, say: Callable[[Node], Code]) -> Code | None:
        """A shift by more bits than there may be; ``say`` gives the code of its sides. ``None`` for all other expressions."""
        if node.type == "parenthesized_expression" and node.parent is not None and node.parent.type in _AROUND:
            inner = bare(node)  # a call needs no parentheses; of code that is no expression they are kept
            return self.code_of(inner, say) if inner != node else None
        if node.type not in ("binary_expression", "assignment_expression"):
            return None
        operator = text_of(node.child_by_field_name("operator"))
        left, by = node.child_by_field_name("left"), node.child_by_field_name("right")
        if operator not in _LEFT | _RIGHT or left is None or by is None or not self._may_leave_nothing(left, by):
            return None
        name = "left" if operator in _LEFT else "right"
        if node.type == "binary_expression":
            # A function that is given a bit field takes it for one of the type it is declared with: `+` makes it what C++ shifts.
            return form(
                "shifted_{}({}{}, {})", name, "+" if self._is_bit_field(left) else "", say(bare(left)), say(bare(by))
            )
        if any(part.type in _DOES for part in walk(left)):  # its place is worked out once
            return form("shift_{}({}, {})", name, say(left), say(bare(by)))
        place = say(left)
        return form(
            "{} = shifted_{}({}{}, {})", place, name, "+" if self._is_bit_field(left) else "", place, say(bare(by))
        )

    def _is_bit_field(self, node: Node) -> bool:
        node = bare(node)
        member = node.child_by_field_name("field") if node.type == "field_expression" else node
        if node.type == "identifier" and self.function.variables.of(node) is not None:
            return False
        return text_of(member) in self.typing.code.bit_fields

    def _may_leave_nothing(self, left: Node, by: Node) -> bool:
        """Whether a whole number, or what may be one, is shifted by an amount that may be its width or more."""
        found = self.typing.of(left)
        if found is not None and (found[1] or (found[0] in FUNDAMENTAL and shape_of(found[0]) is None)):
            return False
        shape = shape_of(found[0]) if found is not None else None
        width = max(shape.bits, 32) if shape is not None else 32
        if self._is_constant(by):
            return False
        amount = self._ranges.of(by)
        return amount is None or not amount.within(Range(0, width - 1))

    def _is_constant(self, node: Node) -> bool:
        """Whether the compiler knows a value, though not this file's text: it says so if that is too much."""
        names = [part for part in walk(node) if part.type in _NAMES]
        return all(part.type == "identifier" and self._is_constant_name(part) for part in names)

    def _is_constant_name(self, node: Node) -> bool:
        variable = self.function.variables.of(node)
        if variable is None:
            return text_of(node) in (*self.whole, *self.function.template_names, *self.function.names_of_class)
        if not never_written(variable) or variable.pointers or variable.init is None:
            return False
        return "const" in variable.head and self._is_constant(variable.init)
