"""How often `lang` says what clang's front end says: types, declarations, constants and callees in real files.

python benchmarks/lang_agreement.py FOLDER… [--files 300] [--show 40]

Files that clang reads without an error are drawn from the folders; nothing is built or run. Of what `lang` claims to know is
printed how much is equal, and how much of everything that clang knows it claims. Needs the wheel `libclang`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from loopwright.toolchain.flags import headers_for

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "lang"))

from front_end import KINDS, Agreement, compare, unit_of

LARGEST = 300_000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folders", type=Path, nargs="+")
    options.add_argument("--files", type=int, default=300)
    options.add_argument("--show", type=int, default=40, help="how many differences to list")
    chosen = options.parse_args()
    paths = [
        path
        for folder in chosen.folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".c", ".cc", ".cpp", ".cxx") and path.is_file() and path.stat().st_size < LARGEST
    ]
    random.Random(1).shuffle(paths)
    together, read = Agreement(), {"c": 0, "cpp": 0}
    for path in paths:
        if sum(read.values()) == chosen.files:
            break
        language = "c" if path.suffix == ".c" else "cpp"
        around = [path.parent, path.parent.parent, *(up / "include" for up in (path.parent, *path.parents[1:4]))]
        try:
            path.read_text("utf-8")
            unit = unit_of(path, language, [f"-I{folder}" for folder in around if folder.is_dir()])
        except (OSError, UnicodeDecodeError):
            continue
        if unit is not None:
            read[language] += 1
            together.merge(compare(path, unit, headers_for(path)))
    print(f"{read['c']} files of C, {read['cpp']} of C++")
    for kind in KINDS:
        asked, claimed, equal = together.asked[kind], together.claimed[kind], together.equal[kind]
        share = f"{equal / claimed:.4f}" if claimed else "-"
        print(f"{kind:14} {asked:8} known to clang, {claimed / max(1, asked):.3f} claimed, {share} of {claimed} equal")
    for told in _drawn(together.different, chosen.show):
        print(" ", told)


def _drawn(different: list[str], count: int) -> list[str]:
    """A few of each kind from each file, so that one file does not fill the list."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for told in different:
        key = tuple(told.split(":")[:2])
        seen[key] += 1
        if seen[key] <= 2:
            found.append(told)
    return found[:count]


if __name__ == "__main__":
    main()
