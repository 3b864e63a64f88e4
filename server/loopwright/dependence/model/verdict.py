"""What is said of a loop, in the fixed words of the contract, with the evidence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from loopwright.dependence.model.program import Access
from loopwright.source.text import Span

Verdict = Literal["proved", "refuted", "assumed", "unknown"]


@dataclass(frozen=True)
class Dependence:
    """Two accesses of different iterations to one element. Lines are 1-based; ``distance`` in iterations, ``None`` where
    it differs from pair to pair; the spans are those of the two accesses."""

    array: str
    kind: Literal["flow", "anti", "output"]
    source_line: int
    sink_line: int
    distance: int | None
    source: Span | None = None
    sink: Span | None = None


@dataclass(frozen=True)
class Reduction:
    """A scalar, or one element of an array, that every iteration updates with one operator; a flag that iterations only ever set
    to one number (``is_flag``) comes to the same."""

    variable: str
    operator: str
    is_flag: bool = False

    @property
    def is_scalar(self) -> bool:
        """Whether a reduction clause can name it."""
        return self.variable.isidentifier()


@dataclass(frozen=True)
class Update:
    """An update of an element that several iterations may make, or all of them if it is one element (``is_one``): right if it is atomic."""

    text: str
    operator: str
    line: int
    span: Span
    is_one: bool = False


class Place(NamedTuple):
    """A written element as it stands in the source."""

    root: str
    text: str


class Origin(NamedTuple):
    """Where an lvalue stands: the function, and its first and last byte from the beginning of that. Of one in what a macro stands for that
    is where the macro is named, and ``text`` what it is called there."""

    function: str
    start: int
    end: int
    text: str = ""


FindOrigin = Callable[[Access], Origin | None]


class Apart(NamedTuple):
    """Two accesses that have to be of different memory: the names of the objects, and where they stand, ``None`` where that is
    no place in the file. In ``rows`` of one array of addresses, ``names`` is the assumption about it. Where one of ``numbers`` is read before
    the other stores and after it, they have to be apart in one iteration, too."""

    names: tuple[str, ...]
    first: Origin | None
    second: Origin | None
    rows: bool = False
    numbers: bool = False


NO_EFFECT = " changes nothing that another iteration uses, and uses nothing that one changes"
_MOST_NAMED = 3
# Where a reason names the line of a later read.
_LINE = re.compile(r"(?<= read by line )-?\d+|(?<=\bline )-?\d+(?= reads the value that the loop leaves)")


def told(assumptions: Sequence[str]) -> str:
    """Assumptions as one sentence: calls of which the same is assumed together, the first few by name."""
    calls = [text.removesuffix(NO_EFFECT) for text in assumptions if text.endswith(NO_EFFECT)]
    if len(calls) < 2:
        return " and ".join(assumptions)
    others = [text for text in assumptions if not text.endswith(NO_EFFECT)]
    named, more = calls[:_MOST_NAMED], len(calls) - _MOST_NAMED
    who = f"{', '.join(named)} and {more} more" if more > 0 else f"{', '.join(named[:-1])} and {named[-1]}"
    return " and ".join(
        [*others, f"{who} change nothing that another iteration uses, and use nothing that one changes"]
    )


@dataclass(frozen=True)
class LoopVerdict:
    """What is known of a loop. ``apart`` is what the first of its assumptions are about, ``argument`` why the loop is independent if
    they hold; ``preconditions`` are those of them that can be asked right before the loop, each with its C. ``shared`` are variables
    that iterations change under `atomic`, or a single one does: right only if all of them have the same one, which is given back.
    ``if_private`` is the verdict on a refuted loop with the arrays at file level that each iteration fills anew in a `private` clause;
    ``row_lengths`` are symbols that decide how long the rows are that it relies on, ``opened`` names that conditional lines define in
    more than one way. ``meeting`` says of a loop that is unknown which accesses of two iterations may be of one element, one of them a
    write. ``filled`` are pointers to allocated memory that each iteration fills before it reads it, one for all of them."""

    verdict: Verdict
    reason: str
    dependences: tuple[Dependence, ...] = ()
    reductions: tuple[Reduction, ...] = ()
    assumptions: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    updates: tuple[Update, ...] = ()
    apart: tuple[Apart, ...] = ()
    argument: str = ""
    preconditions: tuple[tuple[str, str], ...] = ()
    shared: tuple[str, ...] = ()
    if_private: LoopVerdict | None = None
    row_lengths: frozenset[str] = frozenset()
    meeting: str = ""
    opened: frozenset[str] = frozenset()
    filled: tuple[str, ...] = ()

    @property
    def precondition(self) -> str:
        """An expression of C that is true only where the loop is independent, empty where none is known."""
        code = dict(self.preconditions)
        if self.verdict != "assumed" or not set(self.assumptions) <= set(code):
            return ""
        parts = list(dict.fromkeys(code[text] for text in self.assumptions))
        return parts[0] if len(parts) == 1 else " && ".join(f"({part})" for part in parts)

    def placed(self, back: Callable[[Span], Span]) -> LoopVerdict:
        """The same verdict with the places that ``back`` gives for those in it."""
        other = self.if_private.placed(back) if self.if_private is not None else None
        dependences = tuple(
            replace(d, source=d.source and back(d.source), sink=d.sink and back(d.sink)) for d in self.dependences
        )
        updates = tuple(replace(update, span=back(update.span)) for update in self.updates)
        return replace(self, dependences=dependences, updates=updates, if_private=other)

    def shifted(self, by: int, lines: int) -> LoopVerdict:
        """The same verdict on a loop that stands ``by`` bytes and ``lines`` lines later."""
        if not self.dependences and not self.updates and "line " not in self.reason:
            return self
        other = self.if_private.shifted(by, lines) if self.if_private is not None else None
        moved = tuple(
            replace(
                d,
                source_line=d.source_line + lines,
                sink_line=d.sink_line + lines,
                source=d.source and d.source.shifted(by),
                sink=d.sink and d.sink.shifted(by),
            )
            for d in self.dependences
        )
        updates = tuple(replace(u, line=u.line + lines, span=u.span.shifted(by)) for u in self.updates)
        reason = _LINE.sub(lambda line: str(int(line[0]) + lines), self.reason)
        return replace(self, reason=reason, dependences=moved, updates=updates, if_private=other)
