"""Makes tests/cuda/recorded.json: what a GPU leaves of the kernels in tests/cuda/kernels, on inputs that the oracle takes.

python tests/cuda/record_gpu.py plan FOLDER [NAME…]     libraries for nvcc and the plan of inputs, of these files or all
sh FOLDER/run.sh                                        on the machine with nvcc and the GPU; nothing confines the kernels there
python tests/cuda/record_gpu.py keep FOLDER             files that are not in it stay as they were
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.translate import records
from loopwright.translate.gpu import NVCC, plan_of
from loopwright.translate.oracle import GPU_HEADERS, TRIALS, gpu_program, header
from loopwright.translate.records import Digests
from loopwright.translate.verify import Judge, judged_kernel

HERE = Path(__file__).parent
RECORDED = HERE / "recorded.json"
SIZE = records.STATES_AT + (512 << 20)
SECRET = bytes(16)


def plan(folder: Path, *names: str) -> None:
    """Libraries and their plans: one header of shared memory for each kernel."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*GPU_HEADERS, "runner.c"):
        (folder / name).write_text(header(name), "utf-8")
    script = ['cd "$(dirname "$0")"', "cc -w -O2 -o runner runner.c -ldl -lm"]
    files = [HERE / "kernels" / f"{name}.cu" for name in names] or sorted((HERE / "kernels").glob("*.cu"))
    for file in files:
        translation = translate_file(parse(file.read_bytes(), file.name, "cuda"))
        (folder / file.name).write_text(gpu_program(translation, translation.kernels), "utf-8")
        script.append(f"nvcc {' '.join(NVCC)} -arch=native -o {file.stem}.so {file.name}")
        with Judge(translation, translation.kernels, file) as judge:
            program = judge.program()
            for number, kernel in enumerate(translation.kernels):
                row = records.new_header(SECRET, number, 0, TRIALS, records.DIGESTS, "lw_judge", SIZE)
                row["plan"] = records.NO_PLAN
                row["plan"][:TRIALS] = plan_of(program.digests(number))
                name = f"{file.stem}.{kernel.name}"
                (folder / f"{name}.plan").write_bytes(row.tobytes())
                script += [
                    f"rm -f memory; cp {name}.plan memory; truncate -s {SIZE} memory",
                    f"./runner judge ./{file.stem}.so 3<>memory 4>/dev/null",
                    f"head -c {records.HEADER.itemsize} memory >{name}.left",
                ]
    (folder / "run.sh").write_text("\n".join([*script, "rm -f memory"]) + "\n", "utf-8")


def keep(folder: Path) -> None:
    """Write what a GPU left to recorded.json."""
    known = json.loads(RECORDED.read_text("utf-8"))
    for file in sorted((HERE / "kernels").glob("*.cu")):
        translation = translate_file(parse(file.read_bytes(), file.name, "cuda"))
        left = [(k, folder / f"{file.stem}.{k.name}.left") for k in translation.kernels]
        if all(path.is_file() for _, path in left):
            known[file.stem] = {
                kernel.name: digests(path, list(judged_kernel(translation, kernel).names)) for kernel, path in left
            }
    RECORDED.write_text(json.dumps(dict(sorted(known.items())), indent=0) + "\n", "utf-8")


def digests(path: Path, names: list[str]) -> Digests:
    """What one run left."""
    found: Digests = {}
    (row,) = np.frombuffer(path.read_bytes(), records.HEADER)
    for number, trial in enumerate(row["trial"]):
        if records.stamped(trial, SECRET, number) and int(trial["outcome"]) == records.FITS:
            found[str(number)] = records.digests_of(row, number, records.items_of(row, names, int(trial["large"])))
    return found


if __name__ == "__main__":
    {"plan": plan, "keep": keep}[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
