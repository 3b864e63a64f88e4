"""Asked at a statement that has constructs above it: what stands alone is looked for in front of these."""

from __future__ import annotations

import pytest

from tests.suggest.asked import standing_at

BROUGHT = """void scale(int n, double *a) {
#pragma acc parallel present(a[0:n])
#pragma acc loop gang
  for (int i = 0; i < n; i++) a[i] *= 2; // HERE
#pragma acc exit data copyout(a[0:n])
}
"""

UPDATED = """#include <stdio.h>
void steps(int n, double *a) {
#pragma acc enter data copyin(a[0:n])
  for (int i = 0; i < n; i++) a[i] = i;
#pragma acc parallel present(a[0:n])
  { // HERE
#pragma acc loop
    for (int i = 0; i < n; i++) a[i] += 1;
  }
#pragma acc exit data copyout(a[0:n])
}
"""

BESIDE_OPENMP = """#include <stdio.h>
int main(void) {
  int count = 0;
#pragma omp parallel for reduction(+:count)
#pragma acc parallel loop present(count) reduction(+:count)
  for (int i = 0; i < 1000; i++) count++; // HERE
#pragma acc exit data copyout(count)
  printf("%d", count);
}
"""

LACKS_NOTHING = """void scale(int n, double *a) {
#pragma acc enter data copyin(a[0:n])
#pragma acc parallel present(a[0:n])
#pragma acc loop gang
  for (int i = 0; i < n; i++) a[i] *= 2; // HERE
#pragma acc exit data copyout(a[0:n])
}
"""


@pytest.mark.parametrize(
    ("text", "wanted", "above"),
    [
        (BROUGHT, "enter data copyin(a[0:n])", "#pragma acc parallel present(a[0:n])"),
        (UPDATED, "update device(a[0:n])", "#pragma acc parallel present(a[0:n])"),
        (BESIDE_OPENMP, "enter data copyin(count)", "#pragma omp parallel for reduction(+:count)"),
    ],
)
def test_what_stands_alone_is_put_in_front_of_the_constructs(text: str, wanted: str, above: str) -> None:
    first, after = standing_at("a.c", text)[0]
    assert first == wanted
    lines = after.split("\n")
    at = lines.index(next(line for line in lines if line.strip() == f"#pragma acc {wanted}"))
    assert lines[at + 1].strip() == above


def test_a_loop_that_lacks_nothing_gets_nothing() -> None:
    assert standing_at("a.c", LACKS_NOTHING) == []
