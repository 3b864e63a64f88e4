"""Loops that look harmless, and their twins that are: no run of their iterations in another order contradicts a verdict.

The labels in `adversary/labels.json` come from running every program (`python tests/dependence/replay.py`); a few are worked out
again here, and a part of the programs is judged, all of them with `LOOPWRIGHT_WHOLE=1`.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from functools import cache

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from replay import AS_WRITTEN, Program, labels, programs, recorded
from whole import WHOLE

PROGRAMS = programs()
# Written against what the analysis does not follow, so that less of what is parallel in them is proved.
FAR_OUT = (
    "modern.cpp",
    "types.c",
    "types.cpp",
    "counted.cpp",
    "parts.cpp",
    "released.c",
    "tricks.c",
    "further.c",
    "once.c",
    "unread.c",
    *AS_WRITTEN,
)
LABELS = recorded()
SEED = 20261122
ASKED = 1300  # of the programs: all of them take longer than a test may
JUDGED = PROGRAMS if WHOLE else random.Random(SEED).sample(PROGRAMS, ASKED)


@cache
def verdict_of(program: Program) -> LoopVerdict:
    outline = Outline(parse(program.text, name=f"program.{program.language}"))
    loop = outline.loop_starting_at(program.loop)
    assert loop is not None, program.name
    return judge(outline, loop)


def is_contradicted(label: str, verdict: LoopVerdict) -> bool:
    """Whether a run speaks against a verdict. Updates that one `atomic` makes right are a dependence that no order shows."""
    return (label == "serial" and verdict.verdict == "proved") or (
        label == "parallel" and verdict.verdict == "refuted" and not verdict.updates
    )


def test_every_program_has_a_label_and_there_are_enough() -> None:
    assert len({program.text for program in PROGRAMS}) == len(PROGRAMS) >= 600
    assert LABELS.keys() == {program.name for program in PROGRAMS}
    assert min(Counter(LABELS.values()).values()) >= 200


@pytest.mark.timeout(2400)
def test_no_order_of_the_iterations_contradicts_a_verdict() -> None:
    wrong = [(p.name, verdict_of(p).reason) for p in JUDGED if is_contradicted(LABELS[p.name], verdict_of(p))]
    assert not wrong


@pytest.mark.timeout(2400)
def test_of_the_parallel_loops_most_are_proved() -> None:
    for is_far_out, share in ((False, 0.6), (True, 0.35)):
        parallel = [p for p in JUDGED if LABELS[p.name] == "parallel" and p.name.startswith(FAR_OUT) == is_far_out]
        proved = sum(verdict_of(program).verdict == "proved" for program in parallel)
        assert proved >= share * len(parallel), f"{proved} of {len(parallel)}"


@pytest.mark.skipif(shutil.which("gcc") is None or shutil.which("g++") is None, reason="needs gcc and g++")
def test_the_labels_are_what_a_run_gives() -> None:
    rng = random.Random(SEED)
    by_language = [[p for p in PROGRAMS if p.language == language] for language in ("c", "cpp")]
    chosen = PROGRAMS if WHOLE else [p for some in by_language for p in rng.sample(some, 6)]
    assert labels(chosen) == {program.name: LABELS[program.name] for program in chosen}
