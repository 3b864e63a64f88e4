"""One file that a pre-training goes on from: weights, optimizers, how far it had come and of which inputs."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from loopwright_training.config import ConfigError


@dataclass
class Progress:
    """How far a run has come. ``total`` is how many steps it is to have, ``seconds`` what it has used, ``pairs`` how many
    batches of pairs it has drawn."""

    total: int
    step: int = 0
    seconds: float = 0.0
    pairs: int = 0


def save(
    file: Path, stamp: str, progress: Progress, model: torch.nn.Module, optimizers: list[torch.optim.Optimizer]
) -> None:
    """Write all of it or nothing: a process can end while it writes."""
    partial = file.with_name(file.name + ".partial")
    state = {"model": model.state_dict(), "optimizers": [optimizer.state_dict() for optimizer in optimizers]}
    with partial.open("wb") as out:
        torch.save({"stamp": stamp, "progress": asdict(progress), **state}, out)
        out.flush()
        os.fsync(out.fileno())
    partial.replace(file)


def resume(
    file: Path, stamp: str, model: torch.nn.Module, optimizers: list[torch.optim.Optimizer], device: str
) -> Progress | None:
    """Put everything as it was; ``None`` where there is no checkpoint.

    Raises :class:`ConfigError` where it is one of other inputs: what was paid for is not thrown away unasked.
    """
    if not file.exists():
        return None
    state: dict[str, Any] = torch.load(file, map_location=device, weights_only=True)
    if state["stamp"] != stamp:
        raise ConfigError(f"{file} is of other inputs or settings: remove it to begin anew, or choose another output")
    model.load_state_dict(state["model"])
    for optimizer, saved in zip(optimizers, state["optimizers"], strict=True):
        optimizer.load_state_dict(saved)
    return Progress(**state["progress"])
