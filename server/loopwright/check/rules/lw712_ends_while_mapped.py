"""LW712: host memory ends while it is mapped (OpenACC 3.4, 2.6.6)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    detail = claim.detail.removesuffix(" queued")
    return f"{named(claim)} {detail} while it is mapped on the device: `exit data` belongs before"


RULE = ClaimRule(
    code="LW712",
    title="host memory ends while it is mapped",
    severity="warning",
    section="2.6.6",
    why=(
        "The present table keeps its address. The next object at that place is taken for it, and a copy back "
        "writes into memory of others."
    ),
    wrong="""\
#include <stdlib.h>
void f(int n) {
  double *a = malloc(n * sizeof(double));
#pragma acc enter data create(a[0:n])
  free(a);
#pragma acc exit data delete(a[0:n])
}
""",
    right="""\
#include <stdlib.h>
void f(int n) {
  double *a = malloc(n * sizeof(double));
#pragma acc enter data create(a[0:n])
#pragma acc exit data delete(a[0:n])
  free(a);
}
""",
    message=message,
)
