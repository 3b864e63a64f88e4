"""Clauses and routines do what gcc's runtime does, and fail as it fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from loopwright.device import Report
from loopwright.device.builder import build, find_gcc
from loopwright.device.run import Limits, run_built
from whole import sampled

from tests.device.asked import asked
from tests.device.cases import Case, read_cases, write_program

CASES = read_cases("behaviour.txt")
Run = Callable[[Case, bool], Report]


@pytest.fixture(scope="module")
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("behaviour")
    source = write_program(asked(request, CASES), folder)
    programs = {True: folder / "watched", False: folder / "fast"}
    for watched, program in programs.items():
        build([source], program, find_gcc(), watched=watched)
    return lambda case, watched: run_built(programs[watched], [case.name], b"", folder, {}, Limits())


def told(report: Report) -> str:
    return f"{report.stderr}\n" + "\n".join(f"{f.code} {f.place and f.place.line} {f.message}" for f in report.findings)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_printed_how_it_ends_and_what_is_found(case: Case, run: Run) -> None:
    report = run(case, True)
    assert {f.code for f in report.findings} == set(case.codes), told(report)
    check_ending(report, case)


WITHOUT = [case for case in CASES if "hooks" not in case.expected]


@pytest.mark.parametrize("case", sampled(WITHOUT, 44, lambda case: case.name), ids=lambda case: case.name)
def test_the_same_without_hooks(case: Case, run: Run) -> None:
    report = run(case, False)
    assert not report.watched
    check_ending(report, case)


def check_ending(report: Report, case: Case) -> None:
    assert report.exit == int(case.expected.get("exit", "0")), told(report)
    assert report.stdout.split() == case.expected.get("out", "").split(), told(report)
    assert case.expected.get("err", "") in report.stderr


def test_there_are_enough() -> None:
    assert len(CASES) >= 100
