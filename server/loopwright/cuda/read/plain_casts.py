"""Conversions written as calls, `unsigned(x)`: the grammar takes the first word for the beginning of a declaration in many places, and
the whole function is lost. There they become `(unsigned)(x)`, which C++ defines as the same (`[expr.type.conv]`)."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.source.syntax import Source, parse

_WORDS = frozenset((b"unsigned", b"signed", b"short", b"long"))
# Behind these stands a value. Behind `<` it may be a type as well: `function<unsigned(int)>`.
_BEFORE_VALUES = frozenset(
    (
        *(
            "(",
            "[",
            ",",
            "=",
            "?",
            ":",
            "return",
            "!",
            "~",
            "+",
            "-",
            "*",
            "/",
            "%",
            "&",
            "|",
            "^",
            "&&",
            "||",
            "<<",
            ">>",
        ),
        *(">", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "case"),
    )
)


def with_plain_casts(source: Source) -> Source:
    """The source with such conversions as casts, if more of it can be read then."""
    if not source.tree.root_node.has_error or not any(word + b"(" in source.data for word in _WORDS):
        return source
    data, at, parts = source.data, 0, []
    for word in _conversions(source.tree.root_node):
        parts += [data[at : word.start_byte], b"(", data[word.start_byte : word.end_byte], b")"]
        at = word.end_byte
    if not parts:
        return source
    other = parse(b"".join([*parts, data[at:]]), source.name, "cuda")
    return other if _broken(other.tree.root_node) < _broken(source.tree.root_node) else source


def _conversions(root: Node) -> Iterator[Node]:
    """The words before an opening parenthesis where a value is expected."""
    before: list[Node] = []
    for leaf in _leaves(root):
        if leaf.type == "(" and len(before) >= 2 and _is_word(before[-1]) and before[-2].type in _BEFORE_VALUES:
            yield before[-1]
        before = [*before[-1:], leaf]


def _is_word(leaf: Node) -> bool:
    return leaf.text in _WORDS


def _leaves(node: Node) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if at.child_count and at.type not in ("string_literal", "char_literal", "raw_string_literal"):
            waiting.extend(reversed(at.children))
        elif at.type != "comment":
            yield at


def _broken(root: Node) -> int:
    """How many parts of the file hold what cannot be read."""
    return sum(1 for node in root.children if node.has_error)
