"""Whole CUDA programs: translated, built, run, and what they print compared with what a GPU makes them print.

    python benchmarks/cuda_programs.py run FOLDER -o ours.json             each .cu file with a `main` is a program
    python benchmarks/cuda_programs.py run FOLDER --nvcc -o gpu.json       the same, built by nvcc, where there is a GPU
    python benchmarks/cuda_programs.py compare ours.json gpu.json
    python benchmarks/cuda_programs.py cudabeaver FOLDER                   the folder `data` of HaoyangChen23/CUDABeaver:
                                                                   programs of several files that test themselves

The programs are not part of this repository, and they are run as they are, without a sandbox: take some that you trust.
Needs nothing but Python where `--nvcc` is given. Lines that speak of times, addresses or the device are not compared;
lines are compared without their order (threads print as they come), numbers to 1e-3.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

NVCC = ["nvcc", "-std=c++17", "-O1", "-arch=native", "-w"]
GCC = ["g++", "-std=c++17", "-O2", "-march=native", "-fopenmp", "-w"]
SECONDS = 20.0
SPOKEN = re.compile(
    r"time|\b[mun]?s\b|GB/s|device|GPU|MHz|clock|memory|bandwidth|FLOP|second|speed|NVIDIA|driver|version|0x[0-9a-f]|pointer"
    r"|address|SM|warp|stream|pitch|elapsed|perform|occupancy|cycles|compute|throughput|faster|thread|block",
    re.IGNORECASE,
)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?|\bnan\b|\binf\b", re.IGNORECASE)
Outcome = dict[str, str]


def translate(files: list[Path], folder: Path, *options: str) -> str:
    """Write C++ for ``files`` to ``folder``; what was said of kernels that have no translation."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "loopwright", "translate", *map(str, files), "-o", str(folder), *options]
    done = subprocess.run([*command, "--compiler", "true"], capture_output=True, text=True, timeout=120)
    told = [line for line in done.stderr.splitlines() if "unsupported" in line]
    return told[0].split("unsupported: ")[-1] if told else "" if done.returncode == 0 else done.stderr.strip()[-200:]


def ran(command: list[str], seconds: float, folder: Path, **environment: str) -> tuple[str, str]:
    """(ending, standard output)."""
    settings = {**os.environ, "OMP_NUM_THREADS": "2", **environment}
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=seconds, cwd=folder, env=settings, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return "does not end", ""
    ending = "" if done.returncode == 0 else f"ends with {done.returncode}"
    return ending, done.stdout.decode("utf-8", errors="replace")[:20000]


