"""Inputs for a function: what each parameter is, and C code that makes, keeps and compares values for it."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

from loopwright.dependence.calls import parameter_nodes
from loopwright.dependence.types import Type, Types, is_integer, read_type
from loopwright.source.declarations import Declarations
from loopwright.source.nodes import text_of

ELEMENTS = 8192  # of every buffer; sizes are small
_FLOATS = {"float": 4, "double": 8}


class Untestable(Exception):
    """Why a function cannot be called with inputs of our making; one sentence."""


@dataclass(frozen=True)
class Parameter:
    """``kind``: integer, real, buffer or struct. ``element`` is the type that a buffer holds, ``bytes_kind`` 4 or 8 for
    floating elements, else 1."""

    name: str
    kind: str
    element: str
    declaration: str
    compares: int = 1
    rises: bool = False
    members: tuple[Parameter, ...] = ()


def parameters_of(
    function: Node, declarations: Declarations, types: Types, ordered: frozenset[str] = frozenset()
) -> tuple[Parameter, ...]:
    """The parameters of a function; the buffers called as in ``ordered`` rise. Raises :class:`Untestable`."""
    found = []
    for node in parameter_nodes(function):
        declarator = node.child_by_field_name("declarator")
        if declarator is None:
            raise Untestable("a parameter has no name")
        name, type = read_type(declarator, node)
        found.append(_parameter(name, types.expanded(type), declarations, types, ordered, 0))
    return tuple(found)


def _parameter(
    name: str, type: Type, declarations: Declarations, types: Types, ordered: frozenset[str], depth: int
) -> Parameter:
    base = type.base.replace("std::", "")
    if not type.layers:
        if is_integer(base) or base in ("bool", "_Bool", "size_t"):
            return Parameter(name, "integer", type.base, f"{type.base} {name}")
        if base in _FLOATS:
            return Parameter(name, "real", base, f"{base} {name}", _FLOATS[base])
    if type.layers[:1] in (("*",), ("[]",)) and "*" not in type.layers[1:] and "&" not in type.layers:
        if is_integer(base) or base in _FLOATS:
            return Parameter(name, "buffer", base, f"{base} *{name}", _FLOATS.get(base, 1), name in ordered)
        members = declarations.members(type.base)
        if members and len(type.layers) == 1 and depth == 0:
            inner = tuple(
                _parameter(
                    member,
                    Type(m.base, ("[]",) * len(m.dims) + ("*",) * m.pointers),
                    declarations,
                    types,
                    ordered,
                    depth + 1,
                )
                for member, m in members.items()
                if not m.dims
            )
            return Parameter(name, "struct", type.base, f"{type.base} *{name}", 1, False, inner)
    raise Untestable(
        f"inputs for {name} of type {type.base}{' ' + '*' * len(type.layers) if type.layers else ''} cannot be made"
    )


def returned_type(function: Node) -> str:
    """`double`, `int` … or empty for what is not compared."""
    declarator = function.child_by_field_name("declarator")
    base = text_of(function.child_by_field_name("type"))
    plain = declarator is not None and declarator.type == "function_declarator"
    return base if plain and (base in _FLOATS or is_integer(base)) else ""
