"""A candidate and what speaks for it, in the fixed words of the product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from loopwright.dependence.verdict import LoopVerdict
from loopwright.source.outline import Loop
from loopwright.toolchain.accept import Acceptance

Origin = Literal["model", "analysis", "both"]


@dataclass(frozen=True)
class Candidate:
    """A directive for a loop. ``score`` is the model's probability, or that of a rule (1 at most)."""

    directive: str
    origin: Origin
    score: float
    verdict: LoopVerdict
    acceptance: Acceptance
    preferred: bool = False

    @property
    def pragma(self) -> str:
        """The line to insert."""
        return f"#pragma acc {self.directive}"

    @property
    def evidence(self) -> str:
        """What was found out, in a few words for a title."""
        compiler = {
            "accepted": f"compiled by {self.acceptance.name} {self.acceptance.version}",
            "rejected": f"rejected by {self.acceptance.name} {self.acceptance.version}",
            "absent": "not compiled",
        }[self.acceptance.status]
        return f"dependence {self.verdict.verdict}, {compiler}"


@dataclass(frozen=True)
class Timings:
    """Milliseconds spent."""

    parse: float = 0.0
    analysis: float = 0.0
    model: float = 0.0
    compiler: float = 0.0
    total: float = 0.0


@dataclass(frozen=True)
class Suggestion:
    """All candidates for a loop, best first; ``notes`` say what was not available (no model, no compiler)."""

    loop: Loop
    verdict: LoopVerdict
    candidates: tuple[Candidate, ...]
    timings: Timings
    notes: tuple[str, ...] = ()
