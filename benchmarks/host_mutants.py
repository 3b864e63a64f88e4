"""How many changes of host code `translate --verify` tells: mutants of the host code of translations of whole programs.

    python benchmarks/host_mutants.py FILE.cu… [--most 40] [--seed 1] -o mutants.json

Each mutant is one change of the host's part of a translation (as it is, and with every copy in place): a copy that is left out, turned
round, of half its size or an element short, a launch that is left out or has a block less, memory of its own where a copy was taken out.
A program counts if its translation is `tested`. What survives is listed with its line: whether it is equivalent is for a reader to say.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from loopwright.cuda.file import again
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import parse
from loopwright.translate.faults import Asker, without_faults
from loopwright.translate.pipeline import translation_of
from loopwright.translate.program.build import File, Toolchain
from loopwright.translate.program.verdict import ProgramJudge

_COPY = re.compile(r"\b(cudaMem(?:cpy|set)\w*)\((.*?)\)(?=\)*;)")
_TAKEN_OUT = re.compile(r"\b(\w+) = \w+;(?=  /\* the host's own memory)")


def mutants(text: str, kernels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """(what was changed, the changed text) of the host code of a translation whose ``kernels`` have these names."""
    lines = text.split("\n")
    launch = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, kernels))})(<[^<>]*>)?\((.+)\);")
    for number, line in enumerate(lines):
        if line.lstrip().startswith(("static", "template", "//", "void", "inline", "#")):
            continue
        for kind, changed in _changed(line, launch):
            yield f"{kind}: {line.strip()}", "\n".join([*lines[:number], changed, *lines[number + 1 :]])


def _changed(line: str, launch: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    if copy := _COPY.search(line):
        given = _parts(copy[2])

        def written(*new: str) -> str:
            return f"{line[: copy.start()]}{copy[1]}({', '.join(new)}){line[copy.end() :]}"

        yield "dropped", f"{line[: copy.start()]}cudaSuccess{line[copy.end() :]}"
        if len(given) >= 3:
            yield "half", written(*given[:2], f"({given[2]}) / 2", *given[3:])
            yield "short", written(*given[:2], f"({given[2]}) - 4", *given[3:])
        if len(given) == 4 and copy[1] == "cudaMemcpy":
            yield "turned", written(given[1], given[0], *given[2:])
    elif started := launch.search(line):
        given = _parts(started[3])
        yield "no launch", f"{line[: started.start()]};{line[started.end() :]}"
        fewer = f"[](dim3 lw_g) {{ return --lw_g.x, lw_g; }}({given[0]})"
        call = f"{started[1]}{started[2] or ''}({', '.join([fewer, *given[1:]])});"
        yield "a block less", f"{line[: started.start()]}{call}{line[started.end() :]}"
    elif taken := _TAKEN_OUT.search(line):
        own = f"{taken[1]} = (decltype({taken[1]}))calloc(1 << 24, 1);"
        yield "no memory", f"{line[: taken.start()]}{own}{line[taken.end() :]}"


def _parts(text: str) -> list[str]:
    """Arguments of a call."""
    found, depth = [""], 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            found.append("")
        else:
            found[-1] += c
    return [part.strip() for part in found]


def judged(path: Path, most: int, seed: int, arguments: Sequence[str] = ()) -> dict[str, Any]:
    """What is told of the mutants of one program, ``most`` of them drawn with ``seed``."""
    source = parse(path.read_bytes(), str(path), "cuda")
    translation, problems = without_faults(translation_of(source, path), Asker(path, "g++"))
    if problems:
        return {"file": path.name, "status": "does not compile"}
    with ProgramJudge([File(translation, path)], arguments, path.parent.absolute(), Toolchain("g++")) as judge:
        first = judge.report([translation.text])
        found: dict[str, Any] = {"file": path.name, "status": first.status, "reason": first.reason, "step": first.step}
        if first.status != "tested":
            return found
        drawn = _drawn(translation)
        random.Random(seed).shuffle(drawn)
        outcomes = [(what, judge.report([text])) for what, text in drawn[:most]]
    built = [(what, report) for what, report in outcomes if "does not compile" not in report.reason]
    found["mutants"] = len(built)
    found["survived"] = [f"{what} [{report.status}]" for what, report in built if report.status != "differs"]
    return found


def _drawn(translation: FileTranslation) -> list[tuple[str, str]]:
    names = [kernel.name for kernel in translation.kernels]
    kept = again(translation, copying=True).text
    return list(dict.fromkeys([*mutants(translation.text, names), *mutants(kept, names)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    found = []
    for path in options.files:
        found.append(judged(path, options.most, options.seed))
        print(json.dumps(found[-1]), file=sys.stderr, flush=True)
    drawn = sum(one.get("mutants", 0) for one in found)
    survived = sum(len(one.get("survived", ())) for one in found)
    print(json.dumps({"programs": len(found), "mutants": drawn, "survived": survived}))
    if options.output:
        options.output.write_text(json.dumps(found, indent=1), "utf-8")


if __name__ == "__main__":
    main()
