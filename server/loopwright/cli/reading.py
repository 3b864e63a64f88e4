"""A file or standard input → its outline."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TextIO

from loopwright.source.outline import Outline
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


def read_outline(name: str) -> tuple[Outline, Path, float]:
    """(outline, path for include folders, milliseconds of parsing). Raises :class:`OSError`."""
    raw = read_raw(name)
    path = path_of(name)
    started = time.perf_counter()
    outline = Outline(parse(decode(raw), name=path.name), headers_for(path), units_for(path))
    _ = outline.loops
    for span, reason in outline.source.unseen:
        line = outline.source.lines.line_of(span.start) + 1
        tell(f"{path.name}:{line}: not looked at: {reason}", file=sys.stderr)
    return outline, path, (time.perf_counter() - started) * 1000
