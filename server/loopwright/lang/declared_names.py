"""The names that a text without a file declares: what a macro stands for, which may be a statement, the parameters of a function, or a part of
either."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Node

from loopwright.lang.declarators import name_node
from loopwright.lang.numbers import fundamental
from loopwright.source.lexemes import code_within
from loopwright.source.nodes import subtree, text_of
from loopwright.source.syntax import Language, parse

_LONGEST = 4000
_LANGUAGES: tuple[Language, ...] = ("cpp", "c")
_NO_TYPES = frozenset(
    ("return", "else", "do", "goto", "case", "throw", "new", "delete", "sizeof", "co_return", "co_yield", "and", "or", "not")
)  # fmt: skip
_DECLARING = frozenset(("declaration", "parameter_declaration", "for_range_loop", "function_definition"))


@lru_cache(maxsize=8192)
def names_declared(text: str) -> frozenset[str]:
    """All that may be declared: by what the text is to the parser, as statements, else as parameters, and by the words around a name."""
    names = set(_by_neighbours(text))
    tree = _parsed(text) if len(text) <= _LONGEST else None
    if tree is not None:
        names.update(name for node in subtree(tree) for name in _declared_by(node))
    return frozenset(names - {"f"})


def _parsed(text: str) -> Node | None:
    """The parameters and the body of a function that a text is a part of, ``None`` where it is neither."""
    for around in (f"void f() {{ {text}\n; }}", f"void f({text}\n) {{}}"):
        for language in _LANGUAGES:
            tree = parse(around, language=language).tree.root_node
            if tree.named_child_count == 1 and not tree.has_error:
                return tree.named_children[0]
    return None


def _by_neighbours(text: str) -> Iterator[str]:
    """The names that a text seems to declare, by the words around them."""
    words = [token.text for token in code_within(text)]
    for before, name, behind in zip(words, words[1:], [*words[2:], ";"]):
        is_typed = before.isidentifier() and before not in _NO_TYPES and behind in ("=", ";", "{", "(", "[")
        is_last = before in ("}", ">") and behind in ("=", ";")
        is_led_to = before in ("*", "&") and behind in ("=", ")")
        if name.isidentifier() and (is_typed or is_last or is_led_to):
            yield name


def _declared_by(node: Node) -> Iterator[str]:
    if node.type in _DECLARING:
        for declarator in node.children_by_field_name("declarator"):
            name = name_node(declarator)
            is_type = text_of(node.child_by_field_name("type")) not in _NO_TYPES
            if name is not None and is_type and not _may_be_an_operation(node, declarator):
                yield text_of(name)
    elif node.type == "assignment_expression":
        yield from _called_twice(node.child_by_field_name("left"))


def _may_be_an_operation(node: Node, declarator: Node) -> bool:
    """Whether a declaration without a value may be an expression: `scale * sqrt(v)`, or a call: `sqrt(v)`."""
    kind = text_of(node.child_by_field_name("type"))
    is_one = declarator.type in ("pointer_declarator", "reference_declarator", "parenthesized_declarator")
    return is_one and not fundamental(kind) and kind != "void"


def _called_twice(left: Node | None) -> Iterator[str]:
    """The name in `T (*name)(int) = …`, which the parser takes for a call of what a call gives."""
    inner = left.child_by_field_name("function") if left is not None and left.type == "call_expression" else None
    if inner is None or inner.type != "call_expression":
        return
    for node in subtree(inner.child_by_field_name("arguments")):
        if node.type == "pointer_expression":
            yield from (text_of(each) for each in subtree(node) if each.type == "identifier")
