"""threadIdx, blockIdx, blockDim and gridDim as the variables of loops, and how indices of memory go with them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.functions import INDICES, DeviceFunction
from loopwright.cuda.read.rewriting import LOOPS, ancestors, holds, returning_guard, statements_of, target_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of

AXES = "xyz"
_INTEGERS = frozenset(
    ("int", "unsigned", "unsigned int", "long", "size_t", "long long", "int64_t", "uint64_t", "int32_t")
)
_INTEGERS |= frozenset(
    ("uint32_t", "unsigned long", "unsigned long long", "uint", "short", "float", "double", "signed")
)
_UNSIGNED = frozenset(
    ("unsigned", "unsigned int", "uint", "uint32_t", "size_t", "unsigned long", "uint64_t", "unsigned long long")
)
Index = tuple[str, str]  # ("threadIdx", "x")
Lane = Variable | Index  # what numbers the threads of a row
_CONDITIONS = LOOPS | {"if_statement", "conditional_expression"}
_NARROW = frozenset(("int", "unsigned", "unsigned int", "int32_t", "uint32_t", "uint", "short", "signed"))


def index_of(node: Node) -> Index | None:
    """("threadIdx", "x") for such an expression, also in a cast to int."""
    node = bare(node)
    if node.type == "cast_expression" and text_of(node.child_by_field_name("type")) in (
        "int",
        "unsigned",
        "unsigned int",
    ):
        value = node.child_by_field_name("value")
        return index_of(value) if value is not None else None
    if node.type == "field_expression":
        name, field = text_of(node.child_by_field_name("argument")), text_of(node.child_by_field_name("field"))
        if name in INDICES and field in AXES:
            return name, field
    return None


def is_global_index(node: Node, sizes: Sequence[str] = ()) -> str | None:
    """The axis of ``blockIdx.d * blockDim.d + threadIdx.d``, in any order and with casts. ``sizes``: what all launches say the size
    of a block is along each axis, which may stand for ``blockDim.d`` then."""
    node = _uncast(bare(node))
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != "+":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    for product, thread in ((left, right), (right, left)):
        single = index_of(thread)
        axis = _block_start(_uncast(bare(product)), sizes)
        if single is not None and axis is not None and single == ("threadIdx", axis):
            return axis
    return None


def is_total(node: Node, sizes: Sequence[str] = ()) -> str | None:
    """The axis of ``gridDim.d * blockDim.d``; ``sizes`` as in :func:`is_global_index`, of what an `int` or the like takes."""
    return _times_size(_uncast(bare(node)), "gridDim", sizes, taken=True)


def _block_start(node: Node, sizes: Sequence[str]) -> str | None:
    return _times_size(node, "blockIdx", sizes, taken=False)


def _times_size(node: Node, name: str, sizes: Sequence[str], taken: bool) -> str | None:
    """The axis of an index of a block, or of how many there are, times the size of one."""
    sides = _factors(node)
    for of_blocks, size in (sides, sides[::-1]) if sides else ():
        index = index_of(of_blocks)
        if index is None or index[0] != name:
            continue
        if index_of(size) == ("blockDim", index[1]):
            return index[1]
        if text_of(size) in sizes[AXES.index(index[1]) :][:1]:
            # A name may be that of a wider number: where an `int` or the like takes the sum, the bits are the same.
            return index[1] if taken or text_of(size).isdigit() or _is_taken(node) else None
    return None


def _is_taken(product: Node) -> bool:
    """Whether all that becomes of a product is a term of what a variable of whole numbers starts with."""
    at = product.parent
    while at is not None and at.type in ("binary_expression", "parenthesized_expression", "cast_expression"):
        at = at.parent
    kind = (
        at.parent.child_by_field_name("type") if at is not None and at.type == "init_declarator" and at.parent else None
    )
    return kind is not None and text_of(kind) in _NARROW


def _factors(node: Node) -> tuple[Node, ...]:
    """The two sides of a product, without casts."""
    if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != "*":
        return ()
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return tuple(_uncast(bare(side)) for side in sides if side is not None)


def _uncast(node: Node) -> Node:
    if node.type == "cast_expression":
        value = node.child_by_field_name("value")
        return bare(value) if value is not None else node
    call = node.child_by_field_name("function") if node.type == "call_expression" else None
    if call is not None and call.type == "template_function" and text_of(call).startswith("static_cast"):
        arguments = node.child_by_field_name("arguments")
        if arguments is not None and arguments.named_child_count == 1:
            return bare(arguments.named_children[0])
    return node


def may_be_signed(node: Node, variables: Variables, negative: frozenset[str] = frozenset()) -> bool:
    """Whether an ``unsigned`` value that is never negative and fits an ``int`` may be an ``int`` at this place: what
    surrounds it gives the same result. ``negative``: names of constants that may be below 0. Conversions of C++17 [expr.arith.conv]."""
    below = False  # whether something was subtracted on the way up
    at, parent = node, node.parent
    while parent is not None:
        kind = parent.type
        if kind == "parenthesized_expression":
            pass
        elif kind == "binary_expression":
            operator = text_of(parent.child_by_field_name("operator"))
            left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
            other = right if left == at else left
            if other is None:
                return False
            if operator == "-":
                below = True
            elif operator in ("<", ">", "<=", ">=", "==", "!="):
                return not below and _is_natural(other, variables, negative)
            elif operator in ("&&", "||"):
                return not below
            elif operator in ("/", "%", ">>", "<<", "&", "|", "^"):
                if below or not _is_natural(other, variables, negative):
                    return False
            elif operator not in ("+", "*"):
                return False
            elif not _is_natural(other, variables, negative):
                below = True  # the other side may be negative
        elif kind == "subscript_expression" or kind == "subscript_argument_list":
            return True
        elif kind in ("init_declarator", "assignment_expression"):
            base = _target(parent, variables)
            return base in _INTEGERS and (not below or base in _NARROW)
        elif kind == "cast_expression":
            base = text_of(parent.child_by_field_name("type"))
            return base in _INTEGERS and (not below or base in _NARROW)
        else:
            return False
        at, parent = parent, parent.parent
    return False


def _is_natural(node: Node, variables: Variables, negative: frozenset[str]) -> bool:
    """A number or an index that is not negative."""
    node = bare(node)
    if node.type == "number_literal":
        return not text_of(node).startswith("-")  # to the grammar the sign is part of the number
    if index_of(node) is not None:
        return True
    variable = variables.of(node) if node.type == "identifier" else None
    if variable is not None and not variable.pointers and variable.scalar:
        return variable.base in _UNSIGNED  # beside it an int becomes unsigned too
    if node.type == "identifier" and text_of(node).isupper():
        return text_of(node) not in negative  # a macro or constant
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) in "+*/%>>":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        return all(side is not None and _is_natural(side, variables, negative) for side in (left, right))
    return False


def _target(node: Node, variables: Variables) -> str:
    """The type of the plain variable that an initializer or assignment is for."""
    if node.type == "init_declarator":
        declared = node.child_by_field_name("declarator")
        found = next(
            (v for v in variables.all if v.init is not None and v.init == node.child_by_field_name("value")), None
        )
        return found.base if found is not None and declared is not None and declared.type == "identifier" else ""
    left = node.child_by_field_name("left")
    variable = variables.of(bare(left)) if left is not None else None
    return variable.base if variable is not None and variable.scalar and not variable.pointers else ""


def never_written(variable: Variable) -> bool:
    """Whether the value of its declaration is the only one it has."""
    return not variable.writes and not variable.taken and variable.init is not None and variable.scalar


@dataclass(frozen=True)
class GridLoop:
    """``for (i = the thread's number; i < bound; i += threads of the grid)``: all threads together do every round once."""

    loop: Node
    variable: Variable
    bound: Node


def loop_over_grid(function: DeviceFunction, statements: Sequence[Node], sizes: Sequence[str] = ()) -> GridLoop | None:
    """The one such loop that a kernel consists of. ``sizes`` as in :func:`is_global_index`."""
    if not statements or statements[-1].type != "for_statement":
        return None
    loop = statements[-1]
    if any(s.type != "declaration" for s in statements[:-1]):
        return None
    variables = function.variables
    init, condition, update = (loop.child_by_field_name(n) for n in ("initializer", "condition", "update"))
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
    ):
        return None
    if is_global_index(variable.init, sizes) is None and not _starts_with_index(variable, variables, sizes):
        return None
    if init is not None and init.type != "declaration":
        return None
    if (
        len(variable.writes) != 1
        or not holds(update, variable.writes[0])
        or not _steps_by_grid(update, variables, sizes if variable.base in _NARROW else ())
    ):
        return None
    body = loop.child_by_field_name("body")
    assert body is not None
    for node in walk(body):
        if node.type in ("return_statement", "goto_statement") or (
            node.type == "break_statement" and target_of(node) == loop
        ):
            return None
    outside = [v for v in variables.all if not v.parameter and v is not variable and not is_inside(v, body)]
    if any(holds(body, n) for v in outside for n in (*v.writes, *v.taken)):
        return None
    if any(holds(body, n) for v in outside for n in v.uses if _is_indexed(v, variables)):
        return None
    if any(p.writes or p.taken for p in function.parameters):
        return None
    words = {text_of(n) for n in walk(body) if n.type == "identifier"}
    if words & set(INDICES):
        return None
    return GridLoop(loop, variable, bound)


