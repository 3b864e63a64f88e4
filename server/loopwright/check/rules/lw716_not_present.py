"""LW716: not present (OpenACC 3.4, 2.7.5)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim

_WORDS = {
    "absent": "not there",
    "update": "not there",
    "short": "there in part only",
    "torn": "there in part already",
}


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"{named(claim)} is {_WORDS.get(claim.detail, claim.detail)} on the device here: the program stops"


RULE = ClaimRule(
    code="LW716",
    title="not present",
    severity="warning",
    section="2.7.5",
    why=(
        "`present`, `default(present)` and `update` want what an earlier directive has put there, all of it. "
        "A section that is there in part ends the program too."
    ),
    wrong="""\
#include <stdlib.h>
void f(int n) {
  double *a = malloc(n * sizeof(double));
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
  free(a);
}
""",
    right="""\
#include <stdlib.h>
void f(int n) {
  double *a = malloc(n * sizeof(double));
#pragma acc enter data create(a[0:n])
#pragma acc parallel loop present(a[0:n])
  for (int i = 0; i < n; i++) a[i] = 0;
#pragma acc exit data copyout(a[0:n])
  free(a);
}
""",
    message=message,
)
