"""Functions between source and text: a head whose parameters can be asked and changed, and a body of statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from loopwright.cuda.ir.code import Code, Form, Quoted, form, joined, nodes, renamed
from loopwright.cuda.ir.statements import Body, mapped


@dataclass(frozen=True, slots=True)
class Parameter:
    """``declared`` is its type and name, ``value`` its default argument. ``begins``: it stands at the beginning of a line;
    ``remark``: a comment behind it."""

    declared: Code
    name: str = ""
    value: Code | None = None
    begins: bool = False
    remark: Code | None = None

    @property
    def code(self) -> Code:
        """As it stands in a head."""
        return self.declared if self.value is None else form("{} = {}", self.declared, self.value)


@dataclass(frozen=True, slots=True)
class Head:
    """A head of our own. ``before``: template, linkage, what is returned and the name; ``closes``: the parenthesis behind the
    parameters begins a line."""

    before: Code
    parameters: tuple[Parameter, ...]
    closes: bool = False

    def takes(self, name: str) -> bool:
        """Whether it has a parameter of that name."""
        return any(parameter.name == name for parameter in self.parameters)


@dataclass(frozen=True, slots=True)
class KeptHead:
    """The head of a function of the source: ``code`` is its definition without the body."""

    before: Code
    code: Quoted


AnyHead: TypeAlias = "Head | KeptHead"


@dataclass(frozen=True, slots=True)
class Kept:
    """A function of the source whose body is other code. ``gap``: the blanks before it."""

    head: KeptHead
    body: Code
    gap: str = " "


@dataclass(frozen=True, slots=True)
class Function:
    """A function of our own."""

    head: Head
    body: Body


def head_code(head: AnyHead) -> Form:
    """What stands before the body."""
    if isinstance(head, KeptHead):
        return form("{}{}", head.before, head.code)
    return form("{}({})", head.before, joined(", ", [parameter.code for parameter in head.parameters]))


def kept_code(function: Kept) -> Form:
    """The definition."""
    return form("{}{}{}", head_code(function.head), function.gap, function.body)


def prototype(head: AnyHead) -> Form:
    """The function's declaration."""
    return form("{};", head_code(head))


def with_defaults(head: AnyHead, values: Sequence[Code | None]) -> AnyHead:
    """``head`` with default arguments for its last parameters, one for each of ``values``; those that it has stay."""
    if not any(values):
        return head
    if isinstance(head, Head):
        first = len(head.parameters) - len(values)
        given = tuple(
            replace(parameter, value=values[at - first]) if at >= first and parameter.value is None else parameter
            for at, parameter in enumerate(head.parameters)
        )
        return replace(head, parameters=given)
    listed = next(node for node, _ in nodes(head.code) if node.type == "parameter_list")
    own = [node for node in listed.named_children if node.type != "comment"]
    holes = dict(head.code.holes)
    for parameter, value in zip(own[len(own) - len(values) :], values, strict=True):
        if value is not None and parameter.child_by_field_name("default_value") is None:
            holes[parameter.id] = form("{} = {}", Quoted(parameter, head.code.holes), value)
    return replace(head, code=Quoted(head.code.node, holes))


def with_own_names(function: Function, names: Mapping[str, str]) -> Function:
    """A function in whose body words of our own have other names."""
    return replace(function, body=mapped(function.body, lambda code: renamed(code, names))) if names else function
