"""Rows of threads that are to be a vector's lanes, where conditions or columns are in the way.

Elements of memory that lie side by side are said so that a compiler sees it under a condition too. Where a statement is done for some
lanes of a vector only, g++ reckons an index like ``row * n + column`` in unsigned numbers, which may wrap, and then gathers and scatters
element by element. A pointer to the row and the column apart, ``(a + row * n)[column]``, stays one masked load or store: five times as
fast in a relaxation of paths.

What one thread of a row does at its end (``if (x == 0) b[y] -= …;``) is a loop of its own: threads run in any order, so all of them may do
what stands before it first. Three times as fast in an elimination of Gauss.

In ``for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];`` each thread goes down a column of ``b``, and a line of the
cache is gone before the next thread wants its neighbour. With the rounds outside and a strip of the row inside, memory is gone through
in order; what a thread keeps meanwhile stands in an array as long as the strip. Ten times as fast in a product of matrices.

In ``for (int k = 0; k < n; ++k) sum += a[i * n + k] * x[k];`` each addition waits for the one before. With the rounds outside a vector has a
thread in each lane, whose sum keeps its order. 2.4 times as fast in a product of a matrix and a vector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.analyse.indices import is_inside
from loopwright.cuda.analyse.strides import Lane, goes_down
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import Code, Form, Rule, form, quoted
from loopwright.cuda.ir.statements import Body, Loop, Plain
from loopwright.cuda.lower.reductions import folds_a_row
from loopwright.cuda.read.device_function import called
from loopwright.cuda.read.rewriting import JUMPS, LOOPS, ancestors, condition_of, holds, statements_of, walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import number_of

LENGTH = 128  # of a strip; 64 to 512 take the same within a tenth in a product of 768 rows
LANES = 8  # of a strip whose threads fold rows; with 16 and more what they fold into no longer stays in registers
_TOLD = frozenset(("printf", "assert"))
_SIGNED = frozenset(("int", "long", "long long"))
_LEAVING = frozenset(("return_statement", "goto_statement", "throw_statement"))


class Strips:
    """The question for one kernel. ``lane`` numbers the lanes of its vectors; ``always``: conditionals that are none any more."""

    def __init__(
        self, variables: Variables, typing: Typing, lane: Variable, body: Node, always: frozenset[int]
    ) -> None:
        self.variables, self.typing, self.lane, self.body, self.always = variables, typing, lane, body, always

    def code_of(self, node: Node, everywhere: bool, again: Rule) -> Code | None:
        """``a[i * n + j]`` as ``(a + i * n)[j]`` where that is wanted. ``everywhere``: all of the body is under a condition."""
        if not everywhere and not self._is_conditional(node):
            return None
        array, index = node.child_by_field_name("argument"), node.child_by_field_name("indices")
        if array is None or array.type != "identifier" or index is None or index.named_child_count != 1:
            return None
        memory = self.variables.of(array)
        if memory is None or not memory.parameter or memory.pointers != 1 or memory.writes or memory.taken:
            return None
        terms = list(self._terms(index.named_children[0], True))
        lanes = [term for term in terms if term is not None and self.variables.of(term[1]) is self.lane]
        rest = [term for term in terms if term is not None and term not in lanes]
        if None in terms or len(lanes) != 1 or not lanes[0][0] or not rest or not rest[0][0]:
            return None
        if any(self._moves(term) for _, term in rest):
            return None
        start = Form(tuple(form(" {} {}", "+" if plus else "-", quoted(term, again)) for plus, term in rest))
        return form("({}{})[{}]", text_of(array), start, self.lane.name)

    def _is_conditional(self, node: Node) -> bool:
        inner = node
        for around in ancestors(node, self.body):
            if around.type == "if_statement" and around.id not in self.always:
                if around.child_by_field_name("condition") != inner:
                    return True
            inner = around
        return False

    def _terms(self, node: Node, plus: bool) -> Iterator[tuple[bool, Node] | None]:
        """What is added and taken away, through variables that hold such a sum; ``None`` among them where a sum may wrap."""
        node = bare(node)
        found = self.typing.of(node)
        if found is None or found[1] or found[0] not in _SIGNED:
            yield None
        elif node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in ("+", "-"):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            minus = text_of(node.child_by_field_name("operator")) == "-"
            if left is not None and right is not None:
                yield from self._terms(left, plus)
                yield from self._terms(right, plus != minus)
        elif (value := self._value(node)) is not None and self.typing.of(value) == found:
            yield from self._terms(value, plus)
        else:
            yield plus, node

    def _value(self, node: Node) -> Node | None:
        """What a variable holds that is a sum over the lane."""
        variable = self.variables.of(node)
        if variable is None or variable is self.lane or variable.parameter or variable.writes or variable.taken:
            return None
        return variable.init if variable.init is not None and self._follows(variable.init) else None

    def _follows(self, node: Node) -> bool:
        """Whether a value depends on the lane."""
        return any(
            v is self.lane or (v.init is not None and not v.parameter and self._follows(v.init))
            for v in self.variables.used_in(node)
        )

    def _moves(self, term: Node) -> bool:
        """Whether a term depends on the lane, or may be another value where it is written now."""
        names = [v.name for v in self.variables.all]
        calls = any(n.type in ("call_expression", "subscript_expression", "field_expression") for n in walk(term))
        return (
            calls
            or self._follows(term)
            or any(v.writes or v.taken or v.passed or names.count(v.name) > 1 for v in self.variables.used_in(term))
        )


@dataclass(frozen=True)
class Apart:
    """``before``: what all threads do. ``statements``: what only the thread does whose index is ``number``."""

    before: list[Node]
    statements: list[Node]
    number: int


def apart(statements: list[Node], index: Variable | None, indices: Set[Variable], variables: Variables) -> Apart | None:
    """The statements in two parts, if the last is ``if (index == 3) …`` and asks nothing of what the others work out; ``indices``:
    those of the loops."""
    shown = [s for s in statements if s.type != "comment"]
    if index is None or len(shown) < 2 or shown[-1].type != "if_statement":
        return None
    if any(s.type.startswith("preproc") for s in shown):
        return None
    last, before = shown[-1], shown[:-1]
    then = last.child_by_field_name("consequence")
    number = _number(condition_of(last), index, variables)
    if then is None or number is None or last.child_by_field_name("alternative") is not None:
        return None
    if all(s.type == "declaration" for s in before) or any(n.type in _LEAVING for s in shown for n in walk(s)):
        return None
    for variable in variables.used_in(last) - indices:
        changed = any(holds(s, n) for s in before for n in (*variable.writes, *variable.taken, *variable.passed))
        if changed or not (variable.parameter or is_inside(variable, last)):
            return None
    return Apart(before, statements_of(then), number)


def _number(condition: Node, index: Variable, variables: Variables) -> int | None:
    """Which number a condition wants an index to be."""
    if condition.type != "binary_expression" or text_of(condition.child_by_field_name("operator")) != "==":
        return None
    sides = [bare(n) for n in (condition.child_by_field_name("left"), condition.child_by_field_name("right")) if n]
    for one, other in (sides, sides[::-1]):
        if variables.of(one) is index:
            return number_of(text_of(other))
    return None


def counter_of(loop: Node, variables: Variables, vary: Vary) -> Variable | None:
    """The counter of a ``for`` loop that all threads go through in the same rounds, by what nobody changes."""
    parts = [loop.child_by_field_name(n) for n in ("initializer", "condition", "update")]
    counter = next((v for v in variables.all if v.declaration == parts[0]), None)
    if loop.type != "for_statement" or counter is None or counter.init is None:
        return None
    heads = [part for part in parts if part is not None]
    words = {w for part in heads for w in variables.used_in(part)} - {counter}
    if len(heads) < 3 or any(not vary.is_uniform(v) or v.writes for v in words):
        return None
    if any(not any(holds(part, n) for part in heads) for n in counter.writes):
        return None
    loads = any(n.type in ("call_expression", "subscript_expression") for part in heads for n in walk(part))
    return None if loads else counter


def is_told_outside(node: Node) -> bool:
    """Whether a call shows somebody in which order threads come by."""
    return node.type == "call_expression" and called(node) in _TOLD


def loops_down_columns(statements: Sequence[Node], lane: Lane, variables: Variables, vary: Vary) -> list[Node]:
    """Those of the loops among ``statements`` whose rounds may be outside, none where something in the kernel forbids it."""
    inside = [n for s in statements for n in walk(s)]
    if any(n.type in JUMPS or is_told_outside(n) for n in inside):
        return []
    return [s for s in statements if s.type == "for_statement" and _is_down(s, lane, variables, vary)]


def _is_down(loop: Node, lane: Lane, variables: Variables, vary: Vary) -> bool:
    counter = counter_of(loop, variables, vary)
    if counter is None or any(n.type in LOOPS and n.id != loop.id for n in walk(loop)):
        return False
    return goes_down(loop, counter, lane, variables)


def loops_along_rows(statements: Sequence[Node], variables: Variables, vary: Vary) -> list[Node]:
    """Those of the loops among ``statements`` that fold a row for each thread, if their rounds may be outside; none where something
    in the kernel forbids it."""
    inside = [n for s in statements for n in walk(s)]
    if any(n.type in JUMPS or is_told_outside(n) for n in inside):
        return []
    loops = (s for s in statements if s.type == "for_statement" and counter_of(s, variables, vary) is not None)
    return [loop for loop in loops if folds_a_row(loop, variables)]


def may_be_kept(variables: Set[Variable]) -> bool:
    """Whether arrays keep these for the threads of a strip without loss: values of which a vector takes some at once."""
    return all(v.scalar and not (v.pointers or v.taken or v.reference or v.closure or v.constructed) for v in variables)


def strips_of(type: str, first: str, last: str, start: Code, bound: Code, body: Body, length: int) -> Loop:
    """The loop over the strips of a row; ``body`` is about the threads from ``first`` to ``last``."""
    told = form("const {} {} = std::min<long long>({} + {}, {});", type, last, first, str(length), bound)
    return Loop(type, first, bound, (Plain(told), *body), start, step=f"{first} += {length}")
