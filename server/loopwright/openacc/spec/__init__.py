"""The clause tables (`*.toml`), loaded once. One row is one fact of the specification."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib


@dataclass(frozen=True)
class DirectiveSpec:
    """A row of `directives.toml`: its clauses, what it governs, its section of OpenACC 3.4."""

    name: str
    clauses: tuple[str, ...]
    follows: str
    section: str


@dataclass(frozen=True)
class ClauseSpec:
    """A row of `clauses.toml`: ``argument`` is none, optional or required."""

    name: str
    argument: str
    kind: str | None
    once: bool
    modifiers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spec:
    """All tables."""

    directives: dict[str, DirectiveSpec]
    clauses: dict[str, ClauseSpec]
    aliases: dict[str, str]
    reduction_operators: tuple[str, ...]


@lru_cache(maxsize=1)
def load_spec() -> Spec:
    """The tables of OpenACC 3.4."""
    directives, clauses = _read("directives.toml"), _read("clauses.toml")
    groups: dict[str, list[str]] = directives["groups"]
    rows: dict[str, Any] = directives["directive"]

    def clauses_of(name: str) -> tuple[str, ...]:
        row = rows[name]
        if "combines" in row:
            return tuple(dict.fromkeys(clause for part in row["combines"] for clause in clauses_of(part)))
        return tuple(
            name for entry in row["clauses"] for name in (groups[entry[1:]] if entry.startswith("@") else [entry])
        )

    return Spec(
        {name: DirectiveSpec(name, clauses_of(name), row["follows"], row["section"]) for name, row in rows.items()},
        {
            name: ClauseSpec(
                name, row["argument"], row.get("kind"), row.get("once", False), tuple(row.get("modifiers", ()))
            )
            for name, row in clauses["clause"].items()
        },
        clauses["aliases"],
        tuple(clauses["reduction"]["operators"]),
    )


def _read(name: str) -> dict[str, Any]:
    text = resources.files("loopwright.openacc.spec").joinpath(name).read_text("utf-8")
    table: dict[str, Any] = tomllib.loads(text)
    return table
