"""Tables of the dependence test: what library functions do."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib import resources

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Functions:
    """Names of functions by what they do. ``look`` and ``change`` are members of library classes, ``values`` library types that
    keep to themselves, ``streams`` library objects behind which input and output are; ``blocks`` are functions that write a
    whole piece of memory: (argument it is, argument it comes from, argument that says how many bytes). ``variables`` are set by library calls."""

    pure: frozenset[str]
    writes: dict[str, tuple[int, ...]]
    output: frozenset[str]
    state: frozenset[str]
    allocate: frozenset[str]
    release: frozenset[str]
    look: frozenset[str]
    values: frozenset[str]
    numbers: frozenset[str]
    change: frozenset[str]
    jump: frozenset[str]
    streams: frozenset[str]
    blocks: dict[str, tuple[int, int | None, int]]
    variables: frozenset[str]


@cache
def functions() -> Functions:
    """The table of functions.toml."""
    table = tomllib.loads(resources.files(__package__).joinpath("functions.toml").read_text("utf-8"))
    effects = table["effects"]
    words = {kind: frozenset(effects[kind].split()) for kind in ("output", "state", "allocate", "release", "jump")}
    return Functions(
        frozenset(table["pure"].split()),
        {name: tuple(places) for name, places in table["writes"].items()},
        words["output"],
        words["state"],
        words["allocate"],
        words["release"],
        frozenset(table["members"]["look"].split()),
        frozenset(table["types"]["values"].split()),
        frozenset(table["types"]["numbers"].split()),
        frozenset(table["members"]["change"].split()),
        words["jump"],
        frozenset(table["types"]["streams"].split()),
        {name: (row["into"], row.get("from"), row["length"]) for name, row in table["blocks"].items()},
        frozenset(effects["variables"].split()),
    )
