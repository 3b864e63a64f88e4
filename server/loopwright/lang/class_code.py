"""What a class does, by what it is used: its methods, and what its members are where no constructor says it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.method_heads import (
    class_around,
    class_of,
    function_declarator,
    method_code,
    method_names,
    plain_class,
    words_done,
    words_of,
)
from loopwright.source.nodes import Kinds


@dataclass(frozen=True)
class ClassCode:
    """What a class does somewhere. ``names``: by what it is used; ``said``: the names in it."""

    names: frozenset[str]
    owner: str
    node: Node
    code: Sequence[Node]
    said: frozenset[str]


def code_of_method(method: Node) -> ClassCode:
    """A method, with what its parameters are where nothing is given."""
    head = function_declarator(method)
    listed = head.child_by_field_name("parameters") if head is not None else None
    given = [n.child_by_field_name("default_value") for n in listed.named_children] if listed is not None else []
    values = [value for value in given if value is not None]
    said = words_done(method).union(*map(words_of, values))
    return ClassCode(
        frozenset(method_names(method)), class_of(method), method, (*method_code(method), *values), frozenset(said)
    )


def code_of_members(kinds: Kinds) -> Iterator[ClassCode]:
    """What members of objects are where their constructor says nothing."""
    for node in kinds.of("field_declaration"):
        value, owner = node.child_by_field_name("default_value"), class_around(node)
        if value is not None and owner is not None:
            name = plain_class(owner.child_by_field_name("name"))
            yield ClassCode(frozenset((name,)), name, value, (value,), frozenset(words_of(value)))
