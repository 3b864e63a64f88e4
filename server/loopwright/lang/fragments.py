"""Expressions that stand in no file: bodies of macros, initialisers, items of clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from tree_sitter import Node

from loopwright.source.nodes import subtree, text_of
from loopwright.source.syntax import Language, parse

_LONGEST = 4000
_LANGUAGES: tuple[Language, ...] = ("cpp", "c")


def block(text: str, is_variable: Callable[[str], bool]) -> Node | None:
    """The block whose statements are ``text``, ``None`` if it cannot be parsed. The grammar of C++ does not know `(a = b, c = d)`, which
    that of C does."""
    for language in _LANGUAGES:
        tree = statements(text, language)
        variables = _variables_among(_cast_to(text, language), is_variable)
        if variables:
            tree = statements(text, language, variables)
        if not tree.has_error and tree.named_children:
            return tree.named_children[0].child_by_field_name("body")
    return None


@lru_cache(maxsize=4096)
def statements(text: str, language: Language, variables: tuple[str, ...] = ()) -> Node:
    """A file with one function of these statements, whether they can be parsed or not; ``variables`` are no types."""
    return parse(f"void f({_parameters(variables)}) {{ {text}; }}", language=language).tree.root_node


@lru_cache(maxsize=4096)
def _cast_to(text: str, language: Language) -> frozenset[str]:
    """What the casts in some statements name as their types; the same macro stands in many places."""
    return _named_by_casts(statements(text, language))


def _named_by_casts(tree: Node) -> frozenset[str]:
    casts = (node for node in subtree(tree) if node.type == "cast_expression")
    return frozenset(text_of(node.child_by_field_name("type")) for node in casts)


def _variables_among(names: Iterable[str], is_variable: Callable[[str], bool]) -> tuple[str, ...]:
    """Names in parentheses before a sign, `(i) + 1`, which a text that declares nothing shows as casts."""
    return tuple(sorted(name for name in names if name.isidentifier() and is_variable(name)))


def _parameters(variables: tuple[str, ...]) -> str:
    return ", ".join(f"int {name}" for name in variables) or "void"


def expression_among(text: str, language: Language, is_variable: Callable[[str], bool]) -> Node | None:
    """The expression that ``text`` is where some names are known to be variables."""
    found = expression(text, language)
    variables = _variables_among(_named_by_casts(found), is_variable) if found is not None else ()
    return expression(text, language, variables) if variables else found


@lru_cache(maxsize=4096)
def expression(text: str, language: Language = "c", variables: tuple[str, ...] = ()) -> Node | None:
    """The expression that ``text`` is, ``None`` if it is none; ``variables`` are no types."""
    if not text.strip() or len(text) > _LONGEST:
        return None
    tree = parse(f"void f({_parameters(variables)}) {{ x = {text}\n; }}", language=language).tree.root_node
    function = tree.named_children[0] if tree.named_child_count == 1 and not tree.has_error else None
    body = function.child_by_field_name("body") if function is not None else None
    if body is None or body.named_child_count != 1 or body.named_children[0].named_child_count != 1:
        return None
    assignment = body.named_children[0].named_children[0]
    if assignment.type != "assignment_expression":
        return None
    return assignment.child_by_field_name("right")
