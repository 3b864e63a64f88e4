"""Kernels that may reach beyond an array. Device memory is given out in pieces of 512 bytes, so a launch that is rounded up and has no
guard does no harm there; in the host's own memory it would write over what lies behind the array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from loopwright.cuda.analyse.reached import elements_of_every_thread, is_guarded
from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.launches import Launch
from loopwright.cuda.read.variables import Variables
from loopwright.source.nodes import text_of


def stays_within(kernel: DeviceFunction, at: int, launch: Launch | None, size: str, host: Variables) -> bool:
    """Whether all that a kernel does with a parameter stands under a condition on its threads, or there are as many threads as the
    array has elements. ``size``: of the array, in bytes, as ``host`` code says it."""
    return is_guarded(kernel, at) or (launch is not None and _threads(launch, host) in _elements(size, host))


def beyond_arrays(
    kernel: DeviceFunction,
    launches: Iterable[Launch],
    extents: Mapping[str, str],
    value: Callable[[str, int], int | None],
) -> Iterator[tuple[int, str]]:
    """Where threads of a launch of known size reach beyond an array of the file, and how. ``extents``: the lengths of the arrays as the
    file says them; ``value``: that of an expression at a place. Nothing is kept free behind such an array."""
    own = [launch for launch in launches if launch.kernel == kernel.name]
    for node, of_grid in elements_of_every_thread(kernel, extents):
        name = text_of(node.child_by_field_name("argument"))
        length = value(extents[name], node.start_byte)
        counts = (_count(launch, of_grid, value) for launch in own)
        threads = max((count for count in counts if count is not None), default=0)
        if length is not None and threads > length:
            beyond = f"the last {threads - length} reach" if threads - length > 1 else "the last reaches"
            yield (
                node.start_byte,
                f"{name} has {length} elements, and of {threads} threads of a launch {beyond} beyond it",
            )


def _count(launch: Launch, of_grid: bool, value: Callable[[str, int], int | None]) -> int | None:
    """How many threads a launch has in a line, of the grid or of a block."""
    sizes = (launch.grid, launch.block) if of_grid else (launch.block,)
    count = 1
    for size in sizes:
        told = value(size[0], launch.node.start_byte) if size is not None and len(size) == 1 else None
        if told is None:
            return None
        count *= told
    return count


def _elements(size: str, host: Variables) -> Iterable[tuple[str, ...]]:
    """The factors of the number of elements in ``n * sizeof(float)``."""
    for text in _meanings(size, host):
        factors = _factors(text)
        counted = [f for f in factors if not f.startswith("sizeof(")]
        if len(counted) < len(factors):
            yield tuple(sorted(f for f in counted if f != "1"))


def _threads(launch: Launch, host: Variables) -> tuple[str, ...]:
    """The factors of the number of threads, ``()`` where it may be rounded up."""
    if launch.grid is None or launch.block is None:
        return ("?",)
    dimensions = max(len(launch.grid), len(launch.block))
    grid, block = ([*part, *["1"] * (dimensions - len(part))] for part in (launch.grid, launch.block))
    found: list[str] = []
    for blocks, threads in zip(grid, block, strict=True):
        factor = _product(_meanings(blocks, host), _meanings(threads, host))
        if factor is None:
            return ("?",)
        found += _factors(factor)
    return tuple(sorted(f for f in found if f != "1"))


def _product(grid: list[str], block: list[str]) -> str | None:
    if "1" in block:
        return grid[0]
    if "1" in grid:
        return block[0]
    divided = (text.rpartition("/") for text in grid if "/" in text and "+" not in text)
    return next((whole.strip("()") for whole, _, by in divided if by.strip("()") in block and "/" not in whole), None)


def _meanings(text: str, host: Variables) -> list[str]:
    """A text without blanks, and what it stands for where it is a variable that is never written again."""
    plain = "".join(text.split())
    named = [v for v in host.all if v.name == plain]
    value = named[0].init if len(named) == 1 and not named[0].writes and not named[0].taken else None
    return [plain] if value is None else [plain, "".join(text_of(value).split())]


def _factors(text: str) -> list[str]:
    """The parts of a product, as texts."""
    depth, parts = 0, [""]
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "*" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
