"""Public CUDA programs, drawn: translated, built, run; what fails, by class.

    python benchmarks/cuda_base.py draw MIRROR --seed 1 --count 60 [--nvcc] -o base.json
    python benchmarks/cuda_base.py again --from base.json [NAME…] -o after.json    the same programs, with the code as it is now
    python benchmarks/cuda_base.py again --from base.json --gpu -o both.json       built by nvcc and run on a GPU beside
    python benchmarks/cuda_base.py report base.json

MIRROR holds repositories as OWNER+NAME/repo, bare or not; which of them and at which commit stands in benchmarks/cuda/base.toml.
A program is a file with a `main` beside CUDA code; where its folder has no other `main`, with all sources of the folder (of the folders
below, too, if it is called `main` and has none of CUDA beside it), but for those that another includes. Programs that need another
library than CUDA's runtime and Thrust are not drawn, and counted. Translations are compiled by g++ and run without arguments in the
folder of their Makefile or CMakeLists.txt, or of the file, shut in (:mod:`loopwright.toolchain.confine`), within 20 seconds of a wall clock
and 60 of all processors. With ``--gpu`` nothing is shut in: for a machine that holds nothing else. What they print is compared as in cuda_programs.py.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from cuda_programs import differs, ran
from loopwright.toolchain.confine import Confinement, run_confined

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TABLE = Path(__file__).parent / "cuda" / "base.toml"
GCC = ["g++", "-std=c++17", "-O2", "-march=native", "-fopenmp", "-w"]
NVCC = ["nvcc", "-std=c++17", "-arch=sm_90", "-w", "-Wno-deprecated-gpu-targets"]
SECONDS, BUILD_SECONDS = 20.0, 240.0
SOURCES = (".cu", ".cpp", ".cc", ".c", ".cxx")
NEIGHBOURS = 64 << 20  # bytes of a folder around a program that it may see
# Programs look for their data beside themselves: linked in, this goes there before `main`.
_START = """#include <cstdlib>
#include <unistd.h>
__attribute__((constructor)) static void start() { if (chdir(getenv("PROGRAM_FOLDER"))) _exit(126); }
"""
_MAIN = re.compile(rb"^[ \t]*(?:int|void|auto|signed)\s+main\s*\(", re.MULTILINE)
_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"]", re.MULTILINE)
# A file of the host that calls CUDA's runtime is translated too.
_RUNTIME = re.compile(
    rb"^[ \t]*#[ \t]*include[ \t]*[<\"](?:cuda|helper_cuda|cublas|curand)[\w./]*[>\"]|\bcuda[A-Z]\w+\s*\(", re.MULTILINE
)
_NEEDS = re.compile(
    r"[Uu]sage|[Cc]annot open|[Cc]ould not open|[Nn]o such file|failed to (?:open|load)|not found|unable to find",
    re.IGNORECASE,
)
_FOLDERS = ("include", "inc", "common", "common/inc", "Common", "helpers", "util", "utils", "src", ".")


@dataclass(frozen=True)
class Program:
    """``name``: repository and path of the file with `main`; ``sources`` and ``folders`` in the repository."""

    name: str
    repository: str
    sources: tuple[str, ...]
    folders: tuple[str, ...]


@dataclass
class Outcome:
    """What became of it. ``stage``: original, translate, build, run or ran."""

    program: Program
    stage: str
    detail: str = ""
    code: int = 0  # of `loopwright translate`
    kernels: dict[str, int] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    output: str = ""
    gpu: str = ""  # how the program of nvcc ended on a GPU
    printed: str = ""  # and what it printed


def table() -> dict[str, object]:
    """Which repositories, and which headers need no other library."""
    return tomllib.loads(TABLE.read_text("utf-8"))


def checked_out(mirror: Path, repository: str, commit: str, folder: Path) -> Path:
    """The files of a repository at a commit, in ``folder``; a mirror may lack the largest."""
    place = folder / repository.replace("/", "+")
    if place.exists():
        return place
    bare = mirror / repository.replace("/", "+") / "repo"
    git = ["git", f"--git-dir={bare if (bare / 'HEAD').exists() else bare / '.git'}"]
    listed = subprocess.run(
        [*git, "ls-tree", "-rz", commit], capture_output=True, text=True, errors="replace", check=True
    ).stdout
    rows = [row.partition("\t")[::2] for row in listed.split("\0") if row.startswith("100")]
    hashes = "".join(f"{head.split()[2]}\n" for head, _ in rows)
    found = subprocess.run([*git, "cat-file", "--batch"], input=hashes.encode(), capture_output=True, check=True).stdout
    at = 0
    for _, name in rows:
        end = found.index(b"\n", at)
        head, at = found[at:end].split(), end + 1
        if head[1] == b"missing":
            continue
        size = int(head[2])
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(found[at : at + size])
        at += size + 1
    return place


def programs(place: Path, repository: str, known: Sequence[str]) -> tuple[list[Program], Counter[str]]:
    """Those of a repository, and how many need which other library."""
    found, others = [], Counter[str]()
    flat = [(folder, sorted(folder.iterdir())) for folder in sorted({f.parent for f in place.rglob("*.cu")})]
    deep = [(f, sorted(f.rglob("*"))) for f in dict.fromkeys(f.parent for f in sorted(place.rglob("main.c*"))) if flat]
    for folder, files in flat + deep:
        texts = {f: f.read_bytes() for f in files if f.suffix in SOURCES and f.is_file()}
        mains = [f for f, text in texts.items() if _MAIN.search(text)]
        included = {
            os.path.basename(name.decode("utf-8", "replace")) for t in texts.values() for name in _INCLUDE.findall(t)
        }
        for main in mains:
            beside = [f for f in texts if f not in mains] if len(mains) == 1 else []
            if not any(b"__global__" in texts[f] or b"<<<" in texts[f] for f in (main, *beside)):
                continue
            sources = [main, *(f for f in beside if f.name not in included)]
            around = [folder, *sorted({f.parent for f in sources})]
            folders = tuple(dict.fromkeys(f for a in around for f in _include_folders(place, a)))
            missing = _missing(sources, [place / f for f in folders], known)
            if missing:
                others[missing] += 1
                continue
            names = tuple(str(f.relative_to(place)) for f in sources)
            found.append(Program(f"{repository}:{names[0]}", repository, names, folders))
    return list({program.name: program for program in reversed(found)}.values())[::-1], others


def _include_folders(place: Path, folder: Path) -> Iterator[str]:
    at = folder
    while at.is_relative_to(place):
        for name in _FOLDERS:
            if (at / name).is_dir():
                yield str((at / name).relative_to(place))
        at = at.parent


def _missing(sources: Sequence[Path], folders: Sequence[Path], known: Sequence[str]) -> str:
    """The first header that neither the repository nor a plain toolkit has."""
    waiting, seen = list(sources), set(sources)
    while waiting:
        file = waiting.pop()
        for match in _INCLUDE.finditer(file.read_bytes()):
            name = match[1].decode("utf-8", "replace")
            inner = next((p for f in (file.parent, *folders) if (p := (f / name).resolve()).is_file()), None)
            if inner is not None and inner not in seen:
                seen.add(inner)
                waiting.append(inner)
            elif inner is None and not any(re.fullmatch(pattern, name) for pattern in known):
                return name
    return ""


def tried(program: Program, root: Path, nvcc: bool, gpu: bool = False) -> Outcome:
    """Translate, build and run one."""
    place = root / program.repository.replace("/", "+")
    sources = [place / name for name in program.sources]
    includes = [f"-I{place / f}" for f in program.folders]
    with tempfile.TemporaryDirectory() as work:
        try:
            return _tried(program, sources, includes, Path(work), nvcc or gpu, gpu)
        except subprocess.TimeoutExpired as error:
            return Outcome(program, "translate" if "loopwright" in error.cmd else "build", "does not end")


def _tried(program: Program, sources: list[Path], includes: list[str], work: Path, nvcc: bool, gpu: bool) -> Outcome:
    depth = len(Path(program.sources[0]).parent.parts)
    place = _project(sources[0].parent, depth)
    ending, printed = "", ""
    if nvcc:
        built = [*NVCC, *includes, "-o", str(work / "gpu"), *map(str, sources)]
        done = subprocess.run(built, capture_output=True, text=True, errors="replace", timeout=BUILD_SECONDS, cwd=work)
        if done.returncode != 0:
            return Outcome(program, "original", _first_error(done.stdout + done.stderr))
        if gpu:
            ending, printed = ran([str(work / "gpu")], SECONDS, place)
    folders = [Path(flag[2:]) for flag in includes]
    cuda = [f for f in sources if f.suffix == ".cu" or any(map(_calls_runtime, _with_headers(f, folders)))]
    command = [sys.executable, "-m", "loopwright", "translate", *map(str, cuda), "-o", str(work / "cpp"), "--json"]
    (work / "cpp").mkdir()
    done = subprocess.run(
        [*command, *includes], capture_output=True, text=True, errors="replace", timeout=BUILD_SECONDS
    )
    outcome = Outcome(program, "ran", code=done.returncode, gpu=ending, printed=printed)
    if "Traceback" in done.stderr or not done.stdout.startswith("{"):
        outcome.stage, outcome.detail = "translate", done.stderr.strip()[-300:]
        return outcome
    document = json.loads(done.stdout)
    kernels = [k for d in document.get("files", [document]) for k in d["kernels"]]
    outcome.kernels = dict(Counter(k["status"] for k in kernels))
    outcome.reasons = [f"{k['name']}: {k['reason']}" for k in kernels if k["reason"]]
    others = [word for f in sources if f not in cuda for word in (*_language(f), str(f))]
    (work / "start.cc").write_text(_START, "utf-8")
    translated = map(str, sorted((work / "cpp").rglob("*.cpp")))
    built = [*GCC, *includes, "-o", str(work / "program"), *translated, str(work / "start.cc"), *others]
    done = subprocess.run(
        [*built, "-lpthread", "-ldl"], capture_output=True, text=True, errors="replace", timeout=BUILD_SECONDS
    )
    if done.returncode != 0:
        outcome.stage, outcome.detail = "build", _first_error(done.stderr)
        return outcome
    if gpu:
        ending, outcome.output = ran([str(work / "program")], SECONDS, place, PROGRAM_FOLDER=str(place))
        outcome.stage, outcome.detail = ("run", ending) if ending else ("ran", "")
        return outcome
    seen = _neighbourhood(sources[0].parent, depth)
    seen = seen if place.is_relative_to(seen) else place
    walls = Confinement(copied=seen, writable=1 << 28, memory=6 << 30, cpu_seconds=60, threads=16)
    told = {"OMP_NUM_THREADS": "2", "PROGRAM_FOLDER": str(place)}
    ended = run_confined([str(work / "program")], walls, timeout=SECONDS, environment=told, output_limit=200_000)
    outcome.output = f"{ended.stdout}\n{ended.stderr}"[:20000]
    if ended.code != 0:
        outcome.stage, outcome.detail = "run", ended.ending if ended.code is None else f"ends with {ended.code}"
    return outcome


def _language(file: Path) -> tuple[str, str]:
    """nvcc gives a file of C to the compiler as C, g++ takes it for C++."""
    return ("-x", "c" if file.suffix == ".c" else "none")


def _calls_runtime(file: Path) -> bool:
    return _RUNTIME.search(file.read_bytes()) is not None


def _with_headers(file: Path, folders: Sequence[Path]) -> list[Path]:
    """The file and those of the repository that it includes."""
    found = [file]
    for at in found:
        for match in _INCLUDE.finditer(at.read_bytes()):
            name = match[1].decode("utf-8", "replace")
            inner = next((p for f in (at.parent, *folders) if (p := f / name).is_file()), None)
            if inner is not None and inner not in found:
                found.append(inner)
    return found


def _project(folder: Path, depth: int) -> Path:
    """Where the program is built, within two folders above it: there its data are."""
    near = [folder, *folder.parents[: min(2, depth)]]
    return next((f for f in near if any((f / n).is_file() for n in ("Makefile", "CMakeLists.txt", "makefile"))), folder)


def _neighbourhood(folder: Path, depth: int) -> Path:
    """The folder with those around it, up to two and within the repository, while they are small."""
    for _ in range(min(2, depth)):
        if sum(f.stat().st_size for f in folder.parent.rglob("*") if f.is_file()) > NEIGHBOURS:
            break
        folder = folder.parent
    return folder


def _first_error(text: str) -> str:
    lines = [line for line in text.splitlines() if "error" in line or "undefined" in line]
    return (lines or ["?"])[0][-240:]


def class_of(outcome: Outcome) -> str:
    """A class of failures: the stage and what was said, without names and numbers."""
    if outcome.stage == "ran":
        left_out = [r.split(": ", 1)[1] for r in outcome.reasons]
        return "ran" if not left_out else "ran, kernels left out"
    if outcome.reasons and outcome.stage in ("build", "run"):
        return f"left out: {re.sub(r'^line [0-9]+: ', '', outcome.reasons[0].split(': ', 1)[1])[:90]}"
    if outcome.stage == "run" and _NEEDS.search(outcome.output):
        return "run: needs arguments or files"
    detail = re.sub(r"[^\s:]+\.(?:cpp|cu|h|cuh|o)\b:?|\d+", "", outcome.detail.split("error: ")[-1])
    return f"{outcome.stage}: {detail.strip()[:90]}"


def report(outcomes: Sequence[Outcome]) -> None:
    """Rates, and the failures by class."""
    own = [o for o in outcomes if o.stage != "original"]
    built = [o for o in own if o.stage in ("run", "ran")]
    ran = [o for o in own if o.stage == "ran"]
    wrong = [o for o in ran if re.search(r"\bFAIL|Test failed|[Mm]ismatch at|Result\s*=\s*FAIL", o.output)]
    print(f"{len(outcomes)} drawn, {len(outcomes) - len(own)} not built by nvcc")
    print(
        f"compile {len(built)}/{len(own)}, ran to a good end {len(ran)}/{len(own)}, say that they failed {len(wrong)}"
    )
    if both := [o for o in ran if o.printed and not o.gpu]:
        unlike = {o.program.name: text for o in both if (text := differs(o.output, o.printed))}
        print(f"{len(both)} end well on a GPU too, {len(both) - len(unlike)} of them print the same")
        for name, text in unlike.items():
            print(f"       {name}: {text}")
    for o in own:
        if o.printed and not o.gpu and o.stage != "ran":
            print(f"       {o.program.name}: ends well on a GPU, here: {o.stage} {o.detail}"[:260])
    silent = [o for o in own if o.code == 0 and (o.stage == "build")]
    print(f"exit codes {dict(Counter(o.code for o in own))}; 0 and does not compile: {len(silent)}")
    classes = Counter(class_of(o) for o in outcomes)
    for name, count in classes.most_common():
        print(f"{count:4} {name}")
        for o in outcomes:
            if class_of(o) == name and name != "ran":
                print(f"       {o.program.name}: {o.detail or (o.reasons or [''])[0]}"[:260])


def drawn(mirror: Path, root: Path, seed: int, count: int, given: str = "repositories") -> list[Program]:
    """``count`` programs, of each repository of a set of the table as many as of the others while it has some."""
    rows, chance = table(), random.Random(seed)
    found: list[list[Program]] = []
    others = Counter[str]()
    for repository, commit in rows[given].items():  # type: ignore[attr-defined]
        place = checked_out(mirror, repository, commit, root)
        own, missing = programs(place, repository, rows["headers"])  # type: ignore[arg-type]
        print(f"{repository}: {len(own)} programs, {sum(missing.values())} need another library", file=sys.stderr)
        found.append(chance.sample(own, len(own)))
        others += missing
    print(f"{sum(map(len, found))} programs; other libraries: {others.most_common(12)}", file=sys.stderr)
    turns = (program for turn in itertools.zip_longest(*found) for program in turn if program is not None)
    return list(itertools.islice(turns, count))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    calls = parser.add_subparsers(dest="call", required=True)
    draws = calls.add_parser("draw")
    draws.add_argument("mirror", type=Path)
    draws.add_argument("--seed", type=int, default=1)
    draws.add_argument("--count", type=int, default=60)
    draws.add_argument("--set", default="repositories", help="which of the table: repositories, second, third, …")
    again = calls.add_parser("again")
    again.add_argument("names", nargs="*")
    for call in (draws, again):
        call.add_argument("--nvcc", action="store_true", help="leave out what nvcc does not build")
        call.add_argument("--gpu", action="store_true", help="run what nvcc builds on a GPU beside")
        call.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
        call.add_argument("--root", type=Path, default=Path(tempfile.gettempdir()) / "cuda_base")
        call.add_argument("-o", "--output", type=Path, required=True)
    again.add_argument("--from", dest="given", type=Path, required=True)
    reports = calls.add_parser("report")
    reports.add_argument("given", type=Path)
    options = parser.parse_args()
    if options.call == "report":
        report(read(options.given))
        return
    options.root.mkdir(parents=True, exist_ok=True)
    if options.call == "draw":
        chosen = drawn(options.mirror, options.root, options.seed, options.count, options.set)
    else:
        chosen = [
            o.program
            for o in read(options.given)
            if o.stage != "original"
            if not options.names or any(n in o.program.name for n in options.names)
        ]
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda p: tried(p, options.root, options.nvcc, options.gpu), chosen):
            outcomes.append(outcome)
            options.output.write_text(json.dumps([asdict(o) for o in outcomes], indent=1) + "\n", "utf-8")
    report(outcomes)


def read(file: Path) -> list[Outcome]:
    """Outcomes that were written."""
    rows = json.loads(file.read_text("utf-8"))
    return [
        Outcome(
            **{
                **row,
                "program": Program(**{k: tuple(v) if isinstance(v, list) else v for k, v in row["program"].items()}),
            }
        )
        for row in rows
    ]


if __name__ == "__main__":
    if shutil.which("git") is None:
        sys.exit("git is needed")
    main()
