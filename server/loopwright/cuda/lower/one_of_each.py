"""Conditions that one thread of each warp passes, ``if (threadIdx.x % 32 == 0)``: a loop over these threads alone.

Behind the reduction of a warp its first thread keeps the sum. As a condition in the loop over all threads that makes the loop one without
vectors, which asks every thread: a third of the time that a sum over a block takes.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.analyse.indices import holds_number
from loopwright.cuda.ir.plan import Every
from loopwright.cuda.lower.rounds import Shapes, whole_number
from loopwright.cuda.read.rewriting import condition_of, statements_of, walk
from loopwright.source.nodes import bare, text_of


def one_of_each(conditional: Node, shapes: Shapes) -> Every | None:
    """Which threads of a block of one dimension pass a condition that a lane of each warp passes, and do more than to choose a value."""
    if not shapes.vary.one_dimension or _chooses(conditional):
        return None
    condition = bare(condition_of(conditional))
    operator = text_of(condition.child_by_field_name("operator"))
    if condition.type == "unary_expression" and operator == "!":
        lane, first = condition.child_by_field_name("argument"), 0
    elif condition.type == "binary_expression" and operator == "==":
        lane = condition.child_by_field_name("left")
        told = whole_number(condition.child_by_field_name("right"), shapes.vary)
        if told is None:
            return None
        first = told
    else:
        return None
    width = _width(lane, shapes) if lane is not None else 0
    return Every(first, width) if first < width else None


def _chooses(conditional: Node) -> bool:
    """Whether a conditional only gives variables other values, which vectors do in one loop with what stands around it."""
    then = conditional.child_by_field_name("consequence")
    said = [statement for statement in statements_of(then) if statement.type != "comment"] if then is not None else []
    return all(statement.type == "expression_statement" and _is_a_choice(statement) for statement in said)


def _is_a_choice(statement: Node) -> bool:
    value = bare(statement.named_children[0]) if statement.named_children else statement
    target = value.child_by_field_name("left")
    plain = value.type == "assignment_expression" and target is not None and target.type == "identifier"
    return plain and all(n.type != "call_expression" for n in walk(value))


def _width(lane: Node, shapes: Shapes) -> int:
    """Of how many threads each part is in which an expression numbers them; 0 for any other."""
    lane = bare(lane)
    variable = shapes.variables.of(lane) if lane.type == "identifier" else None
    if variable is not None and (part := shapes.vary.parts.get(variable)) is not None:
        return part.width if part.operator == "%" else 0
    if variable is not None and variable.init is not None and shapes.vary.is_derived(variable):
        return _width(variable.init, shapes) if holds_number(variable) else 0
    left, right = lane.child_by_field_name("left"), lane.child_by_field_name("right")
    if lane.type != "binary_expression" or left is None or not _is_index(left, shapes):
        return 0
    operator, number = text_of(lane.child_by_field_name("operator")), whole_number(right, shapes.vary)
    if number is None:
        return 0
    if operator == "&":
        return number + 1 if number & (number + 1) == 0 else 0
    return number if operator == "%" else 0


def _is_index(node: Node, shapes: Shapes) -> bool:
    """Whether an expression is the number of the thread, all of it."""
    variable = shapes.variables.of(bare(node))
    return shapes.is_thread_index(node) and (variable is None or holds_number(variable))
