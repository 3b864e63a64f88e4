"""Casts that are written as calls: `double(x)`, `long(x)`, `std::size_t(i)`, `real(x)` and `static_cast<double *>(x)`."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.walk.own_names import is_own
from loopwright.dependence.walk.state import State
from loopwright.lang.declarators import type_of_descriptor
from loopwright.lang.numbers import fundamental
from loopwright.lang.types import Type
from loopwright.source.nodes import text_of

_WORDS = frozenset(("long", "short", "signed", "unsigned"))  # of which the grammar makes names before parentheses


def is_cast(state: State, function: Node) -> bool:
    """Whether what stands before the arguments of a call is a cast."""
    if function.type == "primitive_type" and not text_of(function).endswith("_t"):
        return True
    if function.type in ("identifier", "qualified_identifier", "primitive_type"):
        return state.outline.source.language != "c" and _names_a_number(state, text_of(function))
    return function.type == "template_function" and text_of(function.child_by_field_name("name")).endswith("_cast")


def _names_a_number(state: State, name: str) -> bool:
    """Whether a name is that of a number's type, and of nothing else that the files in sight have."""
    if name in _WORDS:
        return name not in state.declarations.macros
    known = state.declarations.names.get(name)
    is_type = known is not None and known.kind == "type"
    if not ("::" in name or (fundamental(name) and known is None) or is_type):
        return False
    last = name.rpartition("::")[2]
    kind = state.expanded(Type(name))
    is_number = not kind.layers and bool(fundamental(kind.base)) and state.types.classes.of(kind.base) is None
    return is_number and not is_own(state, last) and not _may_be_nearer(state, last)


def _may_be_nearer(state: State, name: str) -> bool:
    """Whether a class or a namespace in sight has anything else of a type's name, or the object at hand may have that from a base."""
    classes, this = state.types.classes, state.lookup("this")
    owner = classes.of(this.type.base) if this is not None else None
    if classes.of(name) is not None or (owner is not None and classes.has_unseen_base(owner)):
        return True
    paths = state.declarations.paths_of(name)
    return any(state.declarations.qualified[path].kind != "type" for path in paths) or any(
        name in known.declared or name in known.members for known in classes.known.values()
    )


def cast_type(state: State, function: Node) -> Type:
    """The type that it casts to."""
    given = function.child_by_field_name("arguments") if function.type == "template_function" else function
    named = (
        given.named_children[0] if given is not None and function is not given and given.named_children else function
    )
    return state.expanded(type_of_descriptor(named))
