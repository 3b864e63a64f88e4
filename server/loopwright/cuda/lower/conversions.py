"""Where device code makes a whole number of a floating one: a GPU stops at the end of the range, a CPU's result is anything."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.cuda.ir.code import Code, Rule, form, inside, quoted
from loopwright.cuda.lower.shifts import Shifts
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import target_of, walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.spec.types import INTEGRAL
from loopwright.lang.method_heads import is_device_lambda, is_method
from loopwright.lang.numbers import Constant, literal
from loopwright.source.nodes import bare, text_of

_FLOATING = ("float", "double")


def is_device_part(node: Node) -> bool:
    """Whether a node is a method with a body, or a lambda, that runs on the device: no function of :class:`DeviceCode`, but converted as
    they are."""
    if node.type == "lambda_expression":
        return is_device_lambda(node)
    is_function = node.type == "function_definition" and node.child_by_field_name("body") is not None
    return is_function and "__device__" in (text_of(child) for child in node.children) and is_method(node)


class Conversions:
    """Those of one function, and its shifts. ``whole``: names of the file that are whole numbers, which need none; ``value``: that of an
    expression at a place, where the compiler knows it."""

    def __init__(
        self,
        function: DeviceFunction,
        code: DeviceCode,
        whole: frozenset[str],
        value: Callable[[str, int], Constant | None],
    ) -> None:
        self.function, self.code, self.whole = function, code, whole
        self.typing = Typing(function, code)
        self.shifts = Shifts(function, self.typing, whole, value)
        self._open = function.template_types  # types that callers choose

    def rule(self, plain: Rule) -> Rule:
        """``plain`` with conversions in it."""

        def again(node: Node) -> Code | None:
            def say(part: Node) -> Code:
                if part.id != node.id:
                    return quoted(part, again)
                own = plain(part)
                return inside(part, again) if own is None else own

            found = self.code_of(node, say)
            return plain(node) if found is None else found

        return again

    def code_of(self, node: Node, say: Callable[[Node], Code]) -> Code | None:
        """An expression that is such a conversion or is converted where it stands, or a shift that a CPU makes otherwise; ``say`` gives the
        code of its parts, and its own without that. ``None`` for all others."""

        def shifted(part: Node) -> Code:
            own = self.shifts.code_of(part, say) if part.id == node.id else None
            return say(part) if own is None else own

        converted = self._converted(node, shifted)
        return self.shifts.code_of(node, say) if converted is None else converted

    def _converted(self, node: Node, say: Callable[[Node], Code]) -> Code | None:
        explicit = self._explicit(node)
        if explicit is not None:
            to, value = explicit
            return form("truncated<{}>({})", to, say(bare(value))) if self._is_converted(to, value) else None
        if node.type == "assignment_expression" and text_of(node.child_by_field_name("operator")) in (
            "+=",
            "-=",
            "*=",
            "/=",
        ):
            return self._updated(node, say)
        target = self._target(node)
        if target is None or not self._may_become(target, node):
            return None
        return form("truncated<{}>({})", target, say(bare(node)))

    def _explicit(self, node: Node) -> tuple[str, Node] | None:
        """(type, what is converted) of a cast to a whole number."""
        if node.type == "cast_expression":
            value = node.child_by_field_name("value")
            to = text_of(node.child_by_field_name("type"))
        elif node.type == "call_expression" and len(arguments_of(node)) == 1:
            value = arguments_of(node)[0]
            function = node.child_by_field_name("function")
            if function is None:
                return None
            if function.type == "template_function" and called(node) == "static_cast":
                to = text_of(function.children[-1])[1:-1].strip()
            elif function.type == "primitive_type" or self._is_type(text_of(bare(function))):
                to = text_of(bare(function))  # ``(T)(x)`` is parsed as ``T(x)`` is
            else:
                return None
        else:
            return None
        return (to, value) if value is not None and self._integral(to) is not None else None

    def _updated(self, node: Node, say: Callable[[Node], Code]) -> Code | None:
        """``whole += floating``."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        to = self._whole_type(left) if left is not None else None
        if left is None or right is None or to is None or not self._may_become(to, right):
            return None
        if any(n.type in ("call_expression", "update_expression", "assignment_expression") for n in walk(left)):
            return None
        operator = text_of(node.child_by_field_name("operator"))[0]
        place = say(left)
        return form("{} = truncated<{}>({} {} ({}))", place, to, place, operator, say(right))

    def _target(self, node: Node) -> str | None:
        """The type of whole numbers that an expression becomes where it stands, without a cast."""
        parent = node.parent
        if parent is None:
            return None
        if parent.type == "init_declarator" and parent.child_by_field_name("value") == node:
            name = parent.child_by_field_name("declarator")
            variable = next((v for v in self.function.variables.all if v.init == node), None)
            if variable is None or name is None or not variable.scalar or variable.pointers:
                return None
            return self._integral(variable.base)
        if parent.type == "assignment_expression" and parent.child_by_field_name("right") == node:
            left = parent.child_by_field_name("left")
            plain = text_of(parent.child_by_field_name("operator")) == "="
            return self._whole_type(left) if plain and left is not None else None
        if parent.type == "return_statement":
            return self._integral(self.function.returns) if target_of(parent) is None else None  # a lambda's own result
        if parent.type == "argument_list" and parent.parent is not None and parent.parent.type == "call_expression":
            return self._parameter(parent.parent, node)
        return None

    def _parameter(self, call: Node, argument: Node) -> str | None:
        callees = self.code.callees(call, self.function)
        if len(callees) != 1 or callees[0].template:
            return None
        at = next((i for i, a in enumerate(arguments_of(call)) if a.id == argument.id), None)
        if at is None or at >= len(callees[0].parameters):
            return None
        parameter = callees[0].parameters[at]
        return self._integral(parameter.base) if parameter.scalar and not parameter.pointers else None

    def _whole_type(self, node: Node) -> str | None:
        found = self.typing.of(node)
        return found[0] if found is not None and not found[1] and self._may_be_whole(found[0]) else None

    def _integral(self, base: str) -> str | None:
        return base if self._may_be_whole(self.typing.named(base)) else None

    def _may_be_whole(self, name: str | None) -> bool:
        return name in INTEGRAL or name in self._open

    def _may_become(self, to: str, node: Node) -> bool:
        """Whether a value is a floating number, or one of a type that is open, and ``to`` is another type."""
        found = self.typing.of(node)
        if found is None or found[1] or found[0] == to or bare(node).type == "number_literal":
            return False
        return found[0] in _FLOATING or found[0] in self._open

    def _is_type(self, name: str) -> bool:
        return name in self.code.aliases or name in self._open

    def _is_converted(self, to: str, value: Node) -> bool:
        """Whether a cast to a type that is whole, or open, may have to stop at the end of its range."""
        if to not in self._open:
            return self._may_be_floating(value)
        known = self.typing.of(value) is not None or bare(value).type == "number_literal"
        return self._may_become(to, value) if known else self._may_be_floating(value)

    def _may_be_floating(self, node: Node) -> bool:
        node = bare(node)
        found = self.typing.of(node)
        if found is not None:
            return not found[1] and (found[0] in _FLOATING or found[0] in self._open)
        if node.type in ("string_literal", "char_literal", "lambda_expression", "sizeof_expression", "new_expression"):
            return False
        names = [text_of(n) for n in walk(node) if n.type == "identifier"]
        numbers = [literal(text_of(n), "cpp") for n in walk(node) if n.type == "number_literal"]
        whole = all(name in self.whole for name in names) and all(n is not None and n.is_integer for n in numbers)
        return not (whole and (names or numbers))
