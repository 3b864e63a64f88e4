"""LW718: the host touches device memory (OpenACC 3.4, 3.2.1)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence; ``detail`` is the clause that takes it for an address of the host."""
    if claim.detail:
        return f"`{claim.detail}` moves memory of the host, and {named(claim)} is an address of the device's: `deviceptr` takes it"
    return f"the host touches {named(claim)}, an address of the device's memory: it is good in kernels and `acc_memcpy_*` only"


RULE = ClaimRule(
    code="LW718",
    title="the host touches device memory",
    severity="warning",
    section="3.2.1",
    why=(
        "`acc_malloc`, `acc_deviceptr`, `acc_copyin` and `host_data use_device` give device addresses. On the"
        " host they end the program."
    ),
    wrong="""\
#include <openacc.h>
void f(int n) {
  double *d = (double *)acc_malloc(n * sizeof(double));
  d[0] = 1;
  acc_free(d);
}
""",
    right="""\
#include <openacc.h>
void f(int n) {
  double *d = (double *)acc_malloc(n * sizeof(double));
#pragma acc serial deviceptr(d)
  d[0] = 1;
  acc_free(d);
}
""",
    message=message,
)
