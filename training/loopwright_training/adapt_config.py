"""What `adapt` is asked for, and what it cannot be asked for: said in a line before a minute is spent."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from transformers.integrations import get_reporting_integration_callbacks

from loopwright_training.config import ConfigError, require_bounds

_ABOVE_ZERO = ("epochs", "batch", "rate", "context", "checkpoint_steps")
_NOT_BELOW = ("device_batch", "weight_decay", "patience", "checkpoint_seconds", "seed")
_MOST_SEED = 2**32 - 1


@dataclass(frozen=True)
class LoraConfig:
    """Rank and scale of the adapter; ``targets`` are the projections it changes. A base that calls none of its own so is changed
    in all of them."""

    rank: int = 16
    alpha: int = 32
    dropout: float = 0.05
    targets: tuple[str, ...] = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")


@dataclass(frozen=True)
class AdaptConfig:
    """``pairs`` are record files of the `pairs` or `cuda-pairs` step, ``modes`` the prompts in them; ``repeats`` gives for each
    file how often an epoch shows it. ``adapter`` is a peft folder to go on from. ``batch`` examples make a step, at most
    ``device_batch`` of them at once on one device (0: all). ``held`` are record files whose loss is measured each epoch, in
    ``held_modes`` (none named: in all ``modes``); with ``patience`` training ends when it has not fallen for as many epochs, and the
    best epoch is kept. A checkpoint is written every ``checkpoint_steps``, or every epoch with ``patience``, and one process by
    itself writes another when ``checkpoint_seconds`` have gone by (0: never)."""

    base: str
    pairs: tuple[str, ...]
    output: Path
    method: Literal["full", "lora", "qlora"] = "lora"
    adapter: Path | None = None
    lora: LoraConfig = field(default_factory=LoraConfig)
    epochs: float = 4.0
    views: int = 1
    repeats: tuple[int, ...] = ()
    rate: float = 3e-4
    weight_decay: float = 0.01
    warmup: float = 0.05
    batch: int = 32
    device_batch: int = 0
    context: int = 1024
    modes: tuple[str, ...] = ("loop", "fresh", "kept")
    mode_weights: tuple[float, ...] = (0.3, 0.35, 0.35)
    renamed: float = 0.0
    held: tuple[str, ...] = ()
    held_modes: tuple[str, ...] = ()
    patience: int = 0
    checkpoint_steps: int = 200
    checkpoint_seconds: float = 60.0
    gradient_checkpointing: bool = False
    trackers: tuple[str, ...] = ()
    compile: bool = False
    seed: int = 1


def processes() -> int:
    """How many processes train together."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def require_sense(config: AdaptConfig) -> None:
    """Raise :class:`ConfigError` for the first setting that nothing could come of."""
    _require_numbers(config)
    if len(config.modes) != len(config.mode_weights):
        raise ConfigError(f"{len(config.modes)} modes and {len(config.mode_weights)} weights of modes")
    if unknown := set(config.held_modes) - set(config.modes):
        raise ConfigError(f"held_modes names {sorted(unknown)[0]}, which is none of modes")
    if not 1 <= config.views <= len(config.modes):
        raise ConfigError(f"views is from 1 to {len(config.modes)}, the number of modes")
    if any(weight < 0 for weight in config.mode_weights) or not sum(config.mode_weights) > 0:
        raise ConfigError("mode_weights are 0 or more, and not all of them 0")
    if config.repeats and len(config.repeats) != len(config.pairs):
        raise ConfigError(f"{len(config.pairs)} files of pairs and {len(config.repeats)} repeats")
    if config.patience and not config.held:
        raise ConfigError("patience needs held: the pairs whose loss is watched")
    if config.batch % processes():
        raise ConfigError(f"batch {config.batch} cannot be shared out evenly among {processes()} processes")
    _require_files(config)
    try:
        for tracker in get_reporting_integration_callbacks(list(config.trackers)):
            tracker()
    except (ValueError, RuntimeError, ImportError) as error:  # unknown, or not installed
        raise ConfigError(f"trackers: {error}") from None


def require_prompts(rows: Sequence[dict[str, Any]], modes: Sequence[str], files: Sequence[str]) -> None:
    """Raise :class:`ConfigError` where pairs have no prompt of one of ``modes``."""
    for mode in modes:
        without = next((row for row in rows if mode not in row["prompts"]), None)
        if without is not None:
            raise ConfigError(f"modes: {', '.join(files)} has no prompt {mode!r}, only {', '.join(without['prompts'])}")


def _require_numbers(config: AdaptConfig) -> None:
    require_bounds(config, _ABOVE_ZERO, _NOT_BELOW)
    if config.seed > _MOST_SEED:
        raise ConfigError(f"seed is {_MOST_SEED} at most")
    for name in ("warmup", "renamed"):
        if not 0 <= getattr(config, name) <= 1:
            raise ConfigError(f"{name} is a share, from 0 to 1")
    if config.method != "full" and (
        config.lora.rank <= 0 or config.lora.alpha <= 0 or not 0 <= config.lora.dropout < 1
    ):
        raise ConfigError("rank and alpha of lora are more than 0, its dropout is from 0 to below 1")


def _require_files(config: AdaptConfig) -> None:
    for path in (*config.pairs, *config.held):
        if not Path(path).is_file():
            raise ConfigError(f"{path} is not there; `loopwright-train pairs` writes it")
    if Path(config.base).is_dir() and not (Path(config.base) / "config.json").is_file():
        raise ConfigError(f"base: {config.base} is no checkpoint: it has no config.json")
    if config.adapter is not None and not (config.adapter / "adapter_config.json").is_file():
        raise ConfigError(f"adapter: {config.adapter} is no adapter of peft's: it has no adapter_config.json")
