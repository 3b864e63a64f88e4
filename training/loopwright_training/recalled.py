"""The prompt of a pair as the product makes it: its directive taken out of the file, the rest of the project shown.

In training the project tells less than it would in the product: directives of test pairs, examples whose loop is that of a test
pair, and copies of the pair's own loop are left out, or the model would learn to look for the answer instead of for its like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from loopwright.memory.places import Example, examples_in, place_of
from loopwright.memory.recall import nearest
from loopwright.model.prompt import FillIn, fill_in
from loopwright.source.outline import Loop, Outline
from loopwright.source.shape import Word, words_of
from loopwright.source.syntax import parse
from loopwright.source.text import Span

from loopwright_training.duplicates import beginning

DIRECTIVE = re.compile(r"#\s*pragma\s+acc\b|_Pragma")


@dataclass(frozen=True)
class Withheld:
    """What training must not see: by record the offsets of the pragmas of test pairs, and the beginnings of their loops."""

    pragmas: dict[int, list[int]]
    loops: frozenset[str]


@dataclass(frozen=True)
class Told:
    """The examples of a project by record, with the beginning of each one's loop."""

    examples: dict[int, tuple[tuple[str, Example], ...]]

    @staticmethod
    def of(records: dict[int, dict[str, Any]], withheld: Withheld | None) -> Told:
        """Read the records of one project; without what is ``withheld``."""
        hidden = withheld.loops if withheld else frozenset()
        found = {}
        for index, record in records.items():
            if DIRECTIVE.search(record["text"]):
                known = _known(_examples(record["text"], record["path"]))
                found[index] = tuple((key, example) for key, example in known if key not in hidden)
        return Told(found)

    def elsewhere(self, index: int, without: str = "") -> tuple[Example, ...]:
        """Examples of all records but ``index``, none whose loop begins as ``without`` does."""
        return tuple(
            example
            for other, known in self.examples.items()
            if other != index
            for key, example in known
            if key != without
        )


def with_project(
    index: int, record: dict[str, Any], start: int, pragma_start: int, told: Told, withheld: Withheld | None
) -> FillIn | None:
    """The prompt above the loop at byte ``start`` when its pragma at ``pragma_start`` is not written yet; ``None`` where the
    loop is not found without it."""
    outline = Outline(parse(record["text"], name=record["path"]))
    gone, own = {pragma_start}, ""
    if withheld:
        own = next(beginning_of(words_of(outline, o)) for o in outline.loops if o.span.start == start)
        gone |= {*withheld.pragmas.get(index, ()), *_pragmas_of(outline, withheld.loops | {own})}
    taken = take_out(outline, start, [p.span for p in outline.pragmas if p.span.start in gone])
    if taken is None:
        return None
    outline, loop = taken
    in_file = examples_in(outline, record["path"])
    near = nearest(place_of(outline, loop), in_file, told.elsewhere(index, own))
    return fill_in(outline, loop, nearest=near)


def _pragmas_of(outline: Outline, loops: frozenset[str]) -> Iterable[int]:
    """Offsets of the pragmas above loops that begin as one of ``loops``."""
    for loop in outline.loops:
        if loop.pragmas and beginning_of(words_of(outline, loop)) in loops:
            yield from (p.span.start for p in loop.pragmas if p.sentinel == "acc")


def take_out(outline: Outline, start: int, spans: Sequence[Span]) -> tuple[Outline, Loop] | None:
    """The file without the lines of ``spans``, and its loop that began at ``start``."""
    data = outline.source.data
    pieces, position, moved = [], 0, 0
    for span in sorted(spans):
        line_start = data.rfind(b"\n", 0, span.start) + 1
        line_end = data.find(b"\n", span.end) + 1 or len(data)
        if line_start < position:
            continue
        pieces.append(data[position:line_start])
        if line_end <= start:
            moved += line_end - line_start
        position = line_end
    pieces.append(data[position:])
    text = b"".join(pieces).decode("utf-8", "replace")
    without = Outline(parse(text, name=outline.source.name), lambda _: outline.headers)
    found = without.loop_starting_at(start - moved)
    loop = next((o for o in without.loops if found is not None and o.span == found.span), None)
    return (without, loop) if loop is not None else None


def beginning_of(words: Iterable[Word]) -> str:
    """:func:`beginning` of a loop that is known by its words."""
    return beginning(" ".join(word.text for word in words))


def _known(examples: Sequence[Example]) -> list[tuple[str, Example]]:
    return [(beginning_of(example.place.words), example) for example in examples]


def _examples(text: str, path: str) -> tuple[Example, ...]:
    try:
        return examples_in(Outline(parse(text, name=path)), path)
    except RecursionError:
        return ()
