"""What gives a directive its meaning where it stands: seen in the text of a file."""

from __future__ import annotations

import pytest
from loopwright.memory.places import place_of
from loopwright.openacc.equivalent import equivalent
from loopwright.suggest.present import setting_of

FILE = """#define N 64
double x[N]; double y[N][8];
#pragma acc declare create(z)
double z[N];
void f(double *p, double q[N]) {{
{before}
  for (int i = 0; i < N; i++) {{ x[i] = p[i] + y[i][0] + z[i] + q[i]; }} // here
}}
"""


def same(outline, left: str, right: str, before: str = "") -> bool:
    found = outline(FILE.format(before=before))
    loop = found.loops[-1]
    return equivalent(left, right, setting_of(found, loop, place_of(found, loop)))


@pytest.mark.parametrize(
    ("clause", "before", "wanted"),
    [
        ("copy(x)", "", True),
        ("copy(x[0:N])", "", True),
        ("copy(x[:64])", "", True),
        ("copy(y[0:N][0:8],x)", "", True),
        ("copy(p)", "", False),
        ("copy(q[0:N])", "", False),
        ("copy(z)", "", False),
        ("copy(x[0:63])", "", False),
        ("copyin(x)", "", False),
        ("copyin(p[0:64])", "#pragma acc data copy(p[0:N])", True),
        ("present(p[0:N])", "#pragma acc data copy(p[:N])", True),
        ("present(p[0:N])", "#pragma acc data copy(p[:N])\n  {}", False),
        ("present(p[0:N])", "#pragma acc data copy(p[0:N+1])", False),
        ("copy(x)", "#pragma acc data create(x[0:8])", False),
    ],
)
def test_a_clause_without_effect(outline, clause: str, before: str, wanted: bool) -> None:
    assert same(outline, f"parallel loop {clause}", "parallel loop", before) is wanted


def test_a_loop_belongs_to_the_construct_above_it(outline) -> None:
    assert same(outline, "loop independent", "loop", "#pragma acc parallel")
    assert not same(outline, "loop independent", "loop", "#pragma acc kernels")
