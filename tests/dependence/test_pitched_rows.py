"""Rows of a length that is a size of its own, with elements that are products of a variable and a size: `a[y * step + x * ch]`."""

from __future__ import annotations

import itertools
import random

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import swept

HEAD = "void f(float *restrict a, const float *restrict b, int w, int h, int ch, int step)"
DRAWN = swept("PITCHED_ROWS", always=40, whole=400)
SIZES = [
    dict(zip(("w", "h", "ch", "step"), each)) for each in itertools.product((1, 2, 4), (2, 3), (0, 1, 3), (1, 4, 6, 13))
]


def verdict(body: str, inner: bool = False):
    code = f"{HEAD} {{ for (int y = 1; y < h; y++) for (int x = 0; x < w; x++) {{ {body} }} }}"
    outline = Outline(parse(code, name="a.c"))
    return judge(outline, outline.loops[1 if inner else 0])


def test_rows_are_apart_where_they_are_long_enough() -> None:
    found = verdict("a[y * step + x * ch] = b[x]; a[y * step + x * ch + 2] = 1;")
    assert found.verdict == "assumed"
    assert set(found.assumptions) == {"ch >= 0", "ch + step >= ch * w + 3"}


def test_the_row_before_is_another_row() -> None:
    body = "a[y * step + x * ch] = a[(y - 1) * step + x * ch];"
    assert verdict(body).verdict == "unknown"


def test_within_a_row_elements_are_apart_by_their_channels() -> None:
    found = verdict("a[y * step + x * ch] = b[x]; a[y * step + x * ch + 2] = 1;", inner=True)
    assert (found.verdict, found.assumptions) == ("assumed", ("ch >= 3",))


@pytest.mark.parametrize(
    "body", ["a[x * ch - step * y] = 1;", "a[y * ch + x * step * y] = 1;", "a[y * step + (x - w) * step] = 1;"]
)
def test_what_nobody_means_is_unknown(body: str) -> None:
    assert verdict(body).verdict in ("unknown", "refuted")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a[y * step + x - ch] = 1;", {"step >= w"}),  # a grid with a border, of which `a` is the first element inside
        ("a[y * step + x - 2] = b[x];", {"step >= w"}),
        ("a[y * step - x] = 1;", {"step >= w"}),  # each row backwards
        ("a[y * step + x - ch] = a[y * step + x + ch];", {"step >= w", "step >= 2 * ch + w"}),
        ("a[y * step + x - 2] = a[y * step + x + 3];", {"step >= w + 5"}),
    ],
)
def test_rows_may_begin_anywhere(body: str, expected: set[str]) -> None:
    found = verdict(body)
    assert found.verdict == "assumed"
    assert {text for text in found.assumptions if text.startswith("step >")} == expected


def test_another_row_that_begins_anywhere_is_another_row() -> None:
    assert verdict("a[y * step + x - ch] = a[(y + w) * step + x];").verdict == "unknown"


def _drawn(number: int) -> tuple[str, list[tuple[bool, str]]]:
    """A body, and its accesses: whether they write, and their subscripts."""
    rng = random.Random(number)
    accesses = []
    for _ in range(rng.randint(1, 3)):
        row = rng.choice(("y", "y", "(y - 1)", "(y + 1)", "2 * y"))
        places = ("x * ch", "x * ch", "x * ch + 1", "x * ch + 2", "2 * x * ch", "x", "(w - x) * ch")
        place = rng.choice((*places, "x - 2", "x - ch", "(x - w) * ch", "w - x * ch"))
        accesses.append((rng.random() < 0.7, f"{row} * step + {place}"))
    return " ".join(f"a[{at}] = x;" if writes else f"c += a[{at}];" for writes, at in accesses), accesses


