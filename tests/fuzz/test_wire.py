"""A short part of the wire fuzzer, always on: see fuzz_wire.py for the long one."""

from __future__ import annotations

from pathlib import Path

from fuzz_wire import Pair, Session


def test_sessions_of_random_edits_answer_as_a_fresh_open_does(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    try:
        for seed in (900_001, 900_002, 900_003):
            report = Session(pair, seed, edits=120, batch=30).run()
            assert report.problems == []
            assert report.batches >= 4
    finally:
        pair.close()
