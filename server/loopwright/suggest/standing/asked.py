"""What may be asked about a statement, and a directive that is proposed for it before it is judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from loopwright.memory.places import Example
from loopwright.memory.recall import Support
from loopwright.memory.standing import standing_in
from loopwright.openacc.sharing import MemoryModel
from loopwright.source.edits import Edit
from loopwright.source.kept import kept
from loopwright.source.outline import Outline
from loopwright.suggest.standing.shares import share_of
from loopwright.toolchain.accept import UNASKED, Acceptor

Flagged = Callable[[bytes, int], Counter[str]]  # of a text around an offset


class StandingMemory(Protocol):
    """The directives of a project: :class:`~loopwright.memory.index.Index`."""

    def elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Those above loops, of all files but ``path``."""

    def standing_elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Those above no loop."""

    def name_of(self, path: Path) -> str:
        """How the project names a file."""

    def located(self, file: str) -> Path:
        """Where the file of that name lies."""


@dataclass(frozen=True)
class Help:
    """What may be asked: the project, a compiler, and which rules a text breaks, each with its count; what memory is shared."""

    memory: StandingMemory | None
    acceptor: Acceptor | None
    flagged: Flagged
    candidates: int = 4
    sharing: MemoryModel = "discrete"
    unasked: str = UNASKED


@dataclass
class Proposed:
    """A directive before it is judged; ``why`` is what a person is told of it beside its evidence."""

    text: str
    score: float = 0.0
    supports: list[Support] = field(default_factory=list)
    edits: tuple[Edit, ...] = ()
    by_rule: bool = False
    why: str = ""


def by_rule(text: str) -> Proposed:
    """What the analysis calls for, or the other directives of the function leave out."""
    return Proposed(text, share_of(text), by_rule=True)


def own_examples(outline: Outline, path: Path, help: Help) -> tuple[Example, ...]:
    """The directives above no loop that the file has itself."""
    return _read(outline, help.memory.name_of(path) if help.memory is not None else path.name)


@kept
def _read(outline: Outline, name: str) -> tuple[Example, ...]:
    return standing_in(outline, name)


def standing_examples(help: Help, path: Path) -> tuple[Example, ...]:
    """The directives above no loop that other files of the project have."""
    return help.memory.standing_elsewhere(path) if help.memory is not None else ()
