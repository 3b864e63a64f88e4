"""The metric *right*: whether the loop runs to the same result with the directive that is shown.

A directive that is not the author's, or equivalent, is tried as the product tries a loop for `tested`: on generated inputs, its iterations
in another order, on copies of what its clauses move, every access watched; what is left in memory is compared with the loop as it
stands. It is *right* where that agrees. Where it does not, the author's directive goes through the same trial: if that fails too the
inputs are to blame and the pair is *not judged*, else what is shown is *wrong*. What a trial cannot say is not judged, with the
reason. Trials that were made are kept, so that a run that was ended goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from pathlib import Path
from typing import Literal

from loopwright.cancellation import Cancelled, CancelToken
from loopwright.suggest.trial.originals import Originals
from loopwright.suggest.trial.run import try_loop
from loopwright.suggest.trial.signature import Untestable

from loopwright_training.claimed import Asked, Unclear, Wrong, claimed

Status = Literal["right", "wrong", "not judged"]


@dataclass(frozen=True)
class Judgement:
    """``reason`` says what is wrong or why nothing can be said; ``inputs`` is on how many it was run."""

    status: Status
    reason: str = ""
    inputs: int = 0


class Judge:
    """Tries directives, each for ``seconds`` at most, and keeps what came out in ``folder``, which is of one version of the product: who
    changes the analysis or the trial takes another."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder, self._seconds = folder, seconds
        folder.mkdir(parents=True, exist_ok=True)

    def judge(self, shown: str, author: str, asked: Asked, path: Path) -> Judgement:
        """Whether ``shown`` is right above the loop, above which the author wrote ``author``."""
        file = self._file(shown, author, asked)
        if file.exists():
            return Judgement(**json.loads(file.read_text("utf-8")))
        found = self._judged(shown, author, asked, path)
        partial = file.with_suffix(".partial")
        partial.write_text(json.dumps(asdict(found)), "utf-8")
        partial.replace(file)
        return found

    def _judged(self, shown: str, author: str, asked: Asked, path: Path) -> Judgement:
        originals = Originals()
        found = self._tried(shown, author, asked, path, originals)
        if found.status != "wrong" or not found.inputs:
            return found
        # What is hidden with its directive may have brought its data; that it stands in the code is enough.
        own = self._tried(author, author, replace(asked, bare=False), path, originals)
        if own.status == "wrong":
            return Judgement("not judged", f"the author's fails as well: {own.reason}", found.inputs)
        return found

    def _tried(self, text: str, author: str, asked: Asked, path: Path, originals: Originals) -> Judgement:
        token = CancelToken()
        clock = threading.Timer(self._seconds, token.cancel)
        clock.start()
        try:
            facts = claimed(text, asked, author)
            tested = try_loop(asked.outline, asked.loop, path, facts, token=token, originals=originals)
        except Wrong as reason:
            return Judgement("wrong", str(reason))
        except (Unclear, Untestable) as reason:
            return Judgement("not judged", str(reason))
        except Cancelled:
            return Judgement("not judged", f"it takes longer than {self._seconds:g} s")
        finally:
            clock.cancel()
        if tested.agreed:
            return Judgement("right", inputs=tested.inputs)
        return Judgement("wrong", tested.counterexample, tested.inputs)

    def _file(self, shown: str, author: str, asked: Asked) -> Path:
        """By all that the answer depends on; another limit of time is another question."""
        source = asked.outline.source.data
        key = repr((source, asked.loop.span.start, shown, author, asked.bare, self._seconds))
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"


def right_shares(same: Sequence[bool], judgements: Sequence[Judgement]) -> dict[str, float]:
    """Counts and shares: ``same`` says which answers are the author's or equivalent, which are not tried; the standard error is that
    of a share of pairs drawn independently."""
    other = [judgement.status for known, judgement in zip(same, judgements, strict=True) if not known]
    count, known = max(1, len(same)), sum(same)
    either = (known + other.count("right")) / count
    judged = len(other) - other.count("not judged")
    return {
        "equivalent": known,
        "right": other.count("right"),
        "wrong": other.count("wrong"),
        "not judged": other.count("not judged"),
        "share": either,
        "error": sqrt(either * (1 - either) / count),
        "of judged": (known + other.count("right")) / max(1, known + judged),
    }


def reasons(judgements: Sequence[Judgement]) -> dict[str, dict[str, int]]:
    """Why pairs are wrong or not judged, the most frequent first."""
    found: dict[str, dict[str, int]] = {}
    for status in ("wrong", "not judged"):
        found[status] = dict(Counter(j.reason for j in judgements if j.status == status).most_common())
    return found


def right_line(shares: Mapping[str, float], why: Mapping[str, Mapping[str, int]]) -> str:
    """The shares as a table, and the most frequent reasons."""
    columns = ("equivalent", "right", "wrong", "not judged")
    lines = [
        "| | equivalent | right | wrong | not judged | equivalent or right | standard error | of those judged |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        "| what is shown | "
        + " | ".join(f"{shares[c]:.0f}" for c in columns)
        + f" | {shares['share']:.3f} | {shares['error']:.3f} | {shares['of judged']:.3f} |",
    ]
    for status, told in why.items():
        lines += ["", f"{status}:", ""] + [f"- {count} × {reason}" for reason, count in list(told.items())[:12]]
    return "\n".join(lines)
