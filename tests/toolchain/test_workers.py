"""Processes that are asked questions: what becomes of them when something goes wrong."""

from __future__ import annotations

import multiprocessing
import operator
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from loopwright.toolchain.workers import Worker

WITHOUT_END = 7, [10**8]  # one power of these holds Python's lock for minutes


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    made.start()
    yield made
    made.bury()
    assert not multiprocessing.active_children()


def test_answers_come_in_the_order_of_the_questions_and_subjects_may_change(worker: Worker) -> None:
    long, other = "a" * 2_000_000, "b" * 2_000_000  # more than a pipe holds, in both directions
    assert list(worker.answers(operator.add, long, "xyz")) == [long + "x", long + "y", long + "z"]
    assert list(worker.answers(operator.add, other, "")) == []
    assert list(worker.answers(operator.add, other, "x")) == [other + "x"]


def test_one_question_is_ahead_of_the_answer(worker: Worker) -> None:
    taken: list[int] = []

    def details() -> Iterator[int]:
        for number in range(4):
            taken.append(number)
            yield number

    seen = [(answer, len(taken)) for answer in worker.answers(operator.add, 1, details())]
    assert seen == [(1, 2), (2, 3), (3, 4), (4, 4)]


def test_a_question_that_fails_does_not_keep_the_next_from_being_answered(worker: Worker) -> None:
    assert list(worker.answers(operator.truediv, 1, [0, 2])) == [None, 0.5]
    assert list(worker.answers(open, "/dev/null", "r")) == [None]  # what cannot be sent


def test_a_process_that_dies_says_so(worker: Worker) -> None:
    with pytest.raises((EOFError, OSError)):
        list(worker.answers(os.execv, "/bin/false", [["false"]]))


def test_a_busy_process_is_ended_at_once(worker: Worker) -> None:
    ended = threading.Event()

    def ask() -> None:
        with pytest.raises((EOFError, OSError)):
            list(worker.answers(operator.pow, *WITHOUT_END))
        ended.set()

    threading.Thread(target=ask, daemon=True).start()
    worker.end()
    assert ended.wait(200)


def test_one_that_was_never_started_can_be_ended() -> None:
    worker = Worker()
    worker.end()
    worker.bury()
    with pytest.raises((OSError, ValueError)):
        list(worker.answers(operator.add, 1, [1]))


PARENT = """
import operator, os, sys, threading, multiprocessing
from loopwright.toolchain.workers import Worker
if __name__ == "__main__":
    worker = Worker()
    worker.start()
    assert list(worker.answers(operator.add, 1, [1])) == [2]
    threading.Thread(target=list, args=(worker.answers(operator.pow, 7, [10**8]),), daemon=True).start()
    print(multiprocessing.active_children()[0].pid, flush=True)
    {end}
"""


def _killed(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)


def _let_end(process: subprocess.Popen[str]) -> None:
    process.communicate("")
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("end", "how"),
    [("sys.stdin.read()", _let_end), pytest.param("threading.Event().wait()", _killed, id="killed")],
)
def test_a_busy_process_ends_with_the_one_that_started_it(
    end: str, how: Callable[[subprocess.Popen[str]], None]
) -> None:
    if how is _killed and sys.platform != "linux":
        pytest.skip("elsewhere it ends with its answer")
    script = PARENT.format(end=end)
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        how(process)
    until = time.monotonic() + 60
    while os.path.exists(f"/proc/{child}/cmdline") and _runs(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(child)


def _runs(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


WITHOUT_HELP_OF_THE_KERNEL = """
import multiprocessing, threading
from loopwright.toolchain.launcher import kernel
from loopwright.toolchain.workers import Worker
if __name__ == "__main__":
    worker = Worker()
    worker.start()
    assert list(worker.answers(kernel._prctl, kernel._PR_SET_PDEATHSIG, [0])) == [None]
    print(multiprocessing.active_children()[0].pid, flush=True)
    threading.Event().wait()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="takes back what only Linux does")
def test_a_process_that_waits_ends_when_nobody_can_ask_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT_HELP_OF_THE_KERNEL], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        assert _runs(child)
        process.kill()
    until = time.monotonic() + 60
    while _runs(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(child)
