"""Inline assembly as gcc and nvcc have it: the text, and the expressions that stand for its operands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.source.nodes import nearest, text_of
from loopwright.source.syntax import Source

_KIND = "gnu_asm_expression"
_FUNCTIONS = frozenset(("function_definition", "template_declaration"))
_BODIES = frozenset(("function_definition", "lambda_expression"))
_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\r": "\n", '\\"': '"', "\\\\": "\\"}


@dataclass(frozen=True)
class AssemblyOperand:
    """An expression that assembly is given; ``name``: what its text calls it, where it has one. ``constraint``: as it is written, empty
    where it could not be read."""

    constraint: str
    text: str
    name: str = ""


@dataclass(frozen=True)
class Assembly:
    """An ``asm`` expression. ``text``: ``None`` where macros make it; ``span``: of the statement that it is, ``None`` where it is part of
    another; ``heads``: what is said before the bodies of the functions around it; ``body``: where that of the nearest begins, a lambda's, too;
    ``jumps``: it may go to labels of the function."""

    text: str | None
    operands: tuple[AssemblyOperand, ...]
    span: tuple[int, int] | None
    heads: tuple[str, ...]
    body: int | None
    jumps: bool


def assemblies(source: Source) -> Iterator[Assembly]:
    """All of a file, in the order of its text."""
    return map(assembly_of, source.kinds.of(_KIND)) if b"asm" in source.data else iter(())


def assembly_of(node: Node) -> Assembly:
    """What an ``asm`` expression says."""
    statement = node.parent if node.parent is not None and node.parent.type == "expression_statement" else None
    function = nearest(node, _BODIES)
    around = function.child_by_field_name("body") if function is not None else None
    lists = [n for n in node.named_children if n.type.endswith("_operand_list")]
    return Assembly(
        _literal(node.child_by_field_name("assembly_code")),
        tuple(_operand(n) for listed in lists for n in listed.named_children if n.type != "comment"),
        (statement.start_byte, statement.end_byte) if statement is not None else None,
        tuple(_heads(node)),
        around.start_byte if around is not None else None,
        any("goto" in n.type for n in node.named_children),
    )


def _heads(node: Node) -> Iterator[str]:
    around = node.parent
    while around is not None:
        body = around.child_by_field_name("body") if around.type in _FUNCTIONS else None
        if body is not None:
            yield text_of(around)[: body.start_byte - around.start_byte]
        around = around.parent


def _operand(node: Node) -> AssemblyOperand:
    parts = [n for n in node.named_children if n.type != "comment"]
    constraint = next((n for n in parts if n.type == "string_literal"), None)
    if constraint is None or node.has_error or len(parts) < 2:
        return AssemblyOperand("", text_of(node))
    name = text_of(parts[0]) if parts[0].start_byte < constraint.start_byte else ""
    return AssemblyOperand(text_of(constraint).strip('"'), text_of(parts[-1]), name)


def _literal(node: Node | None) -> str | None:
    """The text of a literal, or of several that stand side by side."""
    if node is not None and node.type == "concatenated_string":
        parts = [_literal(part) for part in node.named_children if part.type != "comment"]
        return None if None in parts else "".join(part or "" for part in parts)
    if node is None or node.type != "string_literal":
        return None
    return "".join(
        _ESCAPES.get(text_of(n), text_of(n)) if n.type == "escape_sequence" else text_of(n) for n in node.named_children
    )
