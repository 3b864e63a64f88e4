"""What has to hold for control to come to a loop holds in it."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "#include <assert.h>\n#include <stdlib.h>\nvoid report(int); void f(double *y, int n, int ld) { "
LOOP = " for (int i = 0; i < n; i++) y[i] = y[i + ld]; }"
KNOWN = (
    "if (ld < n) return;",
    "if (ld < n) { report(1); exit(1); }",
    "if (ld < n) abort();",
    "if (ld < n) __builtin_unreachable();",
    "assert(ld >= n);",
    "__builtin_assume(ld >= n);",
    "if (ld < n) ld = 0;",  # then each element is its own
    "if (ld < n) { exit(1); report(1); ld = n; }",
    "ld = ld < n ? n : ld;",
)
NOT_KNOWN = (
    "if (ld < n) report(1);",
    "if (ld < n) { exit(1); report(1); ld = n - 1; }",
    "if (ld < n) ld = 1;",
    "ld = ld < n ? 1 : ld;",
    "assert(ld >= n); ld = report_of(n);",
    "assert(ld >= 0);",
    "for (int t = 0; t < 1; t++) { if (ld < n) break; }",
)


def verdict(before: str, head: str = HEAD) -> str:
    """Of the loop behind a statement."""
    outline = Outline(parse(f"{head}{before}{LOOP}", name="a.c"))
    return judge(outline, next(loop for loop in outline.loops if loop.header.variable == "i")).verdict


@pytest.mark.parametrize("before", KNOWN)
def test_what_holds_is_known(before: str) -> None:
    assert verdict(before) == "proved"


@pytest.mark.parametrize("before", NOT_KNOWN)
def test_what_may_not_hold_is_not(before: str) -> None:
    assert verdict(before) != "proved"


@pytest.mark.parametrize("own", ["static void exit(int code) { (void)code; }\n", "#define exit(code) report(code)\n"])
def test_a_function_of_the_file_comes_back(own: str) -> None:
    head = own + HEAD.replace("#include <stdlib.h>\n", "")
    assert verdict("if (ld < n) exit(1);", head) != "proved"
