"""LW710: a result is overwritten by an older copy (OpenACC 3.4, 2.14.4)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"this copies {named(claim)} to the device over a newer value that a kernel left there"


RULE = ClaimRule(
    code="LW710",
    title="a result is overwritten by an older copy",
    severity="warning",
    section="2.14.4",
    why=(
        "The host's copy is older than the device's. Update only the part that the host changed, or `update "
        "self` first."
    ),
    wrong="""\
void f(int n, double *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
    a[0] = 7;
#pragma acc update device(a[0:n])
  }
}
""",
    right="""\
void f(int n, double *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
    a[0] = 7;
#pragma acc update device(a[0:1])
  }
}
""",
    message=message,
)
