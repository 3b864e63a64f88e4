"""Candidates where host and device share memory: no clause moves what both reach."""

from __future__ import annotations

from loopwright.lang.declarations import Declaration
from loopwright.lang.expressions import Typing
from loopwright.lang.fragments import expression
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.types import Type
from loopwright.openacc.sharing import MemoryModel, in_place
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline


def left_of(text: str, outline: Outline, loop: Loop, model: MemoryModel) -> str | None:
    """A directive above ``loop`` without what moves data that are shared; ``None`` where nothing is left of it."""
    if model == "discrete":
        return text
    return in_place(text, lambda name: is_apart(scopes_of(outline), loop.span.start, name, model))


def is_apart(scopes: Scopes, offset: int, name: str, model: MemoryModel) -> bool:
    """Whether a variable's memory is the host's alone: with ``managed`` what was not allocated, an array or `std::array`. What
    a pointer of unknown origin leads to is taken for allocated."""
    if model != "managed":
        return model == "discrete"
    declaration = scopes.lookup(name, offset)
    if declaration is None or declaration.kind != "variable":
        return False
    return _holds_its_own(declaration.type) or _leads_into(scopes, offset, declaration)


def _holds_its_own(type: Type) -> bool:
    """Whether elements of a type are not in allocated memory, or (of a `span`) may be in any."""
    return type.layers[:1] == ("[]",) or type.base.removeprefix("std::").startswith(("array<", "span<"))


def _leads_into(scopes: Scopes, offset: int, declaration: Declaration) -> bool:
    """Whether a pointer was set to an array, or to the elements of what holds them: `a`, `&a[2]`, `a.data()`."""
    node = expression(declaration.value or "", scopes.outline.source.language)
    while node is not None and node.type != "identifier":
        if node.type == "call_expression" or node.type == "field_expression":
            function = node.child_by_field_name("function") or node
            node = function.child_by_field_name("argument")
            if node is not None and _holds_its_own(Typing(scopes, offset).type_of(node)):
                return True
        else:
            node = node.child_by_field_name("argument") or node.child_by_field_name("left")
    found = scopes.lookup(text_of(node), offset) if node is not None else None
    return found is not None and _holds_its_own(found.type)
