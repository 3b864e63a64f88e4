"""A candidate and what speaks for it, in the fixed words of the product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from loopwright.dependence.verdict import LoopVerdict
from loopwright.source.edits import Edit
from loopwright.source.outline import Loop
from loopwright.suggest.worth import Worth
from loopwright.toolchain.accept import Acceptance

Origin = Literal["model", "analysis", "both"]


@dataclass(frozen=True)
class Tested:
    """What running it showed: on how many ``inputs``, whether all agreed, and if not, the input that shows it."""

    inputs: int
    agreed: bool
    counterexample: str = ""


@dataclass(frozen=True)
class Candidate:
    """A directive for a loop. ``score`` is the model's probability, or that of a rule (1 at most). ``edits`` is all that
    taking it changes: the directive itself, `atomic` and inner directives, `routine` above functions that are called;
    ``missing`` names what it moves to the device nowhere."""

    directive: str
    origin: Origin
    score: float
    verdict: LoopVerdict
    acceptance: Acceptance
    preferred: bool = False
    edits: tuple[Edit, ...] = ()
    missing: tuple[str, ...] = ()
    tested: Tested | None = None

    @property
    def pragma(self) -> str:
        """The line to insert."""
        return f"#pragma acc {self.directive}"

    @property
    def other_lines(self) -> tuple[str, ...]:
        """The further directives that come with it."""
        return tuple(dict.fromkeys(edit.text.strip() for edit in self.edits if edit.text.strip() != self.pragma))

    @property
    def evidence(self) -> str:
        """What was found out, in a few words for a title."""
        compiler = {
            "accepted": f"compiled by {self.acceptance.name} {self.acceptance.version}",
            "rejected": f"rejected by {self.acceptance.name} {self.acceptance.version}",
            "absent": "not compiled",
        }[self.acceptance.status]
        tested = f", tested on {self.tested.inputs} inputs" if self.tested is not None and self.tested.agreed else ""
        return f"dependence {self.verdict.verdict}, {compiler}{tested}"


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
    worth: Worth | None = None
