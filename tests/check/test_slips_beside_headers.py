"""A slip in a list is told where the names in it are the file's own, whatever a header that is not found may define."""

from __future__ import annotations

import pytest
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

OWN = (
    "constexpr int MOST = 4;",
    "const int MOST = 4;",
    "enum { MOST = 4 };",
    "static int MOST;",
)
SLIPS = {
    "update host(a[0:n*MOST] async": "LW118",
    "update host(a[0:n*MOST]:b[0:n])": "LW302",
    "update host(a[0:n*MOST:2])": "LW119",
    "enter data create(a[0:n*MOST] b[0:n])": "LW118",
}


def _told(own: str, directive: str) -> set[str]:
    text = f'#include "far.h"\n{own}\nvoid f(int n, double *a, double *b) {{\n#pragma acc {directive}\n}}\n'
    return {found.code for found in check(Outline(parse(text, "a.cpp", "cpp"))) if found.severity == "error"}


@pytest.mark.parametrize("directive", SLIPS)
def test_it_is_told_beside_the_file_s_own_names(directive: str) -> None:
    for own in OWN:
        assert SLIPS[directive] in _told(own, directive), own


@pytest.mark.parametrize("directive", SLIPS)
def test_what_a_header_may_define_is_not_known(directive: str) -> None:
    assert not _told("", directive)
