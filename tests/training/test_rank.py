"""The ranker's weights begin at others and stay near them as far as is asked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from loopwright.suggest.features import FEATURES
from loopwright_training.rank import Group, RankConfig, at_most, fit, write_ranker


@pytest.fixture
def groups() -> list[Group]:
    """Pairs whose right candidate is the one with the last feature."""
    order = np.random.default_rng(1)
    found = []
    for number in range(40):
        rows = order.random((4, len(FEATURES)))
        right = np.arange(4) == number % 4
        rows[:, -1] = right
        found.append(Group(f"family {number % 8}", rows, right))
    return found


@pytest.fixture
def config(tmp_path: Path) -> RankConfig:
    return RankConfig(tmp_path, tmp_path, tmp_path, tmp_path / "ranker.json", steps=150)


def started(config: RankConfig, groups: list[Group], tmp_path: Path, known: int) -> Path:
    """Weights that know the first features alone, made of other pairs."""
    path = tmp_path / "start.json"
    write_ranker(fit([replace(group, right=np.roll(group.right, 1)) for group in groups], config), {}, path)
    kept = json.loads(path.read_text())
    for name in ("features", "mean", "scale", "linear", "inner"):
        kept[name] = kept[name][:known]
    path.write_text(json.dumps(kept))
    return path


def test_a_strong_pull_leaves_the_weights_as_they_were(config: RankConfig, groups: list[Group], tmp_path: Path) -> None:
    known = len(FEATURES) - 5
    start = started(config, groups, tmp_path, known)
    before = json.loads(start.read_text())
    held = fit(groups, replace(config, start=start, pull=1e3))
    assert np.allclose(held.linear[:known], before["linear"], atol=0.05)
    assert np.allclose(held.linear[known:], 0, atol=0.05)
    free = fit(groups, replace(config, start=start, pull=1e-3))
    assert abs(free.linear[-1]) > 0.2
    chances = free.probabilities([tuple(row) for row in groups[0].rows])
    assert chances.index(max(chances)) == int(groups[0].right.argmax())


def test_weights_for_other_features_are_refused(config: RankConfig, groups: list[Group], tmp_path: Path) -> None:
    start = started(config, groups, tmp_path, 10)
    kept = json.loads(start.read_text())
    kept["features"][3] = "something else"
    start.write_text(json.dumps(kept))
    with pytest.raises(ValueError, match="other features"):
        fit(groups, replace(config, start=start))


def test_no_repository_gives_more_pairs_than_it_may() -> None:
    rows = [
        {"repository": name, "line": line} for name, count in (("a", 9), ("b", 2), ("c", 5)) for line in range(count)
    ]
    found = at_most(rows, 4, seed=1)
    assert [row["repository"] for row in found] == ["a"] * 4 + ["b"] * 2 + ["c"] * 4
    assert all(row in rows for row in found)
    assert len({(row["repository"], row["line"]) for row in found}) == len(found)
    assert found == at_most(rows, 4, seed=1)
    assert any(found != at_most(rows, 4, seed) for seed in range(2, 9))
