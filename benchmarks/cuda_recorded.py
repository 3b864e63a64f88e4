"""What the programs of tests/cuda/programs print on a GPU, beside what they say that they print.

python benchmarks/cuda_recorded.py [FILE.cu…]      needs nvcc, cuRAND and an NVIDIA GPU; nothing of Loopwright
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).parent.parent / "tests" / "cuda" / "programs"
NVCC = ["nvcc", "-std=c++17", "-arch=native", "-w"]


def judged(source: Path, folder: Path) -> str:
    """``same``, or what went wrong."""
    text = source.read_text("utf-8")
    library = [f"-l{name}" for name, mark in (("curand", "curand"), ("cuda", "<cuda.h>")) if mark in text]
    own = [word for line in text.splitlines() if "// built with: " in line for word in line.split()[3:]]
    nvcc = [word for word in NVCC if not (own and word.startswith("-std="))]
    built = subprocess.run(
        [*nvcc, *own, "-o", str(folder / "program"), str(source), *library], capture_output=True, text=True
    )
    if built.returncode:
        return f"is not built: {(built.stdout + built.stderr).strip()[:300]}"
    done = subprocess.run([str(folder / "program")], capture_output=True, text=True, timeout=60)
    expected = [line.removeprefix("// prints: ") for line in text.splitlines() if "// prints: " in line]
    found = [line.rstrip() for line in done.stdout.splitlines()]
    if done.returncode == 0 and found == expected:
        return "same"
    differing = [f"  says {a!r}, GPU {b!r}" for a, b in zip(expected, found) if a != b]
    return "\n".join([f"differs (exit {done.returncode}, {len(expected)} and {len(found)} lines)", *differing])


def main() -> int:
    """One line for each program."""
    given = [Path(name) for name in sys.argv[1:]] or sorted(PROGRAMS.glob("*.cu"))
    same = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in given:
            word = judged(source, Path(folder))
            same += word == "same"
            print(f"{source.stem}: {word}", flush=True)
    print(f"{same} of {len(given)} print the same")
    return int(same != len(given))


if __name__ == "__main__":
    sys.exit(main())
