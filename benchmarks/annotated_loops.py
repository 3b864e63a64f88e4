"""What the analysis says of loops that people annotated: verdicts, and why the rest is unknown.

python benchmarks/annotated_loops.py FILES.jsonl.gz PAIRS [--mirror CLONES] [--why 20]

With CLONES, where `mine` found the repositories, files see the headers beside them and in the folders that the product would
look in where there is no compile_commands.json. FILES is what `loopwright-train mine` wrote, PAIRS the folder of
`loopwright-train pairs`. Loops that people marked `seq` are left out. Nothing but verdicts is printed.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import headers_for
from loopwright_training.records import read_records
from loopwright_training.trees import HeaderTrees

PARTS = ("train", "family", "repository", "pair", "development", "development_pair")
_OWN_WORDS = (
    (re.compile(r"^what .* stands for"), "what … stands for"),
    (re.compile(r"^.* and .* may be the same element"), "… and … may be the same element"),
    (re.compile(r"^.* may wrap around.*"), "… may wrap around"),
    (re.compile(r"^.* is not affine"), "… is not affine"),
    (re.compile(r"^which element .* is"), "which element … is"),
    (re.compile(r"^(where|whether) .*"), r"\1 …"),
    (re.compile(r"^\S+ (may|does|keeps)\b"), r"… \1"),
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", type=Path)
    options.add_argument("pairs", type=Path)
    options.add_argument("--mirror", type=Path, help="clones, as `mine` takes them")
    options.add_argument("--why", type=int, default=12, help="how many reasons to list")
    chosen = options.parse_args()
    verdicts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        jobs = _jobs(chosen.files, chosen.pairs, HeaderTrees(chosen.mirror, Path(folder)) if chosen.mirror else None)
        for judged in pool.map(_verdicts, jobs, chunksize=4):
            for verdict, reason in judged:
                verdicts[verdict] += 1
                reasons[_kind(reason)] += verdict == "unknown"
    total = sum(verdicts.values())
    for verdict in ("proved", "assumed", "refuted", "unknown"):
        print(f"{verdict:8} {verdicts[verdict]:6} {verdicts[verdict] / total:.3f}")
    for reason, count in reasons.most_common(chosen.why):
        print(f"  {count:5}  {reason}")


Job = tuple[str, str, frozenset[int]]


def _jobs(files: Path, pairs: Path, trees: HeaderTrees | None) -> list[Job]:
    lines: dict[tuple[str, str], set[int]] = defaultdict(set)
    for part in PARTS:
        for row in read_records(pairs / f"{part}.jsonl.gz"):
            if "seq" not in row["directive"].split():
                lines[row["repository"], row["path"]].add(row["line"])
    return [
        (
            row["text"],
            str(trees.path(row["repository"], row["commit"], row["path"])) if trees else row["path"],
            frozenset(lines[key]),
        )
        for row in read_records(files)
        if (key := (row["repository"], row["path"])) in lines
    ]


def _verdicts(job: Job) -> list[tuple[str, str]]:
    text, path, lines = job
    outline = Outline(parse(text, name=path), headers_for(Path(path)) if Path(path).is_absolute() else None)
    line_of = outline.source.lines.line_of
    loops = [loop for loop in outline.loops if line_of(loop.span.start) + 1 in lines]
    return [(found.verdict, found.reason) for found in (judge(outline, loop) for loop in loops)]


def _kind(reason: str) -> str:
    for pattern, words in _OWN_WORDS:
        if pattern.match(reason):
            return pattern.sub(words, reason)
    return reason


if __name__ == "__main__":
    main()
