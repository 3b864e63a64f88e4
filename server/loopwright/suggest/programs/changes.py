"""The lines in which two texts differ, as edits, each with what it is for."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Literal

from loopwright.source.edits import Edit
from loopwright.source.text import Span

Purpose = Literal["kernel", "data", "rewrite"]
_DATA = ("data ", "enter data", "exit data", "update ", "declare ")


@dataclass(frozen=True)
class Change:
    """An edit of whole lines: a ``kernel`` (what runs on the device), ``data`` (where they live and move), a ``rewrite``."""

    edit: Edit
    purpose: Purpose


def changes(before: bytes, after: bytes) -> list[Change]:
    """Edits that make ``after`` of ``before``, in order."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    found = []
    for tag, from_, to, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            text = b"".join(new[first:last]).decode("utf-8")
            found.append(Change(Edit(Span(starts[from_], starts[to]), text), _purpose(text, to - from_)))
    return found


def lines_before(before: bytes, after: bytes) -> list[int]:
    """For every line of ``after`` that of ``before`` which it was, or above which it was inserted; both from 1, the first entry is 0."""
    old, new = before.splitlines(), after.splitlines()
    found = [0] * (len(new) + 1)
    for tag, from_, _, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for number in range(first, last):
            found[number + 1] = (from_ + number - first if tag == "equal" else min(from_, len(old) - 1)) + 1
    return found


def difference(before: bytes, after: bytes, name: str = "", around: int = 3) -> list[str]:
    """The lines of a unified diff, with line ends, of a file by its name, with some lines ``around`` each change."""
    old, new = (data.decode("utf-8").splitlines(keepends=True) for data in (before, after))
    return list(difflib.unified_diff(old, new, name, name, n=around))


def markdown_difference(before: bytes, after: bytes, around: int) -> list[str]:
    """The changes between two texts as lines of a block of Markdown, without the names of files."""
    changed = (line.rstrip("\r\n") for line in difference(before, after, around=around)[2:])
    return ["~~~diff", *changed, "~~~"]


def _purpose(text: str, replaced: int) -> Purpose:
    directives = [line.split("#pragma acc", 1)[1].strip() for line in text.splitlines() if "#pragma acc" in line]
    if replaced or not directives or len(directives) < len(text.splitlines()):
        return "rewrite"
    return "data" if all(directive.startswith(_DATA) for directive in directives) else "kernel"
