"""The names that a function may get to: those in its text, in the text of what they name in the file and its headers, and so on.

It is by words alone, so that nothing is missed: a function is what is called so, a class all of its body, a macro what it stands for. Operators
and the ends of ranges (`for (auto &x : grid)`) are called by no name, so what they say always counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarators import is_in_function, name_of_function
from loopwright.source.kept import kept
from loopwright.source.nodes import CLASSES, subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import words_in

_FUNCTIONS = ("function_definition",)
_DECLARATIONS = ("declaration", "type_definition", "alias_declaration", "field_declaration", "enum_specifier")
_MACROS = ("preproc_def", "preproc_function_def")
_NAMES = frozenset(("identifier", "type_identifier", "field_identifier"))
_OPERATOR = b""
_UNNAMED = frozenset((_OPERATOR, b"begin", b"end"))


def names_reached(outline: Outline, function: Node) -> frozenset[str]:
    """All names that a function may get to, with those that it does not."""
    waiting, found = words_in(function.text or b"") | _UNNAMED, frozenset[bytes]()
    files = (outline, *outline.headers)
    while waiting:
        found |= waiting
        texts = (text for file in files for word in waiting for text in _texts(file).get(word, ()))
        waiting = frozenset().union(*map(words_in, texts)) - found
    return frozenset(word.decode("utf-8", "replace") for word in found)


@kept
def _texts(file: Outline) -> dict[bytes, list[bytes]]:
    """What the names of a file stand for there, as text."""
    found: dict[bytes, list[bytes]] = {}
    for node in file.source.kinds.of(*_FUNCTIONS, *CLASSES, *_DECLARATIONS, *_MACROS):
        for name in _names(node):
            found.setdefault(name, []).append(node.text or b"")
    return found


def _names(node: Node) -> Iterator[bytes]:
    if node.type in _FUNCTIONS:
        last = name_of_function(node).split("<")[0].rpartition("::")[2].strip()
        yield last.encode() if last.isidentifier() else _OPERATOR
    elif node.type in CLASSES or node.type in _MACROS:
        yield text_of(node.child_by_field_name("name")).split("<")[0].encode()
    elif node.type == "enum_specifier" or not is_in_function(node):
        yield from {each.text or b"" for each in subtree(node) if each.type in _NAMES}
