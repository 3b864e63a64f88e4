"""The lines of a file as conditionals of the preprocessor, one in the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loopwright.source.lexemes import Directive, read_directive


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


def directive_of(lines: Sequence[str]) -> Directive | None:
    """What the lines of a directive say, ``None`` for those of code."""
    if not lines or not lines[0].lstrip().startswith("#"):
        return None
    return read_directive("\n".join(line.removesuffix("\r") for line in lines))


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
        if directive_of(code[at:end]) is None:
            yield "", "", at, end
            at = end
            continue
        while end < len(code) and code[end - 1].rstrip("\r").endswith("\\"):
            end += 1
        said = directive_of(code[at:end])
        assert said is not None
        yield said.word, said.rest, at, end
        at = end
