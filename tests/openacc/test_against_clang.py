"""Our rules against clang's front end, on directives drawn from the whole grammar.

`OPENACC_SEED` and `OPENACC_COUNT` choose others; `benchmarks/agreement.py` lists every disagreement.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from generator import Case, generate
from judges import clang_errors, our_errors
from whole import swept

SEED = int(os.environ.get("OPENACC_SEED", "20261121"))
COUNT = swept("OPENACC_COUNT", always=400, whole=5000)


@pytest.fixture(scope="module")
def judged() -> list[tuple[bool, bool]]:
    pytest.importorskip("ziglang")
    cases = generate(SEED, COUNT)
    clang = clang_errors(cases)
    return [
        (bool(messages), bool(our_errors(case)))
        for case, messages in zip(cases, clang, strict=True)
        if not passed_by(case)
    ]


def passed_by(case: Case) -> bool:
    """What clang does not judge: a section in `declare` (2.13 takes names alone, and gcc refuses it)."""
    return case.directive.startswith("declare") and "[" in case.directive


def test_half_of_the_directives_are_legal(judged: list[tuple[bool, bool]]) -> None:
    share = sum(not clang for clang, _ in judged) / len(judged)
    assert 0.3 < share < 0.8


def test_our_rules_alone_agree(judged: list[tuple[bool, bool]]) -> None:
    assert sum(clang == ours for clang, ours in judged) / len(judged) >= 0.97


def test_with_a_front_end_behind_them(judged: list[tuple[bool, bool]]) -> None:
    """What clang reports is merged in, so that only errors of ours alone can differ."""
    assert sum(clang == (ours or clang) for clang, ours in judged) / len(judged) >= 0.995
