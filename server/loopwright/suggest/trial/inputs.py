"""The inputs of a trial: small sizes, reals that add up exactly in any order, integers that may be positions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from loopwright.suggest.trial.layout import Layout, Slot

SIZES = (1, 2, 3, 4, 5, 7, 8, 11)
_SEED = 88172645463325252


def block_of(layout: Layout, trial: int) -> tuple[bytes, str]:
    """The state before a call, and the sizes in it as a reader wants them told."""
    random = np.random.default_rng([_SEED, trial])
    common, mode = SIZES[trial % len(SIZES)], int(random.integers(3))
    block = bytearray(layout.block_bytes)
    told = []
    for slot in layout.slots:
        if not slot.given:
            continue
        values = _values(slot, common, mode, random)
        if slot.role == "integer":
            told.append(f"{slot.name}={int(values[0])}")
        block[slot.at : slot.at + slot.size] = values.tobytes()
    return bytes(block), ", ".join(told) or "these data"


def _values(slot: Slot, common: int, mode: int, random: np.random.Generator) -> NDArray[Any]:
    size = slot.element.size
    if slot.element.number == "real":
        kind = {2: np.float16, 4: np.float32, 8: np.float64, 16: np.longdouble}[size]
        return ((random.integers(0, 64, slot.count) - 24) / 8).astype(kind)
    if slot.role == "integer":
        values = np.array([common if random.integers(3) else SIZES[random.integers(len(SIZES))]])
    else:
        place = np.arange(slot.count)
        scattered = random.integers(0, common, slot.count) if mode == 0 else place if mode == 1 else place * common % 97
        values = place * slot.rises if slot.rises else scattered
    if slot.truth:
        values = values != 0
    return values.astype(f"i{size}")
