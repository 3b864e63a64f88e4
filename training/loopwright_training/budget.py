"""How `here` spends the minutes that it is given, from what a round of training and an answer take on this machine."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

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
class Plan:
    """``rounds`` over the loops in ``training`` seconds; of each held-out part ``asked`` loops at most (0: all) in each of ``modes``,
    before and after, in ``judging`` seconds for both. ``memory`` in bytes."""

    rounds: float
    modes: tuple[str, ...]
    asked: int
    training: float
    judging: float
    memory: int


def planned(given: float, gone: float, rounds: float, cost: Cost, answer: float, parts: Sequence[int]) -> Plan:
    """What fits into ``given`` seconds of which some are ``gone``: at most ``rounds``, with held-out ``parts`` of so many loops, an
    answer taking ``answer`` seconds.

    What is seen of less use goes first: the loops without their file's directives, then a part of the held-out loops, then rounds.
    Raises :class:`ConfigError` where nothing could be learned.
    """
    seconds = given - gone
    room = max(_JUDGING * seconds, seconds - rounds * cost.round)

    def judging(modes: Sequence[str], asked: int) -> float:
        return 2 * answer * len(modes) * sum(min(part, asked or part) for part in parts)

    modes, asked = SEES, 0
    if judging(modes, asked) > room:
        modes = ("kept",)
    most = max(parts, default=0)
    while judging(modes, asked) > room and (asked or most) > _LEAST_ASKED:
        asked = (asked or most) - 1
    judged = judging(modes, asked)
    fitting = min(rounds, (seconds - judged) / cost.round) if cost.round else rounds
    if fitting < _LEAST_ROUND:
        needed = math.ceil((gone + judging(("kept",), _LEAST_ASKED) + cost.round) / 60 * _MORE)
        raise ConfigError(
            f"{given / 60:g} minutes are too few: one round over the loops takes {cost.round / 60:.0f} on this machine, judging "
            f"{judged / 60:.0f}; `--minutes {needed}` is enough for one"
        )
    return Plan(fitting, modes, asked, fitting * cost.round, judged, cost.memory)


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
    try:
        kept = json.loads(path.read_text("utf-8"))
        if kept.pop("stamp") != stamp:
            return None
        return Plan(**{**kept, "modes": tuple(kept["modes"])})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_plan(path: Path, stamp: str, plan: Plan) -> None:
    """A run that is asked again goes on with the same plan, whatever else the machine does by then."""
    write_whole(path, (json.dumps({"stamp": stamp, **asdict(plan)}) + "\n").encode())
