"""The programs of benchmarks/programs on an NVIDIA GPU: serial, annotated by hand, annotated by `loopwright annotate`.

    python benchmarks/programs_gpu.py build DIR [--assumed] [NAME…]   # here: gcc with nvptx offloading (OFFLOAD_GCC); no GPU
    bash DIR/run.sh                                        # on the machine with the GPU: writes to $OUT, needs no network
    python benchmarks/programs_gpu.py table DIR OUT
    python benchmarks/programs_gpu.py expect NAMES OUT     # what `annotate --estimate` says of the runs in OUT, listed in NAMES

Every version is run on the arguments `large`. Launches are counted by a library for OpenACC's profiling interface, in runs of their
own; gcc's runtime tells it of few of its transfers, so bytes are those of the emulated device (`benchmarks/programs.py`).
"""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from loopwright.device.outputs import same_output
from loopwright.device.run import run_program
from loopwright.suggest.programs.beside_serial import Counted, Launched, adds_up, expected
from loopwright.suggest.worth import profile

from benchmarks.programs import programs, write_hand, write_ours, write_serial

GCC = os.environ.get("OFFLOAD_GCC", "gcc-12")
VERSIONS = ("serial", "hand", "ours")
OFFLOAD = [
    "-fopenacc",
    "-foffload=nvptx-none",
    "-foffload-options=nvptx-none=-misa=sm_80",
    "-foffload-options=-lm",
    "-fno-stack-protector",
    "-no-pie",
]
COUNTER = r"""
#include <acc_prof.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned long long launches;
static void launched(acc_prof_info *info, acc_event_info *event, acc_api_info *api) {
  (void)info; (void)event; (void)api;
  launches++;
}
static void told(void) {
  FILE *file = fopen(getenv("LAUNCHES_TO"), "w");
  if (file) { fprintf(file, "%llu\n", launches); fclose(file); }
}
void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup) {
  (void)unreg; (void)lookup;
  reg(acc_ev_enqueue_launch_start, launched, acc_reg);
  atexit(told);
}
"""
RUN = r"""#!/bin/bash
# For every version: NAME.VERSION.out, .err, .time (seconds, best of two, and the exit status), .launches.
cd "$(dirname "$0")"
OUT=${OUT:-out}
mkdir -p "$OUT"
export LD_LIBRARY_PATH=$PWD/lib:$LD_LIBRARY_PATH
nvidia-smi --query-gpu=name --format=csv,noheader >"$OUT/gpu.txt" 2>&1
start=$SECONDS
while read -r name version arguments; do
  program=bin/$name.$version
  [ -x "$program" ] || continue
  if [ $((SECONDS - start)) -gt 210 ]; then echo "$name $version" >>"$OUT/left_out.txt"; continue; fi
  best=
  for try in 1 2; do
    [ "$version" = serial ] && [ $try = 2 ] && break
    t0=$(date +%s.%N)
    timeout 10 "./$program" $arguments >"$OUT/$name.$version.out" 2>"$OUT/$name.$version.err" </dev/null
    status=$?
    t=$(echo "$t0 $(date +%s.%N)" | awk '{printf "%.4f", $2 - $1}')
    best=$(echo "$best $t" | awk '{print (NF > 1 && $1 < $2) ? $1 : $NF}')
    [ $status -ne 0 ] && break
    [ "$(echo "$t" | awk '{print ($1 > 2)}')" = 1 ] && break
  done
  echo "$best $status" >"$OUT/$name.$version.time"
  if [ "$version" != serial ] && [ $status = 0 ] && [ "$(echo "$best" | awk '{print ($1 < 4)}')" = 1 ]; then
    ACC_PROFLIB=$PWD/lib/counter.so LAUNCHES_TO=$OUT/$name.$version.launches timeout 8 "./$program" $arguments >/dev/null 2>&1 </dev/null
  fi
done <names.txt
echo "$((SECONDS - start)) seconds" >"$OUT/total.txt"
"""


def main() -> None:
    """Build, or make a table of results."""
    words = [word for word in sys.argv[1:] if word != "--assumed"]
    if len(words) >= 2 and words[0] == "build":
        build(Path(words[1]).absolute(), words[2:], ["--assumed"] if "--assumed" in sys.argv else [])
    elif len(words) == 3 and words[0] == "table":
        print(table(Path(words[2])))
    elif len(words) == 3 and words[0] == "expect":
        print(expectations(Path(words[1]), Path(words[2])))
    else:
        sys.exit(__doc__)


