"""Suggestions being worked out, each once, however many requests wait for it.

VS Code gives up a slow quick-fix request as soon as the cursor or a diagnostic moves and asks again: the work must not
start anew each time. A job that was started ahead of a request, when the cursor had rested on a loop, ends when
another loop or another version of the file takes its place. A cursor that goes down a file starts none: the model would have
half a processor all the while.

Nobody who asks for a list waits for the model: after a moment the answer is what is there (:meth:`Jobs.soon`). When the
rest has come, the client is told by `loopwright/suggested` and the next request gets all of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from loopwright.cancellation import CancelToken
from loopwright.lsp.documents import Documents, Snapshot
from loopwright.lsp.engine import Asking, Engine
from loopwright.lsp.protocol import Protocol as Wire
from loopwright.lsp.work import Workers
from loopwright.source.outline import Loop
from loopwright.suggest.evidence import Suggestion


class Host(Protocol):
    """What jobs take of a server."""

    documents: Documents
    engine: Engine
    workers: Workers
    patient_workers: Workers
    protocol: Wire

    def status(self, **fields: Any) -> None:
        """Tell the client what is going on."""


def content_modified() -> JsonRpcException:
    """The answer to a request about a version that is gone (LSP 3.17, ErrorCodes)."""
    return JsonRpcException("The document changed; ask again.", int(types.LSPErrorCodes.ContentModified))


def open_file(ls: Host, uri: str) -> Snapshot:
    """The current version of a file that a command is about."""
    snapshot = ls.documents.get(uri)
    if snapshot is None:
        raise content_modified()
    return snapshot


Key = tuple[str, int, int]
_REST = 0.6  # seconds that the cursor stays before anything is worked out ahead; VS Code asks for the light bulb 0.25 s after it has moved
_PATIENCE = 0.1  # seconds between a request and its answer, however much is still to come
_LITTLE_PATIENCE = 0.01  # the same where something can be shown: VS Code takes a list back that is slower than its own request for the bulb


def asking(ls: Host, snapshot: Snapshot, loop: Loop) -> Asking:
    """The question about a loop, with what is open now; on the event loop."""
    return Asking(snapshot, loop, tuple(ls.documents.in_step()))


class Job:
    """One suggestion on its way."""

    def __init__(self, ls: Host, asked: Asking) -> None:
        self.token = CancelToken()
        self.waiting = 0
        self.has_told_part = False  # somebody was given less than all of it
        self.listeners: list[Callable[[str], None]] = []
        self._ls = ls
        self.task: asyncio.Task[Suggestion] = ls.workers.start(self._work(asked))

    async def _work(self, asked: Asking) -> Suggestion:
        self._ls.status(busy=True)
        elapsed: float | None = None
        try:
            suggestion = await self._ls.patient_workers.run(
                lambda token: self._ls.engine.suggest(asked, token, self._report), self.token
            )
            elapsed = suggestion.timings.total
            if self.has_told_part:
                line = asked.snapshot.source.lines.line_of(asked.loop.span.start) + 1
                told = {"uri": asked.snapshot.uri, "version": asked.snapshot.version, "line": line}
                self._ls.protocol.notify("loopwright/suggested", told)
            return suggestion
        finally:
            self._ls.status(busy=False, milliseconds=elapsed)

    def _report(self, stage: str) -> None:
        for listener in list(self.listeners):
            listener(stage)


class Jobs:
    """All jobs of a session; used on the event loop."""

    def __init__(self, ls: Host) -> None:
        self._ls = ls
        self._jobs: dict[Key, Job] = {}
        self._resting: tuple[Key, asyncio.TimerHandle] | None = None

    def ahead(self, snapshot: Snapshot, loop: Loop) -> None:
        """The cursor is on a loop: once it has rested there, start before anyone asks."""
        key = (snapshot.uri, snapshot.version, loop.span.start)
        if self._resting is not None and self._resting[0] == key:
            return
        self.moved()
        clock = asyncio.get_running_loop()
        self._resting = key, clock.call_later(_REST, self._rested, snapshot, loop)

    def moved(self) -> None:
        """The cursor is elsewhere: what it has not rested on is not begun."""
        if self._resting is not None:
            self._resting[1].cancel()
            self._resting = None

    def _rested(self, snapshot: Snapshot, loop: Loop) -> None:
        """Start; what was started ahead for other loops and is not waited for ends."""
        self._resting = None
        if not self._ls.documents.is_current(snapshot):
            return
        job = self._start(snapshot, loop)
        for other in list(self._jobs.values()):
            if other is not job and other.waiting == 0:
                other.token.cancel()

    async def soon(self, snapshot: Snapshot, loop: Loop, with_model: bool = True) -> Suggestion:
        """The suggestion if all of it is there within a moment, else as far as it goes; the work goes on. Without
        ``with_model`` none is begun; what can be shown is not kept back for it."""
        asked, clock = asking(self._ls, snapshot, loop), asyncio.get_running_loop()
        began = clock.time()
        latest = await self._ls.workers.run(lambda token: self._ls.engine.latest(asked))
        if latest.complete or not with_model:
            return latest
        job = self._start(snapshot, loop)
        job.has_told_part = True
        until = clock.time() + _LITTLE_PATIENCE if latest.candidates else began + _PATIENCE
        done, _ = await asyncio.wait({job.task}, timeout=max(0.0, until - clock.time()))
        if done and not job.task.cancelled() and job.task.exception() is None:
            return job.task.result()
        return await self._ls.workers.run(lambda token: self._ls.engine.latest(asked))

    async def wait(
        self, snapshot: Snapshot, loop: Loop, token: CancelToken, report: Callable[[str], None]
    ) -> Suggestion:
        """The suggestion. Giving up waiting leaves the work running; cancelling ``token`` ends it."""
        job = self._start(snapshot, loop)
        job.waiting += 1
        job.listeners.append(report)
        watch = self._ls.workers.start(self._watch(token, job))
        try:
            return await asyncio.shield(job.task)
        except asyncio.CancelledError:
            if job.task.done():  # the work was ended, not the request
                raise content_modified() from None
            raise
        finally:
            watch.cancel()
            job.listeners.remove(report)
            job.waiting -= 1

    def drop(self, uri: str, version: int | None = None) -> None:
        """End the jobs of a file, but for those of ``version``."""
        for (other, number, _), job in list(self._jobs.items()):
            if other == uri and number != version:
                job.token.cancel()

    def _start(self, snapshot: Snapshot, loop: Loop) -> Job:
        key = (snapshot.uri, snapshot.version, loop.span.start)
        job = self._jobs.get(key)
        if job is None or job.token.cancelled:
            job = self._jobs[key] = Job(self._ls, asking(self._ls, snapshot, loop))
            started = job
            job.task.add_done_callback(lambda _: self._jobs.pop(key) if self._jobs.get(key) is started else None)
        return job

    async def _watch(self, token: CancelToken, job: Job) -> None:
        while not token.cancelled:
            await asyncio.sleep(0.05)
        job.token.cancel()
