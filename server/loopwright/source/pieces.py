"""The top-level pieces of a file (a function, a declaration, …) and what each contains.

That is found by one tree-sitter query, kept with offsets relative to the piece and by the piece's bytes, so that a keystroke costs
one piece and not the file.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from loopwright.bounded import keep
from loopwright.source.headers import LoopHeader, read_header, with_changes
from loopwright.source.nodes import LONGEST_KEPT, TopLevel
from loopwright.source.syntax import Language, Source, grammar
from loopwright.source.text import Span

_BREAKABLE = frozenset(("for_statement", "for_range_loop", "while_statement", "do_statement", "switch_statement"))
# Between the parameters and the body may stand `const`, `override`, `noexcept`, `-> T`, attributes, declarations of parameters.
_INTERESTING = re.compile(rb"\bfor\b|__global__|<<<|\)[^{}]{0,300}\{")
_CACHE_LIMIT = 20_000


class FunctionShape(NamedTuple):
    """A function; spans relative to its piece. ``kind`` is host, kernel or device."""

    name: str
    span: Span
    body: Span
    kind: str


class LoopShape(NamedTuple):
    """A loop; spans relative to its piece, ``parent`` and ``function`` index their siblings."""

    span: Span
    header_end: int
    body: Span
    header: LoopHeader
    depth: int
    parent: int | None
    function: int | None
    exits: tuple[str, ...]


class LaunchShape(NamedTuple):
    """A launch ``kernel<<<grid, block, …>>>(…)``; ``span`` relative to its piece."""

    kernel: str
    span: Span
    configuration: tuple[str, ...]


class PieceShape(NamedTuple):
    """What one top-level piece contains, offsets relative to its start."""

    functions: tuple[FunctionShape, ...]
    loops: tuple[LoopShape, ...]
    launches: tuple[LaunchShape, ...]


class Piece(NamedTuple):
    """A top-level piece: where it begins, its text, the kinds of its node and of the node around it, what it contains. Pieces of one text
    and one ``form`` have one tree."""

    start: int
    text: bytes
    kind: str
    around: str
    form: str
    shape: PieceShape

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.start + len(self.text))

    @property
    def head(self) -> bytes:
        """What the rest of the file can see of it: a function without its body unless that defines macros, of a comment nothing,
        anything else whole."""
        if self.kind == "comment":
            return b""
        if self.kind == "function_definition" and self.shape.functions:
            start = self.shape.functions[0].body.start
            return self.text if self.text.find(b"define", start) >= 0 else self.text[:start]
        return self.text


def pieces_of(source: Source) -> Iterator[Piece]:
    """The top-level pieces of a file in order."""
    nodes = source.top_level
    for node, (text, shape) in zip(nodes.nodes, nodes.each(_shape_of, source.language), strict=True):
        yield Piece(node.start, text, node.kind, node.around, node.form, shape)


def alone(node: TopLevel, language: Language) -> Piece:
    """The piece that a node is, as if the file began with it."""
    text, shape = _shape_of(node, language)
    return Piece(0, text, node.kind, node.around, node.form, shape)


EMPTY = PieceShape((), (), ())
_shapes: dict[tuple[bytes, str, str], tuple[bytes, PieceShape]] = {}


def _shape_of(node: TopLevel, language: Language) -> tuple[bytes, PieceShape]:
    """The text of a piece and what it contains: the same object for the same text, so that to compare two versions costs nothing."""
    text, form = node.text, node.form
    key = (text, form, language)
    known = _shapes.get(key)
    if known is None:
        known = text, _read_piece(node.node, language) if _INTERESTING.search(text) else EMPTY
        if len(form) <= LONGEST_KEPT:
            keep(_shapes, key, known, _CACHE_LIMIT)
    return known if node.said is text else (node.said, known[1])


def _read_piece(piece: Node, language: Language) -> PieceShape:
    base = piece.start_byte
    captures = QueryCursor(_query(language)).captures(piece)
    functions = sorted(captures.get("function", ()), key=lambda node: (node.start_byte, -node.end_byte))
    function_shapes = tuple(shape for node in functions if (shape := _read_function(node, base)))
    loops = sorted(captures.get("loop", ()), key=lambda node: (node.start_byte, -node.end_byte))
    exits = _exits(captures)
    changes = sorted(captures.get("change", ()), key=lambda node: node.start_byte)
    starts = [node.start_byte for node in changes]
    loop_shapes: list[LoopShape] = []
    open_loops: list[int] = []
    for node in loops:
        span = Span(node.start_byte - base, node.end_byte - base)
        while open_loops and loop_shapes[open_loops[-1]].span.end <= span.start:
            open_loops.pop()
        body = node.child_by_field_name("body")
        body_span = Span(body.start_byte - base, body.end_byte - base) if body is not None else Span(span.end, span.end)
        loop_shapes.append(
            LoopShape(
                span,
                _header_end(node) - base,
                body_span,
                with_changes(read_header(node), node, _between(changes, starts, body)),
                len(open_loops),
                open_loops[-1] if open_loops else None,
                _innermost(function_shapes, span),
                exits.get(node.id, ()),
            )
        )
        open_loops.append(len(loop_shapes) - 1)
    return PieceShape(function_shapes, tuple(loop_shapes), _launches(captures, base))


def _between(nodes: list[Node], starts: list[int], body: Node | None) -> list[Node]:
    """Those of some nodes, which begin at ``starts``, that stand in a body."""
    if body is None:
        return []
    return nodes[bisect_left(starts, body.start_byte) : bisect_left(starts, body.end_byte)]


def _header_end(loop: Node) -> int:
    for child in loop.children:
        if child.type == ")":
            return child.end_byte
    return loop.end_byte


def _innermost(functions: tuple[FunctionShape, ...], span: Span) -> int | None:
    around = None
    for index, function in enumerate(functions):
        if function.span.contains(span):
            around = index
    return around


def _read_function(node: Node, base: int) -> FunctionShape | None:
    declarator = node.child_by_field_name("declarator")
    body = node.child_by_field_name("body")
    if declarator is None or body is None:
        return None
    while True:
        inner = declarator.child_by_field_name("declarator")
        if inner is None and declarator.type == "reference_declarator" and declarator.named_children:
            inner = declarator.named_children[-1]  # a field without a name in the grammar
        if inner is None:
            break
        declarator = inner
    head = (node.text or b"")[: body.start_byte - node.start_byte]
    kind = "kernel" if b"__global__" in head else "device" if b"__device__" in head else "host"
    name = (declarator.text or b"").decode("utf-8", errors="replace")
    span = Span(node.start_byte - base, node.end_byte - base)
    return FunctionShape(name, span, Span(body.start_byte - base, body.end_byte - base), kind)


def _exits(captures: dict[str, list[Node]]) -> dict[int, tuple[str, ...]]:
    """Loop node id → statements that leave that loop before its condition is false."""
    exits: dict[int, tuple[str, ...]] = {}
    labels = [(_label(node), node.start_byte) for node in captures.get("label", ())]
    for kind in ("break", "return", "goto", "throw"):
        for jump in captures.get(kind, ()):
            node = jump.parent
            targets = [at for name, at in labels if name == _label(jump)] if kind == "goto" else []
            while node is not None and node.type not in ("function_definition", "lambda_expression"):
                if node.type in _BREAKABLE:
                    if any(node.start_byte < at < node.end_byte for at in targets):
                        break  # it leads to where this loop goes on
                    if kind not in exits.get(node.id, ()):
                        exits[node.id] = (*exits.get(node.id, ()), kind)
                    if kind == "break":
                        break
                node = node.parent
    return exits


def _label(node: Node) -> bytes | None:
    name = node.child_by_field_name("label")
    return name.text if name is not None else None


def _launches(captures: dict[str, list[Node]], base: int) -> tuple[LaunchShape, ...]:
    launches = []
    for launch in captures.get("launch", ()):
        name = launch.child_by_field_name("function")
        configuration = next((child for child in launch.children if child.type == "kernel_call_syntax"), None)
        if name is None or configuration is None:
            continue
        parts = tuple((part.text or b"").decode("utf-8", errors="replace") for part in configuration.named_children)
        span = Span(launch.start_byte - base, launch.end_byte - base)
        launches.append(LaunchShape((name.text or b"").decode("utf-8", errors="replace"), span, parts))
    return tuple(sorted(launches, key=lambda item: item.span))


@cache
def _query(language: Language) -> Query:
    query: Query = Query(grammar(language), _query_text(language))
    return query


def _query_text(name: str) -> str:
    text = resources.files("loopwright.source").joinpath("queries").joinpath(f"{name}.scm").read_text("utf-8")
    first = text.splitlines()[0]
    if first.startswith("; inherits: "):
        text = _query_text(first.removeprefix("; inherits: ").strip()) + text
    return text
