"""Headers of a project that no include folder holds: where nobody says how a file is compiled, the one file of that name."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from loopwright.source.folders import holds_own_files
from loopwright.source.includes import HEADERS, Include
from loopwright.source.private import is_users_own

_REPOSITORY = (".git", ".hg", ".svn")
_HIGHEST = 12
_MOST_FOLDERS = 4_000
_OF_THE_SYSTEM = "/usr/include"
_STANDARD = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbool "
    "stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype"
)


def project_header(include: Include, path: Path) -> Path | None:
    """The only header of the repository around ``path`` that can be meant, ``None`` if there is none or there are several."""
    if not include.name or include.name.startswith(("/", "..")) or "\0" in include.name:
        return None
    standard = include.name.removesuffix(".h") in _STANDARD.split()
    if not include.quoted and (standard or os.path.exists(os.path.join(_OF_THE_SYSTEM, include.name))):
        return None
    root = _repository(path.parent)
    if root is None:
        return None
    name = include.name.replace("\\", "/")
    found = [
        file
        for file in _headers_in(root, os.stat(root).st_mtime_ns).get(name.split("/")[-1], ())
        if f"/{file}".endswith(f"/{name}")
    ]
    return Path(root, found[0]) if len(found) == 1 else None


def _repository(folder: Path) -> str | None:
    for above in (folder, *folder.parents)[:_HIGHEST]:
        if any(os.path.exists(above / name) for name in _REPOSITORY):
            return str(above) if is_users_own(above) else None
    return None


@lru_cache(maxsize=8)
def _headers_in(root: str, changed: int) -> dict[str, tuple[str, ...]]:
    """Paths of headers below a folder by the last part of their names; none of a folder that is too large to look at."""
    found: dict[str, list[str]] = {}
    for count, (folder, inside, files) in enumerate(os.walk(root)):
        if count > _MOST_FOLDERS:
            return {}
        inside[:] = sorted(name for name in inside if holds_own_files(os.path.join(folder, name)))
        for name in files:
            if name.endswith(HEADERS):
                found.setdefault(name, []).append(
                    os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
                )
    return {name: tuple(paths) for name, paths in found.items()}
