"""The headers of mined repositories, laid out as their authors have them: what a file includes is beside it again."""

from __future__ import annotations

import contextlib
import io
import tarfile
from pathlib import Path

from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.process import output_of

from loopwright_training.mine import git_directory

HEADERS = tuple(f"*.{suffix}" for suffix in ("h", "hh", "hpp", "hxx", "cuh", "inl", "inc", "ipp", "incl", "def"))
# All that says which files make a program: sources, what other languages may call, the build.
PROGRAMS = (
    *HEADERS,
    *("*.c", "*.cc", "*.cpp", "*.cxx", "*.c++", "*.cu", "*.m", "*.mm", "*.s", "*.asm", "*.rs", "*.go"),
    *("*.f", "*.for", "*.f77", "*.f90", "*.f95", "*.f03", "*.f08", "*.py", "*.jl", "*.r", "*.java", "*.cs"),
    *(
        "*makefile*",
        "cmakelists.txt",
        "*.cmake",
        "*.mk",
        "*.am",
        "*.ac",
        "meson.build",
        "sconstruct",
        "setup.py",
        "configure",
    ),
)


class HeaderTrees:
    """Trees of headers under ``folder``, each made when a file of its repository is asked for. ``mirror`` holds clones, as
    :mod:`mine` takes them; a repository that is not there has an empty tree. With other ``names`` it is trees of these files; ``bare``
    ones hold no directive of OpenACC."""

    def __init__(self, mirror: Path, folder: Path, names: tuple[str, ...] = HEADERS, bare: bool = False) -> None:
        self._mirror, self._folder, self._names, self._bare = mirror, folder, names, bare
        self._made: dict[tuple[str, str], Path] = {}

    def path(self, repository: str, commit: str, path: str) -> Path:
        """Where a file of that commit would lie among its headers; the file itself is not there."""
        key = repository, commit
        if key not in self._made:
            self._made[key] = self._folder / str(len(self._made))
            git = git_directory(self._mirror, repository)
            if git is not None:
                _extract(git, commit, self._made[key], self._names)
            if self._bare:
                _strip(self._made[key])
        whole = self._made[key] / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        return whole


def _extract(git: Path, commit: str, folder: Path, names: tuple[str, ...]) -> None:
    command = ["git", "--git-dir", str(git), "archive", "--format=tar", commit, "--"]
    for name in names:  # a pattern that matches nothing gives no archive, so they are asked for one by one
        with contextlib.suppress(OSError, tarfile.ReadError):
            found = output_of([*command, f":(glob,icase)**/{name}"])
            with tarfile.open(fileobj=io.BytesIO(found)) as archive:
                archive.extractall(folder, filter="data")


def _strip(folder: Path) -> None:
    """Take the directives of OpenACC out of all files; they keep their lines."""
    for path in folder.rglob("*") if folder.is_dir() else ():
        data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        if b"acc" not in data or b"pragma" not in data:
            continue
        outline = Outline(parse(data, name=path.name))
        data = outline.source.data
        for span in (p.span for p in outline.pragmas if p.sentinel == "acc"):
            data = (
                data[: span.start] + bytes(c if c == 10 else 32 for c in data[span.start : span.end]) + data[span.end :]
            )
        path.write_bytes(data)
