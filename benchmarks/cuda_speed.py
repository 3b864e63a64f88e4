"""Translated kernels beside the same computation written by hand with OpenMP, and as a share of the copy bandwidth.

    python benchmarks/cuda_speed.py

Translates benchmarks/cuda/speed.cu, compiles it with the options of the README and runs it. Everything is measured in
one run, medians of nine. Also the time of a translation beside `g++ -fsyntax-only` of its result.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path

from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.toolchain.process import run

SOURCE = Path(__file__).parent / "cuda" / "speed.cu"
KERNELS = Path(__file__).parents[1] / "tests" / "cuda" / "kernels"


def main() -> None:
    """The two tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        translated = folder / "speed.cpp"
        translated.write_text(translate_file(parse(SOURCE.read_bytes(), "speed.cu", "cuda")).text, "utf-8")
        command = [
            "g++",
            "-std=c++17",
            "-O3",
            "-march=native",
            "-fopenmp",
            "-w",
            "-o",
            str(folder / "speed"),
            str(translated),
        ]
        built = run(command, timeout=120)
        if built.code != 0:
            raise SystemExit(built.stderr)
        threads = os.environ.get("OMP_NUM_THREADS", "2")
        done = run([str(folder / "speed")], environment={"OMP_NUM_THREADS": threads}, timeout=300)
    rows = [line.rsplit(" ", 4) for line in done.stdout.splitlines()]
    copy = next(float(size) / float(own) / 1e6 for kernel, own, _, size, _ in rows if kernel == "copy")
    print(f"{threads} threads; copy {copy:.1f} GB/s\n")
    print("| kernel | ms | by hand, ms | hand's time over ours | share of copy bandwidth | same result |")
    print("| --- | --- | --- | --- | --- | --- |")
    for kernel, own, hand, size, same in rows[1:]:
        share = f"{float(size) / float(own) / 1e6 / copy:.2f}" if float(size) else ""
        ratio = float(hand) / float(own)
        print(
            f"| {kernel} | {float(own):.2f} | {float(hand):.2f} | {ratio:.2f} | {share} | {'yes' if same == '1' else 'NO'} |"
        )
    print("\n" + translation_time())


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
