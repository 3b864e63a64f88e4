"""Where `here` keeps its work on a project, and what it calls the adapter: two folders of one name must not share either.

The work lies under the folder's name in the user's cache. A note in it says whose it is; where it is another's, the name goes on with a
few digits of the project's path. So does the name of the adapter where something else is installed under it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs
from loopwright.model.adapters import installed_adapters
from loopwright.model.manifest import list_models, user_folder
from loopwright.toolchain.scratch import try_lock

from loopwright_training.config import ConfigError

_NOTE = "here.json"
_LOCK = "here.lock"
_DIGITS = 6


@dataclass(frozen=True)
class Project:
    """What is learned from, and what it begins with: a checkpoint, or the name of an installed model."""

    folders: tuple[str, ...]
    base: str

    @property
    def digits(self) -> str:
        """Tells projects of one name apart."""
        return hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:_DIGITS]


def project_of(folders: tuple[Path, ...], base: Path | None, model: str) -> Project:
    """The project in ``folders``; ``base`` is a checkpoint, ``model`` in its place an installed model, empty for that in use."""
    return Project(tuple(str(folder.resolve()) for folder in folders), str(base.resolve()) if base else model)


def default_output(project: Project) -> Path:
    """Where the work on ``project`` is kept: in the user's cache, never in the folder."""
    cache = Path(platformdirs.user_cache_dir("loopwright")) / "training"
    name = Path(project.folders[0]).name
    plain = cache / name
    owner = _note(plain)[0]
    return plain if owner in (None, project) else cache / f"{name}-{project.digits}"


def default_name(project: Project, output: Path) -> str:
    """What the adapter is called where nobody says: as before, else like the folder, unless that is something else's name."""
    owner, called = _note(output)
    if owner == project and called:
        return called
    name = Path(project.folders[0]).name
    return f"{name}-{project.digits}" if name in _taken() else name


def require_own_name(name: str, project: Project, output: Path) -> None:
    """Raise :class:`ConfigError` where ``name`` is that of a model, or of an adapter that this work has not made."""
    if name in _taken() and _note(output) != (project, name):
        raise ConfigError(
            f"{name} is installed and was not made here; give another --name, or remove it: `loopwright model remove {name}`"
        )


def write_note(output: Path, project: Project, name: str) -> None:
    """Say whose work lies in ``output``."""
    text = json.dumps({"folders": project.folders, "base": project.base, "name": name}, indent=1)
    (output / _NOTE).write_text(f"{text}\n", "utf-8")


@contextlib.contextmanager
def alone_in(output: Path) -> Iterator[None]:
    """Two runs in one folder would write over each other. Raises :class:`ConfigError` where there is another."""
    output.mkdir(parents=True, exist_ok=True)
    with (output / _LOCK).open("ab+") as lock:
        if not try_lock(lock):
            raise ConfigError(f"another run is at work in {output}; wait for it, or give another --output")
        yield


def _taken() -> frozenset[str]:
    models = [model.name for model in list_models()]
    return frozenset([*models, *(adapter.name for adapter in installed_adapters(user_folder()))])


def _note(output: Path) -> tuple[Project | None, str]:
    """Whose work lies in ``output``, and what its adapter is called; nobody's where nothing says so."""
    try:
        note = json.loads((output / _NOTE).read_text("utf-8"))
        return Project(tuple(map(str, note["folders"])), str(note["base"])), str(note["name"])
    except (OSError, ValueError, KeyError, TypeError):
        return None, ""
