"""Makes tests/cuda/recorded: what a GPU leaves of the kernels in tests/cuda/kernels, on inputs that the oracle takes.

python tests/cuda/record_gpu.py plan FOLDER [NAME…]     programs for nvcc and the plan of inputs, of these files or all
nvcc -std=c++17 -O2 --extended-lambda -o NAME NAME.cu -ldl     for each, on the machine with nvcc
sh FOLDER/run.sh > recorded.txt             on the machine with the GPU
python tests/cuda/record_gpu.py keep recorded.txt       files that are not in it stay as they were
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse
from loopwright.toolchain.process import sandbox_folder
from loopwright.translate.gpu import digests, plan_text, read_digests
from loopwright.translate.oracle import gpu_program, header
from loopwright.translate.verify import Judge

HERE = Path(__file__).parent
RECORDED = HERE / "recorded.json"


def plan(folder: Path, *names: str) -> None:
    """Programs and their plans."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("gpu.h", "harness.h", "fillers.h"):
        (folder / name).write_text(header(name), "utf-8")
    (folder / "confine.h").write_text((sandbox_folder() / "confine.h").read_text("utf-8"), "utf-8")
    script = []
    files = [HERE / "kernels" / f"{name}.cu" for name in names] or sorted((HERE / "kernels").glob("*.cu"))
    for file in files:
        translation = translate_file(parse(file.read_bytes(), file.name, "cuda"))
        (folder / file.name).write_text(gpu_program(translation, translation.kernels), "utf-8")
        with Judge(translation, translation.kernels, file) as judge:
            program = judge.program()
            for number, kernel in enumerate(translation.kernels):
                text = plan_text(digests(program.folder, number))
                script.append(
                    f"echo '== {file.stem} {kernel.name}'; LW_DIGEST=1 LW_PLAN='{text}' ./{file.stem} {number} 0"
                )
    (folder / "run.sh").write_text("\n".join(script) + "\n", "utf-8")


def keep(path: Path) -> None:
    """Write what a GPU printed to recorded.json."""
    found: dict[str, dict[str, dict[str, dict[str, list[str]]]]] = {}
    for part in path.read_text("utf-8").split("== ")[1:]:
        head, *lines = part.splitlines()
        file, kernel = head.split()
        found.setdefault(file, {})[kernel] = read_digests(lines)
    known = json.loads(RECORDED.read_text("utf-8"))
    RECORDED.write_text(json.dumps(dict(sorted({**known, **found}.items())), indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    {"plan": plan, "keep": keep}[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
