"""Mistakes between directives are found by a run; their right twins are clean."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from loopwright.device import Report
from loopwright.device.builder import build, find_gcc
from loopwright.device.run import Limits, run_built

from tests.device.asked import asked
from tests.device.cases import Case, read_cases, right, write_program, wrong

CASES = read_cases("mistakes.txt")
LOCAL = """
static void use_local(int leave) {
  double a[N];
  for (int i = 0; i < N; i++) a[i] = i;
  #pragma acc enter data copyin(a)
  #pragma acc parallel loop present(a)
  for (int i = 0; i < N; i++) a[i] += 1;
  if (leave) {
    #pragma acc exit data copyout(a)
  }
}
"""
Run = Callable[[Case], Report]


@pytest.fixture(scope="module")
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("mistakes")
    source = write_program([side(case) for case in asked(request, CASES) for side in (wrong, right)], folder, LOCAL)
    program = folder / "program"
    build([source], program, find_gcc())
    reports: dict[str, Report] = {}

    def once(case: Case) -> Report:
        if case.name not in reports:
            reports[case.name] = run_built(program, [case.name], b"", folder, {}, Limits())
        return reports[case.name]

    return once


def told(report: Report) -> str:
    return "\n".join(f"{f.code} {f.place and f.place.line} {f.message}" for f in report.findings)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_mistake_is_found_and_its_twin_is_clean(case: Case, run: Run) -> None:
    seen = run(wrong(case))
    assert {f.code for f in seen.findings} & set(case.codes), told(seen)
    assert all(finding.place is not None and finding.place.line > 0 for finding in seen.findings), told(seen)
    twin = run(right(case))
    assert twin.exit == 0, twin.stderr
    assert not twin.findings, told(twin)


def test_there_are_enough() -> None:
    assert len(CASES) >= 60
