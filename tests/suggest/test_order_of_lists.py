"""A list that is filled for another loop has its variables in the order that the project writes them in, else in that of their declarations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked_in

HERE = """void two(int n, int t, double *velocity, double *coeff, double *u, double *damp) {
for (int i = 1; i < n - 1; i++) // HERE
  u[i] = 2 * u[i] + coeff[i] * velocity[i] - damp[i] * u[i + t];
}
"""
NEAR = """void one(int n, double *u, double *coeff) {
#pragma acc parallel loop present(coeff,u)
for (int i = 1; i < n - 1; i++)
  u[i] = 2 * u[i] + coeff[i];
}
"""
FAR = """void three(int n, int *list, double *u, double *coeff, double *damp, double *velocity) {
#pragma acc kernels present(coeff,damp,u,velocity)
for (int i = 0; i < n; i++) {
  u[list[i]] = coeff[i] * damp[list[i]];
  velocity[list[i]] = 1;
}
}
"""


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.c": NEAR + FAR + HERE}, "present(coeff,damp,u,velocity)"),
        ({"a.c": FAR + NEAR + HERE}, "present(coeff,damp,u,velocity)"),
        ({"a.c": NEAR + HERE}, "present(velocity,coeff,u,damp)"),
        ({"a.c": HERE, "b.c": NEAR}, "present(velocity,coeff,u,damp)"),
        ({"a.c": NEAR.replace("coeff,u", "u,coeff") + HERE}, "present(velocity,u,coeff,damp)"),
    ],
)
def test_the_order_of_a_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str], expected: str
) -> None:
    shown = asked_in(tmp_path, files, "a.c", capsys)
    assert f"parallel loop {expected}" in shown, shown
