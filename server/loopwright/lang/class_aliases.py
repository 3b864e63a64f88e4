"""Names that a class gives to types, `using values = std::vector<double>;` among its members: in the class they hide what the file calls so
(C++17 6.3.10)."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from loopwright.lang.declarations import span_of, types_named
from loopwright.lang.types import Type
from loopwright.source.text import names_in, with_names

_NAMING = frozenset(("alias_declaration", "type_definition"))


def aliases_in(members: Node) -> dict[str, Type]:
    """The names for types among the members of a class, with what they stand for. Left out are those that some build may lack or give to
    another type, and those of types whose sizes are given in words."""
    found: dict[str, Type] = {}
    twice = set[str]()
    for node in members.named_children:
        kind = node.child_by_field_name("type")
        if node.type not in _NAMING or node.has_error or (kind is not None and kind.child_by_field_name("body")):
            continue
        for said in types_named(node, span_of(node)):
            meant = with_aliases(said.type, found)
            is_fixed = all(size is None or size.isdecimal() for size in meant.extents)
            twice |= {said.name} & found.keys()
            if is_fixed and meant.base and said.name not in names_in(meant.base):
                found[said.name] = meant
    return {name: type for name, type in found.items() if name not in twice}


def with_aliases(type: Type, aliases: Mapping[str, Type]) -> Type:
    """A type with what a class calls so put in, also among what a template is given: `std::vector<real>`. A name of something else,
    `other::real`, stays what it is."""
    if not aliases:
        return type
    if type.base in aliases:
        return type.of(aliases[type.base])
    if "<" not in type.base:
        return type
    head, _, given = type.base.partition("<")
    plain = {name: meant.base for name, meant in aliases.items() if not (meant.layers or meant.const or meant.volatile)}
    if plain.keys().isdisjoint(names_in(given)) or "(" in given or any(_is_another(given, name) for name in plain):
        return type
    return type._replace(base=f"{head}<{with_names(given, plain)}")


def _is_another(given: str, name: str) -> bool:
    """Whether a name stands behind or before `::` somewhere."""
    joined = "".join(given.split())
    return f"::{name}" in joined or f"{name}::" in joined
