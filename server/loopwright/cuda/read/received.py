"""What type the parameter has that an argument becomes: of functions, methods, constructors and lambdas of the file, and of CUDA's own
functions that take numbers."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from loopwright.cuda.read.device_function import DeviceFunction, arguments_of, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.typing import Typing, element_of, stated_type
from loopwright.cuda.read.variables import Variable, default_value, parameter_nodes, parameter_of
from loopwright.cuda.spec.types import RANKS
from loopwright.source.nodes import text_of
from loopwright.source.text import names_in


class Received:
    """In one function. A type is told of plain values only, as it is written where the parameter stands."""

    def __init__(self, function: DeviceFunction, code: DeviceCode, typing: Typing) -> None:
        self.function, self.code, self.typing = function, code, typing

    def by_call(self, call: Node, argument: Node) -> str | None:
        """What an argument of a call becomes."""
        given = arguments_of(call)
        at = next((i for i, each in enumerate(given) if each.id == argument.id), None)
        if at is None:
            return None
        callees = self.code.callees(call, self.function)
        if callees:
            return self._by_callee(callees[0], call, at) if len(callees) == 1 else None
        own = [parameter_nodes(each) for each in self.typing.members_called(call)]
        if own:
            return self._same(own, at, len(given), self.typing.object_of(call))
        return None if self.code.scoped.has_callee(call) else self._by_cuda(call, at)

    def _by_callee(self, callee: DeviceFunction, call: Node, at: int) -> str | None:
        """A template's parameter is what the call says for it; where it says nothing, the argument stays what it is."""
        base = _plain(callee.parameters[at]) if at < len(callee.parameters) else None
        if base is None or base in callee.names_of_class:
            return None
        if base in callee.template_names:
            return stated_type(callee, base, call) or None
        return base if {*callee.template_names, *callee.names_of_class}.isdisjoint(names_in(base)) else None

    def by_constructor(self, owner: str, at: int, count: int) -> str | None:
        """What an argument becomes of which, with others, an object of a class is made."""
        made = self.code.members.functions_of(owner, "")
        return self._same([parameter_nodes(each) for each in made], at, count, owner)

    def by_operator(self, other: Node | None, operator: str, at: int) -> str | None:
        """What an operand becomes of an operator of a class, which the other operand is of; ``at``: 1 for the right one, which may
        be given to a method of the left one."""
        found = self.typing.of(other) if other is not None else None
        if found is None or found[1] or found[0] in RANKS:
            return None
        own = self.code.members.functions_of(found[0], f"operator{operator}") if at else ()
        if own:
            return self._same([parameter_nodes(each) for each in own], 0, 1, found[0])
        free = [f.parameters for f in self.code.device(f"operator{operator}") if len(f.parameters) == 2]
        types = {_plain(f[at]) for f in free if self.typing.named(f[1 - at].base) == found[0]}
        return types.pop() if len(types) == 1 else None

    def _same(self, functions: Sequence[Sequence[Node]], at: int, count: int, owner: str) -> str | None:
        """The one type that a parameter has in all functions that take so many arguments; ``owner``: the class that they are of, with
        what its template was given."""
        fitting = [f for f in functions if len([p for p in f if default_value(p) is None]) <= count <= len(f)]
        bases = [_plain(parameter_of(each[at]) or _unnamed(each[at])) for each in fitting]
        types = {base if base is None else self.code.members.given(owner, base) for base in bases}
        return types.pop() if len(types) == 1 else None

    def _by_cuda(self, call: Node, at: int) -> str | None:
        """An element of a vector, a value of an atomic operation."""
        name = called(call)
        if name.startswith("make_"):
            return element_of(name.removeprefix("make_")) or None
        updated = self.typing.updated(call) if at else None
        return updated[0] if updated is not None and not updated[1] else None


def _unnamed(parameter: Node) -> Variable:
    """A parameter without a name."""
    kind, declarator = parameter.child_by_field_name("type"), parameter.child_by_field_name("declarator")
    said = [text_of(n) for n in parameter.children if n == kind or n.type == "type_qualifier"]
    return Variable("", " ".join(said), text_of(declarator), parameter)


def _plain(parameter: Variable | None) -> str | None:
    return parameter.base if parameter is not None and parameter.keeps_value else None
