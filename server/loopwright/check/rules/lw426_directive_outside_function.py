"""LW426: directive outside a function (OpenACC 3.4, 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loopwright.check.context import Context
from loopwright.check.rule import DirectiveRule, Problem


@dataclass(frozen=True)
class DirectiveOutsideFunction(Problem):
    """Directive outside a function."""

    directive: str

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        return f"`{self.directive}` can only stand among the statements of a function"


def check(context: Context) -> Iterator[DirectiveOutsideFunction]:
    """A directive for statements at file level, where the parser did not lose its way."""
    if context.is_out_of_place and not context.unit.is_fragment and not _is_misread(context):
        yield DirectiveOutsideFunction(context.construct.node.name_span, context.spec.name)


def _is_misread(context: Context) -> bool:
    root, start = context.unit.source.tree.root_node, context.construct.node.span.start
    node = root.descendant_for_byte_range(start, start)
    while node is not None:
        if node.type in ("ERROR", "preproc_def", "preproc_function_def") or node.is_error:
            return True
        node = node.parent
    return root.has_error


RULE = DirectiveRule(
    code="LW426",
    title="directive outside a function",
    severity="error",
    section="2.1",
    why="It is something that is done when the program gets there.",
    wrong="""\
float a[9];
#pragma acc enter data copyin(a)
void f(void) {}
""",
    right="""\
float a[9];
void f(void) {
#pragma acc enter data copyin(a)
}
""",
    check=check,
)
