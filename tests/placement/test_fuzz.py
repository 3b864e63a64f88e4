"""Random programs print the same on the emulated device; `benchmarks/placement_fuzz.py` draws as many as one likes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.placement_fuzz import drawn, plan_of, problem


@pytest.mark.parametrize("seed", [1, 6, 7, 29, 104])
def test_a_random_program_prints_the_same(seed: int, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    code = drawn(seed)
    plan = plan_of(code)
    assert plan.reason == ""
    assert any(each.resident for each in plan.objects)
    assert problem(code, plan, tmp_path) == ""
