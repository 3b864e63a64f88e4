"""Numbers of many threads at once: what is known is what each thread would work out, and symbols stand for large numbers."""

from __future__ import annotations

import operator
import random

import numpy as np
import pytest
from loopwright.cuda.analyse import lanes as of
from loopwright.cuda.analyse.lanes import Value

COUNT = 64
CHANCE = random.Random(20)
ONE = [CHANCE.randrange(-50, 200) for _ in range(COUNT)]
OTHER = [CHANCE.randrange(1, 9) for _ in range(COUNT)]
LARGE = 10**6  # what a symbol is in a launch


def numbers(values: list[int]) -> Value:
    return of.number(np.array(values), COUNT)


def of_c(one: int, other: int) -> tuple[int, int]:
    """Quotient and remainder as in C."""
    quotient = abs(one) // other * (1 if one >= 0 else -1)
    return quotient, one - quotient * other


PLAIN = {
    "+": (of.added, operator.add),
    "*": (of.multiplied, operator.mul),
    "/": (lambda a, b: of.divided(a, b)[0], lambda a, b: of_c(a, b)[0]),
    "%": (lambda a, b: of.divided(a, b)[1], lambda a, b: of_c(a, b)[1]),
    "&": (lambda a, b: of.bitwise("&", a, b), operator.and_),
    "|": (lambda a, b: of.bitwise("|", a, b), operator.or_),
    "^": (lambda a, b: of.bitwise("^", a, b), operator.xor),
    "<<": (lambda a, b: of.bitwise("<<", a, b), operator.lshift),
}


@pytest.mark.parametrize("sign", PLAIN)
def test_numbers_are_worked_out_in_each_lane(sign: str) -> None:
    ours, plain = PLAIN[sign]
    found = ours(numbers(ONE), numbers(OTHER))
    assert found.known.all()
    assert found.constant.tolist() == [plain(a, b) for a, b in zip(ONE, OTHER, strict=True)]


@pytest.mark.parametrize("sign", ["<", ">", "<=", ">=", "==", "!="])
def test_comparisons_say_what_holds_for_large_symbols(sign: str) -> None:
    plain = {
        "<": operator.lt,
        ">": operator.gt,
        "<=": operator.le,
        ">=": operator.ge,
        "==": operator.eq,
        "!=": operator.ne,
    }
    n = of.symbol("n", COUNT)
    scaled = of.added(of.multiplied(n, numbers(OTHER)), numbers(ONE))
    for one, other in ((numbers(ONE), numbers(OTHER)), (numbers(ONE), n), (scaled, numbers(ONE)), (scaled, n)):
        told = of.compared(sign, one, other)
        assert not (told.holds & told.fails).any()
        for lane in range(COUNT):
            values = [int(v.constant[lane]) + sum(int(f[lane]) * LARGE for f in v.terms.values()) for v in (one, other)]
            if told.holds[lane] or told.fails[lane]:
                assert plain[sign](*values) == told.holds[lane]
    assert of.compared("<", numbers(ONE), n).holds.all()


def test_what_may_be_anything_decides_nothing() -> None:
    rest = of.divided(of.symbol("n", COUNT), of.number(16, COUNT))[1]
    told = of.compared("<", numbers(ONE), rest)
    assert not told.holds.any()
    assert not told.fails.any()


def test_small_numbers_are_not_divided_by_large_ones() -> None:
    i = numbers([abs(a) for a in ONE])
    quotient, left = of.divided(i, of.symbol("width", COUNT))
    assert quotient.known.all()
    assert not quotient.constant.any()
    assert left.constant.tolist() == i.constant.tolist()


def test_marks_tell_values_apart() -> None:
    index = numbers(list(range(COUNT)))
    load = of.made_of("load", index)
    assert len(set(load.mark.tolist())) == COUNT
    assert load.mark.tolist() == of.made_of("load", index).mark.tolist()
    assert len(set(of.made_of("load", of.number(3, COUNT)).mark.tolist())) == 1
    assert not of.made_of("call", of.unknown(COUNT)).marked.any()


def test_numbers_that_do_not_fit_are_not_known() -> None:
    large = of.number(of.LARGEST - 1, COUNT)
    assert large.known.all()
    assert not of.added(large, of.number(1, COUNT)).known.any()
    assert not of.multiplied(large, large).known.any()


def test_of_two_values_each_lane_has_its_own() -> None:
    where = np.arange(COUNT) % 2 == 0
    merged = of.chosen(where, numbers(ONE), of.unknown(COUNT))
    assert (merged.known == where).all()
    assert (
        of.said(of.added(of.multiplied(of.symbol("n", COUNT), of.number(2, COUNT)), of.number(-5, COUNT)), 0)
        == "2 * n - 5"
    )
