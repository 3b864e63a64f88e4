"""What nvcc takes in types and lambdas and a C++ compiler does not.

Classes and enumerations that are said to be for a side: `__host__ __device__ struct S { … };`. It says nothing of a type, and what is left
of it would be a storage class without a variable. Constants of class templates with their value in the class, `static const T zero = 0;`:
of floating types C++ wants `constexpr`. Lambdas of device code that are said to be for a side, `[] __device__ (int i) { … }`: they are
for that of their function. Classes of functions with such methods that a variable is declared with.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from loopwright.source.lexemes import words_of_code
from loopwright.source.nodes import nearest, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span, spliced
from loopwright.source.tokens import tokenize

_SIDES = frozenset(("__host__", "__device__", "__managed__", "__constant__"))
_KEYS = ("struct", "class", "union", "enum")
_TYPES = tuple(f"{key}_specifier" for key in _KEYS)


def with_plain_types(source: Source) -> Source:
    """``source`` with blanks there; ``source`` itself where there are none."""
    spans = [*_before_types(source), *_behind_keys(source.data), *_of_inner_lambdas(source)]
    data = bytearray(source.data)
    for span in spans:
        data[span.start : span.end] = b" " * (span.end - span.start)
    return parse(bytes(data), source.name, source.language) if spans else source


def with_constants(source: Source) -> Source:
    """``source`` with `constexpr` for the `const` of such a constant; ``source`` itself where there are none."""
    places = list(_constants(source)) if b"template" in source.data else []
    data = source.data
    for place in sorted(places, reverse=True):
        data = data[: place.start] + b"constexpr" + data[place.end :]
    return parse(data, source.name, source.language) if places else source


def with_classes_before(source: Source) -> Source:
    """``source`` with classes of functions before the variables that are declared with them, `struct S { … } s;`, where methods are said to be
    for a side: a variable's type is written as it stands. ``source`` itself where there are none."""
    edits: list[tuple[int, int, str]] = []
    for node in source.kinds.of("declaration"):
        kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
        name = kind.child_by_field_name("name") if kind is not None else None
        if kind is None or name is None or declarator is None or kind.child_by_field_name("body") is None:
            continue
        if _SIDES.isdisjoint(words_of_code(text_of(kind))) or nearest(node, ("function_definition",)) is None:
            continue
        before = source.data[node.start_byte : kind.start_byte].decode()
        if "\n" not in before:
            edits.append((node.start_byte, kind.start_byte, ""))
            edits.append((kind.end_byte, kind.end_byte, f"; {before}{text_of(name)}"))
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def _constants(source: Source) -> Iterator[Span]:
    """The `const` of static members of class templates that have their value beside them."""
    for node in source.kinds.of("field_declaration"):
        declared = node.child_by_field_name("declarator")
        if declared is None or declared.type != "field_identifier" or node.child_by_field_name("default_value") is None:
            continue
        words = {text_of(c): c for c in node.children if c.type in ("storage_class_specifier", "type_qualifier")}
        around = nearest(node, ("template_declaration", "function_definition"))
        if {"static", "const"} <= set(words) and around is not None and around.type == "template_declaration":
            yield Span(words["const"].start_byte, words["const"].end_byte)


def _before_types(source: Source) -> Iterator[Span]:
    """Sides of declarations that declare a type and nothing of it."""
    for node in source.kinds.of("declaration"):
        kind, declarator = node.child_by_field_name("type"), node.child_by_field_name("declarator")
        if kind is None or kind.type not in _TYPES or (declarator is not None and not declarator.is_missing):
            continue
        for part in node.children:
            if not part.children and text_of(part) in _SIDES:
                yield Span(part.start_byte, part.end_byte)


def _of_inner_lambdas(source: Source) -> Iterator[Span]:
    """Sides of lambdas in functions that are for a side themselves. The grammar has no place for them."""
    for node in source.kinds.of("lambda_expression"):
        unread = [c for c in node.children if c.type == "ERROR" and set(text_of(c).split()) <= _SIDES]
        if unread and (around := nearest(node, ("function_definition",))) is not None:
            body = around.child_by_field_name("body")
            head = text_of(around)[: body.start_byte - around.start_byte] if body is not None else ""
            if "__device__" in head or "__global__" in head:
                yield from (Span(c.start_byte, c.end_byte) for c in unread)


def _behind_keys(data: bytes) -> Iterator[Span]:
    """Sides between `struct` and its name, which no grammar reads as a type."""
    if not any(f"{key} __{side}__".encode() in data for key in _KEYS for side in ("host", "device")):
        return
    for line in _lines(data):
        typed = False
        for before, token in pairwise(tokenize(data, line)):
            typed = before.text in _KEYS or (typed and before.text in _SIDES)
            if typed and token.text in _SIDES:
                yield token.span


def _lines(data: bytes) -> Iterator[Span]:
    at = 0
    for line in data.splitlines(keepends=True):
        yield Span(at, at + len(line))
        at += len(line)
