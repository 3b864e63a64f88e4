"""LW715: nobody waits (OpenACC 3.4, 2.16)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"nothing waits for this operation on {named(claim)}: it may not have run when the program ends"


RULE = ClaimRule(
    code="LW715",
    title="nobody waits",
    severity="warning",
    section="2.16",
    why=(
        "An asynchronous operation is done when a `wait` for its queue returns. At the end of the program nobody waits."
    ),
    wrong="""\
int main(void) {
  static double a[64];
#pragma acc parallel loop copy(a) async(1)
  for (int i = 0; i < 64; i++) a[i] = i;
  return 0;
}
""",
    right="""\
int main(void) {
  static double a[64];
#pragma acc parallel loop copy(a) async(1)
  for (int i = 0; i < 64; i++) a[i] = i;
#pragma acc wait(1)
  return 0;
}
""",
    message=message,
)
