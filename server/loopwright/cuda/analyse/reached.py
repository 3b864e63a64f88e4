"""What threads of a kernel come to: elements, and the conditions that stand before them."""

from __future__ import annotations

from collections.abc import Container, Iterator

from tree_sitter import Node

from loopwright.cuda.read.device_function import INDICES, DeviceFunction
from loopwright.cuda.read.rewriting import LOOPS, ancestors, returning_guard, statements_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of

_CONDITIONS = LOOPS | {"if_statement", "conditional_expression"}


def is_guarded(kernel: DeviceFunction, at: int) -> bool:
    """Whether all that a kernel does with a parameter at a place that its threads choose stands under a condition on them."""
    if at >= len(kernel.parameters):
        return False
    derived = _of_threads(kernel)
    uses = [use for use in kernel.parameters[at].uses if _depends(_whole(use), kernel.variables, derived)]
    return all(any(_depends(c, kernel.variables, derived) for c in _conditions(use, kernel.body)) for use in uses)


def elements_of_every_thread(kernel: DeviceFunction, arrays: Container[str]) -> Iterator[tuple[Node, bool]]:
    """Subscripts of arrays of the file by the number of a thread, in its block or (``True``) in a line of the grid, that every thread
    comes to."""
    for node in kernel.inside:
        array, listed = node.child_by_field_name("argument"), node.child_by_field_name("indices")
        if node.type != "subscript_expression" or array is None or listed is None or len(listed.named_children) != 1:
            continue
        if text_of(array) not in arrays or kernel.variables.of(array) is not None:
            continue
        found = sorted(_terms(listed.named_children[0], kernel.variables))
        every = found in (["threadIdx.x"], ["blockDim.x * blockIdx.x", "threadIdx.x"])
        if every and not any(_conditions(node, kernel.body)):
            yield node, len(found) > 1


def _terms(node: Node, variables: Variables) -> list[str]:
    """What an expression is a sum of, variables that are never written by what they are made of."""
    node = bare(node)
    variable = variables.of(node) if node.type == "identifier" else None
    if (
        variable is not None
        and variable.init is not None
        and not (variable.writes or variable.taken or variable.pointers)
    ):
        return _terms(variable.init, variables)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = text_of(node.child_by_field_name("operator"))
    if left is None or right is None or operator not in ("+", "*"):
        return [text_of(node)]
    if operator == "+":
        return [*_terms(left, variables), *_terms(right, variables)]
    return [" * ".join(sorted((text_of(bare(left)), text_of(bare(right)))))]


def results_of_blocks(kernel: DeviceFunction) -> list[tuple[str, str]]:
    """Pairs of pointers of one type: the threads read from the first, and each block stores its one result behind the second. Sums of
    sums are often made in place, where it matters that a GPU begins blocks in their order: each reads before a later one stores."""
    derived = _of_threads(kernel, ("threadIdx",))
    pointers = [p for p in kernel.parameters if p.pointers == 1 and not (p.writes or p.taken or p.pack)]
    stored, read = set(), set()
    for parameter in pointers:
        for use in parameter.uses:
            place = use.parent
            if place is None or place.type != "subscript_expression" or place.child_by_field_name("argument") != use:
                continue
            by_thread = _depends(place, kernel.variables, derived, ("threadIdx",))
            around = place.parent
            if (
                around is not None
                and around.type == "assignment_expression"
                and around.child_by_field_name("left") == place
            ):
                stored |= set() if by_thread or "blockIdx" not in kernel.mentioned else {parameter}
            elif by_thread:
                read.add(parameter)
    return [(q.name, p.name) for p in pointers if p in stored for q in pointers if q in read - {p} and q.base == p.base]


def _of_threads(kernel: DeviceFunction, indices: tuple[str, ...] = INDICES) -> set[Variable]:
    """Variables that are worked out of a thread's number."""
    values = {v: [v.init] if v.init is not None else [] for v in kernel.variables.all}
    for variable, given in values.items():
        for write in variable.writes:
            around = write.parent
            right = around.child_by_field_name("right") if around is not None else None
            given += [right] if right is not None else []
    found: set[Variable] = set()
    while more := {
        v
        for v, given in values.items()
        if v not in found and any(_depends(g, kernel.variables, found, indices) for g in given)
    }:
        found |= more
    return found


def _depends(node: Node, variables: Variables, derived: set[Variable], indices: tuple[str, ...] = INDICES) -> bool:
    names = (n for n in walk(node) if n.type == "identifier")
    return any(variables.of(n) in derived if variables.of(n) is not None else text_of(n) in indices for n in names)


def _whole(use: Node) -> Node:
    """The expression that tells which place is meant."""
    at = use
    while at.parent is not None and at.parent.type in (
        "subscript_expression",
        "binary_expression",
        "parenthesized_expression",
        "pointer_expression",
        "argument_list",
        "init_declarator",
    ):
        at = at.parent
    return at


def _conditions(use: Node, body: Node) -> Iterator[Node]:
    """The conditions under which a place is reached."""
    below = use
    for around in ancestors(use, body):
        if around.type in _CONDITIONS:
            condition = around.child_by_field_name("condition")
            if condition is not None and condition.id != below.id:
                yield condition
        elif around.type == "binary_expression" and text_of(around.child_by_field_name("operator")) == "&&":
            left = around.child_by_field_name("left")
            if left is not None and left.id != below.id:
                yield left
        elif around.type == "compound_statement":
            before = (s for s in statements_of(around) if s.end_byte <= below.start_byte)
            yield from (guard for s in before if (guard := _leaving(s)) is not None)
        below = around


def _leaving(statement: Node) -> Node | None:
    """The condition under which a thread does not come behind a statement."""
    guard = returning_guard(statement)
    if guard is not None or statement.type != "if_statement":
        return guard
    then = statement.child_by_field_name("consequence")
    last = statements_of(then)[-1:] if then is not None else []
    leaves = any(s.type in ("return_statement", "continue_statement", "break_statement") for s in last)
    return statement.child_by_field_name("condition") if leaves else None
