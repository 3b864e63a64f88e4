"""What a step's output was made of, so that an old output never passes for a new one.

A stamp is the SHA-256 of a step's configuration and of the files that it reads. It is written beside the output as the last
thing a step does: an output without its stamp is unfinished, one with another stamp is of other inputs.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_BLOCK = 1 << 20


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
    try:
        return str(json.loads(_place(output, step).read_text("utf-8"))["stamp"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_stamp(output: Path, step: str, stamp: str) -> None:
    """Say that ``output`` is complete."""
    place = _place(output, step)
    partial = place.with_name(place.name + ".partial")
    partial.write_text(json.dumps({"step": step, "stamp": stamp}) + "\n", "utf-8")
    partial.replace(place)


def remove_stamp(output: Path, step: str) -> None:
    """Say that ``output`` is being made."""
    _place(output, step).unlink(missing_ok=True)


def _place(output: Path, step: str) -> Path:
    return output / f"{step}.stamp.json" if output.is_dir() else output.with_name(f"{output.name}.{step}.stamp.json")


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    # A log grows with every run and is no input.
    return sorted(p for p in path.iterdir() if p.is_file() and p.name != "runs.jsonl" and ".stamp.json" not in p.name)
