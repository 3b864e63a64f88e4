"""One order over candidates from every source: the probability that this is what the author of the project would write.

A small network over :data:`~loopwright.suggest.features.FEATURES`: a linear part and one hidden layer, softmax over all
candidates of a loop and one more place for "none of them". Its weights, made by `loopwright-train rank` on repositories
that the shipped model has not seen, are `spec/ranker.json`; that file says what it was made from.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from loopwright.suggest.features import FEATURES

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Ranker:
    """The weights; shapes: F features, H hidden units."""

    mean: Vector  # F
    scale: Vector  # F
    linear: Vector  # F
    inner: Vector  # F × H
    bias: Vector  # H
    outer: Vector  # H
    none: float

    def probabilities(self, rows: list[tuple[float, ...]]) -> list[float]:
        """For each candidate of one loop, how probable it is that it is the author's own; together at most 1."""
        if not rows:
            return []
        values = (np.asarray(rows, dtype=np.float64) - self.mean) / self.scale
        scores = values @ self.linear + np.tanh(values @ self.inner + self.bias) @ self.outer
        peak = max(float(scores.max()), self.none)
        weights = np.exp(scores - peak)
        total = float(weights.sum() + np.exp(self.none - peak))
        return [float(weight) / total for weight in weights]


@lru_cache(maxsize=1)
def load_ranker() -> Ranker:
    """The shipped weights. Raises :class:`ValueError` where they were made for other features."""
    document = json.loads(resources.files("loopwright.suggest.spec").joinpath("ranker.json").read_text("utf-8"))
    if tuple(document["features"]) != FEATURES:
        raise ValueError("spec/ranker.json was made for other features; run `loopwright-train rank`")
    arrays = {name: np.array(document[name]) for name in ("mean", "scale", "linear", "inner", "bias", "outer")}
    return Ranker(**arrays, none=document["none"])
