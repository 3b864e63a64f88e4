"""Functions whose body is in sight: which one a call means, and its body walked with the arguments."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.values import NOTHING, Spot, Value
from loopwright.dependence.walk import accessors, instances, operators, spots
from loopwright.dependence.walk.dispatch import statement
from loopwright.dependence.walk.passing import given_back, gives_references, kept_by_result, passed, walking
from loopwright.dependence.walk.spots import bind_parameter, of_type
from loopwright.dependence.walk.state import State
from loopwright.lang.classes import descendants
from loopwright.lang.declarators import (
    given_by,
    name_of_function,
    parameter_nodes,
    read_declarator,
    read_type,
)
from loopwright.lang.effects import effects
from loopwright.lang.expressions import Typing
from loopwright.lang.overloads import may_be_nearer, meant
from loopwright.lang.template_arguments import own_arguments, value_parameters
from loopwright.lang.types import Type
from loopwright.lang.visible import may_be_meant
from loopwright.source.nodes import bare, text_of
from loopwright.source.outline import Definition

DOING = frozenset(("update_expression", "assignment_expression", "call_expression"))


def may_do_something(node: Node) -> bool:
    """Whether something inside a piece of code stores or calls."""
    return any(inner.type in DOING for inner in descendants(node))


def argument_nodes(node: Node) -> list[Node]:
    """The arguments of a call."""
    arguments = node.child_by_field_name("arguments")
    return [child for child in arguments.named_children if child.type != "comment"] if arguments is not None else []


def definition(state: State, function: Node, name: str, arguments: list[Node]) -> Node | None:
    this = state.lookup("this")
    owner = state.types.classes.of(this.type.base) if this is not None else None
    is_cpp = state.outline.source.language != "c"
    if (
        gives_references(state, function)
        or may_be_nearer(state.declarations, function, owner)
        or (is_cpp and any(name in s.functions for s in state.scopes))
    ):
        return None
    found = meant(state.declarations, name, len(arguments), lambda: [_type_of(state, each) for each in arguments])
    is_read = (
        found is not None
        and is_seen(state, function, found, arguments)
        and found.is_whole
        and not any(each.has_error for each in _around_parameters(found.node))
    )
    return found.node if found is not None and is_read and not _is_enclosed(found.node) else None


def is_seen(state: State, function: Node, found: Definition, arguments: list[Node]) -> bool:
    """Whether a call sees a definition where it stands."""
    return may_be_meant(state.declarations, function, found, lambda: [_type_of(state, each) for each in arguments])


def hiding_parameters(state: State, function: Node) -> list[Node]:
    """The values that templates around a function are given under a name that is another thing outside of them, or that may be more than a
    number: a place, an object."""
    return [
        each
        for each in value_parameters(function)
        if _hides_something(state, each.child_by_field_name("declarator")) or _may_be_more(state, each)
    ]


def _may_be_more(state: State, parameter: Node) -> bool:
    declarator = parameter.child_by_field_name("declarator")
    kind = state.types.expanded(read_type(declarator, parameter)[1]) if declarator is not None else Type()
    return kind.layers[:1] == ("&",) or state.types.classes.is_class(kind) or kind.base == "auto"


def _hides_something(state: State, declarator: Node | None) -> bool:
    name = read_declarator(declarator).name if declarator is not None else ""
    return bool(state.outline.definitions(name)) or name in state.declarations.names or name in effects()


def bind_values(state: State, function: Node, instance: str) -> None:
    """The values that the templates around a function are given in an instance: in the same one each time the same, in any other ones of its
    own."""
    state.scopes[-1].instance = instance
    for parameter in value_parameters(function):
        declarator = parameter.child_by_field_name("declarator")
        name = read_declarator(declarator).name if declarator is not None else ""
        if declarator is None or not name:
            continue
        key = (parameter.id, instance)
        if key not in state.instances:
            bind_parameter(state, declarator, parameter, None)
            state.instances[key] = state.scopes[-1][name]
        state.scopes[-1][name] = state.instances[key]


def _around_parameters(function: Node) -> list[Node]:
    """The lists of a function's parameters: what the parser dropped of them may make one a reference."""
    return [parameter.parent for parameter in parameter_nodes(function)[:1] if parameter.parent is not None]


def _type_of(state: State, argument: Node) -> Type:
    """The type of an argument, empty where that is not certain."""
    argument = bare(argument)
    binding = state.lookup(text_of(argument)) if argument.type == "identifier" else None
    if binding is not None:
        return state.types.expanded(binding.type).referred().decayed()
    root = argument
    while root.parent is not None:
        root = root.parent
    if state.outline.source.language == "c" or root != state.outline.source.tree.root_node:
        return Type()  # code of a header or a macro, whose places are others
    return state.types.expanded(Typing(state.declarations).type_of(argument)).referred().decayed()


def _is_enclosed(function: Node) -> bool:
    """Whether a function is defined inside another function or a class: it sees more names than those of the file."""
    node = function.parent
    while node is not None:
        if node.type in ("function_definition", "field_declaration_list", "lambda_expression"):
            return True
        node = node.parent
    return "::" in name_of_function(function)


def inlined(state: State, node: Node, callee: Node, arguments: list[Node]) -> Value:

    parameters = parameter_nodes(callee)
    given = passed(state, parameters, arguments)
    noted = [spots.noted_of(state, *each) for each in zip(parameters, arguments)]
    body, instance = callee.child_by_field_name("body"), instances.of_call(state, own_arguments(node, callee))
    if body is None or any(map(may_do_something, parameters)):  # `int m[n++]`, of which each call works out the size
        state.deny(node)
        return NOTHING
    kind = given_by(callee)
    with walking(state, name_of_function(callee).split("::")[-1], node, callee) as frame:
        bind_values(state, callee, instance)
        _bind(state, parameters, given)
        for parameter, each in zip(parameters, noted):
            spots.note(state, parameter, each)
        statement(state, body)
    declarator = callee.child_by_field_name("declarator")
    if declarator is not None and read_declarator(declarator).layers == ("()",):
        operators.made(state, kind, node)
        kept_by_result(state, state.types.expanded(kind), parameters, arguments)
    given_back(state, frame, state.types.expanded(kind), node)
    if len(frame.returned) == 1:
        plain = declarator is not None and read_declarator(declarator).layers == ("()",)
        return of_type(state, frame.returned[0], state.types.expanded(kind)) if plain else frame.returned[0]
    state.lost(*frame.returned)
    return state.unknown(text_of(node), kind)


def _bind(state: State, parameters: list[Node], given: list[Value | Spot | None]) -> None:
    for parameter, value in zip(parameters, given):
        declarator = parameter.child_by_field_name("declarator")
        if declarator is not None:
            bind_parameter(state, declarator, parameter, value if value is not None else NOTHING)


def spot_of_inlined(state: State, node: Node, callee: Node, arguments: list[Node]) -> Spot | None:
    """A function that returns a reference, as the place that it refers to."""
    declarator, accessor = callee.child_by_field_name("declarator"), accessors.accessor_of(callee)
    if declarator is None or declarator.type != "reference_declarator" or accessor is None:
        return None
    parameters = parameter_nodes(callee)
    given = passed(state, parameters, arguments)
    instance = instances.of_call(state, own_arguments(node, callee))
    with walking(state, name_of_function(callee).split("::")[-1], node, callee):
        bind_values(state, callee, instance)
        _bind(state, parameters, given)
        return accessors.followed(state, accessor)
