"""HPCTransEval and KernelBench_c in one run: compile, execute, speed-up by level, and what holds each operator that stays under the
published mean.

    python benchmarks/cuda_suites_speed.py FOLDER [--seed 7] [--level level1] [--minutes 30] [--seconds 240] [--threads 2] [--json OUT]

FOLDER is a checkout of PJLAB-CHIP/HPCTransCompile, which is not part of this repository. Compile and execute as in cuda_suites.py
and kernelbench_torch.py. Times are CPU time of all threads over the threads, because the machine is seldom alone: medians of three,
the anchor (the reference C, PyTorch) beside it in the same process. So nobody gains by threads alone. The bound is that of
cuda_bounds.py; of KernelBench's modules what they are given, keep and give back, and the products and convolutions that PyTorch
counts. A module has --seconds of CPU time; of a translation that needs more the anchor alone is known. `possible` is the anchor's time
over the bound: where that is under the published mean, nothing can reach it here.
Levels are taken by turns, each in an order that --seed draws, so that time that runs out leaves a drawn part of each. With --json a run that was ended
goes on where it stopped: rows that the file holds are not run again.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from cuda_bounds import machine
from cuda_suites import LEVELS, judged
from hpctranseval_speed import apart
from kernelbench_torch import LATE, prepare, run_one

PUBLISHED = {
    "IndependentOperator": 2.35,
    "ComputationGraph": 1.68,
    "level1": 6.75,
    "level2": 8.20,
    "level3": 1.89,
}


@dataclass
class Row:
    """One file; times in milliseconds, 0 where there are none."""

    level: str
    name: str
    compiled: bool = False
    executed: bool = False
    anchor: float = 0.0
    own: float = 0.0
    bytes: float = 0.0
    arithmetic: float = 0.0
    reason: str = ""

    @property
    def ratio(self) -> float:
        """The anchor's time over ours."""
        return self.anchor / self.own if self.own else 0.0

    @property
    def bound(self) -> float:
        """What cannot be undercut."""
        return max(self.bytes, self.arithmetic)


def operator(folder: Path, level: str, file: Path, threads: int) -> Row:
    """A file of HPCTransEval."""
    said = judged(file, level, "hpctranseval", torch=False)
    row = Row(level, file.stem, said.compiled, said.executed, reason="; ".join(said.reasons.values())[:120])
    found = apart(folder / "HPCTransEval", level, file, threads, 3) if said.compiled else "it does not compile"
    if isinstance(found, str):
        row.reason = row.reason or found
        return row
    row.anchor, row.own = found["reference"], found["translation"]
    row.bytes, row.arithmetic = found["bytes"], found.get("arithmetic", 0.0)
    return row


def module(folder: Path, level: str, file: Path, work: Path, threads: int, seconds: int) -> Row:
    """A file of KernelBench_c."""
    if not work.exists():
        work.mkdir()
        prepare(work.parent)
    functionals = folder / "EvalEngine" / "torch_functionals" / level
    functional = next(iter(functionals.glob(f"{file.stem.split('_')[0]}_*.py")), None)
    if functional is None:
        return Row(level, file.stem, reason="no module of PyTorch stands for it")
    options = argparse.Namespace(kernels=folder / "KernelBench_c", functionals=functionals, seconds=seconds)
    said = run_one(options, file, functional, work)
    row = Row(level, file.stem, bool(said["compiled"]), bool(said["agreed"]), reason=str(said.get("reason", ""))[:120])
    if "torch_ms" in said and said.get("kernels"):
        here = machine(threads)
        row.anchor = said["torch_ms"]
        row.own = said["translation_ms"] if said["agreed"] else 0.0
        row.bytes, row.arithmetic = here.copy(said["bytes"]), said["operations"] / here.peak
    return row


