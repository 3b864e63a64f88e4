"""Whose errors stand in which files of a folder: ours, clang's and gcc's, with the reasons.

    python benchmarks/conformance.py FOLDER [-I FOLDER]

Made for the OpenACC validation suite (OpenACCUserGroup/OpenACCV-V), of which nothing is kept here: give a checkout and
`-I CHECKOUT/Tests`.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from loopwright.check.run import CheckOptions, check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.source.text import decode
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import Compiler, find_compilers
from loopwright.toolchain.flags import given


def compilers_errors(compiler: Compiler, files: list[Path], include: list[Path]) -> dict[Path, str]:
    """File → the compiler's first error, empty where it accepts the file."""
    acceptor = Acceptor(compiler, timeout=60)

    def ask(path: Path) -> str:
        folders = [path.parent, *include]
        flags = given([word for folder in folders for word in ("-I", str(folder))], path.parent)
        language = "c" if path.suffix == ".c" else "cpp"
        answer = acceptor.errors(path.read_bytes(), language, flags)
        return answer if isinstance(answer, str) else next((message.text for message in answer), "")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(files, pool.map(ask, files), strict=True))


def our_errors(path: Path, include: list[Path]) -> tuple[str, ...]:
    """Codes of our errors in a file."""
    found = check(
        Outline(parse(decode(path.read_bytes()), name=path.name)), CheckOptions(path=path, includes=tuple(include))
    )
    return tuple(sorted({finding.code for finding in found if finding.severity == "error"}))


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("-I", dest="include", type=Path, action="append", default=[])
    options = parser.parse_args()
    include = [folder.resolve() for folder in options.include]
    files = sorted(p.resolve() for p in options.folder.rglob("*") if p.suffix in (".c", ".cpp"))
    ours = {path: our_errors(path, include) for path in files}
    print(f"{len(files)} files; accepted by us {sum(not codes for codes in ours.values())}")
    print("our errors, files by reason:", dict(Counter(codes for codes in ours.values() if codes)))
    for compiler in find_compilers().compilers:
        errors = compilers_errors(compiler, files, include)
        wrong = [path for path in files if ours[path] and not errors[path]]
        print(
            f"{compiler.name}: accepts {sum(not text for text in errors.values())}; it accepts and we refuse {len(wrong)}"
        )
        for path in wrong[:20]:
            print(f"    {path.name}: {', '.join(ours[path])}")
        reasons = Counter(text[:60] for path, text in errors.items() if text and not ours[path])
        print("    it refuses and we accept, by its words:", reasons.most_common(8))


if __name__ == "__main__":
    main()
