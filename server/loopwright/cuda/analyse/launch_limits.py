"""Launches that no GPU carries out: more threads in a block, or more blocks, than any device or the kernel's own bound takes, none at all, or
more shared memory than a device gives without being asked. The kernel does not run and the error waits in `cudaGetLastError`
(CUDA C++ Programming Guide, technical specifications, launch bounds)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from loopwright.cuda.analyse.indices import AXES
from loopwright.cuda.read.device_function import DeviceFunction, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.launches import BY_POINTER, Launch
from loopwright.cuda.read.variables import without
from loopwright.lang.passed_over import may_be_passed_over
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in

_THREADS = 1024
_BLOCK = (1024, 1024, 64)
_GRID = (2**31 - 1, 65535, 65535)
_SHARED = 48 << 10  # bytes that come with a launch, unless the program asks for more
_OF_SHARED = ("__shared__", "static", "volatile", "const", "constexpr")
_ASKS_FOR_MORE = b"FuncSetAttribute"
_ASK_FOR_LIMITS = ("FuncSetAttribute", "FuncGetAttributes", "cudaOccupancy")
_ASK_FOR_ERRORS = ("cudaGetLastError", "cudaPeekAtLastError", "getLastCudaError")
Value = Callable[[str, int], int | None]


def asks_for_more(data: bytes) -> bool:
    """Whether a file may ask for shared memory that no launch gets by itself."""
    return _ASKS_FOR_MORE in data


def asks_for_errors(text: str) -> bool:
    """Whether a file asks what became of a launch."""
    return any(word in text for word in _ASK_FOR_ERRORS)


def asks_for_limits(text: str) -> bool:
    """Whether a file asks what a kernel may be launched with, or changes it."""
    return any(word in text for word in _ASK_FOR_LIMITS)


def fixed_shared(kernel: DeviceFunction, code: DeviceCode, *, at_launch: bool = False) -> str:
    """How many bytes of shared memory a kernel has beside those of its launch, as a sum of ``sizeof``; empty where there are none. What
    names of its functions' own say the size of is not counted, nor what libraries define, whose objects have other sizes here.
    ``at_launch``: the sum is to stand there, where the names of the kernel's template are not known either."""
    sizes: list[str] = []
    for function in (kernel, *sorted(code.reached(kernel), key=lambda f: f.node.start_byte)):
        fixed = [v for v in function.variables.all if v.shared and not v.dynamic]
        if not fixed:
            continue
        own = {v.name for v in function.variables.all} | function.types_inside
        if function is not kernel or at_launch:
            own |= {*function.template_names, *function.names_of_class}
        said = (f"sizeof({without(v.head, *_OF_SHARED)} {v.renamed('')})" for v in fixed)
        sizes += [text for text in said if "::" not in text and own.isdisjoint(names_in(text))]
    return " + ".join(sizes)


def may_fail(
    kernel: str, launches: Iterable[Launch], value: Value, bound: int | str | None, *, asked: bool, fixed: str = ""
) -> bool:
    """Whether a launch of a kernel may be one that no GPU carries out; ``value``: that of an expression at a place, ``bound``: the most
    threads of a block that it was built for, as text where its template says it, ``asked``: the program asks for errors, ``fixed``: its
    :func:`fixed_shared`. Where nobody asks, nobody sees whether one of no blocks failed: it does nothing in any case."""
    own = (launch for launch in launches if launch.kernel == kernel)
    return any(isinstance(bound, str) or not _is_carried_out(launch, value, bound, asked, fixed) for launch in own)


def may_bring_too_much(kernel: str, launches: Iterable[Launch], value: Value, fixed: str) -> bool:
    """Whether a launch of a kernel may bring more shared memory than any gets without asking; ``fixed``: its :func:`fixed_shared`."""
    own = (launch for launch in launches if launch.kernel == kernel and len(launch.parts) > 2)
    own = (launch for launch in own if not _looks_itself(launch))
    return any(not _fits(text_of(launch.parts[2]), fixed, value, launch.node.start_byte) for launch in own)