def _conflict(accesses: list[tuple[bool, str]], sizes: dict[str, int], inner: bool) -> bool:
    """Whether two iterations of the loop meet in one element."""
    rows = [range(1, sizes["h"])] if not inner else [range(y, y + 1) for y in range(1, sizes["h"])]
    for ys in rows:
        seen: dict[int, set[tuple[int, bool]]] = {}
        for y, x in itertools.product(ys, range(sizes["w"])):
            for writes, at in accesses:
                element = eval(at, {}, {**sizes, "x": x, "y": y})
                seen.setdefault(element, set()).add((x if inner else y, writes))
        if any(any(w for _, w in met) and len({who for who, _ in met}) > 1 for met in seen.values()):
            return True
    return False


@pytest.mark.parametrize("inner", [False, True])
def test_what_is_assumed_is_enough(inner: bool) -> None:
    judged = 0
    for number in range(DRAWN):
        body, accesses = _drawn(number)
        found = verdict(body.replace("c += ", "(void)"), inner)
        if found.verdict not in ("proved", "assumed") or any(">=" not in text for text in found.assumptions):
            continue
        judged += 1
        for sizes in SIZES:
            if all(eval(text, {}, sizes) for text in found.assumptions):
                assert not _conflict(accesses, sizes, inner), (body, found.assumptions, sizes)
    assert judged >= DRAWN // 20


def _of_rows(outer: str, first: str, end: str):
    loops = f"for (int y = 0; y < {outer}; y++) for (int i = y * step + {first}; i < y * step + {end}; i++) a[i] = 1;"
    outline = Outline(parse(f"{HEAD} {{ {loops} }}", name="a.c"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize(
    ("outer", "first", "end", "expected"),
    [
        ("2 * w", "w", "step - w", "proved"),
        ("w", "w", "step - w", "proved"),
        ("w * h", "0", "step", "proved"),
        ("h", "w", "step - w", "assumed"),  # which may be negative
        ("w", "-w", "step", "unknown"),
        ("w", "w", "step + w + 1", "unknown"),
    ],
)
def test_what_the_loops_around_say_of_sizes_is_no_assumption(outer: str, first: str, end: str, expected: str) -> None:
    assert _of_rows(outer, first, end).verdict == expected


@pytest.mark.parametrize("number", range(DRAWN))
def test_rows_between_drawn_bounds_are_apart_where_it_is_said(number: int) -> None:
    rng = random.Random(number)
    outer = rng.choice(("h", "w", "2 * w", "w - 1", "w + h"))
    first = rng.choice(("0", "1", "w", "2 * w", "-w", "w - 1", "ch"))
    end = rng.choice(("step", "step - w", "step + w", "step - 1", "step + 1", "2 * w", "step - ch", "step - 2 * w"))
    if _of_rows(outer, first, end).verdict != "proved":
        return
    for sizes in ({"w": w, "h": h, "ch": c, "step": s} for w, h, c, s in itertools.product(range(-3, 5), repeat=4)):
        rows = [
            set(range(y * sizes["step"] + eval(first, {}, sizes), y * sizes["step"] + eval(end, {}, sizes)))
            for y in range(eval(outer, {}, sizes))
        ]
        assert sum(map(len, rows)) == len(set().union(*rows)), sizes


RAGGED = "void f(float *restrict a, int *restrict cnt, const int *restrict off, int n, int m)"


def _ragged(body: str, number: int = 0):
    outline = Outline(parse(f"{RAGGED} {{ {body} }}", name="a.c"))
    return judge(outline, outline.loops[number])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for (int k = 0; k < cnt[c]; k++) a[c * 64 + k] = 1;", {"cnt[c] <= 64"}),
        ("for (int k = 0; k <= cnt[c]; k++) a[c * 64 + k] = 1;", {"cnt[c] <= 63"}),
        ("int e = cnt[c]; for (int k = 64 * c; k < c * 64 + e; k++) a[k] = 1;", {"cnt[c] <= 64"}),
        ("for (int k = 0; k < cnt[c]; k++) a[c * m + k] = 1;", {"m >= cnt[c]"}),
        ("for (int k = 0; k < cnt[c]; k++) a[c * m + k + 2] = a[c * m + k];", {"m >= cnt[c] + 2"}),
        ("for (int k = 0; k < cnt[c]; k++) { a[c * 64 + k] = 1; a[c * 64] = 2; }", {"cnt[c] <= 64"}),
    ],
)
def test_rows_may_be_filled_as_far_as_a_number_in_memory_says(body: str, expected: set[str]) -> None:
    found = _ragged(f"for (int c = 0; c < n; c++) {{ {body} }}")
    assert found.verdict == "assumed"
    assert expected == {text for text in found.assumptions if "cnt" in text}


