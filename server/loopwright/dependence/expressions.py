"""Expressions: what they are worth, and which places they read and write on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from loopwright.dependence import calls
from loopwright.dependence.program import Root, Update
from loopwright.dependence.state import Binding, State, moved
from loopwright.dependence.types import Type, integer_range, is_integer, read_type
from loopwright.dependence.updates import accumulation, extreme
from loopwright.dependence.values import NOTHING, Check, Condition, Field, Guard, Index, Place, Value
from loopwright.source.linear import Linear
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import parse

_MOST_TERMS = 40
_INT = Type("int")
_NUMBER = re.compile(r"(-?)(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uUlLzZ]*)\Z")
_COMPARISONS = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_DEEPEST = 8


class Spot:
    """An lvalue: where it is, its type, the variable whose value is followed (if it is one)."""

    __slots__ = ("kind", "place", "register")

    def __init__(self, place: Place, kind: Type, register: str | None = None) -> None:
        self.place, self.kind, self.register = place, kind, register


def value_of(state: State, node: Node) -> Value:
    """The value of an expression; reads and writes in it are recorded in the order of evaluation."""
    state.spend()
    handler = VALUES.get(node.type)
    if handler is not None:
        return handler(state, node)
    for child in node.named_children:
        value_of(state, child)
    return NOTHING


def spot_of(state: State, node: Node) -> Spot | None:
    """The place that an lvalue names, ``None`` where it is none. Reads that finding it takes are recorded."""
    state.spend()
    kind = node.type
    if kind in ("identifier", "qualified_identifier", "field_identifier"):
        return _spot_of_name(state, node)
    if kind == "parenthesized_expression" and node.named_child_count == 1:
        return spot_of(state, node.named_children[0])
    if kind == "subscript_expression":
        return _spot_of_subscript(state, node)
    if kind == "field_expression":
        return _spot_of_member(state, node)
    if kind == "pointer_expression" and node.children[0].type == "*":
        argument = node.child_by_field_name("argument")
        pointer = value_of(state, argument) if argument is not None else NOTHING
        return pointed_spot(state, pointer, node)
    if kind == "call_expression":
        return calls.spot_of_call(state, node)
    if kind == "this":
        return Spot(Place(_this(state)), Type("this"))
    return None


def read(state: State, spot: Spot, node: Node, update: Update | None = None) -> Value:
    """The value at a spot; the read is recorded."""
    kind = spot.kind
    if kind.is_array:
        return Value(pointer=Place(spot.place.root, (*spot.place.steps, Index(Linear(0)))), kind=_decayed(kind))
    if kind.volatile:
        state.effect("volatile", text_of(node), node)
    state.record(spot.place, False, node, kind.base if not kind.layers else "*", update)
    if spot.register is not None:
        return state.values.get(spot.register) or initial_value(state, spot.register)
    if kind.is_pointer:
        return Value(pointer=Place(spot.place.root, (*spot.place.steps, Index(Linear(0), loaded=True))), kind=kind)
    if kind.is_scalar and (is_integer(kind.base) or kind.base in ("", "auto") or kind.base.endswith("_t")):
        return Value(_load(state, spot, node), kind=kind)
    return Value(kind=kind)


def write(state: State, spot: Spot, value: Value, node: Node, update: Update | None = None) -> None:
    """``value`` is stored at a spot."""
    kind = spot.kind
    if kind.volatile:
        state.effect("volatile", text_of(node), node)
    state.record(spot.place, True, node, kind.base if not kind.layers else "*", update)
    if spot.register is None:
        return
    if kind.is_pointer and value.pointer is not None:
        _name_fresh_memory(state, value.pointer, spot.register, kind)
        state.values[spot.register] = Value(pointer=value.pointer, kind=kind)
    elif kind.is_scalar and value.number is not None and not _narrows(kind, value):
        state.values[spot.register] = Value(value.number, checks=value.checks, kind=kind)
    else:
        state.values[spot.register] = state.unknown(state.roots[spot.register].name, kind)


def condition_of(state: State, node: Node) -> tuple[Guard, Guard]:
    """(condition, its negation)."""
    checks: list[Check] = []
    formula = _formula(state, node, checks)
    return Guard(formula, tuple(checks)), Guard(_negated(formula), tuple(checks))


def bind_parameter(state: State, declarator: Node, declaration: Node, argument: Value | Spot | None) -> None:
    """A parameter of a function; ``argument`` is what a call passes, ``None`` at the function that is analysed."""
    name, type = read_type(declarator, declaration)
    type = state.types.expanded(type)
    if not name:
        return
    if type.is_array:  # an array parameter is a pointer (C11 6.7.6.3p7)
        type = type._replace(layers=("*", *type.layers[1:]))
    if argument is None:
        binding = state.declare(name, "parameter", type, None)
        extents = (None, *(None if extent is None else value_of(state, extent).number for extent in type.extents[1:]))
        state.roots[binding.root] = replace(state.roots[binding.root], extents=extents)
        if type.layers[:1] == ("&",):
            inner = type._replace(layers=type.layers[1:], extents=type.extents[1:])
            place = Place(state.pointed_root(binding.root))
            state.scopes[-1][name] = Binding(binding.root, inner, place)
        elif state.is_register(binding.root):
            initial_value(state, binding.root)
        return
    if type.layers[:1] == ("&",) and isinstance(argument, Spot):
        inner = type._replace(layers=type.layers[1:], extents=type.extents[1:])
        state.scopes[-1][name] = Binding(argument.register or argument.place.root, inner, argument.place)
        return
    binding = state.declare(name, "local", type, None)
    value = argument if isinstance(argument, Value) else NOTHING
    state.values[binding.root] = Value(value.number, value.pointer, value.checks, type)


def constant_of(state: State, text: str, depth: int = 0) -> Linear | None:
    """A macro's or enumerator's text as an integer."""
    if depth > _DEEPEST or not text or len(text) > 200:
        return None
    if text not in state.constants:
        tree = parse(f"int x = {text};", language="c").tree.root_node
        node = tree.named_children[0].child_by_field_name("declarator") if tree.named_children else None
        value = node.child_by_field_name("value") if node is not None else None
        state.constants[text] = None if value is None or tree.has_error else _constant(state, value, depth)
    return state.constants[text]


# Values by node


def _name(state: State, node: Node) -> Value:
    name = text_of(node)
    if name in ("true", "false"):
        return Value(Linear(int(name == "true")), kind=_INT)
    spot = _spot_of_name(state, node)
    if spot is not None:
        return read(state, spot, node)
    return _named_constant(state, name)


def _named_constant(state: State, name: str) -> Value:
    known = state.declarations.file_level.get(name) or state.declarations.macros.get(name)
    if known is not None and known.kind == "constant" and known.value is not None:
        number = constant_of(state, known.value)
        if number is not None:
            return Value(number, kind=_INT)
        if re.search(r"[.]|[0-9]e[0-9+-]|\"", known.value):
            return Value(kind=Type("double"))
        if known.value.strip():
            return _expanded_macro(state, known.value, {}, state.here)
    return Value(state.parameter(name), kind=_INT)


def _expanded_macro(state: State, text: str, values: dict[str, Node], here: Node | None) -> Value:
    if len(state.calls) >= _DEEPEST:
        return NOTHING
    tree = parse(f"void f(void) {{ x = {text}; }}", language="cpp").tree.root_node
    found = _first(tree, "assignment_expression")
    right = found.child_by_field_name("right") if found is not None and not tree.has_error else None
    if right is None:
        return NOTHING
    state.calls.append(calls.opened("macro"))
    try:
        return value_of(state, right)
    finally:
        state.calls.pop()


def _number(state: State, node: Node) -> Value:
    match = _NUMBER.match(text_of(node))
    if match is None:
        return Value(kind=Type("double"))
    digits = match[2].replace("'", "")
    base = (
        16
        if digits[:2] in ("0x", "0X")
        else 2
        if digits[:2] in ("0b", "0B")
        else 8
        if len(digits) > 1 and digits[0] == "0"
        else 10
    )
    try:
        number = int(digits[2:] if base in (2, 16) else digits, base)
    except ValueError:
        return NOTHING
    return Value(Linear(-number if match[1] else number), kind=Type("unsigned" if "u" in match[3].lower() else "int"))


def _character(state: State, node: Node) -> Value:
    text = text_of(node)
    return Value(Linear(ord(text[1])), kind=_INT) if len(text) == 3 else Value(kind=_INT)


def _parenthesized(state: State, node: Node) -> Value:
    return value_of(state, node.named_children[0]) if node.named_child_count == 1 else NOTHING


def _lvalue(state: State, node: Node) -> Value:
    spot = spot_of(state, node)
    return read(state, spot, node) if spot is not None else NOTHING


def _address_or_pointed(state: State, node: Node) -> Value:
    if node.children[0].type == "*":
        return _lvalue(state, node)
    argument = node.child_by_field_name("argument")
    spot = spot_of(state, argument) if argument is not None else None
    if spot is None:
        return NOTHING
    kind = spot.kind._replace(layers=("*", *spot.kind.layers), extents=(None, *spot.kind.extents))
    return Value(pointer=_flattened(state, spot.place, kind), kind=kind)


def _flattened(state: State, place: Place, kind: Type) -> Place:
    """`&a[0][0]` is mostly taken to walk over all of ``a``."""
    inner = place.steps
    if len(inner) >= 2 and all(isinstance(s, Index) and not s.loaded and s.value == Linear(0) for s in inner[-2:]):
        return Place(_view(state, place.root, kind), (Index(Linear(0)),))
    return place


def _view(state: State, root: str, kind: Type) -> str:
    owner = state.roots[root]
    name = f"{root}#{kind.base}{''.join(kind.layers)}"
    if name not in state.roots:
        state.roots[name] = replace(owner, type=kind, view_of=owner.view_of or root)
    return name


def _cast(state: State, node: Node) -> Value:
    inner = node.child_by_field_name("value")
    kind_node = node.child_by_field_name("type")
    value = value_of(state, inner) if inner is not None else NOTHING
    if kind_node is None:
        return value
    return converted(state, value, _type_of_descriptor(state, kind_node))


def converted(state: State, value: Value, kind: Type) -> Value:
    """``value`` cast to ``kind``."""
    if kind.is_pointer and value.pointer is not None:
        before, after = value.kind.element(), kind.element()
        owner = state.roots[value.pointer.root]
        same_shape = before.base in (after.base, "", "void") and before.layers == after.layers
        if (
            same_shape
            or (owner.kind == "heap" and owner.type.base in ("", "void"))
            or (before.base == "void" and not before.layers)
        ):
            if owner.kind == "heap" and owner.type.base in ("", "void"):
                _retype(state, value.pointer.root, after)
            return Value(pointer=value.pointer, kind=kind)
        if after.base == "void" and not after.layers:
            return Value(pointer=value.pointer, kind=value.kind)
        if value.pointer.steps == (Index(Linear(0)),):
            return Value(pointer=Place(_view(state, value.pointer.root, kind), (Index(Linear(0)),)), kind=kind)
        return Value(kind=kind)
    if kind.layers or value.number is None:
        return Value(kind=kind)
    if not is_integer(kind.base) and kind.base not in ("auto", "") and not kind.base.endswith("_t"):
        return Value(kind=kind)
    if _narrows(kind, value):
        limits = integer_range(kind.base) or (-(1 << 31), (1 << 31) - 1, 32)
        check = Check(value.number, limits[0], limits[1], f"{readable(state, value.number)} fits in {kind.base}")
        return Value(value.number, checks=(*value.checks, check), kind=kind)
    return Value(value.number, checks=value.checks, kind=kind)


def _retype(state: State, root: str, kind: Type) -> None:

    state.roots[root] = replace(state.roots[root], type=kind)


def _narrows(kind: Type, value: Value) -> bool:
    limits = integer_range(kind.base)
    if limits is not None and limits[2] < 32:
        return not (
            value.number is not None and not value.number.terms and limits[0] <= value.number.constant <= limits[1]
        )
    wide = integer_range(value.kind.base)
    is_int = kind.base in ("int", "unsigned", "unsigned int", "int32_t", "uint32_t", "uint")
    return (
        is_int
        and bool(value.number and value.number.terms)
        and (
            (wide is not None and wide[2] == 64)
            or "long" in value.kind.base
            or value.kind.base in ("ptrdiff_t", "ssize_t", "int64_t")
        )
    )


def _unary(state: State, node: Node) -> Value:
    operator = text_of(node.child_by_field_name("operator"))
    argument = node.child_by_field_name("argument")
    inner = value_of(state, argument) if argument is not None else NOTHING
    if inner.number is None:
        return inner if operator == "+" else Value(kind=inner.kind)
    if operator == "+":
        return inner
    if operator == "-":
        return _checked(state, Linear(0).plus(inner.number, -1), inner, NOTHING)
    return state.unknown(text_of(node), _INT)


def _binary(state: State, node: Node) -> Value:
    left_node, right_node = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left_node is None or right_node is None:
        return NOTHING
    operator = text_of(node.child_by_field_name("operator"))
    if operator in ("&&", "||"):
        value_of(state, left_node)
        with state.guarded(Guard(None)):
            before = dict(state.values)
            value_of(state, right_node)
            state.merge(before, state.values)
        return Value(kind=_INT)
    left, right = value_of(state, left_node), value_of(state, right_node)
    if left.pointer is not None or right.pointer is not None:
        return _pointer_arithmetic(operator, left, right)
    if operator in ("<", ">", "<=", ">=", "==", "!="):
        return Value(kind=_INT)
    if left.number is None or right.number is None:
        wide = left.kind if not is_integer(left.kind.base) and left.kind.base else right.kind
        return Value(kind=wide)
    return _arithmetic(state, operator, left, right, node)


def _arithmetic(state: State, operator: str, left: Value, right: Value, node: Node) -> Value:
    a, b = left.number, right.number
    assert a is not None
    assert b is not None
    if operator in ("+", "-"):
        return _checked(state, a.plus(b, 1 if operator == "+" else -1), left, right)
    if operator == "*" and (len(a.terms) + 1) * (len(b.terms) + 1) <= _MOST_TERMS:
        return _checked(state, a.times(b), left, right)
    constant = b.constant if not b.terms else None
    text = text_of(node)
    if operator == "<<" and constant is not None and 0 <= constant < 32:
        return _checked(state, a.times(Linear(1 << constant)), left, right)
    if operator in ("/", ">>", "%", "&") and constant is not None and constant > 0:
        if operator == "&":
            if (constant + 1) & constant:
                return state.unknown(text, _wider(left.kind, right.kind))
            operator, constant = "%", constant + 1
            floor = True
        else:
            floor = operator == ">>"
            constant = 1 << constant if operator == ">>" and constant < 32 else constant
        if not a.terms and a.constant >= 0:
            known = a.constant % constant if operator == "%" else a.constant // constant
            return Value(Linear(known), kind=left.kind)
        quotient = state.symbol(
            "quotient", f"{readable(state, a)}/{constant}", (a, Linear(constant), Linear(int(floor)))
        )
        number = a.plus(quotient.times(Linear(constant)), -1) if operator == "%" else quotient
        return Value(number, checks=(*left.checks, *right.checks), kind=_wider(left.kind, right.kind))
    return state.unknown(text, _wider(left.kind, right.kind))


def _checked(state: State, number: Linear, left: Value, right: Value) -> Value:
    kind = _wider(left.kind, right.kind)
    checks = (*left.checks, *right.checks)
    limits = integer_range(kind.base)
    if limits is not None and number.terms and limits[2] >= 32:
        high = limits[1] if limits[2] == 32 else None
        checks = (*checks, Check(number, 0, high, f"{readable(state, number)} does not wrap around"))
    return Value(number, checks=checks, kind=kind)


def _wider(left: Type, right: Type) -> Type:
    """The usual arithmetic conversions (C11 6.3.1.8), as far as wrap-around depends on them."""
    kinds = [kind for kind in (left, right) if kind.base]
    best = _INT
    rank = -1
    for kind in kinds:
        limits = integer_range(kind.base)
        bits = (
            limits[2]
            if limits
            else 64
            if "long" in kind.base or kind.base in ("ptrdiff_t", "ssize_t", "int64_t")
            else 32
        )
        unsigned = limits is not None and limits[0] == 0 and limits[2] >= 32
        if bits < 32:
            bits, kind = 32, _INT
        if 2 * bits + unsigned > rank:
            rank, best = 2 * bits + unsigned, kind
    return Type(best.base)


def _pointer_arithmetic(operator: str, left: Value, right: Value) -> Value:
    if operator == "+" and left.pointer is not None:
        return Value(pointer=moved(left.pointer, right.number, right.checks), kind=left.kind)
    if operator == "+" and right.pointer is not None:
        return Value(pointer=moved(right.pointer, left.number, left.checks), kind=right.kind)
    if operator == "-" and left.pointer is not None and right.pointer is None:
        negative = None if right.number is None else Linear(0).plus(right.number, -1)
        return Value(pointer=moved(left.pointer, negative, right.checks), kind=left.kind)
    return Value(kind=_INT)


def _conditional(state: State, node: Node) -> Value:
    condition = node.child_by_field_name("condition")
    first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if condition is None or first is None or second is None:
        return NOTHING
    holds, fails = condition_of(state, condition)
    before = dict(state.values)
    with state.guarded(holds):
        a = value_of(state, first)
    after_first, state.values = state.values, dict(before)
    with state.guarded(fails):
        b = value_of(state, second)
    state.merge(after_first, state.values)
    extreme = _extreme_of(bare(condition), first, second)
    if a.number is not None and b.number is not None:
        if extreme:
            return extreme_value(state, extreme, a, b)
        return a if a.number == b.number else state.unknown(text_of(node), _wider(a.kind, b.kind))
    return a if a == b else Value(kind=a.kind if a.kind.base else b.kind)


def extreme_value(state: State, which: str, a: Value, b: Value) -> Value:
    """The smaller or greater of two integers."""
    if a.number is None or b.number is None:
        return Value(kind=a.kind)
    kind = "minimum" if which == "min" else "maximum"
    text = f"{which}({readable(state, a.number)}, {readable(state, b.number)})"
    number = state.symbol(kind, text, (a.number, b.number))  # type: ignore[arg-type]
    return Value(number, checks=(*a.checks, *b.checks), kind=_wider(a.kind, b.kind))


def _extreme_of(condition: Node, first: Node, second: Node) -> str | None:
    return extreme(condition, first, second)


def _assignment(state: State, node: Node) -> Value:
    found = accumulation(node)
    if found is not None:
        return accumulate(state, node, found.target, found.operator, found.others)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return NOTHING
    operator = text_of(node.child_by_field_name("operator")) or "="
    if operator != "=":
        value = value_of(state, right)
        spot = spot_of(state, left)
        if spot is None:
            return _lost(state, left)
        read(state, spot, left)
        write(state, spot, state.unknown(text_of(left), spot.kind), left)
        return NOTHING
    value = value_of(state, right)
    spot = spot_of(state, left)
    if spot is None:
        return _lost(state, left)
    write(state, spot, value, left)
    return value


def _lost(state: State, node: Node) -> Value:
    state.effect("opaque", f"where {text_of(node)} is stored cannot be told", node)
    return NOTHING


def _update(state: State, node: Node) -> Value:
    argument = node.child_by_field_name("argument")
    if argument is None:
        return NOTHING
    # The value of `x++` used in an expression makes it more than an accumulation.
    parent = node.parent
    used = parent is not None and parent.type not in ("expression_statement", "for_statement", "comma_expression")
    spot = spot_of(state, argument)
    if spot is None:
        return _lost(state, argument)
    update = None if used else Update("+", state.order)
    before = read(state, spot, argument, update)
    step = Linear(-1 if "--" in text_of(node) else 1)
    if before.pointer is not None:
        after = Value(pointer=moved(before.pointer, step), kind=before.kind)
    elif before.number is not None:
        after = _checked(state, before.number.plus(step), before, NOTHING)
    else:
        after = Value(kind=before.kind)
    write(state, spot, after, argument, update)
    prefix = node.children[0].type in ("++", "--")
    return after if prefix else before


def accumulate(state: State, node: Node, target: Node, operator: str, others: tuple[Node, ...]) -> Value:
    """`target op= others`: the two accesses of the target belong together."""
    values = [value_of(state, other) for other in others]
    spot = spot_of(state, target)
    if spot is None:
        return _lost(state, target)
    update = Update(operator, state.order)
    before = read(state, spot, target, update)
    after = state.unknown(text_of(target), spot.kind)
    text = text_of(node.child_by_field_name("operator"))
    if operator == "+" and before.number is not None and len(values) == 1 and values[0].number is not None:
        after = _checked(state, before.number.plus(values[0].number, -1 if text == "-=" else 1), before, values[0])
        if text == "=" and "-" in text_of(node.child_by_field_name("right")):
            after = state.unknown(text_of(target), spot.kind)
    elif before.pointer is not None and len(values) == 1:
        number = values[0].number
        if number is not None and text == "-=":
            number = Linear(0).plus(number, -1)
        after = Value(pointer=moved(before.pointer, number), kind=before.kind)
    write(state, spot, after, target, update)
    return after


def _comma(state: State, node: Node) -> Value:
    value = NOTHING
    for child in node.named_children:
        value = value_of(state, child)
    return value


def _nothing_read(state: State, node: Node) -> Value:
    return Value(state.parameter(text_of(node)), kind=Type("size_t"))


def _lambda(state: State, node: Node) -> Value:
    state.effect("opaque", "a lambda may do anything", node)
    return NOTHING


def _assembly(state: State, node: Node) -> Value:
    state.effect("opaque", "assembly may do anything", node)
    return NOTHING


def _initializer_list(state: State, node: Node) -> Value:
    for child in node.named_children:
        value_of(state, child)
    return NOTHING


def _new(state: State, node: Node) -> Value:
    arguments = node.child_by_field_name("declarator") or node.child_by_field_name("arguments")
    if arguments is not None:
        value_of(state, arguments)
    kind = node.child_by_field_name("type")
    return fresh_memory(state, Type(text_of(kind), ("*",), (None,)))


def fresh_memory(state: State, kind: Type) -> Value:
    """A pointer to memory that nothing else points at."""

    root = f"heap{len(state.roots)}"
    state.roots[root] = Root("", "heap", kind.element(), state.loops, pointed=True)
    return Value(pointer=Place(root, (Index(Linear(0)),)), kind=kind)


VALUES: dict[str, Callable[[State, Node], Value]] = {
    "identifier": _name,
    "qualified_identifier": _name,
    "field_identifier": _name,
    "true": _name,
    "false": _name,
    "number_literal": _number,
    "char_literal": _character,
    "parenthesized_expression": _parenthesized,
    "subscript_expression": _lvalue,
    "field_expression": _lvalue,
    "pointer_expression": _address_or_pointed,
    "cast_expression": _cast,
    "unary_expression": _unary,
    "binary_expression": _binary,
    "conditional_expression": _conditional,
    "assignment_expression": _assignment,
    "update_expression": _update,
    "comma_expression": _comma,
    "sizeof_expression": _nothing_read,
    "alignof_expression": _nothing_read,
    "lambda_expression": _lambda,
    "new_expression": _new,
    "gnu_asm_expression": _assembly,
    "initializer_list": _initializer_list,
    "call_expression": lambda state, node: calls.value_of_call(state, node),
}


# Spots


def _spot_of_name(state: State, node: Node) -> Spot | None:
    name = text_of(node).split("::")[-1]
    binding = state.lookup(name)
    if binding is None:
        declaration = state.declarations.file_level.get(name)
        if declaration is None and name in state.declarations.macros:
            return None
        if declaration is not None:
            if declaration.kind == "variable":
                binding = state.file_variable(declaration)
                if (
                    binding.type.const
                    and declaration.value
                    and binding.type.is_scalar
                    and is_integer(binding.type.base)
                ):
                    if constant_of(state, declaration.value) is not None:
                        return None
            else:
                return None
        else:
            return (
                None if _is_used_as_value(node) else Spot(Place(_unknown_name(state, name)), Type("", ("*",), (None,)))
            )
    if binding.place is not None:
        register = (
            binding.root
            if binding.place.root == binding.root and not binding.place.steps and state.is_register(binding.root)
            else None
        )
        return Spot(binding.place, binding.type, register)
    return Spot(Place(binding.root), binding.type, binding.root if state.is_register(binding.root) else None)


def _is_used_as_value(node: Node) -> bool:
    """A name that only headers know is taken for a constant unless something is stored in it or subscripted."""
    parent = node.parent
    if parent is None:
        return True
    if parent.type in ("subscript_expression", "field_expression") and parent.child_by_field_name("argument") == node:
        return False
    if parent.type == "assignment_expression" and parent.child_by_field_name("left") == node:
        return False
    return parent.type not in ("update_expression", "pointer_expression")


def _unknown_name(state: State, name: str) -> str:

    root = f"::{name}"
    if root not in state.roots:
        state.roots[root] = Root(name, "global", Type("", ("*",), (None,)), escapes=True)
    return root


def _this(state: State) -> str:
    return _unknown_name(state, "this")


def _spot_of_subscript(state: State, node: Node) -> Spot | None:
    argument = node.child_by_field_name("argument")
    indices = _index_nodes(node)
    if argument is None or not indices:
        return None
    base = spot_of(state, argument)
    if base is not None and base.kind.is_other_container:
        state.effect("opaque", f"elements of {text_of(argument)} are not separate places", node)
        return None
    if base is not None and base.kind.sequence:
        return element_of(state, base, indices)
    if base is not None and not base.kind.layers and base.kind.base not in ("", "auto"):
        return element_of(state, base, indices)  # a class with operator[]
    pointer = read(state, base, argument) if base is not None else value_of(state, argument)
    values = [value_of(state, index) for index in indices]
    if pointer.pointer is None and values and values[0].pointer is not None:
        pointer, values[0] = values[0], pointer  # 3[a]
    if len(values) > 1:
        return None
    number, checks = values[0].number, values[0].checks
    if pointer.pointer is None:
        return pointed_spot(state, pointer, node)
    return Spot(moved(pointer.pointer, number, checks), pointer.kind.element())


def element_of(state: State, base: Spot, indices: list[Node]) -> Spot:
    """An element of a container: its elements are separate places, and those of different containers too."""
    values = [value_of(state, index) for index in indices]
    steps = tuple(
        Index(value.number, base.kind.sequence == "span" and bool(base.place.steps), value.checks) for value in values
    )
    return Spot(Place(base.place.root, (*base.place.steps, *steps)), base.kind.element())


def _index_nodes(node: Node) -> list[Node]:
    index = node.child_by_field_name("index")
    if index is not None:
        return [index]
    several = node.child_by_field_name("indices")
    return list(several.named_children) if several is not None else []


def _spot_of_member(state: State, node: Node) -> Spot | None:
    argument, field = node.child_by_field_name("argument"), node.child_by_field_name("field")
    if argument is None or field is None:
        return None
    if any(child.type == "->" for child in node.children):
        owner: Spot | None = pointed_spot(state, value_of(state, argument), node)
    else:
        owner = spot_of(state, argument)
    if owner is None:
        value_of(state, argument)
        return None
    name = text_of(field)
    kind = state.types.member(owner.kind.base, name)
    step = Field(name, state.types.is_union(owner.kind.base))
    return Spot(Place(owner.place.root, (*owner.place.steps, step)), kind or Type(""))


def pointed_spot(state: State, pointer: Value, node: Node) -> Spot:
    if pointer.pointer is None:
        root = state.unknown_root(text_of(node), pointer.kind)
        return Spot(Place(root, (Index(None),)), pointer.kind.element())
    return Spot(pointer.pointer, pointer.kind.element())


def initial_value(state: State, root: str) -> Value:
    kind = state.roots[root].type
    if kind.is_pointer:
        value = Value(pointer=Place(state.pointed_root(root), (Index(Linear(0)),)), kind=kind)
    elif kind.is_scalar and (is_integer(kind.base) or kind.base in ("", "auto") or kind.base.endswith("_t")):
        limits = integer_range(kind.base)
        bounds = (limits[0], limits[1]) if limits else (None, None)
        value = Value(
            state.parameter(state.roots[root].name if root == state.roots[root].name else root, bounds), kind=kind
        )
    else:
        value = Value(kind=kind)
    state.values[root] = value
    return value


def _load(state: State, spot: Spot, node: Node) -> Linear:
    """The symbol of a value in memory: one for all reads if nothing in sight assigns it."""
    place = spot.place
    last = next((step.name for step in reversed(place.steps) if isinstance(step, Field)), state.roots[place.root].name)
    limits = integer_range(spot.kind.base)
    bounds = (limits[0], limits[1]) if limits else (None, None)
    constant = state.constant_in(last)
    usable = all(isinstance(step, Field) or step.value is not None for step in place.steps)
    if constant is None or not usable:
        return state.symbol("load", text_of(node), place=place, bounds=bounds)
    steps = tuple(s if isinstance(s, Field) else Index(s.value, s.loaded) for s in place.steps)
    key = (Place(place.root, steps), f"load {constant}")
    if key not in state.loads:
        outside = state.loops[: state.loops.index(constant)] if constant >= 0 else ()
        loops = tuple(loop for loop in state.loops if loop in outside or loop in _loops_of(state, place))
        linear = state.symbol("load", text_of(node), place=place, bounds=bounds, loops=loops)
        state.loads[key] = linear.terms[0][0][0]
    return Linear(0, (((state.loads[key],), 1),))


def _loops_of(state: State, place: Place) -> tuple[int, ...]:
    """Loops that a value which nobody assigns can vary with: those of its subscripts."""
    names = {n for step in place.steps if isinstance(step, Index) and step.value is not None for n in step.value.names}
    loops = {loop for name in names for loop in state.symbols[name].loops}
    return tuple(loop for loop in state.loops if loop in loops)


def _name_fresh_memory(state: State, pointer: Place, register: str, kind: Type) -> None:

    owner = state.roots.get(pointer.root)
    if owner is not None and owner.kind == "heap" and not owner.name:
        state.roots[pointer.root] = replace(owner, name=state.roots[register].name, type=kind.element())


# Conditions


def _formula(state: State, node: Node, checks: list[Check]) -> Condition | None:
    node = bare(node)
    if node.type == "condition_clause":
        inner = node.child_by_field_name("value")
        return _formula(state, inner, checks) if inner is not None else None
    if node.type == "unary_expression" and text_of(node.child_by_field_name("operator")) == "!":
        argument = node.child_by_field_name("argument")
        return _negated(_formula(state, argument, checks)) if argument is not None else None
    if node.type == "binary_expression":
        operator = text_of(node.child_by_field_name("operator"))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and operator in ("&&", "||"):
            a = _formula(state, left, checks)
            with state.guarded(Guard(a if operator == "&&" else _negated(a))):
                b = _formula(state, right, checks)
            return _joined("and" if operator == "&&" else "or", a, b)
        if left is not None and right is not None and operator in ("<", ">", "<=", ">=", "==", "!="):
            a_value, b_value = value_of(state, left), value_of(state, right)
            if a_value.number is None or b_value.number is None:
                return None
            checks += (*a_value.checks, *b_value.checks)
            return compared(operator, a_value.number, b_value.number)
    value = value_of(state, node)
    if value.number is not None and not value.number.terms:
        return ("ge", Linear(0 if value.number.constant else -1))
    if value.number is not None and is_integer(value.kind.base):
        checks += value.checks
        return compared("!=", value.number, Linear(0))
    return None


def compared(operator: str, a: Linear, b: Linear) -> Condition:
    """``a operator b`` as a formula."""
    if operator == "<":
        return ("ge", b.plus(a, -1).plus(Linear(-1)))
    if operator == "<=":
        return ("ge", b.plus(a, -1))
    if operator == ">":
        return ("ge", a.plus(b, -1).plus(Linear(-1)))
    if operator == ">=":
        return ("ge", a.plus(b, -1))
    if operator == "==":
        return ("eq", a.plus(b, -1))
    return ("or", (compared("<", a, b), compared(">", a, b)))


def _joined(word: str, a: Condition | None, b: Condition | None) -> Condition | None:
    if a is None or b is None:
        # `a && unknown` still implies a; as a guard that is exact only as an implication, which `partial` says.
        known = a or b
        return ("partial", known) if word == "and" and known is not None else None
    return (word, (a, b))


def _negated(formula: Condition | None) -> Condition | None:
    if formula is None or formula[0] == "partial":
        return None
    kind, content = formula
    if kind == "ge":
        return ("ge", Linear(-1).plus(content, -1))  # type: ignore[arg-type]
    if kind == "eq":
        zero = Linear(0)
        return ("or", (compared("<", content, zero), compared(">", content, zero)))  # type: ignore[arg-type]
    parts = [_negated(part) for part in content]  # type: ignore[attr-defined]
    known = tuple(part for part in parts if part is not None)
    if len(known) < len(parts):
        return None if kind == "and" or not known else ("partial", ("and", known))
    return ("or" if kind == "and" else "and", known)


# Constants


def _constant(state: State, node: Node, depth: int) -> Linear | None:
    node = bare(node)
    if node.type == "number_literal":
        return _number(state, node).number
    if node.type == "identifier":
        known = state.declarations.file_level.get(text_of(node)) or state.declarations.macros.get(text_of(node))
        if known is not None and known.value is not None and (known.kind == "constant" or known.const):
            return constant_of(state, known.value, depth + 1)
        return None
    if node.type == "cast_expression":
        inner = node.child_by_field_name("value")
        return _constant(state, inner, depth) if inner is not None else None
    if node.type == "unary_expression" and text_of(node.child_by_field_name("operator")) == "-":
        inner_node = node.child_by_field_name("argument")
        inner_value = _constant(state, inner_node, depth) if inner_node is not None else None
        return None if inner_value is None else Linear(-inner_value.constant)
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        a = _constant(state, left, depth) if left is not None else None
        b = _constant(state, right, depth) if right is not None else None
        if a is None or b is None:
            return None
        return _folded(text_of(node.child_by_field_name("operator")), a.constant, b.constant)
    return None


def _folded(operator: str, a: int, b: int) -> Linear | None:
    if operator in ("/", "%") and b > 0 and a >= 0:
        return Linear(a // b if operator == "/" else a % b)
    if operator in ("<<", ">>") and 0 <= b < 62 and a >= 0:
        return Linear(a << b if operator == "<<" else a >> b)
    simple = {"+": a + b, "-": a - b, "*": a * b}
    return Linear(simple[operator]) if operator in simple else None


def readable(state: State, number: Linear) -> str:
    """A polynomial with the words of the source."""
    return written(number, {name: state.symbols[name].text for name in number.names})


def written(number: Linear, texts: dict[str, str]) -> str:
    """A polynomial with each symbol replaced by its text."""

    def word(name: str) -> str:
        text = texts.get(name, name)
        return text if re.fullmatch(r"[\w.\[\]>()-]+", text) and not text.startswith("-") else f"({text})"

    terms = tuple((tuple(word(name) for name in product), factor) for product, factor in number.terms)
    return Linear(number.constant, terms).text()


def _type_of_descriptor(state: State, node: Node) -> Type:
    base = node.child_by_field_name("type")
    declarator = node.child_by_field_name("declarator")
    if declarator is None:
        return state.types.expanded(Type(_cleaned(text_of(base))))
    _, type = read_type(declarator, node)
    return state.types.expanded(type)


def _cleaned(text: str) -> str:
    return " ".join(word for word in text.split() if word not in ("const", "volatile"))


def _decayed(kind: Type) -> Type:
    return kind._replace(layers=("*", *kind.layers[1:]))


def _first(node: Node, kind: str) -> Node | None:
    stack = [node]
    while stack:
        current = stack.pop()
        if current.type == kind:
            return current
        stack.extend(reversed(current.named_children))
    return None
