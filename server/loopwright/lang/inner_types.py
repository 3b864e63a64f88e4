"""Types that functions, classes and templates name for themselves (C11 6.2.1p4, C++17 [basic.scope.hiding]): in there a name of the
file may mean another type."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarations import is_at_file_level, span_of, types_named
from loopwright.lang.declarators import SPECIFIERS
from loopwright.lang.types import Type
from loopwright.source.kept import kept
from loopwright.source.nodes import text_of
from loopwright.source.outline import Outline

_WORDS = (b"typedef", b"using", b"typename", b"class", b"struct", b"union", b"enum")
_PARAMETERS = frozenset(
    ("type_parameter_declaration", "optional_type_parameter_declaration", "variadic_type_parameter_declaration")
)
_NAMES = frozenset(("type_identifier", "identifier"))


@kept
def inner_types(outline: Outline) -> dict[str, frozenset[Type]]:
    """What each name stands for that is a type inside of functions, classes and templates of a file; an unknown type for what is
    only known when a template is used."""
    found: dict[str, set[Type]] = {}
    for node in _opened(outline):
        for name, type in _named_by(node):
            found.setdefault(name, set()).add(type)
    return {name: frozenset(types) for name, types in found.items()}


def _opened(outline: Outline) -> Iterator[Node]:
    """What the words of the language that declare types begin."""
    data, root = outline.source.data, outline.source.tree.root_node
    for word in _WORDS:
        at = data.find(word)
        while at >= 0:
            leaf = root.descendant_for_byte_range(at, at + len(word))
            if leaf is not None and leaf.parent is not None and leaf.end_byte - leaf.start_byte == len(word):
                yield leaf.parent
            at = data.find(word, at + len(word))


def _named_by(node: Node) -> Iterator[tuple[str, Type]]:
    if node.type in _PARAMETERS:
        yield from ((text_of(child), Type()) for child in node.named_children[:1] if child.type in _NAMES)
    elif is_at_file_level(node):
        return
    elif node.type == "using_declaration":
        yield text_of(node).rstrip(";").rpartition("::")[2].strip(), Type()
    elif node.type in SPECIFIERS and node.child_by_field_name("body") is None:
        return
    else:
        yield from ((said.name, said.type) for said in types_named(node, span_of(node)))
