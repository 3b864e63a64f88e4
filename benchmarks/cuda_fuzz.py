"""Drawn CUDA programs: what their translations print beside the kernels themselves, a fiber for each thread.

    python benchmarks/cuda_fuzz.py [--seed 0] [--kernels 1000] [--each 20] [--jobs 1] [--keep DIR] [--gpu 0] [--seconds 0] [--columns]

Kernels are typed and free of races by construction (drawn_kernels.py), every number is exact (drawn_expressions.py), so the two have
to print the same digits. Each program holds ``--each`` kernels with host code (drawn_programs.py). The oracle's program runs twice, with
the threads of a block from the first to the last and from the last to the first: where the two differ the kernel is at fault, not its translation.
``--columns``: kernels of loops down columns, in functions that they call too (drawn_columns.py), of which the others hold next to none.
``--gpu N``: the first N programs are built by nvcc too and run on a GPU, and all three have to print the same. ``--seconds``: no program is begun later.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from drawn_columns import drawn_columns
from drawn_programs import Program, drawn_program
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.source.text import words_in
from loopwright.translate.oracle import before_the_file, header

_SECONDS = 200
TRANSLATED = ("g++", "-std=c++17", "-O2", "-march=native", "-fopenmp", "-ffp-contract=off", "-w")
NVCC = ("nvcc", "-std=c++17", "-arch=native", "-w", "-Xcicc", "-O1")  # unrolling takes it minutes
ORACLE = ("g++", "-std=c++17", "-O1", "-ffp-contract=off", "-w")
_ORDER = """
__attribute__((constructor)) static void in_order() { if (getenv("BACKWARD")) lw::order = lw::backward; }
"""


@dataclass
class Compared:
    """What came of one program: kernels that are the same, and what is wrong with others (kernel → words)."""

    same: list[str]
    differing: dict[str, str]
    refused: dict[str, str]
    unbuilt: str = ""
    gpu: int = 0  # kernels that a GPU ran


def oracle_text(program: Program) -> str:
    """C++ of the kernels as they stand, with the oracle's header."""
    oracle = "\n".join([header("oracle.h"), header("scheduler.h").replace('#include "oracle.h"', "")])
    lines = before_the_file({word.decode() for word in words_in(program.oracle.encode())}, [oracle, _ORDER])
    return "\n".join([*lines, program.oracle])


def compared(program: Program, folder: Path, gpu: bool = False) -> Compared:
    """A program's translation and its oracle, built and run."""
    (folder / "k.cu").write_text(program.cuda, "utf-8")
    translation = translate_file(parse(program.cuda.encode(), "k.cu", "cuda"))
    refused = {k.name: k.reason or "" for k in translation.kernels if k.text is None}
    lost = [n for n in program.names if all(k.name != n for k in translation.kernels)]
    refused |= dict.fromkeys(lost, "lost")
    ours = _printed(folder, "translation.cpp", _without(translation.text, refused), TRANSLATED)
    plain = _printed(folder, "oracle.cpp", _without(oracle_text(program), refused), ORACLE)
    if isinstance(plain, str):
        return Compared([], {}, refused, f"oracle: {plain}")
    if isinstance(ours, str):
        return Compared([], {}, refused, f"translation: {ours}")
    others = {"with threads from the last to the first": _run(folder / "oracle", BACKWARD="1")}
    if gpu:
        others["on the GPU"] = _printed(folder, "gpu.cu", _without(program.cuda, refused), NVCC)
    found = Compared([], {}, refused, gpu=len(program.names) - len(refused) if gpu else 0)
    for name in (n for n in program.names if n not in refused):
        own = {k: v for k, v in plain.items() if k.startswith(f"{name}.")}
        unlike = {words: _differing(own, other) for words, other in others.items()}
        if wrong := next((f"{words}: {said}" for words, said in unlike.items() if said), ""):
            found.differing[name] = f"the kernel is another {wrong}"
        elif said := _differing(own, ours):
            found.differing[name] = f"differs: {said}"
        else:
            found.same.append(name)
    return found


def _differing(own: Mapping[str, str], other: Mapping[str, str] | str) -> str:
    """What one program says otherwise, empty for nothing."""
    if isinstance(other, str):
        return other
    return ", ".join(sorted(k for k, v in own.items() if other.get(k) != v))


def _without(text: str, names: Iterable[str]) -> str:
    """The program that does not run these kernels."""
    for name in names:
        text = text.replace(f"  run_{name}();\n", "")
    return text


def _printed(folder: Path, name: str, text: str, command: Sequence[str]) -> dict[str, str] | str:
    source, program = folder / name, folder / Path(name).stem
    source.write_text(text, "utf-8")
    try:
        built = subprocess.run(
            [*command, "-o", str(program), str(source)], capture_output=True, text=True, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return "its compiler does not come to an end"
    if built.returncode:
        lines = [line for line in built.stderr.splitlines() if "error" in line or "undefined" in line]
        return (lines or ["?"])[0]
    return _run(program)


def _run(program: Path, **environment: str) -> dict[str, str] | str:
    told = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", **environment}
    try:
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, env=told)
    except subprocess.TimeoutExpired:
        return "does not end"
    rows = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines() if " " in line)
    return rows if done.returncode == 0 else f"ends with {done.returncode} after {list(rows)[-1:]}"


def one(seed: int, each: int, gpu: bool, keep: Path | None, columns: bool = False) -> tuple[int, Compared]:
    """What came of the program of a seed; it stays in ``keep`` where something is wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = compared((drawn_columns if columns else drawn_program)(seed, each), folder, gpu)
        if keep and (found.unbuilt or found.differing or found.refused):
            (keep / str(seed)).mkdir(parents=True, exist_ok=True)
            for file in folder.iterdir():
                if file.suffix in (".cu", ".cpp"):
                    (keep / str(seed) / file.name).write_bytes(file.read_bytes())
    return seed, found


def told(seed: int, each: int, found: Compared) -> None:
    """The lines about a program with something wrong."""
    if found.unbuilt:
        print(f"seed {seed}, {each} kernels: {found.unbuilt}", flush=True)
    for kernel, words in {**found.refused, **found.differing}.items():
        print(f"seed {seed} {kernel}: {words}", flush=True)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, number in (("seed", 0), ("kernels", 1000), ("each", 20), ("jobs", 1), ("gpu", 0), ("seconds", 0)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--keep", type=Path, help="where programs with something wrong are left")
    parser.add_argument("--columns", action="store_true", help="only loops down columns")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.kernels // options.each)
    same = wrong = refused = unbuilt = ran = 0
    started = time.monotonic()
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting = {
            pool.submit(one, s, options.each, s - options.seed < options.gpu, options.keep, options.columns)
            for s in seeds
        }
        for done in as_completed(waiting):
            seed, found = done.result()
            told(seed, options.each, found)
            same, wrong, refused = same + len(found.same), wrong + len(found.differing), refused + len(found.refused)
            if (same + wrong + refused) % 1000 < options.each:
                print(f"{same} the same, {wrong} differ, {refused} refused until now", flush=True)
            unbuilt, ran = unbuilt + (options.each if found.unbuilt else 0), ran + found.gpu
            if options.seconds and time.monotonic() - started > options.seconds:
                pool.shutdown(cancel_futures=True)
                break  # cancelled ones are never said to be done
    seconds = time.monotonic() - started
    print(
        f"{same} the same ({ran} on a GPU too), {wrong} differ, {refused} refused, {unbuilt} in programs that are not "
        f"built; {seconds:.0f} s"
    )
    return int(bool(wrong or unbuilt))


if __name__ == "__main__":
    sys.exit(main())