def program(file: Path, nvcc: bool) -> Outcome:
    """Build and run one program."""
    with tempfile.TemporaryDirectory() as work:
        binary = Path(work) / "program"
        if nvcc:
            built = [*NVCC, "-o", str(binary), str(file)]
        else:
            refused = translate([file], Path(work) / "cpp")
            if refused:
                return {"outcome": f"not translated: {refused}"}
            sources = map(str, (Path(work) / "cpp").glob("*.cpp"))
            built = [*GCC, f"-I{file.parent}", "-o", str(binary), *sources, "-lpthread", "-ldl"]
        done = subprocess.run(built, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            errors = [line for line in done.stderr.splitlines() if "error" in line or "undefined" in line]
            return {"outcome": f"not built: {(errors or ['?'])[0][-160:]}"}
        ending, output = ran([str(binary)], SECONDS, Path(work))
        return {"outcome": ending or "ran", "output": output}


def run(folder: Path, nvcc: bool, jobs: int) -> dict[str, Outcome]:
    """Program → what became of it."""
    files = [f for f in sorted(folder.rglob("*.cu")) if re.search(r"\bmain\s*\(", f.read_text("utf-8", "replace"))]
    with ThreadPoolExecutor(jobs) as pool:
        outcomes = pool.map(lambda file: program(file, nvcc), files)
        return dict(zip((str(f.relative_to(folder)) for f in files), outcomes, strict=True))


def differs(ours: str, theirs: str) -> str:
    """The first line that two outputs do not share, empty where they are the same."""
    left, right = (
        sorted(s for x in t.splitlines() if (s := x.strip()) and not SPOKEN.search(s)) for t in (ours, theirs)
    )
    if len(left) != len(right):
        return f"{len(left)} lines and {len(right)}"
    for a, b in zip(left, right, strict=True):
        pairs = zip(NUMBER.findall(a), NUMBER.findall(b), strict=False)
        near = all(
            x == y or abs(float(x) - float(y)) <= 1e-3 * max(abs(float(x)), abs(float(y)), 1e-3) for x, y in pairs
        )
        if NUMBER.sub("#", a) != NUMBER.sub("#", b) or not near:
            return f"{a[:80]!r} and {b[:80]!r}"
    return ""


def compare(ours: dict[str, Outcome], theirs: dict[str, Outcome]) -> None:
    """Print programs that print something else, and how many print the same."""
    both = [n for n in ours if theirs.get(n, {}).get("outcome") == "ran" and ours[n]["outcome"] == "ran"]
    different = {name: text for name in both if (text := differs(ours[name]["output"], theirs[name]["output"]))}
    for name, text in different.items():
        print(f"- {name}: {text}")
    for name, outcome in ours.items():
        if outcome["outcome"] != "ran" and theirs.get(name, {}).get("outcome") == "ran":
            print(f"- {name}: {outcome['outcome']}, on the GPU it ends well")
    print(f"{len(both)} ran on both, {len(both) - len(different)} printed the same")


def task(folder: Path) -> tuple[str, str]:
    """Build a task's reference solution with its tests; (name, outcome)."""
    name = folder.name.split("__")[0]
    command = json.loads((folder / "input.json").read_text("utf-8"))["build_command"] or ""
    with tempfile.TemporaryDirectory() as work:
        place = Path(work)
        shutil.copytree(folder / "testbench", place, dirs_exist_ok=True)
        shutil.copy(folder / "reference.cu", place / "solution.cu")
        words = shlex.split(re.sub(r'-I\s*"\$\([^"]*"', "", command.split("nvcc", 1)[1]))
        flags = re.findall(r"-I\s*(\S+)", " ".join(words))
        files = [f for word in words if word.endswith((".cu", ".cpp")) for f in sorted(place.glob(word))]
        includes = [f"-I{place / flag}" for flag in flags]
        refused = translate([f for f in files if f.suffix == ".cu"], place / "cpp", *includes)
        sources = [*(place / "cpp").glob("*.cpp"), *(f for f in files if f.suffix == ".cpp")]
        built = [*GCC, *includes, "-o", str(place / "program"), *map(str, sources)]
        done = subprocess.run(built, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            errors = [line for line in done.stderr.splitlines() if "error" in line or "undefined" in line]
            return name, f"not built: {refused or (errors or ['?'])[0].split('error: ')[-1][:120]}"
        ending, _ = ran([str(place / "program")], 60, place)
        return name, (f"{refused}" if refused else ending) if ending else "passes"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    calls = parser.add_subparsers(dest="call", required=True)
    runs = calls.add_parser("run")
    runs.add_argument("folder", type=Path)
    runs.add_argument("--nvcc", action="store_true")
    runs.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    runs.add_argument("-o", "--output", type=Path, required=True)
    compares = calls.add_parser("compare")
    compares.add_argument("ours", type=Path)
    compares.add_argument("theirs", type=Path)
    beaver = calls.add_parser("cudabeaver")
    beaver.add_argument("folder", type=Path)
    options = parser.parse_args()
    if options.call == "run":
        outcomes = run(options.folder, options.nvcc, options.jobs)
        options.output.write_text(json.dumps(outcomes, indent=1) + "\n", "utf-8")
        print(Counter(o["outcome"].split(":")[0] for o in outcomes.values()))
    elif options.call == "compare":
        compare(*(json.loads(path.read_text("utf-8")) for path in (options.ours, options.theirs)))
    else:
        tasks = {f.name.split("__")[0]: f for f in sorted(options.folder.glob("cuda_*")) if (f / "input.json").exists()}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = dict(pool.map(task, tasks.values()))
        for name, outcome in outcomes.items():
            print(f"{name:10} {outcome}")
        print(f"{sum(o == 'passes' for o in outcomes.values())} of {len(outcomes)} pass")


if __name__ == "__main__":
    main()
