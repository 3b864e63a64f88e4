"""Commands of training that tests fork train with one thread: more of them spin, and take what runs beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from forked import forked


def write_threads(file: str) -> None:
    Path(file).write_text(str(torch.get_num_threads()), "utf-8")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A fixture of a module may be the first that forks."""
    file = tmp_path_factory.mktemp("forked") / "threads"
    process = forked(write_threads, str(file))
    process.join()
    return file.read_text("utf-8")


def test_what_is_forked_before_any_test_has_one_thread(told: str) -> None:
    assert told == "1"
