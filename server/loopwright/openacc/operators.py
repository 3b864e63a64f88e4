"""The words of directives written as `_Pragma("acc …")` (C 6.10.9)."""

from __future__ import annotations

from loopwright.source.pragmas import OPERATOR
from loopwright.source.text import Span
from loopwright.source.tokens import Token, tokenize


def operator_tokens(data: bytes, span: Span) -> tuple[Token, ...]:
    """The words of the directive in the `_Pragma` at ``span``, behind its `acc`."""
    match = OPERATOR.match(data, span.start)
    if match is None:
        return ()
    start = match.start(2)
    text = match[2].replace(b'\\"', b' "')
    tokens = tokenize(text, Span(0, len(text)))
    return tuple(Token(kind, word, place.shifted(start)) for kind, word, place in tokens)
