"""Functions of libraries by what they do with memory: the table of lang/effects.toml as the flow of data asks it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from loopwright.lang.effects import Copy, Piece, effects


@dataclass(frozen=True)
class Library:
    """Names of functions by what they do with memory."""

    reads: dict[str, list[list[int]]]
    writes: dict[str, list[list[int]]]
    copies: dict[str, Copy]
    allocates: frozenset[str]
    zeroed: frozenset[str]
    releases: frozenset[str]
    moves: frozenset[str]
    harmless: frozenset[str]
    leaves: frozenset[str]


@cache
def library() -> Library:
    """What is pure, only looks, or fills what no piece of memory is named for is harmless here."""
    table = effects()
    given = {kind: frozenset(n for n, e in table.items() if e.gives == kind) for kind in ("fresh", "zeroed", "moved")}
    return Library(
        {name: _rows(effect.reads) for name, effect in table.items() if effect.reads},
        {name: _rows(effect.writes) for name, effect in table.items() if effect.writes},
        {name: effect.copies for name, effect in table.items() if effect.copies is not None},
        given["fresh"],
        given["zeroed"],
        frozenset(name for name, effect in table.items() if effect.releases),
        given["moved"],
        frozenset(name for name, effect in table.items() if effect.pure or effect.memory),
        frozenset(name for name, effect in table.items() if effect.ends),
    )


def _rows(pieces: tuple[Piece, ...]) -> list[list[int]]:
    return [[piece.argument, *piece.factors] for piece in pieces]


def is_known(name: str) -> bool:
    """Whether the table or the runtime library of OpenACC has a function."""
    table = library()
    known = (
        table.reads,
        table.writes,
        table.copies,
        table.allocates,
        table.zeroed,
        table.releases,
        table.moves,
        table.harmless,
    )
    return (
        name.startswith(("acc_", "omp_", "__builtin_")) or any(name in names for names in known) or name in table.leaves
    )
