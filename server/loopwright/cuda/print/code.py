"""Code → text."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.ir.code import Code, Form, Quoted
from loopwright.source.nodes import text_of


def text(code: Code) -> str:
    """As it is written down."""
    if isinstance(code, Form):
        return "".join([part if isinstance(part, str) else text(part) for part in code.parts])
    return _part(code.node, code) if code.holes else text_of(code.node)


def _part(node: Node, code: Quoted) -> str:
    hole = code.holes.get(node.id)
    if hole is not None:
        return text(hole)
    if not node.children:
        return text_of(node)
    data, base = node.text or b"", node.start_byte
    parts, at = [], 0
    for child in node.children:
        parts.append(data[at : child.start_byte - base].decode("utf-8", errors="replace"))
        new = _part(child, code)
        if not new and child.type == "preproc_call":  # the line goes, with its indentation
            parts[-1] = parts[-1].rstrip(" \t")
        parts.append(new)
        at = child.end_byte - base
    parts.append(data[at:].decode("utf-8", errors="replace"))
    return "".join(parts)
