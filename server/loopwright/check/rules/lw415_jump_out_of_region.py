"""LW415: jump out of the region (OpenACC 3.4, 2.5.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.openacc.constructs import COMPUTE, Unit
from loopwright.openacc.findings import Related
from loopwright.openacc.statements import ANY_LOOP, FUNCTIONS, text_of_node
from loopwright.source.nodes import within
from loopwright.source.text import Span

_WORDS = (b"return", b"break", b"goto", b"continue", b"throw")
_BREAKABLE = frozenset((*ANY_LOOP, "switch_statement"))


@dataclass(frozen=True)
class JumpOutOfRegion(Problem):
    """Jump out of the region."""

    word: str
    directive: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.word}` leaves `{self.directive}`"


def check(context: Context) -> Iterator[JumpOutOfRegion]:
    """`return`, `break`, `continue` and `goto` that leave the region, and a `throw` that nothing in it catches."""
    unit, construct = context.unit, context.construct
    statement = construct.statement
    data = unit.data[construct.region.start : construct.region.end]
    if statement is None or not any(word in data for word in _WORDS):
        return
    stack: list[tuple[Node, bool, bool]] = [(statement, False, False)]
    following = statement.next_named_sibling
    while following is not None and following.start_byte < construct.region.end:
        stack.append((following, False, False))
        following = following.next_named_sibling
    loop = context.spec.follows == "loop"
    while stack:
        node, breakable, in_loop = stack.pop()
        if node.type in FUNCTIONS:
            continue
        word = None
        if node.type == "return_statement":
            word = "return"
        elif node.type == "break_statement" and not breakable:
            word = "break"
        elif node.type == "continue_statement" and not in_loop and not loop:
            word = "continue"
        elif node.type == "throw_statement" and construct.name in COMPUTE and not _is_caught(node, construct.region):
            word = "throw"
        elif node.type == "goto_statement" and not _label_inside(unit, node, construct.region):
            word = "goto"
        if word is not None:
            related = (Related(construct.node.name_span, f"`{construct.name}` begins here"),)
            section = "" if construct.name in COMPUTE else context.spec.section
            span = Span(node.start_byte, node.end_byte)
            yield JumpOutOfRegion(span, word, construct.name, related=related, section=section)
        # The loop that the directive governs is itself left by a `break`.
        is_target = node.type in _BREAKABLE and not (loop and node == statement)
        loops = node.type in ANY_LOOP
        stack.extend((child, breakable or is_target, in_loop or loops) for child in node.named_children)


def _is_caught(node: Node, region: Span) -> bool:
    """Whether a `try` in the region stands around a `throw`: which exceptions it catches is not asked."""
    outer = node.parent
    while outer is not None and outer.start_byte >= region.start:
        if outer.type == "try_statement":
            return True
        outer = outer.parent
    return False


def _label_inside(unit: Unit, node: Node, region: Span) -> bool:
    label = text_of_node(node.child_by_field_name("label"))
    return any(
        other.type == "labeled_statement" and text_of_node(other.child_by_field_name("label")) == label
        for other in within(unit.source.tree.root_node, region)
    )


RULE = DirectiveRule(
    code="LW415",
    title="jump out of the region",
    severity="error",
    section="2.5.4",
    why=(
        "All iterations are under way at the same time; a program may not branch into or out of a compute construct. What `data` and"
        " `host_data` govern is a block that is left at its end: what its end does would not be done."
    ),
    wrong="""\
int f(int n, float *a) {
#pragma acc parallel loop copyin(a[0:n])
  for (int i = 0; i < n; i++) if (a[i] < 0) return 1;
  return 0;
}
""",
    right="""\
int f(int n, float *a) {
  int r = 0;
#pragma acc parallel loop copyin(a[0:n]) reduction(max:r)
  for (int i = 0; i < n; i++) r = a[i] < 0 ? 1 : r;
  return r;
}
""",
    check=check,
    on=COMPUTE | {"data", "host_data"},
    in_place=True,
)
