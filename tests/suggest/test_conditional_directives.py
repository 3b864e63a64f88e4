"""Directives put above loops that have conditionals of the preprocessor above them: every arrangement stays well-formed, OpenACC reads
one directive, and nobody else reads anything new."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.edits import edits_for
from loopwright.suggest.facts import facts_of

OMP = "#pragma omp parallel for"
WIDE = "  #pragma omp parallel for \\\n      schedule(static)"
LINES = {
    "omp": OMP,
    "wide": WIDE,
    "remark": "  // nothing to say",
    "data": "#pragma acc data copy(a[0:n])",
    "none": "",
}
HEADS = (
    "#ifdef _OPENACC",
    "#ifndef _OPENACC",
    "#ifdef _OPENMP",
    "#if defined(_OPENMP) && !defined(_OPENACC)",
    "#if defined(USE_BOTH)",
    "#if 1 /* on */",
)
ELIFS = ("#elif defined(_OPENACC)", "#elif defined(_OPENMP)")
MODES = {
    "none": [],
    "acc": ["-fopenacc"],
    "omp": ["-fopenmp"],
    "both": ["-fopenacc", "-fopenmp"],
    "macro": ["-fopenacc", "-DUSE_BOTH"],
}


def arrangements() -> Iterator[str]:
    """What may stand above a loop."""
    yield from (OMP, WIDE, "", f"{OMP}\n// why\n")
    for head, one, two in itertools.product(HEADS, ("omp", "none", "wide"), ("omp", "none", "remark")):
        yield f"{head}\n{LINES[one]}\n#endif"
        yield f"{head}\n{LINES[one]}\n#else\n{LINES[two]}\n#endif"
        for elif_ in ELIFS:
            yield f"{head}\n{LINES[one]}\n{elif_}\n{LINES[two]}\n#endif"
            yield f"{head}\n{LINES[one]}\n{elif_}\n{LINES[two]}\n#else\n{LINES[one]}\n#endif"
    for head in HEADS:
        yield f"#ifdef DEEP\n{OMP}\n#else\n{head}\n{OMP}\n#else\n{WIDE}\n#endif\n#endif"
        yield f"{head}\n#ifdef DEEP\n{OMP}\n#endif\n#else\n{OMP}\n#endif"
        yield f"{head}\nn += 0;\n{OMP}\n#endif"
        yield f"{head}\n{OMP}\n#else\nn += 0;\n{WIDE}\n#endif\n// between\n"
        yield f"{OMP}\n{head}\n// nothing\n#endif"
        yield f"{head}\n#endif"
        yield f"{LINES['data']}\n{head}\n{OMP}\n#else\n{WIDE}\n#endif"
        if "USE_BOTH" not in head:  # else it were the project's switch
            yield f"{head}\n{LINES['data']}\n#else\n{OMP}\n#endif"


def function(number: int, above: str) -> str:
    return (
        f"void f{number}(int n, float *a) {{\n{above}\n  for (int i = 0; i < n; i++) {{\n    a[i] = i;\n  }}\n}}\n"
        f"void end{number}(void) {{}}\n"
    )


def edited(text: str, directive: str = "parallel loop copy(a[0:n])") -> str:
    outline = Outline(parse(text, name="a.c"))
    edits = []
    for loop in outline.loops:
        edits += edits_for(outline, loop, directive, facts_of(outline, loop))
    return apply_edits(outline.source.data, edits).decode()


def functions(path: Path, options: list[str]) -> list[list[str]]:
    """What the preprocessor leaves of each function."""
    done = subprocess.run(["gcc", "-E", "-P", *options, str(path)], capture_output=True, text=True, check=True)
    parts = done.stdout.split("void f")[1:]
    return [[line.strip() for line in part.splitlines() if line.strip()] for part in parts]


def compiles(path: Path, options: list[str]) -> list[str]:
    done = subprocess.run(["gcc", "-fsyntax-only", *options, str(path)], capture_output=True, text=True, check=False)
    return [line for line in done.stderr.splitlines() if "error" in line]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, list[str]]:
    above = list(dict.fromkeys(arrangements()))
    text = "".join(function(number, part) for number, part in enumerate(above))
    folder = tmp_path_factory.mktemp("arranged")
    before, after = folder / "before.c", folder / "after.c"
    before.write_text(text, "utf-8")
    after.write_text(edited(text), "utf-8")
    return before, after, above


@pytest.mark.parametrize("mode", MODES)
def test_every_arrangement_compiles_as_before(both: tuple[Path, Path, list[str]], mode: str) -> None:
    before, after, _ = both
    assert compiles(before, MODES[mode]) == []
    assert compiles(after, MODES[mode]) == []


@pytest.mark.parametrize("mode", ["none", "omp"])
def test_builds_without_openacc_read_what_they_read(both: tuple[Path, Path, list[str]], mode: str) -> None:
    before, after, above = both
    for number, (old, new) in enumerate(
        zip(functions(before, MODES[mode]), functions(after, MODES[mode]), strict=True)
    ):
        with_none = [line for line in new if not line.startswith("#pragma acc parallel")]
        assert with_none == old, above[number]
        at_omp = [one for one, two in itertools.pairwise(new) if "pragma omp" in one and "pragma" in two]
        assert not at_omp, above[number]


def test_a_build_with_openacc_reads_the_directive(both: tuple[Path, Path, list[str]]) -> None:
    _, after, above = both
    for number, lines in enumerate(functions(after, MODES["acc"])):
        assert sum("acc parallel loop" in line for line in lines) == 1, (above[number], lines)
        at = next(i for i, line in enumerate(lines) if "acc parallel loop" in line)
        assert lines[at + 1].startswith("for"), (above[number], lines)


def test_the_projects_own_arm_takes_the_directive() -> None:
    text = function(0, f"#ifdef _OPENACC\n#else\n{OMP}\n#endif")
    assert "#ifdef _OPENACC\n  #pragma acc parallel loop copy(a[0:n])\n#else\n" in edited(text)
    switched = "void g(int n, float *a) {\n#ifdef WITH_ACC\n#pragma acc parallel loop\n#endif\n for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
    text = switched + function(1, f"#ifdef WITH_ACC\n\n#else\n{OMP}\n#endif")
    outline = Outline(parse(text, name="a.c"))
    loop = outline.loops[-1]
    after = apply_edits(outline.source.data, edits_for(outline, loop, "kernels loop", facts_of(outline, loop))).decode()
    assert "#ifdef WITH_ACC\n\n  #pragma acc kernels loop\n#else\n" in after


def test_windows_line_ends_stay() -> None:
    text = function(0, f"#ifdef _OPENMP\n{OMP}\n#else\n#endif").replace("\n", "\r\n")
    after = edited(text)
    assert after.count("\n") == after.count("\r\n")
    assert "\r\r" not in after


@pytest.mark.parametrize(
    ("above", "directive", "wanted"),
    [
        (
            "#pragma acc data copy(a[0:n])",
            "parallel loop",
            "#pragma acc data copy(a[0:n])\n  #pragma acc parallel loop\n",
        ),
        ("#pragma acc parallel", "loop gang", "#pragma acc parallel\n#pragma acc loop gang\n"),
        ("#pragma acc loop gang", "kernels", "#pragma acc kernels\n#pragma acc loop gang\n"),
        ("#pragma acc parallel loop", "kernels loop", "{\n#pragma acc kernels loop\n"),
        ("#pragma acc parallel loop \\\n  gang", "kernels loop", "{\n#pragma acc kernels loop\n"),
        (
            "#ifdef A\n#pragma acc parallel\n#else\n#pragma acc kernels\n#endif",
            "loop",
            "#pragma acc parallel\n#pragma acc loop\n#else\n#pragma acc kernels\n#pragma acc loop\n#endif",
        ),
        (
            "#ifndef _OPENACC\n#pragma acc parallel loop\n#else\n#pragma acc parallel loop gang\n#endif",
            "serial loop",
            "#pragma acc parallel loop\n#else\n#pragma acc serial loop\n#endif",
        ),
    ],
)
def test_directives_that_stand_there_are_completed_or_replaced(above: str, directive: str, wanted: str) -> None:
    assert wanted in edited(function(0, above), directive)
