"""Sizes of rows: of two accesses that have to meet, each tells for which sizes the other counts (`a[i*n]` that is read beside a row that is
written has an element only where the row has one)."""

from __future__ import annotations

import itertools
import random

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

HEAD = "void f(float *restrict a, float *restrict b, int m, int n, int w)"
SIZES = [dict(zip(("m", "n", "w"), each)) for each in itertools.product((2, 3), (-1, 0, 1, 2, 4), (0, 1, 3))]
DRAWN = swept("ROWS_THAT_MEET", always=60, whole=600)


def verdict(body: str):
    code = f"{HEAD} {{ for (int i = 0; i < m; i++) {{ {body} }} }}"
    outline = Outline(parse(code, name="a.c"))
    return judge(outline, outline.loops[0])


def test_the_row_that_is_written_has_what_is_read_of_it() -> None:
    found = verdict("float s = a[i * n]; for (int j = 0; j < n; j++) a[i * n + j] = s;")
    assert found.verdict == "proved"


def test_the_last_of_a_row_that_is_written() -> None:
    found = verdict("for (int j = 0; j < n; j++) a[i * n + j] = 1; b[i] = a[i * n + n - 1];")
    assert found.verdict == "proved"


def test_a_second_element_needs_two() -> None:
    found = verdict("float s = a[i * n + 1]; for (int j = 0; j < n; j++) a[i * n + j] = s;")
    assert (found.verdict, found.assumptions) == ("assumed", ("n >= 2",))


def test_what_is_written_without_a_loop_needs_a_row() -> None:
    found = verdict("a[i * n] = 1; for (int j = 1; j < n; j++) a[i * n + j] = 2;")
    assert (found.verdict, found.assumptions) == ("assumed", ("n >= 1",))


def _drawn(number: int) -> list[tuple[str, str, bool, str]]:
    """(from, to, whether it writes, subscript) of accesses, each in a loop over `j` or where both ends are empty in none."""
    rng = random.Random(number)
    found = []
    for _ in range(rng.randint(2, 3)):
        low, high = rng.choice((("", ""), ("0", "n"), ("1", "n"), ("0", "w"), ("0", "n - 1"), ("1", "n + 1")))
        places = (
            ("i * n", "i * n + n - 1", "i * n + 1", "i * n + w")
            if not low
            else ("i * n + j", "i * n + j + 1", "(i + 1) * n - j")
        )
        found.append((low, high, rng.random() < 0.6, rng.choice(places)))
    return found


def _written(accesses: list[tuple[str, str, bool, str]]) -> str:
    parts = []
    for low, high, writes, at in accesses:
        body = f"a[{at}] = 1;" if writes else f"b[i] = a[{at}];"
        parts.append(f"for (int j = {low}; j < {high}; j++) {{ {body} }}" if low else body)
    return " ".join(parts)


def _meets(accesses: list[tuple[str, str, bool, str]], sizes: dict[str, int]) -> bool:
    seen: dict[int, set[tuple[int, bool]]] = {}
    for i in range(sizes["m"]):
        for low, high, writes, at in accesses:
            for j in range(int(low), eval(high, {}, sizes)) if low else (0,):
                seen.setdefault(eval(at, {}, {**sizes, "i": i, "j": j}), set()).add((i, writes))
    return any(any(w for _, w in met) and len({i for i, _ in met}) > 1 for met in seen.values())


def _hold(assumptions: tuple[str, ...], sizes: dict[str, int]) -> bool:
    return all(eval(text, {}, sizes) for text in assumptions)


@pytest.mark.parametrize("part", range(4))
def test_no_two_iterations_meet_where_that_is_said(part: int) -> None:
    judged = 0
    for number in range(part, DRAWN, 4):
        accesses = _drawn(number)
        found = verdict(_written(accesses))
        if found.verdict not in ("proved", "assumed") or any(
            "overlap" in text or "wrap" in text for text in found.assumptions
        ):
            continue
        for sizes in SIZES:
            if _hold(found.assumptions, sizes):
                assert not _meets(accesses, sizes), (_written(accesses), found.assumptions, sizes)
                judged += 1
    assert judged
