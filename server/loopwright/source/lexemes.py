"""The tokens of a whole text that has no tree yet, as the preprocessor takes them: remarks, continued lines, raw strings and digits with
marks between them are understood; a directive is one piece, which may be looked into."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

Kind = Literal["remark", "directive", "string", "number", "name", "punctuation"]

_CONTINUED = r"\\[ \t]*(?:\r\n|\n|\r)"
_REMARK = rf"//(?:{_CONTINUED}|[^\r\n])*|/\*.*?(?:\*/|\Z)"
_QUOTED = r"\"(?:\\(?:\r\n|.)|[^\"\\\r\n])*\"|'(?:\\(?:\r\n|.)|[^'\\\r\n])*'"
_PREFIX = r"(?:u8|[uUL])?"
_RAW = rf"{_PREFIX}R\"(?P<mark>[^()\\\s]{{0,16}})\(.*?(?:\)(?P=mark)\"|\Z)"
_IN_LINE = (
    rf"(?P<remark>{_REMARK})"
    rf"|(?P<string>{_RAW}|{_PREFIX}(?:{_QUOTED}))"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*)"
    r"|(?P<name>[^\W\d]\w*)"
    rf"|{_CONTINUED}"
    r"|(?P<punctuation><<<|>>>|->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||::|\.\.\.|##|%:|[-+*/%&|^]=|\S)"
)
_MARKS = ("#", "%:")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_LEXEME = re.compile(_IN_LINE, re.DOTALL)
_LINE = rf"(?P<directive>^(?:[ \t\f\v]|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)*(?:#|%:)(?:{_REMARK}|{_QUOTED}|{_CONTINUED}|[^\r\n])*)"
_LEXEME_OR_DIRECTIVE = re.compile(rf"{_LINE}|{_IN_LINE}", re.DOTALL | re.MULTILINE)
# What says nothing, found without a look at the rest; a number with marks in it is passed over. Its first sign is asked for first:
# most places of a text cannot begin it.
_SAYS_NOTHING = (
    r"(?=[\d/\"'uULR])"
    rf"(?:(?<![\w.])\d[\w.]*(?:'\w[\w.]*)+|(?P<silent>{_REMARK}|(?<!\w){_RAW}|(?:(?<!\w){_PREFIX})?(?:{_QUOTED})))"
)
_SILENT = re.compile(_SAYS_NOTHING, re.DOTALL)
# The same tokens, of which only names are handed on; raw strings, whose ends their beginnings say, are left to the whole.
_NAME = re.compile(rf"{_REMARK}|{_PREFIX}(?:{_QUOTED})|\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*|([^\W\d]\w*)", re.DOTALL)
_DIRECTIVE = re.compile(rf"{_LINE}|{_SAYS_NOTHING}", re.DOTALL | re.MULTILINE)


class Lexeme(NamedTuple):
    """``start`` and ``end`` are places in the text, in characters."""

    kind: Kind
    text: str
    start: int
    end: int


_new = tuple.__new__  # a whole text has tens of thousands; what a `NamedTuple` does beside it takes as long again


class Directive(NamedTuple):
    """A line of the preprocessor: its word, and what stands behind it without remarks, in one line."""

    word: str
    rest: str


def lexemes(text: str) -> Iterator[Lexeme]:
    """All of a text; the tokens of a directive are not among them."""
    for match in _LEXEME_OR_DIRECTIVE.finditer(text):
        if match.lastgroup is not None:
            yield _new(Lexeme, (match.lastgroup, match[0], *match.span()))


def lexemes_within(text: str, start: int = 0, end: int | None = None) -> Iterator[Lexeme]:
    """Those of a part that is no line of the preprocessor, or of one of them."""
    for match in _LEXEME.finditer(text, start, len(text) if end is None else end):
        if match.lastgroup is not None:
            yield _new(Lexeme, (match.lastgroup, match[0], *match.span()))


def code_within(text: str) -> list[Lexeme]:
    """The same without remarks."""
    return [each for each in lexemes_within(text) if each.kind != "remark"]


def directives_in(text: str) -> Iterator[Lexeme]:
    """The lines of the preprocessor in a text."""
    for match in _DIRECTIVE.finditer(text) if any(mark in text for mark in _MARKS) else ():
        if match["directive"] is not None:
            yield Lexeme("directive", match[0], *match.span())


def all_lexemes(text: str) -> Iterator[Lexeme]:
    """All of a text, those of directives in the place of these."""
    for each in lexemes(text):
        if each.kind == "directive":
            yield from lexemes_within(text, each.start, each.end)
        else:
            yield each


def words_of_code(text: str) -> list[str]:
    """The names in a text, each as often as it stands there; remarks and what is quoted have none."""
    if 'R"' in text:
        return [each.text for each in all_lexemes(text) if each.kind == "name"]
    return [name for name in _NAME.findall(text) if name]


def without_text(text: str) -> str:
    """``text`` with blanks for remarks and what is quoted; lines stay lines."""
    return _SILENT.sub(lambda match: match[0] if match["silent"] is None else blank(match[0]), text)


def without_remarks(text: str) -> str:
    """A part of the code without what is only remarked."""
    if "//" not in text and "/*" not in text:
        return text
    remarks = (each for each in all_lexemes(text) if each.kind == "remark")
    return replaced(text, ((each.start, each.end, " ") for each in remarks))


@lru_cache(maxsize=4096)
def without_words(text: str, words: frozenset[str]) -> str:
    """A part of the code without some words, its blanks single ones."""
    gone = (each for each in all_lexemes(text) if each.text in words)
    return " ".join(replaced(text, ((each.start, each.end, " ") for each in gone)).split())


def arguments_at(text: str, at: int = 0, open_: str = "(") -> tuple[list[str], int] | None:
    """What the brackets list that the code has there, those of a call or of a template, and where they end; nothing where it has
    none. A `<` that nothing closes is a comparison."""
    found: list[str] = []
    start, waiting = at, list[str]()
    for sign, place in _signs(text, at):
        if not waiting and sign != open_:
            return None
        if sign in _CLOSING:
            waiting.append(_CLOSING[sign])
            start = place + 1 if len(waiting) == 1 else start
        elif sign in waiting and (sign != ">" or waiting[-1] == ">"):
            del waiting[-1 - waiting[::-1].index(sign) :]
        if not waiting or (sign == "," and len(waiting) == 1):
            argument = text[start:place].strip()
            found += [argument] if argument or found or waiting else []
            start = place + 1
        if not waiting:
            return found, place + 1
    return None


def _signs(text: str, at: int) -> Iterator[tuple[str, int]]:
    """What stands in code from a place on; `>>` may close two templates."""
    for each in lexemes_within(text, at):
        if each.text in (">>", ">>>"):
            yield from ((">", each.start + number) for number in range(len(each.text)))
        elif each.kind != "remark":
            yield each.text, each.start


def extents_in(text: str) -> tuple[str, ...]:
    """What stands in the square brackets of a declarator."""
    found: list[str] = []
    depth = start = 0
    for each in lexemes_within(text) if "[" in text else ():
        depth += (each.text == "[") - (each.text == "]")
        if each.text == "[" and depth == 1:
            start = each.end
        elif each.text == "]" and not depth:
            found.append(text[start : each.start])
    return tuple(found)


def replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """``text`` with other text from one place to another; the places come in order."""
    parts, at = [], 0
    for start, end, new in edits:
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def blank(text: str) -> str:
    """As many blanks, in as many lines."""
    return "\n".join("\r".join(" " * len(part) for part in line.split("\r")) for line in text.split("\n"))


def read_directive(text: str) -> Directive | None:
    """What a line of the preprocessor says; nothing for a line of code, and one that is only ``#``."""
    parts = code_within(text)
    if len(parts) < 2 or parts[0].text not in _MARKS or parts[1].kind != "name":
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
