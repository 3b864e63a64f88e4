"""The types that the parameters of a template stand for, where its uses in sight say them: `double` for `T` where a program has `axpy<double>`,
or takes `Tensor<T>` and names no other one than `Tensor<double>`.

Only numbers are told. A use that gives another type, or one that the text does not say, leaves the parameter untold.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.lang.declarators import parameter_nodes
from loopwright.lang.inner_types import inner_types
from loopwright.lang.names_reached import names_reached
from loopwright.lang.scopes import scopes_of
from loopwright.lang.template_uses import files_of, is_brought, is_head, is_own_name, mentions, templates_of, thing_of
from loopwright.lang.type_parameters import (
    TypeParameter,
    is_constructor,
    name_of_parameter,
    name_of_template,
    parameters_listed,
    scope_of_method,
    type_parameter,
    type_parameters_around,
)
from loopwright.lang.types_in_uses import Given, class_given, given_to_class, given_to_function
from loopwright.source.kept import kept
from loopwright.source.nodes import definition_around
from loopwright.source.outline import Outline
from loopwright.source.text import Span

_MOST = 1000  # parameters that one question may lead to


@kept
def numbers_given(outline: Outline, function: Span) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The parameters of the templates around a function that are numbers in all uses in sight, each with these; with none where nothing in
    sight uses the template. Other templates that the function may get to have no other parameter of the name. It is asked where the files
    have a class whose values run code."""
    node = definition_around(outline.source.tree.root_node, function)
    if node is None or outline.source.language == "c" or not scopes_of(outline).classes.lively:
        return ()  # no class in sight for which it would matter
    found = []
    for name, parameter in type_parameters_around(outline, node):
        given = _all_given(outline, parameter)
        if given is not None and not _is_another(outline, node, name, parameter):
            found.append((name, tuple(sorted(given))))
    return tuple(found)


def _is_another(outline: Outline, function: Node, name: str, own: TypeParameter) -> bool:
    """Whether the name is also that of a type inside of something, or of a parameter which may be no number, of a template that the function
    may get to."""
    untold = _untold_templates(outline, name)
    if untold is None:
        return True
    others = [template for template, key in untold if key != own.key]
    reached = names_reached(outline, function) if others else frozenset()
    return any(not each.isidentifier() or each in reached for each in others)


@kept
def _untold_templates(outline: Outline, name: str) -> tuple[tuple[str, object], ...] | None:
    """The templates of a file and its headers with a parameter of a name that may be no number, by their own names; ``None`` where it is the
    name of another type, too."""
    untold: list[tuple[str, object]] = []
    for file in (outline, *outline.headers):
        if any(type.base for type in inner_types(file).get(name, ())):
            return None
        if any(word is None or is_brought(word) for word in mentions(file, name)):
            return None
        for template in templates_of(file):
            places = [
                place for place, each in enumerate(parameters_listed(template)) if name_of_parameter(each) == name
            ]
            other = type_parameter(file, template, places[0]) if places else None
            if places and (other is None or _all_given(outline, other) is None):
                untold.append((name_of_template(template), other.key if other is not None else None))
    return tuple(untold)


@kept
def _all_given(outline: Outline, asked: TypeParameter) -> frozenset[str] | None:
    """The numbers that a parameter stands for, and those that give it theirs; ``None`` where one may be another type."""
    waiting, seen, found = [asked], set[object](), set[str]()
    while waiting:
        parameter = waiting.pop()
        if parameter.key in seen:
            continue
        seen.add(parameter.key)
        for given in _given_in_uses(outline, parameter):
            if given is None or len(seen) > _MOST:
                return None
            if isinstance(given, str):
                found.add(given)
            elif given.at is None and asked.at is not None:  # many functions take objects of one class
                held = _all_given(outline, given)
                if held is None:
                    return None
                found |= held
            else:
                waiting.append(given)
    return frozenset(found)


@kept
def _given_in_uses(outline: Outline, parameter: TypeParameter) -> tuple[Given, ...]:
    """What uses of a template give to a parameter, each once, up to the first that does not tell."""
    found: dict[Given, None] = {}
    for given in _given_to(outline, parameter):
        found[given] = None
        if given is None:
            break
    return tuple(found)


def _given_to(outline: Outline, parameter: TypeParameter) -> Iterator[Given]:
    """What each use of a template gives to a parameter."""
    if parameter.file is None or parameter.at is None:
        for file in files_of(outline):
            for word in mentions(file, parameter.template):
                if word is None or not (is_own_name(word, parameter.template) or is_brought(word)):
                    yield given_to_class(outline, file, word, parameter)
        return
    function = thing_of(parameter.at)
    name = name_of_parameter(parameters_listed(parameter.at)[parameter.position])
    owner = class_given(outline, [scope_of_method(function)], name)
    if owner is not None:
        yield owner  # it is a method of the class
        return
    held_by = class_given(outline, [each.child_by_field_name("type") for each in parameter_nodes(function)], name)
    if not parameter.template.isidentifier() or is_constructor(parameter.at, parameter.template):
        yield held_by  # it is called by no name of its own
        return
    for file in files_of(outline):
        for word in mentions(file, parameter.template):
            if word is None or not (is_head(word) or is_brought(word)):
                yield given_to_function(outline, file, word, parameter, held_by)
