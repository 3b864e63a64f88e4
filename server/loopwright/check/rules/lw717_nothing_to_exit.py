"""LW717: nothing to exit (OpenACC 3.4, 2.6.6)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"{named(claim)} is not on the device here: this does nothing"


RULE = ClaimRule(
    code="LW717",
    title="nothing to exit",
    severity="warning",
    section="2.6.6",
    why="The data was given back before, or was never there; a copy back did not happen.",
    wrong="""\
#include <stdlib.h>
void f(int n) {
  double *a = malloc(n * sizeof(double));
#pragma acc exit data copyout(a[0:n])
  free(a);
}
""",
    right="""\
#include <stdlib.h>
void f(int n) {
  double *a = malloc(n * sizeof(double));
#pragma acc enter data create(a[0:n])
#pragma acc exit data copyout(a[0:n])
  free(a);
}
""",
    message=message,
)
