"""LW714: nothing orders two operations (OpenACC 3.4, 2.16)."""

from __future__ import annotations

from loopwright.check.data_fixes import wait_above
from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"this uses {named(claim)} while an operation of another queue may still use it: a `wait` is missing before"


RULE = ClaimRule(
    code="LW714",
    title="nothing orders two operations",
    severity="warning",
    section="2.16",
    why=(
        "Operations of one queue run in order, those of different queues and of the host in any. `wait(q)` or"
        " `wait(q) async(p)` orders them."
    ),
    wrong="""\
void f(int n, double *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc parallel loop async(2)
    for (int i = 0; i < n; i++) a[i] += 1;
#pragma acc wait
  }
}
""",
    right="""\
void f(int n, double *a) {
#pragma acc data copy(a[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc parallel loop async(2) wait(1)
    for (int i = 0; i < n; i++) a[i] += 1;
#pragma acc wait
  }
}
""",
    message=message,
    fix=wait_above,
)
