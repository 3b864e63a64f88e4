"""A folder of somebody's own code → source records, as `mine` makes them of public repositories.

Files that git ignores are left out where the folder is a git repository; elsewhere every file with a known suffix is read.
Nothing is written into the folder and nothing of it is run.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from loopwright.source.text import decode
from loopwright.toolchain.process import run

from loopwright_training.config import ConfigError
from loopwright_training.mine import SUFFIXES
from loopwright_training.records import hash_of

_MOST_FILE_BYTES = 400_000
_MOST_FILES = 50_000
_MOST_LISTING = 50_000_000  # bytes of names
_SKIPPED = frozenset((".git", ".hg", ".svn", "node_modules", ".venv", "build", "__pycache__"))


def project_records(folders: tuple[Path, ...]) -> list[dict[str, str]]:
    """One record a file with a directive or a loop. ``family`` is the project, ``repository`` the file itself: whole files can
    be held out of training then.

    Raises :class:`ConfigError` for a folder that is not there.
    """
    records: list[dict[str, str]] = []
    seen: set[str] = set()
    for folder in folders:
        if not folder.is_dir():
            raise ConfigError(f"{folder} is not a folder")
        for path in _files(folder):
            text = _text(folder / path)
            sha = hash_of(text)
            if "for" not in text or sha in seen:
                continue
            seen.add(sha)
            name = folder.resolve().name
            records.append(
                {
                    "repository": f"{name}/{path}",
                    "commit": "",
                    "path": str(path),
                    "licence": "own",
                    "family": name,
                    "use": "openacc",
                    "sha": sha,
                    "text": text,
                }
            )
    return records


def _files(folder: Path) -> list[PurePosixPath]:
    listed = _listed_by_git(folder)
    found = _walked(folder) if listed is None else iter(listed)
    chosen = sorted(path for path in found if path.suffix.lower() in SUFFIXES)
    if len(chosen) > _MOST_FILES:
        raise ConfigError(f"{folder} has {len(chosen)} source files; at most {_MOST_FILES} are read: name a part of it")
    return chosen


def _listed_by_git(folder: Path) -> list[PurePosixPath] | None:
    """Files of a work tree that git knows or does not ignore; ``None`` where there is no git."""
    # A repository's own configuration could name programs to run; listing files needs none of it.
    options = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
    command = ["git", *options, "-C", str(folder.resolve()), "ls-files", "-z", "-c", "-o", "--exclude-standard"]
    done = run(command, timeout=120, output_limit=_MOST_LISTING)
    if done.ending != "exited" or done.code != 0:
        return None
    return [PurePosixPath(name) for name in done.stdout.split("\0") if name]


def _walked(folder: Path) -> Iterator[PurePosixPath]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _SKIPPED]
        for name in names:
            yield PurePosixPath(Path(parent, name).relative_to(folder).as_posix())


def _text(path: Path) -> str:
    try:
        if not path.is_file() or path.is_symlink() or path.stat().st_size > _MOST_FILE_BYTES:
            return ""
        raw = path.read_bytes()
    except OSError:
        return ""
    return "" if b"\0" in raw else decode(raw).replace("\r\n", "\n")
