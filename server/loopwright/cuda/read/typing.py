"""The type of an expression, as text, where it can be told without a compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tree_sitter import Node

from loopwright.cuda.read.device_function import (
    DeviceFunction,
    arguments_of,
    called,
    class_arguments,
    template_arguments,
)
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import target_of, walk
from loopwright.cuda.read.variables import Variable, parameter_nodes
from loopwright.cuda.spec import Exchange, operations
from loopwright.cuda.spec.types import INTEGRAL, RANKS, named
from loopwright.lang.numbers import common, fundamental, literal
from loopwright.source.lexemes import lexemes_within, without_remarks
from loopwright.source.nodes import bare, text_of

_ELEMENT = {"uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned", "ulong": "unsigned long"}
_ELEMENT |= {"longlong": "long long", "ulonglong": "unsigned long long"}
# CUDA's vectors: the type of an element, and how many there are.
VECTORS = {
    f"{kind}{count}": (_ELEMENT.get(kind, kind), count)
    for kind in (
        "char",
        "short",
        "int",
        "long",
        "longlong",
        "float",
        "double",
        "uchar",
        "ushort",
        "uint",
        "ulong",
        "ulonglong",
    )
    for count in range(1, 5)
}
_OF_FLOAT = frozenset(
    ("expf", "exp2f", "exp10f", "expm1f", "logf", "log2f", "log10f", "log1pf", "sqrtf", "rsqrtf", "cbrtf", "rcbrtf", "sinf", "cosf",
     "tanf", "asinf", "acosf", "atanf", "atan2f", "sinhf", "coshf", "tanhf", "asinhf", "acoshf", "atanhf", "powf", "fabsf", "floorf",
     "ceilf", "roundf", "rintf", "truncf", "nearbyintf", "fmaxf", "fminf", "fmodf", "fmaf", "erff", "erfcf", "lgammaf", "tgammaf",
     "hypotf", "copysignf", "fdimf", "ldexpf", "__expf", "__logf", "__sinf", "__cosf", "__powf", "__fdividef", "__fsqrt_rn", "__tanf")
)  # fmt: skip
_MATH = frozenset(
    ("exp", "log", "sqrt", "rsqrt", "sin", "cos", "tan", "pow", "fabs", "floor", "ceil", "tanh", "erf", "round")
)
_GIVEN = {
    **dict.fromkeys(("__brev", "__umulhi", "__byte_perm", "__funnelshift_l", "__funnelshift_r"), "unsigned"),
    **dict.fromkeys(("__funnelshift_lc", "__funnelshift_rc", "__float_as_uint", "__usad", "__umul24"), "unsigned"),
    **dict.fromkeys(("__brevll", "__umul64hi"), "unsigned long long"),
    **dict.fromkeys(("__mulhi", "__mul24", "__float_as_int", "__double2loint", "__double2hiint"), "int"),
    **dict.fromkeys(("__int_as_float", "__uint_as_float"), "float"),
    **dict.fromkeys(("__longlong_as_double", "__hiloint2double"), "double"),
    **dict.fromkeys(("__mul64hi", "__double_as_longlong"), "long long"),
}
# CUDA's own; other functions of a program are called `atomic…`, too. The same with `_block` and `_system` behind.
_ATOMICS = frozenset(
    f"atomic{name}" for name in ["Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "CAS", "And", "Or", "Xor"]
)
_CALCULATING = frozenset("()+-*/%")
_COUNTED = INTEGRAL | {"bool"}
_ARMS = ("consequence", "alternative")
# What a bit field of few bits is declared with, and `int` as an operand.
_NARROWED = frozenset(("unsigned", "long", "unsigned long", "long long", "unsigned long long"))
_OF_SEVERAL = frozenset(("min", "max", "abs"))  # for every kind of number, and of vectors where the file defines them
Type = "tuple[str, int]"


class Typing:
    """Types inside one function. A type is (name, how many times it points)."""

    def __init__(self, function: DeviceFunction, code: DeviceCode) -> None:
        self.function, self.code = function, code
        self._known: dict[
            int, tuple[str, int] | None
        ] = {}  # each expression is asked about by all that stand around it

    def named(self, text: str) -> str:
        """A type's own name: qualifiers and the file's other names for it taken off."""
        name = named(text)
        scope, _, last = name.rpartition("::")
        inner = self.code.members.inner_type(scope, last) if scope else None
        return named(self.code.aliases.get(name, name) if inner is None else inner)

    def text(self, node: Node) -> str | None:
        """The type as text, ``None`` where it cannot be told."""
        found = self.of(node)
        return None if found is None else found[0] + (" " + "*" * found[1] if found[1] else "")

    def of(self, node: Node) -> tuple[str, int] | None:
        """The type of an expression."""
        if node.id not in self._known:
            self._known[node.id] = self._told(node)
        return self._known[node.id]

    def _told(self, node: Node) -> tuple[str, int] | None:
        kind = node.type
        if kind == "parenthesized_expression":
            return self.of(node.named_children[0]) if node.named_children else None
        if kind == "number_literal":
            return _literal(text_of(node)), 0
        if kind in ("true", "false"):
            return "bool", 0
        if kind in ("identifier", "type_identifier"):  # `int n(x)` is read as a function that takes an `x`
            variable = self.function.variables.of(node)
            if variable is None and kind == "type_identifier":
                return None
            if variable is None:
                name = text_of(node)
                return self.member(name) or self._outside(name) or _of_macro(name, self.function.file_macros)
            if variable.base in ("auto", ""):
                return self._initial(variable)
            return self.base_of(variable), variable.pointers + len(variable.extents)
        if kind in ("cast_expression", "compound_literal_expression"):
            return self._described(node.child_by_field_name("type"))
        if kind in ("subscript_expression", "pointer_expression"):
            inner = self.of(node.child_by_field_name("argument") or node.named_children[0])
            if inner is None:
                return None
            if kind == "pointer_expression" and text_of(node).startswith("&"):
                return inner[0], inner[1] + 1
            if not inner[1]:
                name = "operator*" if kind == "pointer_expression" else "operator[]"
                return self._given_alike(self.code.members.functions_of(inner[0], name), inner[0])
            return inner[0], inner[1] - 1
        if kind == "comma_expression":
            return self.of(node.named_children[-1])
        if kind in ("assignment_expression", "update_expression"):
            return self.of(node.child_by_field_name("left") or node.named_children[0])
        if kind == "unary_expression":
            inner = self._operand(node.child_by_field_name("argument") or node.named_children[0])
            operator = text_of(node.child_by_field_name("operator"))
            if inner is not None and (given := self._by_operator(operator, inner)):
                return given.pop() if len(given) == 1 else None
            if operator in ("!", "not"):
                return "bool", 0
            return _promoted(inner) if inner else None
        if kind == "binary_expression":
            return self._binary(node)
        if kind == "conditional_expression":
            types = [self.of(arm) for name in _ARMS if (arm := node.child_by_field_name(name)) is not None]
            if len(types) != 2:
                return None
            return types[0] if types[0] == types[1] else _common(*(self._part(node, a) for a in _ARMS))
        if kind == "field_expression":
            return self._member(node)
        if kind == "this":
            return (self.function.owner, 1) if self.function.owner else None
        if kind == "call_expression":
            return self._call(node)
        return None

    def _initial(self, variable: Variable) -> tuple[str, int] | None:
        """The type of a variable that takes it from what it begins with."""
        if variable.init is not None:
            return self.of(variable.init)
        loop = variable.declaration
        over = self._part(loop, "right") if loop is not None and loop.type == "for_range_loop" else None
        return (over[0], over[1] - 1) if over is not None and over[1] else None

    def base_of(self, variable: Variable) -> str:
        """The name of a variable's type, without what points."""
        kind = variable.declaration.child_by_field_name("type") if variable.declaration is not None else None
        if kind is None or kind.type != "decltype" or not kind.named_children:
            return self.named(variable.base)
        said = kind.named_children[0]
        named = self.function.variables.before(said) if said.type == "identifier" else None
        if named is not None and named != variable and named.scalar and not named.pointers:
            return self.base_of(named)
        told = self.of(said)
        return told[0] if told is not None and not told[1] else self.named(variable.base)

    def member(self, name: str) -> tuple[str, int] | None:
        """The type of a data member of the class that the function is a method of."""
        return self._field(self.function.owner, name) if self.function.owner else None

    def _outside(self, name: str) -> tuple[str, int] | None:
        """The type of a value that the function's template is given, or of a variable of the file."""
        listed = self.function.whole.child_by_field_name("parameters") if self.function.template_names else None
        for node in listed.named_children if listed is not None else ():
            declarator = node.child_by_field_name("declarator")
            if declarator is not None and text_of(declarator) == name:
                return self._described(node.child_by_field_name("type"))
        known = self.code.file_variables.get(name)
        return (self.named(known[0]), known[1]) if known is not None else None

    def _described(self, node: Node | None) -> tuple[str, int] | None:
        if node is None:
            return None
        text = without_remarks(text_of(node))
        return self.named(text.replace("*", " ").replace("&", " ")), text.count("*")

    def _part(self, node: Node, name: str) -> tuple[str, int] | None:
        part = node.child_by_field_name(name)
        return self._operand(part) if part is not None else None

    def _operand(self, node: Node) -> tuple[str, int] | None:
        """The type of an expression that an operator reads. A bit field is another one there than it is declared with: `int`, where that
        holds all of its values (C++17 [conv.prom]). Which member is one only its name tells."""
        found, member = self.of(node), bare(node)
        if (
            found is None
            or found[1]
            or found[0] not in _NARROWED
            or member.type not in ("identifier", "field_expression")
        ):
            return found
        is_variable = member.type == "identifier" and self.function.variables.of(member) is not None
        name = text_of(member.child_by_field_name("field") or member)
        if is_variable or name not in self.code.bit_fields:
            return found
        return ("int", 0) if name in self.code.narrow_bit_fields else None

    def _binary(self, node: Node) -> tuple[str, int] | None:
        operator = text_of(node.child_by_field_name("operator"))
        left, right = self._part(node, "left"), self._part(node, "right")
        if left is not None and right is not None and (given := self._by_operator(operator, left, right)):
            return given.pop() if len(given) == 1 else None
        if operator in ("<", ">", "<=", ">=", "==", "!=", "&&", "||"):
            return "bool", 0
        if operator == "-" and left is not None and right is not None and left[1] and right[1]:
            return "long", 0  # how far one element is from another
        if operator in ("<<", ">>"):
            return _promoted(left) if left else None
        return _common(left, right)

    def _by_operator(self, operator: str, *operands: tuple[str, int]) -> set[tuple[str, int] | None]:
        """What the program's operators give that operands may be meant for of which one is of a class; none where it has none."""
        if all(name in RANKS or stars or name in self.function.template_names for name, stars in operands):
            return set()
        owner, name = operands[0][0], f"operator{operator}"
        own = [m for m in self.code.members.functions_of(owner, name) if len(parameter_nodes(m)) == len(operands) - 1]
        free = [f for f in self.code.device(name) if len(f.parameters) == len(operands) and self._may_take(f, operands)]
        return {self._result(m, owner) for m in own} | {None if f.template else self._result(f.node, "") for f in free}

    def _may_take(self, function: DeviceFunction, operands: Sequence[tuple[str, int]]) -> bool:
        wanted = [(self.base_of(p), p.pointers) for p in function.parameters]
        return bool(function.template) or all(
            w == o or (w[0] in RANKS and o[0] in RANKS) for w, o in zip(wanted, operands, strict=True)
        )

    def _member(self, node: Node) -> tuple[str, int] | None:
        argument, field = node.child_by_field_name("argument"), text_of(node.child_by_field_name("field"))
        if text_of(argument) in ("threadIdx", "blockIdx", "blockDim", "gridDim"):
            return "unsigned", 0
        inner = self.of(argument) if argument is not None else None
        if inner is not None and inner[0] in VECTORS and field in "xyzw":
            return VECTORS[inner[0]][0], 0
        if inner is None:
            return None
        return self._field(inner[0], field)

    def _field(self, struct: str, field: str) -> tuple[str, int] | None:
        known = self.code.members.type_of(struct, field)
        if known is not None and known[0]:
            return self.named(known[0]), known[1]
        return None

    def _cast(self, function: Node | None) -> Node | None:
        """The type in ``(T)(…)``, which the parser reads as a call where it does not know the name."""
        inside = function.named_children if function is not None and function.type == "parenthesized_expression" else []
        if len(inside) != 1 or inside[0].type != "identifier":
            return None
        name = text_of(inside[0])
        value = self.function.variables.of(inside[0]) is not None or self._outside(name) is not None
        return None if value or name in self.code.by_name else inside[0]

    def _call(self, node: Node) -> tuple[str, int] | None:
        name, arguments = called(node), arguments_of(node)
        function = node.child_by_field_name("function")
        if function is not None and function.type == "template_function" and name.endswith("_cast"):
            return self._described(
                next((n for n in function.children[-1].named_children if n.type == "type_descriptor"), None)
            )
        if function is not None and function.type == "primitive_type":
            return self.named(text_of(function)), 0
        if (kind := self._cast(function)) is not None:
            return self._described(kind)
        exchange = operations().exchanges.get(name)
        if exchange is not None:
            if (told := _told_by(exchange)) is not None:
                return told
            return self.of(arguments[exchange.value]) if len(arguments) > exchange.value else None
        if function is not None and function.type == "field_expression" and name in operations().methods and arguments:
            method = operations().methods[name]
            return _told_by(method) or self.of(arguments[method.value])
        if name in operations().group_functions and len(arguments) > 1 and self.code.is_of_groups(node):
            return self.of(arguments[1])
        if name == "__ldg" and arguments:
            inner = self.of(arguments[0])
            return (inner[0], inner[1] - 1) if inner and inner[1] else None
        if name.startswith("make_") and name[5:] in VECTORS:
            return name[5:], 0
        if name in _OF_SEVERAL and arguments:
            types = [self.of(a) for a in arguments]
            if name not in self.code.by_name or all(map(_is_number, types)):
                return _common(types[0], types[-1])
        if name.partition("_")[0] in _ATOMICS and arguments:
            return self.updated(node)
        if callees := list(self.code.callees(node, self.function)):
            given = {self.returned(other, node) for other in callees}
            return given.pop() if len(given) == 1 else None
        if (known := self._given_by_member(node) or self._of_vectors(name, arguments)) is not None:
            return known
        if name in _OF_FLOAT:
            return "float", 0
        if name.startswith("__float2int") or name in ("__popc", "__popcll", "__clz", "__clzll", "__ffs", "__ffsll"):
            return "int", 0
        if name in _GIVEN:
            return _GIVEN[name], 0
        if name in _MATH and arguments:
            types = [self.of(a) for a in arguments]
            if not all(map(_is_number, types)):
                return None
            return ("float" if {kind for kind, _ in filter(None, types)} == {"float"} else "double"), 0
        if name in ("float", "double", "int", "unsigned", "half", "bool", "size_t"):
            return named(name), 0
        if name in (*self.function.template_names, *self.function.names_of_class) and function is not None:
            return (name, 0) if function.type == "identifier" else None  # `T(x)`
        made = function is not None and name in self.code.members.names and self.function.variables.of(function) is None
        return (self.named(text_of(function)), 0) if made else None

    def updated(self, node: Node) -> tuple[str, int] | None:
        """The type of what one of CUDA's atomic operations changes."""
        arguments = arguments_of(node) if called(node).partition("_")[0] in _ATOMICS else ()
        inner = self.of(arguments[0]) if arguments else None
        return (inner[0], inner[1] - 1) if inner is not None and inner[1] else None

    def _of_vectors(self, name: str, arguments: Sequence[Node]) -> tuple[str, int] | None:
        """What the samples' functions of vectors give (helper_math.h)."""
        first = self.of(arguments[0]) if arguments else None
        if first is None or first[1] or first[0] not in VECTORS:
            return None
        return (VECTORS[first[0]][0], 0) if name in ("dot", "length") else first

    def members_called(self, call: Node) -> Sequence[Node]:
        """The methods, constructors or lambdas that a call may be of, as they are declared."""
        function = call.child_by_field_name("function")
        members = self.code.members
        if function is None:
            return ()
        if function.type == "field_expression":
            found = self.of(function.child_by_field_name("argument") or function)
            own = members.functions_of(found[0], called(call)) if found is not None else ()
            return own or (members.called_through(found[0], called(call)) if found is not None else ())
        if function.type == "qualified_identifier":
            own = members.functions_of(text_of(function.child_by_field_name("scope")), called(call))
            return own or (members.functions_of(called(call), "") if called(call) in members.names else ())
        if function.type == "lambda_expression":
            return (function,)
        variable = self.function.variables.of(_element(function))
        if variable is None:
            name = called(call)
            own = members.functions_of(self.function.owner, name) if self.function.owner else ()
            return own or (members.functions_of(name, "") if name in members.names else ())
        if variable.init is not None and variable.init.type == "lambda_expression":
            return (variable.init,)
        if pointed := self._pointed(variable):
            return pointed
        kind = self.of(function)
        return members.called_as(kind[0]) if kind is not None and not kind[1] else ()

    def _pointed(self, variable: Variable) -> Sequence[Node]:
        """The functions that a variable points to, as it is declared, or as the only one that it begins with."""
        declarator = (
            variable.declaration.child_by_field_name("declarator") if variable.declaration is not None else None
        )
        if declarator is not None and declarator.type == "init_declarator":
            declarator = declarator.child_by_field_name("declarator")
        if declarator is not None and declarator.type == "function_declarator" and not variable.constructed:
            return (variable.declaration,) if variable.declaration is not None else ()
        known = self.code.device(text_of(variable.init).lstrip("&")) if variable.base == "auto" else []
        return [f.node for f in known] if len(known) == 1 and not known[0].template else ()

    def _given_by_member(self, call: Node) -> tuple[str, int] | None:
        """What all methods that may be called give alike."""
        found = self.members_called(call)
        return self._given_alike(found, self.object_of(call)) if found else None

    def _given_alike(self, found: Sequence[Node], owner: str) -> tuple[str, int] | None:
        """What functions give alike; ``owner``: the class that they are of, with what its template was given."""
        types = {self._result(f, owner) for f in found}
        return types.pop() if len(types) == 1 else None

    def _result(self, function: Node, owner: str) -> tuple[str, int] | None:
        """What a method or lambda gives."""
        if function.type == "lambda_expression":
            return self._of_lambda(function)
        if function.type == "alias_declaration":
            function = function.child_by_field_name("type") or function
        text = DeviceFunction("", "device", function, function).returns.removeprefix("typedef ")
        name = self.code.members.given(owner, text.rstrip("*& "))
        return (self.named(name), text.count("*")) if name and name != "auto" and "*" not in name else None

    def _of_lambda(self, node: Node) -> tuple[str, int] | None:
        """What a lambda says that it gives, or else gives wherever it returns."""
        head = node.child_by_field_name("declarator")
        said = next((n for n in walk(head) if n.type == "trailing_return_type"), None) if head is not None else None
        if said is not None:
            return self._described(said.named_children[0]) if said.named_children else None
        returns = [n for n in walk(node) if n.type == "return_statement" and target_of(n) == node and n.named_children]
        types = {self.of(n.named_children[0]) for n in returns}
        return types.pop() if len(types) == 1 else None

    def object_of(self, call: Node) -> str:
        """The type of what a method is called of, or of what is made."""
        function = call.child_by_field_name("function")
        field = function is not None and function.type == "field_expression"
        place = function.child_by_field_name("argument") if function is not None and field else function
        found = self.of(place) if place is not None else None
        return found[0] if found is not None else text_of(function)

    def returned(self, callee: DeviceFunction, call: Node) -> tuple[str, int] | None:
        """What a call of ``callee`` gives, its template parameters told by the arguments."""
        text = callee.returns
        if text.startswith(("auto", "decltype")):
            return None
        name, stars = text.rstrip("* "), text.count("*")
        if name not in (*callee.template_names, *callee.names_of_class):
            return self.named(name.replace("const ", "")), stars
        if stated := stated_type(callee, name, call):
            return stated.rstrip("* "), stars + stated.count("*")
        for parameter, argument in zip(callee.parameters, arguments_of(call), strict=False):
            if parameter.base == name:
                inner = self.of(argument)
                return (
                    None
                    if inner is None
                    else (inner[0], inner[1] - parameter.pointers - len(parameter.extents) + stars)
                )
        return None


