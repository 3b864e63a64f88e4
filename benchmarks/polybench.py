"""The prover on PolyBench/C: what it says of each loop of the thirty kernels, held against running the loop in other orders.

python benchmarks/polybench.py FOLDER [--preprocessed] [--show]

FOLDER is a checkout of PolyBench/C 4.2 with a `compile_flags.txt` that names `utilities`; nothing of it is kept here. Each loop of a
`kernel_…` function is rewritten so that its iterations run from the last to the first, and the even ones before the odd ones; the program is
built with gcc for the smallest data set, and the arrays that it prints are compared with those of the program as it was: a sum in another
order rounds in another way.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for

ORDERS = {
    "backwards": "for ({v} = ({last}); {v} >= ({first}); {v} -= {step})",
    "even before odd": "for (int half_ = 0; half_ < 2; half_++) for ({v} = ({first}) + half_ * {step}; {v} <= ({last}); {v} += 2 * {step})",
}


def printed(text: str, path: Path, utilities: Path, folder: Path) -> list[float] | None:
    """The numbers that the program prints, ``None`` where it is not built or fails."""
    source, binary = folder / path.name, folder / "program"
    source.write_text(text)
    header = path.with_suffix(".h").read_text()
    (folder / f"{path.stem}.h").write_text(header.replace("%0.2lf", "%.17g").replace("%0.2f", "%.9g"))
    options = ["-O1", "-DMINI_DATASET", "-DPOLYBENCH_DUMP_ARRAYS", f"-I{utilities}", f"-I{path.parent}", "-w"]
    built = subprocess.run(
        ["gcc", *options, str(source), str(utilities / "polybench.c"), "-o", str(binary), "-lm"], capture_output=True
    )
    if built.returncode:
        return None
    try:
        ran = subprocess.run([str(binary)], capture_output=True, text=True, timeout=20)
    except subprocess.TimeoutExpired:
        return None
    return None if ran.returncode else [number for word in ran.stderr.split() for number in _number(word)]


def _number(word: str) -> list[float]:
    try:
        return [float(word)]
    except ValueError:
        return []  # the name of an array


def in_another_order(text: bytes, loop: Loop, order: str) -> str | None:
    """The program with one loop in another order, ``None`` for a header that counts in no known way."""
    header = loop.header
    lower, upper = (header.lower, header.upper) if header.step[:1] != "-" else (header.upper, header.lower)
    if header.problem or lower is None or upper is None or header.step not in ("1", "-1"):
        return None
    strict = header.relation in ("<", ">", "!=")
    first, last = (lower, f"({upper}) - 1" if strict else upper)
    if header.step == "-1":
        first = f"({lower}) + 1" if strict else lower
        last = upper
    new = ORDERS[order].format(v=header.variable, first=first, last=last, step=1)
    declared = f"{{ int {header.variable}; " if header.declares else ""
    start, end = loop.span
    body = text[loop.header_end : end].decode()
    return text[:start].decode() + declared + new + body + ("}" if declared else "") + text[end:].decode()


def agreement(before: list[float] | None, after: list[float] | None) -> str:
    """How alike two outputs are: `same` to the last digit, `rounded` within a millionth, or `other`."""
    if before is None or after is None or len(before) != len(after):
        return "other"
    if before == after:
        return "same"
    return "rounded" if all(abs(x - y) <= 1e-6 * max(1.0, abs(x), abs(y)) for x, y in zip(before, after)) else "other"


def preprocessed(path: Path, utilities: Path) -> Outline:
    """The file as the compiler sees it, for the smallest data set."""
    command = ["gcc", "-E", "-P", "-DMINI_DATASET", f"-I{utilities}", f"-I{path.parent}", str(path)]
    return Outline(parse(subprocess.run(command, capture_output=True, text=True, check=True).stdout, path.name))


def kernel_loops(outline: Outline) -> list[Loop]:
    return [loop for loop in outline.loops if loop.function is not None and loop.function.name.startswith("kernel_")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--preprocessed", action="store_true", help="what is said of the text without macros")
    parser.add_argument("--show", action="store_true", help="every loop with its verdict")
    options = parser.parse_args()
    utilities = options.folder / "utilities"
    table: Counter[tuple[str, str]] = Counter()
    kernels = 0
    for path in sorted(options.folder.rglob("*.c")):
        if path.parent == utilities:
            continue
        if not path.with_suffix(".h").exists():
            continue  # a form that is kept for comparison
        outline = Outline(parse(path.read_text(), path.name), headers_for(path))
        judged = preprocessed(path, utilities) if options.preprocessed else outline
        loops, same_loops = kernel_loops(outline), kernel_loops(judged)
        assert len(loops) == len(same_loops)
        with tempfile.TemporaryDirectory() as folder:
            before = printed(path.read_text(), path, utilities, Path(folder))
            if before is None or not loops:
                print(f"{path.stem}: not built")
                continue
            kernels += 1
            for loop, same_loop in zip(loops, same_loops):
                verdict = judge(judged, same_loop)
                texts = [in_another_order(outline.source.data, loop, order) for order in ORDERS]
                if None in texts:
                    print(
                        f"{path.stem}:{outline.source.lines.line_of(loop.span.start) + 1}: not rewritten ({verdict.verdict})"
                    )
                    continue
                found = [agreement(before, printed(text or "", path, utilities, Path(folder))) for text in texts]
                alike = max(found, key=("same", "rounded", "other").index)
                table[verdict.verdict, alike] += 1
                wrong = (alike == "other") if verdict.verdict in ("proved", "assumed") else alike == "same"
                if options.show or wrong:
                    line = outline.source.lines.line_of(loop.span.start) + 1
                    print(f"{path.stem}:{line}: {verdict.verdict}, {alike}: {verdict.reason}"[:240])
    print(f"{kernels} kernels")
    print("output in other orders: the same, within rounding, another")
    for verdict in ("proved", "assumed", "refuted", "unknown"):
        print(f"{verdict:8}" + "".join(f"{table[verdict, alike]:5}" for alike in ("same", "rounded", "other")))


if __name__ == "__main__":
    main()
