"""Objects of C++ that begin and end: declarations, constructors and their lists of initializers, copies, destructors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tree_sitter import Node

from loopwright.dependence.walk.callees import argument_nodes
from loopwright.lang.callees import name_of
from loopwright.lang.classes import Class
from loopwright.lang.declarators import read_declarator, read_type
from loopwright.lang.library import library
from loopwright.placement.container_calls import filled, made, sized
from loopwright.placement.containers import (
    DATA,
    SIZE,
    is_container,
    is_owner,
    is_sized,
    owned_paths,
)
from loopwright.placement.inheritance import base_named, bases_in_sight, heirs, is_virtual, lineage
from loopwright.residence import ir
from loopwright.residence.ir import CType, Expr, Stmt
from loopwright.source.nodes import text_of
from loopwright.source.text import Span

if TYPE_CHECKING:
    from loopwright.placement.cplusplus import ClassLowering


def destroyed(lowering: ClassLowering, place: Expr, kind: CType, span: Span, exact: bool = True) -> list[Stmt]:
    """What runs when an object ends; where it is not ``exact`` the object may be of a class that inherits from its type."""
    known = lowering.class_of(kind)
    if known is None or is_container(kind) or kind.static:
        return []
    classes = lowering.scopes.classes
    if exact or not is_virtual(classes, known, f"~{known.name}"):
        return [end for each in lineage(classes, known) for end in _ended(lowering, place, each, span)]
    found = [_destructor(known, place, span, True)]
    all_kinds = {each.name: each for heir in heirs(classes, known) for each in lineage(classes, heir)}
    for each in all_kinds.values():
        found += _ended(lowering, place, each, span, "destructor" in each.special)
    return found


def _destructor(known: Class, place: Expr, span: Span, by_object: bool = False) -> Stmt:
    return ir.Evaluate(span, ir.Call(span, f"{known.name}::~{known.name}/1", None, (place,), by_object))


def _ended(lowering: ClassLowering, place: Expr, known: Class, span: Span, is_called: bool = False) -> list[Stmt]:
    """The destructor of one class, and its own members' ends."""
    found = [_destructor(known, place, span)] if "destructor" in known.special and not is_called else []
    for member in known.members.values():
        if not member.type.layers:
            inner = lowering.as_ctype(member.type)
            found += destroyed(lowering, ir.Member(span, place, member.declaration.name, False), inner, span)
    return [*found, *lowering.ended_members(place, known.name, span)]


def made_by_new(lowering: ClassLowering, node: Node, memory: Expr) -> Expr:
    """`new T(a, b)`: the constructor runs in the memory that is allocated."""
    kind = lowering.plain(CType(text_of(node.child_by_field_name("type"))))
    is_one = node.child_by_field_name("declarator") is None and node.child_by_field_name("placement") is None
    if not is_one or lowering.class_of(kind) is None or not isinstance(memory, ir.Call):
        return memory
    listed = node.child_by_field_name("arguments")
    nodes = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
    return object_made(lowering, kind, nodes, lowering.span(node))


def object_made(lowering: ClassLowering, kind: CType, nodes: list[Node], span: Span) -> Expr:
    """The address of a new object on the heap, made of the values of ``nodes``."""
    memory = ir.Call(span, "new", None, (ir.SizeOf(span, kind, None),))
    given = [lowering.expression(child) for child in nodes]
    return _run_before(constructed(lowering, ir.Deref(span, memory), kind, given, span, nodes), memory)


def deleted(lowering: ClassLowering, node: Node, release: Expr) -> Expr:
    """`delete p`: the destructor runs before."""
    inner = node.named_children[-1] if node.named_children else None
    kind = lowering.type_of(inner) if inner is not None else CType("")
    if inner is None or not kind.is_pointer or any(child.type == "[" for child in node.children):
        return release
    return deleted_object(lowering, lowering.expression(inner), kind, release)


def deleted_object(lowering: ClassLowering, pointer: Expr, kind: CType, release: Expr) -> Expr:
    """``release`` after the destructor of what ``pointer`` leads to."""
    place = ir.Deref(release.span, pointer)
    return _run_before(destroyed(lowering, place, lowering.plain(kind.element()), release.span, False), release)


def _run_before(statements: list[Stmt], value: Expr) -> Expr:
    """``value`` after what is evaluated before."""
    for each in reversed(statements):
        if isinstance(each, ir.Evaluate):
            value = ir.Binary(each.span, ",", each.value, value)
    return value


