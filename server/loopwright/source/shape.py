"""The words of a statement with the part that each plays: what stays when names are exchanged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from tree_sitter import Node

from loopwright.bounded import keep
from loopwright.source.nodes import text_of
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span

Part = Literal["counter", "array", "scalar", "call", "field", "type", "number", "text", "other"]
_MOST_WORDS = 700
_MOST_REMEMBERED = 20_000
_NAMES = frozenset(("identifier", "field_identifier", "type_identifier", "namespace_identifier"))
_QUOTED = frozenset(("string_literal", "char_literal", "raw_string_literal", "system_lib_string"))
_MARK: dict[Part, str] = {"counter": "<i>", "array": "<a>", "scalar": "<s>", "text": "<t>"}


class Word(NamedTuple):
    """A token and the part it plays; only the parts of variables (counter, array, scalar) hide their name."""

    text: str
    part: Part

    @property
    def shape(self) -> str:
        """The token, or what stands for every name of its part."""
        return _MARK.get(self.part, self.text)


def words_of(outline: Outline, loop: Loop) -> tuple[Word, ...]:
    """The words of a loop without comments and pragmas, at most 700 of them. Remembered by the loop's text."""
    around: list[str] = []
    outer = loop.parent
    while outer is not None:
        around.append(outer.header.variable or "")
        outer = outer.parent
    source = outline.source
    key = (source.data[loop.span.start : loop.span.end], tuple(around), source.language)
    known = _remembered.get(key)
    if known is None:
        known = keep(_remembered, key, _words(source.tree.root_node, loop, around), _MOST_REMEMBERED)
    return known


_remembered: dict[tuple[bytes, tuple[str, ...], str], tuple[Word, ...]] = {}


def words_between(outline: Outline, span: Span) -> tuple[Word, ...]:
    """The words of any statements, without comments and pragmas, at most 700 of them."""
    leaves = list(_leaves(outline.source.tree.root_node, span))
    return _as_words(leaves, _counters(leaves))


def stands_alone(outline: Outline, body: Span, inner: Span) -> bool:
    """Whether nothing but braces, comments and lines of the preprocessor stands in a body beside the statement ``inner``."""
    beside = (Span(body.start, inner.start), Span(inner.end, body.end))
    return all(word.text in "{}" for span in beside if span.start < span.end for word in words_between(outline, span))


def _words(root: Node, loop: Loop, around: list[str]) -> tuple[Word, ...]:
    leaves = list(_leaves(root, loop.span))
    return _as_words(leaves, [*around, loop.header.variable or "", *_counters(leaves)])


def _as_words(leaves: list[Node], counters: Iterable[str]) -> tuple[Word, ...]:
    arrays = {text_of(leaf) for leaf in leaves if leaf.type == "identifier" and _is_indexed(leaf)}
    known = set(counters)
    return tuple(Word(text_of(leaf), _part(leaf, known, arrays)) for leaf in leaves)


def _counters(leaves: list[Node]) -> Iterator[str]:
    """What the heads of loops count: the name after `for (`, behind its type if it has one."""
    for index, leaf in enumerate(leaves):
        if text_of(leaf) == "for":
            names = [text_of(other) for other in leaves[index + 2 : index + 6] if other.type == "identifier"]
            yield from names[:1]


def _part(leaf: Node, counters: Iterable[str], arrays: Iterable[str]) -> Part:
    if leaf.type in _QUOTED:
        return "text"
    if leaf.type == "number_literal":
        return "number"
    if leaf.type == "field_identifier":
        return "field"
    if leaf.type in ("type_identifier", "primitive_type", "namespace_identifier"):
        return "type"
    if leaf.type != "identifier":
        return "other"
    name = text_of(leaf)
    if name in counters:
        return "counter"
    if _is_called(leaf):
        return "call"
    return "array" if name in arrays else "scalar"


def _is_called(leaf: Node) -> bool:
    parent = leaf.parent
    if parent is None or parent.type != "call_expression":
        return False
    function = parent.child_by_field_name("function")
    return function is not None and function.id == leaf.id


def _is_indexed(leaf: Node) -> bool:
    """Whether a name is what `[…]` or `*` is applied to."""
    child, parent = leaf, leaf.parent
    while parent is not None and parent.type in ("parenthesized_expression", "field_expression"):
        child, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type == "subscript_expression":
        indexed = parent.child_by_field_name("argument")
        return indexed is not None and indexed.id == child.id
    return parent.type == "pointer_expression" and text_of(parent).startswith("*")


def _leaves(root: Node, span: Span) -> Iterator[Node]:
    """Tokens of ``span`` in order."""
    start = root.descendant_for_byte_range(span.start, max(span.start, span.end - 1)) or root
    stack, count = [start], 0
    while stack and count < _MOST_WORDS:
        node = stack.pop()
        if node.end_byte <= span.start or node.start_byte >= span.end:
            continue
        if node.type == "comment" or node.type.startswith("preproc_"):
            continue
        if node.child_count == 0 or node.type in _QUOTED:
            if node.end_byte > node.start_byte:
                count += 1
                yield node
            continue
        stack.extend(reversed(node.children))


class Arrays(NamedTuple):
    """Names that are indexed in a statement, in order of appearance."""

    names: tuple[str, ...]
    read: frozenset[str]
    written: frozenset[str]


def arrays_of(outline: Outline, loop: Loop) -> Arrays:
    """What a loop indexes, by the form of its text alone."""
    read: dict[str, None] = {}
    written: set[str] = set()
    order: dict[str, None] = {}
    for leaf in _leaves(outline.source.tree.root_node, loop.span):
        if leaf.type != "identifier" or not _is_indexed(leaf):
            continue
        name = text_of(leaf)
        order[name] = None
        reads, writes = _access(leaf)
        if reads:
            read[name] = None
        if writes:
            written.add(name)
    return Arrays(tuple(order), frozenset(read), frozenset(written))


def _access(leaf: Node) -> tuple[bool, bool]:
    """(is read, is written) of the element that a name is indexed for."""
    child, parent = leaf, leaf.parent
    while parent is not None and parent.type in (
        "subscript_expression",
        "field_expression",
        "parenthesized_expression",
        "pointer_expression",
    ):
        indexed = parent.child_by_field_name("argument")
        if indexed is not None and indexed.id != child.id and parent.type == "subscript_expression":
            return True, False  # it is part of an index
        child, parent = parent, parent.parent
    if parent is None:
        return True, False
    if parent.type == "update_expression":
        return True, True
    if parent.type == "assignment_expression":
        left = parent.child_by_field_name("left")
        if left is not None and left.id == child.id:
            operator = text_of(parent.child_by_field_name("operator"))
            return operator != "=", True
    return True, False
