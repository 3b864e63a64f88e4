"""A file that writes its construct and its `loop` in two lines is offered both."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.pipeline import Tools, suggest

SIBLING = """
void f(int n, double *restrict a, const double *restrict b) {
{above}  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
void g(int n, double *restrict c, const double *restrict d) {
{above}  for (int i = 0; i < n; i++)
    c[i] = 2 * d[i];
}
"""
ASKED = """
double h(int n, double *restrict u, const double *restrict v) {
  double s = 0;
  for (int k = 0; k < n; k++)
    {body}
  return s;
}
"""


def taken(above: str, body: str) -> str:
    """What stands above the last loop when the first candidate is taken."""
    text = SIBLING.replace("{above}", above) + ASKED.replace("{body}", body)
    outline = Outline(parse(text.encode(), "a.c"))
    loop = outline.loops[-1]
    found = suggest(outline, loop, Path("a.c"), Tools())
    after = apply_edits(outline.source.data, found.candidates[0].edits).decode()
    return after[after.index("double s = 0;") + 14 : after.index("  for (int k")]


@pytest.mark.parametrize("below", ["loop independent", "loop gang vector"])
def test_both_lines_are_offered(below: str) -> None:
    above = f"  #pragma acc kernels\n  #pragma acc {below}\n"
    assert taken(above, "u[k] = 3 * v[k];") == above


def test_the_loop_says_what_this_one_needs() -> None:
    above = "  #pragma acc kernels\n  #pragma acc loop independent\n"
    assert taken(above, "s += v[k];") == "  #pragma acc kernels\n  #pragma acc loop independent reduction(+:s)\n"


def test_one_line_stays_one_line() -> None:
    assert taken("  #pragma acc kernels\n", "u[k] = 3 * v[k];") == "  #pragma acc kernels\n"


def test_nothing_is_called_independent_that_is_not() -> None:
    above = "  #pragma acc kernels\n  #pragma acc loop independent\n"
    assert "independent" not in taken(above, "u[k + 1] = u[k] + v[k];")
