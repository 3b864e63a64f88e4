"""Whole programs: what `loopwright annotate` makes of them beside a version annotated by hand, on the emulated device.

    python benchmarks/programs.py [NAME…] [--assumed] [--memory MODEL] [--json] [--keep DIR]

For every program of benchmarks/programs: does the annotated one compile, print what the serial one prints, run without a finding;
how many bytes does it move and how many kernels does it have beside the hand's.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from loopwright.device.outputs import same_output
from loopwright.openacc.sharing import MEMORY_MODELS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROGRAMS = Path(__file__).parent / "programs"
SOURCES = (".c", ".cpp")
HEADERS = (".h", ".hpp")
_DIRECTIVE = re.compile(r"^[ \t]*#pragma acc\b(?:.*\\\n)*.*\n", re.MULTILINE)


@dataclass(frozen=True)
class Program:
    """A folder of benchmarks/programs and how it is run."""

    name: str
    small: tuple[str, ...]
    large: tuple[str, ...]
    tolerance: float

    @property
    def files(self) -> list[Path]:
        """Sources and headers, annotated by hand."""
        return sorted(path for path in (PROGRAMS / self.name).iterdir() if path.suffix in (*SOURCES, *HEADERS))


@dataclass(frozen=True)
class Run:
    """A version on the emulated device. ``failure``: why there is no run."""

    same: bool = False
    bytes: int = 0
    kernels: int = 0
    launches: int = 0
    findings: tuple[str, ...] = ()
    failure: str = ""


@dataclass(frozen=True)
class Row:
    """One program: the hand's version and ours."""

    name: str
    hand: Run
    ours: Run


def programs(names: list[str] | None = None) -> list[Program]:
    """Those called so, or all."""
    table = tomllib.loads((PROGRAMS / "programs.toml").read_text("utf-8"))
    unknown = set(names or ()) - set(table)
    if unknown:
        sys.exit(f"there is no program {', '.join(sorted(unknown))}")
    return [
        Program(name, tuple(row["small"]), tuple(row["large"]), row["tolerance"])
        for name, row in table.items()
        if not names or name in names
    ]


def serial(text: str) -> str:
    """A source annotated by hand as it was before: no directive, nothing that stands under `#ifdef _OPENACC`."""
    kept: list[str] = []
    branches: list[bool | None] = []  # of each open conditional: is this branch kept, `None` where it is not ours
    for line in _DIRECTIVE.sub("", text).splitlines(keepends=True):
        word = line.split()[:2]
        if word[:1] in (["#ifdef"], ["#if"], ["#ifndef"]):
            ours = word == ["#ifdef", "_OPENACC"]
            branches.append(False if ours else None)
            if ours:
                continue
        elif word[:1] == ["#else"] and branches[-1] is not None:
            branches[-1] = not branches[-1]
            continue
        elif word[:1] == ["#endif"] and branches.pop() is not None:
            continue
        if False not in branches:
            kept.append(line)
    return "".join(kept)


def write_serial(program: Program, folder: Path) -> list[Path]:
    """The serial files; the sources among them are returned."""
    return _write(folder, {path.name: serial(path.read_text("utf-8")) for path in program.files})


def write_hand(program: Program, folder: Path) -> list[Path]:
    """The files as they were annotated by hand."""
    return _write(folder, {path.name: path.read_text("utf-8") for path in program.files})


