"""What functions of libraries do: one table (effects.toml) for everybody who meets a call."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Order = Literal["", "output", "state", "behind", "jump"]
Gives = Literal["", "fresh", "zeroed", "moved", "device"]
Memory = Literal["", "looks", "fills"]


class Piece(NamedTuple):
    """The memory that an argument leads to; its length is the product of the arguments ``factors``."""

    argument: int
    factors: tuple[int, ...]


class Copy(NamedTuple):
    """The arguments that say where bytes are written, where they come from, how many they are."""

    into: int
    source: int
    length: int


class Stepped(NamedTuple):
    """A state that is read and put forward: the argument that leads to it, how many elements it has there and of how many bytes; of no
    bytes is an object, whatever it holds."""

    argument: int
    elements: int
    bytes: int


@dataclass(frozen=True)
class Effect:
    """What one function does; the words are explained at the head of the table. A function that is not in it is not ``known``."""

    known: bool = False
    pure: bool = False
    order: Order = ""
    of_host: bool = False
    ends: bool = False
    gives: Gives = ""
    releases: bool = False
    memory: Memory = ""
    returns_address: bool = False
    sets: tuple[int, ...] = ()
    reads: tuple[Piece, ...] = ()
    writes: tuple[Piece, ...] = ()
    copies: Copy | None = None
    steps: Stepped | None = None
    overloaded: bool = False
    integer: str = ""  # the type of the number that it gives

    @property
    def allocates(self) -> bool:
        """Whether it returns memory that nothing else leads to from then on."""
        return self.gives != ""

    @property
    def makes_memory(self) -> bool:
        """Whether it gives new memory of the host, all of it: the last argument is how much, after how often in `calloc`."""
        return self.gives in ("fresh", "zeroed")

    @property
    def keeps_nothing(self) -> bool:
        """Whether no address that it is given is known to anybody afterwards who did not know it before."""
        told = self.memory or self.sets or self.reads or self.writes or self.copies
        return self.pure or self.releases or bool(told)

    def may_write(self, position: int) -> bool:
        """Whether something may be written behind an argument, of a function that keeps no address."""
        if self.copies is not None and position == self.copies.into:
            return True
        if position in self.sets or any(piece.argument == position for piece in self.writes):
            return True
        return self.memory == "fills" and not self.writes

    @property
    def is_block(self) -> bool:
        """Whether all that it does is to write a piece of memory."""
        return self.copies is not None or (bool(self.writes) and not self.order)


_UNKNOWN = Effect()
RUNTIMES = ("omp_", "__builtin_")  # how the names of their functions begin, which keep no address either


def effect_of(name: str) -> Effect:
    """What a function does that no file of the program defines, by the last part of its name."""
    return effects().get(name, _UNKNOWN)


def is_known(name: str) -> bool:
    """Whether it is known of a function of a library what it does with memory."""
    effect = effect_of(name)
    return name.startswith(("acc_", *RUNTIMES)) or effect.keeps_nothing or effect.allocates or effect.ends


@cache
def effects() -> Mapping[str, Effect]:
    """The whole table, by names."""
    table: dict[str, Any] = tomllib.loads(resources.files(__package__).joinpath("effects.toml").read_text("utf-8"))
    found: dict[str, Effect] = {}
    for row in table["functions"]:
        said = {key: value for key, value in row.items() if key not in ("names", "returns")}
        effect = Effect(known=True, returns_address=row.get("returns") == "address", **said)
        for name in row["names"].split():
            if name in found:
                raise ValueError(f"{name} stands in two rows of effects.toml")
            found[name] = effect
    for name, arguments in table["sets"].items():
        found[name] = replace(found.get(name, _UNKNOWN), known=True, sets=tuple(arguments))
    for kind, names in table["integers"].items():
        for name in names.split():
            found[name] = replace(found[name], integer=kind)
    for name, pieces in table["reads"].items():
        found[name] = replace(found.get(name, _UNKNOWN), known=True, reads=_pieces(pieces))
    for name, pieces in table["writes"].items():
        found[name] = replace(found.get(name, _UNKNOWN), known=True, writes=_pieces(pieces))
    for name, numbers in table["states"].items():
        found[name] = replace(found[name], steps=Stepped(*numbers))
    for name, arguments in table["copies"].items():
        found[name] = replace(found.get(name, _UNKNOWN), known=True, copies=Copy(*arguments))
    return found


def _pieces(rows: list[list[int]]) -> tuple[Piece, ...]:
    return tuple(Piece(argument, tuple(factors)) for argument, *factors in rows)
