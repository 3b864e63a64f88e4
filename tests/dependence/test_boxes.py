"""What is read off plain loops is what isl says of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from loopwright.dependence.decide import touched
from loopwright.dependence.decide.judge import nest_of_loop
from loopwright.dependence.decide.sections import DataFacts, data_of
from loopwright.lang.symbols import names_within
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from nests import draw
from whole import swept

HERE = Path(__file__).parent
NESTS = swept("BOX_NESTS", always=18, whole=150)
PLAIN = swept("BOX_LOOPS", always=150, whole=300)
# In the last two one array is accessed with different numbers of subscripts.
FILES = [*sorted((HERE / "suite").glob("*.c*")), HERE / "adversary/hostile.cpp", HERE / "adversary/tricks.c"]
BOUNDS = (
    ("0", "n"),
    ("1", "n - 1"),
    ("m", "n"),
    ("0", "2 * n + 1"),
    ("-n", "n"),
    ("0", "n * m"),
    ("n - 1", "n"),
    ("3", "4"),
    ("5", "5"),
    ("0", "m - n"),
)
SUBSCRIPTS = (
    "i",
    "i + 1",
    "i - m",
    "2 * i + 1",
    "n - i",
    "i + j",
    "i - j",
    "j",
    "i * m + j",
    "3 * i - 2 * j + m",
    "m",
    "0",
    "i * n",
)


class Both:
    """What is said of loops with the short way and without it, and how often the short way was taken."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch, self.taken = patch, 0

    def of(self, outline: Outline) -> list[tuple[DataFacts, DataFacts]]:
        found = []
        for loop in outline.loops:
            nest = nest_of_loop(outline, loop)
            if nest is None or nest[0].frames[nest[1]].iterator is None:
                continue
            words = names_within(outline, loop.span)
            with self.patch.context() as patched:
                for name in ("ends_of_value", "ends_of_accesses"):
                    patched.setattr(touched, name, self._noted(getattr(touched, name)))
                short = data_of(*nest, words)
            with self.patch.context() as patched:
                for name in ("ends_of_value", "ends_of_accesses"):
                    patched.setattr(touched, name, lambda *arguments: None)
                found.append((short, data_of(*nest, words)))
        return found

    def _noted(self, question):  # type: ignore[no-untyped-def]
        def ask(*arguments):  # type: ignore[no-untyped-def]
            answer = question(*arguments)
            self.taken += answer is not None
            return answer

        return ask


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Both:
    return Both(monkeypatch)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_labelled_loops(path: Path, both: Both) -> None:
    for short, long in both.of(Outline(parse(path.read_bytes(), name=path.name))):
        assert short == long


def test_random_nests(both: Both) -> None:
    for seed in range(NESTS):
        text = draw(seed).c
        for short, long in both.of(Outline(parse(text.encode(), name="a.c"))):
            assert short == long, text
    assert both.taken > NESTS // 3


def test_plain_loops(both: Both) -> None:
    """Bounds that may contradict each other, steps down, sums of variables, types that are never negative."""
    drawn = random.Random(17)
    for _ in range(PLAIN):
        (low, high), (first, last) = drawn.choice(BOUNDS), drawn.choice(BOUNDS)
        reads = " + ".join(f"b[{drawn.choice(SUBSCRIPTS)}]" for _ in range(drawn.randint(1, 3)))
        kind, size = (
            drawn.choice(("int", "int", "long", "unsigned", "short")),
            drawn.choice(("int", "int", "unsigned", "char")),
        )
        outer = drawn.choice(
            (f"for ({kind} i = {low}; i < {high}; i++)", f"for ({kind} i = {high} - 1; i >= {low}; i--)")
        )
        inner = f"for (int j = {first}; j < {last}; j++) " if "j" in reads or drawn.random() < 0.3 else ""
        written = drawn.choice(SUBSCRIPTS if inner else [text for text in SUBSCRIPTS if "j" not in text])
        code = f"void f({size} n, int m, double *a, double *b) {{\n  {outer}\n    {inner}a[{written}] = {reads};\n}}\n"
        for short, long in both.of(Outline(parse(code.encode(), name="a.c"))):
            assert short == long, code
    assert both.taken > PLAIN // 10
