"""A struct that begins with a list in braces: the members that it sets, in order (C 6.7.9, C++ dcl.init.aggr)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from loopwright.lang.classes import Class, Classes, Member
from loopwright.residence import ir
from loopwright.residence.ir import Expr
from loopwright.source.nodes import text_of
from loopwright.source.text import Span


class NotPlain(Exception):
    """A list whose values belong to members in a way that is not followed."""


def members_set(
    classes: Classes, base: str, place: Expr, braces: Node, expression: Callable[[Node], Expr], every: bool = False
) -> tuple[ir.Evaluate, ...] | None:
    """The assignments that a list stands for; ``None`` where it is not one of a plain struct, a value each,
    or not ``every`` member is given one."""
    known = classes.of(base)
    if known is None:
        return None
    try:
        return tuple(_set(classes, known, place, braces, expression, every))
    except NotPlain:
        return None


def _set(
    classes: Classes, known: Class, place: Expr, braces: Node, expression: Callable[[Node], Expr], every: bool
) -> Iterator[ir.Evaluate]:
    if known.bases or known.special or known.disputed or known.hides_code or known.is_template:
        raise NotPlain
    members = {name: member for name, member in known.members.items() if not member.static}
    order, at, given = list(members), 0, set[str]()
    for child in braces.named_children:
        if child.type == "comment":
            continue
        value: Node | None = child
        if child.type == "initializer_pair":
            at, value = _designated(child, order), child.child_by_field_name("value")
        if value is None or at >= len(order):
            raise NotPlain
        name, member, span = order[at], members[order[at]], Span(child.start_byte, child.end_byte)
        target = (
            ir.Member(span, place.pointer, name, True)
            if isinstance(place, ir.Deref)
            else ir.Member(span, place, name, False)
        )
        inner = classes.of(member.type.base) if not member.type.layers else None
        if value.type == "initializer_list" and inner is not None:
            yield from _set(classes, inner, target, value, expression, every)
        elif _is_single(member) and inner is None and value.type != "initializer_list":
            yield ir.Evaluate(span, ir.Assign(span, target, "", expression(value)))
        else:  # an array, or a struct whose own braces are left out
            raise NotPlain
        given.add(name)
        at += 1
    if every and len(given) < len(order):
        raise NotPlain


def _designated(pair: Node, order: list[str]) -> int:
    designators = pair.children_by_field_name("designator")
    name = text_of(designators[0]).lstrip(".").strip() if len(designators) == 1 else ""
    if name not in order:
        raise NotPlain
    return order.index(name)


def _is_single(member: Member) -> bool:
    return not member.shared and not member.initialized and all(layer == "*" for layer in member.type.layers)
