"""Directives that stand above no loop: `data`, `enter data`, `update`, `routine`, `atomic`, `wait` and their like, each with the
statements beside it, which tell where the project puts such a directive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from loopwright.lang.statements import (
    Statement,
    behind_comment,
    body_starting_at,
    statement_starting_at,
    template_around,
)
from loopwright.memory.places import LOOP_DIRECTIVES, Example, Place, surroundings_of
from loopwright.openacc.arms import around
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.source.pieces import Piece
from loopwright.source.pragmas import Pragma, statement_after
from loopwright.source.shape import Word, words_between
from loopwright.source.text import Span

_BEFORE, _AFTER = 40, 110  # words of the statements before and after that count
_HEAD = 60  # words of the head of the function
_LINES = 4  # lines that count as one step of distance
_MOST_TEXT = 600
_BETWEEN = Word("…", "other")
_END = Word("}", "other")


@dataclass(frozen=True)
class Spot:
    """A statement that a directive could stand above, or the `}` of a block that one could end; ``start`` is its offset,
    ``function`` the function that it is or is in."""

    start: int
    place: Place
    function: str
    is_function: bool
    ends_block: bool = False
    asked: int = -1  # where the line begins that was asked about, if it has no code; else ``start``
    is_body: bool = False  # of a loop or a branch, without braces: only what governs a statement may stand there


def spot_at(outline: Outline, offset: int) -> Spot | None:
    """The statement or end of a block that is the first on the line of ``offset``; on a line without code (blank, a comment, a
    directive, one of the preprocessor's) what follows it. ``None`` where none begins."""
    data = outline.source.data
    line = data.rfind(b"\n", 0, offset) + 1
    end = data.find(b"\n", offset)
    text = data[line : len(data) if end < 0 else end]
    start = behind_comment(outline.source, line + len(text) - len(text.lstrip()))
    governed = _run_after(outline, start)
    found = statement_starting_at(outline.source, governed)
    body = body_starting_at(outline.source, governed) if found is None else None
    asked = governed if governed == start else line
    if body is not None:
        return replace(_spot(outline, body, None), asked=governed, is_body=True)
    return None if found is None else replace(_spot(outline, found, None), asked=asked)


def _run_after(outline: Outline, offset: int) -> int:
    """Where the code begins that comes to run after ``offset``: not in another arm of a conditional that this stands in."""
    data = outline.source.data
    start = statement_after(data, offset)
    for conditional in around(outline, offset):
        arm = conditional.arm_at(offset)
        if arm is not None and arm.text.end <= start < conditional.span.end:
            return statement_after(data, conditional.span.end)
    return start


def standing_in(outline: Outline, file: str) -> tuple[Example, ...]:
    """Every directive of the file that does not stand above a loop of its own."""
    return tuple(_examples(outline, file))


def _examples(outline: Outline, file: str) -> Iterator[Example]:
    loops = {loop.span.start for loop in outline.loops}
    for pragma in outline.pragmas:
        directive = standing_directive(pragma, pragma.governs in loops)
        if directive is None:
            continue
        found = statement_starting_at(outline.source, pragma.governs)
        if found is not None:
            line = outline.source.lines.line_of(pragma.span.start) + 1
            yield Example(file, line, str(directive), _spot(outline, found, pragma).place, True)


@kept
def functions_in(outline: Outline) -> tuple[Spot, ...]:
    """Every definition and declaration of a function at the outermost level of the file: all of its words are read for that."""
    found = (_outermost_of(outline, piece) for piece in outline.pieces)
    return tuple(_spot(outline, each, None) for each in found if each is not None and each.declares is not None)


def declared_by(outline: Outline, piece: Piece) -> str:
    """The name of the function that a piece declares, empty if it declares none."""
    found = _outermost_of(outline, piece)
    return found.declares or "" if found is not None and found.start == piece.start else ""


def _outermost_of(outline: Outline, piece: Piece) -> Statement | None:
    return statement_starting_at(outline.source, template_around(outline.source, piece.start))


def standing_directive(pragma: Pragma, above_loop: bool) -> Directive | None:
    """The directive as data, ``None`` where it is one above a loop or cannot be read."""
    if pragma.sentinel != "acc" or len(pragma.text) > _MOST_TEXT:
        return None
    directive = parse_directive(pragma.text)
    if directive.rest or directive.name == "cache" or (above_loop and directive.name in LOOP_DIRECTIVES):
        return None
    return directive


def _behind(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Words of the statement before: marked, so that `f(x)` behind a directive is not like `f(x)` in front of one."""
    return tuple(Word(f"<{word.text}", word.part) if word.part == "other" else word for word in words[-_BEFORE:])


def _spot(outline: Outline, found: Statement, own: Pragma | None) -> Spot:
    is_function = found.declares is not None
    function = outline.function_around(found.start)
    end = found.end
    # A function stands for itself, whatever is defined before it.
    before = found.before if not is_function else None
    words = (*_behind(words_between(outline, before)), _BETWEEN) if before is not None else (_BETWEEN,)
    after = (_END,) if found.ends_block else words_between(outline, Span(found.start, end))[:_AFTER]
    surroundings = surroundings_of(
        outline, Span(found.start, end), function.span.start if function is not None else None
    )
    acc = [p for p in outline.pragmas if p.sentinel == "acc" and p is not own]
    place = Place(
        after if is_function else (*words, *after),
        0,
        0,
        found.declares or (function.name if function is not None else ""),
        surroundings.around,
        surroundings.compute,
        tuple(parse_directive(p.text).name for p in acc if p.governs == found.start),
        tuple(parse_directive(p.text).name for p in acc if found.start < p.span.start < end),
        outline.source.lines.line_of(found.start) // _LINES,
        words_between(outline, Span(function.span.start, function.body.start))[:_HEAD] if function is not None else (),
    )
    return Spot(found.start, place, place.function, is_function, found.ends_block, found.start)
