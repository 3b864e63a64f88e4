"""Tables that do not grow for ever."""

from __future__ import annotations

import threading

import pytest
from loopwright.bounded import keep

MOST = 8


def test_what_is_kept_is_given_back() -> None:
    known: dict[str, int] = {}
    assert keep(known, "a", 1, MOST) == 1
    assert keep(known, "a", 2, MOST) == 2
    assert known == {"a": 2}


@pytest.mark.parametrize("count", [MOST - 1, MOST, MOST + 1, 3 * MOST, 3 * MOST + 1, 100])
def test_the_newer_half_stays(count: int) -> None:
    known: dict[int, int] = {}
    for number in range(count):
        keep(known, number, -number, MOST)
    assert len(known) <= MOST
    assert list(known.items()) == [(n, -n) for n in range(count - len(known), count)]
    assert len(known) >= min(count, MOST // 2)


def test_threads_may_keep_at_once() -> None:
    known: dict[tuple[int, int], int] = {}
    failed: list[BaseException] = []

    def work(thread: int) -> None:
        try:
            for number in range(3_000):
                assert keep(known, (thread, number), number, 50) == number
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(known) <= 50
