"""Directives above one loop: a directive that needs a loop has to have it next, whatever its own directive would be."""

from __future__ import annotations

from itertools import product

import pytest
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LOOP = "for (int i = 0; i < n; i++) a[i] = 1;"
FIRST = ("parallel loop copy(a[0:n])", "kernels loop copy(a[0:n])", "serial loop copy(a[0:n])")
SECOND = ("loop", "loop gang", "loop vector independent", "cache(a[0:2])")
BRANCHES = ("#ifdef A\n#pragma acc {0}\n#else\n#pragma acc {1}\n#endif\n", "#ifdef A\n#pragma acc {0}\n#endif\n")


def _told(body: str) -> list[str]:
    text = f"void f(int n, double *a) {{\n{body}\n}}\n"
    return [found.code for found in check(Outline(parse(text, "a.c", "c"))) if found.severity == "error"]


@pytest.mark.parametrize(("first", "second"), list(product(FIRST, SECOND)))
def test_a_directive_before_its_loop_is_told(first: str, second: str) -> None:
    assert _told(f"#pragma acc {first}\n#pragma acc {second}\n{LOOP}") == ["LW401"]
    assert _told(f"#pragma acc {first}\n/* loop */\n\n#pragma acc {second}\n{LOOP}") == ["LW401"]


@pytest.mark.parametrize("second", SECOND)
def test_in_a_construct_too(second: str) -> None:
    stacked = f"#pragma acc loop\n#pragma acc {second}\n{LOOP}"
    assert _told(f"#pragma acc parallel copy(a[0:n])\n{{\n{stacked}\n}}") == ["LW401"]


@pytest.mark.parametrize("branches", BRANCHES)
def test_one_of_branches_is_no_other_directive(branches: str) -> None:
    assert not _told(branches.format(*FIRST[:2]) + LOOP)
    inside = branches.format("loop gang", "loop") + LOOP
    assert not _told(f"#pragma acc parallel copy(a[0:n])\n{{\n{inside}\n}}")


def test_a_construct_and_the_loop_in_it_are_two() -> None:
    assert not _told(f"#pragma acc parallel copy(a[0:n])\n#pragma acc loop\n{LOOP}")
    assert not _told(f"#pragma acc data copy(a[0:n])\n#pragma acc parallel loop\n{LOOP}")
    assert not _told(
        "#pragma acc parallel loop copy(a[0:n])\nfor (int i = 0; i < n; i++) {\n#pragma acc cache(a[0:2])\na[i] = 1; }"
    )
