"""Whether two runs of a program printed the same: the same words, and numbers that are close."""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"[-+]?(?:nan|inf|\d+\.?\d*(?:[eE][-+]?\d+)?)")
TOLERANCE = 1e-6  # relative; reductions add in another order
_ZERO = 1e-12


def same_output(expected: str, printed: str, tolerance: float = TOLERANCE) -> bool:
    """Whether two outputs are the same text with numbers that are close."""
    if _NUMBER.sub("#", expected) != _NUMBER.sub("#", printed):
        return False
    pairs = zip(_NUMBER.findall(expected), _NUMBER.findall(printed))
    return all(a == b or math.isclose(float(a), float(b), rel_tol=tolerance, abs_tol=_ZERO) for a, b in pairs)
