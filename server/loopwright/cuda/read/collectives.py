"""CUB's primitives of a block or a warp: calls in which all threads hand something in and get something back.

``BlockReduce(storage).Sum(x)``: the receiver is a call of a class template of CUB, or of another name that the file gives it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.spec import operations
from loopwright.source.nodes import text_of


@dataclass(frozen=True)
class Collective:
    """A call: ``template`` is CUB's class, ``receiver`` the node that names it, ``way`` what is made of the values, ``None`` for
    what is not translated."""

    template: str
    receiver: Node
    method: str
    way: str | None

    @property
    def warp(self) -> bool:
        """Whether the threads of a warp do it, and not those of a block."""
        return self.template.startswith("Warp")


def templates_of_cub(nodes: Iterable[Node]) -> dict[str, str]:
    """Names that some of ``nodes`` give a class template of CUB: name → template."""
    found: dict[str, str] = {}
    for node in nodes:
        if node.type == "type_definition":
            names = [text_of(d) for d in node.children_by_field_name("declarator") if d.type == "type_identifier"]
        elif node.type == "alias_declaration":
            names = [text_of(node.child_by_field_name("name"))]
        else:
            continue
        template = _template(node.child_by_field_name("type"))
        found |= dict.fromkeys(names, template) if template else {}
    return found


def _template(node: Node | None) -> str:
    """``BlockReduce`` of ``typename cub::BlockReduce<float, 128>``, empty for what is not CUB's."""
    if node is None:
        return ""
    named = next((n for n in walk(node) if n.type == "qualified_identifier"), None)
    if named is None or text_of(named.child_by_field_name("scope")) != "cub":
        return ""
    inner = named.child_by_field_name("name")
    return text_of(inner.child_by_field_name("name")) if inner is not None and inner.type.startswith("template") else ""


def collective_of(call: Node, known: dict[str, str]) -> Collective | None:
    """What a call of a method of CUB is, ``None`` for another call. ``known``: :func:`templates_of_cub`."""
    target = call.child_by_field_name("function") if call.type == "call_expression" else None
    if target is None or target.type != "field_expression":
        return None
    made = target.child_by_field_name("argument")
    receiver = made.child_by_field_name("function") if made is not None and made.type == "call_expression" else None
    if receiver is None:
        return None
    template = known.get(text_of(receiver)) or _template(receiver)
    if not template:
        return None
    method = text_of(target.child_by_field_name("field"))
    way = operations().collectives.get(template, {}).get(method)
    return Collective(template, receiver, method, way)
