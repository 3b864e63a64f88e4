"""A served model that comes late, goes away and comes back, with a local model beside it and without."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import pytest
from loopwright.cancellation import CancelToken
from loopwright.model import served as serving
from loopwright.model.decode import Proposal
from loopwright.model.endpoint import Endpoint
from loopwright.model.errors import ModelError
from loopwright.model.exchange import parse_address
from loopwright.model.manifest import Model
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Answer, Proposer
from loopwright.model.served import Served
from served_model import ModelServer, completions

FILL = FillIn("float *a;\n#pragma acc", "\nfor (int i = 0; i < n; i++) a[i] = 0;\n")


T = TypeVar("T")


class Local:
    """A local model that always says the same."""

    model = Model("local", "", "", "unknown", folder=Path())
    shows_project = False

    def load(self) -> Future[None]:
        return _done(None)

    def propose(
        self, fill: FillIn, grammar: str | None, count: int = 4, token: CancelToken | None = None
    ) -> Future[Answer]:
        return _done(Answer((Proposal("kernels loop", 1.0),), 0, 0, 0.0))

    def close(self) -> None:
        pass


def _done(value: T) -> Future[T]:
    future: Future[T] = Future()
    future.set_result(value)
    return future


class Stage:
    """A server, what was told of it, and the clock of who asks it: a server rests until ``now`` is moved on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.server = ModelServer(lambda body: completions(*[" parallel loop"] * body["n"]))
        self.told: list[str | None] = []
        self.served: Served | None = None

    def asked_by(self, local: Proposer | None, pause: float = 5.0) -> Served:
        endpoint = Endpoint(parse_address(self.server.address), seconds=200)
        self.served = Served(endpoint, lambda: local, self.told.append, pause)
        return self.served

    def close(self) -> None:
        self.server.close()
        if self.served is not None:
            self.served.close()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    made = Stage()
    monkeypatch.setattr(serving, "time", SimpleNamespace(monotonic=lambda: made.now))
    yield made
    made.close()


def says(served: Served) -> str:
    try:
        return served.propose(FILL, None, 1).result(200).proposals[0].text
    except ModelError as error:
        return str(error)


def until(stage: Stage, condition: Callable[[], bool]) -> bool:
    """Whether it becomes so after a pause; a test that never ends is ended."""
    assert not condition()
    stage.now += 5.0
    while not condition():
        time.sleep(0.02)
    return True


def test_a_server_that_loads_is_asked_again_after_a_pause(stage: Stage) -> None:
    stage.server.loading = True
    served = stage.asked_by(None)
    served.load().result(200)
    assert "Loading model" in (stage.told[-1] or "")
    before = len(stage.server.paths)
    assert "Loading model" in says(served)
    assert len(stage.server.paths) == before  # it rests
    stage.server.loading = False
    assert until(stage, lambda: says(served) == "parallel loop")
    assert stage.told[-1] is None
    assert len(stage.told) == 2


def test_the_local_model_answers_until_the_server_does(stage: Stage) -> None:
    stage.server.loading = True
    served = stage.asked_by(Local())
    served.load().result(200)
    assert says(served) == "kernels loop"
    assert served.model.name == "local"
    stage.server.loading = False
    assert until(stage, lambda: says(served) == "parallel loop")
    assert served.model.name == stage.server.address


@pytest.mark.parametrize(("local", "meanwhile"), [(Local(), "kernels loop"), (None, "Loading model")])
def test_a_server_that_goes_away_in_between(stage: Stage, local: Proposer | None, meanwhile: str) -> None:
    served = stage.asked_by(local)
    served.load().result(200)
    assert says(served) == "parallel loop"
    assert not stage.told
    stage.server.loading = True
    assert meanwhile in says(served)
    stage.server.loading = False
    assert until(stage, lambda: says(served) == "parallel loop")


def test_who_is_content_with_what_is_remembered_has_it_tried_too(stage: Stage) -> None:
    stage.server.loading = True
    served = stage.asked_by(None)
    served.load().result(200)
    stage.server.loading = False

    def told() -> bool:
        served.ask_again()
        return stage.told[-1] is None

    assert until(stage, told)


def test_who_asks_when_it_is_closed_is_told_nothing(stage: Stage) -> None:
    stage.server.loading = True
    served = stage.asked_by(None, pause=0)
    served.load().result(200)
    served.close()
    served.ask_again()
    assert len(stage.told) == 1


def test_what_the_server_answers_wrongly_is_its_own(stage: Stage) -> None:
    """A server that is there and refuses is no reason to ask somebody else."""
    stage.server.close()
    stage.server = ModelServer(lambda body: (422, b'{"detail": "too long"}'))
    served = stage.asked_by(Local())
    served.load().result(200)
    assert "too long" in says(served)
