"""Repositories that want to be run, made in folders, and the traps that tell when something of them was."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from loopwright.cli.main import main
from repositories import DIRECTIVE, PLUGIN, REPOSITORIES, Repository, Yard


def plugin_in(folder: Path) -> tuple[Path, Path]:
    """(a plugin of gcc, the mark that it leaves)."""
    (folder / "plugin.c").write_text(PLUGIN.format(mark=folder / "mark"))
    command = ["gcc", "-shared", "-fPIC", "-o", str(folder / "plugin.so"), str(folder / "plugin.c")]
    subprocess.run(command, check=True)
    return folder / "plugin.so", folder / "mark"


def yard_for(repository: Repository, folder: Path, plugin: tuple[Path, Path]) -> tuple[Yard, Path]:
    """The repository made in a folder of its own, and the file that is opened; beside it lies one without the directive."""
    home = folder / str(REPOSITORIES.index(repository))
    (home / ".git").mkdir(parents=True)
    yard = Yard(home, plugin[1], plugin[0])
    path = yard.write(repository.source, repository.text)
    yard.write(bare(path).name, repository.text.replace(DIRECTIVE, ""))
    repository.make(yard)
    return yard, path


def bare(path: Path) -> Path:
    """The file without the directive: a compiler is asked about one for it, with what the database says of its neighbour."""
    return path.with_name(path.name.replace(".c", "b.c"))


@contextmanager
def nothing_happens(name: str, yard: Yard, trouble: list[str]) -> Iterator[None]:
    """What is done inside leaves neither the mark nor a file; what is wrong is added to ``trouble``."""
    before = tree(yard.folder)
    try:
        yield
    except Exception as error:
        trouble.append(f"{name}: {type(error).__name__} {error}")
    if yard.mark.exists():
        yard.mark.unlink()
        trouble.append(f"{name}: something of it was run")
    if tree(yard.folder) != before:
        trouble.append(f"{name}: {sorted(set(tree(yard.folder)) ^ set(before)) or 'a file'} was changed")


def tree(folder: Path) -> dict[str, tuple[int, int]]:
    """What lies there, without following links."""
    found = {}
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            status = os.lstat(os.path.join(place, name))
            found[os.path.join(place, name)] = (status.st_size, status.st_mtime_ns if name in names else 0)
    return found


def asked_of(command: str, path: Path) -> Path:
    """The file that a command is given: the one without the directive where one is to be suggested."""
    return bare(path) if command == "suggest" else path


def trouble_with(
    arguments: list[str], folder: Path, plugin: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """What happens that should not when each repository is given to a command."""
    trouble: list[str] = []
    for repository in REPOSITORIES:
        yard, path = yard_for(repository, folder, plugin)
        monkeypatch.chdir(yard.folder)
        with nothing_happens(f"{arguments[0]} {repository.name}", yard, trouble):
            assert main([arguments[0], str(asked_of(arguments[0], path)), *arguments[1:]]) in (0, 1)
    return trouble
