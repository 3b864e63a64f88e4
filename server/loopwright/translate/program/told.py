"""A translation that tells what the host comes to see of a device's memory: what copies to it bring, and what is shared with it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from loopwright.cuda.file import FileTranslation, again
from loopwright.cuda.print.support import definitions_of, pieces
from loopwright.translate.program.text import program_header

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


def told_text(
    text: str, translation: FileTranslation, space: str, *, eager: bool = False, copying: bool = False
) -> str | None:
    """``text``, which is the ``translation`` or one with some of its lines changed, so that it tells what the host sees; ``None`` where it
    has other lines, so that nobody knows where its copies were. ``eager``, ``copying``: how the translation was made."""
    lines = text.split("\n")
    own, telling = (
        again(translation, eager=eager, copying=copying, telling=telling).text.split("\n") for telling in (False, True)
    )
    if len(own) != len(lines):
        return None
    for change in reversed(list(_changes(own, telling))):
        lines[change.begin : change.end] = change.lines
    found = "\n".join(lines)
    for shown, other in _others().items():
        found = found.replace(shown, _in(other, space))
    return f"{_in(_BEFORE, space)}{found}"


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
