"""Fixtures of the tests of CUDA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from loopwright.translate import candidate, pipeline


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What became of each proposal, where none is fast enough to end the search."""
    found: list[str] = []

    def noted(*words: Any) -> Iterator[candidate.Trial]:
        for trial in candidate.tried(*words):
            found.append(trial.outcome)
            yield trial

    monkeypatch.setattr(candidate, "_FASTER", 1e6)
    monkeypatch.setattr(pipeline, "tried", noted)
    return found
