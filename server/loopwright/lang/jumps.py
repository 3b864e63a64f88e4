"""Statements that leave the block around them, also where a macro holds them."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.lang.declarations import Declaration
from loopwright.source.nodes import may_hold
from loopwright.source.text import names_in

_WORDS = (b"continue", b"break", b"return", b"throw", b"goto")


def _never(goto: Node) -> bool:
    return False


def may_jump(node: Node, stays: Callable[[Node], bool] = _never) -> bool:
    """Whether a statement holds a `continue`, `break` or `return` that leaves the block around it, or a `goto` but for those that ``stays``
    tells of."""
    if not may_hold(node, _WORDS):
        return False
    stack = [(node, False, False)]
    while stack:
        current, in_loop, in_switch = stack.pop()
        kind = current.type
        if kind in ("return_statement", "throw_statement") or (kind == "goto_statement" and not stays(current)):
            return True
        if (kind == "continue_statement" and not in_loop) or (kind == "break_statement" and not (in_loop or in_switch)):
            return True
        if kind == "lambda_expression":
            continue
        in_loop = in_loop or kind in ("for_statement", "while_statement", "do_statement", "for_range_loop")
        in_switch = in_switch or kind == "switch_statement"
        stack.extend((child, in_loop, in_switch) for child in current.named_children)
    return False


def macro_jumps(macro_of: Callable[[str], Declaration | None], macro: Declaration) -> bool:
    """Whether what a macro stands for may hold such a statement, other macros put in."""
    seen: set[str] = set()
    waiting = [macro.value or ""]
    while waiting:
        words = set(names_in(waiting.pop())) - seen
        seen |= words
        waiting += [inner.value or "" for inner in map(macro_of, words) if inner is not None]
    return any(word.decode() in seen for word in _WORDS)