def _element(node: Node) -> Node:
    """What a pointer to functions that is called is named by: `(*pointer)`, `table[i]`."""
    while node.type in ("parenthesized_expression", "pointer_expression", "subscript_expression"):
        inner = node.child_by_field_name("argument") or next(iter(node.named_children), None)
        if inner is None:
            break
        node = inner
    return node


def stated_type(callee: DeviceFunction, name: str, call: Node) -> str:
    """The type that a call gives a parameter of the template, empty where it is deduced."""
    own = name in callee.template_names
    given = template_arguments(call) if own else class_arguments(call)
    at = (callee.template_names if own else callee.names_of_class).index(name)
    return text_of(given[at]) if at < len(given) else ""


def _told_by(exchange: Exchange) -> tuple[str, int] | None:
    """The type of votes and matches; other exchanges give what was shown."""
    if "ballot" in exchange.call or "match" in exchange.call:
        return "unsigned", 0
    return ("int", 0) if exchange.shows == "bool" else None


def element_of(kind: str) -> str:
    """The type of the elements of one of CUDA's vectors, empty for others."""
    return VECTORS[kind][0] if kind in VECTORS else ""


def components_of(kind: str) -> tuple[str, ...]:
    """The members of a type that every program knows: CUDA's vectors, pairs."""
    if kind in VECTORS:
        return tuple("xyzw"[: VECTORS[kind][1]])
    return ("first", "second") if kind.split("<")[0].split("::")[-1] == "pair" else ()


