"""A model that a team serves, and the local one while the server does not answer.

A server may be absent for a moment, or load its model when an editor starts. It is asked again at the next request after a pause. Where
there is a local model nobody waits for that: the server is tried beside, and the local model answers until it is there.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future

from loopwright.cancellation import Cancelled, CancelToken
from loopwright.model.endpoint import Endpoint
from loopwright.model.errors import ModelError
from loopwright.model.exchange import Unavailable
from loopwright.model.manifest import Model
from loopwright.model.prompt import FillIn
from loopwright.model.runtime import Answer, Proposer

_PAUSE_SECONDS = 5.0


class Served:
    """Thread-safe, with the interface of :class:`loopwright.model.runtime.Runtime`. ``local`` finds the local model when it is
    first needed; ``changed`` is told the sentence when the server fails, and ``None`` when it is there again."""

    def __init__(
        self,
        endpoint: Endpoint,
        local: Callable[[], Proposer | None],
        changed: Callable[[str | None], None],
        pause: float = _PAUSE_SECONDS,
    ) -> None:
        self._endpoint, self._find_local, self._changed, self._pause = endpoint, local, changed, pause
        self._lock = threading.Lock()
        self._local: Proposer | None = None
        self._looked = False
        self._trouble: str | None = None
        self._again = 0.0  # when the server may be asked again
        self._trying = False

    @property
    def model(self) -> Model:
        """The model that answers now."""
        return self._now().model

    @property
    def shows_project(self) -> bool:
        """See :class:`~loopwright.model.runtime.Asked`."""
        return self._now().shows_project

    def load(self) -> Future[None]:
        """Ask which model is served. The future does not fail: a server that is not there is asked again."""
        done: Future[None] = Future()
        self._try().add_done_callback(lambda tried: done.set_result(None))
        return done

    def ask_again(self) -> None:
        """Somebody wants an answer: try a server that was not there, if the pause is over. Nobody waits for it."""
        with self._lock:
            due = self._trouble is not None and not self._trying and time.monotonic() >= self._again
        if due:
            with contextlib.suppress(RuntimeError):  # closed meanwhile
                self._try()

    def propose(
        self, fill: FillIn, grammar: str | None, count: int = 4, token: CancelToken | None = None
    ) -> Future[Answer]:
        """Ask whoever answers now. The future raises :class:`Cancelled` or :class:`ModelError`."""
        with self._lock:
            trouble, rests, local = self._trouble, time.monotonic() < self._again, self._local
        if trouble is not None and local is not None:
            self.ask_again()
            return local.propose(fill, grammar, count, token)
        if trouble is not None and rests:
            failed: Future[Answer] = Future()
            failed.set_exception(ModelError(trouble))
            return failed
        answer: Future[Answer] = Future()
        asked = self._endpoint.propose(fill, grammar, count, token)
        asked.add_done_callback(lambda served: self._answered(served, answer, (fill, grammar, count, token)))
        return answer

    def close(self) -> None:
        """Let go of both models."""
        self._endpoint.close()
        with self._lock:
            local, self._local, self._looked = self._local, None, True
        if local is not None:
            local.close()

    def _now(self) -> Proposer:
        with self._lock:
            return self._local if self._trouble is not None and self._local is not None else self._endpoint

    def _try(self) -> Future[None]:
        tried = self._endpoint.load()
        with self._lock:
            self._trying = not tried.done()
        tried.add_done_callback(self._tried)
        return tried

    def _tried(self, tried: Future[None]) -> None:
        if tried.cancelled():
            return
        error = tried.exception()
        if isinstance(error, ModelError):
            self._rest(str(error))
        elif error is None:
            self._is_back()
        with self._lock:
            self._trying = False

    def _answered(
        self,
        served: Future[Answer],
        answer: Future[Answer],
        asked: tuple[FillIn, str | None, int, CancelToken | None],
    ) -> None:
        """Hand on what the server said, or what the local model says where the server is not there."""
        if served.cancelled():
            answer.cancel()
            return
        error = served.exception()
        if isinstance(error, Unavailable):
            self._rest(str(error))
            with self._lock:
                local = self._local
            if local is not None:
                try:
                    local.propose(*asked).add_done_callback(lambda own: _hand_on(own, answer))
                    return
                except RuntimeError:  # closed meanwhile
                    pass
        elif not isinstance(error, (Cancelled, CancelledError)):
            self._say(str(error) if isinstance(error, ModelError) else None)
        _hand_on(served, answer)

    def _rest(self, sentence: str) -> None:
        with self._lock:
            self._again = time.monotonic() + self._pause
            look, self._looked = not self._looked, True
        if look:
            local = self._find_local()
            if local is not None:
                local.load()
            with self._lock:
                self._local = local
        self._say(sentence)

    def _is_back(self) -> None:
        with self._lock:
            self._again = 0.0
        self._say(None)

    def _say(self, sentence: str | None) -> None:
        with self._lock:
            known, self._trouble = self._trouble, sentence
        if known != sentence:
            self._changed(sentence)


def _hand_on(done: Future[Answer], answer: Future[Answer]) -> None:
    if done.cancelled():
        answer.cancel()
        return
    error = done.exception()
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(done.result())
