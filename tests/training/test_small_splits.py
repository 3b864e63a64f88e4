"""A small project is split as its shares say, however uneven its files are."""

from __future__ import annotations

import random
from typing import Any

import pytest
from loopwright_training.pairs import Pair, SplitConfig, split_pairs

HERE = {
    "family": 0,
    "repository": 0.15,
    "pair": 0.15,
    "development": 0,
    "development_pair": 0.1,
    "most_per_group": 10_000,
}


def project(sizes: list[int]) -> tuple[list[Pair], list[dict[str, Any]]]:
    """Files with as many loops, none of them like another."""
    records = [{"repository": f"solver/{i}.c", "family": "solver"} for i in range(len(sizes))]
    words = [f"w{i}" for i in range(4000)]
    order = random.Random(1)
    pairs = [
        Pair(record, "acc", 100 * number, 0, "parallel loop", " ".join(order.sample(words, 30)))
        for record, size in enumerate(sizes)
        for number in range(size)
    ]
    return pairs, records


@pytest.mark.parametrize("seed", range(30))
def test_no_part_is_far_larger_than_its_share(seed: int) -> None:
    order = random.Random(seed)
    sizes = [order.choice([1, 2, 3, 5, 8, 17, 19]) for _ in range(order.randrange(4, 30))]
    pairs, records = project(sizes)
    parts = split_pairs(pairs, records, SplitConfig(seed=seed, **HERE))  # type: ignore[arg-type]
    share = round(0.15 * len(pairs))
    held = len(parts["repository"])
    smallest = min(sizes)
    assert held <= max(1.5 * share, smallest)
    assert held > 0 or not share
    assert len(parts["train"]) >= len(pairs) - max(1.5 * share, smallest) - round(0.15 * len(pairs)) - round(
        0.1 * len(pairs)
    )
    files = {records[p.record]["repository"] for p in parts["repository"]}
    assert not files & {records[p.record]["repository"] for p in parts["train"]}, "whole files"
    assert sum(map(len, parts.values())) == len(pairs), "nothing is dropped"
