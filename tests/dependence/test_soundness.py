"""No nest that is called independent shares anything when it is run, and what is called dependent does."""

from __future__ import annotations

import os
import re

from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from nests import LARGE_SIZES, SIZES, Nest, Watched, draw, run
from whole import swept

# `SOUNDNESS_NESTS=20000 pytest tests/dependence/test_soundness.py` for the long run; the first seed is recorded here.
FIRST_SEED = int(os.environ.get("SOUNDNESS_SEED", "20261121"))
NESTS = swept("SOUNDNESS_NESTS", always=40, whole=400)


def verdicts(nest: Nest) -> list[LoopVerdict]:
    """Verdicts on the loops of the function in the order of their text, without those over ``q``."""
    outline = Outline(parse(nest.c, language="c"))
    return [judge(outline, loop) for loop in outline.loops if loop.header.variable != "q"]


def objections(verdict: LoopVerdict, watched: Watched) -> list[str]:
    """What a run has against `proved`."""
    found = []
    operators: dict[str, set[str]] = {}
    for reduction in verdict.reductions:
        operators.setdefault(re.search(r"[a-z]\w*", reduction.variable)[0], set()).add(reduction.operator)
    for name, used in watched.shared.items():
        if name in verdict.private:
            if name in watched.exposed:
                found.append(f"{name} is read before it is written, so it is not private")
        elif not (name in operators and used <= operators[name]):
            found.append(f"iterations share {name} ({used})")
    return found


def only_about_memory(verdict: LoopVerdict) -> bool:
    """Assumptions that the judge's memory fulfils: distinct names are distinct memory."""
    return all("do not overlap" in assumption for assumption in verdict.assumptions)


def examine(seed: int) -> tuple[list[str], list[str]]:
    """(wrong independence, wrong dependence) of one nest."""
    nest = draw(seed)
    runs = [run(nest, n, m) for n, m in SIZES]
    unsound, unfounded = [], []
    for number, verdict in enumerate(verdicts(nest)):
        shared = [runs_of[number] for runs_of in runs if number in runs_of]
        if verdict.verdict == "proved" or (verdict.verdict == "assumed" and only_about_memory(verdict)):
            unsound += [
                f"loop {number}: {o}: {verdict.reason}" for watched in shared for o in objections(verdict, watched)
            ]
        if verdict.verdict == "refuted" and not any(watched.shared for watched in shared):
            # Some pairs of iterations only meet in longer loops, or with other data.
            told = {name: int(value) for name, value in re.findall(r"\b([nm])=(\d+)", verdict.reason)}
            named = (min(told.get("n", 6), 60), min(told.get("m", 7), 60))
            more = [
                (*named, 1),
                (*named, -1),
                *((n, m, 1) for n, m in LARGE_SIZES),
                *((n, m, -1) for n, m in (*SIZES, *LARGE_SIZES)),
            ]
            shared = [found[number] for n, m, sign in more if number in (found := run(nest, n, m, sign))]
            if any(w.repeated for w in shared) and not any(w.shared for w in shared):
                unfounded.append(f"loop {number}: {verdict.reason}")
    return unsound, unfounded


def test_nothing_is_proved_that_a_run_refutes() -> None:
    for seed in range(FIRST_SEED, FIRST_SEED + NESTS):
        unsound, unfounded = examine(seed)
        assert not unsound, f"seed {seed}: {unsound}\n{draw(seed).c}"
        assert not unfounded, f"seed {seed}: {unfounded}\n{draw(seed).c}"