def declared(lowering: ClassLowering, node: Node, declarator: Node) -> list[Stmt] | None:
    """A container or an object of a class."""
    is_set = declarator.type == "init_declarator"
    inner = declarator.child_by_field_name("declarator") if is_set else declarator
    value = declarator.child_by_field_name("value") if is_set else None
    if inner is None or "structured_binding" in inner.type:
        return None
    if inner.type == "function_declarator":
        return _made_of_arguments(lowering, node, inner, lowering.span(declarator))
    span = lowering.span(declarator)
    name, known = read_type(inner, node)
    kind = lowering.declared_type(known, declarator)
    if kind.base == "auto" and not kind.layers and value is not None:
        kind = lowering.type_of(value)
    plain = lowering.plain(kind)
    if plain.layers or kind.static or (lowering.class_of(plain) is None and not is_container(plain)):
        return None
    kind = plain._replace(static=kind.static, const=kind.const)
    place = ir.Name(span, name)
    declare = ir.Declare(span, name, kind, None)
    if value is None:
        return [declare, *constructed(lowering, place, kind, [], span)]
    if value.type == "compound_literal_expression" and not _has_constructor(lowering, kind):
        return None
    if value.type in ("argument_list", "initializer_list"):
        given_nodes = [child for child in value.named_children if child.type != "comment"]
        if (
            value.type == "initializer_list"
            and lowering.class_of(kind) is not None
            and not _has_constructor(lowering, kind)
        ):
            return None  # its members in order
        if value.type == "initializer_list" and is_container(kind):
            parts = tuple(lowering.expression(child) for child in given_nodes)
            return [declare, ir.Evaluate(span, ir.Opaque(span, parts)), filled(lowering, place, kind, None, span)]
        if len(given_nodes) == 1 and _is_same(lowering.type_of(given_nodes[0]), kind):
            return [declare, *copied(lowering, place, kind, given_nodes[0], span)]
        return [
            declare,
            *constructed(
                lowering, place, kind, [lowering.expression(child) for child in given_nodes], span, given_nodes
            ),
        ]
    return [declare, *copied(lowering, place, kind, value, span)]


def _has_constructor(lowering: ClassLowering, kind: CType) -> bool:
    known = lowering.class_of(kind)
    return known is None or "constructor" in known.special


