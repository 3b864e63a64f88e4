"""What one use of a template gives to a parameter that is a type: `C<double>` and `f<double>(x)` say it, `f(x)` by the types of its arguments."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from loopwright.lang.declarators import name_of_function, parameter_nodes, read_declarator, read_type
from loopwright.lang.expressions import Typing
from loopwright.lang.inner_types import inner_types
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import scopes_of
from loopwright.lang.template_arguments import value_parameters
from loopwright.lang.template_uses import (
    WITH_ARGUMENTS,
    arguments_of_use,
    files_of,
    is_reshaped,
    templates_named,
    thing_of,
)
from loopwright.lang.type_parameters import (
    NAMED_THINGS,
    TYPE_PARAMETERS,
    TypeParameter,
    name_of_parameter,
    parameters_listed,
    type_parameter,
)
from loopwright.lang.types import Type
from loopwright.source.nodes import CLASSES, nearest, subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_BODIES = frozenset(("function_definition", "lambda_expression"))
_CALLS = frozenset(("call_expression", "comma_expression"))
_POINTERS = ("*", "[]")

# What a use gives to a parameter: a number by its name, what a parameter of the template around it stands for, or what the text does not say.
Given = str | TypeParameter | None


def given_to_class(outline: Outline, file: Outline, word: Node | None, parameter: TypeParameter) -> Given:
    """What `C<double>` gives to a parameter of `C`."""
    around = word.parent if word is not None else None
    if around is None or around.type not in WITH_ARGUMENTS or around.child_by_field_name("name") != word:
        return None
    given = arguments_of_use(around)
    if parameter.position < len(given):
        return _told(file, given[parameter.position], text_of(given[parameter.position]))
    for other in files_of(outline):
        for template in templates_named(other, parameter.template, NAMED_THINGS):
            listed = parameters_listed(template)
            said = (
                listed[parameter.position].child_by_field_name("default_type")
                if parameter.position < len(listed)
                else None
            )
            if said is not None:
                return _told(other, said, text_of(said))
    return None


def given_to_function(
    outline: Outline, file: Outline, word: Node | None, parameter: TypeParameter, held_by: TypeParameter | None
) -> Given:
    """What a call, or an instance that is asked for, gives to a parameter of a function: what stands behind its name, or else what the class
    is given whose objects it takes."""
    node, around = word, word.parent if word is not None else None
    if node is None or around is None:
        return None
    if around.type in WITH_ARGUMENTS and around.child_by_field_name("name") == node:
        given = arguments_of_use(around)
        if parameter.position < len(given):
            return _told(file, given[parameter.position], text_of(given[parameter.position]))
        node, around = around, around.parent
    while around is not None and around.type in ("qualified_identifier", "dependent_name", "field_expression"):
        node, around = around, around.parent
    return held_by or _deduced(outline, file, node, around, parameter)


def class_given(outline: Outline, types: Iterable[Node | None], name: str) -> TypeParameter | None:
    """The parameter of a class template of the files to which one of these types gives what is called ``name``: `C<T>`."""
    for type in types:
        while type is not None and type.type == "qualified_identifier":
            type = type.child_by_field_name("name")
        if type is None or type.type != "template_type":
            continue
        owner = text_of(type.child_by_field_name("name"))
        for place, argument in enumerate(arguments_of_use(type)):
            if text_of(argument) == name and any(templates_named(file, owner) for file in files_of(outline)):
                return TypeParameter(owner, place)
    return None


def _deduced(outline: Outline, file: Outline, named: Node, around: Node | None, parameter: TypeParameter) -> Given:
    """What the arguments of a call say of a parameter, or the types of an instance: `template void f(double *);`."""
    if around is None or parameter.at is None:
        return None
    function, name = thing_of(parameter.at), name_of_parameter(parameters_listed(parameter.at)[parameter.position])
    returned = None
    if around.type == "call_expression" and around.child_by_field_name("function") == named:
        listed = around.child_by_field_name("arguments")
        given = [
            _type_given(file, each) for each in (listed.named_children if listed else ()) if each.type != "comment"
        ]
    elif around.type == "function_declarator" and around.parent is not None:
        listed = around.child_by_field_name("parameters")
        given = [_type_of(each) for each in (listed.named_children if listed else ()) if each.type != "comment"]
        returned = class_given(outline, [function.child_by_field_name("type")], name)
    else:
        return None
    for taken, type in zip(parameter_nodes(function), given):
        wanted = _type_of(taken).referred()
        is_forwarded = "&&" in text_of(taken)  # `T &&` may be a reference itself
        if wanted.base != name or is_forwarded or not type.base or type.volatile:
            continue
        layers = tuple("*" if layer in _POINTERS else layer for layer in type.referred().layers)
        if layers == tuple("*" if layer in _POINTERS else layer for layer in wanted.layers):
            return _told(file, named, type.base)
    return returned


def _type_given(file: Outline, argument: Node) -> Type:
    """The type of an argument, unknown where functions make it, also those of operators: of `,`, which other types have, too. In a method a
    name of the file may be a member's, which hides it, in a lambda one of its own. A macro may stand for another variable, and a value that a
    template is given hides one."""
    scopes, function = scopes_of(file), nearest(argument, _BODIES)
    if any(each.type in _CALLS for each in subtree(argument)) or (function and function.type == "lambda_expression"):
        return Type()
    hiding = {*scopes.macros, *(read_declarator(each).name for each in value_parameters(argument))}
    if is_reshaped(file) or not hiding.isdisjoint(text_of(word) for word in subtree(argument)):
        return Type()
    if function is None or nearest(function, CLASSES) is not None or "::" in name_of_function(function):
        for word in subtree(argument):
            known = scopes.lookup(text_of(word), word.start_byte) if word.type == "identifier" else None
            if word.type == "identifier" and (known is None or known.is_global):
                return Type()
    return Typing(scopes).type_of(argument)


def _type_of(parameter: Node) -> Type:
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None:
        return Type(text_of(parameter.child_by_field_name("type")))
    return read_type(declarator, parameter)[1]


def _told(file: Outline, place: Node, text: str) -> Given:
    """What a type is that stands at a place: a number, or a parameter of a template around it."""
    base = " ".join(word for word in text.split() if word != "const")
    around: Node | None = place.parent
    while around is not None:
        for position, each in enumerate(parameters_listed(around)):
            if name_of_parameter(each) == base:
                return type_parameter(file, around, position)
            if each.type not in TYPE_PARAMETERS and base in names_in(text_of(each)):
                return None
        around = around.parent
    scopes = scopes_of(file)
    if fundamental(base) and base not in scopes.macros:
        return fundamental(base)
    if base in scopes.hidden or base in inner_types(file) or base in scopes.macros or is_reshaped(file):
        return None
    type = scopes.expanded(Type(base))
    is_number = not type.layers and not type.volatile and scopes.classes.of(type.base) is None
    return (fundamental(type.base) or None) if is_number else None
