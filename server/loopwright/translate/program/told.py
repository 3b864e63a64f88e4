"""A translation that tells what the host comes to see of a device's memory: what copies to it bring, and what is shared with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from loopwright.cuda.file import again
from loopwright.cuda.print.support import definitions_of, pieces
from loopwright.cuda.translation import FileTranslation
from loopwright.translate.program.text import program_header, shared_variables

TOLD = "told.o"
TOLD_HEADERS = ("device.h", "record.h", "memory.h", "told_memory.h")
_BEFORE = """#include "device.h"
static inline void lw_brings(const void *p, size_t bytes) { lw::brought(lw::copy_number(), p, bytes); }
"""


class _Change(NamedTuple):
    """Lines ``begin`` to ``end`` of a text, counted from 0, are ``lines`` in another."""

    begin: int
    end: int
    lines: tuple[str, ...]


def told_text(text: str, translation: FileTranslation, space: str) -> str | None:
    """``text``, which is the ``translation``, that in which every copy stays, or one of them with some of its lines changed, so that it
    tells what the host sees; ``None`` where it has other lines at a copy that was taken out, so that nobody knows where that was."""
    lines = text.split("\n")
    own = translation.text.split("\n")
    if lines == own or not _is_nearer(lines, again(translation, copying=True).text.split("\n"), own):
        placed = _placed(_changes(own, again(translation, telling=True).text.split("\n")), own, lines)
        if placed is None:
            return None
        for change in reversed(placed):
            lines[change.begin : change.end] = change.lines
    found = "\n".join(lines)
    for shown, other in _others().items():
        found = found.replace(shown, _in(other, space))
    return f"{_in(_BEFORE, space)}{found}\n{shared_variables(translation, space)}"


def _is_nearer(lines: list[str], one: list[str], other: list[str]) -> bool:
    """Whether fewer lines are not those of ``one`` than not those of ``other``: copies that stay tell by themselves."""
    counts = Counter(lines), Counter(one), Counter(other)
    far, near = (((counts[0] - c) + (c - counts[0])).total() for c in (counts[2], counts[1]))
    return near < far


def _placed(changes: Iterable[_Change], own: list[str], lines: list[str]) -> list[_Change] | None:
    """Changes of ``own`` as those of ``lines``; ``None`` where one's place is not there any more."""
    there: dict[int, int] = {}
    for begin, first, size in SequenceMatcher(None, own, lines, autojunk=False).get_matching_blocks():
        there |= {begin + i: first + i for i in range(size)}
    there[-1], there[len(own)] = -1, len(lines)
    found = []
    for begin, end, new in changes:
        at = _place(there, begin, end)
        if at is None:
            return None
        found.append(_Change(at, at + end - begin, new))
    return found


def _place(there: Mapping[int, int], begin: int, end: int) -> int | None:
    """Where lines of a text are in another, all of them side by side; of none the place between their neighbours, one of which may be
    another one there."""
    if begin < end:
        held = [there.get(number) for number in range(begin, end)]
        first = held[0]
        return first if first is not None and held == list(range(first, first + len(held))) else None
    before, after = there.get(begin - 1), there.get(begin)
    if before is None:
        return after
    return before + 1 if after in (None, before + 1) else None


def _in(text: str, space: str) -> str:
    return text.replace("lw::", f"{space}::")


def _changes(own: list[str], telling: list[str]) -> Iterator[_Change]:
    """What a text that tells what copies would have brought has otherwise: few lines, each near its place."""
    if own == telling:
        return
    for kind, begin, end, first, last in SequenceMatcher(None, own, telling, autojunk=False).get_opcodes():
        if kind != "equal":
            yield _Change(begin, end, tuple(telling[first:last]))


@cache
def _others() -> dict[str, str]:
    """Definitions of the runtime and those that stand in their place here, as they are printed."""
    given = definitions_of(program_header("told.h"))
    there = {name: chunk.text for chunk in pieces()["runtime"].chunks for name in chunk.names}
    return {there[name]: chunk.text for chunk in given for name in chunk.names}
