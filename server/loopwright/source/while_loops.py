"""`while` loops as loops: no directive may stand above one, but it may be a `for` loop that is written otherwise."""

from __future__ import annotations

from loopwright.source.headers import LoopHeader
from loopwright.source.nodes import within
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span

_PROBLEM = "a directive stands above a `for` loop, and a `while` loop is none"


def while_on(outline: Outline, line: int) -> Loop | None:
    """The `while` loop that begins on a line, from 0, if no `for` loop does."""
    span = outline.source.lines.line_span(line)
    if any(span.start <= loop.span.start < span.end for loop in outline.loops):
        return None
    for node in within(outline.source.tree.root_node, span):
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        is_here = span.start <= node.start_byte < span.end
        if node.type == "while_statement" and is_here and condition is not None and body is not None:
            whole = Span(node.start_byte, node.end_byte)
            around = [loop for loop in outline.loops if loop.body.contains(whole)]
            function = next((each for each in outline.functions if each.span.contains(whole)), None)
            return Loop(
                whole,
                condition.end_byte,
                Span(body.start_byte, body.end_byte),
                LoopHeader(problem=_PROBLEM),
                len(around),
                around[-1] if around else None,
                function,
                (),
                (),
            )
    return None
