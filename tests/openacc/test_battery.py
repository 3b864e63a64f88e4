"""Mistakes that people make are reported, valid directives are not refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from battery_cases import BatteryCase, battery
from loopwright.check.run import CheckOptions, check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

MISTAKES, VALID = battery("mistakes"), battery("valid")


def test_there_are_enough() -> None:
    assert len(MISTAKES) >= 100
    assert len(VALID) >= 60


@pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case.name)
def test_a_mistake_is_reported(case: BatteryCase) -> None:
    assert check(Outline(parse(case.text, name="x.c")))


@pytest.mark.parametrize("case", VALID, ids=lambda case: case.name)
def test_a_valid_directive_has_no_error(case: BatteryCase) -> None:
    # Each stands alone: what must be on the device before is not there (LW7xx).
    found = check(Outline(parse(case.text, name="x.c")), CheckOptions(between=False))
    assert [f.message for f in found if f.severity in ("error", "warning")] == []
