"""Where a function names a variable, and what happens to it there: on the host, or on the device that its directives send work to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.effects import effect_of
from loopwright.lazily import cached_property
from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.source.kept import kept
from loopwright.source.nodes import text_of
from loopwright.source.outline import Function, Outline
from loopwright.suggest.standing.callees import Call, Handed, calls_in, done_with, handed_on

Kind = Literal[
    "set", "read", "written", "given", "released", "device", "device written", "returned", "renamed", "named"
]
_REPEATING = ("for_statement", "while_statement", "do_statement", "for_range_loop")
_DEEPEST = 5  # calls of a function that is looked into
_BLOCKS = ("compound_statement", "case_statement")
_WITHIN = (
    "subscript_expression",
    "pointer_expression",
    "field_expression",
    "parenthesized_expression",
    "cast_expression",
    "binary_expression",  # `a + n` leads where `a` does
)
# Which argument functions of MPI write, which keep no address that matters here; they read the others (MPI 4.1, chapters 3 and 6).
_RECEIVED = {
    "MPI_Bcast": 0,
    "MPI_Recv": 0,
    "MPI_Irecv": 0,
    "MPI_Sendrecv_replace": 0,
    "MPI_Sendrecv": 5,
    "MPI_Reduce": 1,
    "MPI_Allreduce": 1,
    "MPI_Gather": 3,
    "MPI_Allgather": 3,
    "MPI_Scatter": 3,
    "MPI_Alltoall": 3,
}
_SENDING = ("MPI_Send", "MPI_Isend", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend")


@dataclass(frozen=True)
class Mention:
    """One occurrence. `set`: the variable itself gets a value, as a pointer gets memory; `written`: what it leads to; `given`:
    passed to a function that may read and write that; `renamed`: another variable may lead there now; `named`: nothing but its
    address is asked; `device`: in a compute construct or `host_data`."""

    at: int
    kind: Kind
    node: Node


@dataclass(frozen=True)
class Moved:
    """A variable in a clause of a directive: ``text`` with its section, ``name`` without."""

    name: str
    text: str
    clause: str
    construct: Construct

    @property
    def at(self) -> int:
        return self.construct.pragma.span.start


class Body:
    """A function between its braces. Names are as they are written: `a`, `grid->x`, `this`."""

    def __init__(self, unit: Unit, function: Function) -> None:
        self.unit, self.function = unit, function
        self._mentions: dict[str, list[Mention]] = {}
        self.constructs = [c for c in unit.constructs if function.body.contains(c.pragma.span)]

    @cached_property
    def node(self) -> Node:
        """The function's block."""
        span = self.function.body
        return self.unit.source.tree.root_node.descendant_for_byte_range(span.start, span.end - 1) or self.root

    @property
    def root(self) -> Node:
        """The tree of the file."""
        return self.unit.source.tree.root_node

    @cached_property
    def moved(self) -> tuple[Moved, ...]:
        """What the clauses of its directives name, in order."""
        return tuple(moved_by(self.constructs))

    def on_device(self, offset: int) -> Construct | None:
        """The compute construct or `host_data` that a place stands in."""
        for construct in self.constructs:
            if construct.name in (*COMPUTE, "loop", "host_data"):
                if construct.pragma.span.end <= offset < construct.region.end:
                    return construct
        return None

    @cached_property
    def calls(self) -> list[Call]:
        """Calls of functions that the file defines."""
        return calls_in(self, _once_defined(self.unit.outline))

    @cached_property
    def _looked_into(self) -> list[Call]:
        return [call for call in self.calls if call.callee.is_shallow]

    @cached_property
    def handed(self) -> list[Handed]:
        """What the clauses of functions that are called name of its variables and those of the file."""
        return handed_on(self._looked_into)

    @cached_property
    def is_shallow(self) -> bool:
        """Whether few calls of functions of the file lead from it to the end: what such a function does is looked up."""
        called = [self]
        for _ in range(_DEEPEST):
            called = list({id(call.callee): call.callee for body in called for call in body.calls}.values())
            if not called:
                return True
        return False

    def other(self, function: Function) -> Body:
        """Another function of the file."""
        return _body_of(self.unit.outline, function)

    @cached_property
    def _named(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for node in descendants(self.node):
            if node.type in ("identifier", "this", "field_expression"):
                found.setdefault("".join(text_of(node).split()), []).append(node)
        return found

    @property
    def names(self) -> list[str]:
        """Everything that is named in it."""
        return list(self._named)

    @cached_property
    def names_with_callees(self) -> list[str]:
        """Everything that is named in it, and the variables of the file that functions name which are called."""
        found = dict.fromkeys(self._named)
        scopes = self.unit.declarations
        for call in self._looked_into:
            for name in call.callee.names_with_callees:
                declared = scopes.lookup(name, call.callee.function.body.end - 1)
                if name not in found and declared is not None and declared.is_global and declared.kind == "variable":
                    found[name] = None
        return list(found)

    def own_mentions(self, name: str) -> list[Mention]:
        """Every occurrence outside of directives, without what functions that are called do."""
        return [Mention(node.start_byte, self._kind(node), node) for node in self._named.get(name, ())]

    def mentions(self, name: str) -> list[Mention]:
        """Every occurrence outside of directives, in order."""
        if name not in self._mentions:
            found = [*self.own_mentions(name), *self._in_callees(name)]
            self._mentions[name] = sorted(found, key=lambda mention: mention.at)
        return self._mentions[name]

    def _in_callees(self, name: str) -> list[Mention]:
        """What functions that are called do with a variable of the file."""
        declared = self.unit.declarations.lookup(name, self.function.body.end - 1)
        if declared is None or not declared.is_global or declared.kind != "variable":
            return []
        found: list[Mention] = []
        for call in self._looked_into:
            kinds = {m.kind for m in call.callee.mentions(name)}
            if "set" in kinds:
                found.append(Mention(call.at, "set", call.node))
            if kinds - {"set", "named"}:
                found.append(Mention(call.at, done_with(call.callee, name) or "given", call.node))
        return found

    def _kind(self, node: Node) -> Kind:
        construct = self.on_device(node.start_byte)
        kind = _use_of(node)
        if kind in ("renamed", "named") and self.is_number(text_of(node), node.start_byte):
            kind = "read"
        if kind == "given" and construct is None:
            kind = self._by_callee(node) or kind
        if kind == "given" and _is_reckoned(node) and self.is_number(text_of(node), node.start_byte):
            kind = "read"
        if construct is None:
            return kind
        changes = kind in ("written", "set", "given") and construct.name != "host_data"
        return "device written" if changes else "device"

    def _by_callee(self, node: Node) -> Kind | None:
        """What a function of the file does with what it is given."""
        call = next((c for c in self._looked_into if node in c.arguments.values()), None)
        return done_with(call.callee, call.parameter(node)) if call is not None else None

    def is_number(self, name: str, at: int | None = None) -> bool:
        """Whether a variable of the function, or of the block around ``at``, leads nowhere and has one element."""
        declared = self.unit.declarations.lookup(name, self.function.body.end - 1 if at is None else at)
        return declared is not None and not self.unit.declarations.type_of(declared).layers

    def loop_around(self, offset: int) -> Node | None:
        """The outermost loop of the function that holds a place."""
        found = None
        node = self.root.descendant_for_byte_range(offset, offset)
        while node is not None and node.start_byte > self.function.body.start:
            if node.type in _REPEATING and node.start_byte < offset:
                found = node
            node = node.parent
        return found

    def block_of(self, offset: int) -> Node:
        """The block that a statement at ``offset`` stands in, or that ends there."""
        node = self.root.descendant_for_byte_range(offset, offset + 1)
        while node is not None and node.start_byte >= self.function.body.start:
            if node.type in _BLOCKS and node.start_byte < offset:
                return node
            node = node.parent
        return self.node

    def precedes(self, offset: int, other: int) -> bool:
        """Whether what stands at ``offset`` may run before what stands at ``other``: earlier, or in the same loop."""
        loop = self.loop_around(other)
        return offset < other or (loop is not None and loop.start_byte <= offset < loop.end_byte)


def moved_by(constructs: list[Construct]) -> Iterator[Moved]:
    """What the clauses of directives name."""
    for construct in constructs:
        for clause in construct.node.clauses:
            for item in clause.items:
                if item.variable is not None:
                    text = "".join(item.text.split())
                    name = "self" if clause.name == "host" else clause.name  # OpenACC 3.4, section 2.14.4
                    yield Moved(text.partition("[")[0], text, name, construct)


def body_at(outline: Outline, offset: int) -> Body | None:
    """The function whose body holds a place, read once for each version of a text."""
    function = next((f for f in outline.functions if f.body.start <= offset < f.body.end), None)
    return _body_of(outline, function) if function is not None else None


@kept
def _once_defined(outline: Outline) -> dict[str, Function]:
    """The functions of a file whose names tell which one is meant."""
    names = Counter(f.name.rpartition("::")[2] for f in outline.functions)
    return {name: f for f in outline.functions if names[name := f.name.rpartition("::")[2]] == 1}


@kept
def _body_of(outline: Outline, function: Function) -> Body:
    return Body(_unit_of(outline), function)


@kept
def _unit_of(outline: Outline) -> Unit:
    return Unit(outline)


def _use_of(node: Node) -> Kind:
    """What an expression around an occurrence does with it."""
    inner, parent = node, node.parent
    reaches = False  # whether it is what the variable leads to, and not the variable
    while parent is not None and parent.type in _WITHIN:
        if parent.type == "subscript_expression" and parent.named_children[0] != inner:
            return "read"  # it is an index
        if parent.type == "pointer_expression" and parent.children[0].type == "&" and not reaches:
            return "given"
        if parent.type == "binary_expression" and (reaches or parent.children[1].type not in ("+", "-")):
            return "read" if reaches else "named"
        reaches = reaches or parent.type in ("subscript_expression", "pointer_expression", "field_expression")
        inner, parent = parent, parent.parent
    if parent is None:
        return "read"
    if parent.type == "assignment_expression" and parent.child_by_field_name("left") == inner:
        return "written" if reaches else "set"
    if parent.type == "update_expression":
        return "written" if reaches else "set"
    if parent.type == "init_declarator" and parent.child_by_field_name("declarator") == inner:
        return "set"
    if parent.type == "pointer_declarator" or parent.type == "array_declarator" or parent.type == "declaration":
        return "set"
    if parent.type == "delete_expression":
        return "released"
    if parent.type == "return_statement" and not reaches:
        return "returned"
    if parent.type == "argument_list" and not reaches and parent.parent is not None:
        return _given_to(parent.parent, parent, inner)
    if not reaches and parent.type in (
        "init_declarator",
        "assignment_expression",
        "initializer_list",
        "conditional_expression",
    ):
        return "renamed"
    return "read" if reaches else "named"


def _is_reckoned(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "binary_expression"


def _given_to(call: Node, arguments: Node, inner: Node) -> Kind:
    if call.type != "call_expression":
        return "given"
    name = text_of(call.child_by_field_name("function")).rpartition("::")[2]
    if name == "swap":
        return "renamed"
    effect = effect_of(name)
    position = arguments.named_children.index(inner)
    if name in _RECEIVED or name in _SENDING:
        return "written" if _RECEIVED.get(name) == position else "read"
    if effect.releases:
        return "released"
    if effect.pure:
        return "read"
    if not effect.keeps_nothing:
        return "given"
    return "written" if effect.may_write(position) else "read"
