"""LW707: outside of what is mapped (OpenACC 3.4, 2.7.1)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the kernel touches {named(claim)} outside of the section that is mapped"


RULE = ClaimRule(
    code="LW707",
    title="outside of what is mapped",
    severity="warning",
    section="2.7.1",
    why=(
        "Only the section that a clause names has a copy. What lies beside it on the device belongs to something else."
    ),
    wrong="""\
static void f(void) {
  double a[64];
#pragma acc data create(a[0:63])
  {
#pragma acc parallel loop
    for (int i = 0; i < 64; i++) a[i] = i;
  }
}
""",
    right="""\
static void f(void) {
  double a[64];
#pragma acc data create(a[0:64])
  {
#pragma acc parallel loop
    for (int i = 0; i < 64; i++) a[i] = i;
  }
}
""",
    message=message,
)
