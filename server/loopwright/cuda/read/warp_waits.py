"""Where the threads of a warp wait for one another at its matrices: what loads or stores one waits for all of them (PTX ISA, `wmma.load`).

What the first thread does instead has to come behind what the others did before, and before what they do next. Where none of
them uses memory in between there is nothing to wait for, and no word is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from tree_sitter import Node

from loopwright.cuda.read.functions import arguments_of, called
from loopwright.cuda.read.rewriting import LOOPS, walk
from loopwright.cuda.read.variables import Variables
from loopwright.cuda.spec import operations
from loopwright.lang.method_heads import declared_name
from loopwright.source.nodes import text_of

MOVES = frozenset(("load_matrix_sync", "store_matrix_sync"))
_WAITS = frozenset(("__syncthreads", "__syncwarp", "__barrier_of_all"))
_PLAIN = frozenset(("expression_statement", "declaration", "return_statement"))
_LEAVES = frozenset(("break_statement", "continue_statement", "goto_statement"))


def functions_that_move(functions: Sequence[Node]) -> frozenset[str]:
    """Names of functions that load or store matrices, by themselves or in functions of the file."""
    return _grown(functions, lambda node: any(called(call) in MOVES for call in _calls(node)))


def functions_that_touch(functions: Sequence[Node]) -> frozenset[str]:
    """Names of functions in which threads may use memory of their own accord."""
    return _grown(functions, lambda node: _Order(Variables(node), {}, frozenset(), frozenset()).touches(node))


def _grown(functions: Sequence[Node], begins: Callable[[Node], bool]) -> frozenset[str]:
    said = [(text_of(declared_name(n)).split("::")[-1], n) for n in functions]
    found = {name for name, node in said if begins(node)}
    calls = [(name, {called(call) for call in _calls(node)}) for name, node in said]
    while more := {name for name, names in calls if names & found} - found:
        found |= more
    return frozenset(found)


def _calls(node: Node) -> list[Node]:
    return [n for n in walk(node) if n.type == "call_expression"]


@dataclass(frozen=True)
class Waits:
    """Statements, by their identity, before and behind which the threads of a warp wait."""

    before: Set[int]
    behind: Set[int]


def waits_of(
    body: Node, variables: Variables, first: Mapping[int, Node], moving: Set[str], touching: Set[str]
) -> Waits:
    """Where they wait in a function. ``first``: statements that the first thread does; ``moving`` and ``touching``: functions of the
    file."""
    ways = []
    for backwards in (False, True):
        order = _Order(variables, first, moving, touching, backwards)
        order.pass_over(body, False)
        ways.append(order.found)
    return Waits(*ways)


@dataclass
class _Order:
    """One way through a function, from its begin or its end. What is passed on says whether threads have used memory since they last
    waited."""

    variables: Variables
    first: Mapping[int, Node]
    moving: Set[str]
    touching: Set[str]
    backwards: bool = False
    found: set[int] = field(default_factory=set)

    def pass_over(self, node: Node, used: bool) -> bool:
        """What holds behind ``node``, where ``used`` holds before."""
        if node.id in self.first or node.type in _PLAIN:
            return self._statement(node, used)
        if node.type in LOOPS:
            return self._rounds(node, used)
        if node.type == "if_statement":
            return self._conditional(node, used)
        if node.type.endswith("statement") or node.type == "else_clause":
            leaves = any(n.type in _LEAVES for n in walk(node)) if node.type != "compound_statement" else False
            for part in self._parts(node):
                used = self.pass_over(part, used)
            return used or (leaves and self.touches(node))
        return used or self.touches(node)

    def _parts(self, node: Node) -> list[Node]:
        return node.named_children[::-1] if self.backwards else node.named_children

    def _statement(self, node: Node, used: bool) -> bool:
        calls = {called(call) for call in _calls(node)}
        if calls & (MOVES if node.id in self.first else self.moving):
            if used:
                self.found.add(node.id)
            return node.id not in self.first and self.touches(node)
        if node.id in self.first:
            return used
        if any(called(call) in _WAITS and not arguments_of(call) for call in _calls(node)):
            return False
        return used or self.touches(node)

    def _rounds(self, node: Node, used: bool) -> bool:
        parts = self._parts(node)
        inside = used
        for _ in range(2):  # a round begins as the one before ended
            for part in parts:
                inside = self.pass_over(part, inside)
            inside = inside or used
        leaves = any(n.type in _LEAVES for n in walk(node))
        return inside or (leaves and self.touches(node))

    def _conditional(self, node: Node, used: bool) -> bool:
        asked = node.child_by_field_name("condition")
        ways = [n for n in (node.child_by_field_name("consequence"), node.child_by_field_name("alternative")) if n]
        if not self.backwards and asked is not None:
            used = used or self.touches(asked)
        ends = [self.pass_over(way, used) for way in ways]
        used = any(ends) or (len(ways) == 1 and used)
        return used or (self.backwards and asked is not None and self.touches(asked))

    def touches(self, node: Node) -> bool:
        """Whether threads may use memory that others see, but for what the first does."""
        if node.id in self.first:
            return False
        if node.type == "subscript_expression" and not self._is_own(node.child_by_field_name("argument")):
            return True
        if node.type == "pointer_expression" and text_of(node.child_by_field_name("operator")) == "*":
            return True
        if node.type == "field_expression" and text_of(node.child_by_field_name("operator")) == "->":
            return True
        if node.type == "call_expression" and self._hands_memory(node):
            return True
        if node.type == "identifier" and (known := self.variables.of(node)) is not None and known.shared:
            return not known.extents
        return any(self.touches(child) for child in node.named_children)

    def _is_own(self, node: Node | None) -> bool:
        """Whether an element is one of an array of the thread."""
        while node is not None and node.type == "subscript_expression":
            node = node.child_by_field_name("argument")
        known = self.variables.of(node) if node is not None and node.type == "identifier" else None
        return known is not None and bool(known.extents) and not (known.shared or known.parameter or known.pointers)

    def _hands_memory(self, call: Node) -> bool:
        if called(call) in MOVES or called(call) in self.moving or called(call) in operations().barriers:
            return False
        if called(call) in self.touching:
            return True
        given = [self.variables.of(n) for a in arguments_of(call) for n in walk(a) if n.type == "identifier"]
        return any(v is not None and (v.pointers or v.shared) for v in given)
