"""Processes that look at the functions of a large file from its end, while its first report is made from its top.

They are given texts and send back what is kept of a function, so that the report meets it as if it had been looked at before. Nobody waits
for them: what does not come, or comes too late, is worked out here. They end when the file was told whole.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from loopwright.check.run import Rules
from loopwright.lsp.by_function import ByFunction, Found, Wanted, keep
from loopwright.source.joined import joined
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, Source, parse
from loopwright.suggest.worth import Profile
from loopwright.toolchain.workers import Worker, can_start_afresh

log = logging.getLogger(__name__)
MANY = 400  # loops; with fewer the report is there before a process has started
_MOST_PROCESSES = 3
_AT_ONCE = 8  # functions that a process is asked for together


@dataclass(frozen=True)
class Text:
    """A file as it is read."""

    data: bytes
    name: str
    language: Language


@dataclass(frozen=True)
class Asked:
    """A file among its headers, and what is asked of it: findings by ``rules``, hints for ``device``; ``None`` where they are not shown."""

    file: Text
    headers: tuple[Text, ...]
    rules: Rules | None
    device: Profile | None


@lru_cache(maxsize=1)
def _outline(file: Text, headers: tuple[Text, ...]) -> Outline:
    among = tuple(Outline(_source(header)) for header in headers)
    return Outline(_source(file), lambda source: among, asks_callers=False)


def _source(text: Text) -> Source:
    return parse(text.data, text.name, text.language)


def look(asked: Asked, indices: list[int]) -> list[Found]:
    """What is found in these pieces. A pure function of its arguments, for another process."""
    file = ByFunction(_outline(asked.file, asked.headers), asked.rules, asked.device)
    return [file.found(index) for index in indices]


class Helpers:
    """Thread-safe. One file at a time: others are looked at as if nobody helped. Processes end when nothing is left for them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._uri = ""
        self._share: _Share | None = None
        self._at_work: set[Worker] = set()
        self._is_over = False

    def begin(self, uri: str, outline: Outline, rules: Rules | None, device: Profile | None) -> None:
        """Have a file looked at from its end if it is large; of one that is looked at already the version that it has now."""
        processes = min(_MOST_PROCESSES, (os.cpu_count() or 1) - 1) if can_start_afresh() else 0
        if processes < 1 or outline.asks_callers or sum(len(piece.shape.loops) for piece in outline.pieces) < MANY:
            return
        if joined(outline) is not outline:
            return  # a process knows headers by their texts alone, not which line includes which
        share = _Share(outline, rules, device)
        with self._lock:
            if self._is_over or (self._at_work and self._uri != uri):
                return
            if self._share is not None and self._share.outline is outline:
                return
            self._uri, self._share = uri, share
            workers = [Worker() for _ in range(processes - len(self._at_work))]
            self._at_work.update(workers)
        for worker in workers:
            threading.Thread(target=self._help, args=(worker,), name="loopwright-helper", daemon=True).start()

    def end(self, uri: str) -> None:
        """A file was told whole or closed."""
        with self._lock:
            if uri == self._uri:
                self._dismiss()

    def close(self) -> None:
        """The session is over: nobody begins any more."""
        with self._lock:
            self._is_over = True
            self._dismiss()

    def _dismiss(self) -> None:
        workers, self._at_work = self._at_work, set()
        self._uri, self._share = "", None
        for worker in workers:
            worker.end()

    def _help(self, worker: Worker) -> None:
        done: _Share | None = None
        try:
            worker.start()
            while (share := self._next(worker, done)) is not None:
                waiting: deque[list[Wanted]] = deque()
                for found in worker.answers(look, share.asked, self._questions(share, waiting)):
                    _keep(waiting.popleft(), found)
                done = share
        except Exception as error:  # the report does without
            with self._lock:
                if worker in self._at_work:
                    log.info("a process no longer helps to look at %s: %s", self._uri, error or type(error).__name__)
        finally:
            with self._lock:
                self._at_work.discard(worker)
            worker.bury()

    def _next(self, worker: Worker, done: _Share | None) -> _Share | None:
        """What a process looks at after what is done; ``None`` if it was dismissed, or is now because nothing is left."""
        with self._lock:
            if worker in self._at_work and self._share is not done:
                return self._share
            self._at_work.discard(worker)
            return None

    def _questions(self, share: _Share, waiting: deque[list[Wanted]]) -> Iterator[list[int]]:
        """What is asked of a version as long as it is the current one; each question is put among those that are ``waiting``."""
        while self._share is share and (wanted := share.next()):
            waiting.append(wanted)
            yield [each.piece for each in wanted]


class _Share:
    """The pieces of a version of which nothing is kept yet, from the end of the file. Thread-safe."""

    def __init__(self, outline: Outline, rules: Rules | None, device: Profile | None) -> None:
        self.outline = outline
        self.asked = Asked(_text(outline), tuple(map(_text, outline.headers)), rules, device)
        self._left = self._missing(ByFunction(outline, rules, device))
        self._lock = threading.Lock()

    def next(self) -> list[Wanted]:
        """The next ones for a process; nothing when all were given out."""
        with self._lock:
            return list(islice(self._left, _AT_ONCE))

    def _missing(self, file: ByFunction) -> Iterator[Wanted]:
        """What nobody has looked at when its turn comes, the last piece of the file first."""
        for index in range(len(self.outline.pieces) - 1, -1, -1):
            wanted = file.wanted(index)
            if wanted is not None:
                yield wanted


def _text(outline: Outline) -> Text:
    source = outline.source
    return Text(source.data, source.name, source.language)


def _keep(wanted: list[Wanted], found: list[Found] | None) -> None:
    if found is None:
        return  # looking failed there, and is tried here
    for each, of_it in zip(wanted, found, strict=True):
        keep(each, of_it)
