"""Random programs of C++: no other order of the iterations shows in what is `proved`."""

from __future__ import annotations

import os
import shutil

import pytest
from shuffled import objections
from whole import swept

# `SHUFFLED=50000 pytest tests/dependence/test_shuffled.py` for the long run; the first number is recorded here.
FIRST = int(os.environ.get("SHUFFLED_FIRST", "1"))
COUNT = swept("SHUFFLED", always=70, whole=200)


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_what_is_proved_does_not_notice_the_order() -> None:
    proved = 0
    for verdicts, wrong in objections(range(FIRST, FIRST + COUNT)):
        proved += verdicts["proved"]
        assert not wrong, "\n".join(f"program {p.number}: {v.reason}\n{p.raw}" for p, v in wrong)
    assert proved >= COUNT // 50
