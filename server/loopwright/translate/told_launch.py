"""The launch of a kernel that its file tells: what a program runs it with, where that can be read."""

from __future__ import annotations

import math
from dataclasses import dataclass

from loopwright.cuda.analyse.races import takes_turns
from loopwright.cuda.read.launches import Launch
from loopwright.cuda.read.variables import Variable
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.lang.constants import constant_of_text

_MOST_THREADS = 1024
_MOST = 2**31 - 1
_RUN = (40, 5, 4)  # blocks along each axis, by how many axes there are: every thread of them is watched
_GRID = frozenset(("gridDim", "this_grid", "grid_group"))
Sizes = tuple[int, int, int]


@dataclass(frozen=True)
class ToldLaunch:
    """A launch whose sizes are known. ``grid``: as much of it as is run; ``arguments``: those that are known, by their places.
    ``is_whole``: nothing but what memory holds is left to be made up, and no thread keeps others out: threads that meet whatever memory
    holds race in the program too."""

    grid: Sizes
    block: Sizes
    arguments: tuple[tuple[int, float], ...]
    is_whole: bool


def told_launch(translation: FileTranslation, kernel: KernelTranslation) -> ToldLaunch | None:
    """The launch of a kernel with the most blocks among those whose sizes are known, one that is whole before others; ``None`` for none."""
    if sum(k.name == kernel.name for k in translation.kernels) > 1:
        return None
    own = (launch for launch in translation.launches if launch.kernel == kernel.name)
    found = (told for launch in own if (told := _told(translation, kernel, launch)) is not None)
    return max(found, key=lambda told: (told.is_whole, math.prod(told.grid)), default=None)


def _told(translation: FileTranslation, kernel: KernelTranslation, launch: Launch) -> ToldLaunch | None:
    scopes, at = translation.scopes, launch.node.start_byte

    def number(text: str) -> float | None:
        found = constant_of_text(scopes, text, at)
        return None if found is None or abs(found.value) > _MOST else found.value

    if len(launch.sizes) != 2 or not all(launch.sizes):
        return None
    grid, block = (_sizes([number(text) for text in sizes]) for sizes in launch.sizes)
    if grid is None or block is None or math.prod(block) > _MOST_THREADS:
        return None
    if any(size > 1 for size in (*block[kernel.shape.block :], *grid[kernel.shape.grid :])):
        return None
    most = _RUN[max(1, sum(size > 1 for size in grid)) - 1]
    run = tuple(min(size, most) for size in grid)
    known = [number(text) for text in launch.arguments]
    parameters = kernel.function.parameters
    functions = (kernel.function, *translation.code.reached(kernel.function))
    whole = (
        (run == grid or not any(_GRID & f.words for f in functions))
        and len(known) == len(parameters)
        and not kernel.function.template_names
        and all(map(_is_given, parameters, launch.arguments, known))
        and not takes_turns(kernel.function, translation.code)
    )
    return ToldLaunch(
        (run[0], run[1], run[2]), block, tuple((i, v) for i, v in enumerate(known) if v is not None), whole
    )


def _is_given(parameter: Variable, text: str, value: float | None) -> bool:
    """Whether a number is known, and memory is some: a launch with null for it is none that a program makes."""
    if parameter.pointers or parameter.extents:
        return value is None and text not in ("nullptr", "NULL")
    return value is not None


def _sizes(told: list[float | None]) -> Sizes | None:
    whole = [int(size) for size in told if size is not None and size == int(size) and size > 0]
    x, y, z = (*whole, 1, 1, 1)[:3]
    return (x, y, z) if len(whole) == len(told) else None