def _starts_with_index(variable: Variable, variables: Variables, sizes: Sequence[str]) -> bool:
    other = variables.of(bare(variable.init)) if variable.init is not None else None
    if other is None or other.init is None or other.writes:
        return False
    return is_global_index(other.init, sizes) is not None


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
        and is_total(variable.init, sizes if variable.base in _NARROW else ()) is not None
    )


def is_inside(variable: Variable, body: Node) -> bool:
    """Whether a variable is declared in a part of the function."""
    return variable.scope is not None and holds(body, variable.scope)


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


_TRUTHS = frozenset(("<", ">", "<=", ">=", "==", "!=", "&&", "||"))
_OF_BITS = frozenset(("|", "&", "^"))
_BETWEEN = frozenset(("binary_expression", "parenthesized_expression", "cast_expression"))


def is_truth_in_index(node: Node, variables: Variables) -> bool:
    """Whether ``node`` is a truth value that an index is made of: ``a[x > y]``, ``a[i + flag]``, ``*(p + flag)``."""
    if node.type not in ("identifier", "binary_expression", "unary_expression"):
        return False
    around, between = node.parent, []
    while around is not None and around.type in _BETWEEN:
        between.append(around)
        around = around.parent
    if around is None or around.type not in ("subscript_argument_list", "pointer_expression"):
        return False
    return _is_truth(node, variables) and not any(
        _is_truth(part, variables) for part in between if bare(part) != bare(node)
    )


