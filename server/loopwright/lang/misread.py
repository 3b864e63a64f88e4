"""What the parser takes for something else: what a variable is made of for the parameters of a function, comparisons for templates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

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


class ToArray(NamedTuple):
    """A name that is declared to lead to an array: what its type is called, `*` or `&` and one `[]` for each size, where the declarator
    stands, the initial value."""

    name: Node
    type: Node
    layers: tuple[str, ...]
    declarator: Node
    value: Node | None


def declared_to_array(node: Node) -> ToArray | None:
    """What `T (*p)[8];`, `T (*p)[8] = a;` and `T (&r)[8] = a;` declare if `T` is a type: in C++ the parser takes them for elements of what
    a call gives, and assignments to such. ``None`` for what is none of these."""
    is_assignment = node.type == "assignment_expression" and text_of(node.child_by_field_name("operator")) == "="
    declarator = node.child_by_field_name("left") if is_assignment else node
    inner, sizes = declarator, 0
    while inner is not None and inner.type == "subscript_expression":
        inner, sizes = inner.child_by_field_name("argument"), sizes + 1
    type = inner.child_by_field_name("function") if inner is not None and inner.type == "call_expression" else None
    listed = inner.child_by_field_name("arguments") if inner is not None and type is not None else None
    given = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
    if declarator is None or type is None or not sizes or len(given) != 1 or given[0].type != "pointer_expression":
        return None
    name, sign = given[0].child_by_field_name("argument"), given[0].children[0].type
    if name is None or name.type != "identifier" or (sign == "&" and not is_assignment):
        return None
    value = node.child_by_field_name("right") if is_assignment else None
    return ToArray(name, type, (sign, *("[]",) * sizes), declarator, value)


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
