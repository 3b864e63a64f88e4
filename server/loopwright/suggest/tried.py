"""What running a loop says of the candidates that are shown for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.openacc.directive import parse_directive
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.evidence import Candidate, Tested
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.taken_out import taken_out
from loopwright.suggest.trial.covered import is_covered
from loopwright.suggest.trial.originals import Originals
from loopwright.suggest.trial.run import try_loop
from loopwright.suggest.trial.signature import Untestable
from loopwright.suggest.trial.standing import Standing


def tried(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts,
    ranked: tuple[Candidate, ...],
    notes: list[str],
    token: CancelToken,
    originals: Originals,
    standing: Standing | None = None,
) -> tuple[LoopVerdict, tuple[Candidate, ...]]:
    """What running shows: the candidates that say what was run as tested, or none and the input that refutes them. ``standing`` is the loop
    as the user wrote it, where ``loop`` has another header."""
    try:
        tested = try_loop(outline, loop, path, facts, token=token, originals=originals, standing=standing)
    except Untestable as reason:
        notes.append(f"Not tested: {reason}.")
        return facts.verdict, ranked
    if not tested.agreed:
        refuted = replace(facts.verdict, verdict="refuted", reason=tested.counterexample, assumptions=())
        return refuted, ()
    return facts.verdict, stamped(ranked, tested, loop, facts)


def stamped(candidates: tuple[Candidate, ...], tested: Tested, loop: Loop, facts: LoopFacts) -> tuple[Candidate, ...]:
    """The candidates that say what was run, as tested. What changes the loop is run by itself."""
    return tuple(
        replace(candidate, tested=tested)
        if not candidate.changes_loop and is_covered(parse_directive(candidate.directive), loop, facts)
        else candidate
        for candidate in candidates
    )


def changed_tried(
    outline: Outline,
    loop: Loop,
    path: Path,
    ranked: tuple[Candidate, ...],
    notes: list[str],
    token: CancelToken,
    standing: Standing | None = None,
) -> tuple[Candidate, ...]:
    """What comes with names before the loop, run as it is then beside the loop as the user wrote it: as tested, or left out where a run is
    against it."""
    standing = standing or Standing(outline, loop)
    taken = taken_out(outline, loop) if any(candidate.changes_loop for candidate in ranked) else None
    if taken is None:
        return ranked
    try:
        tested = try_loop(taken.changed.outline, taken.changed.loop, path, taken.facts, token=token, standing=standing)
    except Untestable as reason:
        notes.append(f"Not tested: {reason}.")
        return ranked
    if not tested.agreed:
        notes.append(f"The loop written otherwise is not offered: {tested.counterexample}.")
        return tuple(candidate for candidate in ranked if not candidate.changes_loop)
    return tuple(replace(candidate, tested=tested) if candidate.changes_loop else candidate for candidate in ranked)
