"""Labelled loops: what must be proved is, what races never is, and the table of both by shape.

A label is the comment after a `for`: ``parallel`` (with the clauses that the facts must hold), ``assumed`` (independent on
a condition that cannot be known), ``serial`` (a dependence exists), ``unclear`` (anything but proved).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import parse

FOLDER = Path(__file__).parent / "suite"
FILES = sorted(FOLDER.glob("*.c*"))
_LABEL = re.compile(r"//\s*(parallel|assumed|serial|unclear)\b(.*)")
_CLAUSE = re.compile(r"(private|reduction)\((?:(\S+):)?([\w\[\]]+)\)")


class Case(NamedTuple):
    """One labelled loop."""

    file: str
    line: int
    text: str
    label: str
    clauses: tuple[tuple[str, str, str], ...]

    @property
    def verdict(self) -> LoopVerdict:
        """Asked for when the test runs: every worker collects all cases."""
        return _verdict(self.file, self.line)


def cases(path: Path) -> list[Case]:
    """The labelled loops of a file; the label stands at the end of the line on which the `for` does."""
    found: list[Case] = []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        label = _LABEL.search(line)
        if label is not None:
            clauses = tuple(match.groups("") for match in _CLAUSE.finditer(label[2]))
            found.append(Case(path.name, number, line.strip(), label[1], clauses))
    return found


@cache
def _outline(file: str) -> Outline:
    return Outline(parse((FOLDER / file).read_text("utf-8"), name=file))


@cache
def _verdict(file: str, line: int) -> LoopVerdict:
    outline = _outline(file)
    loop = _outermost_on(outline, line - 1)
    assert loop is not None, f"{file}:{line}: a label without a loop"
    return judge(outline, loop)


def _outermost_on(outline: Outline, line: int) -> Loop | None:
    return next((loop for loop in outline.loops if outline.source.lines.line_of(loop.span.start) == line), None)


ALL = [case for path in FILES for case in cases(path)]


def table() -> dict[str, Counter[tuple[str, str]]]:
    """Label and verdict, counted by file."""
    counted: dict[str, Counter[tuple[str, str]]] = {}
    for case in ALL:
        counted.setdefault(case.file, Counter())[case.label, case.verdict.verdict] += 1
    return counted


def test_there_are_enough() -> None:
    assert len(ALL) >= 300
    assert Counter(case.label for case in ALL).keys() == {"parallel", "assumed", "serial", "unclear"}


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.file}:{case.line}")
def test_no_loop_gets_a_better_word_than_it_deserves(case: Case) -> None:
    allowed = {
        "parallel": {"proved", "assumed", "unknown"},
        "assumed": {"assumed", "unknown"},
        "serial": {"refuted", "unknown"},
        "unclear": {"refuted", "unknown", "assumed"},
    }[case.label]
    assert case.verdict.verdict in allowed, f"{case.text}\n{case.verdict}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nine_of_ten_parallel_loops_are_proved(path: Path) -> None:
    verdicts = [case.verdict.verdict for case in ALL if case.file == path.name and case.label == "parallel"]
    assert verdicts.count("proved") >= 0.9 * len(verdicts), Counter(verdicts)


@pytest.mark.parametrize("case", [case for case in ALL if case.clauses], ids=lambda case: f"{case.file}:{case.line}")
def test_the_facts_for_the_clauses(case: Case) -> None:
    assert case.verdict.verdict == "proved"
    reductions = {("reduction", r.operator, r.variable) for r in case.verdict.reductions}
    private = {("private", "", name) for name in case.verdict.private}
    assert set(case.clauses) == reductions | private
