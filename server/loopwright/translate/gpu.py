"""The real kernel as the judge, on a machine with a GPU: it runs on the inputs that the oracle took, and must leave the same.

The library that nvcc builds is loaded by the same program as the oracle's and as confined, but for the GPU's driver, and leaves
the same records. What buffers hold in the end is compared here by numbers in them (``digest_of`` in judging.h): a hash for
integers; for floating point the sum, the sum of magnitudes and the first elements that changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.toolchain.confine import NotConfined
from loopwright.toolchain.environment import find_program
from loopwright.toolchain.process import run
from loopwright.toolchain.scratch import scratch
from loopwright.translate.kept_parts import NotBuilt, put_runner
from loopwright.translate.oracle import GPU_HEADERS, TRIALS, gpu_program, header, in_space, new_space
from loopwright.translate.records import NO_PLAN, Digests, Plan
from loopwright.translate.verify import Judge, all_flags, first_error, for_nvcc, judged_kernel
from loopwright.translate.watched import Program

# Fast functions such as __expf are the GPU's own, and nvcc makes one fused operation of a product and a sum.
TOLERANCE = 2e-3
# A library whose host code may lack what it is never run for.
NVCC = ("-O2", "--extended-lambda", "-w", "-shared", "-Xcompiler", "-fPIC", "-Xlinker", "-z,lazy")
_COMPILE_SECONDS = 180.0


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
    nvcc = find_program("nvcc") or find_program("nvcc", ["/usr/local/cuda/bin"])
    if nvcc is None or find_program("nvidia-smi") is None:
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
    """Label of a kernel → what the GPU said. ``judge`` judges ``kernels`` by the oracle; ``flags`` are nvcc's beside the project's."""
    try:
        program = judge.program()
    except RuntimeError as error:
        return {k.label: Judged(0, False, f"the oracle has no program: {error}") for k in kernels}
    with scratch("gpu") as work:
        built = _built(gpu, translation, kernels, judge.compiler, work, path, token, flags)
        if isinstance(built, str):
            return {k.label: Judged(0, False, built) for k in kernels}
        return {k.label: _answer(gpu, program, built, number) for number, k in enumerate(kernels)}


def _built(
    gpu: Gpu,
    translation: FileTranslation,
    kernels: Sequence[KernelTranslation],
    compiler: str,
    folder: Path,
    path: Path,
    token: CancelToken | None,
    flags: Sequence[str],
) -> Program | str:
    """Build the library and the program that loads it, or say what a compiler has against it."""
    space = new_space()
    for name in GPU_HEADERS:
        (folder / name).write_text(in_space(header(name), space), "utf-8")
    (folder / "judge.cu").write_text(gpu_program(translation, kernels, space), "utf-8")
    command = [gpu.nvcc, *NVCC, "-arch=native", f"-I{folder}", *for_nvcc(all_flags(flags, path))]
    files = ["-o", str(folder / "judge.so"), str(folder / "judge.cu")]
    done = run([*command, *files], timeout=_COMPILE_SECONDS, token=token)
    if done.code != 0:
        return f"nvcc does not take the kernel: {first_error(done)}"
    try:
        put_runner(folder, compiler, token)
    except NotBuilt as reason:
        return f"the kernel cannot be run here: {first_error(reason.done)}"
    return Program(folder, [judged_kernel(translation, k) for k in kernels], space, False, False, token, driver=True)


def _answer(gpu: Gpu, oracle: Program, program: Program, number: int) -> Judged:
    try:
        return _judged(gpu, oracle, program, number)
    except NotConfined as reason:
        return Judged(0, False, str(reason).rstrip("."))


def _judged(gpu: Gpu, oracle: Program, program: Program, number: int) -> Judged:
    taken = oracle.digests(number)
    if not taken:
        return Judged(0, False, "the oracle takes no inputs")
    left = program.digests(number, plan_of(taken))
    if not left:
        return Judged(0, False, f"the kernel does not run on the {gpu.name}")
    for trial, buffers in taken.items():
        for buffer, numbers in buffers.items():
            if buffer != "plan" and not same(left.get(trial, {}).get(buffer, []), numbers, TOLERANCE):
                reason = f"the kernel on the {gpu.name} leaves other values in {buffer}"
                return Judged(0, False, reason, differs=True)
    return Judged(len(taken), True)


def plan_of(found: Digests) -> list[Plan]:
    """The inputs of each trial."""
    plans = []
    for trial in range(TRIALS):
        attempt, block, large = map(int, found[str(trial)]["plan"] if str(trial) in found else NO_PLAN)
        plans.append((attempt, block, large))
    return plans


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
