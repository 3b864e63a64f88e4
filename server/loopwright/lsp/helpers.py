"""Processes that look at the functions of a large file from its end, while its first report is made from its top.

They are given texts and send back what is kept of a function, so that the report meets it as if it had been looked at before. Nobody waits
for them: what does not come, or comes too late, is worked out here. They end when the file was told whole.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Hashable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from loopwright.check import run as checking
from loopwright.check.cache import Answer
from loopwright.check.run import Look, Rules
from loopwright.source.joined import joined
from loopwright.source.outline import Outline
from loopwright.source.syntax import Language, Source, parse
from loopwright.suggest import hints as hinting
from loopwright.suggest.hints import Hint
from loopwright.suggest.worth import Profile
from loopwright.toolchain.workers import fresh_workers

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


class Found(NamedTuple):
    """What can be kept of a piece."""

    answer: Answer | None
    hints: tuple[Hint, ...] | None


@lru_cache(maxsize=1)
def _outline(file: Text, headers: tuple[Text, ...]) -> Outline:
    among = tuple(Outline(_source(header)) for header in headers)
    return Outline(_source(file), lambda source: among, asks_callers=False)


def _source(text: Text) -> Source:
    return parse(text.data, text.name, text.language)


def look(asked: Asked, indices: list[int]) -> list[Found]:
    """What is found in these pieces. A pure function of its arguments, for another process."""
    outline = _outline(asked.file, asked.headers)
    findings = Look(outline, asked.rules) if asked.rules is not None else None
    return [
        Found(
            findings.answer(index) if findings is not None and findings.has_directives(index) else None,
            hinting.hints_in(outline, index, asked.device)
            if asked.device is not None and outline.pieces[index].shape.loops
            else None,
        )
        for index in indices
    ]


class Helpers:
    """Thread-safe. One file at a time: others are looked at as if nobody helped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: Executor | None = None
        self._uri = ""
        self._share: _Share | None = None

    def begin(self, uri: str, outline: Outline, rules: Rules | None, device: Profile | None) -> None:
        """Have a file looked at from its end if it is large; of one that is looked at already the version that it has now."""
        processes = min(_MOST_PROCESSES, (os.cpu_count() or 1) - 1)
        if processes < 1 or outline.asks_callers or sum(len(piece.shape.loops) for piece in outline.pieces) < MANY:
            return
        if joined(outline) is not outline:
            return  # a process knows headers by their texts alone, not which line includes which
        with self._lock:
            if self._pool is None:
                self._pool, self._uri = fresh_workers(processes), uri
            if self._pool is None or self._uri != uri or (self._share is not None and self._share.outline is outline):
                return
            if self._share is not None:
                self._share.end()
            self._share = share = _Share(outline, rules, device, self._pool)
        for _ in range(processes + 1):  # one waits, so that no process does
            share.go_on()

    def end(self, uri: str = "") -> None:
        """A file was told whole or closed; without a name, the session is over."""
        with self._lock:
            if self._pool is None or (uri and uri != self._uri):
                return
            pool, share = self._pool, self._share
            self._pool = self._share = None
        if share is not None:
            share.end()
        pool.shutdown(wait=False, cancel_futures=True)


class _Wanted(NamedTuple):
    """The number of a piece, and under which keys its findings and hints are kept; ``None`` for what is not wanted."""

    piece: int
    findings: Hashable
    hints: Hashable


class _Share:
    """The pieces of a version of which nothing is kept yet, given to processes from the end of the file."""

    def __init__(self, outline: Outline, rules: Rules | None, device: Profile | None, pool: Executor) -> None:
        self.outline = outline
        self._look = Look(outline, rules) if rules is not None else None
        self._device, self._pool = device, pool
        self._asked = Asked(_text(outline), tuple(map(_text, outline.headers)), rules, device)
        self._left = self._missing()
        self._lock = threading.Lock()
        self._is_over = False

    def go_on(self) -> None:
        """Ask for the next ones, if some are left."""
        with self._lock:
            wanted = list(islice(self._left, _AT_ONCE)) if not self._is_over else []
        if not wanted:
            return
        try:
            future = self._pool.submit(look, self._asked, [each.piece for each in wanted])
        except RuntimeError as error:  # it was ended, or its processes do not start
            log.info("nobody helps to look at %s: %s", self.outline.source.name, error)
            return
        future.add_done_callback(lambda _: self._came(wanted, future))

    def end(self) -> None:
        """Ask for nothing more."""
        self._is_over = True

    def _came(self, wanted: list[_Wanted], future: Future[list[Found]]) -> None:
        if future.cancelled():
            return
        error = future.exception()
        if error is not None:
            log.info("nobody helps to look at %s: %s", self.outline.source.name, error)
            return
        self.go_on()
        for each, found in zip(wanted, future.result(), strict=True):
            if each.findings is not None and found.answer is not None:
                checking.keep(each.findings, found.answer)
            if each.hints is not None and found.hints is not None:
                hinting.keep(each.hints, found.hints)

    def _missing(self) -> Iterator[_Wanted]:
        """What nobody has looked at when its turn comes, the last piece of the file first."""
        look, device = self._look, self._device
        for index in range(len(self.outline.pieces) - 1, -1, -1):
            findings = look.key(index) if look is not None and look.has_directives(index) else None
            hints = hinting.key_of(self.outline, index, device) if device is not None else None
            wanted = _Wanted(
                index,
                None if findings is None or checking.is_kept(findings) else findings,
                None if hints is None or hinting.is_kept(hints) else hints,
            )
            if wanted.findings is not None or wanted.hints is not None:
                yield wanted


def _text(outline: Outline) -> Text:
    source = outline.source
    return Text(source.data, source.name, source.language)
