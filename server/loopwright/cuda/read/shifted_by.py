"""By what a text shifts, as its tokens tell: what a macro stands for is asked before anything is parsed."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import pairwise

from loopwright.source.lexemes import Lexeme, code_within

_SHIFTS = frozenset(("<<", ">>", "<<=", ">>="))
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")
# What ends an amount: operators that bind no tighter than a shift, and what stands between expressions.
_ENDS = frozenset(
    (
        ";",
        ",",
        "<",
        ">",
        "<=",
        ">=",
        "==",
        "!=",
        "&",
        "^",
        "|",
        "&&",
        "||",
        "?",
        ":",
        "=",
        "+=",
        "-=",
        "&=",
        "|=",
        "^=",
        *_SHIFTS,
    )
)


def has_shift(text: str) -> bool:
    """Whether a text shifts something."""
    return any(sign in text for sign in ("<<", ">>")) and any(each.text in _SHIFTS for each in code_within(text))


def is_shifted_by(text: str, names: AbstractSet[str]) -> bool:
    """Whether a text shifts by what is made of one of some names, or of what a function gives, and no mask bounds."""
    return any(
        not _is_masked(amount) and (not names.isdisjoint(e.text for e in amount) or _calls(amount))
        for amount in _amounts(code_within(text))
    )


def _amounts(said: list[Lexeme]) -> Iterator[list[Lexeme]]:
    for at, sign in enumerate(said):
        if sign.text not in _SHIFTS:
            continue
        end, depth = at + 1, 0
        while end < len(said) and (depth or said[end].text not in _ENDS):
            depth += (said[end].text in _OPENS) - (said[end].text in _CLOSES)
            if depth < 0:
                break
            end += 1
        yield said[at + 1 : end]


def _is_masked(amount: list[Lexeme]) -> bool:
    """``((n) & 31)``."""
    while len(amount) > 2 and amount[0].text == "(" and amount[-1].text == ")":
        amount = amount[1:-1]
    return len(amount) > 2 and amount[-2].text == "&" and amount[-1].kind == "number"


def _calls(amount: list[Lexeme]) -> bool:
    return any(each.kind == "name" and following.text == "(" for each, following in pairwise(amount))
