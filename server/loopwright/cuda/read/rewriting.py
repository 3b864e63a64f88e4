"""The text of a syntax node with some of its parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tree_sitter import Node

from loopwright.source.nodes import bare, nearest, text_of

JUMPS = frozenset(("break_statement", "continue_statement", "return_statement", "goto_statement"))
LOOPS = frozenset(("for_statement", "while_statement", "do_statement", "for_range_loop"))
Rule = Callable[[Node], "str | None"]


def rewritten(node: Node, rule: Rule) -> str:
    """``node``'s text where every part for which ``rule`` has a text is replaced by it; blanks and comments stay."""
    new = rule(node)
    return new if new is not None else inside(node, rule)


def inside(node: Node, rule: Rule) -> str:
    """The same without asking ``rule`` about ``node`` itself."""
    if not node.children:
        return text_of(node)
    data, base = node.text or b"", node.start_byte
    parts, at = [], 0
    for child in node.children:
        parts.append(data[at : child.start_byte - base].decode("utf-8", errors="replace"))
        new = rewritten(child, rule)
        if not new and child.type == "preproc_call":  # the line goes, with its indentation
            parts[-1] = parts[-1].rstrip(" \t")
        parts.append(new)
        at = child.end_byte - base
    parts.append(data[at:].decode("utf-8", errors="replace"))
    return "".join(parts)


def walk(node: Node) -> Iterator[Node]:
    """``node`` and everything below it, in the order of the text."""
    waiting = [node]  # a generator within a generator for every level takes three times as long
    while waiting:
        node = waiting.pop()
        yield node
        if children := node.children:
            waiting += children[::-1]


def dimensions_read(inside: Iterable[Node], indices: Sequence[str]) -> dict[str, int]:
    """How many dimensions of each index of the thread some nodes read: 3 where the whole of it is read."""
    found: dict[str, int] = {}
    for node in inside:
        if node.type == "identifier" and (name := text_of(node)) in indices:
            member = node.parent.child_by_field_name("field") if node.parent is not None else None
            dimension = "xyz".find(text_of(member)) + 1 if member is not None else 3
            found[name] = max(found.get(name, 0), dimension)
    return found


def file_level(root: Node) -> Iterator[Node]:
    """What stands in a file outside the bodies of functions, and the directives of the preprocessor inside them."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        children = node.children
        if node.type == "function_definition" and b"#" not in (node.text or b""):
            children = [child for child in children if child.type != "compound_statement"]
        waiting += children[::-1]


# The kinds of a statement that is a type and no more; its semicolon is none of its children.
TYPES_OF_THEIR_OWN = frozenset(("struct_specifier", "union_specifier", "class_specifier", "enum_specifier"))


def statements_of(body: Node) -> list[Node]:
    """The statements of a body, which may be one without braces; remarks are among them."""
    return body.named_children if body.type == "compound_statement" else [body]


def ancestors(node: Node, top: Node) -> Iterator[Node]:
    """What holds ``node``, inner first, up to and with ``top``."""
    parent = node.parent
    while parent is not None:
        yield parent
        if parent.id == top.id:
            return
        parent = parent.parent


def condition_of(node: Node) -> Node:
    """The condition of an ``if`` or a loop, without parentheses."""
    clause = node.child_by_field_name("condition")
    assert clause is not None
    value = clause.child_by_field_name("value")
    return bare(value if value is not None else clause)


def returning_guard(node: Node) -> Node | None:
    """The condition of ``if (…) return;``, ``None`` for any other statement."""
    if node.type != "if_statement" or node.child_by_field_name("alternative") is not None:
        return None
    then = node.child_by_field_name("consequence")
    if then is not None and then.type == "compound_statement" and then.named_child_count == 1:
        then = then.named_children[0]
    if then is None or then.type != "return_statement" or then.named_children:
        return None
    return condition_of(node)


def terms(node: Node, operator: str) -> list[Node]:
    """The parts of a condition that ``operator`` joins."""
    node = bare(node)
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == operator:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        assert left is not None
        assert right is not None
        return [*terms(left, operator), *terms(right, operator)]
    return [node]


def holds(outer: Node, inner: Node) -> bool:
    """Whether ``inner`` stands in ``outer``."""
    return outer.start_byte <= inner.start_byte and inner.end_byte <= outer.end_byte


def target_of(jump: Node) -> Node | None:
    """The loop or switch that `break` or `continue` is about, the lambda or method of a local class that a `return` leaves."""
    at = jump.parent
    while at is not None and at.type != "function_definition":
        if at.type == "lambda_expression":
            return at if jump.type == "return_statement" else None
        if jump.type == "return_statement":
            at = at.parent
            continue
        if at.type in LOOPS or (at.type == "switch_statement" and jump.type == "break_statement"):
            return at
        at = at.parent
    is_return = at is not None and jump.type == "return_statement"
    return at if at is not None and is_return and nearest(at, ("function_definition",)) is not None else None
