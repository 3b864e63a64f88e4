"""Loops of one thread over a tile of its own, ``own[i * n + j] += a[i] * b[j]``: their rounds lie side by side in memory.

The same element of two threads does not: a vector of threads would gather what a vector of rounds loads. So the innermost loop has the
lanes there, and the compiler finds them by itself.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.lower.reductions import counter_of, reaches, unit_term
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import text_of

_ELSEWHERE = frozenset(
    ("call_expression", "assignment_expression", "update_expression", "lambda_expression", "comma_expression")
)


def goes_along_own_tile(statement: Node, variables: Variables) -> bool:
    """Whether there is a loop in a loop that goes along a row of an array of the thread's own, and steps nowhere else."""
    loops = [node for node in walk(statement) if node.type == "for_statement"]
    return any(_is_along(outer, inner, variables) for outer in loops if (inner := _only(outer)) is not None)


def is_row_of_own_tile(loop: Node, variables: Variables) -> bool:
    """Whether the rounds of a loop are told apart by what they store, an element each of a row of the thread's own tile: they may be
    lanes of a vector, whatever a compiler makes of them."""
    outer = loop.parent
    while outer is not None and outer.type == "compound_statement":
        outer = outer.parent
    if outer is None or outer.type != "for_statement" or _only(outer) != loop or not _is_along(outer, loop, variables):
        return False
    statement = loop.child_by_field_name("body")
    while statement is not None and statement.type == "compound_statement" and statement.named_child_count == 1:
        statement = statement.named_children[0]
    column, told = counter_of(loop, variables), statement.named_children if statement is not None else []
    if column is None or statement is None or statement.type != "expression_statement" or len(told) != 1:
        return False
    left, right = told[0].child_by_field_name("left"), told[0].child_by_field_name("right")
    if told[0].type != "assignment_expression" or left is None or right is None or left.type != "subscript_expression":
        return False
    array, indices = _chain(left)
    variable = variables.of(array)
    if variable is None or not _is_own(variable) or not all(map(_is_element, variable.uses)):
        return False
    named = [variables.of(node) for index in indices for node in walk(index) if node.type == "identifier"]
    condition = loop.child_by_field_name("condition")
    others = [n for part in (right, condition) if part for n in walk(part) if variables.of(n) is variable]
    same = all(node.parent is not None and text_of(_whole(node)) == text_of(left) for node in others)
    return named.count(column) == 1 and same and not any(n.type in _ELSEWHERE for n in (*walk(left), *walk(right)))


def _is_own(variable: Variable) -> bool:
    own = bool(variable.extents) and not variable.shared and not variable.pointers
    return own and not variable.parameter and not variable.reference and not variable.volatile


def _is_element(use: Node) -> bool:
    """Whether a use of an array is an element, whose address nobody takes."""
    whole = _whole(use)
    around = whole.parent
    return whole != use and (around is None or around.type != "pointer_expression")


def _whole(use: Node) -> Node:
    """The element that the name of an array stands in."""
    while (
        (p := use.parent) is not None and p.type == "subscript_expression" and p.child_by_field_name("argument") == use
    ):
        use = p
    return use


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
        both = all(any(reaches(index, one, variables) for index in indices) for one in (row, column))
        found |= both and variable is not None and _is_own(variable)
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
