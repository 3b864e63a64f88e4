"""LW705: the device reads memory without a value (OpenACC 3.4, 2.7.10)."""

from __future__ import annotations

from loopwright.check.data_fixes import other_clause
from loopwright.check.rule import ClaimRule, named
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Fix
from loopwright.residence.machine import Claim


def fix(unit: Unit, claim: Claim) -> Fix | None:
    """The clause that copies the value there."""
    return other_clause(unit, claim, {"create": "copyin", "copyout": "copy"})


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the kernel reads {named(claim)}, of which the device never got a value: `create` and `copyout` copy nothing there"


RULE = ClaimRule(
    code="LW705",
    title="the device reads memory without a value",
    severity="warning",
    section="2.7.10",
    why=(
        "New device memory holds whatever was there. It needs `copyin`, `copy`, an `update device`, or a "
        "kernel that writes it first."
    ),
    wrong="""\
static double f(void) {
  double a[64] = {0}, s = 0;
#pragma acc data create(a)
  {
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
#pragma acc parallel loop reduction(+:s)
    for (int i = 0; i < 64; i++) s += a[i];
  }
  return s;
}
""",
    message=message,
    fix=fix,
)
