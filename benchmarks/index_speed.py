"""The index of a large folder: time, CPU and memory, the first time, from its cache, after an edit; what a question costs.

    python benchmarks/index_speed.py [FOLDER]

Without FOLDER one of 20,000 files is made, of which 2,000 hold three annotated loops each.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from pathlib import Path

from loopwright.memory.index import Index
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, at_once

FILES, ANNOTATED_EVERY = 20_000, 10
_BODIES = (
    "y{n}[i] = a * x[i] + y{n}[i];",
    "s += x[i] * w{n}[i];",
    "u[i] = 0.5 * (v{n}[i - 1] + v{n}[i + 1]) - u[i];",
    "if (x[i] > limit{n}) mask[i] = {n};",
)
_DIRECTIVES = ("parallel loop present(x)", "parallel loop gang vector reduction(+:s)", "kernels loop independent")
_ASKED = "void asked(int n, float *x, float *y) {\n  for (int i = 0; i < n; i++)\n    y[i] = 2 * x[i] + y[i];\n}\n"


def make(folder: Path) -> None:
    """The folder of 20,000 files of about a hundred lines."""
    for number in range(FILES):
        place = folder / f"part{number // 500:03}"
        place.mkdir(exist_ok=True)
        functions = []
        for part in range(8):
            body = _BODIES[(number + part) % len(_BODIES)].format(n=number % 97 + part)
            is_annotated = number % ANNOTATED_EVERY == 0 and part < 3
            pragma = f"#pragma acc {_DIRECTIVES[part]}\n" if is_annotated else ""
            functions.append(
                f"void f{number}_{part}(int n, float a) {{\n{pragma}  for (int i = 1; i < n; i++) {{\n    {body}\n  }}\n}}\n"
            )
        (place / f"file{number}.c").write_text("extern float *x, *u, *mask;\n" + "\n\n\n".join(functions), "utf-8")


def report(name: str, index: Index) -> None:
    """One row: bring ``index`` up to date."""
    before = time.process_time()
    told = index.refresh()
    cpu = time.process_time() - before
    memory = int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) // 1024
    print(f"{name:16} {told.files:6} files, {told.read:6} read, {told.parsed:5} parsed, {told.examples:6} examples: "
          f"{told.seconds:6.2f} s, {cpu:6.2f} s of CPU, {memory} MB resident")  # fmt: skip


def measure(folder: Path, cache: Path) -> None:
    """All rows."""
    index = Index(folder, cache)
    report("first time", index)
    report("again", index)
    report("from the cache", Index(folder, cache))
    edited = next(folder.rglob("*.c"))
    text = edited.read_bytes()
    edited.write_bytes(text + b"\n")
    report("after an edit", index)
    edited.write_bytes(text)
    outline = Outline(parse(_ASKED, name="asked.c"))
    path = folder / "asked.c"
    for name in ("first question", "next question"):
        before, started = time.process_time(), time.perf_counter()
        at_once(outline, outline.loops[0], path, Tools(memory=index))
        print(f"{name:16} {time.perf_counter() - started:6.3f} s, {time.process_time() - before:6.3f} s of CPU")
    print(
        f"highest memory   {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB; load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder
        if folder is None:
            folder = Path(scratch, "project")
            folder.mkdir()
            make(folder)
        measure(folder.resolve(), Path(scratch, "cache"))


if __name__ == "__main__":
    main()
