"""The table of library functions."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib import resources

from loopwright.dependence.spec import functions

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Library:
    """Names of functions by what they do with memory."""

    reads: dict[str, list[list[int]]]
    writes: dict[str, list[list[int]]]
    copies: dict[str, list[int]]
    allocates: frozenset[str]
    zeroed: frozenset[str]
    releases: frozenset[str]
    moves: frozenset[str]
    harmless: frozenset[str]
    leaves: frozenset[str]


@cache
def library() -> Library:
    """The table of library.toml; what the dependence test takes for pure is harmless too."""
    table = tomllib.loads(resources.files(__package__).joinpath("library.toml").read_text("utf-8"))
    words = {kind: frozenset(text.split()) for kind, text in table["effects"].items()}
    harmless = words.pop("harmless") | functions().pure
    return Library(table["reads"], table["writes"], table["copies"], harmless=harmless, **words)


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
