"""The types that the parameters of a template stand for, where its uses in sight say them: `double` for `T` where a program has `axpy<double>`,
or takes `Tensor<T>` and names no other one than `Tensor<double>`.

Only numbers are told. A use that gives another type, or one that the text does not say, leaves the parameter untold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from loopwright.lang.declarators import (
    function_declarator,
    name_of_function,
    parameter_nodes,
    read_declarator,
    read_type,
)
from loopwright.lang.expressions import Typing
from loopwright.lang.inner_types import inner_types
from loopwright.lang.names_reached import names_reached
from loopwright.lang.numbers import fundamental
from loopwright.lang.scopes import scopes_of
from loopwright.lang.template_arguments import value_parameters
from loopwright.lang.template_uses import (
    WITH_ARGUMENTS,
    arguments_of_use,
    files_of,
    is_brought,
    is_head,
    is_own_name,
    is_reshaped,
    mentions,
    templates_named,
    templates_of,
    thing_of,
)
from loopwright.lang.types import Type
from loopwright.source.kept import kept
from loopwright.source.nodes import CLASSES, definition_around, nearest, subtree, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import Span, names_in

_TYPES = frozenset(("type_parameter_declaration", "optional_type_parameter_declaration"))
_NAMED = CLASSES | {"alias_declaration"}
_BODIES = frozenset(("function_definition", "lambda_expression"))
_CALLS = frozenset(("call_expression", "comma_expression"))
_POINTERS = ("*", "[]")
_MOST = 1000  # parameters that one question may lead to


class _Parameter(NamedTuple):
    """A parameter that is a type: of a class by its name, whichever file has it, or of the template that a function is (``at``)."""

    template: str
    position: int
    file: Outline | None = None
    at: Node | None = None

    @property
    def key(self) -> tuple[object, ...]:
        return self.template, self.position, self.file, self.at.start_byte if self.at is not None else -1


# What a use gives to a parameter: a number by its name, what a parameter of the template around it stands for, or what the text does not say.
_Given = str | _Parameter | None


@kept
def numbers_given(outline: Outline, function: Span) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The parameters of the templates around a function that are numbers in all uses in sight, each with these; with none where nothing in
    sight uses the template. Other templates that the function may get to have no other parameter of the name. It is asked where the files
    have a class whose values run code."""
    node = definition_around(outline.source.tree.root_node, function)
    if node is None or outline.source.language == "c" or not scopes_of(outline).classes.lively:
        return ()  # no class in sight for which it would matter
    found = []
    for name, parameter in _parameters_around(outline, node):
        given = _all_given(outline, parameter)
        if given is not None and not _is_another(outline, node, name, parameter):
            found.append((name, tuple(sorted(given))))
    return tuple(found)


def _parameters_around(outline: Outline, function: Node) -> Iterator[tuple[str, _Parameter]]:
    """The parameters of the templates around a function that are types, the innermost of a name."""
    seen: set[str] = set()
    around = function.parent
    while around is not None:
        for place, each in enumerate(_listed(around)):
            name = _name_of(each)
            parameter = _parameter(outline, around, place)
            if name and name not in seen and parameter is not None:
                yield name, parameter
            seen.add(name)
        around = around.parent


def _is_another(outline: Outline, function: Node, name: str, own: _Parameter) -> bool:
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
            places = [place for place, each in enumerate(_listed(template)) if _name_of(each) == name]
            other = _parameter(file, template, places[0]) if places else None
            if places and (other is None or _all_given(outline, other) is None):
                untold.append((_template_name(template), other.key if other is not None else None))
    return tuple(untold)


@kept
def _all_given(outline: Outline, asked: _Parameter) -> frozenset[str] | None:
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
def _given_in_uses(outline: Outline, parameter: _Parameter) -> tuple[_Given, ...]:
    """What uses of a template give to a parameter, each once, up to the first that does not tell."""
    found: dict[_Given, None] = {}
    for given in _given_to(outline, parameter):
        found[given] = None
        if given is None:
            break
    return tuple(found)


def _given_to(outline: Outline, parameter: _Parameter) -> Iterator[_Given]:
    """What each use of a template gives to a parameter."""
    if parameter.file is None or parameter.at is None:
        for file in files_of(outline):
            for word in mentions(file, parameter.template):
                if word is None or not (is_own_name(word, parameter.template) or is_brought(word)):
                    yield _given_to_class(outline, file, word, parameter)
        return
    function = thing_of(parameter.at)
    name = _name_of(_listed(parameter.at)[parameter.position])
    owner = _class_given(outline, [_scope_of(function)], name)
    if owner is not None:
        yield owner  # it is a method of the class
        return
    held_by = _class_given(outline, [each.child_by_field_name("type") for each in parameter_nodes(function)], name)
    if not parameter.template.isidentifier() or _is_constructor(parameter.at, parameter.template):
        yield held_by  # it is called by no name of its own
        return
    for file in files_of(outline):
        for word in mentions(file, parameter.template):
            if word is None or not (is_head(word) or is_brought(word)):
                yield _given_to_function(outline, file, word, parameter, held_by)


