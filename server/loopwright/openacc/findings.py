"""A finding: what is wrong, where, in words from `spec/rules.toml`, and the edits that put it right."""

from __future__ import annotations

import string
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from loopwright.openacc.parser import Problem
from loopwright.openacc.spec import read_table
from loopwright.source.edits import Edit
from loopwright.source.text import Span

Severity = Literal["error", "warning", "information", "hint"]


@dataclass(frozen=True)
class Rule:
    """A row of `rules.toml`."""

    code: str
    title: str
    severity: Severity
    section: str
    message: str
    why: str
    wrong: str
    right: str
    tag: str | None = None


@dataclass(frozen=True)
class Related:
    """Another place that the finding is about."""

    span: Span
    message: str


@dataclass(frozen=True)
class Fix:
    """Edits that remove the finding. A safe one may be made without asking: it changes no meaning that was legal."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True)
class Finding:
    """``origin`` says who reports it: our rules, a compiler by name, or both."""

    code: str
    severity: Severity
    span: Span
    message: str
    section: str
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    tag: str | None = None
    origin: tuple[str, ...] = field(default=("loopwright",))

    def also(self, who: str) -> Finding:
        """The same finding, also reported by ``who``."""
        return self if who in self.origin else replace(self, origin=(*self.origin, who))


@lru_cache(maxsize=1)
def rules() -> dict[str, Rule]:
    """Every rule by code."""
    return {code: Rule(code, **row) for code, row in read_table("rules.toml").items()}


class _Blank(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return ""


def finding(problem: Problem, fixes: tuple[Fix, ...] = ()) -> Finding:
    """Put a problem in words. ``related`` in its values is a tuple of :class:`Related`, ``section`` overrides the rule's."""
    rule = rules()[problem.code]
    values = _Blank(problem.values)
    message = string.Formatter().vformat(rule.message, (), values)
    return Finding(
        problem.code,
        problem.values.get("severity", rule.severity),
        problem.span,
        message,
        problem.values.get("section", rule.section),
        tuple(problem.values.get("related", ())),
        fixes,
        rule.tag,
    )
