"""A directive in the few words of a list: what it does, how sure that is, what it is worth."""

from __future__ import annotations

import re

from loopwright.suggest.evidence import Candidate
from loopwright.suggest.worth import Worth

_SCHEDULE = re.compile(r" (?:gang|worker|vector)(?![\w(])")
_DATA_CLAUSE = re.compile(
    r" (?:copy|copyin|copyout|create|present|no_create|deviceptr|attach|private)\((?:[^()]|\([^()]*\))*\)"
)
_MOST = 180


def short_directive(directive: str) -> str:
    """A directive without what it moves and who takes which part."""
    return _SCHEDULE.sub("", _DATA_CLAUSE.sub("", f" {directive}")).strip()


def card_title(directive: str, verdict: str, worth: Worth | None, more: str = "", race: str = "") -> str:
    """`parallel loop collapse(2) · proved · pays from n ≈ 48`, and ``more``; a ``race`` comes first."""
    parts = (_warning(race), short_directive(directive), verdict, worth.short if worth is not None else "", more)
    return _cut(" · ".join(part for part in parts if part))


def list_title(candidate: Candidate) -> str:
    """One of many: the whole directive first, because that is where they differ."""
    verdict = candidate.verdict.verdict if candidate.above_loop else ""
    return _cut(" · ".join(filter(None, (_warning(candidate.race), candidate.directive, verdict, candidate.checks))))


def _warning(race: str) -> str:
    return f"May race: {race}" if race else ""


def _cut(title: str) -> str:
    return title if len(title) <= _MOST else title[: _MOST - 1] + "…"
