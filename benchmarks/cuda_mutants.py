"""How many wrong translations `translate --verify` catches: mutants of the translations of our own kernels.

    python benchmarks/cuda_mutants.py [FILE.cu…] [--rounds 4] [--seed 1] -o mutants.json

In each round every kernel of a file gets one mutation of its translation (an operator, a bound, a barrier that is left out, an
atomic update that is none, a store that is left out, a constant, an index), and all are judged by one build. What survives is
listed with its line: whether it is equivalent is for a reader to say.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from loopwright.cuda.file import translate_file
from loopwright.cuda.translation import FileTranslation, KernelTranslation
from loopwright.source.syntax import parse
from loopwright.translate import verify
from loopwright.translate.verify import Judge

KERNELS = Path(__file__).parent.parent / "tests" / "cuda" / "kernels"
_OPERATORS = {
    " + ": " - ",
    " - ": " + ",
    " * ": " + ",
    " < ": " <= ",
    " <= ": " < ",
    " > ": " >= ",
    " >= ": " > ",
    " == ": " != ",
}
_OPERATORS |= {" && ": " || ", " || ": " && ", " += ": " -= ", " & ": " | ", " >> ": " << "}
_ATOMIC = re.compile(r"\batomic(Add|Sub|And|Or|Xor)\(&?(.+?), ([^,]+)\);$")
_PLAIN = {"Add": "+=", "Sub": "-=", "And": "&=", "Or": "|=", "Xor": "^="}
_HEADER = re.compile(r"\s*for \(int (\w+) = 0; \1 < (\w+); \+\+\1\) \{$")


@dataclass(frozen=True)
class Mutation:
    """Lines ``first`` up to before ``end`` of a kernel's text become ``lines``."""

    kind: str
    first: int
    end: int
    lines: tuple[str, ...]

    def of(self, text: str) -> str:
        """The text with it."""
        lines = text.split("\n")
        return "\n".join([*lines[: self.first], *self.lines, *lines[self.end :]])


@dataclass(frozen=True)
class Mutant:
    """What became of one."""

    file: str
    kernel: str
    kind: str
    before: str
    after: str
    outcome: str


def mutations(text: str) -> Iterator[Mutation]:
    """All of a kernel's translation."""
    lines = text.split("\n")
    for at, line in enumerate(lines[1:-1], 1):
        bare = line.strip()
        if not bare or bare.startswith(
            ("#pragma", "//", "template", "const int threads", "constexpr", "const int blocks")
        ):
            continue
        loop = bare.startswith("for (")
        if match := _ATOMIC.search(bare):
            yield Mutation("atomic", at, at + 1, (_ATOMIC.sub(rf"\2 {_PLAIN[match[1]]} \3;", line),))
        if loop:
            if (grown := re.sub(r"(; \w+ <=? )([^;]+);", r"\1(\2) - 1;", line)) != line:
                yield Mutation("bound", at, at + 1, (grown,))
            if (moved := re.sub(r"= 0;", "= 1;", line, count=1)) != line:
                yield Mutation("bound", at, at + 1, (moved,))
            yield from _joined(lines, at)
            continue
        for old, new in _OPERATORS.items():
            for match in re.finditer(re.escape(old), line):
                kind = "comparison" if new.strip() in ("<=", "<", ">=", ">", "!=", "||", "&&") else "operator"
                yield Mutation(kind, at, at + 1, (line[: match.start()] + new + line[match.end() :],))
        for match in re.finditer(r"(?<![\w.])(\d+)(?![\w.])", line):
            yield Mutation(
                "constant", at, at + 1, (f"{line[: match.start()]}{int(match[1]) + 1}{line[match.end() :]}",)
            )
        for match in re.finditer(r"\w\[(\w+)\]", line):
            yield Mutation("index", at, at + 1, (f"{line[: match.end() - 1]} + 1{line[match.end() - 1 :]}",))
        if re.fullmatch(r"[\w.\[\]>*() +-]+ [-+*/|&^]?= [^;]+;", bare) and not re.match(
            r"(?:const|auto|int|float|unsigned|double|bool)\b", bare
        ):
            yield Mutation("store", at, at + 1, (line.replace(bare, ";"),))


def _joined(lines: Sequence[str], at: int) -> Iterator[Mutation]:
    """Two loops over the threads of a block as one: the barrier between them is left out."""
    header = lines[at]
    before = at - 1
    while before > 0 and lines[before].strip().startswith("#pragma omp simd"):
        before -= 1
    if not _HEADER.match(header) or lines[before] != header[: len(header) - len(header.lstrip())] + "}":
        return
    start = next(
        (
            i
            for i in range(before - 1, 0, -1)
            if len(lines[i]) - len(lines[i].lstrip()) == len(lines[before]) - 1 and lines[i].strip()
        ),
        0,
    )
    if lines[start] == header and "continue;" not in "\n".join(lines[start:before]):
        yield Mutation("barrier", before, at + 1, ("",))


