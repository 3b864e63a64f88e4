"""KernelBench_c against PyTorch on the CPU: each CUDA extension translated, built, run beside the module it stands for.

    python benchmarks/kernelbench_torch.py KERNELBENCH_C TORCH_FUNCTIONALS --level level1 [--every 3] [--json OUT]

KERNELBENCH_C and TORCH_FUNCTIONALS are the folders KernelBench_c and EvalEngine/torch_functionals of
PJLAB-CHIP/HPCTransCompile, which are not part of this repository. Execute pass: the outputs agree within 1e-2, as in
that benchmark, on the benchmark's own sizes. Speed-up: PyTorch's median time over the translation's, on the same cores.
A file has --seconds of CPU time, of all its threads together, so that a busy machine ends none sooner. Most files need little of
PyTorch's C++ interface: they are built with the headers for tensors alone, and with all of them where that does not do.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Any

TOLERANCE = 1e-2  # as KernelBench compares
REPEATS = 3
LATE = "took too long"
ENOUGH = 5_000  # milliseconds after which no run is repeated
# What most extensions use of <torch/extension.h>: half the time of a compilation goes into the rest.
LEAN = """#ifndef LW_LEAN
#define LW_LEAN
#include <torch/types.h>
#include <torch/csrc/utils/pybind.h>
#endif
"""


def one(source: str, functional: str, folder: str) -> dict[str, Any]:
    """Run in a process of its own: build, load, compare, time."""
    import torch

    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "2")))
    from loopwright.cuda.file import translate_file
    from loopwright.source.syntax import parse

    translation = translate_file(parse(Path(source).read_bytes(), source, "cuda"))
    left = {k.name: k.reason for k in translation.kernels if k.text is None}
    answer: dict[str, Any] = {
        "kernels": len(translation.kernels),
        "unsupported": left,
        "compiled": False,
        "agreed": False,
    }
    print(json.dumps(answer), flush=True)
    library = build(translation.text, Path(folder), Path(source).stem)
    if isinstance(library, str):
        return {**answer, "reason": library}
    answer["compiled"] = True
    print(json.dumps(answer), flush=True)
    module = load("translated", library)
    reference = load("functional", Path(functional))
    torch.manual_seed(42)
    model = reference.Model(*reference.get_init_inputs()).eval()
    inputs = reference.get_inputs()
    with torch.no_grad():
        torch.manual_seed(7)
        expected, plain = timed(lambda: model(*inputs))
        answer |= {"torch_ms": plain, **moved(model, inputs, expected)}
        print(json.dumps(answer), flush=True)  # of a translation that does not end this is known
        torch.manual_seed(7)
        found, own = timed(lambda: model(*inputs, fn=module.forward))
    answer["translation_ms"] = own
    same = found.numel() == expected.numel() and torch.allclose(
        found.float(), expected.float(), atol=TOLERANCE, rtol=TOLERANCE
    )
    answer["agreed"] = bool(same)
    if not same:
        close = found.numel() == expected.numel()
        answer["reason"] = f"at most {(found - expected).abs().max().item():.3g} apart" if close else "another shape"
    return answer


def timed(call: Any) -> tuple[Any, float]:
    """The result and the median of some runs, in milliseconds; fewer runs where one takes long."""
    times, result = [], None
    for _ in range(REPEATS):
        start = now()
        result = call()
        times.append((now() - start) * 1e3)
        if sum(times) > ENOUGH:
            break
    return result, statistics.median(times)


def now() -> float:
    """Seconds of wall time, or CPU time over the threads where LW_CPU is set."""
    return time.process_time() / int(os.environ["OMP_NUM_THREADS"]) if os.environ.get("LW_CPU") else time.perf_counter()


def moved(model: Any, inputs: Any, result: Any) -> dict[str, int]:
    """Bytes that a module is given, keeps and gives back, and the operations of its products and convolutions."""
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    tensors = [t for t in (*inputs, *model.state_dict().values(), result) if isinstance(t, torch.Tensor)]
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        model(*inputs)
    return {"bytes": sum(t.numel() * t.element_size() for t in tensors), "operations": counter.get_total_flops()}


def flags(lean: Path | None = None) -> list[str]:
    """How extensions are built: PyTorch's CPU headers, the translation's own options."""
    from torch.utils.cpp_extension import include_paths

    paths = [*([lean] if lean else []), *include_paths(), sysconfig.get_paths()["include"]]
    options = ["-std=c++17", "-O3", "-march=native", "-fopenmp", "-fPIC", "-w", "-DTORCH_EXTENSION_NAME=translated"]
    return [*options, *(f"-isystem{path}" for path in paths)]


def build(text: str, folder: Path, name: str) -> Path | str:
    """The shared object, or the compiler's first complaint."""
    import torch

    source, library = folder / f"{name}.cpp", folder / f"{name}.so"
    source.write_text(text, "utf-8")
    lean = folder.parent / "lean"
    where = Path(torch.__file__).parent / "lib"
    libraries = [f"-L{where}", f"-Wl,-rpath,{where}", "-ltorch", "-ltorch_cpu", "-ltorch_python", "-lc10"]
    for given in ([*flags(lean), "-include", str(lean / "begin.h")], flags()):
        command = ["g++", *given, "-shared", "-o", str(library), str(source), *libraries]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            return library
    return next((line.split("error: ")[-1] for line in done.stderr.splitlines() if "error" in line), "no message")


