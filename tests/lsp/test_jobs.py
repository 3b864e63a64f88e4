"""When a suggestion is worked out ahead of a request: by a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from loopwright.lsp.documents import Documents, Snapshot
from loopwright.lsp.jobs import Jobs
from loopwright.source.outline import Loop
from lsprotocol import types

LOOPS = 6
TEXT = "void g(int m, float *b) {\n" + "  for (int k = 0; k < m; k++)\n    b[k] = 1;\n" * LOOPS + "}\n"
REST, LESS = 0.7, 0.3  # seconds: more than a cursor rests, and less


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time passes when a test says so."""

    now = 0.0

    def time(self) -> float:
        return self.now

    async def passes(self, seconds: float) -> None:
        """Time passes, and what is due by then happens."""
        self.now += seconds
        for _ in range(10):
            await asyncio.sleep(0)


@dataclass
class Host:
    """A server whose engine answers at once and notes what it was asked."""

    documents: Documents = field(default_factory=Documents)
    asked: list[Loop] = field(default_factory=list)
    protocol: Any = None

    @property
    def engine(self) -> Any:
        return self

    @property
    def workers(self) -> Any:
        return self

    @property
    def patient_workers(self) -> Any:
        return self

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return asyncio.get_running_loop().create_task(work)

    async def run(self, work: Any, token: Any) -> Any:
        return work(token)

    def suggest(self, asked: Any, token: Any, report: Any) -> Any:
        self.asked.append(asked.loop)
        return SimpleNamespace(timings=SimpleNamespace(total=0.0))

    def status(self, **fields: Any) -> None:
        pass


def carried_out(story: Any) -> list[Loop]:
    """What was asked of the engine, in the order of time."""
    host, clock = Host(), Clock()
    snapshot = host.documents.open(types.TextDocumentItem("file:///asked.c", "c", 0, TEXT))
    try:
        clock.run_until_complete(story(Jobs(host), snapshot, clock))
    finally:
        clock.close()
    return host.asked


def test_a_cursor_that_goes_down_a_file_asks_nobody() -> None:
    async def story(jobs: Jobs, snapshot: Snapshot, clock: Clock) -> None:
        for loop in snapshot.outline.loops:
            jobs.ahead(snapshot, loop)
            await clock.passes(LESS)
            jobs.moved()  # its body
            await clock.passes(LESS)
        await clock.passes(REST)

    assert carried_out(story) == []


def test_from_loop_to_loop_nobody_is_asked_but_of_the_last() -> None:
    async def story(jobs: Jobs, snapshot: Snapshot, clock: Clock) -> None:
        for loop in snapshot.outline.loops:
            jobs.ahead(snapshot, loop)
            await clock.passes(LESS)
        await clock.passes(REST)

    asked = carried_out(story)
    assert [loop.span.start for loop in asked] == [TEXT.rindex("for")]


def test_to_ask_again_while_it_rests_begins_no_new_rest() -> None:
    async def story(jobs: Jobs, snapshot: Snapshot, clock: Clock) -> None:
        for _ in range(3):
            jobs.ahead(snapshot, snapshot.outline.loops[2])
            await clock.passes(LESS)

    asked = carried_out(story)
    assert len(asked) == 1


def test_of_a_version_that_is_gone_nobody_is_asked() -> None:
    async def story(jobs: Jobs, snapshot: Snapshot, clock: Clock) -> None:
        jobs.ahead(snapshot, snapshot.outline.loops[0])
        jobs._ls.documents.close(snapshot.uri)
        await clock.passes(REST)

    assert carried_out(story) == []
