"""A subscript that is read through the address of a variable has no element that it was read from."""

from __future__ import annotations

from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

TEXT = """static int a[400], b[400];
void f(int n) {
  int w[8] = {0};
  for (int i = 0; i < n; i++) {
    int s, *l = &s;
    for (*l = 0; *l < 8; (*l)++) { if (b[i] == *l) break; w[*l] = b[i]; }
    a[i] = w[2];
  }
}
"""


def test_such_a_loop_is_judged() -> None:
    outline = Outline(parse(TEXT, name="a.c"))
    assert {judge(outline, loop).verdict for loop in outline.loops} == {"unknown"}
