"""LW708: device memory that was given back (OpenACC 3.4, 2.6.6)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the kernel touches {named(claim)}, whose memory on the device was given back"


RULE = ClaimRule(
    code="LW708",
    title="device memory that was given back",
    severity="warning",
    section="2.6.6",
    why="After `exit data`, `acc_delete` or `acc_free` a device address is good for nothing.",
    wrong="""\
#include <openacc.h>
void f(int n) {
  double *d = (double *)acc_malloc(n * sizeof(double));
  acc_free(d);
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < n; i++) d[i] = 0;
}
""",
    right="""\
#include <openacc.h>
void f(int n) {
  double *d = (double *)acc_malloc(n * sizeof(double));
#pragma acc parallel loop deviceptr(d)
  for (int i = 0; i < n; i++) d[i] = 0;
  acc_free(d);
}
""",
    message=message,
)
