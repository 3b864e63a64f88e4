"""HPCTransEval's speed-up: the suite's reference C, which has OpenMP already, over our translation of its CUDA kernels.

    python benchmarks/hpctranseval_speed.py FOLDER [--level IndependentOperator] [--json OUT]

FOLDER is HPCTransEval of PJLAB-CHIP/HPCTransCompile, which is not part of this repository. The definition is the paper's: the mean
time of the reference over that of the translation, per file, both built with the same options and run on the suite's
shapes with the same threads. Files come without launches: kernels run in the order of their numbers, buffers with one
name are one buffer, and each grid is the smallest that still changes what kernels change (guarded kernels) or that
fills the buffer (others). A file counts if the outputs then agree with the reference; why others do not is printed.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import math
import multiprocessing
import re
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from cuda_bounds import bound, counts, machine
from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.source.syntax import parse
from loopwright.toolchain.process import run
from loopwright.translate.oracle import translated_library
from numpy.typing import NDArray
from rich.progress import track

FLAGS = ("-O3", "-march=native", "-fopenmp", "-w", "-fPIC", "-shared")
SLACK = 1 << 16  # elements beyond a buffer, for grids that turn out too large
LARGEST_GRID = 1 << 15
TYPES = {
    "float": np.float32,
    "int": np.int32,
    "int32_t": np.int32,
    "int64_t": np.int64,
    "bool": np.int8,
    "double": np.float64,
}
Array = NDArray[Any]
# Both sides are timed by the same loop in C: a call from Python takes longer than most of these kernels.
TIMER = """
#include <ctime>
#ifndef LW_THREADS
#define LW_CLOCK CLOCK_MONOTONIC
#define LW_THREADS 1
#else
#define LW_CLOCK CLOCK_PROCESS_CPUTIME_ID
#endif
static double lw_ms() {
    timespec t;
    clock_gettime(LW_CLOCK, &t);
    return (t.tv_sec * 1e3 + t.tv_nsec * 1e-6) / LW_THREADS;
}
template <typename F> static double lw_mean(int count, F call) {
    const double start = lw_ms();
    for (int i = 0; i < count; ++i) call();
    return (lw_ms() - start) / count;
}
using lw_run = void (*)(const unsigned *, size_t, void **);
using lw_pointer = void *;
extern "C" double lw_time_steps(int count, int steps, lw_run *runs, const unsigned *shapes, void ***arguments) {
    return lw_mean(count, [=] { for (int s = 0; s < steps; ++s) runs[s](shapes + 6 * s, 0, arguments[s]); });
}
extern "C" double lw_time_reference(int count, void *function, int parameters, lw_pointer *p) {
    using P = lw_pointer;
    switch (parameters) {
    case 1: return lw_mean(count, [=] { ((void (*)(P))function)(p[0]); });
    case 2: return lw_mean(count, [=] { ((void (*)(P, P))function)(p[0], p[1]); });
    case 3: return lw_mean(count, [=] { ((void (*)(P, P, P))function)(p[0], p[1], p[2]); });
    case 4: return lw_mean(count, [=] { ((void (*)(P, P, P, P))function)(p[0], p[1], p[2], p[3]); });
    case 5: return lw_mean(count, [=] { ((void (*)(P, P, P, P, P))function)(p[0], p[1], p[2], p[3], p[4]); });
    default: return -1;
    }
}
"""


class Unfit(ValueError):
    """The file cannot be run without knowing its launches; the message says why."""


@dataclass(frozen=True)
class Step:
    """One kernel with its launch."""

    call: Any
    shape: Any
    arguments: list[str]


def measured(folder: Path, level: str, cuda: Path, threads: int = 0, times: int = 9) -> dict[str, float]:
    """Times in milliseconds of one file, CPU time over ``threads`` where there are some, medians of ``times``; with ``threads``
    also the bound that holds it. Raises :class:`Unfit`."""
    reference = (folder / level / "c" / f"{cuda.stem}.c").read_text("utf-8")
    script = (folder / level / "ir" / f"{cuda.stem}.ir").read_text("utf-8")
    translation = translate_file(parse(cuda.read_bytes(), cuda.name, "cuda"))
    if any(k.text is None or k.dynamic for k in translation.kernels):
        raise Unfit("a kernel has no translation or dynamic shared memory")
    with tempfile.TemporaryDirectory() as name:
        own, theirs = libraries(translation, reference, Path(name), threads)
        names, kinds = parameters_of(reference)
        order = sorted(translation.kernels, key=lambda k: int((re.findall(r"_(\d+)$", k.name) or ["0"])[0]))
        sizes = buffer_sizes(script, names, reference)
        buffers = {n: filled(s + SLACK, kinds.get(n, "float"), i) for i, (n, s) in enumerate(sizes.items())}
        for kernel in order:
            for parameter in kernel.function.parameters:
                if "*" not in parameter.declarator:
                    raise Unfit(f"{parameter.name} is a number of the host's")
                if parameter.name not in buffers:
                    raise Unfit(f"the size of {parameter.name} is not known")
        steps = [step_of(own, translation, kernel, buffers, sizes) for kernel in order]
        starts = {n: filled(s + SLACK, kinds.get(n, "float"), i, unit=True) for i, (n, s) in enumerate(sizes.items())}
        expected = {n: a.copy() for n, a in starts.items()}
        theirs(*(pointer(expected[n]) for n in names))
        outputs = [n for n in names if not np.array_equal(expected[n], starts[n], equal_nan=True)]
        found = {n: a.copy() for n, a in starts.items()}
        go(steps, found)
        for output in outputs:
            size = sizes[output]
            if not np.allclose(expected[output][:size], found[output][:size], rtol=1e-3, atol=1e-4, equal_nan=True):
                raise Unfit(f"{output} differs, or the grid was not found")
        given = (ctypes.c_void_p * len(names))(*(expected[n].ctypes.data for n in names))
        address = ctypes.cast(theirs, ctypes.c_void_p)
        own.lw_time_steps.restype = own.lw_time_reference.restype = ctypes.c_double
        runs = (ctypes.c_void_p * len(steps))(*(ctypes.cast(s.call, ctypes.c_void_p).value for s in steps))
        shapes = (ctypes.c_uint * (6 * len(steps)))(*(n for s in steps for n in s.shape))
        lists = [slots_of(s, found) for s in steps]
        arguments = (ctypes.c_void_p * len(steps))(*(ctypes.addressof(slots) for _, slots in lists))
        if len(names) > 5:
            raise Unfit("more than five parameters")
        found_times = {
            "reference": timed(lambda n: own.lw_time_reference(n, address, len(names), given), times),
            "translation": timed(lambda n: own.lw_time_steps(n, len(steps), runs, shapes, arguments), times),
        }
        return found_times | (held(reference, names, sizes, starts, threads) if threads else {})


def held(
    reference: str, names: list[str], sizes: dict[str, int], buffers: dict[str, Array], threads: int
) -> dict[str, float]:
    """The bound that holds an operator in milliseconds: of bytes, and of arithmetic where the reference's could be counted."""
    moved = sum(sizes[n] * buffers[n].itemsize for n in names)
    try:
        done = counts(reference, [pointer(buffers[n]) for n in names])
    except (ValueError, OSError):
        done = None
    found = bound(moved, done, machine(threads))
    return {"bytes": found.bytes} | ({} if found.arithmetic is None else {"arithmetic": found.arithmetic})


