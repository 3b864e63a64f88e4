"""The definitions that a translation needs of what CUDA brings with itself: only those it uses, as text of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

_ORDER = (
    "dim3",
    "vectors",
    "half",
    "minmax",
    "mathematics",
    "bits",
    "atomics",
    "warps",
    "groups",
    "clocks",
    "runtime",
    "helpers",
    "torch",
    "vector_math",
)
_ALWAYS = ("algorithm", "cfloat", "climits", "cmath", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring")
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Piece:
    """Definitions that belong together."""

    name: str
    names: frozenset[str]
    prefix: str
    only: str  # a text without which it is of no use
    needs: tuple[str, ...]
    includes: tuple[str, ...]
    text: str


@cache
def pieces() -> dict[str, Piece]:
    """All of them, in the order in which they may stand."""
    return {name: _read(name) for name in _ORDER}


def _read(name: str) -> Piece:
    text = resources.files("loopwright.cuda").joinpath("support").joinpath(f"{name}.h").read_text("utf-8")
    fields: dict[str, tuple[str, ...]] = {}
    lines = text.splitlines(keepends=True)
    while lines and (match := re.match(r"// (names|prefix|only|needs|includes): (.*)", lines[0])):
        fields[match[1]] = tuple(match[2].split())
        lines.pop(0)
    prefix = fields.get("prefix", ("",))[0]
    return Piece(
        name,
        frozenset(fields.get("names", ())),
        prefix,
        " ".join(fields.get("only", ())),
        fields.get("needs", ()),
        fields.get("includes", ()),
        "".join(lines),
    )


def support_for(text: str, includes: frozenset[str] = frozenset()) -> str:
    """Includes and definitions for a translation whose own text is ``text``."""
    words = set(_WORD.findall(text))
    needed: list[str] = []
    for piece in pieces().values():
        by_prefix = piece.prefix and any(
            w.startswith(piece.prefix) and w[len(piece.prefix) : len(piece.prefix) + 1].isupper() for w in words
        )
        if (piece.names & words or by_prefix) and piece.only in text:
            needed.append(piece.name)
    chosen: set[str] = set()
    while needed:
        name = needed.pop()
        if name not in chosen:
            chosen.add(name)
            needed += pieces()[name].needs
    found = [pieces()[name] for name in _ORDER if name in chosen]
    headers = sorted({*_ALWAYS, *includes, *(h for piece in found for h in piece.includes)})
    lines = [f"#include <{header}>" for header in headers]
    lines.append("#include <math.h>")
    if "std::atomic" in text:
        lines.append("#include <atomic>")
    if "std::vector" in text:
        lines.append("#include <vector>")
    parts = ["\n".join(lines) + "\n"]
    if found:
        parts.append("// What CUDA brings with itself, as far as this file uses it.\n")
        parts += [piece.text for piece in found]
    return "\n".join(parts)
