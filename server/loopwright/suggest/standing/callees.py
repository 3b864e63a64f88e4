"""What functions of the file do with the variables of those that call them: which they use on the device, where they take for granted that
it is there, and which on the host (OpenACC 3.4, sections 2.6.2, 2.7.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.openacc.constructs import COMPUTE, Construct
from loopwright.source.nodes import text_of
from loopwright.source.outline import Function
from loopwright.source.text import Span
from loopwright.source.tokens import tokenize

if TYPE_CHECKING:
    from loopwright.suggest.standing.mentions import Body, Kind

_BRINGS = frozenset(("copyin", "create", "copy", "copyout", "deviceptr"))
_ON_DEVICE = frozenset(("device", "device written"))
_SIMPLE = ("identifier", "number_literal", "field_expression", "this")


@dataclass(frozen=True)
class Handed:
    """A variable in a clause of a function that is called at ``at``, as the caller names it: ``text`` with its section."""

    name: str
    text: str
    clause: str
    directive: str
    at: int


class Call:
    """A call of a function that the file defines, once under that name."""

    def __init__(self, node: Node, body: Body, callee: Body) -> None:
        self.node, self.at, self.callee = node, node.start_byte, callee
        arguments = node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        scopes = callee.unit.declarations
        function = scopes.function_at(callee.function.body.start + 1)
        known = scopes.locals_of(function) if function is not None else []
        parameters = sorted((d for d in known if d.kind == "parameter"), key=lambda d: d.span.start)
        self.arguments = dict(zip((d.name for d in parameters), given)) if len(parameters) == len(given) else {}

    def parameter(self, argument: Node) -> str:
        """The parameter that stands for an argument; empty for none."""
        return next((name for name, node in self.arguments.items() if node == argument), "")

    def renamed(self, text: str) -> str | None:
        """An item of a clause with arguments for parameters; ``None`` where one is no simple expression or a local variable is named."""
        data, pieces, position, before = text.encode(), [], 0, ""
        scopes, inside = self.callee.unit.declarations, self.callee.function.body.start + 1
        for token in tokenize(data, Span(0, len(data))):
            told = token.text
            if token.kind == "name" and before not in (".", "->"):
                argument = self.arguments.get(told)
                declared = scopes.lookup(told, inside)
                if argument is not None and argument.type not in _SIMPLE:
                    return None
                if argument is None and declared is not None and not declared.is_global:
                    return None
                told = text_of(argument) if argument is not None else told
            pieces.append(data[position : token.span.start].decode() + told)
            position, before = token.span.end, token.text
        return "".join(pieces)


def calls_in(body: Body, function_of: dict[str, Function]) -> list[Call]:
    """Calls of functions that the file defines, in order."""
    found: list[Call] = []
    for node in descendants(body.node):
        if node.type == "call_expression" and body.on_device(node.start_byte) is None:
            function = function_of.get(text_of(node.child_by_field_name("function")).rpartition("::")[2])
            if function is not None and function != body.function:
                found.append(Call(node, body, body.other(function)))
    return sorted(found, key=lambda call: call.at)


def done_with(callee: Body, name: str) -> Kind | None:
    """What a function does with a variable, ``None`` where that is not one thing: it uses it on both sides, or brings it itself."""
    kinds = {m.kind for m in callee.mentions(name)} - {"named"}
    if kinds & _ON_DEVICE:
        if not kinds <= _ON_DEVICE or not takes_for_granted(callee, name):
            return None
        is_lent = any(_is_lent(callee, m.at) for m in callee.mentions(name) if m.kind == "device")
        return "device written" if "device written" in kinds or is_lent else "device"
    if kinds <= {"read"}:
        return "read"
    if "released" in kinds and kinds <= {"released", "set"}:
        return "released"
    return "written" if kinds <= {"read", "written", "set"} else None


def _is_lent(callee: Body, at: int) -> bool:
    """Whether a library gets the address of the device there, and may write to it."""
    construct = callee.on_device(at)
    return construct is not None and construct.name == "host_data"


def takes_for_granted(callee: Body, name: str) -> bool:
    """Whether a function's directives find a variable on the device, or functions that it calls do, and no clause of its own brings it."""
    told = [m for m in callee.moved if m.name == name]
    if any(m.clause in _BRINGS for m in told):
        return False
    if any(m.clause in ("present", "no_create") for m in told):
        return True
    uses = [m.at for m in callee.mentions(name) if m.kind in _ON_DEVICE]
    default = [c for c in callee.constructs if c.name in COMPUTE and finds_all(c)]
    spans = [c.region for c in default] + [Span(call.at, call.node.end_byte) for call in callee.calls]
    return bool(uses) and all(any(span.start <= at < span.end for span in spans) for at in uses)


def finds_all(construct: Construct) -> bool:
    clause = construct.node.clause("default")
    return clause is not None and [item.text for item in clause.items] == ["present"]


def handed_on(calls: list[Call]) -> list[Handed]:
    """What the clauses of functions that are called name of the variables of the caller and of the file."""
    found: dict[Handed, None] = {}
    for call in calls:
        own = [Handed(m.name, m.text, m.clause, m.construct.name, m.at) for m in call.callee.moved]
        for item in [*own, *call.callee.handed]:
            text = call.renamed(item.text)
            if text is not None:
                found[Handed(text.partition("[")[0], text, item.clause, item.directive, call.at)] = None
    return list(found)
