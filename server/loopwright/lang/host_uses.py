"""Where code of the host reaches memory under a name: through a subscript, an arrow or a star, or by a function that is given it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.effects import effect_of
from loopwright.source.nodes import text_of, uncast
from loopwright.source.text import Span

_THROUGH = frozenset(("subscript_expression", "field_expression", "pointer_expression"))
_OTHER_BRANCHES = ("else_clause", "preproc_else", "preproc_elif", "preproc_elifdef", "case_statement")
_ON_DEVICE_DATA = ("acc_memcpy", "acc_free", "acc_update", "acc_copyout", "acc_delete", "cudaMemcpy", "cudaFree")


class Use(NamedTuple):
    """Where memory is reached under a name; ``is_call`` tells that a function is given it."""

    name: str
    start: int
    is_call: bool


def host_uses(root: Node, span: Span, without: Span, governed: Collection[int]) -> Iterator[Use]:
    """What is reached in ``span`` outside of ``without`` and of the statements that begin where a directive ``governed`` them, last first."""
    first = root.descendant_for_byte_range(span.start, span.end - 1)
    waiting = [first] if first is not None else []
    while waiting:
        node = waiting.pop()
        inside = without.start <= node.start_byte and node.end_byte <= without.end
        if inside or (node.start_byte in governed and node is not first and "statement" in node.type):
            continue
        if node.type in _THROUGH:
            name = node.child_by_field_name("argument")
            is_address = any(child.type in ("&", ".") for child in node.children)
            if name is not None and name.type == "identifier" and not is_address:
                yield Use(text_of(name), node.start_byte, False)
        elif node.type == "call_expression":
            yield from _given(node)
        waiting.extend(node.named_children)


def _given(call: Node) -> Iterator[Use]:
    """What a function of a library is given to read or write what it leads to, at once."""
    called = text_of(call.child_by_field_name("function"))
    arguments = call.child_by_field_name("arguments")
    effect = effect_of(called)
    uses = effect.reads or effect.writes or effect.copies or effect.memory or effect.releases
    if arguments is None or called.lower().endswith("async"):
        return
    if not uses and not called.startswith(_ON_DEVICE_DATA):
        return
    for argument in arguments.named_children:
        value = uncast(argument)
        if value.type == "identifier":
            yield Use(text_of(value), call.start_byte, True)


def may_follow(root: Node, first: Span, later: int) -> bool:
    """Whether what stands at ``later`` can run behind ``first``: not where they are two branches of one condition."""
    node = root.descendant_for_byte_range(later, later)
    while node is not None and node.parent is not None:
        branches = node.parent
        is_other = node.type in _OTHER_BRANCHES and not node.start_byte <= first.start < node.end_byte
        if is_other and branches.start_byte <= first.start < branches.end_byte:
            return False
        node = branches
    return True