def _listed(template: Node) -> list[Node]:
    listed = template.child_by_field_name("parameters") if template.type == "template_declaration" else None
    return [each for each in listed.named_children if each.type != "comment"] if listed is not None else []


def _name_of(parameter: Node) -> str:
    return text_of(parameter.named_children[0]) if parameter.type in _TYPES and parameter.named_children else ""


def _template_name(template: Node) -> str:
    """The last word of the name of what a template is of, empty for what has none."""
    thing = thing_of(template)
    while thing.type == template.type:
        thing = thing_of(thing)
    named = text_of(thing.child_by_field_name("name")) if thing.type in _NAMED else name_of_function(thing)
    return (
        named.split("<")[0].rpartition("::")[2].strip() if thing.type in _NAMED else named.rpartition("::")[2].strip()
    )


def _parameter(file: Outline, template: Node, place: int) -> _Parameter | None:
    """A parameter of a template, ``None`` for one whose uses are not looked for: of a method that is a template, of a specialisation, one
    behind a pack."""
    thing = thing_of(template)
    if thing.type == template.type or (template.parent is not None and template.parent.type == template.type):
        return None
    if any("..." in text_of(each) for each in _listed(template)[:place]):
        return None  # what it is given stands at no certain place
    if thing.type in _NAMED:
        name = thing.child_by_field_name("name")
        return _Parameter(text_of(name), place) if name is not None and name.type == "type_identifier" else None
    if thing.type not in ("function_definition", "declaration") or function_declarator(thing) is None:
        return None
    return _Parameter(_template_name(template), place, file, template)


def _is_constructor(template: Node, name: str) -> bool:
    path = name_of_function(thing_of(template)).split("::")
    around = nearest(template, CLASSES)
    owner = text_of(around.child_by_field_name("name")) if around is not None else ""
    return name in (owner.split("<")[0], *path[-2:-1])


def _scope_of(function: Node) -> Node | None:
    """`C<T>` before the name of a method that is defined outside of its class."""
    declarator = function_declarator(function)
    named = declarator.child_by_field_name("declarator") if declarator is not None else None
    scope = None
    while named is not None and named.type == "qualified_identifier":
        scope, named = named.child_by_field_name("scope"), named.child_by_field_name("name")
    return scope


def _class_given(outline: Outline, types: Iterable[Node | None], name: str) -> _Parameter | None:
    """The parameter of a class template of the files to which one of these types gives what is called ``name``: `C<T>`."""
    for type in types:
        while type is not None and type.type == "qualified_identifier":
            type = type.child_by_field_name("name")
        if type is None or type.type != "template_type":
            continue
        owner = text_of(type.child_by_field_name("name"))
        for place, argument in enumerate(arguments_of_use(type)):
            if text_of(argument) == name and any(templates_named(file, owner) for file in files_of(outline)):
                return _Parameter(owner, place)
    return None


def _given_to_class(outline: Outline, file: Outline, word: Node | None, parameter: _Parameter) -> _Given:
    """What `C<double>` gives to a parameter of `C`."""
    around = word.parent if word is not None else None
    if around is None or around.type not in WITH_ARGUMENTS or around.child_by_field_name("name") != word:
        return None
    given = arguments_of_use(around)
    if parameter.position < len(given):
        return _told(file, given[parameter.position], text_of(given[parameter.position]))
    for other in files_of(outline):
        for template in templates_named(other, parameter.template, _NAMED):
            listed = _listed(template)
            said = (
                listed[parameter.position].child_by_field_name("default_type")
                if parameter.position < len(listed)
                else None
            )
            if said is not None:
                return _told(other, said, text_of(said))
    return None


def _given_to_function(
    outline: Outline, file: Outline, word: Node | None, parameter: _Parameter, held_by: _Parameter | None
) -> _Given:
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


def _deduced(outline: Outline, file: Outline, named: Node, around: Node | None, parameter: _Parameter) -> _Given:
    """What the arguments of a call say of a parameter, or the types of an instance: `template void f(double *);`."""
    if around is None or parameter.at is None:
        return None
    function, name = thing_of(parameter.at), _name_of(_listed(parameter.at)[parameter.position])
    returned = None
    if around.type == "call_expression" and around.child_by_field_name("function") == named:
        listed = around.child_by_field_name("arguments")
        given = [
            _type_given(file, each) for each in (listed.named_children if listed else ()) if each.type != "comment"
        ]
    elif around.type == "function_declarator" and around.parent is not None:
        listed = around.child_by_field_name("parameters")
        given = [_type_of(each) for each in (listed.named_children if listed else ()) if each.type != "comment"]
        returned = _class_given(outline, [function.child_by_field_name("type")], name)
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


def _told(file: Outline, place: Node, text: str) -> _Given:
    """What a type is that stands at a place: a number, or a parameter of a template around it."""
    base = " ".join(word for word in text.split() if word != "const")
    around: Node | None = place.parent
    while around is not None:
        for position, each in enumerate(_listed(around)):
            if _name_of(each) == base:
                return _parameter(file, around, position)
            if each.type not in _TYPES and base in names_in(text_of(each)):
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
