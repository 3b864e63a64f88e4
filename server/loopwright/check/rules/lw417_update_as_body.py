"""LW417: update as a body (OpenACC 3.4, 2.14.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem
from loopwright.lang.statements import is_open_before
from loopwright.source.nodes import at_or_around

_WAITING = {
    "if_statement": "an `if`",
    "else_clause": "an `if`",
    "while_statement": "a `while`",
    "labeled_statement": "a label",
    "do_statement": "a `do`",
    "switch_statement": "a `switch`",
}


@dataclass(frozen=True)
class UpdateAsBody(Problem):
    """Update as a body."""

    word: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`update` may not be the body of `{self.word}`: put it in braces"


def check(context: Context) -> Iterator[UpdateAsBody]:
    """An `update` where a statement is needed: without OpenACC the next one would take its place."""
    start = context.construct.node.span.start
    node = context.unit.source.tree.root_node.descendant_for_byte_range(start, start + 1)
    # What stands before a body is in the tree a gap of its statement (source.masking), after a label a node of its own.
    if node is None or node.type not in _WAITING:
        node = at_or_around(node, ("preproc_call",))
        node = node.prev_named_sibling if node is not None else None
        if not is_open_before(node):
            return
    kind = _WAITING.get(node.type) if node is not None else None
    if kind is not None:
        yield UpdateAsBody(context.construct.node.name_span, kind)


RULE = DirectiveRule(
    code="LW417",
    title="update as a body",
    severity="error",
    section="2.14.4",
    why="A compiler without OpenACC would take the next statement as the body instead.",
    wrong="""\
float a[9];
void f(int n) {
  if (n)
#pragma acc update self(a)
  n++;
}
""",
    right="""\
float a[9];
void f(int n) {
  if (n) {
#pragma acc update self(a)
  }
  n++;
}
""",
    check=check,
    on=frozenset(("update",)),
    in_place=True,
)
