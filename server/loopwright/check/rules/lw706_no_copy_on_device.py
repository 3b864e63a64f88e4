"""LW706: no copy on the device (OpenACC 3.4, 2.6)."""

from __future__ import annotations

from loopwright.check.rule import ClaimRule, named
from loopwright.residence.machine import Claim

_WORDS = {
    "member": ", which a member of a mapped struct points at",
    "deviceptr": ", which `deviceptr` takes for an address of the device",
}


def message(claim: Claim) -> str:
    """The claim in one sentence."""
    return f"the kernel touches {named(claim)}{_WORDS.get(claim.detail, claim.detail)}, host memory that has no copy on the device here"


RULE = ClaimRule(
    code="LW706",
    title="no copy on the device",
    severity="warning",
    section="2.6",
    why=(
        "On a device with memory of its own the program ends with an illegal access. A pointer inside a "
        "struct needs a section of its own (`p->x[0:n]`) beside that of the struct."
    ),
    wrong="""\
#include <stdlib.h>
struct grid { double *x; int n; };
void f(int n) {
  struct grid *g = malloc(sizeof *g);
  g->x = malloc(n * sizeof(double));
#pragma acc parallel loop copy(g[0:1])
  for (int i = 0; i < n; i++) g->x[i] = 0;
  free(g->x);
  free(g);
}
""",
    right="""\
#include <stdlib.h>
struct grid { double *x; int n; };
void f(int n) {
  struct grid *g = malloc(sizeof *g);
  g->x = malloc(n * sizeof(double));
#pragma acc parallel loop copy(g[0:1], g->x[0:n])
  for (int i = 0; i < n; i++) g->x[i] = 0;
  free(g->x);
  free(g);
}
""",
    message=message,
)
