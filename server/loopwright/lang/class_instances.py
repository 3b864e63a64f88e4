"""Instances of class templates: the class as its text says it, with the arguments in the types of its members."""

from __future__ import annotations

from dataclasses import replace

from loopwright.lang.classes import Class, Member, template_arguments
from loopwright.lang.types import Type
from loopwright.source.nodes import nearest, text_of
from loopwright.source.text import names_in

_PARAMETERS = ("type_parameter_declaration", "parameter_declaration")


def instance_of(known: Class, base: str) -> Class | None:
    """The class that a type's name makes of a template, ``None`` where the arguments are not one plain word each, or fewer than the template
    has parameters."""
    names, words = _parameters(known), template_arguments(base)
    plain = all(word.replace(" ", "").isalnum() for word in words)
    if not names or len(words) != len(names) or not plain or "" in names:
        return None
    given = dict(zip(names, words))
    members = {name: _with(member, given) for name, member in known.members.items()}
    return replace(known, given=tuple(given.items()), members=members)


def _parameters(known: Class) -> list[str]:
    """The names of the parameters; none of a class in a template, empty ones for those without a name or of other kinds."""
    around = known.node.parent
    listed = around.child_by_field_name("parameters") if known.is_template and around is not None else None
    if around is None or listed is None or nearest(around, ("template_declaration",)) is not None:
        return []
    nodes = [node for node in listed.named_children if node.type != "comment"]
    return [
        text_of(node.named_children[-1]) if node.type in _PARAMETERS and node.named_children else "" for node in nodes
    ]


def _with(member: Member, given: dict[str, str]) -> Member:
    return replace(member, declaration=member.declaration._replace(type=put_in(member.type, given)))


def put_in(type: Type, given: dict[str, str]) -> Type:
    """A type with what the parameters of a template stand for; one that is named in another way is none that is known."""
    if type.base in given:
        return type._replace(base=given[type.base])
    if given.keys().isdisjoint(names_in(type.base)):
        return type
    parts = template_arguments(type.base)
    if not all(part in given or given.keys().isdisjoint(names_in(part)) for part in parts):
        return Type()
    head = type.base.partition("<")[0]
    return type._replace(base=f"{head}<{', '.join(given.get(part, part) for part in parts)}>") if parts else Type()
