"""Drawn kernels: translation and oracle print the same. benchmarks/cuda_fuzz.py draws thousands."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from cuda_fuzz import compared
from drawn_programs import drawn_program
from whole import swept

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
KERNELS = swept("DRAWN_KERNELS", always=6, whole=16)


def test_translations_of_drawn_kernels_print_what_their_threads_print(tmp_path: Path) -> None:
    found = compared(drawn_program(7, KERNELS), tmp_path)
    assert (found.unbuilt, found.differing, found.refused) == ("", {}, {})
    assert len(found.same) == KERNELS


def test_a_wrong_translation_is_seen(tmp_path: Path) -> None:
    program = drawn_program(7, 4)
    other = program.oracle.replace(" % 500", " % 499").replace(" % 4095", " % 4093")
    assert compared(replace(program, oracle=other), tmp_path).differing


def test_a_seed_draws_one_program() -> None:
    assert drawn_program(3, 5) == drawn_program(3, 5)
    assert drawn_program(3, 5) != drawn_program(4, 5)
