"""What the first turn of a loop inside sets is private to an iteration of the loop around it (labels by running the loops in other orders)."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

SUM = "s += b[t] * k; } o[k] = s;"
EACH = "s += b[t] * k; o[k] = s; }"  # where the loop may have no turn
PROVED = (
    *(
        f"for (int t = 0; t < n; t++) {{ if ({first}) s = 0; {SUM}"
        for first in ("t == 0", "!t", "t < 1", "t <= 0", "0 == t", "t == 0 || b[t] > 4", "!(t > 0)", "k + t == k")
    ),
    f"for (int t = 0; t < 20; t++) {{ if (t == 0) s = 0; {SUM}",
    f"for (int t = n - 1; t >= 0; t--) {{ if (t == n - 1) s = 0; {EACH}",
    f"for (int t = k; t < n; t++) {{ if (t == k) s = 0; {EACH}",
    f"for (int t = 1; t < b[k]; t++) {{ if (t == 1) s = 0; {EACH}",
    f"for (int t = 0; t < n; t++) {{ if (t != 0) s += 1; else s = 0; {SUM}",
    f"for (int t = 0; t < n; t++) {{ if (t == 0) s = 0; if (b[t] > 5) continue; {SUM}",
    "for (int t = 0; t < n; t++) s = b[t] + k; o[k] = s;",
    "for (int t = 0; t < 3; t++) s = b[t] + k; o[k] = s;",
)
NOT_PROVED = (
    *(
        f"for (int t = 0; t < n; t++) {{ {before} {EACH}"
        for before in (
            "if (t == 1) s = 0;",
            "if (t == k) s = 0;",
            "if (t < 0) s = 0;",
            "if (t == 0 && b[k] > 4) s = 0;",
            "if (t == 0 && s > 3) s = 0;",
            "if (t == 0) { if (b[k] > 4) s = 0; }",
            "if (t == 0) s += 1;",
            "s += 1; if (t == 0) s = 0;",
            "if (b[t] > 5) continue; if (t == 0) s = 0;",
            "if (b[t] > 5) goto over; if (t == 0) s = 0; over:",
            "if (t++ == 0) s = 0;",
            "t += k & 1; if (t == 0) s = 0;",
        )
    ),
    f"for (int t = 1; t < n; t++) {{ if (t == 0) s = 0; {SUM}",
    f"for (int t = k; t < n; t++) {{ if (t == 0) s = 0; {EACH}",
    f"for (int t = 0; t < b[k]; t++) {{ if (t == 0) s = 0; {SUM}",
    f"for (int t = 0; t < k; t++) {{ if (t == 0) s = 0; {SUM}",
    f"o[k] += s; for (int t = 0; t < n; t++) {{ if (t == 0) s = 0; {SUM}",
    f"lo = 1; for (int t = 0; t < n; t++) {{ if (t == lo) s = 0; {SUM}",
    "for (int t = 0; t < n - 1; t++) s = b[t] + k; o[k] = s;",
)


def verdict(body: str, after: str = "") -> str:
    text = f"""int b[400], o[400];
    void f(int n) {{ int s = 2, lo = 0; for (int k = 0; k < n; k++) {{ {body} }} {after} }}"""
    outline = Outline(parse(text.encode(), name="a.c"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize("body", PROVED)
def test_what_the_first_turn_sets_is_private(body: str) -> None:
    assert verdict(body) == "proved"


@pytest.mark.parametrize("body", NOT_PROVED)
def test_what_it_may_not_set_is_not(body: str) -> None:
    assert verdict(body) != "proved"


def test_what_is_read_after_the_loop_is_not() -> None:
    assert verdict(PROVED[0], "o[0] += s;") == "refuted"