@pytest.mark.parametrize(
    "body",
    [
        "for (int k = 0; k < cnt[c]; k++) a[c * 64 - k] = a[c * 64 + k];",
        "for (int k = 0; k < cnt[c]; k++) a[c * 64 + k + 64] = a[c * 64 + k];",
        "for (int k = 0; k < cnt[c]; k++) a[k] = 1;",
        "for (int k = 0; k < cnt[c]; k++) a[c + 64 * k] = 1;",
        "for (int k = off[c]; k < cnt[c]; k++) a[c * 64 + k] = 1;",  # of two iterations, each with both numbers
        "for (int k = 0; k < cnt[c] * cnt[c + 1]; k++) a[c * 64 + k] = 1;",
        "cnt[c] = 100; for (int k = 0; k < cnt[c]; k++) a[c * 64 + k] = 1;",
    ],
)
def test_what_such_a_number_does_not_say_is_unknown(body: str) -> None:
    assert _ragged(f"for (int c = 0; c < n; c++) {{ {body} }}").verdict in ("unknown", "refuted")


@pytest.mark.parametrize(("filled", "expected"), [("100", "unknown"), ("64", "assumed"), ("m", "assumed")])
def test_numbers_that_were_filled_in_too_large_are(filled: str, expected: str) -> None:
    loops = f"for (int c = 0; c < n; c++) cnt[c] = {filled};"
    loops += " for (int c = 0; c < n; c++) for (int k = 0; k < cnt[c]; k++) a[c * 64 + k] = 1;"
    assert _ragged(loops, 1).verdict == expected


def test_sums_keep_their_atomic_updates() -> None:
    found = _ragged("for (int c = 0; c < n; c++) for (int k = 0; k < cnt[c]; k++) a[c * 64 + k] += 1;")
    assert (found.verdict, len(found.updates)) == ("assumed", 1)


def _of_many_sizes(rows: str = "m", columns: str = "l") -> tuple[str, tuple[str, ...]]:
    heads = f"for (int i = 0; i < n; i++) for (int j = b; j < {rows}; j++) for (int k = c; k < {columns}; k++)"
    code = f"void f(float *a, int n, int m, int l, int b, int c, int xs, int ys, int d, int e) {{ {heads} a[i * xs + j * ys + k] = 1; }}"
    outline = Outline(parse(code, name="a.c"))
    found = judge(outline, outline.loops[0])
    return found.verdict, found.assumptions


def test_rows_of_more_sizes_than_can_be_gone_through_are_apart_where_they_are_long_enough() -> None:
    verdict, assumptions = _of_many_sizes()
    assert verdict == "assumed"
    held, rng = 0, random.Random(1)
    while held < 50:
        sizes = {name: rng.randint(0, 5) for name in ("n", "m", "l", "b", "c")} | {
            "ys": rng.randint(-1, 7),
            "xs": rng.randint(0, 40),
        }
        if all(eval(text, sizes.copy()) for text in assumptions):
            held += 1
            places = itertools.product(range(sizes["n"]), range(sizes["b"], sizes["m"]), range(sizes["c"], sizes["l"]))
            rows: dict[int, set[int]] = {}
            for i, j, k in places:
                rows.setdefault(i * sizes["xs"] + j * sizes["ys"] + k, set()).add(i)
            assert all(len(each) == 1 for each in rows.values()), sizes


def test_of_many_sizes_too_those_that_nobody_means_are_unknown() -> None:
    assert _of_many_sizes("m + b + d + xs", "l + c + e")[0] == "unknown"
