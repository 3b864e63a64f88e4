"""Public CUDA programs beside the OpenMP versions that their authors wrote by hand: CPU time of both.

    python benchmarks/cuda_twins.py --root FOLDER [--mirror MIRROR] [--threads 2] [--times 5] [--nvcc] [NAME…] [-o twins.json]

Which programs, at which commit and with which arguments stands in benchmarks/cuda/twins.toml. MIRROR holds repositories as
OWNER+NAME/repo; without it FOLDER has their files already. Both sides are built with the same options. What is timed is the CPU
time of all threads: of the whole process, or, where a program calls a clock around its computation, from the first call to the
last one. The ratio is the hand's time over ours, medians; where a program has several hands the fastest counts.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from cuda_base import checked_out
from cuda_programs import differs

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TABLE = Path(__file__).parent / "cuda" / "twins.toml"
OPTIONS = ["-O3", "-march=native", "-fopenmp", "-w"]
BUILD_SECONDS, SECONDS = 200.0, 60.0
# A program's clock shows the CPU time of its threads, and what passed between the first and the last call is told at the end.
_CLOCK = """#include <stdio.h>
#include <time.h>
static double first = -1, last;
static double now() {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
static double seen() {
    last = now();
    if (first < 0) first = last;
    return last;
}
__attribute__((destructor)) static void tell() { if (first >= 0) fprintf(stderr, "\\ntwin_cpu %.9f\\n", last - first); }
"""
_WRAPPED = """double __wrap_{name}() {{ return seen(){scale}; }}
"""


@dataclass(frozen=True)
class Twin:
    """A program and its hands: sources, options and arguments of both."""

    name: str
    place: Path
    ours: tuple[str, ...]
    own: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    flags: tuple[str, ...]
    hand_flags: tuple[str, ...]
    arguments: tuple[str, ...]
    hand_arguments: tuple[str, ...]
    clock: tuple[str, ...]
    environment: Mapping[str, str]


@dataclass
class Measured:
    """Seconds of both sides, or why there are none."""

    name: str
    ours: float = 0.0
    hands: list[float] = field(default_factory=list)
    failed: str = ""
    unlike: str = ""

    @property
    def ratio(self) -> float:
        """The fastest hand's time over ours, 0 without."""
        return min(self.hands) / self.ours if self.hands and self.ours else 0.0


def twins(root: Path, mirror: Path | None, names: Sequence[str]) -> Iterator[Twin]:
    """Those of the table."""
    for rows in tomllib.loads(TABLE.read_text("utf-8")).values():
        place = root / rows["repository"].replace("/", "+")
        if mirror:
            place = checked_out(mirror, rows["repository"], rows["commit"], root)
        for name, row in rows["programs"].items():
            if not names or name in names:
                yield _twin(name, place, rows, row)


def _twin(name: str, place: Path, rows: Mapping[str, object], row: dict[str, list[str]]) -> Twin:
    own, hands = row.get("own", []), row.get("hands", [])
    if "under" in rows:  # a folder for each side
        place = place / str(rows["under"]) / name
        row = {"folders": ["homobackend_gpu/CUDA", "homobackend_cpu/OpenMP"], **row}
    if "folders" in row:
        ours, hand = (_sources(place, folder) for folder in row["folders"])
        row["ours"], own = [f for f in ours if f.endswith(".cu")], [f for f in ours if not f.endswith(".cu")]
        hands = [hand]
    shared = row.get("with", [])
    return Twin(
        name,
        place,
        tuple(row["ours"]),
        (*own, *shared),
        tuple((*hand, *shared) for hand in hands),
        (*rows.get("flags", ()), *row.get("flags", ())),  # type: ignore[misc]
        tuple(row.get("hand_flags", ())),
        tuple(row.get("arguments", ())),
        tuple(row.get("hand_arguments", row.get("arguments", ()))),
        tuple(row.get("clock", rows.get("clock", ()))),  # type: ignore[arg-type]
        rows.get("environment", {}),  # type: ignore[arg-type]
    )


def _sources(place: Path, folder: str) -> list[str]:
    """Those of one side; a file that exists in CUDA too is not built twice."""
    files = sorted(f for f in (place / folder).rglob("*") if f.suffix in (".cu", ".cpp", ".c"))
    return [str(f.relative_to(place)) for f in files if f.suffix == ".cu" or f.with_suffix(".cu") not in files]


def measured(twin: Twin, threads: int, times: int, nvcc: bool) -> Measured:
    """Build and run both sides, by turns."""
    found = Measured(twin.name)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        try:
            if nvcc and (said := _original(twin, work)):
                found.failed = f"nvcc: {said}"
                return found
            programs = [_translated(twin, work)]
            programs += [_built(twin, hand, work, f"hand{i}", twin.hand_flags) for i, hand in enumerate(twin.hands)]
            rows: list[list[float]] = [[] for _ in programs]
            printed = [""] * len(programs)
            for _ in range(times):
                for at, program in enumerate(programs):
                    arguments = twin.hand_arguments if at else twin.arguments
                    seconds, printed[at] = _ran(twin, program, arguments, work, threads)
                    rows[at].append(seconds)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            found.failed = str(error)[:300]
            return found
    found.ours, *found.hands = map(statistics.median, rows)
    found.unlike = differs(printed[0], printed[1])
    return found


def _original(twin: Twin, work: Path) -> str:
    sources = [str(twin.place / f) for f in (*twin.ours, *twin.own)]
    built = ["nvcc", "-arch=sm_90", "-w", *_includes(twin, (*twin.ours, *twin.own)), *twin.flags, *sources]
    done = subprocess.run(
        [*built, "-lgomp", "-o", str(work / "gpu")],
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
        cwd=twin.place,
    )
    return _first_error(done.stdout + done.stderr) if done.returncode else ""


def _includes(twin: Twin, sources: Sequence[str]) -> list[str]:
    folders = {(twin.place / f).parent for f in sources}
    near = {f / name for f in folders for name in ("include", "../common") if (f / name).is_dir()}
    return [f"-I{f}" for f in sorted(folders | near)]


def _translated(twin: Twin, work: Path) -> Path:
    folder = work / "cpp"
    folder.mkdir()
    includes = [*_includes(twin, (*twin.ours, *twin.own)), *_absolute(twin)]
    sources = [str(twin.place / f) for f in twin.ours]
    command = [sys.executable, "-m", "loopwright", "translate", *sources, "-o", str(folder)]
    done = subprocess.run([*command, *includes], capture_output=True, text=True, timeout=BUILD_SECONDS)
    files = sorted(map(str, folder.rglob("*.cpp")))
    if not files or "unsupported" in done.stderr:
        raise RuntimeError(f"translate: {done.stderr.strip()[-300:]}")
    return _built(twin, [*files, *twin.own], work, "ours", [], [*twin.ours, *twin.own])


def _absolute(twin: Twin) -> list[str]:
    return [f"-I{twin.place / flag[2:]}" if flag.startswith("-I") else flag for flag in twin.flags]


def _built(
    twin: Twin, sources: Sequence[str], work: Path, name: str, flags: Sequence[str], near: Sequence[str] = ()
) -> Path:
    """A program of C and C++ files; ``near``: whose folders are looked through for headers, those of the sources if empty."""
    (work / "clock.c").write_text(_CLOCK + "".join(_wrapped(name) for name in twin.clock), "utf-8")
    objects = []
    for at, source in enumerate([*sources, str(work / "clock.c")]):
        objects.append(str(work / f"{name}{at}.o"))
        compiler = ["gcc", "-std=gnu11"] if source.endswith(".c") else ["g++", "-std=c++17"]
        options = [*OPTIONS, *_includes(twin, near or sources), *_absolute(twin), *flags]
        _done([*compiler, *options, "-c", "-o", objects[-1], str(twin.place / source)])
    wraps = [f"-Wl,--wrap={name}" for name in twin.clock]
    _done(["g++", "-fopenmp", *wraps, "-o", str(work / name), *objects, "-lm", "-lpthread", "-ldl"])
    return work / name


def _wrapped(name: str) -> str:
    return _WRAPPED.format(name=name, scale=" * 1000" if name.endswith("_ms") else "")


def _done(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_SECONDS)
    if done.returncode:
        raise RuntimeError(f"build: {_first_error(done.stderr)}")


def _first_error(text: str) -> str:
    return next((line for line in text.splitlines() if "error" in line or "undefined" in line), "?")[-240:]


def _ran(twin: Twin, program: Path, arguments: Sequence[str], work: Path, threads: int) -> tuple[float, str]:
    told = {**os.environ, **twin.environment, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    command = [str(program), *(_argument(a, twin.place, work) for a in arguments)]
    before = os.times()
    done = subprocess.run(command, capture_output=True, timeout=SECONDS, cwd=work, env=told, stdin=subprocess.DEVNULL)
    after = os.times()
    if done.returncode not in (0, 1):
        raise RuntimeError(f"run of {program.name}: ends with {done.returncode}")
    said = done.stderr.decode("utf-8", "replace")
    marks = [line.split()[1] for line in said.splitlines() if line.startswith("twin_cpu ")]
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    if twin.clock and not marks:
        raise RuntimeError(f"run of {program.name}: no clock was read ({done.returncode}): {said[-100:]}")
    return float(marks[-1]) if marks else seconds, done.stdout.decode("utf-8", "replace")[:20000]


def _argument(text: str, place: Path, work: Path) -> str:
    """A file of the repository by its path, and one of drawn numbers that ``@NAME COUNT LOW HIGH`` asks for."""
    if text.startswith("@"):
        name, count, low, high = text[1:].split()
        if not (work / name).exists():
            chance = random.Random(name)
            numbers = (chance.uniform(float(low), float(high)) for _ in range(int(count)))
            (work / name).write_text("".join(f"{n:.6f}\n" for n in numbers), "utf-8")
        return name
    return str(place / text) if "/" in text or (place / text).is_dir() else text


def main() -> int:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--mirror", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--nvcc", action="store_true", help="leave out what nvcc does not build")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    options.root.mkdir(parents=True, exist_ok=True)
    found: list[Measured] = []
    for twin in twins(options.root, options.mirror, options.names):
        found.append(one := measured(twin, options.threads, options.times, options.nvcc))
        hands = ", ".join(f"{t:.4f}" for t in one.hands)
        print(f"| {one.name} | {one.ours:.4f} | {hands} | {one.ratio:.2f} | {one.failed or one.unlike} |", flush=True)
        if options.output:
            options.output.write_text(json.dumps([asdict(o) for o in found], indent=1) + "\n", "utf-8")
    ratios = sorted(one.ratio for one in found if one.ratio)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{len(ratios)} of {len(found)}: geometric mean {mean:.2f}, under 0.5: {sum(r < 0.5 for r in ratios)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
