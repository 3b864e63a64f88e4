"""What members and types of the C++ library do (library.toml); what functions do is in effects.toml."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Containers:
    """Members of containers whose elements lie in a row, by what they give; ``grow`` may move the elements. ``owning`` are types of objects
    with memory of their own, ``keyed`` such as compare what they hold."""

    first: frozenset[str]
    ends: frozenset[str]
    one: frozenset[str]
    sizes: frozenset[str]
    counts: frozenset[str]
    grow: frozenset[str]
    owning: frozenset[str]
    keyed: frozenset[str]


@dataclass(frozen=True)
class Library:
    """``look`` and ``change`` are members of library classes, ``sets`` those that look unless they are given something,
    ``values`` library types that keep to themselves, ``views`` such as show memory of others, ``numbers`` names of number types
    that only headers define, ``handles`` types of C without code of their own, ``streams`` library objects behind which input
    and output are; ``variables`` are set by library calls; ``headers`` are those of libraries; ``policies`` say how many arguments
    of a template are what it holds, where it calls the others, ``typed`` how many are types, where the others are numbers, ``defaults``
    which templates it calls without; ``passes`` are functions that give what they are given, ``addresses`` those that give an address,
    with which one that is, ``algorithms`` those that work on what they get iterators of, ``writers`` those that write there unseen,
    ``setters`` those that set variables, ``hand_out`` those that put the address of fresh memory where the first argument leads;
    ``generators`` are types of objects that every call changes, ``engines`` those of them that numbers are drawn from."""

    look: frozenset[str]
    change: frozenset[str]
    sets: frozenset[str]
    values: frozenset[str]
    views: frozenset[str]
    numbers: frozenset[str]
    handles: frozenset[str]
    streams: frozenset[str]
    variables: frozenset[str]
    headers: frozenset[str]
    containers: Containers
    policies: Mapping[str, int]
    typed: Mapping[str, int]
    defaults: Mapping[str, frozenset[str]]
    passes: frozenset[str]
    addresses: Mapping[str, str]
    algorithms: frozenset[str]
    writers: frozenset[str]
    setters: frozenset[str]
    hand_out: frozenset[str]
    generators: frozenset[str]
    engines: frozenset[str]


@cache
def library() -> Library:
    """The table of library.toml."""
    table = tomllib.loads(resources.files(__package__).joinpath("library.toml").read_text("utf-8"))
    return Library(
        frozenset(table["members"]["look"].split()),
        frozenset(table["members"]["change"].split()),
        frozenset(table["members"]["set"].split()),
        frozenset(table["types"]["values"].split()),
        frozenset(table["types"]["views"].split()),
        frozenset(table["types"]["numbers"].split()),
        frozenset(table["types"]["handles"].split()),
        frozenset(table["types"]["streams"].split()),
        frozenset(table["variables"].split()),
        frozenset(table["headers"].split()),
        Containers(**{name: frozenset(words.split()) for name, words in table["containers"].items()}),
        table["policies"],
        table["typed"],
        {name: frozenset(words.split()) for name, words in table["defaults"].items()},
        frozenset(table["functions"]["pass"].split()),
        {name: which for which in ("same", "place", "on", "back") for name in table["functions"][which].split()},
        frozenset(table["functions"]["algorithms"].split()),
        frozenset(table["functions"]["writers"].split()),
        frozenset(table["functions"]["set"].split()),
        frozenset(table["functions"]["hand_out"].split()),
        frozenset(table["types"]["generators"].split()),
        frozenset(table["types"]["engines"].split()),
    )
