"""A candidate and what speaks for it, in the fixed words of the product."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from loopwright.dependence.model.verdict import LoopVerdict, told
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import names_of
from loopwright.source.edits import Edit
from loopwright.source.outline import Loop
from loopwright.suggest.worth import Worth
from loopwright.toolchain.accept import Acceptance

_SENTINEL = "#pragma acc "
Origin = Literal["model", "analysis", "both", "project"]


@dataclass(frozen=True)
class Like:
    """A directive of the project that a candidate follows: its file, as the project names it, its line from 1, where the
    file lies, and the file that is asked about."""

    file: str
    line: int
    path: Path
    asked: Path

    @property
    def place(self) -> str:
        """Where it stands, as short as it can be told: with its folder where it has the name of the file that is asked about."""
        parts = self.file.split("/")
        is_namesake = parts[-1] == self.asked.name and self.path != self.asked
        return f"{'/'.join(parts[-2:] if is_namesake else parts[-1:])}:{self.line}"


@dataclass(frozen=True)
class Tested:
    """What running it showed: on how many ``inputs``, whether all agreed, and if not, the input that shows it; how far
    floating-point results were from each other at most; with which ``smaller`` constants, where those of the program are too large;
    ``changed``: what ran is the loop written otherwise, and what was compared is what it and the loop as it is leave.
    """

    inputs: int
    agreed: bool
    counterexample: str = ""
    max_relative_error: float = 0.0
    smaller: tuple[str, ...] = ()
    changed: bool = False

    @property
    def condition(self) -> str:
        """Behind the number of inputs: nothing, or ` with N = 74`."""
        text = f" with {told(self.smaller)}" if self.smaller else ""
        return f"{text} against the loop as it is" if self.changed else text


@dataclass(frozen=True)
class Candidate:
    """A directive for a loop. ``score`` is the probability that the author would write it, by the ranker. ``like`` is the
    directive of the project that it follows, ``mended`` says what was changed because it was provably wrong,
    ``by_rule`` that it is what the analysis writes; one that is not ``above_loop`` claims nothing of dependences. ``edits`` is all that
    taking it changes: the directive itself, `atomic` and inner directives, `routine` above functions that are called;
    ``missing`` names what it moves to the device nowhere, ``left_out`` what no clause names and nothing in sight has brought;
    ``is_waited_for`` tells that something in sight waits for its queue, if it has one; ``macro`` is the project's own that stands for it and is inserted;
    ``declared`` are lines that name what no clause can name, before the loop; ``header`` is what the loop's becomes, if it has another then;
    ``why`` is what else a person should know: what it saves, or what is wrong without it."""

    directive: str
    origin: Origin
    score: float
    verdict: LoopVerdict
    acceptance: Acceptance
    preferred: bool = False
    edits: tuple[Edit, ...] = ()
    missing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    is_waited_for: bool = True
    tested: Tested | None = None
    like: Like | None = None
    mended: tuple[str, ...] = ()
    by_rule: bool = False
    above_loop: bool = True
    macro: str = ""
    declared: tuple[str, ...] = ()
    header: str = ""
    why: str = ""

    @property
    def changes_loop(self) -> bool:
        """Whether the loop is another one with it."""
        return bool(self.declared or self.header)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """What is ``missing`` of which the directive says nothing either."""
        named = {name for clause in parse_directive(self.directive).clauses for name in names_of(clause)}
        return tuple(name for name in self.missing if name not in named)

    @property
    def race(self) -> str:
        """What two iterations may do at once that the directive lets run so; empty where nothing is known against it."""
        directive = parse_directive(self.directive)
        is_decided_later = directive.name.startswith("kernels") and directive.clause("independent") is None
        keeps_order = directive.name.startswith("serial") or directive.clause("seq") or directive.clause("auto")
        return "" if is_decided_later or keeps_order or not self.above_loop else self.verdict.meeting

    @property
    def pragma(self) -> str:
        """The directive, spelled out."""
        return f"#pragma acc {self.directive}"

    @property
    def line(self) -> str:
        """The line to insert."""
        return self.macro or self.pragma

    @property
    def other_lines(self) -> tuple[str, ...]:
        """What comes with it: the names that it needs, the new header, the further directives."""
        lines = (line.strip() for edit in self.edits for line in edit.text.splitlines())
        others = (line for line in lines if line.startswith(_SENTINEL) and line != self.pragma)
        return tuple(dict.fromkeys((*self.declared, *filter(None, (self.header,)), *others)))

    @property
    def evidence(self) -> str:
        """What was found out, in a few words."""
        like = f"as in {self.like.place}, " if self.like is not None else ""
        dependence = f"dependence {self.verdict.verdict}, " if self.above_loop else ""
        return f"{like}{self._spelled}{dependence}{self._tried}"

    @property
    def checks(self) -> str:
        """The same beside the verdict, where that is told once for all candidates."""
        like = f", as in {self.like.place}" if self.like is not None else ""
        spelled = f", written {self.macro}" if self.macro else ""
        why = f"{self.why}, " if self.why else ""
        return f"{why}{self._tried}{like}{spelled}"

    @property
    def _spelled(self) -> str:
        return f"written {self.macro}, " if self.macro else ""

    @property
    def _tried(self) -> str:
        compiler = {
            "accepted": f"compiled by {self.acceptance.name} {self.acceptance.version}",
            "rejected": f"rejected by {self.acceptance.name} {self.acceptance.version}",
            "absent": "not compiled",
        }[self.acceptance.status]
        tested = (
            f", tested on {self.tested.inputs} inputs{self.tested.condition}"
            if self.tested is not None and self.tested.agreed
            else ""
        )
        return f"{compiler}{tested}"


@dataclass(frozen=True)
class Timings:
    """Milliseconds spent."""

    parse: float = 0.0
    analysis: float = 0.0
    model: float = 0.0
    compiler: float = 0.0
    total: float = 0.0


@dataclass(frozen=True)
class Dropped:
    """A directive that somebody proposed and that is not shown, and why."""

    directive: str
    reason: str


@dataclass(frozen=True)
class Suggestion:
    """All candidates for a loop, best first; ``notes`` say what was not available (no model, no compiler). Where it is not
    ``complete`` the model or the compiler is still to be heard."""

    loop: Loop
    verdict: LoopVerdict
    candidates: tuple[Candidate, ...]
    timings: Timings
    notes: tuple[str, ...] = ()
    worth: Worth | None = None
    dropped: tuple[Dropped, ...] = ()
    complete: bool = True


@dataclass(frozen=True)
class StatementSuggestion:
    """Directives above a statement that is no loop, best first; ``start`` is where it begins."""

    start: int
    candidates: tuple[Candidate, ...]
