"""LW108: misspelt sentinel (OpenACC 3.4, 2.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.rule import FileRule, Problem
from loopwright.openacc.findings import Fix
from loopwright.openacc.inactive import inactive
from loopwright.openacc.parser import directive_words
from loopwright.openacc.spec import load_spec
from loopwright.source.edits import Edit
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_PRAGMA = re.compile(
    rb"pragma[ \t]+(?!(?:acc|omp)\b)(!\$acc|\w+(?:[ \t]+acc\b)?)[ \t]+(\w+)"
)  # begins with a literal: a fast search
_LIKELY = frozenset(
    [
        "ac",
        "aac",
        "acc_",
        "accc",
        "cc",
        "caa",
        "cca",
        "aca",
        "openacc",
        "openAcc",
        "OpenACC",
        "ACC",
        "Acc",
        "oacc",
        "acf",
        "axx",
        "avc",
        "axc",
        "qcc",
        "scc",
    ]
)


@dataclass(frozen=True)
class MisspeltSentinel(Problem):
    """Misspelt sentinel."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`#pragma {self.word}` is unknown to every compiler and ignored; did you mean `#pragma acc`?"


def check(outline: Outline) -> Iterator[MisspeltSentinel]:
    """Pragmas whose first word is nearly `acc`, Fortran's or followed by it, and whose next is a directive."""
    data = outline.source.data
    for match in _PRAGMA.finditer(data):
        word, second = match[1].decode(), match[2].decode()
        line = data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        is_likely = word in _LIKELY or word == "!$acc" or _stands_before(word)
        if is_likely and second in directive_words() and line.replace(b" ", b"").replace(b"\t", b"") == b"#":
            node = outline.source.tree.root_node.descendant_for_byte_range(match.start(1), match.start(1) + 1)
            if (
                match.start() in inactive(outline)
                or node is None
                or node.type in ("comment", "string_literal", "string_content", "raw_string_content")
            ):
                continue
            yield MisspeltSentinel(Span(match.start(1), match.end(1)), word)


def _stands_before(word: str) -> bool:
    """Whether the word for a loop, or a directive, stands before the sentinel: `for acc`."""
    first, _, rest = word.partition(" ")
    return rest.strip() == "acc" and (first in load_spec().instead or first in directive_words())


def fix(problem: MisspeltSentinel) -> Fix | None:
    """The sentinel of OpenACC."""
    return Fix("Change to `#pragma acc`", (Edit(problem.span, "acc"),))


RULE = FileRule(
    code="LW108",
    title="misspelt sentinel",
    severity="warning",
    section="2.1",
    why="Unknown pragmas are skipped without a word: the loop stays serial and nothing says so.",
    wrong="""\
void f(int n, float *a) {
#pragma ac parallel loop
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    right="""\
void f(int n, float *a) {
#pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = 0;
}
""",
    check=check,
    fix=fix,
)
