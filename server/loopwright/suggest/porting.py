"""Loops worth porting: those of many files that a directive could stand above, the most rewarding first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from loopwright.source.outline import Outline
from loopwright.suggest.by_rule import analysis_candidate
from loopwright.suggest.candidates import candidate_loops
from loopwright.suggest.facts import facts_of
from loopwright.suggest.other_header import fitted
from loopwright.suggest.patterns import Pattern, pattern_of
from loopwright.suggest.titles import card_title
from loopwright.suggest.worth import Profile, gain_of, worth_of


@dataclass(frozen=True)
class Portable:
    """One loop. Lines are 1-based; ``directive`` is what the analysis would write, ``worth`` when it pays, in a few words;
    ``gain`` is how many times as fast it is with its data on the device, ``moving`` where it moves them itself."""

    file: str
    line: int
    function: str | None
    pattern: Pattern | None
    verdict: str
    directive: str
    title: str
    worth: str
    pays: bool
    gain: float | None
    moving: float | None

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def loops_worth_porting(outline: Outline, file: str, device: Profile) -> list[Portable]:
    """The loops of one file, in order; those in code for a device, those that must stay serial, and those in which iterations may
    meet, are left out."""
    found = []
    for loop in candidate_loops(outline):
        at = fitted(outline, loop)
        facts = facts_of(*at)
        directive = analysis_candidate(*at, facts)
        if directive is None or facts.verdict.meeting:
            continue
        worth = worth_of(*at, device) if facts.independent else None
        gain = gain_of(*at, device) if facts.independent else None
        found.append(
            Portable(
                file,
                outline.source.lines.line_of(loop.span.start) + 1,
                loop.function.name if loop.function is not None else None,
                pattern_of(outline, loop),
                facts.verdict.verdict,
                directive,
                card_title(directive, facts.verdict.verdict, worth),
                worth.short if worth is not None else "",
                worth is not None and worth.pays,
                _rounded(gain.resident if gain is not None else None),
                _rounded(gain.moving if gain is not None else None),
            )
        )
    return found


def ranked(loops: Iterable[Portable]) -> list[Portable]:
    """The most rewarding first: what pays and is proved, by what it gains even where it moves its data; then what stands on an
    assumption; then the rest."""
    certainty = {"proved": 0, "assumed": 1}
    return sorted(
        loops, key=lambda p: (not p.pays, certainty.get(p.verdict, 2), -(p.moving or 0), -(p.gain or 0), p.file, p.line)
    )


def _rounded(value: float | None) -> float | None:
    """Two digits: an estimate has no more."""
    return float(f"{value:.2g}") if value is not None else None
