"""The analysis never raises, whatever stands in the file."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright.dependence.decide.judge import judge, program_around
from loopwright.dependence.decide.sections import data_of
from loopwright.lang.symbols import names_within
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import drawn

SUITE = sorted((Path(__file__).parent / "suite").glob("*.c*"))
_TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
_PIECES = [
    "for (int i = 0; i < n; i++)",
    "a[i]",
    "=",
    "b",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ";",
    "*",
    "&",
    "->x",
    "if (",
    "i",
    "++",
    "int t",
    "p",
    ",",
    "%",
    "/",
    "- 1",
]


def survive(text: str, language: str = "cpp") -> None:
    """Judge every loop and its data."""
    outline = Outline(parse(text, language=language))  # type: ignore[arg-type]
    for loop in outline.loops:
        assert judge(outline, loop).verdict in ("proved", "assumed", "refuted", "unknown")
        program = program_around(outline, loop)
        number = program.by_start.get(loop.span.start) if program is not None else None
        if program is not None and number is not None and program.frames[number].iterator is not None:
            data_of(program, number, names_within(outline, loop.span))


@pytest.mark.parametrize("path", SUITE, ids=lambda path: path.name)
def test_files_with_pieces_missing(path: Path) -> None:
    rng = random.Random(20261121)
    tokens = _TOKEN.findall(path.read_text("utf-8"))
    for _ in range(6):
        start = rng.randrange(max(1, len(tokens) - 400))
        part = tokens[start : start + 400]
        for _ in range(8):
            del part[rng.randrange(len(part))]
        survive("void f(int n) {" + "".join(part))


@settings(max_examples=drawn(150), deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=40))
def test_pieces_in_any_order(pieces: list[str]) -> None:
    survive(
        "void f(int n, float *a, float *b, struct S *p) { for (int i = 0; i < n; i++) { " + " ".join(pieces) + " } }"
    )


def test_deep_nesting_and_long_bodies_end() -> None:
    survive("void f(int n, float *a) {" + "for (int i = 0; i < n; i++) {" * 60 + "a[0] = 1;" + "}" * 61)
    survive("void f(int n, float *a) { for (int i = 0; i < n; i++) {" + "a[i] = a[i] + 1;" * 3000 + "} }")
    survive("void f(int n, float *a) { for (int i = 0; i < n; i++) a[i] = " + "(" * 400 + "i" + ")" * 400 + "; }")


def test_functions_that_call_each_other_end() -> None:
    survive(
        "int g(int n); int f(int n) { for (int i = 0; i < n; i++) g(i); return 0; } int g(int n) { return f(n - 1); }"
    )
    survive(
        "#define F(x) F(x)\n#define G(x) H(x)\n#define H(x) G(x)\nvoid f(int n, int *a) { for (int i = 0; i < n; i++) a[F(i)] = G(i); }"
    )
