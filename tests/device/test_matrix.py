"""Data clauses, constructs, objects and what is there before: the device does what reference counting says."""

from __future__ import annotations

from collections import Counter

import pytest
from loopwright.device.builder import build, find_gcc
from loopwright.device.run import Limits, run_built

from tests.device.cases import write_program
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
def program(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    folder = tmp_path_factory.mktemp("matrix")
    build([write_program(CASES, folder)], folder / "watched", find_gcc(), watched=True)
    return folder / "watched"


@pytest.mark.parametrize("part", range(8))
def test_what_is_printed_and_found(program, part: int) -> None:  # type: ignore[no-untyped-def]
    wrong = {}
    for case in CASES[part::8]:
        report = run_built(program, [case.name], b"", program.parent, {}, Limits(seconds=20))
        got = (report.exit, report.stdout.strip(), sorted({f.code for f in report.findings}))
        wanted = (int(case.expected.get("exit", 0)), case.expected.get("out", ""), sorted(case.codes))
        if got != wanted or case.expected.get("err", "") not in report.stderr:
            wrong[case.name] = (got, wanted, report.stderr)
    assert not wrong
