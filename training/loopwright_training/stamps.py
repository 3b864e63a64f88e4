"""What a step's output was made of, so that an old output never passes for a new one.

A stamp is the SHA-256 of a step's configuration and of the files that it reads. It is written beside the output as the last
thing a step does. Until then the word `unfinished` stands there, and a step that would read the output refuses it.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from loopwright_training.config import ConfigError

_BLOCK = 1 << 20
_UNFINISHED = "unfinished"


def stamp_of(step: str, config: Any, inputs: Iterable[Path], without: frozenset[str] = frozenset({"output"})) -> str:
    """The stamp of ``step`` with ``config``, a dataclass, over the files and folders ``inputs``. Fields ``without`` do not
    change what comes out."""
    settings = {key: value for key, value in dataclasses.asdict(config).items() if key not in without}
    digest = hashlib.sha256(json.dumps([step, settings], default=str, sort_keys=True).encode())
    for path in inputs:
        for file in _files(path):
            digest.update(f"\0{file.name}\0".encode())
            with file.open("rb") as data:
                while block := data.read(_BLOCK):
                    digest.update(block)
    return digest.hexdigest()


def is_made(output: Path, step: str, stamp: str) -> bool:
    """Whether ``output`` is complete and of just these inputs."""
    return read_stamp(output, step) == stamp


def read_stamp(output: Path, step: str) -> str | None:
    """The stamp that stands beside ``output``."""
    return _stamp_in(_place(output, step))


def write_stamp(output: Path, step: str, stamp: str) -> None:
    """Say that ``output`` is complete."""
    place = _place(output, step)
    partial = place.with_name(place.name + ".partial")
    partial.write_text(json.dumps({"step": step, "stamp": stamp}) + "\n", "utf-8")
    partial.replace(place)


def begin(output: Path, step: str) -> None:
    """Say that ``output``, a folder if it has no suffix, is being made."""
    (output.parent if output.suffix else output).mkdir(parents=True, exist_ok=True)
    write_stamp(output, step, _UNFINISHED)


def once(step: str, config: Any, make: Callable[[Any], Any]) -> None:
    """``make(config)``, unless its output is there and was made of the same inputs by the same code. Inputs are the files and
    folders that ``config``, which has an ``output``, names.

    Raises :class:`ConfigError` for an input that is unfinished.
    """
    inputs = list(named_inputs(config))
    check_finished(inputs)
    stamp = stamp_of(step, config, [*inputs, Path(__file__).parent])
    if is_made(config.output, step, stamp):
        print(f"{config.output} is made of these inputs already")
        return
    begin(config.output, step)
    try:
        make(config)
    except Exception:
        _take_back(config.output, step)
        raise
    write_stamp(config.output, step, stamp)


def _take_back(output: Path, step: str) -> None:
    """A step that failed before it wrote anything has not begun."""
    place = _place(output, step)
    if not output.is_dir():
        if not output.exists():
            place.unlink(missing_ok=True)
    elif set(output.iterdir()) <= {place}:
        place.unlink(missing_ok=True)
        output.rmdir()


def check_finished(inputs: Iterable[Path]) -> None:
    """Raise :class:`ConfigError` for a file or folder whose making was ended before its time."""
    for path in inputs:
        for folder in (path, path.parent) if path.is_dir() else (path.parent,):
            for place in folder.glob("*.stamp.json"):
                # Beside a file lie the stamps of other files too.
                of_this = place.name.count(".") == 2 or place.name.startswith(f"{path.name}.")
                if of_this and _stamp_in(place) == _UNFINISHED:
                    step = place.name.removesuffix(".stamp.json").rpartition(".")[2]
                    raise ConfigError(f"{path} is unfinished: `loopwright-train {step}` goes on with it")


def named_inputs(config: Any) -> Iterator[Path]:
    """Files and folders that fields of ``config`` name, its output left out."""
    for field in dataclasses.fields(config):
        value = getattr(config, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if field.name != "output" and isinstance(item, str | Path) and str(item) and Path(item).exists():
                yield Path(item)


def _stamp_in(place: Path) -> str | None:
    try:
        return str(json.loads(place.read_text("utf-8"))["stamp"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _place(output: Path, step: str) -> Path:
    return output / f"{step}.stamp.json" if output.is_dir() else output.with_name(f"{output.name}.{step}.stamp.json")


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    # A log grows with every run and is no input.
    return sorted(p for p in path.iterdir() if p.is_file() and p.name != "runs.jsonl" and ".stamp.json" not in p.name)
