"""`models/manifest.json`: which GGUF files there are, where they come from, how they are asked.

Looked for in the setting, then the user's own folder (`loopwright model import`), then what is shipped.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from loopwright.model.adapters import chosen_adapter, fits, installed_adapters, rest_adapters, use_adapter
from loopwright.model.errors import ModelError as ModelError  # where everybody looks for it
from loopwright.model.gguf import Damaged, read_header
from loopwright.source.writing import copy_whole, write_whole


@dataclass(frozen=True)
class PromptFormat:
    """Special tokens around a fill-in-the-middle prompt, and the one that ends an answer; ``begin`` stands before all of it in
    families that begin every text with one. With ``instruct`` they are texts: what a model that has learned conversations only is
    told before, between and after."""

    prefix: str = "<|fim_prefix|>"
    suffix: str = "<|fim_suffix|>"
    middle: str = "<|fim_middle|>"
    end: str = "<|endoftext|>"
    instruct: bool = False
    begin: str = ""


@dataclass(frozen=True)
class Adapter:
    """A LoRA adapter for one base. ``project`` tells that it was taught with the project in its prompts."""

    name: str
    file: str
    sha256: str
    task: str = "openacc"
    scale: float = 1.0
    project: bool = False


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

    def shows_project(self, task: str) -> bool:
        """Whether prompts for ``task`` show the project: a model that was not taught to use it would be misled."""
        adapter = self.adapter(task)
        return adapter is not None and adapter.project


def user_folder() -> Path:
    """Where imported models and the choice of model are kept."""
    override = os.environ.get("LOOPWRIGHT_MODELS")
    return Path(override) if override else Path(platformdirs.user_data_dir("loopwright")) / "models"


def shipped_folder() -> Path:
    """The models that come with Loopwright: `models/` of a checkout, or the package `loopwright-models`."""
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


def choose_model(setting: str | None = None, adapter: str = "") -> Model:
    """The model to use: ``setting`` (a name or the path of a GGUF file), else the user's choice, else the first. ``adapter``
    names the one of the user's adapters that stands in for the shipped one; without it the one in use does.

    Raises :class:`ModelError` where there is none.
    """
    if setting and setting.endswith(".gguf"):
        path = Path(setting).expanduser().absolute()
        if not path.exists():
            raise ModelError(f"The model {path} does not exist.")
        return model_in(path)
    models = list_models()
    base = base_of(adapter)
    wanted = setting or (base.name if base else _chosen())
    if wanted:
        for model in models:
            if model.name == wanted:
                return _adapted(model, adapter)
        raise ModelError(f"There is no model called {wanted!r}; `loopwright model list` shows those there are.")
    if not models:
        raise ModelError(
            "No model is installed (`loopwright model runtime` does it); suggestions come from the analysis alone."
        )
    return _adapted(models[0], adapter)


def base_of(adapter: str) -> Model | None:
    """The model that the user's adapter of this name is for; ``None`` where there is no such adapter, or its model is gone."""
    bases = {a.base for a in installed_adapters(user_folder()) if a.name == adapter}
    return next((model for model in list_models() if model.sha256 in bases), None)


def _adapted(model: Model, name: str) -> Model:
    """``model`` with the user's adapters in place of its own."""
    folder = user_folder()
    own = {adapter.task: adapter for adapter in model.adapters}
    for task in dict.fromkeys(a.task for a in installed_adapters(folder)):
        found = chosen_adapter(folder, model.sha256, task, name if task == "openacc" else "")
        if found is not None:
            own[task] = Adapter(found.name, str(folder / found.file), found.sha256, task, found.scale)
    if name and own.get("openacc", Adapter("", "", "")).name != name:
        other = base_of(name)
        if other is not None:
            raise ModelError(f"The adapter {name!r} is for the model {other.name}, not for {model.name}.")
        raise ModelError(
            f"There is no adapter called {name!r} for {model.name}; `loopwright model list` shows those there are."
        )
    return replace(model, adapters=tuple(own.values()))


