"""What training will take on this machine: measured on two steps of it before the first is made."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AutoTokenizer

from loopwright_training.adapt import AdaptConfig, examples_at_once, model_to_train
from loopwright_training.architecture import best_device
from loopwright_training.examples import Held, Padding, Views

_DRAWN = 64  # examples whose lengths are looked at
_MORE = 1.3  # checkpoints, the held-back loss, longer examples than the middle one
_MOMENTS = 8  # bytes that AdamW keeps for a weight that is trained


@dataclass(frozen=True)
class Cost:
    """Seconds, and bytes of memory at most: the GPU's if one is used, else the process's."""

    seconds: float
    memory: int


def cost_of(config: AdaptConfig, rows: list[dict[str, Any]]) -> Cost:
    """The longest examples that may come together tell the memory, the same number of middle ones the time."""
    tokenizer = AutoTokenizer.from_pretrained(config.base)
    held = Held(rows, tokenizer, Views(config.modes, config.mode_weights, config.views, 0.0, config.context))
    drawn = range(0, len(held), max(1, len(held) // _DRAWN))
    examples = sorted((held[i] for i in drawn), key=lambda example: len(example["input_ids"]))
    count = min(examples_at_once(config), len(examples))
    middle = max(0, len(examples) // 2 - count // 2)
    device = best_device()
    model = model_to_train(config).to(device).train()
    _step(model, examples[-count:], device)
    weights = sum(each.numel() for each in model.parameters() if each.requires_grad)
    memory = _peak_memory(device) + _MOMENTS * weights
    seconds = _step(model, examples[middle : middle + count], device) / count
    return Cost(len(rows) * config.views * config.epochs * seconds * _MORE, memory)


def _step(model: Any, examples: Sequence[dict[str, Any]], device: str) -> float:
    """Seconds of a pass forward and one back; the gradients stay, as they do between two steps."""
    batch = {key: value.to(device) for key, value in Padding(0)(list(examples)).items()}
    started = time.perf_counter()
    loss = model(**batch).loss
    loss.backward()
    loss.item()  # a GPU is waited for
    return time.perf_counter() - started


def _peak_memory(device: str) -> int:
    """Bytes at most since the process began, as its system counts them."""
    if device == "cuda":
        return torch.cuda.max_memory_allocated()
    if sys.platform == "win32":
        import psutil

        return int(psutil.Process().memory_info().peak_wset)
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