def _literal(text: str) -> str:
    known = literal(text, "cpp")
    if known is None:
        return "double" if "." in text else "int"
    return "double" if known.type == "long double" else named(known.type)


def _of_macro(name: str, macros: Mapping[str, str | None], depth: int = 4) -> tuple[str, int] | None:
    """The type of what a macro stands for that is a number, or a calculation of numbers."""
    text = macros.get(name)
    found: tuple[str, int] | None = None
    for each in lexemes_within(text or ""):
        if each.kind == "remark" or each.text in _CALCULATING:
            continue
        one = _of_macro(each.text, macros, depth - 1) if each.kind == "name" and depth else None
        if each.kind == "number":
            one = _literal(each.text), 0
        found = _common(found, one) if found is not None else one
        if found is None:
            return None
    return found


def _is_number(type: tuple[str, int] | None) -> bool:
    return type is not None and type[0] in RANKS and not type[1]


def _promoted(type: tuple[str, int]) -> tuple[str, int]:
    return ("int", 0) if not type[1] and type[0] in RANKS[: RANKS.index("int")] else type


def _common(left: tuple[str, int] | None, right: tuple[str, int] | None) -> tuple[str, int] | None:
    if left is None or right is None:
        return None
    if left[1] or right[1]:
        return left if left[1] else right
    if {left[0], right[0]} <= _COUNTED:
        return named(common(fundamental(left[0]), fundamental(right[0]))), 0
    if left[0] in RANKS and right[0] in RANKS:
        best = max(RANKS.index(left[0]), RANKS.index(right[0]), RANKS.index("int"))
        return RANKS[best], 0
    # A template parameter or a class meets a number: what it is wins.
    return left if left[0] not in RANKS else right
