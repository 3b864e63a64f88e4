"""The real kernel as the judge, on a machine with a GPU: it runs on the inputs that the oracle took, and must leave the same.

What buffers hold in the end is compared by numbers that the programs print (``digest`` in harness.h): a hash for
integers; for floating point the sum, the sum of magnitudes and the first elements that changed.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.file import FileTranslation, KernelTranslation
from loopwright.toolchain.process import run, sandbox_folder
from loopwright.translate.oracle import TRIALS, gpu_program, header
from loopwright.translate.verify import Judge, first_error, own_flags

# Fast functions such as __expf are the GPU's own, and nvcc makes one fused operation of a product and a sum.
TOLERANCE = 2e-3
_COMPILE_SECONDS, _RUN_SECONDS = 180.0, 60.0
Digests = dict[str, dict[str, list[str]]]


@dataclass(frozen=True)
class Gpu:
    """A GPU and the compiler for it."""

    name: str
    nvcc: str


@dataclass(frozen=True)
class Judged:
    """What the GPU said of a kernel: ``inputs`` on which it and the oracle left the same, or ``reason`` why not;
    ``differs`` where it ran and left something else."""

    inputs: int
    agreed: bool
    reason: str = ""
    differs: bool = False


def find_gpu() -> Gpu | None:
    """An NVIDIA GPU with nvcc, ``None`` where one of them is missing."""
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if nvcc is None or shutil.which("nvidia-smi") is None:
        return None
    told = run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], timeout=20)
    name = told.stdout.strip().splitlines()[0] if told.code == 0 and told.stdout.strip() else ""
    return Gpu(name, nvcc) if name else None


def judge_on_gpu(
    gpu: Gpu,
    translation: FileTranslation,
    kernels: Sequence[KernelTranslation],
    judge: Judge,
    path: Path,
    token: CancelToken | None = None,
    flags: Sequence[str] = (),
) -> dict[str, Judged]:
    """Kernel → what the GPU said. ``judge`` judges ``kernels`` by the oracle; ``flags`` are nvcc's beside the project's."""
    try:
        folder = judge.program().folder
    except RuntimeError as error:
        return {k.name: Judged(0, False, f"the oracle has no program: {error}") for k in kernels}
    with tempfile.TemporaryDirectory(prefix="loopwright-gpu-") as work:
        message = _built(gpu, translation, kernels, Path(work), path, token, flags)
        if message:
            return {k.name: Judged(0, False, message) for k in kernels}
        return {k.name: _judged(gpu, folder, Path(work), number, token) for number, k in enumerate(kernels)}


def _built(
    gpu: Gpu,
    translation: FileTranslation,
    kernels: Sequence[KernelTranslation],
    folder: Path,
    path: Path,
    token: CancelToken | None,
    flags: Sequence[str],
) -> str:
    """Build the program; what nvcc has against it, empty for nothing."""
    for name in ("gpu.h", "harness.h", "fillers.h"):
        (folder / name).write_text(header(name), "utf-8")
    (folder / "judge.cu").write_text(gpu_program(translation, kernels), "utf-8")
    own, cwd = own_flags(path)
    command = [gpu.nvcc, "-std=c++17", "-O2", "--extended-lambda", "-arch=native", "-w", f"-I{folder}", *flags, *own]
    files = [f"-I{sandbox_folder()}", "-o", str(folder / "judge"), str(folder / "judge.cu"), "-ldl"]
    done = run([*command, *files], cwd=cwd, environment=dict(os.environ), timeout=_COMPILE_SECONDS, token=token)
    if done.code == 0:
        return ""
    return f"nvcc does not take the kernel: {first_error(done)}"


def _judged(gpu: Gpu, oracle: Path, folder: Path, number: int, token: CancelToken | None) -> Judged:
    taken = digests(oracle, number, token=token)
    if not taken:
        return Judged(0, False, "the oracle takes no inputs")
    left = digests(folder, number, plan_text(taken), dict(os.environ), token)  # where the driver is may stand there
    if not left:
        return Judged(0, False, f"the kernel does not run on the {gpu.name}")
    for trial, buffers in taken.items():
        for buffer, numbers in buffers.items():
            if buffer != "plan" and not same(left.get(trial, {}).get(buffer, []), numbers, TOLERANCE):
                reason = f"the kernel on the {gpu.name} leaves other values in {buffer}"
                return Judged(0, False, reason, differs=True)
    return Judged(len(taken), True)


def digests(
    folder: Path,
    number: int,
    plan: str = "",
    environment: dict[str, str] | None = None,
    token: CancelToken | None = None,
) -> Digests:
    """trial → buffer → numbers, and under "plan" the inputs that were taken, of the program ``judge`` in ``folder``."""
    settings = {**(environment or {}), "OMP_NUM_THREADS": "2", "LW_DIGEST": "1", **({"LW_PLAN": plan} if plan else {})}
    command = [str(folder / "judge"), str(number), "0"]
    done = run(command, cwd=folder, environment=settings, timeout=_RUN_SECONDS, token=token)
    return read_digests(done.stdout.splitlines())


def read_digests(lines: list[str]) -> Digests:
    """What the lines that one run of a program printed say."""
    found: Digests = {}
    for fields in (line.split("\t") for line in lines):
        if fields[0] == "plan":
            found.setdefault(fields[1], {})["plan"] = fields[2:]
        elif fields[0] == "digest":
            found.setdefault(fields[1], {})[fields[2]] = fields[3:]
    return found


def plan_text(found: Digests) -> str:
    """What LW_PLAN says: a triple for each trial, -1 for none."""
    return ",".join(" ".join(found[str(t)]["plan"]) if str(t) in found else "-1 0 0" for t in range(TRIALS))


def same(recorded: list[str], found: list[str], tolerance: float) -> bool:
    """Hashes and plans are equal; sums and the first changed elements are as close as floating point allows."""
    if len(recorded) < 4 or len(recorded) != len(found):
        return recorded == found
    scale = float(recorded[1]) + 1e-30
    sums = abs(float(recorded[0]) - float(found[0])) <= tolerance * scale and math.isclose(
        float(recorded[1]), float(found[1]), rel_tol=tolerance
    )
    return sums and recorded[2] == found[2] and _elements(recorded[3], found[3], tolerance)


def _elements(recorded: str, found: str, tolerance: float) -> bool:
    first = dict(part.split(":") for part in recorded.split())
    second = dict(part.split(":") for part in found.split())
    values = [abs(float(v)) for v in first.values() if math.isfinite(float(v))]
    scale = max(values, default=0.0)
    common = first.keys() & second.keys()
    return len(common) >= min(len(first), len(second)) - 1 and all(
        first[k] == second[k]
        or (math.isnan(float(first[k])) and math.isnan(float(second[k])))
        or abs(float(first[k]) - float(second[k])) <= tolerance * 5 * (abs(float(first[k])) + scale * 0.1)
        for k in common
    )
