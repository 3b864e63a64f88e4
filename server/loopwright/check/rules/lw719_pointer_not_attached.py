"""LW719: a pointer that was not attached (OpenACC 3.4, 2.6.8)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the kernel follows a pointer in a struct to {named(claim)}, but the struct's copy still holds the host's address"


RULE = ClaimRule(
    code="LW719",
    title="a pointer that was not attached",
    severity="warning",
    section="2.6.8",
    why=(
        "A pointer that is copied keeps its host value. A section of the member in a clause (`p->x[0:n]`), or"
        " `attach`, gives it the device's address."
    ),
    wrong="""\
#include <stdlib.h>
struct grid { double *x; int n; };
void f(int n) {
  struct grid *g = malloc(sizeof *g);
  double *x = malloc(n * sizeof(double));
  g->x = x;
#pragma acc data copyin(g[0:1]) create(x[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) g->x[i] = 0;
  }
  free(x);
  free(g);
}
""",
    right="""\
#include <stdlib.h>
struct grid { double *x; int n; };
void f(int n) {
  struct grid *g = malloc(sizeof *g);
  double *x = malloc(n * sizeof(double));
  g->x = x;
#pragma acc data copyin(g[0:1]) create(g->x[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; i++) g->x[i] = 0;
  }
  free(x);
  free(g);
}
""",
    message=message,
)
