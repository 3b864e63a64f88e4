"""Ranges and pointers that end in another row than they begin in (labels by running the loops in other orders): up to the next row they are the
row itself, further on elements of other rows."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = """#include <algorithm>
#include <array>
#include <numeric>
#include <cstring>
int a[400], m[20][20], q[5][4][20];
struct G { int g[20][20]; } s;
std::array<std::array<int, 20>, 20> r;
"""

# What the loop does, ends that keep to a row, ends that do not.
ENDS = [
    ("std::sort(m[i], {})", ("m[i + 1]", "m[i] + 20", "&m[i + 1][0]"), ("m[i + 1] + 1", "m[i + 2]", "m[i] + 21")),
    ("std::reverse(m[i], {})", ("m[i + 1]", "m[i + 1] - 1"), ("m[i + 1] + 1", "&m[i + 1][1]", "m[i] + 21")),
    ("std::rotate(m[i], m[i] + 3, {})", ("m[i + 1]",), ("m[i + 1] + 1", "m[i] + 21")),
    ("std::fill(m[i], {}, i)", ("m[i + 1]",), ("m[i + 1] + 1", "m[i + 2]")),
    ("std::iota(m[i] + 1, {}, i)", ("m[i + 1]",), ("m[i + 1] + 1", "m[i + 2]", "m[i] + 21")),
    ("std::fill_n(m[i], {}, i)", ("m[i + 1] - m[i]", "20"), ("m[i + 1] - m[i] + 1", "m[i + 2] - m[i]", "21")),
    ("memset(m[i], i, ({}) * sizeof(int))", ("m[i + 1] - m[i]",), ("m[i + 1] - m[i] + 1",)),
    ("std::copy(m[i + 1], {}, m[i])", (), ("m[i + 2]", "m[i + 2] + 1")),
    ("m[i][0] = std::accumulate(m[i] + 1, {}, 0)", ("m[i + 1]",), ("m[i + 1] + 1", "m[i] + 21")),
    ("std::sort(s.g[i], {})", ("s.g[i + 1]", "s.g[i] + 20"), ("s.g[i + 1] + 1", "s.g[i] + 21")),
    ("std::sort(q[i / 4][i % 4], {})", ("q[i / 4][i % 4 + 1]",), ("q[i / 4][i % 4 + 1] + 1",)),
    ("std::fill(r[i].begin(), {}, i)", ("r[i].end()", "r[i].begin() + 20"), ("r[i].end() + 1", "r[i].begin() + 21")),
    ("for (auto p = r[i].begin(); p < {}; ++p) *p = i", ("r[i].end()",), ("r[i].end() + 1", "r[i].begin() + 21")),
    ("memset(m[i], i, {})", ("sizeof m[i]", "20 * sizeof(int)"), ("sizeof m[i] + 1", "21 * sizeof(int)")),
    ("for (int *p = m[i]; p < {}; p++) *p = *p * 3 + i", ("m[i + 1]", "m[i] + 20"), ("m[i + 1] + 1", "m[i] + 21")),
    ("for (int *p = m[i]; p <= {}; p++) *p = *p * 3 + i", ("m[i + 1] - 1", "m[i] + 19"), ("m[i + 1]", "m[i] + 20")),
    ("for (int *p = m[i]; p != {}; ++p) *p = *p * 3 + i", ("m[i + 1]",), ("m[i + 2]", "&m[i + 1][1]")),
    ("for (int *p = m[i] + 19; p >= {}; p--) *p = *p * 3 + i", ("m[i]", "m[i - 1] + 20"), ("m[i] - 1", "m[i - 1] + 19")),
    ("for (int *p = m[i] + 19; p > {}; p--) *p = *p * 3 + i", ("m[i] - 1", "m[i - 1] + 19"), ("m[i] - 2", "m[i - 1]")),
    ("int *e = {}; for (int *p = m[i]; p < e; p++) *p = *p * 3 + i", ("m[i + 1]",), ("m[i + 1] + 1", "m[i] + 21")),
    ("for (long j = 0; j < {}; j++) m[i][j] = i", ("m[i + 1] - m[i]",), ("&m[i + 1][1] - m[i]", "m[i + 2] - m[i]")),
]  # fmt: skip
KEPT = [(body, end) for body, kept, _ in ENDS for end in kept]
LEFT = [(body, end) for body, _, left in ENDS for end in left]


def _verdict(body: str, end: str, around: str = "void f(int n) {{ {} }}") -> str:
    loop = f"for (int i = 1; i < 18; i++) {{ {body.format(end)}; }}"
    outline = Outline(parse(HEAD + around.format(loop), "a.cpp"))
    return judge(outline, outline.loops[0]).verdict


@pytest.mark.parametrize(("body", "end"), KEPT)
def test_up_to_the_next_row_is_the_row(body: str, end: str) -> None:
    assert _verdict(body, end) == "proved"


@pytest.mark.parametrize(("body", "end"), LEFT)
def test_what_goes_on_there_is_no_element_of_the_row(body: str, end: str) -> None:
    assert _verdict(body, end) in ("unknown", "refuted")


def test_rows_of_a_length_that_is_no_number() -> None:
    around = "void f(int w, int (*v)[w]) {{ {} }}"
    body = "std::sort(v[i], {})"
    assert _verdict(body, "v[i + 1]", around) == "proved"
    assert _verdict(body, "v[i + 1] + 1", around) == "unknown"


def test_what_lies_between_rows_behind_addresses_is_not_known() -> None:
    assert _verdict("std::sort(v[i], {})", "v[i + 1]", "void f(int **v) {{ {} }}") == "unknown"
