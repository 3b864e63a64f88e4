"""Loops of one thread that fold a row of memory into a scalar, ``for (k…) s += a[i * m + k] * x[k];``.

A sum of one thread has one order in CUDA, and programs check themselves against it. A maximum has one value in any order, but for zeros
of both signs and for a thread that begins with NaN. So lanes of a vector do not each fold a part of a row: they are threads side by side,
which fold together (:mod:`.strips`), for a core waits for each step before the next. Only loops are taken whose elements lie side by side;
one that strides through memory is better left to the lanes of the threads around it.

And loops of one thread over a tile of its own, ``own[i * n + j] += a[i] * b[j]``: their rounds lie side by side in memory, the same element
of two threads does not. A vector of threads would gather what a vector of rounds loads.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.cuda.analyse.strides import reaches, unit_term
from loopwright.cuda.lower.grain import is_mathematics
from loopwright.cuda.read.device_function import called
from loopwright.cuda.read.rewriting import statements_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.cuda.spec import operations
from loopwright.cuda.spec.machine import any_machine
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import number_of

_COUNTERS = frozenset(("int", "unsigned", "unsigned int", "size_t", "long", "uint", "int64_t", "uint32_t", "int32_t"))
_FOLDS = frozenset(("fmaxf", "fmax", "max", "fminf", "fmin", "min"))
_PLAIN = frozenset(
    (
        *("identifier", "number_literal", "binary_expression", "unary_expression", "parenthesized_expression"),
        *("subscript_expression", "subscript_argument_list", "call_expression", "argument_list", "cast_expression"),
        *("field_expression", "field_identifier", "conditional_expression", "type_descriptor", "primitive_type"),
        *("type_identifier", "sized_type_specifier", "comment", "pointer_expression", "template_function"),
        *("template_argument_list", "qualified_identifier", "namespace_identifier"),
    )
)
_ELSEWHERE = frozenset(
    ("call_expression", "assignment_expression", "update_expression", "lambda_expression", "comma_expression")
)


def folds_a_row(loop: Node, variables: Variables) -> bool:
    """Whether a ``for`` loop of device code does nothing but fold a row of memory into scalars."""
    counter = counter_of(loop, variables)
    body = loop.child_by_field_name("body")
    if counter is None or body is None or _is_short(loop):
        return False
    statements = [n for n in statements_of(body) if n.type != "comment"]
    folded: set[Variable] = set()
    told: list[Node] = []
    for statement in statements:
        if statement.type == "declaration":
            own = [v for v in variables.all if v.declaration == statement]
            if not own or any(v.init is None or v.writes or v.taken or v.extents or v.reference for v in own):
                return False
            told += [v.init for v in own if v.init is not None]
            continue
        found = _update(statement, variables)
        if found is None:
            return False
        folded.add(found[0])
        told.append(found[1])
    inner = frozenset(v for v in variables.all if v.declaration in statements)
    if not folded or not all(_is_plain(node, folded, variables) for node in told):
        return False
    return all(map(_is_private, folded)) and _is_dense(told, counter, inner, variables)


def _is_short(loop: Node) -> bool:
    """Whether a loop is said to have less rounds than pay."""
    condition = loop.child_by_field_name("condition")
    bound = condition.child_by_field_name("right") if condition is not None else None
    return (times := number_of(text_of(bound))) is not None and times < any_machine().fold


def counter_of(loop: Node, variables: Variables) -> Variable | None:
    """The variable of ``for (int k = …; k < …; ++k)``."""
    init, condition, update = (loop.child_by_field_name(n) for n in ("initializer", "condition", "update"))
    if init is None or condition is None or update is None or init.type != "declaration":
        return None
    own = [v for v in variables.all if v.declaration == init]
    if len(own) != 1 or own[0].base not in _COUNTERS or len(own[0].writes) != 1 or own[0].taken:
        return None
    left, bound = condition.child_by_field_name("left"), condition.child_by_field_name("right")
    if condition.type != "binary_expression" or left is None or bound is None or variables.of(left) is not own[0]:
        return None
    if text_of(condition.child_by_field_name("operator")) not in ("<", "<="):
        return None
    if any(n.type in ("call_expression", "assignment_expression", "update_expression") for n in walk(condition)):
        return None
    return own[0] if _is_next(update, own[0], variables) else None


def _is_next(update: Node, counter: Variable, variables: Variables) -> bool:
    """Whether a step is ``++k``, ``k++`` or ``k += 1``."""
    left, right = update.child_by_field_name("left"), update.child_by_field_name("right")
    target = left if left is not None else update.child_by_field_name("argument")
    if target is None or variables.of(target) is not counter:
        return False
    operator = text_of(update.child_by_field_name("operator"))
    return operator == "++" or (operator == "+=" and text_of(right) == "1")


def _update(statement: Node, variables: Variables) -> tuple[Variable, Node] | None:
    """(variable, what is folded in) of ``s += e``, ``s = s + e`` and ``s = fmaxf(s, e)``."""
    node = (
        statement.named_children[0] if statement.type == "expression_statement" and statement.named_children else None
    )
    if node is None or node.type != "assignment_expression":
        return None
    target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = text_of(node.child_by_field_name("operator"))
    variable = variables.of(target) if target is not None else None
    if variable is None or value is None:
        return None
    if operator == "+=":
        return variable, value
    value = bare(value)
    if operator != "=":
        return None
    if value.type == "binary_expression" and text_of(value.child_by_field_name("operator")) == "+":
        left, right = value.child_by_field_name("left"), value.child_by_field_name("right")
        if left is not None and right is not None and variables.of(left) is variable:
            return variable, right
    if value.type == "call_expression" and called(value) in _FOLDS:
        given = [n for n in value.children[-1].named_children if n.type != "comment"]
        if len(given) == 2 and variables.of(given[0]) is variable:
            return variable, given[1]
    return None


def _is_private(variable: Variable) -> bool:
    """A scalar of floating point that the thread has for itself."""
    known = not variable.parameter and not variable.shared and not variable.volatile and not variable.taken
    return known and variable.scalar and not variable.pointers and variable.base in ("float", "double")


def _is_plain(node: Node, folded: set[Variable], variables: Variables) -> bool:
    """Whether an expression only reads, and not what is folded."""
    for part in walk(node):
        if part.is_named and part.type not in _PLAIN:
            return False
        if part.type == "identifier" and variables.of(part) in folded:
            return False
        if part.type == "call_expression":
            name = called(part)
            name = operations().renamed.get(name, name)
            if not is_mathematics(name) and name not in operations().operators and name != "__ldg":
                return False
    return True


def _is_dense(nodes: list[Node], counter: Variable, inner: frozenset[Variable], variables: Variables) -> bool:
    """Whether elements of neighbouring rounds lie side by side or are the same, and some do."""
    dense = False
    for node in nodes:
        for part in walk(node):
            if (
                part.type == "pointer_expression"
                and _mentions(part, counter, inner, variables)
                and "[" not in text_of(part)
            ):
                return False
            if part.type != "subscript_expression":
                continue
            array = part.child_by_field_name("argument")
            if array is None or _mentions(array, counter, inner, variables):
                return False
            indices = part.child_by_field_name("indices")
            given = [n for n in (indices.named_children if indices is not None else []) if n.type != "comment"]
            if len(given) != 1 or _mentions(given[0], None, inner, variables):
                return False
            if bare(given[0]).type == "subscript_expression":
                continue  # gathered by indices, which are looked at themselves
            if _mentions(given[0], counter, inner, variables):
                if not _is_term(given[0], counter, variables):
                    return False
                dense = True
    return dense


def _mentions(node: Node, counter: Variable | None, inner: frozenset[Variable], variables: Variables) -> bool:
    found = (variables.of(n) for n in walk(node) if n.type == "identifier")
    return any(v is not None and (v is counter or v in inner) for v in found)


def _is_term(index: Node, counter: Variable, variables: Variables) -> bool:
    """Whether the counter stands in a sum once, as it is."""
    index = bare(index)
    if index.type == "cast_expression":
        value = index.child_by_field_name("value")
        return value is not None and _is_term(value, counter, variables)
    if index.type == "identifier":
        return variables.of(index) is counter
    if index.type != "binary_expression":
        return False
    left, right = index.child_by_field_name("left"), index.child_by_field_name("right")
    operator = text_of(index.child_by_field_name("operator"))
    if left is None or right is None or operator not in ("+", "-"):
        return False
    in_left, in_right = (_mentions(n, counter, frozenset(), variables) for n in (left, right))
    if in_left and not in_right:
        return _is_term(left, counter, variables)
    return in_right and not in_left and operator == "+" and _is_term(right, counter, variables)


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
    array, indices = chain_of(left)
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
    row, column = (_declared_by(loop, variables) for loop in (outer, inner))
    body = inner.child_by_field_name("body")
    if row is None or column is None or body is None:
        return False
    found = False
    for node in walk(body):
        if node.type != "subscript_expression":
            continue
        array, indices = chain_of(node)
        if any(reaches(index, column, variables) for index in indices[:-1]):
            return False
        if reaches(indices[-1], column, variables) and not unit_term(indices[-1], column, variables):
            return False
        variable = variables.of(array)
        both = all(any(reaches(index, one, variables) for index in indices) for one in (row, column))
        found |= both and variable is not None and _is_own(variable)
    return found


def _declared_by(loop: Node, variables: Variables) -> Variable | None:
    start = loop.child_by_field_name("initializer")
    declared = [v for v in variables.all if start is not None and v.declaration == start and v.scalar]
    return declared[0] if len(declared) == 1 else None


def chain_of(element: Node) -> tuple[Node, list[Node]]:
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
