"""Which parameter is trained by what, and how its rate changes over a run."""

from __future__ import annotations

import torch

from loopwright_training.muon import StackedMuon


def optimizers_of(
    model: torch.nn.Module, muon_rate: float, adam_rate: float, weight_decay: float, row_moments: float = 0.0
) -> list[torch.optim.Optimizer]:
    """Muon for the matrices of the layers, AdamW for embeddings, norms and biases."""
    named = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    matrices = [p for name, p in named if p.ndim == 2 and "embed" not in name and "lm_head" not in name]
    chosen = {id(p) for p in matrices}
    others = [p for _, p in named if id(p) not in chosen]
    optimizers = [
        StackedMuon(matrices, lr=muon_rate, momentum=0.95, weight_decay=weight_decay, row_moments=row_moments),
        torch.optim.AdamW(others, lr=adam_rate, betas=(0.9, 0.95), weight_decay=0.0),
    ]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["initial_lr"] = group["lr"]
    return optimizers


def rate_at(progress: float, warmup: float, decay: float) -> float:
    """The share of the full rate at ``progress`` (0 to 1) of a run: it rises, stays, and falls linearly to zero."""
    if progress < warmup:
        return (progress + 1e-3) / (warmup + 1e-3)
    return min(1.0, max(0.0, 1.0 - progress) / decay)
