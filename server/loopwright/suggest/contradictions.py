"""What a directive makes wrong between the directives of its file: memory that is not on the device where it says so, work of two
queues that nothing orders, a value that is left on the other side. Who knows the rules on that is asked, about the file with the
directive in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from loopwright.lazily import cached_property
from loopwright.residence.machine import Claim
from loopwright.source.edits import Edit, apply_edits

Between = Callable[[bytes, int], Iterable[tuple[Claim, str]]]  # of a text around a place: what is wrong, and in words
# What the rest of a program can still do where it is being written: take back from the device, wait.
_LEFT_TO_DO = frozenset(("LW709", "LW715"))
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

    def made_by(self, edits: Iterable[Edit]) -> Contradiction | None:
        """What is wrong for certain with the edits and not without them."""
        for claim, words in self.between(apply_edits(self.data, edits), self.offset):
            if claim.code not in _LEFT_TO_DO and _key(claim) not in self._before:
                return Contradiction(f"{words} ({claim.code})", claim.code in _ORDER)
        return None

    @cached_property
    def _before(self) -> frozenset[tuple[str, str, str]]:
        return frozenset(_key(claim) for claim, _ in self.between(self.data, self.offset))


def _key(claim: Claim) -> tuple[str, str, str]:
    return claim.code, claim.name, claim.detail
