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
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from loopwright.cuda.file import FileTranslation, KernelTranslation, translate_file
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


class Unfit(ValueError):
    """The file cannot be run without knowing its launches; the message says why."""


@dataclass(frozen=True)
class Step:
    """One kernel with its launch."""

    call: Any
    shape: Any
    arguments: list[str]


def measured(folder: Path, level: str, cuda: Path) -> dict[str, float]:
    """Times in milliseconds of one file. Raises :class:`Unfit`."""
    reference = (folder / level / "c" / f"{cuda.stem}.c").read_text("utf-8")
    script = (folder / level / "ir" / f"{cuda.stem}.ir").read_text("utf-8")
    translation = translate_file(parse(cuda.read_bytes(), cuda.name, "cuda"))
    if any(k.text is None or k.dynamic for k in translation.kernels):
        raise Unfit("a kernel has no translation or dynamic shared memory")
    with tempfile.TemporaryDirectory() as name:
        own, theirs = libraries(translation, reference, Path(name))
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
        given = [pointer(expected[n]) for n in names]
        return {"reference": timed(lambda: theirs(*given)), "translation": timed(lambda: go(steps, found))}


def apart(folder: Path, level: str, cuda: Path) -> dict[str, float] | str:
    """The same in a process of its own, which a grid that is too large may end: times or a reason."""

    def work(end: Any) -> None:
        try:
            end.send(measured(folder, level, cuda))
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


def libraries(translation: FileTranslation, reference: str, folder: Path) -> tuple[ctypes.CDLL, Any]:
    """Both sides, built with the same options."""
    (folder / "own.cpp").write_text(translated_library(translation, translation.kernels), "utf-8")
    head = "#include <math.h>\n#include <stdint.h>\n#include <stdbool.h>\n#include <string.h>\n#include <stdlib.h>\n"
    head += "#define max(a, b) ((a) > (b) ? (a) : (b))\n#define min(a, b) ((a) < (b) ? (a) : (b))\n"
    (folder / "reference.c").write_text(head + reference, "utf-8")
    for compiler, source, library in (("g++", "own.cpp", "own.so"), ("gcc", "reference.c", "reference.so")):
        done = run([compiler, *FLAGS, "-o", str(folder / library), str(folder / source), "-lm"], timeout=300)
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


def go(steps: list[Step], buffers: dict[str, Array]) -> None:
    """Run the kernels in order."""
    for step in steps:
        addresses = [ctypes.c_void_p(buffers[n].ctypes.data) for n in step.arguments]
        slots = (ctypes.c_void_p * len(addresses))(*(ctypes.addressof(a) for a in addresses))
        step.call(step.shape, ctypes.c_size_t(0), slots)


def timed(call: Any) -> float:
    """The median of many runs, in milliseconds."""
    call()
    start = time.perf_counter()
    call()
    count = max(5, min(200, int(0.2 / max(time.perf_counter() - start, 1e-6))))
    times = []
    for _ in range(count):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


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
