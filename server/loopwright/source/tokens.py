"""The words of a directive with their places in the file: continuation lines and comments are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from loopwright.source.text import Span

_BLANK = re.compile(rb"(?:[ \t\f\v]+|\\[ \t]*(?:\r\n|\n|\r)|/\*.*?(?:\*/|\Z)|\r\n|\n|\r)+", re.DOTALL)
_CONTINUED = re.compile(r"\\[\r\n]+")
_LINE_COMMENT = re.compile(rb"//.*", re.DOTALL)
_TOKEN = re.compile(
    rb"(?P<name>[A-Za-z_\x80-\xff](?:[\w\x80-\xff]|\\(?:\r\n|\n|\r)(?=[\w\x80-\xff]))*)"
    rb"|(?P<number>\.?\d(?:[eEpP][+-]|['\w.])*)"
    rb"|(?P<string>\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?)"
    rb"|(?P<punctuation>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||::|\.\.\.|[-+*/%&|^]=|.)",
    re.DOTALL,
)
_JOINING = frozenset((".", "->", "::"))
_STORING = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"))


class Token(NamedTuple):
    """``kind`` is name, number, string or punctuation; ``span`` is in bytes of the file."""

    kind: str
    text: str
    span: Span

    @property
    def stores(self) -> bool:
        """Whether it is an operator that gives its operand another value."""
        return self.kind == "punctuation" and self.text in _STORING


def tokenize(data: bytes, span: Span) -> tuple[Token, ...]:
    """Tokens of ``data`` within ``span``. Any bytes give some tokens."""
    tokens = []
    position, end = span.start, span.end
    while position < end:
        if blank := _BLANK.match(data, position, end):
            position = blank.end()
            continue
        if _LINE_COMMENT.match(data, position, end):
            break  # also what a backslash continues is comment
        match = _TOKEN.match(data, position, end)
        assert match is not None  # the last alternative takes any byte
        text = match.group().decode("utf-8", errors="replace")
        if match.lastgroup == "name" and "\\" in text:
            text = _CONTINUED.sub("", text)  # a word may go on behind a continuation
        tokens.append(Token(match.lastgroup or "punctuation", text, Span(position, match.end())))
        position = match.end()
    return tuple(tokens)


def cover(tokens: tuple[Token, ...] | list[Token]) -> Span:
    """The span from the first to the last of ``tokens``."""
    return Span(tokens[0].span.start, tokens[-1].span.end)


def text_of(tokens: tuple[Token, ...] | list[Token]) -> str:
    """Tokens as text, a blank only between words."""
    parts: list[str] = []
    for token in tokens:
        if parts and parts[-1][-1:].isidentifier() and token.text[:1].isidentifier():
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)


def free_names(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """The names in an expression that are no members of something."""
    before = ""
    for token in tokens:
        if token.kind == "name" and before not in _JOINING:
            yield token
        before = token.text


@lru_cache(maxsize=4096)
def is_operand(text: str) -> bool:
    """Whether an expression can stand beside any operator as it is: a name, a number, an element, a call, or what has parentheses around it."""
    depth, before = 0, ""
    for token in tokens_of(text):
        if depth == 0 and before not in ("", *_JOINING) and token.text not in (*_JOINING, "(", "["):
            return False
        if depth == 0 and token.kind == "punctuation" and token.text not in (*_JOINING, "(", "["):
            return False
        depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        before = token.text
    return bool(before) and depth == 0


def tokens_of(text: str) -> tuple[Token, ...]:
    """Tokens of an expression that is not in the file as such."""
    raw = text.encode("utf-8", "replace")
    return tokenize(raw, Span(0, len(raw)))
