"""Bounds of another array are no evidence for one that nobody has written."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.memory.outgrown import outgrown
from loopwright.openacc.directive import parse_directive

MATRIX = """\
void product(int n, const double *a, const double *b, double *c) {
  #pragma acc parallel loop collapse(2) copyin(a[0:n*n], b[0:n*n]) copyout(c[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}
"""
VECTOR = """\
double total(int n, const double *values) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i] * values[i];
  return sum;
}
"""


@pytest.mark.parametrize(
    ("section", "touched", "is_outgrown"),
    [
        ("v[0:n*n]", "v[0:n]", True),
        ("v[0:(n+1)*(n+1)]", "v[1:n]", True),
        ("v[0:n][0:n]", "v[0:n]", True),
        ("v[0:n]", "v[0:n]", False),
        ("v[0:n+2]", "v[1:n]", False),
        ("v[0:2*n]", "v[0:n]", False),
        ("v[0:n*n]", "v[n+1:n*n-2*n-2]", False),
        ("v[0:N*N]", "v[0:4096]", False),  # perhaps as many
        ("v[0:NN]", "v[0:N*N]", False),
        ("v[0:n*m]", "v[0:n]", False),  # a row of it, perhaps
        ("v", "v[0:n]", False),
        ("v[:n*n/2]", "v[0:n]", True),
        ("v[0:n*n]", "v", False),
        ("v[0:f(n)]", "v[0:n]", False),
    ],
)
def test_a_higher_degree_in_the_same_sizes(section: str, touched: str, is_outgrown: bool) -> None:
    directive = parse_directive(f"parallel loop copyin({section})")
    assert outgrown(directive, {}, {"v": touched}) == (["v"] if is_outgrown else [])
    assert outgrown(directive, {"v": "v[0:n*n]"}, {"v": touched}) == []


def test_a_sum_gets_no_bounds_of_a_matrix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "matrix_product.c").write_text(MATRIX, "utf-8")
    source = tmp_path / "reduction.c"
    source.write_text(VECTOR, "utf-8")
    main(["suggest", "--no-model", "--no-compiler", "--line", "3", str(source)])
    told = capsys.readouterr().out
    assert "n*n" not in told
    assert "copyin(values[0:n])" in told
