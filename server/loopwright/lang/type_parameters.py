"""The parameters of templates that are types: which a template has, and what tells one from another of its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarators import function_declarator, name_of_function
from loopwright.lang.template_uses import thing_of
from loopwright.source.nodes import CLASSES, nearest, text_of
from loopwright.source.outline import Outline

TYPE_PARAMETERS = frozenset(("type_parameter_declaration", "optional_type_parameter_declaration"))
NAMED_THINGS = CLASSES | {"alias_declaration"}


class TypeParameter(NamedTuple):
    """A parameter that is a type: of a class by its name, whichever file has it, or of the template that a function is (``at``)."""

    template: str
    position: int
    file: Outline | None = None
    at: Node | None = None

    @property
    def key(self) -> tuple[object, ...]:
        return self.template, self.position, self.file, self.at.start_byte if self.at is not None else -1


def type_parameters_around(outline: Outline, function: Node) -> Iterator[tuple[str, TypeParameter]]:
    """The parameters of the templates around a function that are types, the innermost of a name."""
    seen: set[str] = set()
    around = function.parent
    while around is not None:
        for place, each in enumerate(parameters_listed(around)):
            name = name_of_parameter(each)
            parameter = type_parameter(outline, around, place)
            if name and name not in seen and parameter is not None:
                yield name, parameter
            seen.add(name)
        around = around.parent


def type_parameter(file: Outline, template: Node, place: int) -> TypeParameter | None:
    """A parameter of a template, ``None`` for one whose uses are not looked for: of a method that is a template, of a specialisation, one
    behind a pack."""
    thing = thing_of(template)
    if thing.type == template.type or (template.parent is not None and template.parent.type == template.type):
        return None
    if any("..." in text_of(each) for each in parameters_listed(template)[:place]):
        return None  # what it is given stands at no certain place
    if thing.type in NAMED_THINGS:
        name = thing.child_by_field_name("name")
        return TypeParameter(text_of(name), place) if name is not None and name.type == "type_identifier" else None
    if thing.type not in ("function_definition", "declaration") or function_declarator(thing) is None:
        return None
    return TypeParameter(name_of_template(template), place, file, template)


def parameters_listed(template: Node) -> list[Node]:
    listed = template.child_by_field_name("parameters") if template.type == "template_declaration" else None
    return [each for each in listed.named_children if each.type != "comment"] if listed is not None else []


def name_of_parameter(parameter: Node) -> str:
    return (
        text_of(parameter.named_children[0]) if parameter.type in TYPE_PARAMETERS and parameter.named_children else ""
    )


def name_of_template(template: Node) -> str:
    """The last word of the name of what a template is of, empty for what has none."""
    thing = thing_of(template)
    while thing.type == template.type:
        thing = thing_of(thing)
    named = text_of(thing.child_by_field_name("name")) if thing.type in NAMED_THINGS else name_of_function(thing)
    return (
        named.split("<")[0].rpartition("::")[2].strip()
        if thing.type in NAMED_THINGS
        else named.rpartition("::")[2].strip()
    )


def is_constructor(template: Node, name: str) -> bool:
    path = name_of_function(thing_of(template)).split("::")
    around = nearest(template, CLASSES)
    owner = text_of(around.child_by_field_name("name")) if around is not None else ""
    return name in (owner.split("<")[0], *path[-2:-1])


def scope_of_method(function: Node) -> Node | None:
    """`C<T>` before the name of a method that is defined outside of its class."""
    declarator = function_declarator(function)
    named = declarator.child_by_field_name("declarator") if declarator is not None else None
    scope = None
    while named is not None and named.type == "qualified_identifier":
        scope, named = named.child_by_field_name("scope"), named.child_by_field_name("name")
    return scope