def apart(folder: Path, level: str, cuda: Path, threads: int = 0, times: int = 9) -> dict[str, float] | str:
    """The same in a process of its own, which a grid that is too large may end: times or a reason."""

    def work(end: Any) -> None:
        try:
            end.send(measured(folder, level, cuda, threads, times))
        except Unfit as error:
            end.send(str(error))

    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(False)
    process = context.Process(target=work, args=(theirs,))
    process.start()
    theirs.close()
    found: dict[str, float] | str = "it takes too long"
    if ours.poll(120):
        try:
            found = ours.recv()
        except EOFError:
            found = "it crashes on a grid that was tried"
    process.kill()
    process.join()
    return found


def libraries(translation: FileTranslation, reference: str, folder: Path, threads: int = 0) -> tuple[ctypes.CDLL, Any]:
    """Both sides, built with the same options."""
    (folder / "own.cpp").write_text(translated_library(translation, translation.kernels) + TIMER, "utf-8")
    head = "#include <math.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <string.h>\n#include <stdlib.h>\n"
    head += "#define max(a, b) ((a) > (b) ? (a) : (b))\n#define min(a, b) ((a) < (b) ? (a) : (b))\n"
    (folder / "reference.c").write_text(head + reference, "utf-8")
    clock = [f"-DLW_THREADS={threads}"] if threads else []
    for compiler, source, library in (("g++", "own.cpp", "own.so"), ("gcc", "reference.c", "reference.so")):
        done = run([compiler, *FLAGS, *clock, "-o", str(folder / library), str(folder / source), "-lm"], timeout=300)
        if done.code != 0:
            raise Unfit(f"{source} does not compile")
    function = ctypes.CDLL(str(folder / "reference.so")).default_function_kernel
    return ctypes.CDLL(str(folder / "own.so")), function


def parameters_of(reference: str) -> tuple[list[str], dict[str, str]]:
    """Names of the reference's parameters in order, and the type of each."""
    match = re.search(r"default_function_kernel\(([^)]*)\)", reference)
    if match is None:
        raise Unfit("the reference has another form")
    pairs = [re.match(r"\s*(\w+)\s*\*\s*(?:__restrict__\s*)?(\w+)", p) for p in match[1].split(",")]
    found = [(p[2], p[1]) for p in pairs if p is not None]
    return [n for n, _ in found], dict(found)


