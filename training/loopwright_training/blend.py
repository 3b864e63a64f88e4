"""`blend`: a model part of the way from its weights before fine-tuning to those after it.

Weights between the two keep more of what pre-training knew and lose little of what fine-tuning taught, which shows on data that
is unlike the training pairs (Wortsman et al. 2022, Robust fine-tuning of zero-shot models, section 3). It costs nothing and
can be decided afterwards; an adapter that was trained on the end of the way fits its last part too.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import AutoTokenizer

from loopwright_training.architecture import load_model
from loopwright_training.config import ConfigError
from loopwright_training.records import log_run


@dataclass(frozen=True)
class BlendConfig:
    """``before`` and ``after`` are folders of one architecture in the Hugging Face format; ``share`` is 0 for the first and 1
    for the second."""

    before: str
    after: str
    output: Path
    share: float = 0.7


def blend(config: BlendConfig) -> float:
    """Write the model with the tokenizer of ``after``; returns the size of the whole way relative to where it begins."""
    before = load_model(config.before, "cpu")
    after = load_model(config.after, "cpu")
    start, end = dict(before.named_parameters()), dict(after.named_parameters())
    if {name: p.shape for name, p in start.items()} != {name: p.shape for name, p in end.items()}:
        raise ConfigError(f"{config.before} and {config.after} are not of one architecture")
    with torch.no_grad():
        moved = sum(float((end[name] - start[name]).square().sum()) for name in start)
        size = sum(float(weights.square().sum()) for weights in start.values())
        for name, weights in end.items():
            weights.copy_(torch.lerp(start[name], weights, config.share))
    after.to(torch.bfloat16).save_pretrained(config.output)
    AutoTokenizer.from_pretrained(config.after).save_pretrained(config.output)
    way = (moved / size) ** 0.5
    log_run(config.output, "blend", config, {"relative_change": way})
    print(f"{config.output}: {config.share:g} of a way of {way:.4f}")
    return way
