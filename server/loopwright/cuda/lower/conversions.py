"""Where device code makes a whole number of a floating one: a GPU stops at the end of the range, a CPU's result is anything."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.cuda.ir.code import Code, Rule, form, inside, joined, quoted
from loopwright.cuda.lower.shifts import Shifts
from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.received import Received
from loopwright.cuda.read.rewriting import target_of, walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.read.variables import Variable
from loopwright.cuda.spec.types import INTEGRAL, RANKS
from loopwright.lang.method_heads import is_device_lambda, is_method
from loopwright.lang.numbers import Constant, literal
from loopwright.source.nodes import bare, text_of

_WHOLE = INTEGRAL | {"bool"}
# Functions that give the nearest whole number: its type, and the same without the conversion (CUDA Math API).
_ROUNDED = {
    f"{begin}{name}{of}": (to, f"{name}{of}")
    for begin, to in (("l", "long"), ("ll", "long long"))
    for name in ("rint", "round")
    for of in ("", "f")
}
_ARITHMETIC = frozenset(("+", "-", "*", "/"))  # what gives a floating number where an operand is one
_NOT_KNOWN = frozenset(("call_expression", "field_expression", "subscript_expression", "pointer_expression"))
_PARTS = {
    "binary_expression": ("left", "right"),
    "unary_expression": ("argument",),
    "conditional_expression": ("consequence", "alternative"),
    "comma_expression": ("right",),
}
# Functions of CUDA that give whole numbers, and how the names of others begin, go on or end.
_COUNTING = frozenset(
    (
        "thread_rank",
        "block_rank",
        "num_threads",
        "num_blocks",
        "size",
        "meta_group_rank",
        "meta_group_size",
        "curand",
        "printf",
        "clock",
    )
)
_TO_WHOLE = ("2int", "2uint", "2ll", "2ull", "2short", "2ushort", "_as_short", "_as_ushort")


def _counts(name: str) -> bool:
    return name in _COUNTING or (name.startswith("__") and any(part in name for part in _TO_WHOLE))


def _argument(node: Node) -> Node:
    """A value as the argument of a call: without its parentheses, unless a comma in them would make two of it."""
    value = bare(node)
    return node if value.type == "comma_expression" else value


def is_device_part(node: Node) -> bool:
    """Whether a node is a method with a body, or a lambda, that runs on the device: no function of :class:`DeviceCode`, but converted as
    they are."""
    if node.type == "lambda_expression":
        return is_device_lambda(node)
    is_function = node.type == "function_definition" and node.child_by_field_name("body") is not None
    return is_function and "__device__" in (text_of(child) for child in node.children) and is_method(node)


def device_part(node: Node) -> DeviceFunction:
    """One of these as a function, with the template that it is."""
    outer = node.parent
    return DeviceFunction(
        "", "device", node, outer if outer is not None and outer.type == "template_declaration" else node
    )


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
        self.received = Received(function, code, self.typing)
        self.shifts = Shifts(function, self.typing, whole, value)
        self._open = function.template_types | {*function.names_of_class}  # types that callers choose

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

    def where_it_stands(self, node: Node, own: Code) -> Code:
        """``own``, which stands for an expression, as it is converted there."""
        converted = self._converted(node, lambda part: own)
        return own if converted is None else converted

    def _converted(self, node: Node, say: Callable[[Node], Code]) -> Code | None:
        explicit = self._explicit(node)
        if explicit is not None:
            to, value = explicit
            return form("truncated<{}>({})", to, say(_argument(value))) if self._is_converted(to, value) else None
        if node.type == "call_expression" and called(node) in _ROUNDED and len(arguments_of(node)) == 1:
            if not self.code.scoped.has_callee(node):
                return form("truncated<{}>({}({}))", *_ROUNDED[called(node)], say(_argument(arguments_of(node)[0])))
        if node.type == "assignment_expression" and text_of(node.child_by_field_name("operator")) in (
            "+=",
            "-=",
            "*=",
            "/=",
        ):
            return self._updated(node, say)
        if node.type == "parameter_list":
            return self._read_as_parameter(node, say)
        if (beside := self._beside(node)) is not None:
            return form("chosen<{}>({})", beside, say(_argument(node)))
        target = self._target(node)
        if target is None or not self._may_become(target, node):
            return None
        return form("truncated<{}>({})", target, say(_argument(node)))

    def _read_as_parameter(self, listed: Node, say: Callable[[Node], Code]) -> Code | None:
        """``int n(x);``, which is read as the declaration of a function that takes an ``x``."""
        names = [part for part in walk(listed) if part.type == "type_identifier"]
        if len(names) != len(listed.named_children):
            return None
        if owner := self._class_of(listed):
            types = [self._whole(self.received.by_constructor(owner, at, len(names))) for at in range(len(names))]
        else:
            types = [self._declared(listed)] * len(names)
        said = [
            to if to is not None and self._may_become(to, name) else None for to, name in zip(types, names, strict=True)
        ]
        if not any(said):
            return None
        parts = [
            say(n) if to is None else form("truncated<{}>({})", to, say(n)) for to, n in zip(said, names, strict=True)
        ]
        return form("({})", joined(", ", parts))

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
        if left is None or right is None or to is None:
            return None
        literal_type = self.typing.of(right) if bare(right).type == "number_literal" else None
        if not self._may_become(to, right) and (literal_type is None or literal_type[0] in _WHOLE):
            return None
        operator = text_of(node.child_by_field_name("operator"))[0]
        if any(n.type in ("call_expression", "update_expression", "assignment_expression") for n in walk(left)):
            # The place is looked for once, behind the value.
            once = "[&, value = {}](auto &place) -> auto & {{ return place = truncated<{}>(place {} value); }}({})"
            return form(once, say(right), to, operator, say(left))
        place = say(left)
        return form("{} = truncated<{}>({} {} ({}))", place, to, place, operator, say(right))

    def _target(self, node: Node) -> str | None:
        """The type of whole numbers that an expression becomes where it stands, without a cast."""
        parent = node.parent
        if parent is None:
            return None
        if parent.type == "init_declarator" and parent.child_by_field_name("value") == node:
            return self._declared(node)
        if parent.type in ("declaration", "condition_declaration") and parent.child_by_field_name("value") == node:
            return self._integral(text_of(parent.child_by_field_name("type")))  # `if (int n = x)`
        if parent.type == "assignment_expression" and parent.child_by_field_name("right") == node:
            left = parent.child_by_field_name("left")
            operator = text_of(parent.child_by_field_name("operator"))
            own = self._whole_type(left) if operator == "=" and left is not None else None
            return own or self._whole(self.received.by_operator(left, operator, 1))
        if parent.type == "binary_expression":
            left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
            other, at = (left, 1) if right == node else (right, 0)
            return self._whole(self.received.by_operator(other, text_of(parent.child_by_field_name("operator")), at))
        if parent.type == "subscript_argument_list" and parent.parent is not None:
            return self._whole(self.received.by_operator(parent.parent.child_by_field_name("argument"), "[]", 1))
        if parent.type == "return_statement":
            return self._integral(self._returned(parent))
        around = parent.parent if parent.type == "argument_list" else None
        if around is None:
            return None
        if around.type == "call_expression":
            return self._whole(self.received.by_call(around, node))
        given = [each for each in parent.named_children if each.type != "comment"]
        if node not in given:
            return None
        if around.type == "init_declarator" and (owner := self._class_of(parent)):
            return self._whole(self.received.by_constructor(owner, given.index(node), len(given)))
        if around.type == "field_initializer":
            return self._initialised(text_of(around.named_children[0]), given.index(node), len(given))
        if len(given) != 1:
            return None
        return self._declared(parent) if around.type == "init_declarator" else None

    def _beside(self, node: Node) -> str | None:
        """The type of whole numbers that an object of a class becomes as an arm of a conditional, because the other arm is one."""
        choice = node.parent
        arms = (
            [choice.child_by_field_name(arm) for arm in _PARTS["conditional_expression"]] if choice is not None else []
        )
        if choice is None or choice.type != "conditional_expression" or node not in arms:
            return None
        own = self.typing.of(node)
        if own is None or own[1] or own[0] in RANKS or own[0] in _WHOLE or own[0] in self.code.enumerations:
            return None
        other = arms[node == arms[0]]
        if other is None or self.typing.of(other) == own:  # of one type they are one object or the other, not a number
            return None
        return self._whole_type(other)

    def _initialised(self, name: str, at: int, count: int) -> str | None:
        """What an argument becomes of which a constructor makes a member, or what the class derives from."""
        member = self.typing.member(name)
        if member is not None and member[1]:
            return None
        own = self._integral(member[0]) if member is not None and count == 1 else None
        return own or self._whole(self.received.by_constructor(member[0] if member is not None else name, at, count))

    def _declared(self, initial: Node) -> str | None:
        variable = self._of_initial(initial)
        if variable is None or (variable.reference and variable.base in self._open):
            return None
        return variable.base if self._may_be_whole(self.typing.base_of(variable)) else None

    def _class_of(self, initial: Node) -> str:
        """The class of an object that is made of a list of arguments."""
        variable = self._of_initial(initial)
        named = self.typing.named(variable.base) if variable is not None else ""
        return named if self.code.members.functions_of(named, "") else ""

    def _of_initial(self, initial: Node) -> Variable | None:
        variable = next((v for v in self.function.variables.all if v.init == initial), None)
        return variable if variable is not None and variable.keeps_value else None

    def _whole(self, base: str | None) -> str | None:
        return self._integral(base) if base is not None else None

    def _returned(self, statement: Node) -> str:
        """What a `return` gives: a lambda's own result where it stands in one, empty if that does not say its type, and of a reference: what
        it was converted to would be gone."""
        inner = target_of(statement)
        if inner is None or inner.id == self.function.node.id:
            return "" if self.function.gives_reference else self.function.returns
        declarator = inner.child_by_field_name("declarator")
        said = next((n for n in walk(declarator) if n.type == "trailing_return_type"), None) if declarator else None
        kind = text_of(said.named_children[0]) if said is not None and said.named_children else ""
        return "" if kind.endswith("&") else kind

    def _whole_type(self, node: Node) -> str | None:
        found = self.typing.of(node)
        return found[0] if found is not None and not found[1] and self._may_be_whole(found[0]) else None

    def _integral(self, base: str) -> str | None:
        return base if self._may_be_whole(self.typing.named(base)) else None

    def _may_be_whole(self, name: str | None) -> bool:
        return name in INTEGRAL or name in self._open

    def _may_become(self, to: str, node: Node) -> bool:
        """Whether a value is, or may be, a floating number, or one of a type that is open, and ``to`` is another type."""
        found = self.typing.of(node)
        if found is not None and bare(node).type == "number_literal":
            return False
        if found is not None and found[0] == to:
            return to in self._open and self._meets_floating(to, node)
        return self._is_open(node) or (found is None and self._is_of_any_type(bare(node)))

    def _meets_floating(self, to: str, node: Node) -> bool:
        """Whether an expression of a type that callers choose has an operand that is, or may be, a floating number, which it is then, too."""
        node = bare(node)
        parts = [node.child_by_field_name(part) for part in _PARTS.get(node.type, ())]
        return any(
            self._meets_floating(to, part) if self.typing.of(part) == (to, 0) else self._is_open(part)
            for part in parts
            if part is not None
        )

    def _is_open(self, node: Node) -> bool:
        """Whether a value is a floating number, or only a compiler can tell: of a type that callers choose, a class that is converted, or
        another name that is not known, and what calls, members and elements are that are not known."""
        node = bare(node)
        found = self.typing.of(node)
        if found is not None:
            return not found[1] and found[0] not in _WHOLE and found[0] not in self.code.enumerations
        parts = [node.child_by_field_name(part) for part in _PARTS.get(node.type, ())]
        operator = node.child_by_field_name("operator")
        if operator is not None and text_of(operator) not in _ARITHMETIC:
            return False
        if node.type == "call_expression" and _counts(called(node)) and not self.code.scoped.has_callee(node):
            return False
        return node.type in _NOT_KNOWN or any(part is not None and self._is_open(part) for part in parts)

    def _is_of_any_type(self, node: Node) -> bool:
        """Whether a node names a parameter of a lambda that takes anything."""
        variable = self.function.variables.of(node)
        return variable is not None and variable.base == "auto" and variable.init is None and not variable.pointers

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
            return self._is_open(node)
        if node.type in ("string_literal", "char_literal", "lambda_expression", "sizeof_expression", "new_expression"):
            return False
        names = [text_of(n) for n in walk(node) if n.type == "identifier"]
        numbers = [literal(text_of(n), "cpp") for n in walk(node) if n.type == "number_literal"]
        whole = all(name in self.whole for name in names) and all(n is not None and n.is_integer for n in numbers)
        return not (whole and (names or numbers))
