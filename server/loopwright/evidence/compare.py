"""Two states of memory, element by element: equal bits for integers, as close as asked for floating point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Number = Literal["real", "half", "bfloat", "integer", "natural", "bytes"]
# |expected|, the largest |expected| of its array → how far a result may be away
Tolerance = Callable[[NDArray[np.float64], float], NDArray[np.float64]]
_QUIET_NAN = 0x7FC00000


@dataclass(frozen=True)
class Element:
    """What an array is made of: ``number`` says how its ``size`` bytes are read."""

    number: Number
    size: int

    def values(self, data: bytes) -> NDArray[Any]:
        """One entry for each element; bytes without a meaning become rows."""
        if self.number == "real":
            return np.frombuffer(data, {2: np.float16, 4: np.float32, 8: np.float64, 16: np.longdouble}[self.size])
        if self.number == "half":
            return np.frombuffer(data, np.float16)
        if self.number == "bfloat":
            return (np.frombuffer(data, np.uint16).astype(np.uint32) << 16).view(np.float32)
        if self.number in ("integer", "natural") and self.size in (1, 2, 4, 8):
            return np.frombuffer(data, f"{'i' if self.number == 'integer' else 'u'}{self.size}")
        return np.frombuffer(data, np.uint8).reshape(-1, self.size)

    @property
    def floating(self) -> bool:
        """Whether closeness is enough."""
        return self.number in ("real", "half", "bfloat")


@dataclass(frozen=True)
class Difference:
    """The first element that is not as it should be."""

    index: int
    expected: str
    found: str


@dataclass(frozen=True)
class Comparison:
    """``difference`` is ``None`` where the two agree; ``error`` is the largest relative error of the elements that count."""

    difference: Difference | None = None
    error: float = 0.0


def compare(
    expected: bytes,
    found: bytes,
    element: Element,
    tolerance: Tolerance,
    counts_from: float = 0.0,
    untyped: bool = False,
) -> Comparison:
    """Two arrays of one size. ``counts_from``: elements smaller than this part of the largest have no relative error.
    ``untyped``: elements of four bytes of which nothing is known; closeness is enough where both look like floating point, else
    their bits are to be equal."""
    if expected == found:
        return Comparison()
    first, second = element.values(expected), element.values(found)
    if not element.floating:
        unequal = first != second
        if unequal.ndim > 1:
            unequal = unequal.any(axis=1)
        return Comparison(_difference(first, second, unequal))
    with np.errstate(all="ignore"):
        wide = np.longdouble if element.size == 16 else np.float64
        e, f = first.astype(wide), second.astype(wide)
        same = (e == f) | (np.isnan(e) & np.isnan(f))
        # What is infinite is close to nothing: its distance from all else is, and so is what is allowed of it.
        comparable = np.isfinite(e)
        if untyped:
            numbers = _look_like_numbers(first) & _look_like_numbers(second)
            same = (first.view(np.uint32) == second.view(np.uint32)) | (same & numbers)
            comparable &= numbers
        magnitude = np.abs(e)
        believed = magnitude[np.isfinite(e) & (magnitude < 1e30)]
        largest = float(believed.max()) if believed.size else 0.0
        error = np.abs(e - f)
        close = same | (comparable & (error <= tolerance(magnitude, largest)))
        if not close.all():
            return Comparison(_difference(first, second, ~close))
        counted = ~same & (magnitude > largest * counts_from) & (magnitude > 0)
        return Comparison(None, float((error[counted] / magnitude[counted]).max()) if counted.any() else 0.0)


def _look_like_numbers(values: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether they may be floating point at all: integers read so are denormal, very small, very large, or NaNs that no
    operation makes."""
    magnitude = np.abs(values)
    usual = (magnitude == 0) | ((magnitude > 1e-30) & (magnitude < 1e30))
    found: NDArray[np.bool_] = usual | (magnitude.view(np.uint32) == _QUIET_NAN)
    return found


def same_in_any_order(expected: bytes, found: bytes, size: int) -> bool:
    """Whether the elements of ``size`` bytes are the same ones, wherever they stand."""
    kind = np.dtype((np.void, size))
    return sorted(np.frombuffer(expected, kind).tolist()) == sorted(np.frombuffer(found, kind).tolist())


def _difference(first: NDArray[Any], second: NDArray[Any], unequal: NDArray[np.bool_]) -> Difference:
    at = int(np.flatnonzero(unequal)[0])
    return Difference(at, _text(first[at]), _text(second[at]))


def _text(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"0x{bytes(value[:16][::-1]).hex()}{'…' if value.size > 16 else ''}"
    return f"{float(value):.9g}" if isinstance(value, np.floating) else str(value)
