"""How `here` spends the minutes that it is given, from what a round of training and an answer take on this machine."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from loopwright.model.manifest import Model
from loopwright.source.writing import write_whole

from loopwright_training.config import ConfigError
from loopwright_training.cost import Cost
from loopwright_training.evaluate import Askers

_JUDGING = 0.4  # of the minutes at most, while training could use them
_LEAST_ASKED = 6  # of each part: fewer say nothing
_LEAST_ROUND = 0.25  # of the loops: less teaches nothing
_MORE = 1.2  # where more minutes are asked for: the machine may be busier then
_PROBES = 2  # prompts of each asker, to see how long an answer takes
SAMPLES = 4  # proposals of an answer
SEES = ("fresh", "kept")  # what the model sees of a held-out loop's file


@dataclass(frozen=True)
class Judging:
    """Of each held-out part ``asked`` loops at most (0: all) in each of ``modes``, before and after, in ``seconds`` for both."""

    modes: tuple[str, ...]
    asked: int
    seconds: float


@dataclass(frozen=True)
class Plan:
    """``rounds`` over the loops in ``training`` seconds, and how long judging may take then. ``memory`` in bytes."""

    rounds: float
    training: float
    judging: Judging
    memory: int


@dataclass(frozen=True)
class Measured:
    """What a round of training costs on this machine, and an answer in seconds."""

    cost: Cost
    answer: float


def judging_in(seconds: float, answer: float, parts: Sequence[int]) -> Judging:
    """What of held-out ``parts`` of so many loops can be judged in ``seconds``, an answer taking ``answer`` seconds. What is seen of
    less use goes first: the loops without their file's directives, then a share of the loops."""

    def taken(modes: Sequence[str], asked: int) -> float:
        return 2 * answer * len(modes) * sum(min(part, asked or part) for part in parts)

    modes, asked = SEES, 0
    if taken(modes, asked) > seconds:
        modes = ("kept",)
    most = max(parts, default=0)
    while taken(modes, asked) > seconds and (asked or most) > _LEAST_ASKED:
        asked = (asked or most) - 1
    return Judging(modes, asked, taken(modes, asked))


def planned(given: float, gone: float, rounds: float, cost: Cost, answer: float, parts: Sequence[int]) -> Plan:
    """What fits into ``given`` seconds of which some are ``gone``: at most ``rounds``, judging no longer than its share.

    Raises :class:`ConfigError` where nothing could be learned.
    """
    seconds = given - gone
    judging = judging_in(max(_JUDGING * seconds, seconds - rounds * cost.round), answer, parts)
    fitting = min(rounds, (seconds - judging.seconds) / cost.round) if cost.round else rounds
    if fitting < _LEAST_ROUND:
        needed = math.ceil((gone + judging_in(0, answer, parts).seconds + cost.round) / 60 * _MORE)
        raise ConfigError(
            f"{given / 60:g} minutes are too few: one round over the loops takes {duration(cost.round)} on this machine, "
            f"judging {duration(judging.seconds)}; `--minutes {needed}` is enough for one"
        )
    return Plan(fitting, fitting * cost.round, judging, cost.memory)


def duration(seconds: float) -> str:
    """As it is told."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} minutes"


def answer_seconds(model: Model, adapter: Path | None, prompts: Sequence[tuple[str, str]]) -> float:
    """How long an answer of ``model`` takes here where many are asked for, the mean over some of ``prompts``."""
    askers = Askers(model, adapter, SAMPLES, grammar=True)
    wanted = _PROBES * askers.count
    some = prompts[:: max(1, len(prompts) // wanted)][:wanted]
    if not some:
        return 0.0
    askers.load()
    started = time.perf_counter()
    for _ in askers.each(askers.ask, some):
        pass
    askers.close()
    return (time.perf_counter() - started) / len(some)


def read_plan(path: Path, stamp: str) -> Plan | None:
    """The plan that was made of the same inputs."""
    kept = _read(path, stamp)
    judging = kept.get("judging") if kept else None
    if kept is None or not isinstance(judging, dict):
        return None
    return Plan(**{**kept, "judging": _judging_of(judging)})


def read_judging(path: Path, stamp: str) -> Judging | None:
    """How is judged, where that was settled already."""
    kept = _read(path, stamp)
    return _judging_of(kept) if kept else None


def read_measured(path: Path, stamp: str) -> Measured | None:
    """What was measured for minutes that were too few: with those that were asked for in their place it counts again."""
    kept = _read(path, stamp)
    return Measured(Cost(**kept["cost"]), kept["answer"]) if kept else None


def write_kept(path: Path, stamp: str, settled: Plan | Judging | Measured) -> None:
    """A run that is asked again goes on with what was settled, whatever else the machine does by then."""
    write_whole(path, (json.dumps({"stamp": stamp, **asdict(settled)}) + "\n").encode())


def _read(path: Path, stamp: str) -> dict[str, Any] | None:
    try:
        kept = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) and kept.pop("stamp", None) == stamp else None


def _judging_of(kept: dict[str, Any]) -> Judging:
    return Judging(tuple(kept["modes"]), kept["asked"], kept["seconds"])
