"""`i ^ 4`: one bit of a number turned over, judged beside what the iterations really touch."""

from __future__ import annotations

import itertools
import random

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

BITS = (1, 2, 4, 8, 32)
SUBSCRIPTS = ("i", "i ^ {bit}", "(i ^ {bit}) + {n}", "i + {bit}", "(i + 1) ^ {bit}", "2 * i ^ {bit}", "i ^ {other}")


def verdict(statement: str, first: int, last: int, step: int, type: str = "int") -> str:
    text = f"void f(int *restrict a) {{ for ({type} i = {first}; i < {last}; i += {step}) {statement} }}"
    outline = Outline(parse(text, language="c"))
    return judge(outline, outline.loops[0]).verdict


def meet(written: str, read: str, iterations: range) -> bool:
    """Whether an iteration touches what another one writes."""
    touched = [(eval(written, {"i": i}), eval(read, {"i": i})) for i in iterations]
    return any(one[0] in other for one, other in itertools.permutations(touched, 2))


@pytest.mark.parametrize("seed", range(12))
def test_verdicts_are_what_the_iterations_do(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(12):
        numbers = {"bit": rng.choice(BITS), "other": rng.choice(BITS), "n": rng.choice((3, 64))}
        written, read = (rng.choice(SUBSCRIPTS).format(**numbers) for _ in range(2))
        first, step = rng.choice((0, 1, 8)), rng.choice((1, 2, 3))
        iterations = range(first, first + rng.choice((5, 16, 33)), step)
        found = verdict(f"a[{written}] = a[{read}] + 1;", first, iterations.stop, step)
        expected = "refuted" if meet(written, read, iterations) else "proved"
        assert found == expected, (written, read, iterations)


def test_pairs_that_are_exchanged_once_are_apart() -> None:
    swap = "if ((i ^ 8) > i) { int t = a[i]; a[i] = a[i ^ 8]; a[i ^ 8] = t; }"
    assert verdict(swap, 0, 64, 1) == "proved"
    assert verdict(swap.replace("> i)", "> i - 9)"), 0, 64, 1) == "refuted"


def test_other_operands_are_not_known() -> None:
    for statement, type in (("a[i ^ 3] = i;", "int"), ("a[(i - 9) ^ 1u] = i;", "int"), ("a[i ^ k] = i;", "unsigned")):
        assert verdict(statement, 0, 64, 1, type) == "unknown"
    assert verdict("a[i ^ 1u] = i;", 0, 64, 1, "unsigned") == "proved"
