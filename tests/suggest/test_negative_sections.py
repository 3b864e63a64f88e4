"""No section has a length below nought for numbers that a caller passes: a stride that counts down is no size."""

from __future__ import annotations

import pytest
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.facts import data_clauses_of, facts_of

PROGRAM = """static int a[4001], b[4001];
static void f(int *x, int *y, int n, int st) {{
  for (int i = 0; i < n; i++) {body}
}}
int main(void) {{ {calls} return 0; }}
"""


def clauses(body: str, calls: str) -> str:
    outline = Outline(parse(PROGRAM.format(body=body, calls=calls).encode(), "a.c"))
    loop = outline.loops[0]
    facts = facts_of(outline, loop)
    return " ".join(map(str, (*facts.data_clauses, *data_clauses_of(outline, loop))))


@pytest.mark.parametrize(
    "body",
    [
        "x[i * st] = x[(i - 1) * st] + 1;",
        "y[i] = x[i * st] + 1;",
        "x[i * st] = y[i];",
        "x[i * st + 3] = y[i];",
        "for (int j = 0; j < 4; j++) y[4 * i + j] = x[i * st + j];",
    ],
)
@pytest.mark.parametrize("calls", ["f(a + 3000, b, 1000, -2);", "f(a + 3000, b, 1000, -2); f(a, b, 1000, 3);"])
def test_a_stride_below_nought_makes_no_section(body: str, calls: str) -> None:
    assert "x[" not in clauses(body, calls)


@pytest.mark.parametrize("calls", ["f(a, b, 1000, 2);", "f(a, b, 1000, 2); f(a, b, 500, 3);"])
def test_strides_above_it_do(calls: str) -> None:
    assert "x[0:n * st - st + 1]" in clauses("y[i] = x[i * st] + 1;", calls)


def test_an_offset_below_nought_is_a_bound_and_no_stride() -> None:
    assert "x[st:n]" in clauses("y[i] = x[i + st];", "f(a + 3000, b, 1000, -2);")