def _is_truth(node: Node, variables: Variables, seen: frozenset[Variable] = frozenset()) -> bool:
    """``seen``: variables that are asked about; one that is made of itself stays what its other values are."""
    node = bare(node)
    if node.type == "unary_expression":
        return text_of(node).startswith("!")
    if node.type == "binary_expression":
        operator = text_of(node.child_by_field_name("operator"))
        sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        return operator in _TRUTHS or (
            operator in _OF_BITS and all(side is not None and _is_truth(side, variables, seen) for side in sides)
        )
    variable = variables.of(node) if node.type == "identifier" else None
    if variable is None or not variable.scalar or variable.pointers or variable.taken:
        return False
    if variable.base == "bool" or variable in seen:
        return True
    values = [_assigned(write) for write in variable.writes]
    if variable.init is not None:
        values.append(variable.init)
    return (
        bool(values)
        and not variable.parameter
        and all(v is not None and _is_truth(v, variables, seen | {variable}) for v in values)
    )


def _assigned(write: Node) -> Node | None:
    """What ``write = …`` assigns."""
    parent = write.parent
    if (
        parent is None
        or parent.type != "assignment_expression"
        or text_of(parent.child_by_field_name("operator")) != "="
    ):
        return None
    return parent.child_by_field_name("right")


def goes_down(loop: Node, counter: Variable, lane: Lane, variables: Variables) -> bool:
    """Whether threads side by side go through elements side by side, and none through elements of its own that lie so."""
    indices = [n for n in walk(loop) if n.type == "subscript_argument_list" and len(n.named_children) == 1]
    places = [n.named_children[0] for n in indices]
    along = any(unit_term(n, counter, variables) and reaches(n, lane, variables) for n in places)
    return not along and any(
        unit_term(n, lane, variables) and reaches(n, counter, variables) and not unit_term(n, counter, variables)
        for n in places
    )


def unit_term(index: Node, sought: Lane, variables: Variables) -> bool:
    """Whether a variable, or an index of the thread, stands in an index once, as it is, or in the value of a local variable that does."""
    index = bare(index)
    if _is(index, sought, variables):
        return True
    if index.type == "identifier":
        value = _settled(index, variables)
        return value is not None and unit_term(value, sought, variables)
    if index.type == "cast_expression":
        value = index.child_by_field_name("value")
        return value is not None and unit_term(value, sought, variables)
    if index.type != "binary_expression" or text_of(index.child_by_field_name("operator")) not in ("+", "-"):
        return False
    left, right = index.child_by_field_name("left"), index.child_by_field_name("right")
    return any(part is not None and unit_term(part, sought, variables) for part in (left, right))


def reaches(node: Node, sought: Lane, variables: Variables) -> bool:
    """Whether a variable, or an index of the thread, stands in an expression, or in the value of a local variable that does."""
    return any(
        _is(part, sought, variables)
        or ((value := _settled(part, variables)) is not None and reaches(value, sought, variables))
        for part in walk(node)
    )


def _is(node: Node, sought: Lane, variables: Variables) -> bool:
    """Whether an expression is a variable, or an index of the thread."""
    return index_of(node) == sought if isinstance(sought, tuple) else variables.of(node) is sought


def _settled(name: Node, variables: Variables) -> Node | None:
    """The value of a local variable that has one only."""
    found = variables.of(name) if name.type == "identifier" else None
    return found.init if found is not None and not found.writes and not found.parameter else None
