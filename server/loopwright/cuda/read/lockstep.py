"""Statements that count on the threads of a warp being in step: all read before one of them writes.

Before Volta a warp had one program counter, and programs that sum up their last 32 values without a barrier still print the same on
later GPUs. CUDA promises it to nobody: what is done here is one of the orders that threads may take, and the one that their authors meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.cuda.read.rewriting import LOOPS, ancestors, statements_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of

_HALVING = frozenset((">>=", "/="))


class Lockstep:
    """The question for one function. ``takes_shared``: its pointers may lead to memory of the block."""

    def __init__(self, variables: Variables, body: Node, takes_shared: bool) -> None:
        self.variables = variables
        self.body = body
        self.takes_shared = takes_shared
        self._mentions_volatile = any(variable.volatile for variable in variables.all)

    def holds(self, node: Node) -> bool:
        """Whether ``node`` is such a statement."""
        if node.type not in ("expression_statement", "declaration"):
            return False
        if self._mentions_volatile and any(self._is_shared(v) for v in self._volatile_places(node)):
            return True
        array = self._array_across(node)
        if array is None:
            return False
        if array.volatile:
            return self._is_seen_by_others(array)
        return self._is_shared(array) and (_reads_across_butterfly(node) or self._is_in_chain(node, array))

    def _volatile_places(self, node: Node) -> Iterator[Variable]:
        """Volatile variables of which ``node`` uses an element."""
        for n in walk(node):
            parent = n.parent
            if n.type != "identifier" or parent is None:
                continue
            if parent.type in ("subscript_expression", "pointer_expression"):
                variable = self.variables.of(n)
                if variable is not None and variable.volatile:
                    yield variable

    def _array_across(self, node: Node) -> Variable | None:
        """The array of ``a[i] = … a[j] …`` where the two subscripts differ."""
        assigned = bare(node.named_children[0]) if node.type == "expression_statement" and node.named_children else None
        if assigned is None or assigned.type != "assignment_expression":
            return None
        left, right = assigned.child_by_field_name("left"), assigned.child_by_field_name("right")
        if left is None or right is None or left.type != "subscript_expression":
            return None
        array = self.variables.of(left.named_children[0])
        others = (
            n
            for n in walk(right)
            if n.type == "subscript_expression"
            and self.variables.of(n.named_children[0]) is array
            and text_of(n) != text_of(left)
        )
        return array if any(True for _ in others) else None

    def _is_shared(self, variable: Variable) -> bool:
        """Whether it may be the block's. A kernel's parameters point to memory of the whole grid."""
        if variable.shared or (variable.parameter and self.takes_shared):
            return True
        return any(self._is_shared(v) for v in self._inputs(variable))

    def _is_seen_by_others(self, variable: Variable) -> bool:
        """Whether it leads to memory that other threads can reach."""
        if variable.shared or (variable.parameter and variable.pointers):
            return True
        return bool(variable.pointers) and any(self._is_seen_by_others(v) for v in self._inputs(variable))

    def _inputs(self, variable: Variable) -> set[Variable]:
        used = self.variables.used_in(variable.init) if variable.init is not None else set()
        return used - {variable}

    def _is_in_chain(self, node: Node, array: Variable) -> bool:
        """Whether the same array is read across once more before threads wait: beside it, or in the next round of a loop that halves."""
        place = node
        for around in ancestors(node, self.body):
            if around.type == "compound_statement" and len(_statements(around)) > 1:
                beside = (_next(place, forward) for forward in (True, False))
                return any(s is not None and self._array_across(_only(s)) is array for s in beside)
            if around.type in LOOPS:
                return _halves(around)
            if around.type not in ("if_statement", "compound_statement"):
                return False
            if around.child_by_field_name("alternative") is not None:
                return False
            place = around
        return False


def _statements(block: Node) -> list[Node]:
    return [n for n in statements_of(block) if n.type != "comment"]


def _next(node: Node, forward: bool) -> Node | None:
    at = node.next_named_sibling if forward else node.prev_named_sibling
    while at is not None and at.type == "comment":
        at = at.next_named_sibling if forward else at.prev_named_sibling
    return at


def _only(node: Node) -> Node:
    """The one statement of ``if (…) { … }`` without an `else`, at any depth."""
    while node.type in ("if_statement", "compound_statement"):
        if node.child_by_field_name("alternative") is not None:
            return node
        inner = node.child_by_field_name("consequence") if node.type == "if_statement" else None
        statements = _statements(node) if inner is None else [inner]
        if len(statements) != 1:
            return node
        node = statements[0]
    return node


def _reads_across_butterfly(node: Node) -> bool:
    """``s[i] += s[i ^ 8];``: each of two threads reads what the other one writes."""
    return any(
        n.type == "subscript_expression" and any(inner.type == "^" for inner in walk(n.named_children[1]))
        for n in walk(node)
    )


def _halves(loop: Node) -> bool:
    """``for (…; …; d /= 2)``."""
    update = loop.child_by_field_name("update")
    return update is not None and any(
        n.type == "assignment_expression" and text_of(n.child_by_field_name("operator")) in _HALVING
        for n in walk(update)
    )
