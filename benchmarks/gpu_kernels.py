"""Kernels and examples as written, annotated by `loopwright annotate`, and annotated by hand, on an NVIDIA GPU.

    python benchmarks/gpu_kernels.py build DIR     # here: gcc with nvptx offloading; DIR holds programs and libraries
    bash DIR/run.sh > results.txt                  # on the machine with the GPU
    python benchmarks/gpu_kernels.py table results.txt

The serial programs are built with `gcc -O3 -march=native`-free flags (`-O3`), so that they run on another machine.
"""

from __future__ import annotations

import glob
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
ROOT = HERE.parent
GCC = os.environ.get("OFFLOAD_GCC", "gcc-12")
OFFLOAD = ["-fopenacc", "-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80", "-foffload-options=-lm"]
ROUNDS = 3


def main() -> None:
    """Build, or make a table of results."""
    if len(sys.argv) != 3 or sys.argv[1] not in ("build", "table"):
        sys.exit(__doc__)
    if sys.argv[1] == "build":
        build(Path(sys.argv[2]))
    else:
        print(table(Path(sys.argv[2]).read_text("utf-8")))


def build(folder: Path) -> None:
    """Three programs a kernel, two an example."""
    folder.mkdir(parents=True, exist_ok=True)
    hand = tomllib.loads((HERE / "kernels" / "hand.toml").read_text("utf-8"))
    for source in sorted((HERE / "kernels").glob("*.c")):
        text = source.read_text("utf-8")
        versions = {"serial": text, "ours": annotated(source), "hand": by_hand(text, hand[source.stem][0])}
        for version, code in versions.items():
            compile_one(code, folder / f"{source.stem}.{version}", HERE / "kernels", version != "serial")
    for source in sorted((ROOT / "examples").glob("*.c")):
        for version, code in {"serial": source.read_text("utf-8"), "ours": annotated(source)}.items():
            compile_one(code, folder / f"example-{source.stem}.{version}", ROOT / "examples", version != "serial")
    for name in ("libgomp.so.1", "libgomp-plugin-nvptx.so.1"):
        (found,) = glob.glob(f"/usr/lib/x86_64-linux-gnu/{name}") or glob.glob(
            f"/usr/lib/gcc/x86_64-linux-gnu/12/{name}"
        )
        shutil.copy(found, folder / name)
    (folder / "run.sh").write_text(RUN, "utf-8")


RUN = f"""cd "$(dirname "$0")"
export LD_LIBRARY_PATH=. ACC_DEVICE_TYPE=nvidia
for program in *.serial *.ours *.hand; do
  for round in $(seq {ROUNDS}); do
    echo "@ $program $(timeout 120 ./$program 2>&1 | tr '\\n' ' ')"
  done
done
"""


def annotated(source: Path) -> str:
    """The file as `loopwright annotate` writes it, loops that rest on assumptions included."""
    command = [sys.executable, "-m", "loopwright", "annotate", "--assumed", str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def by_hand(text: str, directives: dict[str, str]) -> str:
    """The directives of hand.toml put in."""
    lines = text.split("\n")
    for where, directive in directives.items():
        start, _, occurrence = where.partition(" #")
        found = [n for n, line in enumerate(lines) if line.strip().startswith(start)]
        if not found:  # in the middle of a line
            found = [n for n, line in enumerate(lines) if start in line]
            before, after = lines[found[0]].split(start, 1)
            lines[found[0] : found[0] + 1] = [before, f"#pragma acc {directive}", start + after]
            continue
        lines.insert(found[int(occurrence or 1) - 1], f"#pragma acc {directive}")
    return "\n".join(lines)


def compile_one(code: str, target: Path, include: Path, offload: bool) -> None:
    """One program. CUDA's assembler must not be found: it refuses what gcc writes."""
    path = os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if not (Path(p) / "ptxas").exists())
    command = [GCC, "-O3", "-x", "c", "-", "-o", str(target), f"-I{include}", "-lm", *(OFFLOAD if offload else [])]
    command[command.index("-lm") :] = [*(OFFLOAD if offload else []), "-lm"]
    subprocess.run(command, input=code, text=True, check=True, env={**os.environ, "PATH": path})


def table(output: str) -> str:
    """Seconds (median), check sums compared."""
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    sums: dict[tuple[str, str], str] = {}
    texts: dict[tuple[str, str], str] = {}
    for line in output.splitlines():
        match = re.match(r"@ (\S+)\.(serial|ours|hand) (.*)", line)
        if match is None:
            continue
        key = (match[1], match[2])
        numbers = re.fullmatch(r"\S+ ([\d.]+) (\S+)\s*", match[3])
        texts[key] = match[3].strip()
        if numbers:
            times[key].append(float(numbers[1]))
            sums[key] = numbers[2]
    rows = [
        "| kernel | serial s | ours s | speed-up | by hand s | ours / hand | same result |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in sorted({name for name, _ in times if not name.startswith("example-")}):
        serial, ours, hand = (
            statistics.median(times[name, version] or [float("nan")]) for version in ("serial", "ours", "hand")
        )
        same = close(sums.get((name, "serial")), sums.get((name, "ours")))
        rows.append(
            f"| {name} | {serial:.3f} | {ours:.3f} | {serial / ours:.1f} | {hand:.3f} | {ours / hand:.2f} | {same} |"
        )
    rows += ["", "| example | same output |", "| --- | --- |"]
    for name in sorted({name for name, _ in texts if name.startswith("example-")}):
        serial_text, our_text = texts.get((name, "serial"), ""), texts.get((name, "ours"), "-")
        rows.append(
            f"| {name.removeprefix('example-')} | {'yes' if numbers_agree(serial_text, our_text) else f'no: {serial_text} / {our_text}'} |"
        )
    return "\n".join(rows)


def close(first: str | None, second: str | None) -> str:
    """Sums in another order differ by rounding."""
    if first is None or second is None:
        return "no result"
    difference = abs(float(first) - float(second)) / max(1e-30, abs(float(first)))
    return "yes" if difference == 0 else f"to {difference:.0e}"


def numbers_agree(first: str, second: str) -> bool:
    """Whether two outputs differ at most in the last digits of their numbers."""
    a, b = (re.findall(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?", text) for text in (first, second))
    return len(a) == len(b) > 0 and all(
        abs(float(x) - float(y)) <= 1e-4 * max(1.0, abs(float(x))) for x, y in zip(a, b)
    )


if __name__ == "__main__":
    main()