def buffer_sizes(script: str, names: list[str], reference: str) -> dict[str, int]:
    """Elements of each buffer: of parameters as the suite's TVM script declares them, of others as the reference's local
    arrays have them."""
    declared = re.findall(r"(\w+): T\.Buffer\(\(([^)]*)\)", script.split("T.func_attr")[0])
    sizes = {name: math.prod(int(n) for n in re.findall(r"\d+", shape)) for name, shape in declared}
    for name, size in re.findall(r"\b(?:float|int32_t|double|bool)\s+(\w+)\[(\d+)\];", reference):
        sizes.setdefault(name, int(size))
    missing = [n for n in names if n not in sizes]
    if missing:
        raise Unfit(f"the size of {missing[0]} is not known")
    return sizes


def filled(count: int, kind: str, seed: int, unit: bool = False) -> Array:
    """Random numbers: in [0, 1) as the suite has them, or spread, so that what a kernel writes is seen."""
    numbers = np.random.default_rng(seed)
    kept = TYPES.get(kind, np.float32)
    if np.issubdtype(kept, np.integer):
        return numbers.integers(0, 2 if unit else 100, count).astype(kept)
    return (numbers.random(count) if unit else numbers.normal(0, 50, count)).astype(kept)


def pointer(array: Array) -> ctypes.c_void_p:
    """Its address."""
    return ctypes.c_void_p(array.ctypes.data)


def step_of(
    library: ctypes.CDLL,
    translation: FileTranslation,
    kernel: KernelTranslation,
    buffers: dict[str, Array],
    sizes: dict[str, int],
) -> Step:
    """The kernel with the grid that its reach tells."""
    call = library[f"lw_translated_{translation.kernels.index(kernel)}"]
    block = [int(s) for s in re.findall(r"\d+", kernel.function.launch_bounds or "1")][:1] + [1, 1]
    names = [p.name for p in kernel.function.parameters]

    def step(grid: int) -> Step:
        return Step(call, (ctypes.c_uint * 6)(grid, 1, 1, *block), names)

    def reach(grid: int) -> dict[str, int]:
        after = {n: buffers[n].copy() for n in names}
        go([step(grid)], after)
        changed = {n: np.flatnonzero(after[n].view(np.uint8) != buffers[n].view(np.uint8)) for n in names}
        return {n: int(c[-1]) // buffers[n].itemsize for n, c in changed.items() if len(c)}

    grid, before = 1, reach(1)
    if not before:
        raise Unfit(f"{kernel.name} changes nothing")
    written = max(before, key=lambda n: before[n])
    while grid < LARGEST_GRID and before[written] + 1 < sizes[written]:
        after = reach(2 * grid)
        if after.get(written, -1) <= before[written]:
            break
        grid, before = 2 * grid, after
    low, high = grid // 2 + 1 if grid > 1 else 1, grid
    goal = min(before[written], sizes[written] - 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reach(middle).get(written, -1) >= goal else (middle + 1, high)
    return step(low)


def slots_of(step: Step, buffers: dict[str, Array]) -> tuple[Any, Any]:
    """The addresses of a step's buffers, and pointers to those addresses."""
    addresses = (ctypes.c_void_p * len(step.arguments))(*(buffers[n].ctypes.data for n in step.arguments))
    first = ctypes.addressof(addresses)
    return addresses, (ctypes.c_void_p * len(step.arguments))(*(first + 8 * i for i in range(len(step.arguments))))


def go(steps: list[Step], buffers: dict[str, Array]) -> None:
    """Run the kernels in order."""
    for step in steps:
        _kept, slots = slots_of(step, buffers)
        step.call(step.shape, ctypes.c_size_t(0), slots)


def timed(call: Any, times: int = 9) -> float:
    """The median of some means, in milliseconds; ``call`` is told how often to repeat."""
    once = call(3)
    count = max(1, min(2000, int(20 / max(once, 1e-5))))
    return statistics.median(call(count) for _ in range(times))


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--level", default="IndependentOperator")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    files = sorted((options.folder / options.level / "cuda").glob("*.cu"))
    rows: dict[str, dict[str, float]] = {}
    reasons: dict[str, str] = {}
    for file in track([f for f in files if options.only in f.name], description=options.level):
        found = apart(options.folder, options.level, file)
        if isinstance(found, str):
            reasons[file.stem] = found
        else:
            rows[file.stem] = found
    for name, row in rows.items():
        print(
            f"{name}: reference {row['reference']:.4f} ms, translation {row['translation']:.4f} ms, {row['reference'] / row['translation']:.2f}"
        )
    for name, reason in reasons.items():
        print(f"- {name}: {reason}")
    report(f"all {len(files)} files, run", list(rows.values()))
    report("the reference takes 0.1 ms or more", [r for r in rows.values() if r["reference"] >= 0.1])
    if options.json:
        options.json.write_text(json.dumps({"rows": rows, "reasons": reasons}, indent=1), "utf-8")


def report(name: str, rows: list[dict[str, float]]) -> None:
    """Mean and geometric mean of the speed-ups."""
    ratios = [row["reference"] / row["translation"] for row in rows]
    if ratios:
        print(
            f"{name}: {len(ratios)}, speed-up mean {statistics.mean(ratios):.2f}, geometric {statistics.geometric_mean(ratios):.2f}"
        )


if __name__ == "__main__":
    main()
