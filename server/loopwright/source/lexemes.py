"""The tokens of a whole text that has no tree yet, as the preprocessor takes them: remarks, continued lines, raw strings and digits with
marks between them are understood; a directive is one piece, which may be looked into."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

Kind = Literal["remark", "directive", "string", "number", "name", "punctuation"]

_CONTINUED = r"\\[ \t]*(?:\r\n|\n|\r)"
_REMARK = rf"//(?:{_CONTINUED}|[^\r\n])*|/\*.*?(?:\*/|\Z)"
_QUOTED = r"\"(?:\\(?:\r\n|.)|[^\"\\\r\n])*\"|'(?:\\(?:\r\n|.)|[^'\\\r\n])*'"
_PREFIX = r"(?:u8|[uUL])?"
_IN_LINE = (
    rf"(?P<remark>{_REMARK})"
    rf"|(?P<string>{_PREFIX}R\"(?P<mark>[^()\\\s]{{0,16}})\(.*?(?:\)(?P=mark)\"|\Z)|{_PREFIX}(?:{_QUOTED}))"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)"
    r"|(?P<name>[^\W\d]\w*)"
    rf"|{_CONTINUED}"
    r"|(?P<punctuation><<<|>>>|->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||::|\.\.\.|##|[-+*/%&|^]=|\S)"
)
_LEXEME = re.compile(_IN_LINE, re.DOTALL)
_LEXEME_OR_DIRECTIVE = re.compile(
    rf"(?P<directive>^(?:[ \t]|/\*(?:[^*\r\n]|\*(?!/))*\*/)*#(?:{_REMARK}|{_QUOTED}|{_CONTINUED}|[^\r\n])*)|{_IN_LINE}",
    re.DOTALL | re.MULTILINE,
)


class Lexeme(NamedTuple):
    """``start`` and ``end`` are places in the text, in characters."""

    kind: Kind
    text: str
    start: int
    end: int


class Directive(NamedTuple):
    """A line of the preprocessor: its word, and what stands behind it without remarks, in one line."""

    word: str
    rest: str


def lexemes(text: str) -> Iterator[Lexeme]:
    """All of a text; the tokens of a directive are not among them."""
    for match in _LEXEME_OR_DIRECTIVE.finditer(text):
        if match.lastgroup is not None:
            yield Lexeme(match.lastgroup, match[0], *match.span())  # type: ignore[arg-type]


def lexemes_within(text: str, start: int = 0, end: int | None = None) -> Iterator[Lexeme]:
    """Those of a part that is no line of the preprocessor, or of one of them."""
    for match in _LEXEME.finditer(text, start, len(text) if end is None else end):
        if match.lastgroup is not None:
            yield Lexeme(match.lastgroup, match[0], *match.span())  # type: ignore[arg-type]


def code_within(text: str) -> list[Lexeme]:
    """The same without remarks."""
    return [each for each in lexemes_within(text) if each.kind != "remark"]


def all_lexemes(text: str) -> Iterator[Lexeme]:
    """All of a text, those of directives in the place of these."""
    for each in lexemes(text):
        if each.kind == "directive":
            yield from lexemes_within(text, each.start, each.end)
        else:
            yield each


def words_of_code(text: str) -> list[str]:
    """The names in a text, each as often as it stands there; remarks and what is quoted have none."""
    return [each.text for each in all_lexemes(text) if each.kind == "name"]


def without_text(text: str) -> str:
    """``text`` with blanks for remarks and what is quoted; lines stay lines."""
    silent = (each for each in all_lexemes(text) if each.kind in ("remark", "string"))
    return replaced(text, ((each.start, each.end, blank(each.text)) for each in silent))


def replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """``text`` with other text from one place to another; the places come in order."""
    parts, at = [], 0
    for start, end, new in edits:
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def blank(text: str) -> str:
    """As many blanks, in as many lines."""
    return "".join(c if c in "\r\n" else " " for c in text)


def read_directive(text: str) -> Directive | None:
    """What a line of the preprocessor says; nothing for a line of code, and one that is only ``#``."""
    parts = code_within(text)
    if len(parts) < 2 or parts[0].text != "#" or parts[1].kind != "name":
        return None
    return Directive(parts[1].text, one_line(text[parts[1].end :]))


def one_line(text: str) -> str:
    """A part of a directive without its remarks and line ends; blanks in a line stay."""
    parts: list[str] = []
    at = 0
    for each in lexemes_within(text):
        gap = text[at : each.start].replace("\\", "")
        parts += [" ".join(gap.splitlines()), " " if each.kind == "remark" else each.text]
        at = each.end
    return "".join(parts).strip()
