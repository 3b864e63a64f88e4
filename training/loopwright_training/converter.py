"""llama.cpp's own converter: a folder in the Hugging Face format, of any architecture that llama.cpp runs → GGUF.

It is no part of a wheel. The source package of llama-cpp-python holds it in the very version that the runtime has; it is fetched
with pip where the runtime came from, once, and kept in the user's cache.
"""

from __future__ import annotations

import os
import tarfile
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path, PurePosixPath

import platformdirs
from loopwright.model.build import installing_environment
from loopwright.toolchain.process import UNLIMITED, own_python, run

from loopwright_training.config import ConfigError

_PACKAGE = "llama-cpp-python"
_BASE, _LORA = "convert_hf_to_gguf.py", "convert_lora_to_gguf.py"
_KEPT = (_BASE, _LORA, "LICENSE", "conversion", "gguf-py")
_FETCH_SECONDS, _CONVERT_SECONDS = 900.0, 6 * 3600.0


@dataclass(frozen=True)
class Converter:
    """``folder`` holds the scripts of one version of llama.cpp."""

    folder: Path

    def base(self, source: Path, target: Path, name: str, kind: str = "f16", split_rule: str = "") -> None:
        """The model in ``source`` as ``target``, its matrices as ``kind``. ``split_rule`` is llama.cpp's name for how the
        tokenizer splits text, for one that llama.cpp has not seen. Raises :class:`ConfigError` where it cannot be done."""
        options = [str(source), "--outfile", str(target), "--outtype", kind, "--model-name", name]
        self._run(_BASE, split_rule, options, source)

    def adapter(self, source: Path, base: Path, target: Path, kind: str = "f16") -> None:
        """The peft adapter in ``source``, trained on the model whose configuration is in ``base``, as ``target``."""
        options = [str(source), "--base", str(base), "--outfile", str(target), "--outtype", kind]
        self._run(_LORA, "", options, source)

    def _run(self, script: str, split_rule: str, options: list[str], source: Path) -> None:
        command = own_python("loopwright_training.convert_child", str(self.folder), script, split_rule, *options)
        done = run(command, timeout=_CONVERT_SECONDS, limits=UNLIMITED)
        if done.code != 0:
            said = [line for line in done.stderr.splitlines() if line.strip()]
            raise ConfigError(f"llama.cpp cannot convert {source}: {said[-1] if said else done.ending}")


def find_converter(checkout: Path | None = None) -> Converter:
    """The converter of the runtime's version, fetched where it is not there yet; or that of ``checkout``, a clone of llama.cpp.

    Raises :class:`ConfigError` where neither is to be had.
    """
    if checkout is not None:
        if not (checkout / _BASE).is_file():
            raise ConfigError(f"{checkout} is no checkout of llama.cpp: it has no {_BASE}")
        return Converter(checkout.absolute())
    try:
        version = metadata.version(_PACKAGE)
    except metadata.PackageNotFoundError as error:
        raise ConfigError(f"{_PACKAGE} is not installed: `loopwright model runtime` does it") from error
    folder = Path(platformdirs.user_cache_dir("loopwright")) / "llama.cpp" / version
    if not (folder / _BASE).is_file():
        _fetch(version, folder)
    return Converter(folder)


def _fetch(version: str, folder: Path) -> None:
    print(f"fetching the sources of {_PACKAGE} {version} for llama.cpp's converter (75 MB, once)", flush=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        place = Path(name)
        only = ["--no-deps", "--no-binary", _PACKAGE, "--dest", str(place)]
        command = own_python("pip", "download", "--quiet", *only, f"{_PACKAGE}=={version}")
        done = run(command, environment=installing_environment(), timeout=_FETCH_SECONDS, limits=UNLIMITED)
        archives = list(place.glob("*.tar.gz"))
        if done.code != 0 or not archives:
            said = (done.stderr.strip().splitlines() or [done.ending])[-1]
            raise ConfigError(f"the sources of {_PACKAGE} {version} cannot be fetched ({said}); --set converter=FOLDER")
        unpack_scripts(archives[0], place / "scripts")
        # Whole or not at all; another process may have been faster.
        try:
            os.replace(place / "scripts", folder)
        except OSError:
            if not (folder / _BASE).is_file():
                raise


def unpack_scripts(archive: Path, folder: Path) -> None:
    """The converter out of a source package of llama-cpp-python."""
    with tarfile.open(archive) as file:
        for member in file:
            parts = PurePosixPath(member.name).parts
            if parts[1:3] != ("vendor", "llama.cpp") or len(parts) < 4 or parts[3] not in _KEPT:
                continue
            member.name = str(PurePosixPath(*parts[3:]))
            file.extract(member, folder, filter="data")
    if not (folder / _BASE).is_file():
        raise ConfigError(f"{archive.name} holds no converter of llama.cpp")
