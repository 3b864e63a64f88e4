"""The table of CUDA's functions, loaded once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Exchange:
    """Threads show each other argument number ``value`` (-1: that they are there) and ``call`` reads what was shown."""

    value: int
    others: tuple[int, ...]
    call: str
    silent: str = ""
    shows: str = ""


@dataclass(frozen=True)
class Operations:
    """The rows of operations.toml. ``renamed``: what has another name in kernels; ``renamed_on_host``: in all code."""

    barriers: frozenset[str]
    fences: dict[str, str]
    exchanges: dict[str, Exchange]
    methods: dict[str, Exchange]
    group_functions: dict[str, Exchange]
    collectives: dict[str, dict[str, str]]
    renamed: dict[str, str]
    renamed_on_host: dict[str, str]
    torch: dict[str, str]
    operators: dict[str, str]
    unsupported: dict[str, str]
    refused: dict[str, str]
    refused_beginnings: dict[str, str]
    own: frozenset[str]
    own_functions: frozenset[str]
    later: frozenset[str]
    lane_groups: frozenset[str]
    group_makers: frozenset[str]
    groups: frozenset[str]

    def operator(self, name: str, arguments: Sequence[str]) -> str | None:
        """A call that is an operator of C++, ``None`` if it is none or, half typed, has not its number of arguments."""
        template = self.operator_form(name, len(arguments))
        return template.format(*arguments) if template is not None else None

    def operator_form(self, name: str, count: int) -> str | None:
        """How it is written, with ``{0}``, ``{1}`` … for its arguments."""
        template = self.operators.get(name)
        if template is None or count != len({field for _, field, _, _ in Formatter().parse(template) if field}):
            return None
        return template

    def refusal(self, name: str) -> str:
        """Why a call of the host of this name has no translation, empty where it may have one."""
        if name in self.refused:
            return self.refused[name]
        start = max((start for start in self.refused_beginnings if _begins(name, start)), key=len, default="")
        return f"{self.refused_beginnings[start]} has no CPU translation" if start else ""


def _begins(name: str, start: str) -> bool:
    following = name[len(start) : len(start) + 1]
    return name.startswith(start) and (following.isupper() or following == "_")


def _exchanges(rows: dict[str, dict[str, Any]]) -> dict[str, Exchange]:
    return {name: Exchange(**{**row, "others": tuple(row["others"])}) for name, row in rows.items()}


@cache
def operations() -> Operations:
    """The table."""
    rows = tomllib.loads(resources.files(__name__).joinpath("operations.toml").read_text("utf-8"))
    return Operations(
        frozenset(rows["barriers"]),
        rows["fences"],
        _exchanges(rows["exchanges"]),
        _exchanges(rows["methods"]),
        _exchanges(rows["group_functions"]),
        rows["collectives"],
        {**rows["renamed"], **rows["renamed_in_kernels"]},
        rows["renamed"],
        rows["torch"],
        rows["operators"],
        rows["unsupported"],
        rows["refused"],
        rows["refused_beginnings"],
        frozenset(rows["own"]),
        frozenset(rows["own_functions"]),
        frozenset(rows["later"]),
        frozenset(rows["lane_groups"]),
        frozenset(rows["group_makers"]),
        frozenset(rows["groups"]),
    )


@dataclass(frozen=True)
class Predefined:
    """The rows of predefined.toml: macros that nvcc has defined in both passes, in the device's alone, those that it has not,
    and the host's."""

    always: dict[str, str]
    device: dict[str, str]
    undefined: frozenset[str]
    host: dict[str, str]


@cache
def predefined() -> Predefined:
    """The table."""
    rows = tomllib.loads(resources.files(__name__).joinpath("predefined.toml").read_text("utf-8"))
    return Predefined(rows["always"], rows["device"], frozenset(rows["undefined"]["names"]), rows["host"])


@dataclass(frozen=True)
class Headers:
    """The rows of headers.toml."""

    names: frozenset[str]
    beginnings: tuple[str, ...]
    folders: tuple[str, ...]
    refused: dict[str, str]
    authors: tuple[str, ...]
    samples: frozenset[str]
    marks: dict[str, str]


@cache
def headers() -> Headers:
    """The table."""
    rows = tomllib.loads(resources.files(__name__).joinpath("headers.toml").read_text("utf-8"))
    return Headers(
        frozenset(rows["names"]),
        tuple(rows["beginnings"]),
        tuple(rows["folders"]),
        rows["refused"],
        tuple(rows["authors"]),
        frozenset(rows["samples"]),
        rows["marks"],
    )


@dataclass(frozen=True)
class Instruction:
    """A row of ptx.toml: an instruction of PTX for some ``types``, and the ``code`` of its result. ``takes``: the types of its operands where
    these are not its own; ``gives``: that of the result; ``only``: what its third operand has to be; ``carry``: what it leaves to the next."""

    types: frozenset[str]
    code: str
    takes: tuple[str, ...] | None = None
    gives: str = ""
    only: str = ""
    carry: str = ""


@dataclass(frozen=True)
class Ptx:
    """The rows of ptx.toml."""

    registers: dict[str, str]
    instructions: dict[str, Instruction]
    comparisons: dict[str, str]
    two: dict[str, str]
    third: dict[str, str]
    statements: dict[str, str]
    wishes: tuple[str, ...]
    hints: frozenset[str]
    updates: dict[str, str]
    scopes: frozenset[str]


@cache
def ptx() -> Ptx:
    """The table."""
    rows = tomllib.loads(resources.files(__name__).joinpath("ptx.toml").read_text("utf-8"))
    instructions = {
        name: Instruction(
            frozenset(row["types"].split()),
            row["code"],
            tuple(row["takes"].split()) if "takes" in row else None,
            row.get("gives", ""),
            row.get("only", ""),
            row.get("carry", ""),
        )
        for name, row in rows["instructions"].items()
    }
    memory = rows["memory"]
    return Ptx(
        rows["registers"],
        instructions,
        rows["comparisons"],
        rows["two"],
        rows["third"],
        rows["statements"],
        tuple(rows["wishes"]["beginnings"]),
        frozenset(memory["hints"]),
        memory["updates"],
        frozenset(memory["scopes"]),
    )
