"""Flat arrays with borders: verdicts on random subscripts against every pair of iterations for small sizes."""

from __future__ import annotations

import re
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from whole import drawn

STRIDES = ("n", "(n + 1)", "(n + 2 * h)", "(m + h)", "2 * n")
ROWS = ("i", "(i + 1)", "(i + h)", "(i - 1)", "(2 * i)", "(m - i)")
COLUMNS = ("j", "j + 1", "j + h", "n - 1", "n + h - 2", "0", "h", "i + j", "n - j")
SUBSCRIPTS = st.tuples(st.sampled_from(ROWS), st.sampled_from(STRIDES), st.sampled_from(COLUMNS)).map(
    lambda parts: f"{parts[0]} * {parts[1]} + {parts[2]}"
)
SIZES = list(product(range(4), range(4), range(3)))


HEADERS = {
    "for (int i = 0; i < m; i++)": lambda m: range(m),
    "for (int i = m - 1; i >= 0; i--)": lambda m: range(m - 1, -1, -1),
    "for (int i = 1; i <= m; i += 2)": lambda m: range(1, m + 1, 2),
}


def iterations(header: str, n: int, m: int) -> list[dict[str, int]]:
    return [{"i": i, "j": j} for i in HEADERS[header](m) for j in range(n)]


def conflicts(header: str, write: str, read: str, n: int, m: int, h: int) -> bool:
    """Whether two iterations of the loop over i touch one element, one of them writing it."""
    sizes = {"n": n, "m": m, "h": h}
    touched: dict[int, set[int]] = {}
    writers: dict[int, set[int]] = {}
    for point in iterations(header, n, m):
        for text, holders in ((write, writers), (read, touched)):
            holders.setdefault(eval(text, sizes | point), set()).add(point["i"])
    return any(len(rows | touched.get(element, set())) > 1 for element, rows in writers.items())


def holds(header: str, assumption: str, n: int, m: int, h: int) -> bool:
    """A condition of isl, or a range that every iteration keeps to. Of what is said in words nothing is known."""
    if "update" in assumption:
        return False
    condition = re.sub(r"(?<![<>=])=(?!=)", "==", assumption)
    inner = "i" in condition or "j" in condition
    points = iterations(header, n, m) if inner else [{}]
    return all(eval(condition, {"n": n, "m": m, "h": h} | point) for point in points)


@given(st.sampled_from(list(HEADERS)), SUBSCRIPTS, SUBSCRIPTS)
@settings(max_examples=drawn(150), deadline=None)
def test_verdicts_on_flat_arrays_are_true(header: str, write: str, read: str) -> None:
    loops = f"{header} for (int j = 0; j < n; j++)"
    outline = Outline(parse(f"void f(int n, int m, int h, double *a) {{ {loops} a[{write}] = a[{read}] + 1; }}", "a.c"))
    verdict = judge(outline, outline.loops[0])
    if verdict.verdict in ("proved", "assumed"):
        for n, m, h in SIZES:
            if all(holds(header, assumption, n, m, h) for assumption in verdict.assumptions):
                assert not conflicts(header, write, read, n, m, h), (verdict.assumptions, n, m, h)
    if verdict.verdict == "refuted":
        assert any(conflicts(header, write, read, n, m, h) for n, m, h in product(range(9), range(9), range(-3, 4))), (
            verdict.reason
        )
