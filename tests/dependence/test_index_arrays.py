"""Subscripts that are read from memory with something added: `a[first[c] + k]`."""

from __future__ import annotations

import itertools
import random

import pytest
from loopwright.dependence.decide.indices import how_close
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

HEAD = "void f(float *restrict a, int *restrict off, int n, int m, int l)"
DRAWN = swept("INDEX_ARRAYS", always=60, whole=600)


def verdict(body: str, number: int = 0):
    outline = Outline(parse(f"{HEAD} {{ {body} }}", name="a.c"))
    return judge(outline, outline.loops[number])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a[off[c]] = c;", "off holds no value twice"),
        ("int o = off[c]; a[o] = c; a[o + 5] = c;", "off holds no two values less than 6 apart"),
        ("for (int k = 0; k < 6; k++) a[off[c] + k] = c;", "off holds no two values less than 6 apart"),
        ("for (int k = -2; k <= 3; k++) a[off[c] - k] = c;", "off holds no two values less than 6 apart"),
        ("a[4 * off[c]] = c; a[4 * off[c] + 3] = c;", "off holds no value twice"),
        ("a[4 * off[c]] = c; a[4 * off[c] + 4] = c;", "off holds no two values less than 2 apart"),
        ("int o = off[c]; a[o] = c; a[o + 2] = a[o + 1];", "off holds no two values less than 3 apart"),
        ("a[off[c] + n] = c; a[off[c] + n + 1] = c;", "off holds no two values less than 2 apart"),
    ],
)
def test_numbers_are_as_far_apart_as_what_is_added_to_them(body: str, expected: str) -> None:
    found = verdict(f"for (int c = 0; c < n; c++) {{ {body} }}")
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


TWICE, LEFT = "off holds no value twice", "what the loop leaves in off holds no value twice"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a[off[c]] = c; off[c] = 3;", TWICE),
        ("off[c] = l - c; a[off[c]] = c;", LEFT),
        ("if (n > 3) off[c] = l - c; a[off[c]] = c;", LEFT),
        ("off[c] = l - c; a[off[c]] = c; off[c] = 3;", None),
        ("off[c] = off[c] / 2; a[off[c]] = c;", None),
        ("a[off[c]] = c; off[c]++; a[off[c]] = c;", None),
        ("a[off[c]++] = c; a[off[c]++] = 2;", None),
        ("while (off[c] % 5) { a[off[c]] = c; off[c]--; }", None),
        ("for (int k = 0; k < 3; k++) { off[c] = l - c - k; a[off[c]] = c; }", None),
        ("for (int k = 0; k < 3; k++) { a[off[c]] = c; off[c] = l - k; }", None),
        ("unsigned *u = (unsigned *)off; a[off[c]] = c; u[c]++; a[off[c]] = c;", None),
        ("for (int k = 0; k < off[c]; k++) a[c * l + k] = c;", "l >= off[c]"),
        ("off[c] += 5; for (int k = 0; k < off[c]; k++) a[c * l + k] = c; off[c] -= 5;", None),
        (
            "for (int t = 0; t < 2; t++) { for (int k = 0; k < off[c]; k++) a[c * l + k] = c; off[c] += 5 - 10 * t; }",
            None,
        ),
    ],
)
def test_what_the_loop_changes_is_meant_before_it_or_after_it_or_not_at_all(body: str, expected: str | None) -> None:
    found = verdict(f"for (int c = 0; c < n; c++) {{ {body} }}")
    assert (found.verdict, found.assumptions) == (("assumed", (expected,)) if expected else ("unknown", ()))


def test_constants_whose_number_is_not_told_are_not_in_memory() -> None:
    text = "int a[400];\n#define H 1 - 1\nenum E : int { FAR = -H };\n"
    outline = Outline(
        parse(f"{text}void f(int n) {{ for (int i = 0; i < n; i++) a[150 + i * FAR] = i; }}", name="a.cpp")
    )
    assert judge(outline, outline.loops[0]).verdict == "assumed"


@pytest.mark.parametrize(
    ("kind", "body", "expected"),
    [
        ("short", "a[p[c]] = c;", "off as short holds no value twice"),
        ("short", "for (int k = p[c]; k < p[c + 1]; k++) a[k] = c;", "off as short never decreases"),
        ("int", "a[p[c]] = c;", TWICE),
    ],
)
def test_what_is_read_as_another_type_is_said_to_be(kind: str, body: str, expected: str) -> None:
    found = verdict(f"{kind} *p = ({kind} *)off; for (int c = 0; c < n; c++) {{ {body} }}")
    assert (found.verdict, found.assumptions) == ("assumed", (expected,))


