"""Code → text."""

from __future__ import annotations

from loopwright.cuda.ir.code import Code, Form
from loopwright.cuda.read.rewriting import rewritten
from loopwright.source.nodes import text_of


def text(code: Code) -> str:
    """As it is written down."""
    if isinstance(code, Form):
        return "".join([part if isinstance(part, str) else text(part) for part in code.parts])
    if not code.holes:
        return text_of(code.node)
    holes = code.holes
    return rewritten(code.node, lambda node: text(holes[node.id]) if node.id in holes else None)
