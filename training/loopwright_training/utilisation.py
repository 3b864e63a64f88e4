"""Model FLOP utilisation (Chowdhery et al. 2022, appendix B): the operations that a model needs, as a share of what the device can do."""

from __future__ import annotations

import torch

from loopwright_training.architecture import ModelShape

# Dense bfloat16, operations a second, from the makers' data sheets.
_PEAKS = {"H200": 989e12, "H100": 989e12, "A100": 312e12, "L40S": 362e12, "L4": 121e12, "4090": 165e12}


def utilisation(model: torch.nn.Module, shape: ModelShape, tokens: float, device: str) -> float | None:
    """At ``tokens`` a second on a device; ``None`` where its peak is not known. The embedding is the output's matrix as well, so
    that every parameter is multiplied once; attention counts as if every token saw the whole window."""
    if device == "cpu":
        return None
    name = torch.cuda.get_device_name(device)
    peak = next((peak for part, peak in _PEAKS.items() if part in name), None)
    parameters = sum(p.numel() for p in model.parameters())
    operations = 6 * parameters + 12 * shape.layers * shape.hidden * shape.context
    return None if peak is None else tokens * operations / peak
