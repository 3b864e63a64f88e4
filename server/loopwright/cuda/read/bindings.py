"""Structured bindings in functions in which threads wait: one variable, and its members where the names stood.

What lives across a barrier is kept for every thread, and a name of a part of an object cannot be: `auto [low, high] = split(v)` becomes
`auto low_high = split(v)`, and `low` becomes `low_high.low`. A name of an unknown type is left, and refused where it is cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.shadowing import declaring_names
from loopwright.cuda.read.typing import Typing, components_of
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import Source, parse

_SCOPES = frozenset(("compound_statement", "case_statement"))


@dataclass(frozen=True)
class Binding:
    """``parts``: name → what stands behind the variable ``whole`` for it. It holds from ``start`` to ``end``."""

    declarator: Node
    whole: str
    parts: dict[str, str]
    start: int
    end: int


def structured_binding(declaration: Node) -> Node | None:
    """The names in brackets that a declaration declares."""
    for declarator in declaration.children_by_field_name("declarator"):
        inner = declarator.child_by_field_name("declarator") if declarator.type == "init_declarator" else declarator
        while inner is not None and inner.type == "reference_declarator":
            inner = next((n for n in inner.named_children if n.type.endswith("declarator")), None)
        if inner is not None and inner.type == "structured_binding_declarator":
            return inner
    return None


def with_named_parts(source: Source, code: DeviceCode) -> Source:
    """``source`` with members for them; ``source`` itself where there are none."""
    edits: dict[tuple[int, int], str] = {}
    for function in code.functions:
        if code.function_synchronises(function) and "auto" in text_of(function.body):
            edits |= _edits(function, list(_bindings(function, code)))
    if not edits:
        return source
    data = source.data
    for start, end in sorted(edits, reverse=True):
        data = data[:start] + edits[start, end].encode() + data[end:]
    return parse(data, source.name, source.language)


def _bindings(function: DeviceFunction, code: DeviceCode) -> Iterator[Binding]:
    typing, taken = Typing(function, code), set(function.words)
    for node in function.inside:
        bound = structured_binding(node) if node.type == "declaration" else None
        if bound is None or node.parent is None or node.parent.type not in _SCOPES:
            continue
        names = [text_of(n) for n in bound.named_children if n.type == "identifier"]
        value = next(
            (v for d in node.children_by_field_name("declarator") if (v := d.child_by_field_name("value"))), None
        )
        parts = _parts(bare(value), bound, typing, function, code) if value is not None else None
        if parts is None or len(parts) != len(names):
            continue
        whole = "_".join(names)
        while whole in taken:
            whole += "_"
        taken.add(whole)
        yield Binding(bound, whole, dict(zip(names, parts, strict=True)), node.end_byte, node.parent.end_byte)


def _parts(value: Node, bound: Node, typing: Typing, function: DeviceFunction, code: DeviceCode) -> list[str] | None:
    """What stands behind the object for each of its parts; ``None`` where its type is not known."""
    variable = function.variables.of(value) if value.type == "identifier" else None
    if variable is not None and variable.extents and not variable.parameter:
        by_reference = bound.parent is not None and bound.parent.type == "reference_declarator"
        count = len(bound.named_children) if by_reference and len(variable.extents) == 1 else 0
        return [f"[{i}]" for i in range(count)] or None
    kind = typing.of(value)
    if kind is None or kind[1]:
        return None
    found = components_of(kind[0]) or code.members.fields(kind[0])
    return [f".{name}" for name in found] if found else None


def _edits(function: DeviceFunction, bindings: list[Binding]) -> dict[tuple[int, int], str]:
    """(start, end) → text."""
    declaring = {n.id for v in function.variables.all if v.declaration is not None for n in declaring_names(v)}
    edits = {(b.declarator.start_byte, b.declarator.end_byte): b.whole for b in bindings}
    for node in function.inside if bindings else ():
        if node.type != "identifier" or node.id in declaring:
            continue
        name, hiding = text_of(node), function.variables.of(node)
        meant = [b for b in bindings if name in b.parts and b.start <= node.start_byte < b.end]
        if not meant:
            continue
        last = max(meant, key=lambda b: b.start)
        declared = hiding.declaration.start_byte if hiding is not None and hiding.declaration is not None else -1
        if declared < last.start:
            edits[node.start_byte, node.end_byte] = f"{last.whole}{last.parts[name]}"
    return edits
