"""Adapters that the user installed: LoRA weights in GGUF for a base that is there, such as those made from a team's own code.

They are kept beside the user's models and listed in `adapters.json`. An adapter is for one base: the file says which by the SHA-256
of the base, or, made elsewhere, by the shapes of its matrices. The one that was installed or chosen last stands in for the shipped one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from loopwright.model.errors import ModelError
from loopwright.source.writing import copy_whole, write_whole

_LIST = "adapters.json"


@dataclass(frozen=True)
class InstalledAdapter:
    """An adapter in the user's folder. ``base`` is the SHA-256 of the file it is for, ``chosen`` whether it is in use."""

    name: str
    file: str
    sha256: str
    base: str
    task: str = "openacc"
    scale: float = 1.0
    chosen: bool = True


def installed_adapters(folder: Path) -> tuple[InstalledAdapter, ...]:
    """What `adapters.json` in ``folder`` lists. Raises :class:`ModelError` if it cannot be read."""
    path = folder / _LIST
    if not path.exists():
        return ()
    try:
        return tuple(InstalledAdapter(**row) for row in json.loads(path.read_text("utf-8"))["adapters"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error


def chosen_adapter(folder: Path, base: str, task: str, name: str = "") -> InstalledAdapter | None:
    """The adapter to use on the base with SHA-256 ``base``: that called ``name``, else the chosen one, ``None`` if there is
    none."""
    fitting = [adapter for adapter in installed_adapters(folder) if adapter.base == base and adapter.task == task]
    return next((a for a in fitting if (a.name == name if name else a.chosen)), None)


def install_adapter(folder: Path, source: Path, adapter: InstalledAdapter) -> InstalledAdapter:
    """Copy ``source`` into ``folder`` as ``adapter.file`` and have it used; others of its base and task stay, not in use."""
    if Path(adapter.name).name != adapter.name or adapter.name.startswith("."):
        raise ModelError(f"{adapter.name!r} cannot be the name of an adapter: it becomes the name of a file.")
    folder.mkdir(parents=True, exist_ok=True)
    if source.resolve() != (folder / adapter.file).resolve():
        copy_whole(source, folder / adapter.file)
    others = [a for a in installed_adapters(folder) if a.name != adapter.name]
    _write(folder, _choosing([*others, adapter], adapter))
    return adapter


def use_adapter(folder: Path, name: str) -> InstalledAdapter | None:
    """Have the adapter called ``name`` used on its base; ``None`` if there is none."""
    known = installed_adapters(folder)
    wanted = next((adapter for adapter in known if adapter.name == name), None)
    if wanted is not None:
        _write(folder, _choosing(list(known), wanted))
    return wanted


def rest_adapters(folder: Path, base: str) -> None:
    """Use none of the installed adapters on ``base``: the shipped ones are back."""
    known = installed_adapters(folder)
    if any(a.chosen and a.base == base for a in known):
        _write(folder, [replace(a, chosen=a.chosen and a.base != base) for a in known])


def remove_adapter(folder: Path, name: str) -> bool:
    """Take an adapter away, file and all; whether there was one."""
    known = installed_adapters(folder)
    gone = [adapter for adapter in known if adapter.name == name]
    for adapter in gone:
        (folder / adapter.file).unlink(missing_ok=True)
    if gone:
        _write(folder, [adapter for adapter in known if adapter.name != name])
    return bool(gone)


def fits(adapter: Mapping[str, tuple[int, ...]], base: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether every pair of an adapter's matrices (name → shape, fastest dimension first) changes a matrix that ``base`` has
    with these sides."""
    names = {name.removesuffix(".lora_a").removesuffix(".lora_b") for name in adapter}
    for name in names:
        down, up, changed = adapter.get(f"{name}.lora_a"), adapter.get(f"{name}.lora_b"), base.get(name)
        if down is None or up is None or changed is None or len(changed) != 2:
            return False
        if (down[0], up[1]) != changed or down[1] != up[0]:
            return False
    return bool(names)


def _choosing(adapters: list[InstalledAdapter], wanted: InstalledAdapter) -> list[InstalledAdapter]:
    rivals = (wanted.base, wanted.task)
    return [replace(a, chosen=a.name == wanted.name) if (a.base, a.task) == rivals else a for a in adapters]


def _write(folder: Path, adapters: list[InstalledAdapter]) -> None:
    document = {"version": 1, "adapters": [asdict(adapter) for adapter in adapters]}
    write_whole(folder / _LIST, f"{json.dumps(document, indent=2)}\n".encode())
