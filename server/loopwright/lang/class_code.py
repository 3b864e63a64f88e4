"""What a class does, by what it is used: its methods, and what its members are where no constructor says it; the same of operators
outside of classes, default arguments and lambdas of the device, which are used without a call that names them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.lang.method_heads import (
    CALL,
    class_around,
    class_of,
    function_declarator,
    is_device_lambda,
    is_operator,
    method_code,
    method_names,
    plain_class,
    words_done,
    words_of,
)
from loopwright.source.nodes import Kinds, nearest, subtree, text_of

OF_LAMBDAS = "a lambda"  # the class of lambdas, which has no name


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
        values, owner = node.children_by_field_name("default_value"), class_around(node)
        if owner is None:
            continue
        name = plain_class(owner.child_by_field_name("name"))
        for value in values:
            yield ClassCode(frozenset((name,)), name, value, (value,), frozenset(words_of(value)))


def default_arguments(kinds: Kinds) -> dict[str, ClassCode]:
    """What parameters of functions outside of classes are where nothing is given, by the function's name, declared or defined."""
    found: dict[str, list[Node]] = {}
    for parameter in kinds.of("optional_parameter_declaration"):
        value, listed = parameter.child_by_field_name("default_value"), parameter.parent
        head = listed.parent if listed is not None else None
        if value is not None and head is not None and head.type == "function_declarator":
            if head.parent is not None and class_around(head.parent) is None:
                found.setdefault(text_of(head.child_by_field_name("declarator")), []).append(value)
    return {
        name: ClassCode(frozenset((name,)), "", values[0], values, frozenset().union(*map(words_of, values)))
        for name, values in found.items()
    }


def code_of_function(function: Node, unknown: Collection[str]) -> Iterator[ClassCode]:
    """A function outside of classes, an operator as code of each of its operands' types. ``unknown``: its template's parameters."""
    code, said = tuple(method_code(function)), frozenset(words_done(function))
    if not is_operator(function):
        yield ClassCode(frozenset(method_names(function)), "", function, code, said)
        return
    for owner in operands(function, unknown):
        yield ClassCode(frozenset((owner,)), owner, function, code, said)


def operands(operator: Node, unknown: Collection[str]) -> list[str]:
    """The types of an operator's operands that have a name of their own."""
    head = function_declarator(operator)
    listed = head.child_by_field_name("parameters") if head is not None else None
    kinds = [n.child_by_field_name("type") for n in listed.named_children] if listed is not None else []
    named = {text_of(n) for kind in kinds if kind is not None for n in subtree(kind) if n.type == "type_identifier"}
    return sorted(named.difference(unknown))


def code_of_lambdas(kinds: Kinds) -> Iterator[ClassCode]:
    """Lambdas of the device in the host's code."""
    for node in filter(is_device_lambda, kinds.of("lambda_expression")):
        body = node.child_by_field_name("body")
        if body is not None and not _is_in_device_code(node):
            yield ClassCode(frozenset((OF_LAMBDAS, CALL)), OF_LAMBDAS, node, (body,), frozenset(words_of(body)))


def _is_in_device_code(node: Node) -> bool:
    around = nearest(node, ("function_definition",))
    return around is not None and any(text_of(c) in ("__global__", "__device__") for c in around.children)
