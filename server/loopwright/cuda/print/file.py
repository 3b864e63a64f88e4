"""A whole file as text."""

from __future__ import annotations

from loopwright.cuda.ir.code import Code
from loopwright.cuda.print.code import text


def file_text(code: Code) -> str:
    """A file; where something was taken out, at most one empty line stays."""
    kept: list[str] = []
    for line in text(code).split("\n"):
        line = line.rstrip(" \t")
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip() + "\n"
