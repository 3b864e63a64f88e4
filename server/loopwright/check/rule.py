"""A rule: what the documentation says of it, the programs that show it, its check and its fix. `check/rules/` has one a file."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Generic, TypeVar

from loopwright.check.context import Context
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Finding, Fix, Related, Severity
from loopwright.residence.machine import Claim
from loopwright.source.outline import Outline
from loopwright.source.text import Span


@dataclass(frozen=True)
class Problem(ABC):
    """What a rule found. Each rule has a class of its own, with what its message names; ``section`` where it is not the rule's."""

    span: Span
    _: KW_ONLY
    related: tuple[Related, ...] = ()
    section: str = ""

    @property
    def once(self) -> bool:
        """Whether one of the same words is enough in a function: one change mends them all."""
        return False

    @property
    @abstractmethod
    def message(self) -> str:
        """The finding in one sentence."""


P = TypeVar("P", bound=Problem)


@dataclass(frozen=True)
class Rule:
    """What a person reads of a rule. ``wrong`` is a whole program that gives the finding, ``right`` the same program without it.
    ``severity``: error (the specification refuses it), warning (legal or undecided, very likely wrong), information, hint."""

    code: str
    title: str
    severity: Severity
    section: str
    why: str
    wrong: str = ""
    right: str = ""
    tag: str | None = None


@dataclass(frozen=True)
class DirectiveRule(Rule, Generic[P]):
    """A rule on one directive. ``on`` are the directives that it is asked of, all by default; ``unread`` asks it of what is none,
    too. ``in_place`` leaves out directives that stand where they may not."""

    _: KW_ONLY
    check: Callable[[Context], Iterator[P]]
    fix: Callable[[Context, P], Fix | None] | None = None
    on: frozenset[str] | None = None
    unread: bool = False
    in_place: bool = False


@dataclass(frozen=True)
class FileRule(Rule, Generic[P]):
    """A rule on a file as a whole."""

    _: KW_ONLY
    check: Callable[[Outline], Iterator[P]]
    fix: Callable[[P], Fix | None] | None = None


@dataclass(frozen=True)
class ClaimRule(Rule):
    """A rule on what holds between directives: `residence/` makes the claim, the rule puts it in words."""

    _: KW_ONLY
    message: Callable[[Claim], str]
    fix: Callable[[Unit, Claim], Fix | None] | None = None


def named(claim: Claim) -> str:
    """What a claim is about: `a`, `b` and `c`."""
    names = [f"`{name}`" for name in (claim.name, *claim.also) if name]
    *first, last = names or ["memory"]
    return f"{', '.join(first)} and {last}" if first else last


def finding(rule: Rule, problem: Problem, fix: Fix | None = None) -> Finding:
    """A problem in words."""
    return Finding(
        rule.code,
        rule.severity,
        problem.span,
        problem.message,
        problem.section or rule.section,
        problem.related,
        (fix,) if fix is not None else (),
        rule.tag,
    )
