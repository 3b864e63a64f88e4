"""Loops whose rounds the threads of the grid share: kernels that are one such loop, and those that have some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.analyse.indices import NARROW, is_global_index, is_inside, is_total
from loopwright.cuda.analyse.strides import unit_term
from loopwright.cuda.read.bindings import structured_binding
from loopwright.cuda.read.device_function import INDICES, DeviceFunction
from loopwright.cuda.read.rewriting import condition_of, holds, statements_of, target_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of


@dataclass(frozen=True)
class GridLoop:
    """``for (i = the thread's number; i < bound; i += threads of the grid)``: all threads together do every round once. ``last``: the
    statement that counts, where it is a ``while`` loop."""

    loop: Node
    variable: Variable
    bound: Node
    last: Node | None = None


def loop_over_grid(function: DeviceFunction, statements: Sequence[Node], sizes: Sequence[str] = ()) -> GridLoop | None:
    """The one such loop that a kernel consists of. ``sizes`` as in :func:`is_global_index`."""
    if not statements or statements[-1].type not in ("for_statement", "while_statement"):
        return None
    loop = statements[-1]
    is_while = loop.type == "while_statement"
    if any(s.type != "declaration" for s in statements[:-1]):
        return None
    variables = function.variables
    init, condition, update = (loop.child_by_field_name(n) for n in ("initializer", "condition", "update"))
    if is_while:
        condition, update = condition_of(loop), _counting(loop)
    if condition is None or update is None or condition.type != "binary_expression":
        return None
    name = bare(condition.child_by_field_name("left") or condition)
    variable = variables.of(name)
    bound = condition.child_by_field_name("right")
    if (
        variable is None
        or bound is None
        or text_of(condition.child_by_field_name("operator")) != "<"
        or variable.init is None
        or variable in variables.used_in(bound)
        or _names_parts(bound, statements[:-1])
    ):
        return None
    if is_global_index(variable.init, sizes) is None and not _starts_with_index(variable, variables, sizes):
        return None
    if init is not None and init.type != "declaration":
        return None
    if (
        len(variable.writes) != 1
        or not holds(update, variable.writes[0])
        or not _steps_by_grid(update, variables, sizes if variable.base in NARROW else ())
    ):
        return None
    body = loop.child_by_field_name("body")
    assert body is not None
    for node in walk(body):
        if node.type in ("return_statement", "goto_statement") or (
            node.type in (("break_statement", "continue_statement") if is_while else ("break_statement",))
            and target_of(node) == loop
        ):
            return None
    outside = [v for v in variables.all if not v.parameter and v is not variable and not is_inside(v, body)]
    if any(holds(body, n) for v in outside for n in (*v.writes, *v.taken)):
        return None
    if any(holds(body, n) for v in outside for n in v.uses if _is_indexed(v, variables)):
        return None
    if init is not None and any(_goes_with_head(v, init, update) for v in outside):
        return None
    if any(p.writes or p.taken for p in function.parameters):
        return None
    words = {text_of(n) for n in walk(body) if n.type == "identifier" and not holds(update, n)}
    if words & set(INDICES):
        return None
    return GridLoop(loop, variable, bound, update.parent if is_while else None)


def goes_by_grid(function: DeviceFunction, statements: Sequence[Node], sizes: Sequence[str] = ()) -> bool:
    """Whether in a loop among ``statements`` each thread goes on by as many elements of memory as the grid has threads: neighbours take
    neighbours, round by round. A kernel whose threads have arrays of their own is none of these: they would be kept for all threads."""
    own = [v for v in function.variables.all if v.extents and not v.parameter]
    return not own and any(s.type == "for_statement" and _is_by_grid(s, function, sizes) for s in statements)


def _is_by_grid(loop: Node, function: DeviceFunction, sizes: Sequence[str]) -> bool:
    variables, init, update = function.variables, *(loop.child_by_field_name(n) for n in ("initializer", "update"))
    counter = next((v for v in variables.all if v.init is not None and v.declaration == init), None)
    if counter is None or counter.init is None or update is None:
        return False
    if not _steps_by_grid(update, variables, sizes if counter.base in NARROW else ()):
        return False
    if not _is_from_the_index(counter.init, variables, sizes):
        return False
    if any(n.type in ("return_statement", "goto_statement", "break_statement") for n in walk(loop)):
        return False
    indices = (n for n in walk(loop) if n.type == "subscript_argument_list" and len(n.named_children) == 1)
    return any(unit_term(n.named_children[0], counter, variables) for n in indices)


def _is_from_the_index(start: Node, variables: Variables, sizes: Sequence[str]) -> bool:
    """Whether a value is the thread's number in the grid, or a sum of it and something else."""
    start = bare(start)
    if is_global_index(start, sizes) is not None:
        return True
    variable = variables.of(start)
    if variable is not None:
        value = None if variable.writes or variable.parameter else variable.init
        return value is not None and _is_from_the_index(value, variables, sizes)
    if start.type != "binary_expression" or text_of(start.child_by_field_name("operator")) != "+":
        return False
    sides = (start.child_by_field_name("left"), start.child_by_field_name("right"))
    return any(side is not None and _is_from_the_index(side, variables, sizes) for side in sides)


def _counting(loop: Node) -> Node | None:
    """The expression with which a ``while`` loop ends."""
    body = loop.child_by_field_name("body")
    statements = [n for n in statements_of(body) if n.type != "comment"] if body is not None else []
    last = statements[-1] if len(statements) > 1 else None
    return bare(last.named_children[0]) if last is not None and last.type == "expression_statement" else None


def _starts_with_index(variable: Variable, variables: Variables, sizes: Sequence[str]) -> bool:
    other = variables.of(bare(variable.init)) if variable.init is not None else None
    if other is None or other.init is None or other.writes:
        return False
    return is_global_index(other.init, sizes) is not None


def _goes_with_head(variable: Variable, init: Node, update: Node) -> bool:
    """Whether a variable is declared beside the counter, and something else than what the head says asks for it."""
    own = variable.declaration == init
    return own and any(not holds(init, n) and not holds(update, n) for n in variable.uses)


def _names_parts(bound: Node, statements: Sequence[Node]) -> bool:
    """Whether a bound names a part of an object: what declares that name stands with what each thread does."""
    declared = (structured_binding(s) for s in statements)
    parts = {text_of(n) for binding in declared if binding is not None for n in binding.named_children}
    return any(text_of(n) in parts for n in walk(bound) if n.type == "identifier")


def _is_indexed(variable: Variable, variables: Variables) -> bool:
    """A variable outside the loop that tells threads apart or is not plain."""
    if variable.init is None:
        return True
    return any(text_of(n) in ("threadIdx", "blockIdx") for n in walk(variable.init)) or any(
        v is not variable and _is_indexed(v, variables) for v in variables.used_in(variable.init) if not v.parameter
    )


def _steps_by_grid(update: Node, variables: Variables, sizes: Sequence[str]) -> bool:
    if update.type != "assignment_expression":
        return False
    right = update.child_by_field_name("right")
    operator = text_of(update.child_by_field_name("operator"))
    if right is None:
        return False
    if operator == "=":
        right = bare(right)
        if right.type != "binary_expression" or text_of(right.child_by_field_name("operator")) != "+":
            return False
        parts = [right.child_by_field_name("left"), right.child_by_field_name("right")]
        left = text_of(update.child_by_field_name("left"))
        step = next((p for p in parts if p is not None and text_of(p) != left), None)
    elif operator == "+=":
        step = right
    else:
        return False
    if step is None:
        return False
    if is_total(step, sizes) is not None:
        return True
    variable = variables.of(bare(step))
    return (
        variable is not None
        and variable.init is not None
        and not variable.writes
        and is_total(variable.init, sizes if variable.base in NARROW else ()) is not None
    )