def _is_carried_out(launch: Launch, value: Value, bound: int | None, asked: bool, fixed: str) -> bool:
    if _looks_itself(launch):
        return bound is None
    if len(launch.sizes) != 2 or not all(launch.sizes):
        return False
    at = launch.node.start_byte
    grid, block = ([value(text, at) for text in sizes] for sizes in launch.sizes)
    count = _count(block)
    if (
        count is None
        or _refused(block, _BLOCK, "")
        or _beyond_bound(block, bound)
        or (len(launch.parts) > 2 and not _fits(text_of(launch.parts[2]), fixed, value, at))
    ):
        return False
    return not _refused(grid, _GRID, "") and (not asked or _count(grid) is not None)


def _looks_itself(launch: Launch) -> bool:
    """Whether a launch asks by itself what becomes of it."""
    return launch.node.type == "call_expression" and called(launch.node) in BY_POINTER


def _fits(bytes: str, fixed: str, value: Value, at: int) -> bool:
    """Whether a launch gets its bytes beside the ``fixed`` ones; one that brings none is not asked."""
    size, beside = value(bytes, at), value(fixed, at) if fixed else 0
    if size == 0:
        return True
    return size is not None and beside is not None and 0 < size <= _SHARED - beside


def refused_launches(
    kernel: DeviceFunction, launches: Iterable[Launch], value: Value, *, is_alone: bool, more_shared: bool, fixed: str
) -> Iterator[tuple[int, str]]:
    """Where a kernel is launched with sizes, known from the text, that a GPU refuses, and why; ``value``: that of an expression at a
    place, ``is_alone``: no other kernel has its name, ``more_shared``: the program asks for more shared memory, ``fixed``: the
    kernel's :func:`fixed_shared`. A launch that stands
    behind a question about its sizes is left out, and one in a branch that is never taken."""
    bound = value(kernel.launch_bounds, kernel.node.start_byte) if kernel.launch_bounds and is_alone else None
    beside = (fixed and is_alone and value(fixed, kernel.node.start_byte)) or 0
    for launch in launches:
        if launch.kernel != kernel.name or len(launch.sizes) != 2:
            continue
        at = launch.node.start_byte
        grid, block = ([value(text, at) for text in sizes] for sizes in launch.sizes)
        reason = (
            _refused(block, _BLOCK, "threads in a block")
            or _beyond_bound(block, bound)
            or _refused(grid, _GRID, "blocks")
            or (
                ""
                if more_shared or len(launch.parts) < 3
                else _beyond_shared(value(text_of(launch.parts[2]), at), beside)
            )
        )
        if reason and not may_be_passed_over(launch.node, _names(launch), value):
            yield at, f"{reason}: on a GPU the launch fails, and {kernel.name} does not run"


def _refused(sizes: list[int | None], limits: tuple[int, ...], things: str) -> str:
    for size, limit, axis in zip(sizes, limits, AXES):
        if size is not None and not 1 <= size <= limit:
            along = f" along {axis}" if len(sizes) > 1 else ""
            return f"{size} {things}{along}, where a GPU takes 1 to {limit}"
    count = _count(sizes)
    if limits == _BLOCK and count is not None and count > _THREADS:
        return f"{_product(sizes)} {things}, where a GPU takes at most {_THREADS}"
    return ""


def _beyond_bound(block: list[int | None], bound: int | None) -> str:
    count = _count(block)
    if bound is None or count is None or count <= bound:
        return ""
    return f"{_product(block)} threads in a block, where its __launch_bounds__ are {bound}"


def _beyond_shared(size: int | None, beside: int) -> str:
    """``beside``: what the kernel has beside the memory of its launch, which is not counted where that brings none."""
    if not size or size + beside <= _SHARED:
        return ""
    return f"{size}{f' + {beside}' if beside else ''} bytes of shared memory, where a GPU gives {_SHARED} unless cudaFuncSetAttribute asks for more"


def _count(sizes: list[int | None]) -> int | None:
    known = [size for size in sizes if size is not None]
    return math.prod(known) if known and len(known) == len(sizes) else None


def _product(sizes: list[int | None]) -> str:
    return " * ".join(map(str, sizes))


def _names(launch: Launch) -> frozenset[str]:
    """What the sizes of a launch are made of."""
    texts = (*(text_of(part) for part in launch.parts), *(text for sizes in launch.sizes for text in sizes))
    return frozenset(name for text in texts for name in names_in(text))