def build(folder: Path, names: list[str], options: list[str]) -> None:
    """Binaries of all versions, the script, and the libraries they need. What does not compile is told and left out."""
    for part in ("bin", "lib", "source"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    lines = []
    for program in programs(names or None):
        place = folder / "source" / program.name
        for version in VERSIONS:
            target = folder / "bin" / f"{program.name}.{version}"
            target.unlink(missing_ok=True)
            if version == "ours":
                files = write_ours(program, place / version, options)
            else:
                files = (write_serial if version == "serial" else write_hand)(program, place / version)
            done = compiled(files, target, version != "serial")
            if done.returncode != 0:
                print(f"{program.name}.{version}: {done.stderr.strip()[:2000]}")
            lines.append(f"{program.name} {version} {' '.join(program.large)}")
    counter = folder / "counter.c"
    counter.write_text(COUNTER, "utf-8")
    subprocess.run([GCC, "-shared", "-fPIC", "-O1", str(counter), "-o", str(folder / "lib/counter.so")], check=True)
    for library in ("libgomp.so.1", "libgomp-plugin-nvptx.so.1", "libstdc++.so.6"):
        found = subprocess.run([GCC, f"-print-file-name={library}"], capture_output=True, text=True, check=True)
        shutil.copy(os.path.realpath(found.stdout.strip()), folder / "lib" / library)
    (folder / "names.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (folder / "run.sh").write_text(RUN, "utf-8")


def compiled(files: list[Path], target: Path, offload: bool) -> subprocess.CompletedProcess[str]:
    """With a PATH that has no `ptxas`: a new one refuses the architecture that gcc's libraries are built for."""
    compiler = GCC.replace("gcc", "g++") if any(path.suffix == ".cpp" for path in files) else GCC
    command = [compiler, "-O2", *(OFFLOAD if offload else ()), *map(str, files), "-o", str(target), "-lm"]
    environment = {**os.environ, "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=files[0].parent)


def table(out: Path) -> str:
    """Seconds, bytes, outputs."""
    lines = [
        "| program | serial s | hand s | ours s | ours / hand | launches, ours / hand | ours prints the same |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    times: list[float] = []
    slower = 0
    for program in programs():
        seconds = {version: _numbers(out / f"{program.name}.{version}.time") for version in VERSIONS}
        launches = {version: _numbers(out / f"{program.name}.{version}.launches") for version in VERSIONS[1:]}
        prints = {version: _text(out / f"{program.name}.{version}.out") for version in VERSIONS}
        if not all(seconds.values()):
            lines.append(f"| {program.name} | | | | not run: {[v for v in VERSIONS if not seconds[v]]} | | |")
            continue
        ratio = seconds["ours"][0] / seconds["hand"][0]
        times.append(ratio)
        slower += seconds["ours"][0] > seconds["serial"][0]
        launched = " / ".join(f"{launches[v][0]:.0f}" if launches[v] else "?" for v in ("ours", "hand"))
        same = {v: same_output(prints["serial"], prints[v], max(program.tolerance, 1e-5)) for v in VERSIONS[1:]}
        word = ("yes" if same["ours"] else "**no**") + ("" if same["hand"] else " (hand: no)")
        if seconds["ours"][1]:
            word = f"**exit {seconds['ours'][1]:.0f}**"
        row = " | ".join(f"{seconds[version][0]:.2f}" for version in VERSIONS)
        lines.append(f"| {program.name} | {row} | {ratio:.2f} | {launched} | {word} |")
    lines += [
        "",
        f"time {_mean(times):.2f} × the hand's (geometric mean); {slower} slower than serial.",
    ]
    return "\n".join(lines)


def expectations(names: Path, out: Path) -> str:
    """Seconds that are expected beside those that were measured. What runs on the host is worked out here, and taken as so much of
    the serial seconds there as it is of those here."""
    device = profile("server", "gcc")
    lines = [
        "| program | arguments | serial s | ours s | expected s | said beforehand |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    said: list[bool] = []
    for name, version, *arguments in (line.split() for line in names.read_text("utf-8").splitlines()):
        serial, ours = (_numbers(out / f"{name}.{each}.time") for each in ("serial", "ours"))
        if version != "ours" or not serial or not ours:
            continue
        (program,) = programs([name])
        with tempfile.TemporaryDirectory() as folder:
            before = run_program(write_serial(program, Path(folder) / "serial"), arguments, watched=False)
            after = run_program(write_ours(program, Path(folder) / "ours", []), arguments, watched=False)
        scale = serial[0] / before.seconds
        kernels = tuple(Launched(each.times, each.seconds * scale, adds_up(each.pragma)) for each in after.kernels)
        moved = [each for row in after.directives for each in (row.to_device, row.to_host)]
        counted = Counted(serial[0], kernels, sum(each.transfers for each in moved), sum(each.bytes for each in moved))
        told = expected(counted, device).seconds
        said.append((told > serial[0]) == (ours[0] > serial[0]))
        word = "yes" if said[-1] else "no"
        lines.append(f"| {name} | {' '.join(arguments)} | {serial[0]:.2f} | {ours[0]:.2f} | {told:.2f} | {word} |")
        print(lines[-1], file=sys.stderr, flush=True)
    lines.append(f"\nSlower or faster than serial is as it was said in {sum(said)} of {len(said)}.")
    return "\n".join(lines)


def _numbers(path: Path) -> list[float]:
    return [float(word) for word in _text(path).split()]


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def _mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


if __name__ == "__main__":
    main()
