"""What a directive makes wrong in its file: what our own rules call an error and, between its directives, memory that is not on the
device where it says so, work of two queues that nothing orders, a value that is left on the other side. Who knows the rules on that is
asked, about the file with the directive in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from loopwright.lazily import cached_property
from loopwright.openacc.findings import Finding
from loopwright.residence.machine import Claim
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.text import Span


class Texts(Protocol):
    """What is wrong with a text that stands in the place of a file's, around a place."""

    def errors(self, text: bytes, around: int) -> Iterable[Finding]:
        """What our own rules call an error."""

    def in_file(self, text: bytes, around: int) -> Iterable[tuple[Claim, str]]:
        """What is wrong between its directives as far as the file shows, each with its words."""

    def in_program(self, text: bytes, around: int) -> Iterable[tuple[Claim, str]]:
        """What the program's other files make wrong in it; slower."""


# What the rest of a program can still do where it is being written: take back from the device, wait.
_LEFT_TO_DO = frozenset(("LW709", "LW715"))
# What is wrong where the device is to use memory. A value that the host misses later, in a function that has no directive yet, is no reason
# against the first directive of a program.
_OF_THE_DEVICE = frozenset(("LW704", "LW705", "LW706", "LW707", "LW710", "LW713", "LW714", "LW716", "LW719"))
_Key = tuple[str, str, str, bool]
_ORDER = frozenset(("LW713", "LW714"))


@dataclass(frozen=True)
class Contradiction:
    """What is wrong with a directive, in words: with its own words, with where data are, or with the order of queues and the host.
    ``older`` is a variable whose value on the device is older than the host's, if that is it, which the host has written at ``since``."""

    reason: str
    about: Literal["words", "data", "order"]
    older: str = ""
    since: Span | None = None


@dataclass(frozen=True)
class Contradictions:
    """The question for one place of a file: ``offset`` in ``data``."""

    data: bytes
    offset: int
    texts: Texts

    def made_by(self, edits: Iterable[Edit], moves: bool, rests_on_others: bool) -> Contradiction | None:
        """What is wrong for certain with the edits and not without them: by our own rules, where data or queues are concerned (``moves``)
        with the file's other directives, and of what ``rests_on_others`` with the program's other files."""
        text = apply_edits(self.data, edits)
        return (
            self._new_error(text)
            or (self._new(self.texts.in_file(text, self.offset), lambda: self._before) if moves else None)
            or (
                self._new(
                    (each for each in self.texts.in_program(text, self.offset) if _is_of_the_device(each[0])),
                    lambda: self._before_in_program,
                )
                if rests_on_others
                else None
            )
        )

    def _new_error(self, text: bytes) -> Contradiction | None:
        known = self._errors_before.copy()
        for finding in self.texts.errors(text, self.offset):
            if not known[finding.code, finding.message]:
                return Contradiction(f"{finding.message} ({finding.code})", "words")
            known[finding.code, finding.message] -= 1
        return None

    @staticmethod
    def _new(found: Iterable[tuple[Claim, str]], before: Callable[[], frozenset[_Key]]) -> Contradiction | None:
        for claim, words in found:
            if claim.code not in _LEFT_TO_DO and _key(claim) not in before():
                where = "in another file, " if claim.elsewhere else ""
                about: Literal["order", "data"] = "order" if claim.code in _ORDER else "data"
                reason = f"{where}{words} ({claim.code})"
                if claim.code != "LW704":
                    return Contradiction(reason, about)
                return Contradiction(reason, about, claim.name, claim.notes[0].place)
        return None

    @cached_property
    def _errors_before(self) -> Counter[tuple[str, str]]:
        return Counter((finding.code, finding.message) for finding in self.texts.errors(self.data, self.offset))

    @cached_property
    def _before(self) -> frozenset[_Key]:
        return frozenset(_key(claim) for claim, _ in self.texts.in_file(self.data, self.offset))

    @cached_property
    def _before_in_program(self) -> frozenset[_Key]:
        return frozenset(_key(claim) for claim, _ in self.texts.in_program(self.data, self.offset))


def _is_of_the_device(claim: Claim) -> bool:
    """Whether a claim on the program speaks against a kernel; in another file only if nothing orders what is done there behind it."""
    return claim.code in (_ORDER if claim.elsewhere else _OF_THE_DEVICE)


def _key(claim: Claim) -> _Key:
    return claim.code, claim.name, claim.detail, claim.elsewhere
