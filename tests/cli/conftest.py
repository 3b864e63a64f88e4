"""What several tests of the command line read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.heat import MAIN, SOLVER


@pytest.fixture(scope="session", autouse=True)
def _imported_once(preloaded_commands: None) -> None:
    """Calls of the command are forked."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A program of two files."""
    tmp_path.chmod(0o755)  # as root a program runs as nobody
    place = tmp_path / "src"
    place.mkdir()
    (place / "main.c").write_text(MAIN, "utf-8")
    (place / "solver.c").write_text(SOLVER, "utf-8")
    return place
