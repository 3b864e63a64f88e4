"""Rows `p[][w]` are as long as callers say: where one passes less than a loop has elements of, they lie over one another."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

INNER = "for (int i = 0; i < n; i++) for (int j = 0; j < {end}; j++) p[i][j] = i + j;"
FUNCTIONS = {
    "open rows": "static void rows(int n, int w, double p[][w]) {{ {loops} }}",
    "rows of n": "static void rows(int n, int w, double p[n][w]) {{ {loops} }}",
    "a pointer to rows": "static void rows(int n, int w, double (*p)[w]) {{ {loops} }}",
}
CALLS = {
    # (calls, end of the inner loop): is something in its row for all callers?
    ("rows(4, 4, (void *)m);", "8"): False,
    ("rows(4, 8, (void *)m); rows(4, 4, (void *)m);", "8"): False,
    ("rows(4, 8, (void *)m);", "8"): True,
    ("rows(4, 9, (void *)m); rows(4, 8, (void *)m);", "8"): True,
    ("rows(8, 4, (void *)m);", "n"): False,
    ("rows(4, 4, (void *)m); rows(3, 3, (void *)m);", "n"): True,
    ("rows(4, 4, (void *)m); rows(3, 3, (void *)m);", "w"): True,
    ("rows(4, 0, (void *)m);", "1"): False,
    ("int w = 4; rows(4, w, (void *)m);", "8"): False,
}


@pytest.mark.parametrize("form", FUNCTIONS)
@pytest.mark.parametrize(("calls", "end"), CALLS)
def test_callers_say_how_long_rows_are(form: str, calls: str, end: str) -> None:
    function = FUNCTIONS[form].format(loops=INNER.format(end=end))
    text = f"double m[400]; {function} int main(void) {{ {calls} return (int)m[5]; }}"
    outline = Outline(parse(text, name="a.c"), None, lambda: ())
    verdict = judge(outline, outline.loops[0])
    assert verdict.verdict == ("proved" if CALLS[calls, end] else "unknown"), verdict.reason
    assert CALLS[calls, end] or "what a caller passes" in verdict.reason


def test_a_function_that_others_may_call_is_taken_at_its_word() -> None:
    text = f"void rows(int n, int w, double p[][w]) {{ {INNER.format(end='8')} }}"
    outline = Outline(parse(text, name="a.c"), None, lambda: ())
    assert judge(outline, outline.loops[0]).verdict == "proved"