def use_model(name: str) -> Model:
    """Remember ``name`` as the user's choice: a model, with the adapters that came with it, or an installed adapter."""
    folder = user_folder()
    base = base_of(name)
    if base is None and any(a.name == name for a in installed_adapters(folder)):
        raise ModelError(
            f"The adapter {name!r} is for a model that is gone; import that again, or `loopwright model remove {name}`."
        )
    try:
        adapter = use_adapter(folder, name)
        if base is not None:
            name = base.name
        model = next((m for m in list_models() if m.name == name), None) or choose_model(name)
        if adapter is None:
            rest_adapters(folder, model.sha256)
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / "chosen", f"{name}\n".encode())
    except OSError as error:
        raise ModelError(f"The choice cannot be kept in {folder}: {error.strerror}.") from error
    return choose_model(name)


def import_model(source: Path, name: str | None = None, licence: str = "unknown") -> Model:
    """Copy a GGUF file into the user's folder and list it there, with the prompt that a manifest beside it says."""
    check_gguf(source)
    folder = user_folder()
    found = model_in(source)
    model = replace(found, name=name or found.name, sha256=sha256_of(source), licence=licence, folder=folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if source.resolve() != model.path.resolve():
            copy_whole(source, model.path)
        known = [
            m for m in (read_manifest(folder) if (folder / "manifest.json").exists() else ()) if m.name != model.name
        ]
        write_manifest(folder, [*known, model])
    except OSError as error:
        raise ModelError(f"{source.name} cannot be imported into {folder}: {error.strerror}.") from error
    return model


def model_in(file: Path) -> Model:
    """A GGUF file as a model without adapters. It is asked as the manifest beside it says, which `loopwright-train export` writes."""
    model = Model(file.stem, file.name, "", "unknown", folder=file.parent)
    try:
        beside = [entry for entry in read_manifest(file.parent) if entry.file == file.name]
    except ModelError:
        return model  # none, or one of something else
    return replace(model, context=beside[0].context, prompt=beside[0].prompt) if beside else model


def remove_model(name: str) -> bool:
    """Take a model that was imported away, file and all; whether there was one. Shipped models stay."""
    folder = user_folder()
    known = read_manifest(folder) if (folder / "manifest.json").exists() else ()
    gone = [model for model in known if model.name == name]
    if gone:
        write_manifest(folder, [model for model in known if model.name != name])
        for model in gone:
            model.path.unlink(missing_ok=True)
        if _chosen() == name:
            (folder / "chosen").unlink(missing_ok=True)
    return bool(gone)


def write_manifest(folder: Path, models: list[Model]) -> None:
    """Write the manifest of ``folder``."""
    rows = []
    for model in models:
        row = asdict(model)
        row.pop("folder")
        rows.append(row)
    text = json.dumps({"version": 1, "models": rows}, indent=2) + "\n"
    write_whole(folder / "manifest.json", text.encode())


def verify(model: Model, task: str = "openacc") -> None:
    """Raise :class:`ModelError` if a file of ``model`` is missing, cut short or not the one the manifest names."""
    _verify_file(model.path, model.sha256)
    adapter = model.adapter(task)
    if adapter is not None:
        file = model.folder / adapter.file
        _verify_file(file, adapter.sha256)
        # llama.cpp may crash on one that is not.
        if not fits(_shapes_of(file), _shapes_of(model.path)):
            raise ModelError(
                f"The adapter {adapter.file} does not fit the model {model.file}: it was made for another base."
            )


def _verify_file(path: Path, expected: str) -> None:
    check_gguf(path)
    if expected and sha256_of(path) != expected:
        raise ModelError(f"The model file {path.name} is damaged or was replaced: its SHA-256 is not the manifest's.")


def check_gguf(path: Path) -> None:
    """Raise :class:`ModelError` if ``path`` is not a GGUF file that llama.cpp can be given."""
    _shapes_of(path)


def _shapes_of(path: Path) -> dict[str, tuple[int, ...]]:
    """The shapes of a GGUF file's tensors, remembered as long as the file does not change (the vocabulary of the shipped
    model takes 0.1 s). Raises :class:`ModelError` if llama.cpp cannot be given it."""
    try:
        status = path.stat()
        key = (str(path), status.st_size, status.st_mtime_ns)
        if key not in _checked:
            _checked[key] = read_header(path).shapes
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no file has such a name"
        raise ModelError(f"The model file {path} cannot be read: {reason}.") from error
    except Damaged as error:
        raise ModelError(f"The model file {path.name} cannot be loaded: {error}.") from error
    return _checked[key]


_checked: dict[tuple[str, int, int], dict[str, tuple[int, ...]]] = {}
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