def write_ours(program: Program, folder: Path, options: list[str]) -> list[Path]:
    """The serial files after `loopwright annotate` of all of them."""
    sources = write_serial(program, folder / "serial")
    found = _write(folder, {path.name: path.read_text("utf-8") for path in (folder / "serial").iterdir()})
    output = folder if len(sources) > 1 else folder / sources[0].name
    command = [sys.executable, "-m", "loopwright", "annotate", *map(str, sources), "-o", str(output), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    (folder / "annotate.log").write_text(done.stderr, "utf-8")
    if done.returncode != 0:
        raise RuntimeError(f"annotate: {done.stderr.strip().splitlines()[-1:]}")
    return found


def _write(folder: Path, texts: dict[str, str]) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return [folder / name for name in sorted(texts) if Path(name).suffix in SOURCES]


def reference(program: Program, folder: Path) -> str:
    """What the serial program prints."""
    files = write_serial(program, folder / "serial")
    target = folder / "serial" / "program"
    compiler = "g++" if any(path.suffix == ".cpp" for path in files) else "gcc"
    subprocess.run([compiler, "-O1", *map(str, files), "-o", str(target), "-lm"], check=True, capture_output=True)
    return subprocess.run([str(target), *program.small], check=True, capture_output=True, text=True, timeout=60).stdout


def emulated(program: Program, files: list[Path], expected: str, memory: str = "discrete") -> Run:
    """A version on the emulated device, with all accesses watched."""
    command = [sys.executable, "-m", "loopwright", "run", "--json", "--cflags=-O1", "--ldflags=-lm", "--timeout=120"]
    command += ["--memory", memory]
    done = subprocess.run(
        [*command, *map(str, files), "--", *program.small], capture_output=True, text=True, cwd=files[0].parent
    )
    if not done.stdout.startswith("{"):
        return Run(failure=(done.stderr.strip().splitlines() or ["no output"])[0][:300])
    document: dict[str, Any] = json.loads(done.stdout)
    if document["exit"] != 0:
        return Run(failure=f"exit {document['exit']}: {document['stderr'].strip()[:300]}")
    moved = sum(row[way]["bytes"] for row in document["directives"] for way in ("to_device", "to_host"))
    return Run(
        same=same_output(expected, document["stdout"], program.tolerance),
        bytes=moved,
        kernels=len(document["kernels"]),
        launches=sum(kernel["times"] for kernel in document["kernels"]),
        findings=tuple(
            f"{f['code']} {Path(f['file']).name}:{f['line']} {f['message']}"
            for f in document["findings"]
            if f["severity"] in ("error", "warning")
        ),
    )


def measure(program: Program, folder: Path, options: list[str], memory: str = "discrete") -> Row:
    """Both versions of one program, each on a device of that memory model."""
    expected = reference(program, folder)
    hand = emulated(program, write_hand(program, folder / "hand"), expected, memory)
    try:
        files = write_ours(program, folder / "ours", [*options, "--memory", memory])
        ours = emulated(program, files, expected, memory)
    except RuntimeError as error:
        ours = Run(failure=str(error))
    return Row(program.name, hand, ours)


def table(rows: list[Row]) -> str:
    """The rows and what they come to."""
    lines = [
        "| program | same | bytes ours / hand | kernels ours / hand | findings |",
        "| --- | --- | --- | --- | --- |",
    ]
    ratios = []
    for row in rows:
        if not row.hand.same or row.hand.findings:
            lines.append(
                f"| {row.name} | **by hand**: {row.hand.failure or row.hand.findings or 'another output'} | | | |"
            )
        ratio = (row.ours.bytes + 1) / (row.hand.bytes + 1)
        if not row.ours.failure and row.ours.kernels:
            ratios.append(ratio)
        word = row.ours.failure or ("yes" if row.ours.same else "**no**")
        moved = f"{row.ours.bytes:,} / {row.hand.bytes:,} = {ratio:.2f}" if not row.ours.failure else ""
        findings = "; ".join(row.ours.findings[:2])
        lines.append(f"| {row.name} | {word} | {moved} | {row.ours.kernels} / {row.hand.kernels} | {findings} |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
    ours, hand = sum(row.ours.kernels for row in rows), sum(row.hand.kernels for row in rows)
    lines += [
        "",
        f"{sum(row.ours.same for row in rows)} of {len(rows)} print the same, "
        f"{sum(bool(row.ours.failure) for row in rows)} do not build or run, "
        f"{sum(bool(row.ours.findings) for row in rows)} with findings; bytes {mean:.2f} × the hand's (geometric mean of the "
        f"{len(ratios)} with kernels); kernels {ours} / {hand}.",
    ]
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="programs (default all)")
    parser.add_argument("--assumed", action="store_true", help="annotate takes loops that rest on an assumption")
    parser.add_argument("--memory", choices=MEMORY_MODELS, default="discrete", help="what device and host share")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder for the sources")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for program in programs(options.names):
            folder = (options.keep or Path(scratch)).absolute() / program.name
            rows.append(measure(program, folder, ["--assumed"] if options.assumed else [], options.memory))
            print(f"{program.name}: {rows[-1].ours}", file=sys.stderr)
    print(json.dumps([asdict(row) for row in rows], indent=1) if options.json else table(rows))


if __name__ == "__main__":
    main()
