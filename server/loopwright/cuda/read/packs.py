"""Packs of pointers among the parameters of a function, `const T *...rows`: the grammar knows none, and a kernel that has one is lost. An alias
that is the same to a compiler, and lets it tell `T` from an argument, takes their place: `lw_pointer<const T>... rows`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from loopwright.cuda.read.misread import broken, leaves
from loopwright.source.syntax import Source, parse

POINTER = "lw_pointer"
_DOTS = b"..."
_QUALIFIERS = frozenset((b"const", b"volatile", b"__restrict__", b"__restrict", b"restrict"))
_OPENS, _CLOSES = frozenset((b"(", b"[", b"{", b"<")), frozenset((b")", b"]", b"}", b">"))


def with_plain_packs(source: Source) -> Source:
    """The source with such packs written so, if more of it can be read then."""
    if not source.root.has_error or _DOTS not in source.data:
        return source
    data, at, parts = source.data, 0, []
    for start, star, dots in _packs(list(leaves(source.root))):
        lines = b"\n" * data.count(b"\n", star, dots)  # every line keeps its number
        parts += [data[at:start], f"{POINTER}<".encode(), data[start:star].rstrip(b" "), b">", lines]
        at = dots
    if not parts:
        return source
    other = parse(b"".join([*parts, data[at:]]), source.name, "cuda")
    return other if broken(other.tree.root_node) < broken(source.root) else source


def _packs(tokens: Sequence[Node]) -> Iterator[tuple[int, int, int]]:
    """Of each pack: where its type begins, its last star, its dots."""
    for i, token in enumerate(tokens):
        named = token.text == _DOTS and i + 2 < len(tokens) and tokens[i + 1].type == "identifier"
        if not named or tokens[i + 2].text not in (b",", b")", b"="):
            continue
        star = i - 1
        while star > 0 and tokens[star].text in _QUALIFIERS:
            star -= 1
        start = _first_of_parameter(tokens, star)
        if star > start and tokens[star].text == b"*":
            yield tokens[start].start_byte, tokens[star].start_byte, token.start_byte


def _first_of_parameter(tokens: Sequence[Node], at: int) -> int:
    """The token behind the comma or parenthesis in front of the parameter that ``at`` is in."""
    depth = 0
    while at > 0:
        before = tokens[at - 1].text or b""
        depth += (before.count(b">") if before in (b">", b">>") else before in _CLOSES) - (before in _OPENS)
        if depth < 0 or (before == b"," and depth == 0):
            break
        at -= 1
    return at
