"""A local array of which each iteration needs a copy that begins as the array is: no clause makes one for each thread, but nothing
conflicts either. What one iteration leaves and another reads is a conflict."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CODE = """double f(const double *v, int k) { return v[0] * k + v[1]; }
double g(const double *v) { double s = 0; for (int d = 0; d < 2; d++) s += v[d]; return s; }
double h(int n, const double *restrict a, double *restrict o) {
  double v[4] = {1, 2, 3, 4};
  for (int i = 0; i < n; i++) { %s }
  return %s;
}"""
KEPT = {
    "one element is new": "v[0] = a[i]; o[i] = v[0] + v[1];",
    "read by a function": "v[0] = a[i]; o[i] = f(v, i);",
    "gone through by a function": "v[0] = a[i]; o[i] = g(v);",
    "in an inner loop": "for (int k = 0; k < 3; k++) { v[0] = a[i] * k; o[3 * i + k] = f(v, k); }",
    "the first elements": "for (int d = 0; d < 2; d++) v[d] = a[i] + d; o[i] = v[0] * v[1] + v[2] - v[3];",
}
SEEN = {
    "read before": ("o[i] = v[0] + v[1]; v[0] = a[i];", "0"),
    "read behind the loop": ("v[0] = a[i]; o[i] = v[0] + v[1];", "v[0]"),
    "another one read too": ("v[0] = a[i]; o[i] = v[0] + v[1]; v[1] = o[i];", "0"),
    "an element of the iteration": ("v[i % 2] = a[i]; o[i] = v[0];", "0"),
    "filled in one iteration": ("v[2] = a[i]; if (i == 3) v[1] = a[i]; o[i] = v[1] + v[2];", "0"),
    "gone through and added to": ("v[0] = a[i]; o[i] = g(v); v[1] += 1;", "0"),
}


def verdict(body: str, result: str = "0"):
    outline = Outline(parse((CODE % (body, result)).encode(), "a.c", "c"))
    return judge(outline, next(loop for loop in outline.loops if loop.function.name == "h"))


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_a_copy_that_begins_filled_is_no_conflict(body: str) -> None:
    found = verdict(body)
    assert (found.verdict, "declare it inside" in found.reason) == ("unknown", True), found.reason


@pytest.mark.parametrize(("body", "result"), SEEN.values(), ids=SEEN)
def test_what_another_iteration_left_is_one(body: str, result: str) -> None:
    found = verdict(body, result)
    assert found.verdict in ("refuted", "unknown"), found.reason
    assert "declare it inside" not in found.reason


@pytest.mark.parametrize(
    ("later", "expected"),
    [("t[0] = z;", "refuted"), ("t[0].u = 1;", "refuted"), ("t[9] = z;", "unknown"), ("t[9].u = 1;", "unknown")],
)
def test_elements_that_are_set_as_a_whole_meet_their_members(later: str, expected: str) -> None:
    fill = "for (int k = 1; k < 8; k++) t[k].u = i;"
    read = "int s = 0; for (int k = 0; k < 8; k++) s += t[k].u; a[i] = s;"
    loop = f"for (int i = 0; i < n; i++) {{ {fill} {read} {later} }}"
    text = f"struct e {{ int u, v; }}; void f(int n, int *a) {{ struct e t[40] = {{{{0}}}}, z = {{1, 2}}; {loop} }}"
    outline = Outline(parse(text.encode(), "a.c", "c"))
    assert judge(outline, outline.loops[0]).verdict == expected