class MutantJudge(Judge):
    """Judges mutants. The translation whose loops are watched is made anew from the source: it gets the same mutations."""

    changed: dict[tuple[str, int], Mutation] = {}  # noqa: RUF012

    def _watched(self, folder, translation, kernels, space):  # type: ignore[no-untyped-def]
        plain = verify.again

        def mutated_again(given: FileTranslation, **options: object) -> FileTranslation:
            fresh = plain(given, **options)  # type: ignore[arg-type]
            return mutated(fresh, self.changed) if options.get("eager") else fresh

        verify.again = mutated_again  # type: ignore[assignment]
        try:
            return super()._watched(folder, translation, kernels, space)
        finally:
            verify.again = plain


def mutated(translation: FileTranslation, changes: dict[tuple[str, int], Mutation]) -> FileTranslation:
    """The translation with a mutation in each kernel that has one."""
    text, kernels = translation.text, []
    for kernel in translation.kernels:
        change = changes.get((kernel.name, kernel.number))
        if change is not None and kernel.text is not None:
            new = change.of(kernel.text)
            text = text.replace(kernel.text, new)
            kernel = replace(kernel, text=new)
        kernels.append(kernel)
    return replace(translation, text=text, kernels=tuple(kernels))


def judged(file: Path, translation: FileTranslation, changes: dict[tuple[str, int], Mutation]) -> list[Mutant]:
    """What becomes of one mutant of each kernel."""
    wrong = mutated(translation, changes)
    chosen = [k for k in wrong.kernels if (k.name, k.number) in changes]
    with MutantJudge(wrong, chosen, file, "g++") as judge:
        judge.versions = [wrong]
        judge.changed = changes
        found = [(kernel, judge.verify(kernel)) for kernel in chosen]
    if len(chosen) > 1 and any(not v.compiled for _, v in found):
        half, rows = len(changes) // 2, list(changes.items())
        return [m for part in (rows[:half], rows[half:]) for m in judged(file, translation, dict(part))]
    return [_mutant(file, translation, kernel, changes, v) for kernel, v in found]


def _mutant(
    file: Path,
    translation: FileTranslation,
    kernel: KernelTranslation,
    changes: dict[tuple[str, int], Mutation],
    found: verify.Verified,
) -> Mutant:
    change = changes[kernel.name, kernel.number]
    own = translation.kernel(kernel.name, kernel.number)
    assert own is not None
    assert own.text is not None
    before = " ".join(line.strip() for line in own.text.split("\n")[change.first : change.end])
    outcome = "does not compile" if not found.compiled else "survives" if found.agreed else "caught"
    return Mutant(file.name, kernel.name, change.kind, before, " ".join(change.lines).strip(), outcome)


def run(files: Sequence[Path], rounds: int, seed: int) -> list[Mutant]:
    """``rounds`` mutants of each kernel that is tested as it is, of each kind in turn."""
    chance = random.Random(seed)
    found: list[Mutant] = []
    for file in files:
        translation = translate_file(parse(file.read_bytes(), file.name, "cuda"))
        kinds = {(k.name, k.number): _by_kind(k.text, chance) for k in translation.kernels if k.text is not None}
        for _ in range(rounds):
            changes = {key: turns.pop() for key, turns in kinds.items() if turns}
            if changes:
                found += judged(file, translation, changes)
                print(f"{file.name}: {Counter(m.outcome for m in found)}", file=sys.stderr)
    return found


def _by_kind(text: str, chance: random.Random) -> list[Mutation]:
    """The mutations of a text, the last ones each of another kind, the rare kinds last."""
    every = list(mutations(text))
    groups = [
        chance.sample(g, len(g))
        for kind in sorted({m.kind for m in every})
        if (g := [m for m in every if m.kind == kind])
    ]
    groups.sort(key=len)
    return [group[turn] for turn in range(max(map(len, groups), default=0)) for group in groups if turn < len(group)][
        ::-1
    ]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted(KERNELS.glob("*.cu")))
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    found = run(options.files, options.rounds, options.seed)
    options.output.write_text(json.dumps([asdict(m) for m in found], indent=1) + "\n", "utf-8")
    for mutant in found:
        if mutant.outcome == "survives":
            print(f"- {mutant.file} {mutant.kernel} ({mutant.kind}): {mutant.before}  →  {mutant.after}")
    for kind in sorted({m.kind for m in found}):
        own = Counter(m.outcome for m in found if m.kind == kind)
        print(f"{kind:12} {dict(own)}")
    alive = [m for m in found if m.outcome != "does not compile"]
    print(f"{sum(m.outcome == 'caught' for m in alive)} of {len(alive)} caught")


if __name__ == "__main__":
    main()
