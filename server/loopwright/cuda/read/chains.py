"""The lines of a file as conditionals of the preprocessor, one in the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)\b(.*)", re.DOTALL)
_NO_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)


@dataclass
class Branch:
    """One part of a conditional: its directive, and what stands in it."""

    word: str
    condition: str
    start: int  # the lines of the directive
    end: int
    items: list[Lines | Chain] = field(default_factory=list)


@dataclass
class Lines:
    """Lines without a conditional; a directive stands alone."""

    start: int
    end: int


@dataclass
class Chain:
    """``#if`` … ``#endif``; ``start`` and ``end`` are the lines of the last directive."""

    branches: list[Branch]
    start: int = 0
    end: int = 0


def without_text(text: str) -> str:
    """``text`` with blanks for remarks and what is quoted."""
    return _NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def chains_of(code: list[str]) -> list[Lines | Chain]:
    """What stands in the lines of a file, without remarks and quoted text."""
    top: list[Lines | Chain] = []
    open_: list[Chain] = []
    for word, condition, at, end in _pieces(code):
        items = open_[-1].branches[-1].items if open_ else top
        if word in ("if", "ifdef", "ifndef"):
            chain = Chain([Branch(word, condition, at, end)])
            items.append(chain)
            open_.append(chain)
        elif word in ("elif", "else") and open_:
            open_[-1].branches.append(Branch(word, condition, at, end))
        elif word == "endif" and open_:
            open_[-1].start, open_[-1].end = at, end
            open_.pop()
        else:
            items.append(Lines(at, end))
    return top


def _pieces(code: list[str]) -> Iterator[tuple[str, str, int, int]]:
    """(word of a directive or nothing, what follows it, first line, the one behind the last)."""
    at = 0
    while at < len(code):
        end = at + 1
        if DIRECTIVE.match(code[at]) is None:
            yield "", "", at, end
            at = end
            continue
        while end < len(code) and code[end - 1].rstrip("\r").endswith("\\"):
            end += 1
        matched = DIRECTIVE.match(" ".join(line.rstrip("\r").rstrip("\\") for line in code[at:end]))
        assert matched is not None
        yield matched[1], matched[2].strip(), at, end
        at = end
