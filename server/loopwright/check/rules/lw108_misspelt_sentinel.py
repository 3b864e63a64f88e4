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
_OF_OTHERS = frozenset(("parallel", "loop"))  # pragmas of Intel's compilers and of Microsoft's


@dataclass(frozen=True)
class MisspeltSentinel(Problem):
    """Misspelt sentinel; ``is_missing`` says that there is none, and ``word`` is the first of the directive."""

    word: str
    is_missing: bool

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        if self.is_missing:
            return f"`#pragma {self.word}` is ignored by compilers; did you mean `#pragma acc {self.word}`?"
        return f"`#pragma {self.word}` is unknown to every compiler and ignored; did you mean `#pragma acc`?"


def check(outline: Outline) -> Iterator[MisspeltSentinel]:
    """Pragmas whose first word is nearly `acc`, Fortran's or followed by it, and whose next is a directive; those that begin with a directive,
    in a file that has directives of OpenACC and none of OpenMP, which has some of the same names."""
    data = outline.source.data
    for match in _PRAGMA.finditer(data):
        word, second = match[1].decode(), match[2].decode()
        line = data[data.rfind(b"\n", 0, match.start()) + 1 : match.start()]
        is_likely = word in _LIKELY or word == "!$acc" or _stands_before(word)
        is_missing = not is_likely and _begins_a_directive(word, second) and _is_for_openacc_alone(outline)
        is_misspelt = is_likely and second in directive_words()
        if (is_misspelt or is_missing) and line.replace(b" ", b"").replace(b"\t", b"") == b"#":
            node = outline.source.tree.root_node.descendant_for_byte_range(match.start(1), match.start(1) + 1)
            if (
                match.start() in inactive(outline)
                or node is None
                or node.type in ("comment", "string_literal", "string_content", "raw_string_content")
            ):
                continue
            yield MisspeltSentinel(Span(match.start(1), match.end(1)), word, is_missing)


def _is_for_openacc_alone(outline: Outline) -> bool:
    """Whether a file has directives of OpenACC and none of OpenMP: asked where a pragma may lack the word, as all of the file is read for it."""
    used = {pragma.sentinel for pragma in outline.pragmas}
    return "acc" in used and "omp" not in used


def _begins_a_directive(word: str, second: str) -> bool:
    """Whether two words are a directive, or one with a clause that no other compiler's pragma of its name has."""
    spec = load_spec().directives.get(word)
    has_clause = spec is not None and word not in _OF_OTHERS and second in spec.clauses
    return has_clause or f"{word} {second}" in load_spec().directives


def _stands_before(word: str) -> bool:
    """Whether the word for a loop, or a directive, stands before the sentinel: `for acc`."""
    first, _, rest = word.partition(" ")
    return rest.strip() == "acc" and (first in load_spec().instead or first in directive_words())


def fix(problem: MisspeltSentinel) -> Fix | None:
    """The sentinel of OpenACC."""
    if problem.is_missing:
        return Fix("Add `acc`", (Edit(Span(problem.span.start, problem.span.start), "acc "),))
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
