"""What is done to containers of C++, as statements on their pointer and their size: they are made, filled, grown, gone through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tree_sitter import Node

from loopwright.lang.library import library
from loopwright.placement.containers import (
    CONTAINER,
    DATA,
    EXCHANGE,
    MOVED,
    NEW_ARRAYS,
    SIZE,
    element_type,
    is_container,
    is_owner,
    is_sized,
    owned_paths,
    pointer_name,
)
from loopwright.residence import ir, layout
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.source.text import Span

if TYPE_CHECKING:
    from loopwright.placement.cplusplus import ClassLowering


def made(
    lowering: ClassLowering, place: Expr, kind: CType, given: list[Expr], span: Span, nodes: list[Node] | None
) -> list[Stmt]:
    """A container that gets its elements."""
    if not given:
        return []
    if not is_owner(kind):  # a span of something
        node = nodes[0] if nodes else None
        source = lowering.type_of(node) if node is not None else CType("")
        start = _start_of(given[0], source)
        if start is None:
            return [ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
        pointer = ir.Member(span, place, pointer_name(kind.base), False)
        size = given[1] if len(given) > 1 else ir.Member(span, given[0], SIZE, False)
        return [ir.Evaluate(span, ir.Assign(span, pointer, "", start)), *sized(place, kind, size, span)]
    element = element_type(kind.base)
    of_classes = element is None or owned_paths(lowering.scopes, element.base) != []
    if pointer_name(kind.base) != DATA:  # `std::unique_ptr<double[]> p(new double[n])`
        call = given[0]
        if isinstance(call, ir.Call) and call.name in NEW_ARRAYS:
            return [_pointer_set(place, kind, ir.Call(span, CONTAINER, None, call.arguments), span)]
        return [ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
    if of_classes or len(given) > 2:
        return [ir.Evaluate(span, ir.Opaque(span, tuple(given))), filled(lowering, place, kind, None, span)]
    kinds = [lowering.type_of(node) for node in nodes or []]
    if any(each.layers or not (layout.base_size(each.base) or not each.base) for each in kinds):
        iterators = [_touched(part, span) for part in given]
        return [*iterators, filled(lowering, place, kind, None, span)]
    if not _is_count(lowering, given[0]):
        return [ir.Evaluate(span, ir.Opaque(span, tuple(given))), filled(lowering, place, kind, None, span)]
    value = given[1] if len(given) > 1 else ir.Number(span, 0)
    return [filled(lowering, place, kind, given[0], span, value), *sized(place, kind, given[0], span)]


def _is_count(lowering: ClassLowering, node: Expr) -> bool:
    """Whether an expression is an integer for certain: what else a container is made of it copies or goes through."""
    if isinstance(node, (ir.Number, ir.SizeOf)):
        return True
    if isinstance(node, ir.Cast):
        return layout.is_integer(lowering.plain(node.type))
    if isinstance(node, ir.Binary):
        return _is_count(lowering, node.left) and _is_count(lowering, node.right)
    if isinstance(node, ir.Unary):
        return _is_count(lowering, node.value)
    if isinstance(node, ir.Conditional):
        return _is_count(lowering, node.first) and _is_count(lowering, node.second)
    if isinstance(node, ir.Name):
        found = lowering.scopes.lookup(node.name, node.span.start)
        return found is not None and layout.is_integer(lowering.as_ctype(found.type.referred()))
    if isinstance(node, ir.Member):
        members = [known.members.get(node.name) for known in lowering.scopes.classes.known.values()]
        kinds = {lowering.as_ctype(member.type) for member in members if member is not None}
        return node.name == SIZE or (bool(kinds) and all(layout.is_integer(kind) for kind in kinds))
    if isinstance(node, ir.Call):
        if "::" not in node.name:
            return node.name in ("atoi", "atol", "strlen")
        owner, method = node.name.split("/")[0].split("::", 1)
        known = lowering.scopes.classes.of(owner)
        given_back = known.returns.get(method) if known is not None else None
        return given_back is not None and layout.is_integer(lowering.as_ctype(given_back.referred()))
    return False


def _start_of(given: Expr, kind: CType) -> Expr | None:
    if is_container(kind):
        return ir.Member(given.span, given, pointer_name(kind.base), False)
    return given if kind.is_pointer or kind.is_array else None


def filled(
    lowering: ClassLowering, place: Expr, kind: CType, count: Expr | None, span: Span, value: Expr | None = None
) -> ir.Evaluate:
    """Fresh memory for ``count`` elements, all of one ``value`` where that is given."""
    element = element_type(kind.base)
    base = lowering.as_ctype(element) if element is not None else CType("")
    size = ir.SizeOf(span, base, None)
    total: tuple[Expr, ...] = (ir.Binary(span, "*", count, size),) if count is not None else ()
    if value is not None:
        total = (*total, value)
    return _pointer_set(place, kind, ir.Call(span, CONTAINER, None, total), span)


def _pointer_set(place: Expr, kind: CType, value: Expr, span: Span) -> ir.Evaluate:
    return ir.Evaluate(span, ir.Assign(span, ir.Member(span, place, pointer_name(kind.base), False), "", value))


def sized(place: Expr, kind: CType, size: Expr, span: Span) -> list[ir.Evaluate]:
    """The number of its elements, of one that knows it."""
    if not is_sized(kind.base):
        return []
    return [ir.Evaluate(span, ir.Assign(span, ir.Member(span, place, SIZE, False), "", size))]


def _touched(pointer: Expr, span: Span) -> ir.Evaluate:
    """What a function of the library does with what it gets the beginning of."""
    element = ir.Index(span, pointer, ir.Opaque(span, quiet=True))
    return ir.Evaluate(span, ir.Assign(span, element, "", ir.Index(span, pointer, ir.Opaque(span, quiet=True))))


def algorithm(lowering: ClassLowering, node: Node, given: list[Node]) -> Expr:
    """A function of the library that reads and writes what it gets iterators of."""
    span = lowering.span(node)
    parts: list[Expr] = []
    for each in given:
        lowered = lowering.expression(each)
        if lowering.type_of(each).is_pointer:
            parts.append(_touched(lowered, span).value)
        else:
            parts.append(lowered)
    result: Expr = ir.Opaque(span, quiet=True)
    for part in parts:
        result = ir.Binary(span, ",", part, result)
    return result


def of_container(lowering: ClassLowering, node: Node, place: Expr, kind: CType, name: str, given: list[Node]) -> Expr:
    span, about = lowering.span(node), library().containers
    start = ir.Member(span, place, pointer_name(kind.base), False)
    size = ir.Member(span, place, SIZE, False)
    if name in about.first and not given:
        return start
    if name in about.sizes and not given:
        return size
    if name == "empty":
        return ir.Unary(span, "!", size)
    if name in about.ends:
        return ir.Binary(span, "+", start, size)
    if name == "at" and len(given) == 1:
        return ir.Index(span, start, lowering.expression(given[0]))
    if name in ("front", "back") and not given:
        return ir.Index(span, start, ir.Number(span, 0) if name == "front" else ir.Opaque(span, quiet=True))
    if name == "swap" and len(given) == 1:
        other = ir.AddressOf(span, lowering.expression(given[0]))
        return ir.Call(span, EXCHANGE, None, (ir.AddressOf(span, place), other))
    if name in about.grow:
        return _grown(lowering, node, place, kind, name, given)
    return ir.Opaque(span, (start, *(lowering.expression(each) for each in given)))


def _grown(lowering: ClassLowering, node: Node, place: Expr, kind: CType, name: str, given: list[Node]) -> Expr:
    """A container whose elements may lie elsewhere afterwards."""
    span = lowering.span(node)
    element = element_type(kind.base)
    inner = lowering.as_ctype(element) if element is not None else CType("")
    start = ir.Member(span, place, pointer_name(kind.base), False)
    values = [lowering.expression(each) for each in given]
    if name == "reset" and len(values) == 1 and isinstance(values[0], ir.Call) and values[0].name in NEW_ARRAYS:
        return ir.Assign(span, start, "", ir.Call(span, CONTAINER, None, values[0].arguments))
    plain = owned_paths(lowering.scopes, inner.base) == [] and inner.base != ""
    if name in ("resize", "assign") and plain and given and not lowering.type_of(given[0]).layers:
        if not _is_count(lowering, values[0]):
            return ir.Opaque(span, (start, *values))
        value = values[1] if len(values) > 1 else ir.Number(span, 0)
        result: Expr = ir.Call(span, MOVED, None, (start,))
        for part in (
            *sized(place, kind, values[0], span),
            filled(lowering, place, kind, values[0], span, value),
        ):
            result = ir.Binary(span, ",", result, part.value)
        return result
    grown: Expr = ir.Assign(span, start, "", ir.Call(span, CONTAINER, None, ()))
    moved = ir.Binary(span, ",", ir.Call(span, MOVED, None, (start,)), grown)
    known = lowering.class_of(inner)
    if known is not None and name == "emplace_back" and "constructor" in known.special:
        element_made = ir.Index(span, start, ir.Opaque(span, quiet=True))
        call = ir.Call(span, f"{known.name}::{known.name}/{len(values) + 1}", None, (element_made, *values))
        return ir.Binary(span, ",", moved, call)
    if plain:
        for value in values:
            moved = ir.Binary(span, ",", moved, value)
        return moved
    if not values:
        return moved
    return ir.Binary(span, ",", moved, ir.Opaque(span, (start, *values)))
