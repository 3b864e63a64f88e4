"""Many questions at once: whoever ends them does not wait for answers that nobody reads."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from loopwright.cancellation import CancelToken
from loopwright.model.manifest import Model
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Answer
from loopwright_training import evaluate
from loopwright_training.evaluate import Askers

_SECONDS = 60.0  # of an answer


class Slow:
    """A model that writes until it is told to stop."""

    def __init__(self, writes: Event) -> None:
        self._writes, self._worker = writes, ThreadPoolExecutor(1)

    def propose(self, fill: FillIn, grammar: str | None, count: int, token: CancelToken) -> Future[Answer]:
        return self._worker.submit(self._write, token)

    def _write(self, token: CancelToken) -> Answer:
        self._writes.set()
        until = time.monotonic() + _SECONDS
        while time.monotonic() < until:
            token.check()
            time.sleep(0.01)
        raise AssertionError("nobody told it to stop")

    def close(self) -> None:
        self._worker.shutdown()


def test_ctrl_c_ends_the_answers_that_are_being_written(monkeypatch: pytest.MonkeyPatch) -> None:
    writes = Event()
    monkeypatch.setattr(evaluate, "Runtime", lambda model, threads: Slow(writes))
    monkeypatch.setattr(evaluate, "_own_cores", lambda: 2)
    askers = Askers(Model("slow", "", "", "", folder=Path()), None, 4, grammar=False)

    def ask(prompt: tuple[str, str]) -> list[str]:
        if prompt[0] == "first":
            assert writes.wait(_SECONDS)
            raise KeyboardInterrupt  # where somebody waits for the first answer
        return askers.ask(prompt)

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(askers.each(ask, [("first", ""), ("second", ""), ("third", "")]))
    askers.close()
    assert time.monotonic() - started < _SECONDS / 2
