"""Loops of one thread over a tile of its own, ``own[i * n + j] += a[i] * b[j]``: their rounds lie side by side in memory.

The same element of two threads does not: a vector of threads would gather what a vector of rounds loads. So the innermost loop has the
lanes there, and the compiler finds them by itself.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.lower.reductions import reaches, unit_term
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, Variables


def goes_along_own_tile(statement: Node, variables: Variables) -> bool:
    """Whether there is a loop in a loop that goes along a row of an array of the thread's own, and steps nowhere else."""
    loops = [node for node in walk(statement) if node.type == "for_statement"]
    return any(_is_along(outer, inner, variables) for outer in loops if (inner := _only(outer)) is not None)


def _only(loop: Node) -> Node | None:
    """The loop that is all that another does, and has none inside."""
    body = loop.child_by_field_name("body")
    while body is not None and body.type == "compound_statement" and body.named_child_count == 1:
        body = body.named_children[0]
    if body is None or body.type != "for_statement":
        return None
    return body if sum(node.type == "for_statement" for node in walk(body)) == 1 else None


def _is_along(outer: Node, inner: Node, variables: Variables) -> bool:
    row, column = (_counter(loop, variables) for loop in (outer, inner))
    body = inner.child_by_field_name("body")
    if row is None or column is None or body is None:
        return False
    found = False
    for node in walk(body):
        if node.type != "subscript_expression":
            continue
        array, indices = _chain(node)
        if any(reaches(index, column, variables) for index in indices[:-1]):
            return False
        if reaches(indices[-1], column, variables) and not unit_term(indices[-1], column, variables):
            return False
        variable = variables.of(array)
        own = variable is not None and bool(variable.extents) and not variable.shared and not variable.pointers
        both = all(any(reaches(index, one, variables) for index in indices) for one in (row, column))
        found |= own and both and variable is not None and not variable.parameter
    return found


def _counter(loop: Node, variables: Variables) -> Variable | None:
    start = loop.child_by_field_name("initializer")
    declared = [v for v in variables.all if start is not None and v.declaration == start and v.scalar]
    return declared[0] if len(declared) == 1 else None


def _chain(element: Node) -> tuple[Node, list[Node]]:
    """The array of ``name[i][j]``, and its indices in their order."""
    indices: list[Node] = []
    while element.type == "subscript_expression":
        given = element.child_by_field_name("indices")
        index = given.named_children[0] if given is not None and given.named_children else element.named_children[-1]
        indices.insert(0, index)
        argument = element.child_by_field_name("argument")
        if argument is None:
            break
        element = argument
    return element, indices
