"""Data clauses, constructs, objects and what is there before: the device does what reference counting says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from loopwright.device.builder import build, find_gcc
from loopwright.device.run import Limits, run_built

from tests.device.cases import Case, write_program
from tests.device.matrix import AROUND, CLAUSES, CONSTRUCTS, matrix

CASES = matrix()


def test_every_two_meet() -> None:
    met = Counter(
        (construct, clause, around)
        for case in CASES
        for construct in CONSTRUCTS
        for clause in CLAUSES
        for around in AROUND
        if case.name.startswith(construct.split("(")[0].replace(" ", "_"))
        and f"_{clause}_" in case.name
        and case.name.endswith(around)
    )
    assert len(CASES) >= 300
    assert all(any((c, k, a) in met for a in AROUND) for c in CONSTRUCTS for k in CLAUSES)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("matrix")
    build([write_program(CASES, folder)], folder / "watched", find_gcc(), watched=True)
    return folder / "watched"


def test_what_is_printed_and_found(program: Path) -> None:
    ending = [case for case in CASES if "exit" not in case.expected]
    report = run_built(program, [case.name for case in ending], b"", program.parent, {}, Limits())
    codes: dict[str, set[str]] = {}
    for found in report.findings:
        assert found.place is not None
        codes.setdefault(found.place.file.stem, set()).add(found.code)
    got = {
        case.name: (line.strip(), codes.get(case.name, set())) for case, line in zip(ending, report.stdout.splitlines())
    }
    wanted = {case.name: (case.expected["out"], set(case.codes)) for case in ending}
    assert report.exit == 0
    assert {name: (got.get(name), each) for name, each in wanted.items() if got.get(name) != each} == {}


@pytest.mark.parametrize("case", [case for case in CASES if "exit" in case.expected], ids=lambda case: case.name)
def test_what_is_stopped(program: Path, case: Case) -> None:
    report = run_built(program, [case.name], b"", program.parent, {}, Limits())
    assert report.exit == int(case.expected["exit"])
    assert case.expected["err"] in report.stderr
    assert {f.code for f in report.findings} == set(case.codes)
