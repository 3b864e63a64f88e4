"""The first bracket of a text that has no partner, read by its tokens: where one is missing, the tree is a guess.

Conditional lines are taken in two ways, by a build that takes the first branch of each and by one that takes the last: what is sound in one of them
is not told. What macros put in is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from loopwright.source.lexemes import Lexeme, lexemes, read_directive
from loopwright.source.text import Span

_END_OF = {"(": ")", "[": "]", "{": "}"}
_ENDS = frozenset(_END_OF.values())
_ASKS = frozenset(("if", "ifdef", "ifndef"))
_ASKS_AGAIN = frozenset(("elif", "elifdef", "elifndef", "else"))
_TAB = 8


@dataclass(frozen=True)
class Misfit:
    """A bracket without a partner. ``beside`` is the one that stands where its partner should be, or closes another than its place says."""

    sign: str
    span: Span
    beside: Span | None = None

    @property
    def opens(self) -> bool:
        """Whether it is one that opens."""
        return self.sign in _END_OF


def misfit(data: bytes) -> Misfit | None:
    """The first bracket without a partner in all builds that are looked at."""
    text = data.decode("latin-1")  # one character for each byte: places are the same
    tokens = [each for each in lexemes(text) if each.kind != "remark"]
    found = _unpaired(_built(tokens, takes_first=True), text)
    if found is None or not any(each.kind == "directive" for each in tokens):
        return found
    other = _unpaired(_built(tokens, takes_first=False), text)
    return found if other is not None and other.span == found.span else None


def are_paired(text: str) -> bool:
    """Whether each bracket of a part of the code has its partner in it."""
    tokens = (each for each in lexemes(text) if each.kind == "punctuation")
    return _unpaired(tokens, text) is None


def _built(tokens: Sequence[Lexeme], takes_first: bool) -> Iterator[Lexeme]:
    """Signs that a build sees. What `#if 0` hides no build sees, and what keeps a header from being read twice hides nothing."""
    is_on = True
    around: list[
        tuple[bool, bool]
    ] = []  # for each group: whether the code around it is seen, whether one of its branches was
    for number, token in enumerate(tokens):
        if token.kind == "punctuation" and is_on:
            yield token
        if token.kind != "directive":
            continue
        directive = read_directive(token.text)
        word = directive.word if directive is not None else ""
        if word in _ASKS:
            takes = _takes(tokens, number, takes_first)
            around.append((is_on, takes))
            is_on = is_on and takes
        elif word in _ASKS_AGAIN and around:
            outside, was_taken = around[-1]
            takes = not was_taken and (word == "else" or takes_first)
            around[-1] = outside, was_taken or takes
            is_on = outside and takes
        elif word == "endif" and around:
            is_on, _ = around.pop()


def _takes(tokens: Sequence[Lexeme], number: int, takes_first: bool) -> bool:
    """Whether a build takes the first branch of a group."""
    asked = read_directive(tokens[number].text)
    assert asked is not None
    if asked.word == "if" and asked.rest in ("0", "1"):
        return asked.rest == "1"
    after = read_directive(tokens[number + 1].text) if number + 1 < len(tokens) else None
    is_guard = after is not None and after.word == "define" and after.rest.split()[:1] == asked.rest.split()[:1]
    return takes_first or (is_guard and asked.word == "ifndef")


def _unpaired(signs: Iterable[Lexeme], text: str) -> Misfit | None:
    waiting: list[Lexeme] = []
    pairs: list[tuple[Lexeme, Lexeme]] = []  # of braces, in the order of their ends
    for sign in signs:
        if sign.text in _END_OF:
            waiting.append(sign)
        elif sign.text in _ENDS:
            if not waiting:
                return Misfit(sign.text, _span(sign))
            last = waiting[-1]
            if _END_OF[last.text] == sign.text:
                waiting.pop()
                if sign.text == "}":
                    pairs.append((last, sign))
            elif last.text != "{" and (sign.text == "}" or _is_open(waiting, sign)):
                return Misfit(last.text, _span(last), _span(sign))
            else:
                return Misfit(sign.text, _span(sign))
    return _left_open(waiting, pairs, text) if waiting else None


def _is_open(waiting: Sequence[Lexeme], end: Lexeme) -> bool:
    """Whether a bracket of that kind waits for its end within the statement."""
    for each in reversed(waiting):
        if each.text == "{":
            return False
        if _END_OF[each.text] == end.text:
            return True
    return False


def _left_open(waiting: Sequence[Lexeme], pairs: Sequence[tuple[Lexeme, Lexeme]], text: str) -> Misfit:
    """What nothing closes up to the end. A brace that lacks its partner takes that of the one around it, which stands further left."""
    inner = next((each for each in reversed(waiting) if each.text != "{"), None)
    if inner is not None:
        return Misfit(inner.text, _span(inner))
    for begin, end in pairs:
        at = _begin_of_line(text, end.start)
        is_first = not text[at : end.start].strip()
        if begin.start > waiting[0].start and is_first and _indent(text, end.start) < _indent(text, begin.start):
            return Misfit("{", _span(begin), _span(end))
    return Misfit("{", _span(waiting[0]))


def _indent(text: str, at: int) -> int:
    line = text[_begin_of_line(text, at) : at + 1].expandtabs(_TAB)
    return len(line) - len(line.lstrip())


def _begin_of_line(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _span(token: Lexeme) -> Span:
    return Span(token.start, token.end)
