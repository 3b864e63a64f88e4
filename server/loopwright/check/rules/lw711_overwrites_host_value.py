"""LW711: a value of the host is overwritten by an older copy (OpenACC 3.4, 2.14.4)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"this copies {named(claim)} from the device over a newer value that the host has written"


RULE = ClaimRule(
    code="LW711",
    title="a value of the host is overwritten by an older copy",
    severity="warning",
    section="2.14.4",
    why=(
        "The device's copy is older than the host's. Update only the part that the device changed, or `update"
        " device` first."
    ),
    wrong="""\
void f(int n, double *a) {
#pragma acc enter data copyin(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] *= 2;
  a[0] = 7;
#pragma acc update self(a[0:n])
#pragma acc exit data delete(a[0:n])
}
""",
    right="""\
void f(int n, double *a) {
#pragma acc enter data copyin(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc update self(a[0:n])
  a[0] = 7;
#pragma acc exit data delete(a[0:n])
}
""",
    message=message,
)
