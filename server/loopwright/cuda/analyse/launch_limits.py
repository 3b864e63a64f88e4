"""Launches that no GPU carries out: more threads in a block, or more blocks, than any device takes, or none at all. The kernel does not run
there and the error waits in `cudaGetLastError`; a translation runs it (CUDA C++ Programming Guide, technical specifications)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from loopwright.cuda.analyse.indices import AXES
from loopwright.cuda.read.launches import Launch

_THREADS = 1024
_BLOCK = (1024, 1024, 64)
_GRID = (2**31 - 1, 65535, 65535)


def refused_launches(
    kernel: str, launches: Iterable[Launch], value: Callable[[str, int], int | None]
) -> Iterator[tuple[int, str]]:
    """Where a kernel is launched with sizes, known from the text, that a GPU refuses, and why; ``value``: that of an expression at a place."""
    for launch in launches:
        if launch.kernel == kernel and len(launch.sizes) == 2:
            at = launch.node.start_byte
            grid, block = ([value(text, at) for text in sizes] for sizes in launch.sizes)
            reason = _refused(block, _BLOCK, "threads in a block") or _refused(grid, _GRID, "blocks")
            if reason:
                yield at, f"{reason}: on a GPU the launch fails, and {kernel} does not run"


def _refused(sizes: list[int | None], limits: tuple[int, ...], things: str) -> str:
    for size, limit, axis in zip(sizes, limits, AXES):
        if size is not None and not 1 <= size <= limit:
            along = f" along {axis}" if len(sizes) > 1 else ""
            return f"{size} {things}{along}, where a GPU takes 1 to {limit}"
    known = [size for size in sizes if size is not None]
    if limits == _BLOCK and known and len(known) == len(sizes) and math.prod(known) > _THREADS:
        return f"{' * '.join(map(str, known))} {things}, where a GPU takes at most {_THREADS}"
    return ""
