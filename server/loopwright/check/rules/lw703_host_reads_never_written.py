"""LW703: the host reads what the device never wrote (OpenACC 3.4, 2.7.9)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the host reads {named(claim)} here, of which a part was copied back from device memory without a value: `copy` keeps it"


RULE = ClaimRule(
    code="LW703",
    title="the host reads what the device never wrote",
    severity="warning",
    section="2.7.9",
    why=(
        "`copyout` and `create` allocate without copying in. Elements that no kernel writes come back as "
        "whatever the memory held."
    ),
    wrong="""\
static double f(void) {
  double a[64] = {0}, s = 0;
#pragma acc parallel loop copyout(a[0:64])
  for (int i = 1; i < 63; i++) a[i] = i;
  for (int i = 0; i < 64; i++) s += a[i];
  return s;
}
""",
    right="""\
static double f(void) {
  double a[64] = {0}, s = 0;
#pragma acc parallel loop copy(a[0:64])
  for (int i = 1; i < 63; i++) a[i] = i;
  for (int i = 0; i < 64; i++) s += a[i];
  return s;
}
""",
    message=message,
)
