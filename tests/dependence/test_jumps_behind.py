"""A variable that is written behind a loop on the straight way only: a `goto` or an exception may come past the write to a read."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = "for (int i = 0; i < n; i++) { t = a[i] * 2; b[i] = t; }"
HEAD = "void q(int); int f(int n, int c, const int *__restrict a, int *__restrict b) { int t = 0, u = 0; "


def verdict(behind: str, loop: str = LOOP) -> str:
    outline = Outline(parse(f"{HEAD}{loop} {behind} }}\n", "a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(
    "behind",
    [
        "if (c < 0) goto fail; t = b[2]; fail: return t;",
        "if (c < 0) goto fail; t = b[2]; fail: u = t + 1; return u;",
        "if (c < 0) goto fail; t = b[2]; { fail: ; } return t;",
        "({ if (c < 0) goto fail; t = b[2]; fail: 0; }); return t;",
        "if (c < 0) { q(1); goto fail; } else q(2); t = b[2]; fail: return t;",
        "for (int k = 0; k < 3; k++) if (b[k] > c) goto out; t = 1; out: return t;",
        "switch (c) { case 1: goto out; default: q(0); } t = 1; out: return t;",
        "if (c < 0) goto in; t = b[2]; if (c > 5) { in: u = t; } return u;",
        "if (c < 0) goto one; if (c > 3) goto two; one: t = 1; two: return t;",
        "try { q(c); t = 0; } catch (int) { b[1] = t; } return 0;",
        "try { t = 0; q(c); } catch (...) { } if (c) t = 1; return t;",
    ],
)
def test_a_write_that_is_jumped_over_is_not_counted_on(behind: str) -> None:
    assert verdict(behind) != "proved"


def test_one_that_is_in_the_same_try_block_neither() -> None:
    assert verdict("b[0] = 1; return 0;", f"try {{ {LOOP} q(c); t = 0; }} catch (int) {{ b[1] = t; }}") != "proved"


def test_the_variable_of_the_loop_is_like_any_other() -> None:
    loop = "int i; for (i = 0; i < n; i++) b[i] = a[i];"
    outline = Outline(parse(f"{HEAD}{loop} if (c) goto out; i = 0; out: return i; }}\n", "a.c"))
    found = judge(outline, outline.loops[0])
    assert found.private == () or found.verdict != "proved"


@pytest.mark.parametrize(
    "behind",
    [
        "t = b[2]; return t;",
        "if (c < 0) goto fail; t = b[2]; return t; fail: return -1;",
        "if (c < 0) goto fail; q(1); fail: t = 0; return t;",
        "fail: t = 1; q(t); if (b[0] > 3) return 2; return t;",
        "try { q(c); } catch (int) { q(2); } t = 3; return t;",
    ],
)
def test_jumps_that_lead_to_no_read_leave_the_loop_alone(behind: str) -> None:
    assert verdict(behind) == "proved"