@pytest.mark.parametrize("loop", [0, 1, 2])
def test_positions_may_be_those_of_a_flat_array(loop: int) -> None:
    loops = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < l; k++)"
    found = verdict(f"{loops} {{ int o = off[(i * m + j) * l + k]; a[o] = 1; a[o + 1] = 2; }}", loop)
    assert (found.verdict, found.assumptions) == ("assumed", ("off holds no two values less than 2 apart",))


@pytest.mark.parametrize(
    "body",
    [
        "for (int c = 0; c < n; c++) for (int k = 0; k < m; k++) a[off[c] + k] = c;",  # by any number
        "for (int c = 0; c < n; c++) { a[off[c]] = c; a[off[c] + m] = c; }",
        "for (int c = 0; c < n; c++) a[off[c]] = a[off[c] + 1];",  # a neighbour's
        "for (int c = 0; c < n; c++) { a[off[c]] = c; a[off[c + 1] + 1] = c; }",  # of the next iteration
        "for (int c = 0; c < n; c++) { a[off[c / 2]] = c; a[off[c / 2] + 1] = c; }",
        "for (int c = 0; c < n; c++) { a[off[c]] = c; a[2 * off[c] + 1] = c; }",
        "for (int c = 0; c < n; c++) { a[off[c]] = c; a[off[c] * m + 1] = c; }",
    ],
)
def test_what_cannot_be_said_of_numbers_is_unknown(body: str) -> None:
    assert verdict(body).verdict in ("unknown", "refuted")


def test_numbers_that_were_filled_in_close_to_one_another_are() -> None:
    fill = "for (int c = 0; c < n; c++) off[c] = 3 * c;"
    near, far = ("a[off[c]] = c; a[off[c] + 2] = c;", "a[off[c]] = c; a[off[c] + 3] = c;")
    assert verdict(f"{fill} for (int c = 0; c < n; c++) {{ {near} }}", 1).verdict == "assumed"
    assert verdict(f"{fill} for (int c = 0; c < n; c++) {{ {far} }}", 1).verdict == "unknown"


def _drawn(rng: random.Random) -> list[tuple[bool, str]]:
    """Accesses of an iteration: whether they write, and their subscripts."""
    factor = rng.choice((1, 1, 1, 2, -1))
    at = rng.choice(("c", "c", "c", "c + 1", "2 * c", "n - c"))
    places = [rng.choice(("0", "1", "2", "k", "2 * k", "1 - k", "m", "k + m")) for _ in range(rng.randint(1, 3))]
    return [
        (number == 0 or rng.random() < 0.5, f"{factor} * off[{at}] + {place}") for number, place in enumerate(places)
    ]


def _meets(accesses: list[tuple[bool, str]], off: list[int], n: int) -> bool:
    """Whether two iterations of the outer loop meet in one element."""
    seen: dict[int, set[tuple[int, bool]]] = {}
    for c, k in itertools.product(range(n), range(3)):
        for writes, at in accesses:
            seen.setdefault(eval(at, {}, {"off": off, "c": c, "k": k, "n": n, "m": 2}), set()).add((c, writes))
    return any(any(w for _, w in met) and len({who for who, _ in met}) > 1 for met in seen.values())


def test_what_is_assumed_is_enough_and_not_too_much() -> None:
    judged = needed = 0
    rng = random.Random(39)
    for _ in range(DRAWN):
        accesses = _drawn(rng)
        body = " ".join(f"a[{at}] = k;" if writes else f"(void)a[{at}];" for writes, at in accesses)
        found = verdict(f"for (int c = 0; c < n; c++) for (int k = 0; k < 3; k++) {{ {body} }}")
        close = [how_close(text) for text in found.assumptions]
        if found.verdict != "assumed" or len(close) != 1 or close[0] is None:
            continue
        judged += 1
        gaps = [close[0][1] + rng.choice((0, 0, 1, 3)) for _ in range(8)]
        apart = [sum(gaps[:number]) for number in range(8)]
        rng.shuffle(apart)
        assert not _meets(accesses, apart, 4), (body, found.assumptions, apart)
        needed += close[0][1] > 1 and _meets(accesses, [number * (close[0][1] - 1) for number in range(8)], 4)
    assert judged >= DRAWN // 3
    assert needed >= judged // 4