def prepare(folder: Path) -> None:
    """The headers for tensors, compiled once, in the place of <torch/extension.h>."""
    lean = folder / "lean"
    (lean / "torch").mkdir(parents=True)
    (lean / "torch" / "extension.h").write_text(LEAN, "utf-8")
    header = lean / "begin.h"
    header.write_text("#include <torch/extension.h>\n", "utf-8")
    command = ["g++", *flags(lean), "-x", "c++-header", "-o", f"{header}.gch", str(header)]
    subprocess.run(command, check=True)


def load(name: str, path: Path) -> Any:
    """A module from a file."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """The table of one level."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", type=Path)
    parser.add_argument("functionals", type=Path)
    parser.add_argument("--level", default="level1")
    parser.add_argument("--every", type=int, default=1, help="take every so many files")
    parser.add_argument("--only", help="numbers of files, separated by commas")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=int, default=240, help="CPU time that a file may take")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one(*options.one)), flush=True)
        return
    rows: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory(prefix="kernelbench-") as name:
        root = Path(name)
        prepare(root)
        (root / "work").mkdir()
        files = sorted((options.kernels / options.level).glob("*.cu"), key=lambda p: int(p.stem.split("_")[0]))
        for file in files[options.first :: options.every]:
            number = file.stem.split("_")[0]
            if options.only and number not in options.only.split(","):
                continue
            functional = next(iter((options.functionals / options.level).glob(f"{number}_*.py")), None)
            if functional is None:
                continue
            rows[file.stem] = run_one(options, file, functional, root / "work")
            print(file.stem, rows[file.stem], flush=True)
            if options.json:
                options.json.write_text(json.dumps(rows, indent=1), "utf-8")
    report(options.level, rows)


def run_one(options: argparse.Namespace, file: Path, functional: Path, work: Path) -> dict[str, Any]:
    """One file in a process with a limit of CPU time; what it said last counts."""
    command = [
        sys.executable,
        __file__,
        str(options.kernels),
        str(options.functionals),
        "--one",
        str(file),
        str(functional),
        str(work),
    ]
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=output, stderr=errors)
        while process.poll() is None and spent(process.pid) < options.seconds:
            time.sleep(0.5)
        late = process.poll() is None
        process.kill()
        failed = process.wait() != 0
        output.seek(0)
        errors.seek(0)
        said = output.read()
        problem = (errors.read().strip().splitlines() or ["it crashed"])[-1] if failed else ""
    if late:
        problem = LATE
    lines = [line for line in said.splitlines() if line.startswith("{")]
    row: dict[str, Any] = json.loads(lines[-1]) if lines else {"compiled": False, "agreed": False}
    if problem:
        row["reason"] = problem[:200]
    return row


def spent(process: int) -> float:
    """Seconds of CPU time of all threads. A limit that the system keeps would make the clock that times are taken by coarse."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(level: str, rows: dict[str, dict[str, Any]]) -> None:
    """The level in one line, failures below."""
    count = len(rows)
    compiled, agreed = (sum(bool(r[key]) for r in rows.values()) for key in ("compiled", "agreed"))
    own = [r for r in rows.values() if r["agreed"] and r.get("kernels")]
    ratios = [r["torch_ms"] / r["translation_ms"] for r in own]
    mean = statistics.geometric_mean(ratios) if ratios else float("nan")
    print(f"{level}: {count} files, compile {compiled / count:.3f}, execute {agreed / count:.3f}")
    if ratios:
        print(
            f"speed-up to PyTorch over {len(own)} files with kernels: mean {statistics.mean(ratios):.2f}, geometric {mean:.2f}"
        )
    for name, row in rows.items():
        if not row["agreed"]:
            print(f"- {name}: {row.get('unsupported') or ''} {row.get('reason', '')}")


if __name__ == "__main__":
    main()
