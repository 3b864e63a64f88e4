"""Translated kernels beside the same computation written by hand with OpenMP, and as a share of the copy bandwidth.

    python benchmarks/cuda_speed.py [--without-oracle]

Translates benchmarks/cuda/speed.cu, compiles it with the options of the README and runs it. Everything is measured in
one run, medians of nine. "Plain": the same kernels in one loop over all threads of a block, blocks in parallel, indices in
variables; only for kernels without barriers, for which that is a translation. "Oracle": the kernel as the judge runs it,
a fiber for each thread, nothing watched. Also the time of a translation beside `g++ -fsyntax-only` of its result.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

from loopwright.cuda.file import FileTranslation, translate_file
from loopwright.cuda.print.support import support_for
from loopwright.source.syntax import parse
from loopwright.toolchain.process import run
from loopwright.translate.original import original_text
from loopwright.translate.verify import Judge

SOURCE = Path(__file__).parent / "cuda" / "speed.cu"
KERNELS = Path(__file__).parents[1] / "tests" / "cuda" / "kernels"


WITHOUT_BARRIERS = {
    "triad": "triad",
    "scale, grid stride": "scale_stride",
    "stencil, five points": "stencil",
    "gelu": "gelu",
}
PLAIN = """
#include <algorithm>
#include <cmath>
#define __global__ static
#define __device__
#define __inline__ inline
#define __shared__ static thread_local
#define __syncthreads()  // what waits or exchanges is wrong here and not reported
#define __shfl_down_sync(mask, value, offset) (value)
#define __expf expf
#define __fdividef(a, b) ((a) / (b))
struct Index { unsigned x = 0, y = 0, z = 0; };
static thread_local Index threadIdx, blockIdx, blockDim_, gridDim_;
#define blockDim blockDim_
#define gridDim gridDim_
namespace lw {
template <typename F> void launch(dim3 grid, dim3 block, size_t, F kernel) {
    #pragma omp parallel for collapse(3)
    for (unsigned bz = 0; bz < grid.z; ++bz)
        for (unsigned by = 0; by < grid.y; ++by)
            for (unsigned bx = 0; bx < grid.x; ++bx) {
                blockIdx = {bx, by, bz}, blockDim_ = {block.x, block.y, block.z}, gridDim_ = {grid.x, grid.y, grid.z};
                for (unsigned z = 0; z < block.z; ++z)
                    for (unsigned y = 0; y < block.y; ++y)
                        for (unsigned x = 0; x < block.x; ++x) threadIdx = {x, y, z}, kernel();
            }
}
}
"""


def main() -> None:
    """The two tables."""
    translation = translate_file(parse(SOURCE.read_bytes(), "speed.cu", "cuda"))
    threads = os.environ.get("OMP_NUM_THREADS", "2")
    rows = times_of(translation.text, threads)
    plain = {kernel: float(own) for kernel, own, *_ in times_of(plain_text(translation), threads)}
    oracle = {} if "--without-oracle" in sys.argv else oracle_ratios(translation)
    copy = next(float(size) / float(own) / 1e6 for kernel, own, _, size, _ in rows if kernel == "copy")
    print(f"{threads} threads; copy {copy:.1f} GB/s\n")
    print(
        "| kernel | ms | by hand, ms | hand's time over ours | plain over ours | oracle over ours | share of copy bandwidth | same result |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for kernel, own, hand, size, same in rows[1:]:
        share = f"{float(size) / float(own) / 1e6 / copy:.2f}" if float(size) else ""
        ratio = float(hand) / float(own)
        by_thread = f"{plain[kernel] / float(own):.1f}" if kernel in WITHOUT_BARRIERS else ""
        name = WITHOUT_BARRIERS.get(kernel, kernel)
        judge = f"{oracle[name]:.0f}" if name in oracle else ""
        print(
            f"| {kernel} | {float(own):.2f} | {float(hand):.2f} | {ratio:.2f} | {by_thread} | {judge} | {share} "
            f"| {'yes' if same == '1' else 'NO'} |"
        )
    print("\n" + translation_time())


def times_of(text: str, threads: str) -> list[list[str]]:
    """Build and run a version of the program; its rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "speed.cpp").write_text(text, "utf-8")
        options = ["-std=c++17", "-O3", "-march=native", "-fopenmp", "-w"]
        built = run(["g++", *options, "-o", str(folder / "speed"), str(folder / "speed.cpp")], timeout=120)
        if built.code != 0:
            raise SystemExit(built.stderr)
        done = run([str(folder / "speed")], environment={"OMP_NUM_THREADS": threads}, timeout=300)
    return [line.rsplit(" ", 4) for line in done.stdout.splitlines()]


def plain_text(translation: FileTranslation) -> str:
    """The program with its kernels as they stand, run thread by thread."""
    text = original_text(translation)
    words = frozenset(re.findall(r"\w+", text)) - {"__syncthreads", "blockDim", "gridDim", "threadIdx", "blockIdx"}
    brought = support_for(" ".join(sorted(words)), frozenset())
    return f"{brought}\n{PLAIN}\n{text}"


def oracle_ratios(translation: FileTranslation) -> dict[str, float]:
    """Kernel → the oracle's time over the translation's, for kernels that inputs can be made for."""
    found = {}
    with Judge(translation, translation.kernels, SOURCE, timed=True) as judge:
        for kernel in judge.kernels:
            times = judge.verify(kernel)
            if times.reference_ms and times.translation_ms:
                found[kernel.name] = times.reference_ms / times.translation_ms
    return found


def translation_time() -> str:
    """How long a translation takes beside the compiler's look at its result."""
    text = "\n".join(
        f"namespace part{i} {{\n{file.read_text()}\n}}" for i, file in enumerate(sorted(KERNELS.glob("*.cu")))
    )
    text = "\n".join(line for line in text.splitlines() if not line.startswith("#include"))
    times = []
    for _ in range(5):
        start = time.perf_counter()
        result = translate_file(parse(text, "k.cu", "cuda"))
        times.append(time.perf_counter() - start)
    own = statistics.median(times)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "t.cpp"
        path.write_text(result.text, "utf-8")
        compiler = statistics.median(
            run(["g++", "-std=c++17", "-fopenmp", "-w", "-fsyntax-only", str(path)], timeout=60).seconds
            for _ in range(5)
        )
    lines = text.count("\n")
    return f"translation of {lines} lines: {own:.2f} s, {own / compiler:.2f} times `g++ -fsyntax-only` of the result ({compiler:.2f} s)"


if __name__ == "__main__":
    main()
