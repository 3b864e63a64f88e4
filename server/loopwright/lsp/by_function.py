"""Findings and hints of one function after the other: what is not known of it yet, looked for and kept. For who goes through a large file."""

from __future__ import annotations

import logging
from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from loopwright.cancellation import Patience
from loopwright.check import run as checking
from loopwright.check.cache import Answer
from loopwright.check.run import Look, Rules
from loopwright.dependence.model.program import one_at_a_time
from loopwright.lazily import cached_property
from loopwright.source.joined import joined
from loopwright.source.kept import kept, let_go_of_parts
from loopwright.source.outline import Outline
from loopwright.suggest import hints as hinting
from loopwright.suggest.hints import Hint
from loopwright.suggest.worth import Profile

log = logging.getLogger(__name__)
# Functions that are looked at until what was worked out for them goes, which is 0.2 MB for each: what one calls is read for the next, too.
_HELD = 64


class Wanted(NamedTuple):
    """The number of a piece, and under which keys its findings and hints are kept; ``None`` for what is not wanted."""

    piece: int
    findings: Hashable
    hints: Hashable


class Found(NamedTuple):
    """What can be kept of a piece."""

    answer: Answer | None
    hints: tuple[Hint, ...] | None


@dataclass(frozen=True)
class ByFunction:
    """A file, and what is asked of it: findings by ``rules``, hints for ``device``; ``None`` where they are not shown."""

    outline: Outline
    rules: Rules | None
    device: Profile | None

    @cached_property
    def _look(self) -> Look | None:
        return Look(self.outline, self.rules) if self.rules is not None else None

    @cached_property
    def _keys(self) -> hinting.Keys | None:
        return hinting.Keys(self.outline, self.device) if self.device is not None else None

    def wanted(self, index: int) -> Wanted | None:
        """What could be kept of a piece and is not; ``None`` if that is nothing."""
        look = self._look
        findings = look.key(index) if look is not None and look.has_directives(index) else None
        hints = self._keys.of(index) if self._keys is not None else None
        wanted = Wanted(
            index,
            None if findings is None or checking.is_kept(findings) else findings,
            None if hints is None or hinting.is_kept(hints) else hints,
        )
        return wanted if wanted.findings is not None or wanted.hints is not None else None

    def found(self, index: int) -> Found:
        """What there is to be known of a piece."""
        look, device = self._look, self.device
        return Found(
            look.answer(index) if look is not None and look.has_directives(index) else None,
            hinting.hints_in(self.outline, index, device)
            if device is not None and self.outline.pieces[index].shape.loops
            else None,
        )


def keep(wanted: Wanted, found: Found) -> None:
    """Keep what was wanted and found, here or in another process."""
    if wanted.findings is not None and found.answer is not None:
        checking.keep(wanted.findings, found.answer)
    if wanted.hints is not None and found.hints is not None:
        hinting.keep(wanted.hints, found.hints)


def look_through(file: ByFunction, patience: Patience) -> None:
    """Find and keep what is wanted of a file, the nearest function first, until ``patience`` is over. A function is read once for its findings
    and its hints, and what was worked out for that goes."""
    tried = _tried(file.outline)
    for index in patience.nearest_first(file.outline.pieces):
        wanted = file.wanted(index) if index not in tried else None
        if wanted is None:
            continue
        if patience.is_over:  # to ask the clock is dearer than what is kept
            break
        try:
            keep(wanted, file.found(index))
        except Exception as error:  # whoever puts the report together meets it again, and tells
            log.info("a function was not looked at: %s", error or type(error).__name__)
        tried.add(index)
        if len(tried) % _HELD == 0:
            _let_go(file.outline)
    _let_go(file.outline)


@one_at_a_time
def _let_go(outline: Outline) -> None:
    """What was asked of its parts; not while another thread is in the middle of a question, which has to see one program of a function."""
    whole = joined(outline)
    let_go_of_parts(outline)
    if whole is not outline:
        let_go_of_parts(whole)


@kept
def _tried(outline: Outline) -> set[int]:
    """The pieces of a version that were looked at; what could not be kept of one is found where the report is put together."""
    return set()
