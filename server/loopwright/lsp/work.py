"""Work off the event loop: own threads, cancellation that reaches them, progress that ends.

pygls' thread pool reads standard input; a handler that used it could make the server deaf, and a cancelled handler's
work would run on. Here cancelling the request sets the token that the work asks.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from loopwright.cancellation import Cancelled, CancelToken

T = TypeVar("T")
log = logging.getLogger(__name__)


class Workers:
    """Threads for analysis and compilers."""

    def __init__(self, threads: int = 4) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="loopwright-work")
        self._tokens: set[CancelToken] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, work: Callable[[CancelToken], T], token: CancelToken | None = None) -> T:
        """Run ``work`` on a thread. When the awaiting task is cancelled, or ``token`` is, the work stops and
        :class:`asyncio.CancelledError` is raised."""
        token = token or CancelToken()
        self._tokens.add(token)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, token)
        except asyncio.CancelledError:
            token.cancel()
            raise
        except Cancelled:
            raise asyncio.CancelledError from None
        finally:
            self._tokens.discard(token)

    def start(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that is not lost, whose exception is logged."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def close(self) -> None:
        """Cancel everything and let go of the threads."""
        for token in list(self._tokens):
            token.cancel()
        for task in list(self._tasks):
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("background task failed", exc_info=error)


class Progress:
    """Work-done progress as an async context manager; a no-op for clients that do not show it.

    ``report`` may be called from any thread.
    """

    def __init__(self, server: LanguageServer, title: str, token: CancelToken, own: types.ProgressToken | None) -> None:
        self._server, self._title, self._cancel = server, title, token
        self._id: types.ProgressToken | None = own
        self._loop = asyncio.get_running_loop()
        self.stopped = False  # the user clicked Cancel

    def cancel(self) -> None:
        """The user clicked Cancel: the work stops, the request is still answered."""
        self.stopped = True
        self._cancel.cancel()

    async def __aenter__(self) -> Progress:
        window = self._server.client_capabilities.window
        if self._id is None and window is not None and window.work_done_progress:
            identifier = str(uuid.uuid4())
            try:
                # A cancelled task must not lose the client's reply: pygls would fail on it.
                await asyncio.shield(self._server.work_done_progress.create_async(identifier))
                self._id = identifier
            except asyncio.CancelledError:
                raise
            except Exception:
                log.info("the client refused progress", exc_info=True)
        if self._id is not None:
            self._send(types.WorkDoneProgressBegin(title=self._title, cancellable=True))
            _cancellers(self._server)[self._id] = self
        return self

    async def unless_stopped(self, work: Coroutine[Any, Any, T]) -> T | None:
        """The result of ``work``, ``None`` when the user stopped it. pygls does not answer a request whose handler ends
        in ``CancelledError`` by itself, so that only a cancelled request may."""
        try:
            return await work
        except asyncio.CancelledError:
            if self.stopped:
                return None
            raise

    async def __aexit__(self, *_: object) -> None:
        if self._id is not None:
            self._send(types.WorkDoneProgressEnd())
            _cancellers(self._server).pop(self._id, None)
            self._server.work_done_progress.tokens.pop(self._id, None)

    def report(self, message: str) -> None:
        """Say what is being done."""
        if self._id is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._send, types.WorkDoneProgressReport(message=message, cancellable=True))

    def _send(self, value: Any) -> None:
        assert self._id is not None
        self._server.protocol.notify(types.PROGRESS, types.ProgressParams(token=self._id, value=value))


def _cancellers(server: Any) -> dict[types.ProgressToken, Progress]:
    return server.progress_cancellers  # type: ignore[no-any-return]
