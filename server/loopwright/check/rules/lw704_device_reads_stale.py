"""LW704: the device reads what is newer on the host (OpenACC 3.4, 2.14.4)."""

from __future__ import annotations

from loopwright.check.data_fixes import update_above
from loopwright.check.rule import ClaimRule, named
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Fix
from loopwright.residence.machine import Claim


def fix(unit: Unit, claim: Claim) -> Fix | None:
    """The update, above the kernel."""
    return update_above(unit, claim, to_host=False)


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the kernel reads {named(claim)}, which the host has changed since it was copied: an `update device` is missing before"


RULE = ClaimRule(
    code="LW704",
    title="the device reads what is newer on the host",
    severity="warning",
    section="2.14.4",
    why=(
        "A data clause copies once. What the host writes later reaches the device with `update device` only; "
        "entering a region again copies nothing while the data is present."
    ),
    wrong="""\
static double f(void) {
  double a[64] = {0}, s = 0;
#pragma acc data copyin(a)
  {
    a[0] = 1;
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 64; i++) s += a[i];
  }
  return s;
}
""",
    right="""\
static double f(void) {
  double a[64] = {0}, s = 0;
#pragma acc data copyin(a)
  {
    a[0] = 1;
#pragma acc update device(a[0:1])
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 64; i++) s += a[i];
  }
  return s;
}
""",
    message=message,
    fix=fix,
)
