"""Macros that bear a keyword's name, or hide one in front of a variable: what they change is never overlooked, what only hints is."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge

LOOP = "int f(int n, int *a) {{ for (int i = 0; i < n; i++) {{ {0} a[i] = k; }} return 0; }}"
CHANGED = [
    ("#define else", "int k = 0; if (n) k = 1; else k = 2;"),
    ("#define if(x) while (x)", "int k = 3; if (k) k--;"),
    ("#define break", "int k = 0; switch (n) { case 1: k = i; break; default: k = 2; }"),
    ("#define struct union", "int k = i;"),
    ("#define sizeof(x) 0", "int k = sizeof(int);"),
    ("#define static", "static int k; k += i;"),
    ("#define register static", "register int k; k += i;"),
    ("#define int static int", "int k; k += i;"),
    ("#define LOCAL static", "LOCAL unsigned k; k += i;"),
    ("#define real static double", "real k; k += i;"),
    ("#define PER_THREAD static _Thread_local", "PER_THREAD unsigned k; k += i;"),
]
SAME = [
    ("#define inline __inline", "int k = i;"),
    ("#define register", "register int k = i;"),
    ("#define const", "const int k = i;"),
    ("#define for if (0) ; else for", "int k = i;"),
    ("#define if if", "int k = i; if (n) k = 3;"),
    ("#define real double", "real k = i;"),
    ("#define LOCAL const", "LOCAL unsigned k = i;"),
]


def _verdict(outline, macro: str, body: str) -> str:
    found = outline(f"{macro}\n{LOOP.format(body)}", "c")
    return judge(found, found.loops[0]).verdict


@pytest.mark.parametrize(("macro", "body"), CHANGED)
def test_a_keyword_that_means_something_else_leaves_nothing_known(outline, macro: str, body: str) -> None:
    assert _verdict(outline, macro, body) == "unknown"


@pytest.mark.parametrize(("macro", "body"), SAME)
def test_a_keyword_that_means_the_same_changes_nothing(outline, macro: str, body: str) -> None:
    assert _verdict(outline, macro, body) == "proved"


def test_a_verdict_is_not_kept_when_a_keyword_becomes_a_macro(outline) -> None:
    for _ in range(2):
        assert _verdict(outline, "", "int k = i;") == "proved"
        assert _verdict(outline, "#define struct union", "int k = i;") == "unknown"
