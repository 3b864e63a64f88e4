"""What the parser takes for something else: what a variable is made of for the parameters of a function, comparisons for templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from tree_sitter import Node, Query, QueryCursor

from loopwright.lang.fragments import expression
from loopwright.source.nodes import subtree, text_of
from loopwright.source.syntax import Language, grammar, parse


def reparsed(parameters: str) -> Node | None:
    """The arguments of `T x(a[i])`; nothing where what stands there can be no expressions."""
    tree = parse(f"void f(void) {{ x{parameters}; }}", language="cpp").tree.root_node
    call = next((node for node in subtree(tree) if node.type == "call_expression"), None)
    return call.child_by_field_name("arguments") if call is not None and not tree.has_error else None


def calls_in_parameter(function: Node) -> Iterator[Node]:
    """The calls in `T x(f(a))`, where `f(a)` looks like a parameter that is a function."""
    if function.parent is not None and function.parent.type == "parameter_declaration":
        arguments = reparsed(f"({text_of(function.parent)})")
        yield from (node for node in subtree(arguments) if node.type == "call_expression")


# What an expression goes on with on both sides of a template that stands in it.
_AROUND = frozenset(
    ("binary_expression", "assignment_expression", "conditional_expression", "comma_expression", "unary_expression", "cast_expression")
)  # fmt: skip
_MOST = 16  # templates in one expression


def expressions_with_templates(function: Node, language: Language) -> dict[int, int]:
    """Where the expressions of a function begin and end in which the tree has `name<…>`, but for those in brackets of their own."""
    found: dict[int, int] = {}
    templates = [] if language == "c" else QueryCursor(_query(language)).captures(function).get("template", [])
    for node in templates:
        around = node
        while (parent := around.parent) is not None and (
            parent.type in _AROUND
            or (parent.type == "call_expression" and parent.child_by_field_name("function") == around)
        ):
            around = parent
        if around != node:
            found[around.start_byte] = around.end_byte
    return found


@lru_cache
def _query(language: Language) -> Query:
    query: Query = Query(grammar(language), "(template_function) @template")
    return query


def with_comparisons(node: Node, is_variable: Callable[[str], bool]) -> Node | None:
    """`(i) < n && k >= 0` for what was read as an assignment to `i<n && k>`: the expression with every variable in parentheses that was
    taken for a template. ``None`` where there is none."""
    text, whole = node.text or b"", node
    for _ in range(_MOST):
        name = next((name for name in _names_of_templates(whole) if is_variable(text_of(name))), None)
        if name is None:
            return whole if whole is not node else None
        start, end = name.start_byte - whole.start_byte, name.end_byte - whole.start_byte
        text = b"".join((text[:start], b"(", text[start:end], b")", text[end:]))
        again = expression(text.decode("utf-8", "replace"), "cpp")
        if again is None or again.text != text:
            return None
        whole = again
    return None


def _names_of_templates(node: Node) -> Iterator[Node]:
    for inner in subtree(node):
        name = inner.child_by_field_name("name") if inner.type == "template_function" else None
        if name is not None and name.type == "identifier":
            yield name
