"""Flat arrays that loops go through row by row, and that each iteration fills before it reads them."""

from __future__ import annotations

import itertools
import random

import pytest
from loopwright.dependence.decide.flat_runs import run_of
from loopwright.dependence.decide.judge import judge, nest_of_loop
from loopwright.dependence.model.program import accesses_in
from loopwright.dependence.model.values import Index
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def outline_of(body: str) -> Outline:
    loop = f"for (int i = 0; i < n; i++) {{ {body} }}"
    return Outline(
        parse(
            f"void f(int n, int l, int m, int p, int q, int *restrict a) {{ int t[400], w[60][60]; {loop} }}",
            name="a.c",
        )
    )


FILL = "for (int k = 0; k < l * m; k++) t[k] = 0;"
ROWS = "for (int y = 0; y < l; y++) for (int x = 0; x < m; x++)"
SUM = "int s = 0; for (int k = 0; k < l * m; k++) s += t[k]; a[i] = s;"


@pytest.mark.parametrize(
    "body",
    [
        f"{FILL} {ROWS} t[y * m + x] += i; {SUM}",
        f"{FILL} {ROWS} t[(l - 1 - y) * m + x] = i; {SUM}",
        f"{FILL} int s = 0; {ROWS} s += t[y * m + x]; a[i] = s;",
        f"{ROWS} t[y * m + x] = i; int s = 0; {ROWS} s += t[y * m + x]; a[i] = s;",
        f"{FILL.replace('l * m', 'l * m * p')} {ROWS} for (int z = 0; z < p; z++) t[(y * m + x) * p + z] += i; "
        f"{SUM.replace('l * m', 'l * m * p')}",
        f"{FILL} for (int x = 0; x < m; x++) for (int y = 0; y < l; y++) t[y * m + x] += i; {SUM}",
        f"{FILL} for (int y = 1; y <= l; y++) for (int x = 0; x < m; x++) t[(y - 1) * m + x] += i; {SUM}",
    ],
)
def test_rows_of_a_flat_array_lie_within_what_was_filled(body: str) -> None:
    outline = outline_of(body)
    found = judge(outline, outline.loops[0])
    assert found.verdict == "proved"


@pytest.mark.parametrize(
    "body",
    [
        f"{FILL} {ROWS} t[y * m + x + 1] += i; {SUM}",
        f"{FILL} {ROWS} t[y * p + x] += i; {SUM}",
        f"{FILL} {ROWS.replace('x < m', 'x <= m')} t[y * m + x] += i; {SUM}",
        f"{FILL.replace('k = 0', 'k = 1')} {ROWS} t[y * m + x] += i; {SUM}",
        f"{ROWS} if (x != y) t[y * m + x] = i; {SUM}",
        f"{ROWS.replace('x++', 'x += 2')} t[y * m + x] = i; {SUM}",
        f"for (int y = 0; y < l; y++) for (int x = 0; x <= y; x++) t[y * m + x] = i; {SUM}",
    ],
)
def test_rows_beyond_what_was_filled_are_no_proof(body: str) -> None:
    outline = outline_of(body)
    assert judge(outline, outline.loops[0]).verdict in ("unknown", "refuted")


@pytest.mark.parametrize(
    ("fill", "rows"),
    [
        (f"{ROWS} w[y * m + x][y * m + x] = i;", "l * m"),
        (f"{ROWS} w[y * m + x][x * l + y] = i;", "l * m"),
        (f"{ROWS} w[x][y * m + x] = i;", "m"),
        (f"{ROWS} w[y][y * m + x] = i;", "l"),
        (f"{ROWS} for (int z = 0; z < x; z++) w[0][y * m + x] = i;", "1"),
        (f"{ROWS} for (int z = y; z < p; z++) w[0][y * m + x] = i;", "1"),
        (f"{ROWS} for (int z = p; z >= x + y; z--) w[0][y * m + x] = i;", "1"),
        (
            "for (int y = 0; y < l; y++) for (int z = y; z < 2; z++) for (int x = 0; x < m; x++) w[0][y * m + x] = i;",
            "1",
        ),
    ],
)
def test_variables_of_a_run_that_decide_more_than_one_subscript_fill_no_square(fill: str, rows: str) -> None:
    outline = outline_of(f"{fill} int s = 0; for (int k = 0; k < {rows}; k++) {ROWS} s += w[k][y * m + x]; a[i] = s;")
    assert judge(outline, outline.loops[0]).verdict in ("unknown", "refuted")


