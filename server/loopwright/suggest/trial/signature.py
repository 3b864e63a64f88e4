"""What each parameter of a function is, so that inputs can be made for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.dependence.walk.types import Types
from loopwright.lang.declarators import parameter_nodes, read_declarator, read_type
from loopwright.lang.scopes import Scopes
from loopwright.lang.types import Type, is_integer
from loopwright.source.nodes import subtree, text_of

ELEMENTS = 8192  # of a buffer, where the program does not say that it has more; sizes are small
MOST_ELEMENTS = 1 << 24
_FLOATS = ("float", "double")
_TRUTHS = ("bool", "_Bool")


class Untestable(Exception):
    """Why a function cannot be called with inputs of our making; one sentence."""


class Unreachable(Untestable):
    """The function cannot be called; its loop may still be tried by itself."""


class TooLarge(Untestable):
    """What the program says of its sizes is more than a trial keeps, or takes longer than one may; a smaller one may be tried."""


@dataclass(frozen=True)
class Parameter:
    """``kind``: integer, real, buffer, struct or, in a struct, array. ``element`` is the type that a buffer holds, ``dims`` how
    many dimensions an array has."""

    name: str
    kind: str
    element: str
    rises: int = 0  # how much more an element is than the one before, 0 for any values
    members: tuple[Parameter, ...] = ()
    dims: int = 0
    rows: str = ""  # the lengths of the arrays that a buffer is made of, in brackets


def parameters_of(
    function: Node, declarations: Scopes, types: Types, rising: Mapping[str, int]
) -> tuple[Parameter, ...]:
    """The parameters of a function; the buffers called as in ``rising`` rise by so much. Raises :class:`Untestable`."""
    found = []
    indexed = {
        text_of(node.child_by_field_name("argument"))
        for node in subtree(function)
        if node.type == "subscript_expression"
    }
    for node in parameter_nodes(function):
        declarator = node.child_by_field_name("declarator")
        if declarator is None:
            raise Unreachable("a parameter has no name")
        name, type = read_type(declarator, node)
        parameter = _parameter(name, types.expanded(type), declarations, types, rising, 0)
        if parameter.kind == "struct" and name in indexed:
            raise Unreachable(f"inputs for several {name} cannot be made")
        if parameter.kind == "struct" and type.layers:  # with `struct` where C needs it
            parameter = replace(parameter, element=text_of(node.child_by_field_name("type")))
        found.append(parameter)
    return tuple(found)


def _parameter(
    name: str, type: Type, declarations: Scopes, types: Types, rising: Mapping[str, int], depth: int
) -> Parameter:
    base = type.base.replace("std::", "")
    if not type.layers:
        if is_integer(base) or base in (*_TRUTHS, "size_t"):
            return Parameter(name, "integer", type.base)
        if base in _FLOATS:
            return Parameter(name, "real", base)
    if type.layers[:1] in (("*",), ("[]",)) and "*" not in type.layers[1:] and "&" not in type.layers:
        if is_integer(base) or base in (*_FLOATS, *_TRUTHS):
            rows = "".join(f"[{extent or ''}]" for extent in type.extents[1:])
            return Parameter(name, "buffer", base, rising.get(name, 0), rows=rows)
        members = declarations.members(type.base)
        if members and len(type.layers) == 1 and depth == 0:
            inner = tuple(
                Parameter(member, "array", m.base, dims=m.type.dims)
                if m.type.dims
                else _parameter(member, types.expanded(m.type), declarations, types, rising, depth + 1)
                for member, m in members.items()
            )
            return Parameter(name, "struct", type.base, 0, inner)
    raise Unreachable(
        f"inputs for {name} of type {type.base}{' ' + '*' * len(type.layers) if type.layers else ''} cannot be made"
    )


def returns_something(function: Node) -> bool:
    """Whether a call has a value."""
    declarator = function.child_by_field_name("declarator")
    plain = declarator is not None and read_declarator(declarator).layers == ("()",)
    return not plain or text_of(function.child_by_field_name("type")) != "void"
