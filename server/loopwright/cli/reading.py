"""A file or standard input → its outline."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TextIO

from loopwright.check.brackets import unpaired
from loopwright.lang.loop_macros import begun_unseen
from loopwright.source.lost import lost_loops
from loopwright.source.outline import FindUnits, Outline, linked
from loopwright.source.reading import read_file, read_stream
from loopwright.source.syntax import parse
from loopwright.source.text import decode, shown
from loopwright.toolchain.flags import headers_for, units_for


def read_raw(name: str) -> bytes:
    """The bytes of a file, or of standard input (`-`). Raises :class:`OSError`."""
    return read_stream(sys.stdin.buffer) if name == "-" else read_file(Path(name))


def path_of(name: str) -> Path:
    """Where a file lies; standard input, as if it lay in this folder."""
    return Path.cwd() / "stdin.c" if name == "-" else Path(os.path.realpath(name))


def tell(line: str, file: TextIO | None = None) -> None:
    """Print one line of text for people, whatever the names in it are."""
    print(shown(line), file=file, flush=True)


def read_outline(
    name: str, find_units: FindUnits | None = None, tells_loops: bool = True
) -> tuple[Outline, Path, float]:
    """(outline, path for include folders, milliseconds of parsing); the files of its program are those of ``find_units`` or of its
    compile_commands.json. ``tells_loops``: whether somebody wants to know of loops that nobody looks at. Raises :class:`OSError`."""
    raw = read_raw(name)
    path = path_of(name)
    started = time.perf_counter()
    outline = Outline(parse(decode(raw), name=path.name), headers_for(path), find_units or units_for(path))
    _ = outline.loops
    lines = outline.source.lines
    for span, reason in outline.source.unseen:
        tell(f"{path.name}:{lines.line_of(span.start) + 1}: not looked at: {reason}", file=sys.stderr)
    for finding in unpaired(outline, path):
        tell(f"{path.name}:{lines.line_of(finding.span.start) + 1}: {finding.message}", file=sys.stderr)
    if tells_loops:
        _tell_unseen_loops(outline, path)
    return outline, path, (time.perf_counter() - started) * 1000


def _tell_unseen_loops(outline: Outline, path: Path) -> None:
    lines, lost, begun = outline.source.lines, lost_loops(outline.source), begun_unseen(outline)
    if lost:
        tell(f"{path.name}:{lines.line_of(lost[0]) + 1}: not looked at: {_behind_errors(len(lost))}", file=sys.stderr)
    if begun is not None:
        tell(f"{path.name}:{lines.line_of(begun[0]) + 1}: not looked at: {begun[1]}", file=sys.stderr)


def _behind_errors(count: int) -> str:
    return f"{'a loop stands' if count == 1 else f'{count} loops stand'} behind code that cannot be parsed"


def read_program(names: list[str]) -> list[tuple[Outline, Path]]:
    """The outlines of several files, which are the files of one program, with their paths. Raises :class:`OSError`."""
    read = [read_outline(name)[:2] for name in names]
    outlines = linked([outline for outline, _ in read])
    return [(outline, path) for outline, (_, path) in zip(outlines, read)]
