"""Repositories that want to be run are given to the command line: nothing of them starts, nothing is written, answers come."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.toolchain import flags
from loopwright.toolchain.options import Option, Place
from repositories import REPOSITORIES
from yards import asked_of, nothing_happens, trouble_with, yard_for

COMMAND = Path(sysconfig.get_path("scripts")) / "loopwright"
NO_MODEL = {"check": [], "suggest": ["--no-model"]}


@pytest.mark.parametrize("arguments", [["check", "--compiler", "gcc"], ["analyze"]], ids=lambda a: a[0])
def test_given_to_the_command_line(
    arguments: list[str], tmp_path: Path, plugin: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trouble_with(arguments, tmp_path, plugin, monkeypatch) == []


@pytest.mark.parametrize("command", ["check", "suggest"])
def test_a_list_that_lets_all_words_through_is_noticed(
    command: str, tmp_path: Path, plugin: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ask the compiler with the words of the folder: without the allowlist the marks appear."""

    def all_words(words: Sequence[object], place: Place) -> tuple[Option, ...]:
        return tuple(Option("macro", str(word), "") for word in words[1:-2])

    monkeypatch.setattr(flags, "read_options", all_words)
    for name in ("response after -I", "-fplugin=", "-B", "-specs=", "-wrapper", "-MF"):
        repository = next(repository for repository in REPOSITORIES if repository.name == name)
        yard, path = yard_for(repository, tmp_path, plugin)
        trouble: list[str] = []
        with nothing_happens(name, yard, trouble):
            main([command, str(asked_of(command, path)), "--compiler", "gcc", *NO_MODEL[command]])
        assert trouble, name


@pytest.mark.parametrize(
    "name",
    ["sitecustomize", "the standard library", "our own names", ".env", "compilers in the folder", "pyproject.toml"],
)
def test_started_in_it(name: str, tmp_path: Path, plugin: tuple[Path, Path]) -> None:
    """The command itself, with the repository as the current folder."""
    repository = next(repository for repository in REPOSITORIES if repository.name == name)
    yard, path = yard_for(repository, tmp_path, plugin)
    trouble: list[str] = []
    for command in (
        [str(COMMAND), "suggest", "--no-model", str(path)],
        [sys.executable, "-I", "-m", "loopwright", "doctor"],
    ):
        with nothing_happens(f"{name}: {command[-1]}", yard, trouble):
            done = subprocess.run(command, cwd=yard.folder, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr[-500:]
    assert trouble == []
