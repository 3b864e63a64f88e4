"""What a kernel maps and does not read: gcc's optimizer takes the addresses for unused, which the runtime reads all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.device.run import run_program

TEXT = """#include <stdio.h>
__attribute__((noinline)) static void dirty(void) {
  volatile long stack[400];
  for (int i = 0; i < 400; i++) stack[i] = 2;
}
struct pair { double x, y; };
__attribute__((noinline)) static void kernels(const float *a, float *b, float *c) {
  int n = 1;
  double value = 2.5;
  struct pair p = {1, 2};
#pragma acc parallel
  n = 4;
#pragma acc parallel copyin(a[0:8]) copy(b[0:8]) copyout(c[0:8]) firstprivate(value)
  { c[0] = 3; }
#pragma acc kernels copy(p)
  { n = 5; }
#pragma acc serial copyin(value)
  { value = 1; }
#pragma acc data copyin(a[0:8])
  {
#pragma acc parallel present(a[0:8])
    ;
  }
  printf("%d %g %g %g\\n", n, value, p.y, b[7]);
}
int main(void) {
  float a[8] = {0}, b[8] = {0, 0, 0, 0, 0, 0, 0, 7}, c[8];
  dirty();
  kernels(a, b, c);
  return 0;
}
"""


@pytest.mark.parametrize("watched", [True, False])
def test_what_is_mapped_and_not_read_is_mapped(tmp_path: Path, watched: bool) -> None:
    (tmp_path / "a.c").write_text(TEXT)
    report = run_program([tmp_path / "a.c"], watched=watched, folder=tmp_path)
    assert (report.exit, report.stdout) == (0, "5 2.5 2 7\n"), report.stderr
    copies = sum(d.to_device.transfers for d in report.directives)
    assert copies >= 5
