"""The emulated device against an NVIDIA GPU, on the small programs of tests/device.

    python benchmarks/device_gpu.py build DIR      # here: gcc with nvptx offloading (OFFLOAD_GCC, default gcc-12); no GPU
    bash DIR/run.sh > results.txt                  # on the machine with the GPU; needs nothing else, no network
    python benchmarks/device_gpu.py table DIR results.txt

`build --stand-in DIR` builds the programs of the emulated device in the GPU's place, to try the rest without one.
Compared are the programs without a mistake and those that gcc's runtime stops: what is printed, how it ends, what is said. What
a program with another mistake prints is not determined on a GPU; those are counted apart.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from loopwright.device.builder import build, find_gcc  # noqa: E402
from loopwright.device.run import Limits, run_built  # noqa: E402

from tests.device.cases import Case, read_cases, right, write_program, wrong  # noqa: E402
from tests.device.matrix import matrix  # noqa: E402
from tests.device.test_mistakes import LOCAL  # noqa: E402

GCC = os.environ.get("OFFLOAD_GCC", "gcc-12")
OFFLOAD = [
    "-O1",
    "-fopenacc",
    "-foffload=nvptx-none",
    "-foffload-options=nvptx-none=-misa=sm_80",
    "-foffload-options=-lm",
]
RUN = """#!/bin/bash
# One line a program: name, exit status, standard output and errors in base64.
cd "$(dirname "$0")"
export LD_LIBRARY_PATH=$PWD/lib:$LD_LIBRARY_PATH
one() {
  own=$(mktemp -d)
  timeout 60 "./$1" "$2" >"$own/out" 2>"$own/err" </dev/null
  echo "$2 $? $(base64 -w0 "$own/out") . $(base64 -w0 "$own/err")"
  rm -r "$own"
}
export -f one
xargs -P "${JOBS:-8}" -L 1 bash -c 'one "$0" "$1"' <names.txt
"""


def cases() -> dict[str, list[Case]]:
    """Programs by the file that they are built into."""
    mistakes = read_cases("mistakes.txt")
    return {
        "behaviour": read_cases("behaviour.txt"),
        "matrix": matrix(),
        "twins": [right(case) for case in mistakes],
        "mistakes": [wrong(case) for case in mistakes],
    }


def main() -> None:
    """Build, or make a table of results."""
    words = [word for word in sys.argv[1:] if word != "--stand-in"]
    if len(words) == 2 and words[0] == "build":
        build_all(Path(words[1]), "--stand-in" in sys.argv)
    elif len(words) == 3 and words[0] == "table":
        print(table(Path(words[1]), Path(words[2]).read_text("utf-8")))
    else:
        sys.exit(__doc__)


def build_all(folder: Path, stand_in: bool) -> None:
    """Programs for both, what the emulated device does, and a script for the other machine."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lib").mkdir(exist_ok=True)
    names, emulated = [], {}
    for program, own in cases().items():
        place = folder / f"{program}.d"
        place.mkdir(exist_ok=True)
        source = write_program(own, place, LOCAL)
        build([source], place / "emulated", find_gcc())
        if stand_in:
            shutil.copy(place / "emulated", folder / program)
        else:
            compile_for_gpu(source, folder / program)
        for case in own:
            report = run_built(place / "emulated", [case.name], b"", folder, {}, Limits(seconds=20))
            codes = sorted({finding.code for finding in report.findings})
            emulated[case.name] = {"exit": report.exit, "out": report.stdout, "err": report.stderr, "codes": codes}
            names.append(f"{program} {case.name}")
        shutil.rmtree(place)
    if not stand_in:
        for library in ("libgomp.so.1", "libgomp-plugin-nvptx.so.1"):
            found = subprocess.run([GCC, f"-print-file-name={library}"], capture_output=True, text=True, check=True)
            shutil.copy(os.path.realpath(found.stdout.strip()), folder / "lib" / library)
    (folder / "names.txt").write_text("\n".join(names) + "\n", "utf-8")
    (folder / "emulated.json").write_text(json.dumps(emulated, indent=1), "utf-8")
    (folder / "run.sh").write_text(RUN, "utf-8")


def compile_for_gpu(source: Path, target: Path) -> None:
    """With a PATH that has no `ptxas`: a new one refuses the architecture that gcc's libraries are built for."""
    if shutil.which(GCC) is None:
        sys.exit(f"{GCC} was not found; OFFLOAD_GCC names a gcc with nvptx offloading")
    environment = {**os.environ, "PATH": "/usr/bin:/bin"}
    command = [GCC, *OFFLOAD, "-fno-builtin-acc_on_device", str(source), "-o", str(target), "-lm"]
    subprocess.run(command, check=True, env=environment, cwd=source.parent)


def table(folder: Path, results: str) -> str:
    """How many agree, and what each that does not agree does."""
    emulated = json.loads((folder / "emulated.json").read_text("utf-8"))
    same, apart, differing = 0, 0, []
    for line in results.splitlines():
        name, status, *rest = line.split(" ")
        out, _, err = " ".join(rest).partition(".")
        seen = (int(status), text(out), said(text(err)))
        own = emulated[name]
        expected = (own["exit"] if own["exit"] >= 0 else 128 - own["exit"], own["out"], said(own["err"]))
        if own["codes"] and not set(own["codes"]) <= {
            "LW802",
            "LW816",
            "LW809",
            "LW817",
        }:  # a lost result leaves the host's
            apart += 1
        elif seen == expected:
            same += 1
        else:
            differing.append(f"| {name} | {expected} | {seen} |")
    head = f"{same} of {same + len(differing)} programs do the same; {apart} with a mistake whose result is not determined."
    return (
        "\n".join([head, "", "| program | emulated | GPU |", "| --- | --- | --- |", *differing]) if differing else head
    )


def text(encoded: str) -> str:
    """Base64 as text."""
    return base64.b64decode(encoded.strip()).decode("utf-8", "replace")


def said(errors: str) -> str:
    """What gcc's runtime says, without addresses and numbers."""
    lines = [line for line in errors.splitlines() if line.startswith("libgomp: ")]
    words = [word for line in lines[:1] for word in line.split() if not any(c.isdigit() for c in word)]
    return " ".join(words)


if __name__ == "__main__":
    main()
