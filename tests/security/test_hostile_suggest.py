"""Repositories that want to be run are given to `suggest`, which asks compilers most: in a file of its own, as it takes longest."""

from __future__ import annotations

from pathlib import Path

import pytest
from yards import trouble_with


def test_given_to_suggest(tmp_path: Path, plugin: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert trouble_with(["suggest", "--no-model", "--compiler", "gcc"], tmp_path, plugin, monkeypatch) == []
