"""A local struct whose members each iteration sets before it reads them, on every way to the read, is private to it: in both arms, in an inner
loop that surely runs, element by element."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SET = {
    "in both arms": "if (b[k] > 0) z.u = k; else z.u = 1; a[k] = z.u;",
    "in arms of arms": "if (b[k] > 1) z.u = 1; else { if (b[k] > 0) z.u = 2; else z.u = b[k]; } a[k] = z.u;",
    "in an inner loop": "for (int t = 0; t < 3; t++) z.u = t; a[k] = z.u;",
    "in a loop that runs where the outer one does": "for (int t = 0; t < n; t++) z.u = t; a[k] = z.u;",
    "elements of a member": "for (int t = 0; t < 3; t++) z.w[t] = b[k] + t; a[k] = z.w[0] + z.w[2];",
    "a member of a member": "if (b[k] > 1) z.p.x = 1; else z.p.x = b[k]; a[k] = z.p.x;",
}
CARRIED = {
    "in one arm": "if (b[k] > 0) z.u = k; a[k] = z.u;",
    "in a loop that may not run": "for (int t = 1; t < k; t++) z.u = t; a[k] = z.u;",
    "other elements": "for (int t = 0; t < 2; t++) z.w[t] = b[k] + t; a[k] = z.w[0] + z.w[2]; z.w[2] = k;",
    "another member": "if (b[k] > 1) z.p.x = 1; else z.p.y = b[k]; a[k] = z.p.x;",
    "read first": "a[k] = z.u; if (b[k] > 0) z.u = k; else z.u = 1;",
}


def verdict(body: str, behind: str = "") -> str:
    struct = "struct Z { int u, v; struct { int x, y; } p; int w[3]; };"
    head = f"{struct} int f(int n, int *restrict a, const int *restrict b) {{ struct Z z = {{0}};"
    outline = Outline(parse(f"{head} for (int k = 0; k < n; k++) {{ {body} }} {behind} return 0; }}", name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("name", SET)
def test_what_is_set_on_every_way_is_private(name: str) -> None:
    assert verdict(SET[name]) == "proved"


@pytest.mark.parametrize("name", SET)
def test_what_is_read_behind_the_loop_is_not(name: str) -> None:
    assert verdict(SET[name], "a[0] = z.u + z.w[0] + z.w[2] + z.p.x;") != "proved"


@pytest.mark.parametrize("name", CARRIED)
def test_what_may_not_be_set_is_not(name: str) -> None:
    assert verdict(CARRIED[name]) in ("refuted", "unknown")


def test_what_a_first_turn_sets_is_not_refuted() -> None:
    assert verdict("for (int t = 0; t < n; t++) { if (t == 0) z.u = 0; z.u += b[t]; } a[k] = z.u;") == "unknown"
