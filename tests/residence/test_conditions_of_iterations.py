"""A construct that asks whether its loop runs at all leaves the host nothing to do where it does not."""

from __future__ import annotations

import pytest
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

CODE = """\
void f(int n, int k, double *a, double *b) {{
#pragma acc data create(a[0:n]) copyout(b[0:n])
  {{
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; i++) a[i] = i;
#pragma acc parallel loop present(a[0:n], b[0:n]) if({condition})
    for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
  }}
}}
"""


def codes(condition: str) -> set[str]:
    return {finding.code for finding in check(Outline(parse(CODE.format(condition=condition), name="x.c")))}


@pytest.mark.parametrize("condition", ["1 < n - 1", "1<n-1"])
def test_the_condition_of_the_first_iteration_is_none(condition: str) -> None:
    assert "LW701" not in codes(condition)


@pytest.mark.parametrize("condition", ["n > 1000", "k", "0 < n - 1"])
def test_others_send_the_loop_to_the_host(condition: str) -> None:
    assert "LW701" in codes(condition)
