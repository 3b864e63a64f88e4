"""A GGUF file of the user's → an installed model or adapter, by what its header says that it is."""

from __future__ import annotations

from pathlib import Path

from loopwright.model.adapters import InstalledAdapter, fits, install_adapter, installed_adapters
from loopwright.model.errors import ModelError
from loopwright.model.gguf import Damaged, Header, read_header
from loopwright.model.manifest import Model, base_of, import_model, list_models, read_manifest, sha256_of, user_folder

BASE_KEY = "loopwright.base.sha256"  # which base an adapter was trained on


def install(
    source: Path, name: str | None = None, licence: str = "unknown", task: str | None = None
) -> Model | InstalledAdapter:
    """Install ``source`` for the user; ``task`` is what an adapter writes, as its file does not say.

    Raises :class:`ModelError` where it is damaged, or an adapter for no base there is.
    """
    header = _header(source)
    called = name or source.stem
    if header.values.get("general.type") != "adapter":
        _require_free(source.name, called, is_adapter=False)
        return import_model(source, name, licence)
    base = _made_for(header, source)
    folder = user_folder()
    _require_free(f"{called}.gguf", called, is_adapter=True)
    its_base = base.sha256 or sha256_of(base.path)
    other = base_of(called)
    if other is not None and other.sha256 != its_base:
        raise ModelError(
            f"{called} is installed for {other.name}; give this one another name, or remove {called} first."
        )
    sha256 = sha256_of(source)
    shipped = next(
        (own.task for own in base.adapters if own.sha256 == sha256), "openacc"
    )  # a copy writes what it wrote
    adapter = InstalledAdapter(called, f"{called}.gguf", sha256, its_base, task or shipped)
    try:
        return install_adapter(folder, source, adapter)
    except OSError as error:
        raise ModelError(f"{source.name} cannot be imported into {folder}: {error.strerror}.") from error


def _require_free(file: str, name: str, is_adapter: bool) -> None:
    """Nothing else that is installed lies in ``file``: what replaces it may have its name and its kind alone."""
    if not file.endswith(".gguf"):  # the lists lie there too
        raise ModelError(f"{file} cannot be imported under this name: it does not end with .gguf.")
    taken = [(model.file, model.name, False) for model in _imported()]
    taken += [(adapter.file, adapter.name, True) for adapter in installed_adapters(user_folder())]
    for other, whose, of_adapter in taken:
        if other == file and (whose, of_adapter) != (name, is_adapter):
            raise ModelError(f"{whose} is installed as {file}; give this one another name, or remove {whose} first.")


def _imported() -> tuple[Model, ...]:
    folder = user_folder()
    return read_manifest(folder) if (folder / "manifest.json").exists() else ()


def _made_for(header: Header, source: Path) -> Model:
    """The installed model that an adapter is for: the one that it names, else the first whose matrices it fits."""
    models = list_models()
    named = header.values.get(BASE_KEY)
    if isinstance(named, str):
        for model in models:
            if model.sha256 == named:
                return model
        raise ModelError(
            f"The adapter {source.name} was made for a model that is not installed (SHA-256 {named[:12]}…)."
        )
    for model in models:
        if fits(header.shapes, _header(model.path).shapes):
            return model
    raise ModelError(f"The adapter {source.name} fits none of the models that are installed.")


def _header(path: Path) -> Header:
    try:
        return read_header(path)
    except Damaged as error:
        raise ModelError(f"The model file {path.name} cannot be used: {error}.") from error
    except OSError as error:
        raise ModelError(f"The model file {path} cannot be read: {error.strerror}.") from error
