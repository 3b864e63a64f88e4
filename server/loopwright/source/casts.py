"""What the grammars take for a cast and is none: `(double)(a[i]) + (1 - k) * b` is a sum, not `+(1 - k)` as an array of type `a[i]`.

Nothing is cast to an array or to a function, and a name that the file declares as a variable and never uses as a type is no type.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tree_sitter import Language, Node, Query, QueryCursor, Tree

_NO_TYPES = ("abstract_array_declarator", "abstract_function_declarator")
_IMPOSSIBLE = (
    f"(cast_expression type: (type_descriptor declarator: [{' '.join(f'({kind})' for kind in _NO_TYPES)}] @declarator))"
)
_NAMED = """(cast_expression type: (type_descriptor type: (type_identifier) @name !declarator)
  value: [(unary_expression) (pointer_expression)])"""
_DECLARED = """[(init_declarator declarator: (identifier) @name) (declaration declarator: (identifier) @name)
  (parameter_declaration declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)
  (array_declarator declarator: (identifier) @name)]"""
_TYPES = "(type_identifier) @name"


def brackets_of_no_cast(tree: Tree, language: Language) -> Iterator[int]:
    """The parentheses around the types of casts that are none."""
    for declarator in _captured(tree, language, _IMPOSSIBLE, "declarator"):
        inner: Node | None = declarator
        while inner is not None and inner.type in _NO_TYPES:
            inner = inner.child_by_field_name("declarator")
        if inner is None and declarator.parent is not None:  # else a pointer to one
            yield from _around(declarator.parent)
    named = _captured(tree, language, _NAMED, "name")
    if not named:
        return
    declared = {node.text for node in _captured(tree, language, _DECLARED, "name")}
    known = {node.start_byte for node in named}
    types = {node.text for node in _captured(tree, language, _TYPES, "name") if node.start_byte not in known}
    for node in named:
        if node.text in declared - types and node.parent is not None:
            yield from _around(node.parent)


def _around(type_: Node) -> Iterator[int]:
    cast = type_.parent
    yield from (token.start_byte for token in (cast.children if cast is not None else ()) if token.type in ("(", ")"))


def _captured(tree: Tree, language: Language, pattern: str, name: str) -> list[Node]:
    return QueryCursor(_query(language, pattern)).captures(tree.root_node).get(name, [])


@lru_cache(maxsize=32)
def _query(language: Language, pattern: str) -> Query:
    found: Query = Query(language, pattern)
    return found