def _made_of_arguments(lowering: ClassLowering, node: Node, inner: Node, span: Span) -> list[Stmt] | None:
    """`Matrix a(rows, columns);` looks like the declaration of a function."""
    name = text_of(inner.child_by_field_name("declarator"))
    said = read_declarator(inner)
    kind = lowering.plain(CType(text_of(node.child_by_field_name("type"))))
    if not said.is_function or (lowering.class_of(kind) is None and not is_container(kind)):
        return None
    place, declare = ir.Name(span, name), ir.Declare(span, name, kind, None)
    call = lowering.expression_of(f"made_of{text_of(inner.child_by_field_name('parameters'))}", span)
    given = list(call.arguments) if isinstance(call, ir.Call) else []
    alone = _named_alone(lowering, inner)
    if alone is not None and _is_same(alone, kind):
        return [declare, *_copied_from(lowering, place, kind, given[0], span)]
    if alone is not None and (alone.layers or lowering.class_of(alone) is not None or is_container(alone)):
        return [declare, ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
    return [declare, *constructed(lowering, place, kind, given, span)]


def copied(lowering: ClassLowering, place: Expr, kind: CType, value: Node, span: Span) -> list[Stmt]:
    """A new object that gets the value of an expression."""
    while value.type == "parenthesized_expression" and value.named_child_count == 1:
        value = value.named_children[0]
    function = value.child_by_field_name("function") if value.type == "call_expression" else None
    if function is not None:
        called = name_of(function)
        if called == kind.base.split("::")[-1].split("<")[0]:  # `Matrix a = Matrix(3)`
            given = argument_nodes(value)
            return constructed(lowering, place, kind, [lowering.expression(child) for child in given], span, given)
        if called == "make_unique" and is_container(kind):
            given = argument_nodes(value)
            count = lowering.expression(given[0]) if len(given) == 1 else None
            return [filled(lowering, place, kind, count, span)]
        lowered = lowering.expression(value)
        if isinstance(lowered, ir.Call):
            return [ir.Evaluate(span, ir.Assign(span, place, "", lowered))]
        if called in library().passes:  # what it had is moved
            return [ir.Evaluate(span, ir.Opaque(span, (place, lowered)))]
        return _copied_from(lowering, place, kind, lowered, span)
    return _copied_from(lowering, place, kind, lowering.expression(value), span)


def _named_alone(lowering: ClassLowering, declarator: Node) -> CType | None:
    """The type of the one variable that stands in the brackets, where nothing else does."""
    listed = declarator.child_by_field_name("parameters")
    inside = listed.named_children if listed is not None else []
    if len(inside) != 1 or inside[0].named_child_count != 1 or inside[0].named_children[0].type != "type_identifier":
        return None
    found = lowering.scopes.lookup(text_of(inside[0]), declarator.start_byte)
    known = found.type if found is not None and found.kind in ("variable", "parameter") else None
    if known is None and lowering.typing.owner is not None:
        member = lowering.scopes.classes.member(lowering.typing.owner, text_of(inside[0]))
        known = member.type if member is not None else None
    return lowering.as_ctype(known.referred()) if known is not None else CType("unknown", ("*",))


def _copied_from(lowering: ClassLowering, place: Expr, kind: CType, source: Expr, span: Span) -> list[Stmt]:
    """Like another one, whose memory stays its own."""
    owned = owned_paths(lowering.scopes, kind.base)
    if owned == []:
        return [ir.Evaluate(span, ir.Assign(span, place, "", source))]
    if is_container(kind) and is_owner(kind) and is_sized(kind.base) and isinstance(source, (ir.Name, ir.Member)):
        size = ir.Member(span, source, SIZE, False)
        read = ir.Index(span, ir.Member(span, source, DATA, False), ir.Opaque(span, quiet=True))
        return [
            ir.Evaluate(span, read),
            filled(lowering, place, kind, size, span),
            *sized(place, kind, size, span),
        ]
    return [ir.Evaluate(span, ir.Opaque(span, (source, place)))]


def constructed(
    lowering: ClassLowering, place: Expr, kind: CType, given: list[Expr], span: Span, nodes: list[Node] | None = None
) -> list[Stmt]:
    """The constructor that runs for an object."""
    if is_container(kind):
        return made(lowering, place, kind, given, span, nodes)
    known = lowering.class_of(kind)
    if known is None:
        return []
    if "constructor" in known.special:
        call = ir.Call(span, f"{known.name}::{known.name}/{len(given) + 1}", None, (place, *given))
        return [ir.Evaluate(span, call)]
    if given:
        return [ir.Evaluate(span, ir.Opaque(span, (place, *given)))]
    found: list[Stmt] = []
    for base in bases_in_sight(lowering.scopes.classes, known):
        found += constructed(lowering, place, CType(base.name), [], span)
    for member in known.members.values():
        if not member.type.layers:
            inner = ir.Member(span, place, member.declaration.name, False)
            found += constructed(lowering, inner, lowering.as_ctype(member.type), [], span)
    return found


def initializers(lowering: ClassLowering, owner: Class, node: Node) -> Iterator[Stmt]:
    """What a constructor does before its body."""
    if name_of(_declared_name(node)) != owner.name:
        return
    listed = next((child for child in node.named_children if child.type == "field_initializer_list"), None)
    set_here: set[str] = set()
    this = ir.Name(lowering.span(node), "this")
    classes = lowering.scopes.classes
    named = [text_of(each.named_children[0]) for each in listed.named_children] if listed is not None else []
    for base in bases_in_sight(classes, owner):
        if not any(base_named(classes, owner, name) is base for name in named):
            yield from constructed(lowering, this, CType(base.name), [], lowering.span(node))
    for each in listed.named_children if listed is not None else []:
        if each.type != "field_initializer" or each.named_child_count < 2:
            continue
        name, arguments = text_of(each.named_children[0]), each.named_children[-1]
        nodes = [child for child in arguments.named_children if child.type != "comment"]
        given = [lowering.expression(child) for child in nodes]
        span = lowering.span(each)
        member = owner.members.get(name)
        base_class = base_named(classes, owner, name)
        if member is None and base_class is not None:
            yield from constructed(lowering, this, CType(base_class.name), given, span, nodes)
            continue
        if member is None:
            yield ir.Evaluate(span, ir.Opaque(span, (this, *given)))
            continue
        set_here.add(name)
        place = ir.Member(span, this, name, False)
        kind = lowering.as_ctype(member.type)
        if is_container(kind) or lowering.class_of(kind) is not None:
            if len(nodes) == 1 and (_is_same(lowering.type_of(nodes[0]), kind) or _makes_elements(nodes[0], kind)):
                yield from copied(lowering, place, kind, nodes[0], span)
            else:
                yield from constructed(lowering, place, kind, given, span, nodes)
        elif member.type.layers[:1] == ("&",) or member.type.is_array:
            yield ir.Evaluate(span, ir.Opaque(span, tuple(given)))
        elif given:
            yield ir.Evaluate(span, ir.Assign(span, place, "", given[0]))
    for name, member in owner.members.items():
        kind = lowering.as_ctype(member.type)
        if name not in set_here and not kind.layers and lowering.class_of(kind) is not None:
            yield from constructed(
                lowering, ir.Member(lowering.span(node), this, name, False), kind, [], lowering.span(node)
            )


def _makes_elements(node: Node, kind: CType) -> bool:
    """`std::make_unique<T[]>(n)` for a container of elements."""
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    return function is not None and name_of(function) == "make_unique" and is_container(kind)


def _declared_name(node: Node) -> Node:
    declarator = node.child_by_field_name("declarator")
    named = read_declarator(declarator).node if declarator is not None else None
    return named if named is not None else node


def _is_same(first: CType, second: CType) -> bool:
    return bool(first.base) and (first.base, first.layers) == (second.base, second.layers)
