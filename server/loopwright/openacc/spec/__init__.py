"""The tables (`*.toml`), loaded once. One row is one fact of the specification."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:  # pragma: no cover
    import tomli as tomllib

NEWEST = "3.4"
VERSIONS = ("2.6", "2.7", "3.0", "3.1", "3.2", "3.3", "3.4")


@dataclass(frozen=True)
class DirectiveSpec:
    """A row of `directives.toml`. ``after_device_type`` is ``None`` where the directive takes no `device_type`."""

    name: str
    clauses: tuple[str, ...]
    follows: str
    section: str
    since: str = "1.0"
    context: str = "statement"
    once: frozenset[str] = frozenset()
    after_device_type: frozenset[str] | None = None
    required: tuple[str, ...] = ()
    argument: str | None = None


@dataclass(frozen=True)
class ClauseSpec:
    """A row of `clauses.toml`: ``argument`` is none, optional or required; ``variables`` data or private where it lists some."""

    name: str
    argument: str
    kind: str | None
    once: bool
    modifiers: tuple[str, ...] = ()
    section: str = ""
    since: str = "1.0"
    variables: str = ""


@dataclass(frozen=True)
class Spec:
    """All tables."""

    directives: dict[str, DirectiveSpec]
    clauses: dict[str, ClauseSpec]
    aliases: dict[str, str]
    deprecated: frozenset[str]
    reduction_operators: tuple[str, ...]
    integer_operators: frozenset[str]
    devices: tuple[str, ...]
    since: dict[str, str] = field(default_factory=dict)
    foreign: frozenset[str] = frozenset()
    instead: Mapping[str, str] = field(default_factory=dict)
    structured_modifiers: frozenset[str] = frozenset()
    unstructured_directives: frozenset[str] = frozenset()


@lru_cache(maxsize=1)
def load_spec() -> Spec:
    """The tables of OpenACC 3.4."""
    directives, clauses = read_table("directives.toml"), read_table("clauses.toml")
    groups: dict[str, list[str]] = directives["groups"]
    rows: dict[str, Any] = directives["directive"]

    def flat(names: list[str]) -> tuple[str, ...]:
        return tuple(name for entry in names for name in (groups[entry[1:]] if entry.startswith("@") else [entry]))

    def directive(name: str) -> DirectiveSpec:
        row = rows[name]
        parts = [directive(part) for part in row.get("combines", ())]
        clauses_taken = [clause for part in parts for clause in part.clauses] or flat(row["clauses"])
        once = frozenset(row.get("once", ())).union(*(part.once for part in parts))
        scoped = [part.after_device_type or frozenset() for part in parts]
        if parts:
            after: frozenset[str] | None = frozenset().union(*scoped)
        else:
            after = frozenset(flat(row["after_device_type"])) if "after_device_type" in row else None
        return DirectiveSpec(
            name,
            tuple(dict.fromkeys(clauses_taken)),
            row["follows"],
            row["section"],
            row["since"],
            row.get("context", "statement"),
            once,
            after,
            flat(row.get("required", [])),
            row.get("argument"),
        )

    return Spec(
        {name: directive(name) for name in rows},
        {
            name: ClauseSpec(
                name,
                row["argument"],
                row.get("kind"),
                row.get("once", False),
                tuple(row.get("modifiers", ())),
                row["section"],
                row["since"],
                row.get("variables", ""),
            )
            for name, row in clauses["clause"].items()
        },
        clauses["aliases"],
        frozenset(clauses["deprecated"]["aliases"]),
        tuple(clauses["reduction"]["operators"]),
        frozenset(clauses["reduction"]["integer_only"]),
        tuple(clauses["devices"]["names"]),
        clauses["since"],
        frozenset(clauses["foreign"]["clauses"]),
        clauses["foreign"]["instead"],
        frozenset(clauses["modifiers"]["structured"]),
        frozenset(clauses["modifiers"]["unstructured_directives"]),
    )


@lru_cache(maxsize=2)
def clauses_of_variables(*kinds: str) -> frozenset[str]:
    """The clauses that list variables: ``data`` on the device, what is ``private``, or both; not their old names."""
    return frozenset(name for name, row in load_spec().clauses.items() if row.variables in kinds)


def read_table(name: str) -> dict[str, Any]:
    """One of the TOML files beside this module."""
    text = resources.files("loopwright.openacc.spec").joinpath(name).read_text("utf-8")
    table: dict[str, Any] = tomllib.loads(text)
    return table
