"""Headers that a translation has no need of: CUDA's own, and those of its samples where the program does not bring them."""

from __future__ import annotations

from loopwright.cuda.spec import headers
from loopwright.source.includes import includes_in


def is_cuda_header(text: str) -> bool:
    """Whether an ``#include`` line brings one of CUDA's own headers."""
    name, own = _included(text), headers()
    plain = name.endswith((".h", ".hpp"))
    return name in own.names or (plain and name.startswith(own.beginnings)) or name.startswith(own.folders)


def is_sample_header(text: str) -> bool:
    """Whether an ``#include`` line brings a header of CUDA's samples that is ours where the program does not have it."""
    return _included(text) in headers().samples


def _included(text: str) -> str:
    return next((include.name for include in includes_in(text.encode("utf-8", errors="replace"))), "")
