"""Threads of the model: those that are idle, never all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from loopwright.model import runtime


@pytest.mark.parametrize(
    ("cores", "load", "running", "threads"),
    [
        (2, 0.0, 1, 1),
        (2, 9.0, 9, 1),
        (8, 0.0, 1, 7),
        (8, 3.6, 1, 4),
        (8, 0.0, 6, 3),  # a build has just begun: the load of the last minute does not know of it
        (64, 0.0, 1, 8),
        (64, 63.5, 64, 1),
    ],
)
def test_what_is_busy_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, cores: int, load: float, running: int, threads: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(cores), raising=False)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(Path, "read_text", lambda *_: f"{load} 0.00 0.00 {running}/300 77\n")
    assert runtime.idle_threads() == threads


def test_cores_that_this_process_may_not_use_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {4, 5}, raising=False)
    monkeypatch.setattr(runtime, "_busy_cores", lambda: 3.0)
    assert runtime.idle_threads() == 1
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(6), raising=False)
    assert runtime.idle_threads() == 5
