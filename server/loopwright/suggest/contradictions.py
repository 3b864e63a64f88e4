"""What a directive makes wrong between the directives of its file: memory that is not on the device where it says so, work of two
queues that nothing orders, a value that is left on the other side. Who knows the rules on that is asked, about the file with the
directive in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from loopwright.lazily import cached_property
from loopwright.residence.machine import Claim
from loopwright.source.edits import Edit, apply_edits


class Between(Protocol):
    """What is wrong between the directives of a text that stands in the place of a file's, around a place, each with its words."""

    def in_file(self, text: bytes, around: int) -> Iterable[tuple[Claim, str]]:
        """As far as the file shows."""

    def in_program(self, text: bytes, around: int) -> Iterable[tuple[Claim, str]]:
        """What the program's other files make wrong in it; slower."""


# What the rest of a program can still do where it is being written: take back from the device, wait.
_LEFT_TO_DO = frozenset(("LW709", "LW715"))
_Key = tuple[str, str, str]
_ORDER = frozenset(("LW713", "LW714"))


@dataclass(frozen=True)
class Contradiction:
    """What is wrong with a directive, in words; whether it is ``of_order``, between queues and the host, and not of where data are."""

    reason: str
    of_order: bool


@dataclass(frozen=True)
class Contradictions:
    """The question for one place of a file: ``offset`` in ``data``."""

    data: bytes
    offset: int
    between: Between

    def made_by(self, edits: Iterable[Edit], rests_on_others: bool = False) -> Contradiction | None:
        """What is wrong for certain with the edits and not without them. What ``rests_on_others`` is held against the program's other
        files too."""
        text = apply_edits(self.data, edits)
        return self._new(self.between.in_file(text, self.offset), lambda: self._before) or (
            self._new(self.between.in_program(text, self.offset), lambda: self._before_in_program)
            if rests_on_others
            else None
        )

    @staticmethod
    def _new(found: Iterable[tuple[Claim, str]], before: Callable[[], frozenset[_Key]]) -> Contradiction | None:
        for claim, words in found:
            if claim.code not in _LEFT_TO_DO and _key(claim) not in before():
                return Contradiction(f"{words} ({claim.code})", claim.code in _ORDER)
        return None

    @cached_property
    def _before(self) -> frozenset[_Key]:
        return frozenset(_key(claim) for claim, _ in self.between.in_file(self.data, self.offset))

    @cached_property
    def _before_in_program(self) -> frozenset[_Key]:
        return frozenset(_key(claim) for claim, _ in self.between.in_program(self.data, self.offset))


def _key(claim: Claim) -> _Key:
    return claim.code, claim.name, claim.detail
