"""Expressions on sets: what they may point at, the places of lvalues, and integers as polynomials."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from loopwright.lang.constants import constant_of_text
from loopwright.lang.places import Place
from loopwright.placement import calls, variables
from loopwright.placement.containers import member_of
from loopwright.placement.objects import NONE, UNKNOWN, UNSEEN, Places, Val
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr
from loopwright.source.linear import Linear

if TYPE_CHECKING:
    from loopwright.placement.pointers import Pointers

_INT = CType("int")
_MOST_TERMS = 12
_ARITHMETIC = frozenset(("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"))


def _of_number(pointers: Pointers, node: ir.Number) -> Val:
    return Val(type=_INT, number=Linear(node.value)) if node.value is not None else Val(type=CType("double"))


def _of_place(pointers: Pointers, node: Expr) -> Val:
    if isinstance(node, ir.Name) and variables.binding(pointers, node.name) is None:
        return _of_constant(pointers, node)
    places, kind = pointers.lvalue(node)
    return _load(pointers, node, places, kind)


def _of_constant(pointers: Pointers, node: ir.Name) -> Val:
    if node.name in ("NULL", "nullptr", "false", "true"):
        return Val(type=_INT, number=Linear(int(node.name == "true")))
    known = pointers.project.resolve(node.name, pointers.file)
    if known is not None:
        return Val(pointers.address_of(known))
    for method in pointers.project.methods.get(node.name, ()):
        pointers.root(method)
    value = constant_of_text(pointers.file.scopes, node.name)
    if value is not None and isinstance(value.value, int):
        return Val(type=_INT, number=pointers.named.constant(node.name, value.value))
    return Val(type=_INT)


def _load(pointers: Pointers, node: Expr, places: Places, kind: CType) -> Val:
    kind = pointers.expanded(pointers.file, kind)
    if kind.is_array:
        pointers.decayed.add(id(node))
        pointers.lead(node, places)
        return Val(places, kind._replace(layers=("*", *kind.layers[1:])))
    pointers.hit(node, places, False)
    if pointers.is_struct(kind):
        return Val(type=kind, home=places)
    targets = pointers.leads_to(places) if kind.layers or not layout.is_integer(kind) else NONE
    if kind.is_pointer or not kind.base:
        pointers.lead(node, targets)
        if kind.is_pointer and id(node) not in pointers.elements:
            pointers.elements[id(node)] = pointers.size(pointers.expanded(pointers.file, kind.element()))
            pointers.types[id(node)] = kind
    number = pointers.number_of(places) if not kind.layers else None
    return Val(targets, kind, number, places if not kind.base else NONE)


def _of_address(pointers: Pointers, node: ir.AddressOf) -> Val:
    known = pointers.project.resolve(node.place.name, pointers.file) if isinstance(node.place, ir.Name) else None
    if known is not None and variables.binding(pointers, known.name) is None:
        return Val(pointers.address_of(known))
    places, kind = pointers.lvalue(node.place)
    if isinstance(node.place, ir.Index) and not (
        isinstance(node.place.index, ir.Number) and node.place.index.value == 0
    ):
        pointers.enter(places)
    return Val(places, kind._replace(layers=("*", *kind.layers)))


def _of_unary(pointers: Pointers, node: ir.Unary) -> Val:
    inner = pointers.value(node.value)
    if node.operator == "-" and inner.number is not None:
        return Val(type=inner.type, number=Linear(0).plus(inner.number, -1))
    return Val(
        inner.targets if node.operator == "~" else NONE, inner.type, inner.number if node.operator == "+" else None
    )


def _of_binary(pointers: Pointers, node: ir.Binary) -> Val:
    left, right = pointers.value(node.left), pointers.value(node.right)
    if node.operator == ",":
        return right
    if node.operator not in _ARITHMETIC:
        return Val(type=_INT)
    kind = left.type if left.type.layers or not right.type.layers else right.type
    if not kind.layers and left.type.base and right.type.base:
        sizes = [layout.base_size(each.base) or 4 for each in (left.type, right.type)]
        kind = left.type if sizes[0] >= sizes[1] else right.type
    if kind.is_pointer and Linear(0) not in (pointers.today(left.number), pointers.today(right.number)):
        pointers.enter(left.targets | right.targets)
    return Val(left.targets | right.targets, kind, _calculated(pointers, node.operator, left.number, right.number))


def _of_conditional(pointers: Pointers, node: ir.Conditional) -> Val:
    pointers.value(node.condition)
    first, second = pointers.value(node.first), pointers.value(node.second)
    number = first.number if first.number == second.number else None
    kind = first.type if first.type.layers or not second.type.layers else second.type
    return Val(first.targets | second.targets, kind, number, first.home | second.home)


def _of_cast(pointers: Pointers, node: ir.Cast) -> Val:
    inner = pointers.value(node.value)
    kind = pointers.expanded(pointers.file, node.type)
    targets = inner.targets
    if (
        kind.is_pointer
        and not inner.type.layers
        and not targets
        and pointers.today(inner.number) != Linear(0)
        and inner.type.base
    ):
        if not (inner.type.base == "void" or isinstance(node.value, ir.Call)):
            targets = frozenset((UNSEEN,))
    number = inner.number if layout.is_integer(kind) else None
    return Val(targets, kind if kind.layers or kind.base not in ("", "auto") else inner.type, number, inner.home)


def _of_sizeof(pointers: Pointers, node: ir.SizeOf) -> Val:
    kind = node.type if node.type is not None else pointers.type_of(node.value)
    return Val(type=CType("size_t"), number=pointers.size(kind))


def _of_assign(pointers: Pointers, node: ir.Assign) -> Val:
    value = pointers.value(node.value)
    if node.operator:
        old = pointers.value(node.target)
        value = Val(old.targets | value.targets, old.type)
        pointers.enter(value.targets)
    places, kind = pointers.lvalue(node.target)
    pointers.assign_to(node.target, pointers.expanded(pointers.file, kind), node.value)
    pointers.store(places, value, id(node), bool(node.operator))
    is_whole = pointers.is_struct(pointers.expanded(pointers.file, kind))
    if is_whole:
        pointers.hit_whole(node.target, places)
    else:
        pointers.hit(node.target, places, True)
    return value._replace(type=kind if kind.base else value.type)


def _of_step(pointers: Pointers, node: ir.Step) -> Val:
    value = pointers.value(node.target)
    places, _ = pointers.lvalue(node.target)
    pointers.enter(value.targets)
    pointers.hit(node.target, places, True)
    pointers.store(places, value._replace(number=None), id(node), True)
    return value._replace(number=None)


def _of_opaque(pointers: Pointers, node: ir.Opaque) -> Val:
    for part in node.parts:
        value = pointers.value(part)
        for target in value.targets | value.home:
            pointers.spoil(target.object, "an expression that uses it could not be read")
    return Val()


def _calculated(pointers: Pointers, operator: str, left: Linear | None, right: Linear | None) -> Linear | None:
    if left is None or right is None:
        return None
    if operator in ("+", "-"):
        return left.plus(right, 1 if operator == "+" else -1)
    if operator == "*" and (len(left.terms) + 1) * (len(right.terms) + 1) <= _MOST_TERMS:
        return left.times(right)
    known = _rounded(operator, pointers.named.today(left), pointers.named.today(right))
    if known is None or not (left.terms or right.terms):
        return known
    return pointers.named.named(f"({left.text()}) {operator} ({right.text()})", known)


def _rounded(operator: str, left: Linear, right: Linear) -> Linear | None:
    """The whole number that a quotient, a remainder or a shift of two is."""
    a, b = left.constant, right.constant
    if left.terms or right.terms:
        return None
    if operator in ("/", "%") and b > 0 and a >= 0:
        return Linear(a // b if operator == "/" else a % b)
    return Linear(a << b) if operator == "<<" and 0 <= b < 32 else None


# Places


def place_of_value(pointers: Pointers, node: Expr) -> tuple[Places, CType]:
    value = pointers.value(node)
    return value.home, value.type


def _place_of_name(pointers: Pointers, node: ir.Name) -> tuple[Places, CType]:
    found = variables.binding(pointers, node.name)
    if found is None:
        _of_constant(pointers, node)
        return NONE, UNKNOWN
    number, kind = found
    if kind.layers[:1] == ("&",):
        return pointers.leads_to(frozenset((Place(number),))), kind.element()
    return frozenset((Place(number),)), kind


def _place_of_deref(pointers: Pointers, node: ir.Deref) -> tuple[Places, CType]:
    value = pointers.value(node.pointer)
    return value.targets, value.type.element() if value.type.layers else UNKNOWN


def _place_of_index(pointers: Pointers, node: ir.Index) -> tuple[Places, CType]:
    value = pointers.value(node.base)
    pointers.value(node.index)
    return value.targets, value.type.element() if value.type.layers else UNKNOWN


def _place_of_member(pointers: Pointers, node: ir.Member) -> tuple[Places, CType]:
    if node.arrow:
        value = pointers.value(node.base)
        places, kind = value.targets, value.type.element() if value.type.layers else UNKNOWN
    else:
        places, kind = pointers.lvalue(node.base)
    owner = pointers.expanded(pointers.file, kind)
    found = member_of(pointers.file.scopes, owner.base, node.name)
    inner = frozenset(place if place == UNSEEN else place.inside(node.name) for place in places)
    return inner, found[1] if found is not None else UNKNOWN


def _place_of_cast(pointers: Pointers, node: ir.Cast) -> tuple[Places, CType]:
    places, _ = pointers.lvalue(node.value)
    return places, pointers.expanded(pointers.file, node.type)


def _place_of_assign(pointers: Pointers, node: ir.Assign) -> tuple[Places, CType]:
    pointers.value(node)
    return pointers.lvalue(node.target)


# Types of what is not evaluated


def _type_of_name(pointers: Pointers, node: ir.Name) -> CType:
    found = variables.binding(pointers, node.name)
    return pointers.expanded(pointers.file, found[1]) if found is not None else UNKNOWN


def _type_of_deref(pointers: Pointers, node: ir.Deref) -> CType:
    return pointers.expanded(pointers.file, pointers.type_of(node.pointer).element())


def _type_of_index(pointers: Pointers, node: ir.Index) -> CType:
    return pointers.expanded(pointers.file, pointers.type_of(node.base).element())


def _type_of_member(pointers: Pointers, node: ir.Member) -> CType:
    owner = pointers.expanded(pointers.file, pointers.type_of(node.base))
    if node.arrow:
        owner = pointers.expanded(pointers.file, owner.element())
    found = member_of(pointers.file.scopes, owner.base, node.name)
    return found[1] if found is not None else UNKNOWN


VALUES: dict[type, Callable[[Pointers, Any], Val]] = {
    ir.Number: _of_number,
    **dict.fromkeys((ir.Name, ir.Index, ir.Deref, ir.Member), _of_place),
    ir.AddressOf: _of_address,
    ir.Unary: _of_unary,
    ir.Binary: _of_binary,
    ir.Conditional: _of_conditional,
    ir.Cast: _of_cast,
    ir.SizeOf: _of_sizeof,
    ir.Assign: _of_assign,
    ir.Step: _of_step,
    ir.Call: calls.value_of_call,
    ir.Opaque: _of_opaque,
}
PLACES: dict[type, Callable[[Pointers, Any], tuple[Places, CType]]] = {
    ir.Name: _place_of_name,
    ir.Deref: _place_of_deref,
    ir.Index: _place_of_index,
    ir.Member: _place_of_member,
    ir.Cast: _place_of_cast,
    ir.Assign: _place_of_assign,
}
TYPES: dict[type, Callable[[Pointers, Any], CType]] = {
    ir.Name: _type_of_name,
    ir.Deref: _type_of_deref,
    ir.Index: _type_of_index,
    ir.Member: _type_of_member,
}
