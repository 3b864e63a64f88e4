"""Translated kernels beside the same computation written by hand with OpenMP, and as a share of the copy bandwidth.

    python benchmarks/cuda_speed.py [--without-oracle]
    python benchmarks/cuda_speed.py --edits

Translates benchmarks/cuda/speed.cu, compiles it with the options of the README and runs it. Everything is measured in
one run, medians of nine. "Plain": the same kernels in one loop over all threads of a block, blocks in parallel, indices in
variables; only for kernels without barriers, for which that is a translation. "Oracle": the kernel as the judge runs it,
a fiber for each thread, nothing watched. Also the time of a translation beside `g++ -fsyntax-only` of its result.

With ``--edits`` only what an edit costs at the wire in a file of 50 kernels, till its remarks are there and what follows in the
background, which is done when nothing is edited: CPU of the server.
"""

from __future__ import annotations

import asyncio
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from beside_clangd import Server
from loopwright.cuda.file import translate_file
from loopwright.cuda.print.support import support_for
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from loopwright.toolchain.process import run
from loopwright.translate.original import original_text
from loopwright.translate.verify import Judge
from lsprotocol import types

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


async def edit_times(edits: int = 20) -> str:
    """CPU of edits in the last of 50 kernels."""
    parts: list[str] = []
    for number, file in enumerate(sorted(KERNELS.glob("*.cu"))):
        lines = (line for line in file.read_text().splitlines() if not line.startswith("#include"))
        parts.append(f"namespace part{number} {{\n" + "\n".join(lines) + "\n}")
        if sum(part.count("__global__") for part in parts) >= 49:
            break
    edited = "__global__ void last_of_all(float *a) {\n  a[blockIdx.x * blockDim.x + threadIdx.x] *= "
    text = "\n".join(["#include <cuda_runtime.h>", *parts, edited])
    line, column = text.count("\n"), len(edited.rpartition("\n")[2])
    with tempfile.TemporaryDirectory() as folder:
        uri = Path(folder, "k.cu").as_uri()
        server = Server("loopwright", [sys.executable, "-P", "-m", "loopwright", "lsp"])
        await server.start()
        item = types.TextDocumentItem(uri, "cuda-cpp", 0, text + "1000;\n}\n")
        server.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await server.last_report()
        reports, settled, seconds = [], [], []
        for version in range(1, edits + 1):
            before, began = server.cpu(), time.perf_counter()
            place = types.Range(types.Position(line, column), types.Position(line, column + 4))
            change = types.TextDocumentContentChangePartial(place, str(1000 + version))
            document = types.VersionedTextDocumentIdentifier(version, uri)
            server.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
            await server.report_of(version)
            seconds.append(time.perf_counter() - began)
            reports.append(server.cpu() - before)
            await asyncio.sleep(1)
            settled.append(server.cpu() - before)
        await server.stop()
    told, all_of_it, waited = (1000 * statistics.mean(each) for each in (reports, settled, seconds))
    kernels = text.count("__global__")
    races = f"{all_of_it:.0f} with the look for races"
    return f"an edit among {kernels} kernels: {told:.0f} ms of CPU till its remarks, {waited:.0f} by the clock; {races}"


if __name__ == "__main__":
    if "--edits" in sys.argv:
        print(asyncio.run(edit_times()))
    else:
        main()
