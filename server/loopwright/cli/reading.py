"""A file or standard input → its outline."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import decode
from loopwright.toolchain.flags import headers_for


def read_outline(name: str) -> tuple[Outline, Path, float]:
    """(outline, path for include folders, milliseconds of parsing). Raises :class:`OSError`."""
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    path = Path.cwd() / "stdin.c" if name == "-" else Path(name).resolve()
    started = time.perf_counter()
    outline = Outline(parse(decode(raw), name=path.name), headers_for(path))
    _ = outline.loops
    return outline, path, (time.perf_counter() - started) * 1000
