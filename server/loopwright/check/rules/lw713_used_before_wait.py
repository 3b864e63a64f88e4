"""LW713: used before the wait (OpenACC 3.4, 2.16)."""

from __future__ import annotations

from loopwright.check.data_fixes import wait_above
from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the host uses {named(claim)} while an asynchronous copy of it may still run: a `wait` is missing before"


RULE = ClaimRule(
    code="LW713",
    title="used before the wait",
    severity="warning",
    section="2.16",
    why="`async` returns at once. The host may use the data after a `wait` for that queue.",
    wrong="""\
void f(int n, double *a, double *s) {
#pragma acc data copyin(a[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc update self(a[0:n]) async(1)
    *s = a[0];
#pragma acc wait(1)
  }
}
""",
    right="""\
void f(int n, double *a, double *s) {
#pragma acc data copyin(a[0:n])
  {
#pragma acc parallel loop async(1)
    for (int i = 0; i < n; i++) a[i] *= 2;
#pragma acc update self(a[0:n]) async(1)
#pragma acc wait(1)
    *s = a[0];
  }
}
""",
    message=message,
    fix=wait_above,
)
