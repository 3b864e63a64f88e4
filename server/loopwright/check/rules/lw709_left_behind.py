"""LW709: left behind on the device (OpenACC 3.4, 2.6.6)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"nothing takes {named(claim)} back from the device: an `exit data` is missing"


RULE = ClaimRule(
    code="LW709",
    title="left behind on the device",
    severity="information",
    section="2.6.6",
    why=(
        "Every `enter data` needs its `exit data`. Memory on the device is scarce, and a result that stays "
        "there is lost."
    ),
    wrong="""\
#include <stdlib.h>
double f(int n) {
  double *a = malloc(n * sizeof(double)), s = 0;
#pragma acc enter data create(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] = i;
#pragma acc parallel loop present(a[0:n]) reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}
""",
    right="""\
#include <stdlib.h>
double f(int n) {
  double *a = malloc(n * sizeof(double)), s = 0;
#pragma acc enter data create(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] = i;
#pragma acc parallel loop present(a[0:n]) reduction(+:s)
  for (int i = 0; i < n; i++) s += a[i];
#pragma acc exit data delete(a[0:n])
  free(a);
  return s;
}
""",
    message=message,
)
