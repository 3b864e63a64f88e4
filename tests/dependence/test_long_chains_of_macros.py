"""Macros of macros of macros: a chain that is too long to walk is a number where all of it is made of numbers, and not followed elsewhere."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

LENGTHS = (1, 3, 7, 8, 9, 12, 20)
LINKS = ("M{}", "(M{} + 1)", "(WIDTH * M{})", "(int)(M{} / 2)")


def looked_at(end: str, link: str, length: int, loop: str) -> LoopVerdict:
    chain = "".join(f"#define M{each} {link.format(each - 1)}\n" for each in range(1, length))
    # Of two definitions nobody works out the number.
    ends = f"#ifdef WIDE\n#define M0 8\n#else\n#define M0 {end}\n#endif\n"
    text = f"static int cnt;\n{ends}{chain}void f(int *a, int n) {{ {loop.format(f'M{length - 1}')} }}\n"
    outline = Outline(parse(text, name="a.c"))
    return judge(outline, outline.loops[0])


@pytest.mark.parametrize("end", ["4", "(4)", "WIDTH"])
@pytest.mark.parametrize("link", LINKS)
def test_how_long_a_chain_is_takes_no_verdict(end: str, link: str) -> None:
    for loop in ("for (int i = 0; i < {}; i++) a[i] = 2;", "for (int i = 0; i < n; i++) a[i] = {};"):
        found = [looked_at(end, link, length, loop) for length in LENGTHS]
        assert {each.verdict for each in found} <= {"proved", "assumed"}
        assert len({(each.verdict, each.assumptions) for each in found}) == 1


@pytest.mark.parametrize("end", ["cnt++", "(cnt += 2)", "*a", "a[0]", "a[i + 1]", "(4, cnt++)", "n - cnt++"])
@pytest.mark.parametrize("link", LINKS)
def test_what_does_or_reads_something_at_the_end_is_never_overlooked(end: str, link: str) -> None:
    found = [looked_at(end, link, length, "for (int i = 0; i < n; i++) a[i] = {};") for length in LENGTHS]
    assert {each.verdict for each in found} <= {"unknown", "refuted"}
