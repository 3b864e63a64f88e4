"""HPCTransEval and KernelBench_c: how many files compile, how many kernels agree with the oracle, every failure.

    python benchmarks/cuda_suites.py hpctranseval FOLDER     the folder HPCTransEval of PJLAB-CHIP/HPCTransCompile
    python benchmarks/cuda_suites.py kernelbench FOLDER      the folder KernelBench_c of the same repository

The data are not part of this repository. Compile pass: g++ -O3 -march=native -fopenmp accepts the translation of the
file (for KernelBench_c against PyTorch's CPU headers; --no-torch leaves host code out). Execute pass: every kernel of
the file agrees with the oracle on all inputs that were made; a file without kernels of its own counts as executed
when it compiles.
"""

from __future__ import annotations

import argparse
import json
import sysconfig
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from loopwright.cuda.file import translate_file, without_host
from loopwright.source.syntax import parse
from loopwright.toolchain.process import run
from loopwright.translate.verify import Judge
from rich.progress import track

LEVELS = {
    "hpctranseval": {"IndependentOperator": "level 1", "ComputationGraph": "level 2", "ModelBuildingBlock": "blocks"},
    "kernelbench": {"level1": "level 1", "level2": "level 2", "level3": "level 3"},
}
PUBLISHED = {
    "hpctranseval": {"level 1": "0.87 / 0.62", "level 2": "0.74 / 0.63", "blocks": "– / 0"},
    "kernelbench": {"level 1": "– / 0.51", "level 2": "– / 0.39", "level 3": "– / 0.40"},
}


@dataclass
class Row:
    """One file."""

    level: str
    name: str
    kernels: int = 0
    compiled: bool = False
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def executed(self) -> bool:
        """Every kernel agreed."""
        return self.compiled and not self.reasons


def judged(file: Path, level: str, suite: str, torch: bool) -> Row:
    """Translate, compile and verify one file."""
    row = Row(level, file.stem)
    translation = translate_file(parse(file.read_bytes(), file.name, "cuda"))
    row.kernels = len(translation.kernels)
    text = translation.text if torch or suite == "hpctranseval" else without_host(translation).text
    row.compiled = compiles(text, suite == "kernelbench" and torch)
    for kernel in translation.kernels:
        if kernel.text is None:
            row.reasons[kernel.name] = f"not translated: {kernel.reason}"
    with Judge(translation, translation.kernels, file) as judge:
        for kernel in judge.kernels:
            found = judge.verify(kernel)
            if not found.agreed:
                row.reasons[kernel.name] = found.reason
    return row


def compiles(text: str, torch: bool) -> bool:
    """Whether g++ takes the translation."""
    flags: list[str] = []
    if torch:
        from torch.utils.cpp_extension import include_paths

        paths = [*include_paths(), sysconfig.get_paths()["include"]]
        flags = [f"-isystem{path}" for path in paths] + ["-DTORCH_EXTENSION_NAME=translated", "-fsyntax-only"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.cpp"
        path.write_text(text, "utf-8")
        command = ["g++", "-std=c++17", "-O3", "-march=native", "-fopenmp", "-w", "-fPIC", *flags, "-c"]
        return run([*command, "-o", f"{folder}/t.o", str(path)], timeout=300).code == 0


def main() -> None:
    """The tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", choices=tuple(LEVELS))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--no-torch", action="store_true", help="compile without host code that needs PyTorch")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", help="files whose name holds this")
    parser.add_argument("--json", type=Path, help="write every file's result there")
    options = parser.parse_args()
    tasks = []
    for folder, level in LEVELS[options.suite].items():
        inner = "cuda" if options.suite == "hpctranseval" else ""
        files = sorted((options.folder / folder / inner).glob("*.cu"))
        tasks += [(file, level) for file in files if not options.only or options.only in file.name]
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting = [pool.submit(judged, file, level, options.suite, not options.no_torch) for file, level in tasks]
        rows = [future.result() for future in track(waiting, description=options.suite)]
    if options.json:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), "utf-8")
    print("| level | files | kernels | compile pass | execute pass | published best, compile / execute |")
    print("| --- | --- | --- | --- | --- | --- |")
    for level in dict.fromkeys(level for _, level in tasks):
        own = [row for row in rows if row.level == level]
        compiled, executed = sum(row.compiled for row in own), sum(row.executed for row in own)
        published = PUBLISHED[options.suite][level]
        shares = f"{compiled / len(own):.3f} | {executed / len(own):.3f}"
        print(f"| {level} | {len(own)} | {sum(row.kernels for row in own)} | {shares} | {published} |")
    for row in rows:
        if not row.compiled:
            print(f"- {row.level} {row.name}: does not compile")
        for kernel, reason in row.reasons.items():
            print(f"- {row.level} {row.name}: {kernel}: {reason}")
    print(Counter(reason.split(":")[0] for row in rows for reason in row.reasons.values()).most_common())


if __name__ == "__main__":
    main()
