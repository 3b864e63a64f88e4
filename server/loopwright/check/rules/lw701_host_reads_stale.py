"""LW701: the host reads what is newer on the device (OpenACC 3.4, 2.14.4)."""

from __future__ import annotations

from loopwright.check.data_fixes import update_above
from loopwright.check.rule import ClaimRule, named
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Fix
from loopwright.residence.machine import Claim


def fix(unit: Unit, claim: Claim) -> Fix | None:
    """The update, above the host's statement."""
    return update_above(unit, claim, to_host=True)


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the host reads {named(claim)} here, but the device has a newer value: an `update self` is missing before"


RULE = ClaimRule(
    code="LW701",
    title="the host reads what is newer on the device",
    severity="warning",
    section="2.14.4",
    why=(
        "The device has memory of its own. What a kernel writes is seen by the host after `update self`, or "
        "after the region that copies it out."
    ),
    wrong="""\
void f(int n, double *a, double *s) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
    *s = a[0];
  }
}
""",
    right="""\
void f(int n, double *a, double *s) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc update self(a[0:n])
    *s = a[0];
  }
}
""",
    message=message,
    fix=fix,
)
