"""Which folder is the project of a file."""

from __future__ import annotations

from pathlib import Path

from loopwright.source.private import is_users_own

_REPOSITORY = (".git", ".hg", ".svn")
_CONFIGURATION = "loopwright.toml"
_BUILD = ("compile_commands.json", ".loopwright.toml", ".clangd")
_HIGHEST = 12


def project_root(path: Path) -> Path | None:
    """The nearest folder with a configuration of its own or the repository that holds ``path``, else the outermost folder of
    a build description, else its own folder; never the file system's root, the home folder, nor one in which others may put
    files; ``None`` where only those are left."""
    start = path.resolve().parent
    outermost: Path | None = None
    for folder in [start, *start.parents][:_HIGHEST]:
        if not _may_be_read(folder) or not is_users_own(folder):
            break
        if any((folder / name).exists() for name in (_CONFIGURATION, *_REPOSITORY)):
            return folder
        if any((folder / name).is_file() for name in _BUILD):
            outermost = folder
    if outermost is not None:
        return outermost
    return start if _may_be_read(start) and is_users_own(start) else None


def _may_be_read(folder: Path) -> bool:
    """Whether a folder may be a project: temporary folders and homes hold what belongs to others."""
    try:
        home: Path | None = Path.home().resolve()
    except RuntimeError:
        home = None
    top_level = len(folder.parts) <= 2
    return not top_level and folder != home and (home is None or folder not in home.parents)
