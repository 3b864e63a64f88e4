"""A few sessions of :mod:`fuzz_kept`: after any edit what is kept is what a fresh look says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fuzz_kept import differences


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_any_edit_the_same_as_fresh(seed: int) -> None:
    assert not list(differences(seed, 40))
