"""What training will take on this machine: measured on two steps of it before the first is made."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AutoTokenizer

from loopwright_training.adapt import AdaptConfig, examples_at_once, held_views, model_to_train
from loopwright_training.architecture import best_device
from loopwright_training.examples import Padding, Shown, Views

_DRAWN = 64  # examples whose lengths are looked at
_MORE = 1.15  # checkpoints, examples that are padded to the longest of their batch
_FORWARD = 0.4  # of a pass forward and back
_MOMENTS = 8  # bytes that AdamW keeps for a weight that is trained


@dataclass(frozen=True)
class Cost:
    """Seconds of a round over all pairs, and bytes of memory at most: the GPU's if one is used, else the process's."""

    round: float
    memory: int


def cost_of(config: AdaptConfig, rows: list[dict[str, Any]], held: int = 0) -> Cost:
    """The longest examples that may come together tell the memory, the same number of middle ones the time. ``held`` pairs are
    asked for their loss each round."""
    tokenizer = AutoTokenizer.from_pretrained(config.base)
    views = Views(config.modes, config.mode_weights, config.views, 0.0, config.context)
    shown = Shown(rows, tokenizer, views, 1.0, config.batch, config.seed)
    drawn = range(0, len(shown), max(1, len(shown) // _DRAWN))
    examples = sorted((shown[i] for i in drawn), key=_length)
    count = min(examples_at_once(config), len(examples))
    first = max(0, len(examples) // 2 - count // 2)
    middle = examples[first : first + count]
    device = best_device()
    model = model_to_train(config).to(device).train()
    _step(model, examples[-count:], device)
    weights = sum(each.numel() for each in model.parameters() if each.requires_grad)
    memory = _peak_memory(device) + _MOMENTS * weights
    token = _step(model, middle, device) / sum(map(_length, middle))
    tokens = len(shown) * sum(map(_length, examples)) / len(examples)
    asked = held * len(held_views(config).modes) * sum(map(_length, examples)) / len(examples)
    return Cost((tokens + _FORWARD * asked) * token * _MORE, memory)


def _length(example: dict[str, Any]) -> int:
    return len(example["input_ids"])


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
