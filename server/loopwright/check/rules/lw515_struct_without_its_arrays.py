"""LW515: struct without what its pointers lead to (OpenACC 3.4, 2.6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import MOVING, Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE
from loopwright.openacc.findings import Related
from loopwright.openacc.followed import followed_member
from loopwright.source.text import Span


@dataclass(frozen=True)
class StructWithoutItsArrays(Problem):
    """Struct without what its pointers lead to."""

    text: str
    clause: str
    member: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return (
            f"`{self.clause}` moves the bytes of `{self.text}`, and its pointer `{self.member}` is the host's: what it leads to needs a "
            f"section of its own, behind this one, unless it was on the device before"
        )


def check(context: Context) -> Iterator[StructWithoutItsArrays]:
    """A struct in a clause, of which the region goes through a pointer that no other directive names."""
    for moved in context.moved if context.accesses else ():
        if moved.clause.name not in MOVING or moved.variable.form == "element":
            continue
        uses = context.accesses_of(moved)
        followed = ((use, member) for use in uses if (member := followed_member(context.unit, use)))
        use, member = next(followed, (None, ""))
        if use is None or context.is_held_elsewhere(moved.declaration, moved.variable.name, moved.clause):
            continue
        if not _is_told(context, member):
            where = Span(use.place.start_byte, use.place.end_byte)
            yield StructWithoutItsArrays(
                moved.variable.span,
                context.unit.text(moved.variable.span),
                moved.clause.name,
                member,
                related=(Related(where, "goes through it here"),),
            )


def _is_told(context: Context, member: str) -> bool:
    """Whether some directive of the file names the member, or the file moves or shares memory by calls."""
    context.unit.looked_around = True
    data = context.unit.data
    by_hand = (b"acc_attach", b"acc_copyin", b"acc_malloc", b"acc_map_data", b"acc_create", b"Managed", b"managed")
    if any(word in data for word in by_hand):
        return True
    return any(f"->{member}" in pragma.text or f".{member}" in pragma.text for pragma in context.unit.outline.pragmas)


RULE = DirectiveRule(
    code="LW515",
    title="struct without its arrays",
    severity="warning",
    section="2.6.4",
    why=(
        "A clause copies the bytes of a struct. Its pointers keep the addresses of the host, and the kernel fails at the first"
        " element unless the device shares the host's memory. A section of a member that follows makes the pointer of the copy"
        " lead to the device. No compiler at hand reports this."
    ),
    wrong="""\
struct Field { int n; double *values; };
void f(struct Field *field) {
  int n = field->n;
#pragma acc parallel loop copy(field[0:1])
  for (int i = 0; i < n; i++) field->values[i] = 0;
}
""",
    right="""\
struct Field { int n; double *values; };
void f(struct Field *field) {
  int n = field->n;
#pragma acc parallel loop copy(field[0:1], field->values[0:n])
  for (int i = 0; i < n; i++) field->values[i] = 0;
}
""",
    check=check,
    on=COMPUTE,
)
