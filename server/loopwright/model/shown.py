"""What a prompt shows of the project: the directives of the file that are out of sight, and annotated loops like this one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from loopwright.memory.places import Example
from loopwright.memory.recall import Near
from loopwright.source.outline import Loop, Outline
from loopwright.source.pragmas import Pragma
from loopwright.source.shape import Word
from loopwright.source.text import Span

MOST_EXAMPLES = 3
LOOP_CHARACTERS = 220  # of an example's loop
_HEADING = "\n// similar loops\n"
_DOUBLED = frozenset("+-&|<>=")  # two of them side by side would be one operator


def directives_of_file(outline: Outline, loop: Loop, hidden: Sequence[Span], window: str, most: int) -> str:
    """Lines of at most ``most`` characters: directives of the file that neither ``window`` nor ``hidden`` holds, in order.

    Those of regions around the loop are kept first, then the nearest; of equal ones the nearest."""
    spans = set(hidden)
    left = most
    chosen: list[tuple[int, str]] = []
    for pragma in sorted(outline.pragmas, key=lambda p: _farness(p, loop)):
        if pragma.sentinel != "acc" or pragma.span in spans or outline.source.slice(pragma.span) in window:
            continue
        line = f"#pragma acc {pragma.text}\n"
        if len(line) <= left and not any(line == other for _, other in chosen):
            left -= len(line)
            chosen.append((pragma.span.start, line))
    return "".join(line for _, line in sorted(chosen))


def _farness(pragma: Pragma, loop: Loop) -> tuple[int, int]:
    """Directives that name a data region before all others: they say what is on the device."""
    is_data = pragma.text.split("(")[0].split(" ")[0] in ("data", "enter", "declare")
    return (0 if is_data and pragma.span.start < loop.span.start else 1, abs(pragma.span.start - loop.span.start))


def examples_shown(outline: Outline, nearest: Iterable[Near], hidden: Sequence[Span], window: str, room: int) -> str:
    """Annotated loops, nearest first, within ``room`` characters; of those with one directive the nearest.

    Of this file none that ``hidden`` holds or that stands in ``window`` anyway."""
    lines = outline.source.lines
    unseen = {lines.line_of(span.start) + 1 for span in hidden}
    texts: list[str] = []
    told: set[str] = set()
    left = room - len(_HEADING)
    for likeness, example in nearest:
        if len(texts) == MOST_EXAMPLES:
            break
        if example.directive in told:
            continue
        if likeness.same_file and (example.line in unseen or _stands_in(window, outline, example)):
            continue
        text = f"#pragma acc {example.directive}\n{joined(example.place.words, LOOP_CHARACTERS)}\n"
        if len(text) <= left:
            left -= len(text)
            told.add(example.directive)
            texts.append(text)
    return _HEADING + "".join(texts) if texts else ""


def _stands_in(window: str, outline: Outline, example: Example) -> bool:
    pragma = next((p for p in outline.pragmas if outline.source.lines.line_of(p.span.start) + 1 == example.line), None)
    return pragma is not None and outline.source.slice(pragma.span) in window


def joined(words: Sequence[Word], most: int) -> str:
    """Words as code with no more blanks than it needs, cut between two words at ``most`` characters."""
    text = ""
    for word in words:
        between = " " if text and _needs_blank(text[-1], word.text[:1]) else ""
        if len(text) + len(between) + len(word.text) > most:
            break
        text += between + word.text
    return text


def _needs_blank(left: str, right: str) -> bool:
    names = (left.isalnum() or left == "_") and (right.isalnum() or right == "_")
    return names or (left == right and left in _DOUBLED)