def tasks(folder: Path, seed: int | None) -> Iterator[tuple[str, Path]]:
    """Files of all levels by turns, in their order or in one that is drawn."""
    levels: list[list[tuple[str, Path]]] = []
    for level in LEVELS["hpctranseval"]:
        levels.append([(level, file) for file in sorted((folder / "HPCTransEval" / level / "cuda").glob("*.cu"))])
    for level in LEVELS["kernelbench"]:
        files = sorted((folder / "KernelBench_c" / level).glob("*.cu"), key=lambda p: int(p.stem.split("_")[0]))
        levels.append([(level, file) for file in files])
    if seed is not None:
        for files_of_level in levels:
            random.Random(seed).shuffle(files_of_level)
    for turn in zip_longest(*levels):
        yield from (task for task in turn if task is not None)


def report(rows: list[Row]) -> None:
    """A line a level, then one for each operator under the published mean."""
    print(
        "| level | files | compile | execute | did not end | timed | speed-up, mean | geometric | published | held by a bound above |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for level in dict.fromkeys(row.level for row in rows):
        own = [row for row in rows if row.level == level]
        timed = [row for row in own if row.ratio]
        ratios = [row.ratio for row in timed] or [math.nan]
        aim = PUBLISHED.get(level, math.inf)
        late = sum(row.reason == LATE for row in own)
        held = sum(row.anchor / row.bound < aim for row in timed if row.bound)
        print(
            f"| {level} | {len(own)} | {sum(r.compiled for r in own)} | {sum(r.executed for r in own)} | {late} | {len(timed)} "
            f"| {statistics.mean(ratios):.2f} | {statistics.geometric_mean(ratios):.2f} | {aim} | {held} |"
        )
    print(
        "\n| operator under the published mean | anchor, ms | ours | ratio | bound | holds | ours / bound | possible |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        if row.ratio and row.ratio < PUBLISHED.get(row.level, math.inf):
            holds = "bytes" if row.bytes >= row.arithmetic else "arithmetic"
            print(
                f"| {row.level} {row.name} | {row.anchor:.4g} | {row.own:.4g} | {row.ratio:.2f} | {row.bound:.4g} | {holds} "
                f"| {row.own / row.bound:.1f} | {row.anchor / row.bound:.1f} |"
            )
    for row in rows:
        if row.reason:
            print(f"- {row.level} {row.name}: {row.reason}")


def main() -> None:
    """Run, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--level", action="append", help="take this level; all without")
    parser.add_argument("--seconds", type=int, default=240, help="CPU time that a module of PyTorch may take")
    parser.add_argument("--seed", type=int, help="take the files of each level in an order that this draws")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no other file after so many")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    os.environ |= {"OMP_NUM_THREADS": str(options.threads), "OMP_WAIT_POLICY": "passive", "LW_CPU": "1"}
    here = machine(options.threads)
    print(
        f"{options.threads} threads, load {os.getloadavg()[0]:.1f}, {here.peak / 1e6:.0f} GFlop/s, copy of 256 MiB {2**28 / here.copy(2**28) / 1e6:.1f} GB/s"
    )
    rows = (
        [Row(**row) for row in json.loads(options.json.read_text("utf-8"))]
        if options.json and options.json.exists()
        else []
    )
    known = {(row.level, row.name) for row in rows}
    with tempfile.TemporaryDirectory(prefix="cuda-suites-") as name:
        work = Path(name) / "work"
        end = time.monotonic() + 60 * options.minutes
        for level, file in tasks(options.folder, options.seed):
            if options.level and level not in options.level:
                continue
            if time.monotonic() > end:
                break
            if (level, file.stem) in known:
                continue
            is_module = level in LEVELS["kernelbench"]
            rows.append(
                module(options.folder, level, file, work, options.threads, options.seconds)
                if is_module
                else operator(options.folder, level, file, options.threads)
            )
            print(
                f"{rows[-1].level} {rows[-1].name}: {rows[-1].ratio:.2f} {rows[-1].reason}", file=sys.stderr, flush=True
            )
            if options.json:
                options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), "utf-8")
    report(rows)


if __name__ == "__main__":
    main()
