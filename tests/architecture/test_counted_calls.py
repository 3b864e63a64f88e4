"""Tests that count calls count those of their own work, whatever ran before them in the same process."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from clock import calls


class Left:
    """What an earlier test left behind: a circle, with something to do at its end."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        len("")


def work() -> list[list[int]]:
    return [[number] for number in range(2000)]


@pytest.fixture
def collected_meanwhile() -> Iterator[None]:
    """The collector comes within ``work``."""
    before = gc.get_threshold()
    gc.collect()
    gc.set_threshold(1000)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collected_meanwhile")
def test_what_others_left_is_not_counted() -> None:
    alone = calls(work)
    for _ in range(500):
        Left()
    assert calls(work) == alone


@pytest.mark.usefixtures("collected_meanwhile")
def test_who_is_told_of_a_collection_is_not_counted() -> None:
    alone = calls(work)

    def told(phase: str, details: dict[str, int]) -> None:
        len(phase)

    gc.callbacks.append(told)
    try:
        assert calls(work) == alone
    finally:
        gc.callbacks.remove(told)
    assert gc.isenabled()
