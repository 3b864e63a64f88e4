"""LW702: a result is given up on the device (OpenACC 3.4, 2.7.7)."""

from __future__ import annotations

from loopwright.check.data_fixes import other_clause
from loopwright.check.rule import ClaimRule, named
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Fix
from loopwright.residence.machine import Claim


def fix(unit: Unit, claim: Claim) -> Fix | None:
    """The clause that brings the value back."""
    return other_clause(unit, claim, {"copyin": "copy", "delete": "copyout"})


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the host reads {named(claim)} here, but the device's newer value went with its memory: `copy` or `copyout` is missing"


RULE = ClaimRule(
    code="LW702",
    title="a result is given up on the device",
    severity="warning",
    section="2.7.7",
    why=(
        "`copyin`, `create` and `delete` copy nothing back. What a kernel wrote is gone when the data region "
        "or `exit data` ends it."
    ),
    wrong="""\
void f(int n, double *a, double *s) {
#pragma acc data copyin(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
  }
  *s = a[0];
}
""",
    right="""\
void f(int n, double *a, double *s) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) a[i] *= 2;
  }
  *s = a[0];
}
""",
    message=message,
    fix=fix,
)
