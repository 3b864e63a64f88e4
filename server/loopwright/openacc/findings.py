"""A finding: what is wrong, where, in words, and the edits that put it right."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from loopwright.source.edits import Edit
from loopwright.source.text import Span

Severity = Literal["error", "warning", "information", "hint"]


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