@pytest.mark.parametrize(
    "body",
    [
        f"{ROWS} for (int z = 0; z < 4; z++) w[z][y * m + x] = i; int s = 0; {ROWS} s += w[3][y * m + x]; a[i] = s;",
        f"{ROWS} for (int z = 0; z < 4; z++) w[0][y * m + x] = z; int s = 0; {ROWS} s += w[0][y * m + x]; a[i] = s;",
    ],
)
def test_loops_of_their_own_beside_a_run_do(body: str) -> None:
    outline = outline_of(body)
    assert judge(outline, outline.loops[0]).verdict == "proved"


@pytest.mark.parametrize(
    "body",
    [
        f"if (l > 3) {FILL} {SUM}",
        f"if (m > 2) {ROWS} t[y * m + x] = i; int s = 0; {ROWS} s += t[y * m + x]; a[i] = s;",
        f"{ROWS} t[y * m + x] = i; if (i > 4) t[2] = i; {SUM}",
        f"{ROWS} t[y * m + x] = i; if (i > 4) t[2] = i; a[i] = t[l * m - 1];",
    ],
)
def test_what_is_left_to_others_for_no_sizes_is_not_refuted(body: str) -> None:
    outline = outline_of(body)
    assert judge(outline, outline.loops[0]).verdict == "unknown"


@pytest.mark.parametrize(
    "body",
    [
        f"{FILL.replace('k = 0', 'k = 1')} if (i > 4) t[0] = i; {SUM}",
        f"{ROWS.replace('y = 0', 'y = 1')} t[y * m + x] = i; if (i > 4) t[0] = i; {SUM}",
        f"if (l > 3) {FILL} if (i > 4) t[0] = i; {SUM}",
    ],
)
def test_what_is_left_to_others_for_some_sizes_is_refuted(body: str) -> None:
    outline = outline_of(body)
    assert judge(outline, outline.loops[0]).verdict == "refuted"


def test_a_run_is_just_the_numbers_that_a_subscript_takes() -> None:
    drawn = random.Random(20261130)
    runs = 0
    for _ in range(120):
        names = drawn.sample(["x", "y", "z"], drawn.choice((2, 3)))
        lengths = {name: drawn.choice(("l", "m", "p", "3")) for name in names}
        begins = {name: drawn.choice((0, 0, 1, -2)) for name in names}
        ends = {name: f"{begins[name]} + {lengths[name]}" for name in names}
        factors, step = {}, "1"
        for name in drawn.sample(names, len(names)):
            factors[name] = step if drawn.random() < 0.8 else drawn.choice(("m", "2", "l * p"))
            step = f"{step} * {lengths[name]}"
        text = " + ".join(f"{factors[name]} * {name}" for name in names)
        heads = " ".join(f"for (int {n} = {begins[n]}; {n} < {ends[n]}; {n}++)" for n in names)
        outline = outline_of(f"{heads} t[{text} + 7] = i;")
        found = nest_of_loop(outline, outline.loops[0])
        assert found is not None
        program, loop = found
        access = next(a for a in accesses_in(program.nests[loop].body) if a.writes and a.text.startswith("t["))
        step_at = access.place.steps[-1]
        assert isinstance(step_at, Index)
        assert step_at.value is not None
        run = run_of(program, loop, access, step_at.value)
        if run is None:
            continue
        runs += 1
        sizes = {"l": drawn.randint(1, 4), "m": drawn.randint(1, 4), "p": drawn.randint(1, 4)}
        given = {s.name: sizes[s.text] for s in program.symbols.values() if s.text in sizes}
        ranges = [range(begins[n], begins[n] + (sizes.get(lengths[n]) or 3)) for n in names]
        numbers = [eval(text, {}, {**sizes, **dict(zip(names, each))}) + 7 for each in itertools.product(*ranges)]
        first, length = run.first.value(given), run.length.value(given)
        assert sorted(numbers) == list(range(first, first + length)), (text, heads)
    assert runs > 30
