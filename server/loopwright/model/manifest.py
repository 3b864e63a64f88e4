"""`models/manifest.json`: which GGUF files there are, where they come from, how they are asked.

Looked for in the setting, then the user's own folder (`loopwright model import`), then what is shipped.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

_GGUF_MAGIC = b"GGUF"


class ModelError(Exception):
    """A model cannot be used; the message is one sentence for the user."""


@dataclass(frozen=True)
class PromptFormat:
    """Special tokens around a fill-in-the-middle prompt, and the one that ends an answer."""

    prefix: str = "<|fim_prefix|>"
    suffix: str = "<|fim_suffix|>"
    middle: str = "<|fim_middle|>"
    end: str = "<|endoftext|>"


@dataclass(frozen=True)
class Adapter:
    """A LoRA adapter for one base."""

    name: str
    file: str
    sha256: str
    task: str = "openacc"
    scale: float = 1.0


@dataclass(frozen=True)
class Model:
    """An entry of a manifest. ``folder`` is where its files lie."""

    name: str
    file: str
    sha256: str
    licence: str
    context: int = 1024
    prompt: PromptFormat = field(default_factory=PromptFormat)
    adapters: tuple[Adapter, ...] = ()
    numbers: dict[str, Any] = field(default_factory=dict)
    folder: Path = Path()

    @property
    def path(self) -> Path:
        """The GGUF file of the base."""
        return self.folder / self.file

    def adapter(self, task: str) -> Adapter | None:
        """The adapter for ``task``."""
        return next((adapter for adapter in self.adapters if adapter.task == task), None)


def user_folder() -> Path:
    """Where imported models and the choice of model are kept."""
    override = os.environ.get("LOOPWRIGHT_MODELS")
    return Path(override) if override else Path(platformdirs.user_data_dir("loopwright")) / "models"


def shipped_folder() -> Path:
    """The models that come with Loopwright: `models/` of a checkout, or what the wheel installed."""
    here = Path(__file__).resolve()
    checkout = here.parents[3] / "models"
    return checkout if (checkout / "manifest.json").exists() else here.parents[2] / "loopwright_models"


def list_models() -> tuple[Model, ...]:
    """All models of the user's folder and the shipped ones, the user's first."""
    models: list[Model] = []
    for folder in (user_folder(), shipped_folder()):
        if (folder / "manifest.json").exists():
            models += read_manifest(folder)
    return tuple({model.name: model for model in reversed(models)}.values())[::-1]


def read_manifest(folder: Path) -> tuple[Model, ...]:
    """Entries of the manifest in ``folder``; raises :class:`ModelError` if it cannot be read."""
    path = folder / "manifest.json"
    try:
        document = json.loads(path.read_text("utf-8"))
        return tuple(_entry(row, folder) for row in document["models"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error


def _entry(row: dict[str, Any], folder: Path) -> Model:
    return Model(
        name=row["name"],
        file=row["file"],
        sha256=row["sha256"],
        licence=row["licence"],
        context=int(row.get("context", 1024)),
        prompt=PromptFormat(**row.get("prompt", {})),
        adapters=tuple(Adapter(**adapter) for adapter in row.get("adapters", [])),
        numbers=row.get("numbers", {}),
        folder=folder,
    )


def choose_model(setting: str | None = None) -> Model:
    """The model to use: ``setting`` (a name or the path of a GGUF file), else the user's choice, else the first.

    Raises :class:`ModelError` where there is none.
    """
    if setting and setting.endswith(".gguf"):
        path = Path(setting).expanduser()
        if not path.exists():
            raise ModelError(f"The model {path} does not exist.")
        return Model(path.stem, path.name, "", "unknown", folder=path.parent)
    models = list_models()
    wanted = setting or _chosen()
    if wanted:
        for model in models:
            if model.name == wanted:
                return model
        raise ModelError(f"There is no model called {wanted!r}; `loopwright model list` shows those there are.")
    if not models:
        raise ModelError("No model is installed; suggestions come from the analysis alone.")
    return models[0]


def use_model(name: str) -> Model:
    """Remember ``name`` as the user's choice."""
    model = choose_model(name)
    folder = user_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "chosen").write_text(name + "\n", "utf-8")
    except OSError as error:
        raise ModelError(f"The choice cannot be kept in {folder}: {error.strerror}.") from error
    return model


def import_model(source: Path, name: str | None = None, licence: str = "unknown") -> Model:
    """Copy a GGUF file into the user's folder and list it there."""
    check_gguf(source)
    folder = user_folder()
    model = Model(name or source.stem, source.name, sha256_of(source), licence, folder=folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if source.resolve() != model.path.resolve():
            shutil.copyfile(source, model.path)
        known = [
            m for m in (read_manifest(folder) if (folder / "manifest.json").exists() else ()) if m.name != model.name
        ]
        write_manifest(folder, [*known, model])
    except OSError as error:
        raise ModelError(f"{source.name} cannot be imported into {folder}: {error.strerror}.") from error
    return model


def write_manifest(folder: Path, models: list[Model]) -> None:
    """Write the manifest of ``folder``."""
    rows = []
    for model in models:
        row = asdict(model)
        row.pop("folder")
        rows.append(row)
    (folder / "manifest.json").write_text(json.dumps({"version": 1, "models": rows}, indent=2) + "\n", "utf-8")


def verify(model: Model, task: str = "openacc") -> None:
    """Raise :class:`ModelError` if a file of ``model`` is missing, cut short or not the one the manifest names."""
    _verify_file(model.path, model.sha256)
    adapter = model.adapter(task)
    if adapter is not None:
        _verify_file(model.folder / adapter.file, adapter.sha256)


def _verify_file(path: Path, expected: str) -> None:
    check_gguf(path)
    if expected and sha256_of(path) != expected:
        raise ModelError(f"The model file {path.name} is damaged or was replaced: its SHA-256 is not the manifest's.")


def check_gguf(path: Path) -> None:
    """Raise :class:`ModelError` if ``path`` is not a GGUF file."""
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelError(f"The model file {path} cannot be read: {error.strerror}.") from error
    if magic != _GGUF_MAGIC:
        raise ModelError(f"The model file {path.name} is not a GGUF file.")


_hashes: dict[tuple[str, int, int], str] = {}


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, kept per path, size and modification time (80 MB take 0.05 s)."""
    status = path.stat()
    key = (str(path), status.st_size, status.st_mtime_ns)
    if key not in _hashes:
        with path.open("rb") as file:
            digest = hashlib.sha256()
            while block := file.read(1 << 20):
                digest.update(block)
        _hashes[key] = digest.hexdigest()
    return _hashes[key]


def _chosen() -> str | None:
    try:
        return (user_folder() / "chosen").read_text("utf-8").strip() or None
    except OSError:
        return None
