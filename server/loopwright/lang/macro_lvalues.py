"""What the names and calls of macros stand for where something is stored: `N = 3` with `#define N g->n`, `A(i) = 1` with `#define A(i) s->a[i]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.lang.fragments import expression
from loopwright.lang.macros import body_of, is_macro, with_arguments
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import names_in

_DEEPEST = 8  # macros in macros
_STEPS = {
    "subscript_expression": "argument",
    "pointer_expression": "argument",
    "call_expression": "function",
}


def last_names(macros: Mapping[str, Declaration], node: Node) -> Iterator[str]:
    """The last name of an lvalue, and where that is a macro those of what it stands for, in turn."""
    if not macros:
        yield _last(node)[1]
        return
    for each in meant_in_turn(macros, node):
        name = _last(each)[1]
        yield name
        macro = macros.get(name)
        if macro is not None and is_macro(macro):  # `s->X` with `#define X u.x`
            yield from names_in(body_of(macro)) if _last(each)[0] is None else ()


def plain_names(macros: Mapping[str, Declaration], node: Node) -> set[str]:
    """The variable that an lvalue is with nothing beside it, also by a macro; empty for an element or a member."""
    plain = bare(node)
    if plain.type not in ("identifier", "call_expression"):
        return set()
    if not macros:
        return {text_of(plain)} if plain.type == "identifier" else set()
    meant = map(bare, meant_in_turn(macros, node))
    return {text_of(each) for each in meant if each.type == "identifier"}


def meant_in_turn(macros: Mapping[str, Declaration], node: Node) -> Iterator[Node]:
    """An lvalue, and where its last name is a macro what that stands for, in turn."""
    for _ in range(_DEEPEST):
        yield node
        last = _last(node)[0]
        meant = meant_by(macros, last) if last is not None else None
        if meant is None:
            return
        node = meant
    yield node


def meant_by(macros: Mapping[str, Declaration], node: Node) -> Node | None:
    """The expression that a name or a call stands for, ``None`` where it is no macro, or one whose text is no expression."""
    node = bare(node)
    is_call = node.type == "call_expression"
    function = node.child_by_field_name("function") if is_call else node
    macro = macros.get(text_of(function)) if function is not None and function.type == "identifier" else None
    if macro is None or not is_macro(macro) or is_call != (macro.kind == "function"):
        return None
    return expression(_text(macro, node) or "", "cpp")


def _text(macro: Declaration, node: Node) -> str | None:
    arguments = node.child_by_field_name("arguments")
    if arguments is None:
        return macro.value
    return with_arguments(macro, [text_of(each) for each in arguments.named_children if each.type != "comment"])


def _last(node: Node) -> tuple[Node | None, str]:
    """What stands for the last name of an lvalue, a name or a call of one, and that name."""
    while True:
        node = bare(node)
        step = _STEPS.get(node.type)
        inner = node.child_by_field_name(step) if step is not None else None
        if step is not None and inner is None:
            return None, ""
        if node.type == "field_expression":
            return None, text_of(node.child_by_field_name("field"))
        if inner is None:
            return node, text_of(node).split("::")[-1]
        if node.type == "call_expression" and inner.type == "identifier":
            return node, text_of(inner)
        node = inner
