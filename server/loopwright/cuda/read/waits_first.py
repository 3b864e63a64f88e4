"""A barrier in a list of expressions, `(__syncthreads(), s[i])`, as a statement of its own before the one that begins with it.

Regions are cut between statements. Macros write such lists: what is asked for behind the barrier is a value to whoever uses them. Only what a
statement evaluates first can stand before it; the right side of an assignment is evaluated before the left. In the head of a `for` the
barrier ends the body. What stands in the middle of an expression is left, and refused where it is cut.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import condition_of, target_of, walk
from loopwright.cuda.spec import operations
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import Source, parse

_Edit = tuple[int, int, str]
_BLOCKS = frozenset(("compound_statement", "case_statement"))
# What of an expression is evaluated first.
_FIRST = {
    "assignment_expression": "right",
    "cast_expression": "value",
    "unary_expression": "argument",
    "conditional_expression": "condition",
}
_ASKS_NOTHING = frozenset(("number_literal", "identifier"))


def with_waits_first(source: Source, code: DeviceCode) -> Source:
    """``source`` with such barriers as statements; ``source`` itself where there are none. Lines stay lines."""
    if not any(map(_waits_within, code.kinds.of("comma_expression"))):
        return source
    edits = [edit for function in code.functions for node in function.inside for edit in _edits(node, function)]
    data = source.data
    for start, end, text in sorted(edits, reverse=True):
        lines = data[start:end].count(b"\n") - text.count("\n")
        data = data[:start] + text.encode() + b"\n" * max(lines, 0) + data[end:]
    return parse(data, source.name, source.language) if edits else source


def is_barrier(node: Node | None) -> bool:
    """Whether an expression is a barrier and nothing else."""
    return node is not None and node.type == "call_expression" and called(node) in operations().barriers


def _waits_within(listed: Node) -> bool:
    return any(is_barrier(bare(part)) for part in listed.named_children)


def _edits(node: Node, function: DeviceFunction) -> Iterator[_Edit]:
    if node.type == "expression_statement" and node.named_children:
        commas = list(_commas(node.named_children[0]))
        if any(_waits_within(comma.parent) for comma in commas if comma.parent is not None):
            yield from ((comma.start_byte, comma.end_byte, ";") for comma in commas)
            yield from _around(node, "")
            return
    elif node.type == "for_statement":
        yield from _of_update(node, function)
        return
    first = _first(asked) if (asked := _asked(node)) is not None else None
    if first is None or (node.type == "declaration" and (node.parent is None or node.parent.type not in _BLOCKS)):
        return
    left, right = first.child_by_field_name("left"), first.child_by_field_name("right")
    assert left is not None
    assert right is not None
    yield left.start_byte, right.start_byte, ""
    yield from _around(node, f"{text_of(left)}; ")


def _asked(statement: Node) -> Node | None:
    """The expression with which a statement begins."""
    if statement.type in ("expression_statement", "return_statement"):
        return next((n for n in statement.named_children if n.type != "comment"), None)
    if statement.type == "declaration":
        declarator = statement.child_by_field_name("declarator")
        return declarator.child_by_field_name("value") if declarator is not None else None
    if statement.type == "if_statement":
        head = statement.child_by_field_name("condition")
        plain = head is not None and head.child_by_field_name("initializer") is None
        return condition_of(statement) if plain else None
    return None


def _around(statement: Node, before: str) -> Iterator[_Edit]:
    """``before`` before a statement, in braces with it where it stands without."""
    apart = statement.parent is None or statement.parent.type not in _BLOCKS
    yield statement.start_byte, statement.start_byte, f"{{ {before}" if apart else before
    if apart:
        yield statement.end_byte, statement.end_byte, " }"


def _first(node: Node) -> Node | None:
    """The list that begins with a barrier, if an expression begins with it."""
    node = bare(node)
    if node.type == "comma_expression":
        left = node.child_by_field_name("left")
        return node if left is None or is_barrier(bare(left)) else _first(left)
    if node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return None
        asks = left.type not in _ASKS_NOTHING or text_of(node.child_by_field_name("operator")) in ("&&", "||")
        return _first(left) or (None if asks else _first(right))
    part = node.child_by_field_name(_FIRST[node.type]) if node.type in _FIRST else None
    return _first(part) if part is not None else None


def _commas(node: Node) -> Iterator[Node]:
    """The commas of a list, which no parentheses hold."""
    if node.type == "comma_expression":
        for child in node.children:
            if child.type == ",":
                yield child
            else:
                yield from _commas(child)


def _of_update(loop: Node, function: DeviceFunction) -> Iterator[_Edit]:
    """A barrier that a `for` says with what it does after each round; the rest is a thread's own."""
    update, body = loop.child_by_field_name("update"), loop.child_by_field_name("body")
    if update is None or body is None or body.type != "compound_statement" or update.type != "comma_expression":
        return
    parts = list(_parts(update))
    waits, rest = [p for p in parts if is_barrier(p)], [p for p in parts if not is_barrier(p)]
    if len(waits) != 1 or not all(_is_own(part, function) for part in rest):
        return
    if any(n.type == "continue_statement" and target_of(n) == loop for n in walk(body)):
        return
    yield update.start_byte, update.end_byte, ", ".join(map(text_of, rest))
    yield body.end_byte - 1, body.end_byte - 1, f"{text_of(waits[0])}; "


def _parts(node: Node) -> Iterator[Node]:
    if node.type != "comma_expression":
        yield node
        return
    for child in node.named_children:
        yield from _parts(child)


def _is_own(part: Node, function: DeviceFunction) -> bool:
    """Whether an expression changes a variable of the thread and reads nothing but such ones."""
    if part.type not in ("assignment_expression", "update_expression"):
        return False
    names = [function.variables.of(n) for n in walk(part) if n.type == "identifier"]
    plain = all(n.type not in ("call_expression", "subscript_expression", "pointer_expression") for n in walk(part))
    return plain and all(v is not None and not v.shared and not v.reference for v in names)
