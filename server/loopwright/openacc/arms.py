"""Conditionals of the preprocessor as arms of which one is compiled at most, and in which of them a place stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from loopwright.openacc.inactive import conditional_lines, holds_with_openacc
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.source.tokens import Token


@dataclass(frozen=True)
class Arm:
    """What stands between two lines of a conditional. ``text`` runs from the end of its own line to the beginning of the next
    one; ``is_on`` tells whether it is compiled where OpenACC is on, ``None`` where other macros decide; ``macro`` is the one
    whose definition alone decides, empty where the condition says more."""

    text: Span
    is_on: bool | None
    macro: str


@dataclass(frozen=True)
class Conditional:
    """`#if` … `#endif`: ``span`` with both lines; ``names`` are the words of all its conditions."""

    span: Span
    arms: tuple[Arm, ...]
    names: frozenset[str]

    def arm_at(self, offset: int) -> Arm | None:
        """The arm that holds ``offset``, ``None`` if it stands outside or in a line of the conditional."""
        return next((arm for arm in self.arms if arm.text.start <= offset < arm.text.end), None)


@dataclass
class _Open:
    start: int
    decided: bool = False
    arms: list[Arm] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


@kept
def conditionals(outline: Outline) -> tuple[Conditional, ...]:
    """The conditionals of a file that are closed, in the order of their `#if`; those in comments are left out."""
    return tuple(sorted(_read(outline), key=lambda found: found.span))


def around(outline: Outline, offset: int) -> tuple[Conditional, ...]:
    """The conditionals that ``offset`` stands in, outermost first."""
    return tuple(c for c in conditionals(outline) if c.span.start <= offset < c.span.end)


def _read(outline: Outline) -> Iterator[Conditional]:
    root = outline.source.tree.root_node
    open_: list[_Open] = []
    lines = []
    for span, words in conditional_lines(outline.source.data):
        node = root.descendant_for_byte_range(span.start, span.start + 1)
        if node is None or node.type != "comment":
            lines.append((span, words))
    heads: list[tuple[Span, tuple[Token, ...]]] = []  # the last line of each that is open
    for span, words in lines:
        word = words[0].text
        if word in ("if", "ifdef", "ifndef"):
            open_.append(_Open(span.start))
            heads.append((span, words))
            continue
        if not open_:
            continue
        head, condition = heads.pop()
        open_[-1].arms.append(_arm(open_[-1], head, condition, span.start))
        open_[-1].names |= {token.text for token in condition[1:] if token.kind == "name"}
        if word == "endif":
            done = open_.pop()
            yield Conditional(Span(done.start, span.end), tuple(done.arms), frozenset(done.names))
        else:
            heads.append((span, words))


def _arm(conditional: _Open, head: Span, words: tuple[Token, ...], end: int) -> Arm:
    word = words[0].text
    holds = True if word == "else" else holds_with_openacc(word.removeprefix("el"), words[1:])
    is_on = False if conditional.decided else holds
    if is_on and any(arm.is_on is None for arm in conditional.arms):
        is_on = None  # one before it may be compiled in its place
    conditional.decided |= holds is True
    return Arm(Span(head.end, end), is_on, _macro(word, [token.text for token in words[1:]]))


def _macro(word: str, condition: list[str]) -> str:
    """The macro that has to be defined and nothing else, or to have a value."""
    names = [text for text in condition if text not in ("defined", "(", ")")]
    is_plain = word in ("ifdef", "elifdef") or (word in ("if", "elif") and len(names) == 1)
    return names[0] if is_plain and names and names[0].isidentifier() else ""
