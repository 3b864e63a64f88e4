"""What the analysis says of a sample of loops that people annotated, in one process, and why it says no more.

python benchmarks/annotated_sample.py MANIFEST CLONES [--seed 1] [--repositories 60] [--loops 400] [--kept FOLDER] [--whole] [--list proved,…]

Repositories of the MANIFEST that are not reserved are drawn by the seed; of each at most 15 loops with a directive of OpenACC for loops
(`loop`, `parallel`, `kernels`, `serial`; no `update` that happens to stand above one) that is not `seq`, none twice. Each file is read
alone with the headers of its repository, which lie in the folder KEPT for the next run. With `--whole` each is read in the whole
checkout, as a user stands: the files that are linked with it decide, too. Reasons and assumptions are counted with the names left out;
`--list` prints the loops of a verdict with their places.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import decode
from loopwright.toolchain.flags import headers_for, units_for
from loopwright.toolchain.process import output_of
from loopwright_training.mine import git_directory, read_manifest
from loopwright_training.trees import HEADERS, PROGRAMS, HeaderTrees

MOST_OF_ONE = 15
_FOR_LOOPS = ("loop", "parallel", "kernels", "serial")
_SUFFIXES = ("c", "cc", "cpp", "cxx", "h", "hpp")
_NAME = re.compile(r"(?<![\w'])(?:[A-Za-z_]\w*(?:->|\.|\[[^\]]*\]|::)?)+|\d+")
_KEPT_WORDS = (
    "what is not known stands for cannot be told may be the same element and if changes nothing that another iteration uses do "
    "does overlap input or output whose order would change wrap around never decreases no two iterations update one of all "
    "affine subscripts are too involved which reads value loop leaves in a parallel keep its bound while it runs condition "
    "compare with bounds known written under carry from to next end early pragma outside function macro followed last "
    "definition says the rows leads by fits called counted header names how far advances has keeps state share where stored"
)


class Judged(NamedTuple):
    """A loop of the sample."""

    place: str
    directive: str
    verdict: LoopVerdict


class _KeptTrees(HeaderTrees):
    """Header trees that an earlier run may have made: a seed always asks for the same ones in the same order."""

    def path(self, repository: str, commit: str, path: str) -> Path:
        known = self._folder / str(len(self._made))
        if (repository, commit) not in self._made and known.exists():
            self._made[repository, commit] = known
        whole = super().path(repository, commit, path)
        (self._made[repository, commit] / ".git").mkdir(exist_ok=True)  # the product looks for headers in a repository
        return whole


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("manifest", type=Path)
    options.add_argument("clones", type=Path)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--repositories", type=int, default=60)
    options.add_argument("--loops", type=int, default=400)
    options.add_argument("--kept", type=Path, help="folder for headers and files, to be fast the second time")
    options.add_argument(
        "--whole", action="store_true", help="inside the checkout, with the other files of the program"
    )
    options.add_argument("--list", default="", help="verdicts whose loops are printed")
    chosen = options.parse_args()
    begun = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        found = list(_sample(chosen, chosen.kept or Path(folder)))
    verdicts = Counter(one.verdict.verdict for one in found)
    for name in ("proved", "assumed", "refuted", "unknown"):
        print(f"{name:8} {verdicts[name]:5} {verdicts[name] / len(found):.3f}")
    print(f"{len(found)} loops, {time.process_time() - begun:.0f} s of CPU")
    reasons = Counter(_kind(one.verdict.reason) for one in found if one.verdict.verdict == "unknown")
    assumptions = Counter(
        kind for one in found if one.verdict.verdict == "assumed" for kind in set(map(_kind, one.verdict.assumptions))
    )
    for title, counted in (("unknown", reasons), ("assumed", assumptions)):
        print(f"\n{title}")
        for kind, count in counted.most_common(25):
            print(f"{count:5}  {kind}")
    for one in sorted(found):
        if one.verdict.verdict in chosen.list.split(","):
            print(f"{one.verdict.verdict} {one.place} [{one.directive}]: {one.verdict.reason}")


def _sample(chosen: argparse.Namespace, kept: Path) -> Iterator[Judged]:
    usable, patterns, _ = read_manifest(chosen.manifest)
    there = [(row, git) for row in usable if (git := git_directory(chosen.clones, row.name)) is not None]
    there.sort(key=lambda pair: pair[0].name)
    drawn = random.Random(chosen.seed)
    drawn.shuffle(there)
    folder = kept / (f"{chosen.seed}-whole" if chosen.whole else str(chosen.seed))
    trees = _KeptTrees(chosen.clones, folder, PROGRAMS if chosen.whole else HEADERS)
    seen: set[str] = set()
    count = repositories = 0
    for row, git in there:
        if repositories == chosen.repositories or count >= chosen.loops:
            return
        names = [
            name
            for name in _annotated(git, row.commit)
            if not any(fnmatch(name, pattern) for pattern in patterns.get(row.name, []))
        ]
        drawn.shuffle(names)
        repositories += bool(names)
        for judged in _of_repository(trees, row.name, row.commit, git, names, seen, chosen.whole):
            count += 1
            yield judged


def _annotated(git: Path, commit: str) -> list[str]:
    """The files of a commit that hold a directive, sorted."""
    patterns = [f":(glob,icase)**/*.{suffix}" for suffix in _SUFFIXES]
    command = ["git", f"--git-dir={git}", "grep", "-l", "-z", "-E", r"#\s*pragma\s+acc", commit, "--", *patterns]
    try:
        found = output_of(command)
    except OSError:
        return []  # git says so where there is none
    return sorted(name.partition(":")[2] for name in found.decode("utf-8", "replace").split("\0") if name)


def _of_repository(
    trees: HeaderTrees, name: str, commit: str, git: Path, files: list[str], seen: set[str], whole: bool
) -> Iterator[Judged]:
    count = 0
    for file in files:
        text = decode(output_of(["git", f"--git-dir={git}", "show", f"{commit}:{file}"])).replace("\r\n", "\n")
        if len(text) > 400_000:
            continue
        path = trees.path(name, commit, file)
        outline = Outline(parse(text, name=path.name), headers_for(path), units_for(path) if whole else None)
        for loop in outline.loops:
            pragma = loop.pragma("acc")
            own = outline.source.slice(loop.span)
            if pragma is None or "seq" in pragma.text.split() or loop.function is None or own in seen:
                continue
            if not pragma.text.lstrip().startswith(_FOR_LOOPS):
                continue
            if count == MOST_OF_ONE:
                return
            seen.add(own)
            count += 1
            line = outline.source.lines.line_of(loop.span.start) + 1
            yield Judged(f"{name} {file}:{line}", pragma.text, judge(outline, loop))


def _kind(reason: str) -> str:
    """A sentence without the names in it."""
    kept = frozenset(_KEPT_WORDS.split())
    text = _NAME.sub(lambda found: found[0] if found[0] in kept else "…", reason)
    return re.sub(r"(?:[(\[]*…[)\]]*(?:[\s,*+/<>=-]|>=|<=)*)+", "… ", text).strip()


if __name__ == "__main__":
    main()
