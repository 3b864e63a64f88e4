"""Elements of memory that one thread folds into, in a variable of the thread while it does.

In ``out[i] = 0; for (k…) out[i] += a[k] * b[k * n + i];`` each round stores an element and loads it again. A compiler keeps it in a
register where it knows that nothing else is written there, and forgets that of `__restrict__` pointers in functions that it makes of
parallel loops. So this says it: the loop folds into a variable, which is stored behind it.

Only where a statement before the loop stores the element: then it is the thread's to write, however often the loop goes round. And only
where nothing in the loop can name it by another name: what is made of a `__restrict__` pointer may lie in the same memory. Each line keeps
its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from loopwright.cuda.ir.code import scanned
from loopwright.cuda.lower.grain import is_mathematics
from loopwright.cuda.read.device_function import INDICES, WORDS, DeviceFunction, called
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.names import Names
from loopwright.cuda.read.rewriting import holds, target_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.cuda.spec import operations
from loopwright.lang.numbers import fundamental
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span

_STATEMENTS = frozenset(("for_statement", "compound_statement", "if_statement", "else_clause", "condition_clause", "expression_statement",
                         "declaration", "init_declarator", "break_statement", "continue_statement", "comment"))  # fmt: skip
_EXPRESSIONS = frozenset(
    (
        *("identifier", "field_identifier", "number_literal", "true", "false", "parenthesized_expression", "call_expression"),
        *("argument_list", "subscript_expression", "subscript_argument_list", "field_expression", "assignment_expression"),
        *("update_expression", "binary_expression", "unary_expression", "conditional_expression", "cast_expression"),
        *("type_descriptor", "primitive_type", "sized_type_specifier", "type_identifier", "type_qualifier"),
    )
)  # fmt: skip
_OF_PLACES = frozenset(
    ("identifier", "field_identifier", "number_literal", "parenthesized_expression", "binary_expression", "unary_expression",
     "field_expression", "cast_expression", "type_descriptor", "primitive_type")
)  # fmt: skip
_OF_ADDRESSES = _OF_PLACES | {"pointer_expression", "subscript_expression", "subscript_argument_list"}


def with_held_elements(source: Source, code: DeviceCode) -> Source:
    """``source`` with such variables; ``source`` itself where there are none."""
    edits = [edit for kernel in code.kernels for edit in _edits(kernel)]
    return parse(apply_edits(source.data, edits), source.name, source.language) if edits else source


def _edits(kernel: DeviceFunction) -> Iterator[Edit]:
    if not any(_is_apart(variable) for variable in kernel.parameters):
        return
    names = Names(kernel.words | kernel.file_macros.keys())
    done: list[Node] = []
    for loop in kernel.inside:
        if loop.type != "for_statement" or any(holds(outer, loop) for outer in done):
            continue
        stored = _stored_before(loop)
        variable = _array(stored, kernel.variables) if stored is not None else None
        if stored is None or variable is None or not _only_computes(loop) or _hides(loop, kernel.file_macros):
            continue
        if not all(_is_elsewhere(node, variable, kernel) for node in walk(loop)):
            continue
        elements = [use.parent for use in variable.uses if holds(loop, use) and use.parent is not None]
        said = _said(stored, kernel.variables)
        same = all(node.type == "subscript_expression" and _said(node, kernel.variables) == said for node in elements)
        if (
            not same
            or not any(_is_target(node) for node in elements)
            or not _is_one_place(stored, loop, kernel.variables)
        ):
            continue
        done.append(loop)
        held = names.fresh("held", "held_element")
        yield _in_place(stored, f"{variable.base} {held}")
        yield from (_in_place(node, held) for node in elements)
        yield Edit(Span(loop.end_byte, loop.end_byte), f" {' '.join(text_of(stored).split())} = {held};")


def _in_place(node: Node, text: str) -> Edit:
    """An edit that leaves as many lines."""
    return Edit(Span(node.start_byte, node.end_byte), text + text_of(node).count("\n") * "\n")


def _said(node: Node, variables: Variables) -> tuple[tuple[str, ...], list[Variable | None]]:
    """The words of an expression, and what its names mean where it stands."""
    return tuple(scanned(text_of(node))), [variables.of(n) for n in walk(node) if n.type == "identifier"]


def _is_apart(variable: Variable) -> bool:
    """Whether what a thread writes by a parameter nothing else names."""
    said = "__restrict" in f"{variable.head} {variable.declarator}"
    plain = variable.pointers == 1 and not variable.extents and not variable.reference and not variable.volatile
    changes = _changes(variable) or "const" in variable.head.split()
    return said and plain and not changes and bool(fundamental(variable.base))


def _changes(variable: Variable) -> bool:
    return bool(variable.writes or variable.taken)


def _is_elsewhere(node: Node, held: Variable, kernel: DeviceFunction) -> bool:
    """Whether a name, if ``node`` is one, names none of the memory at ``held`` that it does not name as ``held``."""
    if node.type != "identifier" or (variable := kernel.variables.of(node)) is held:
        return True
    if variable is None:  # a number, or something of the file, which may point anywhere
        around = node.parent.type if node.parent is not None else ""
        return around not in ("subscript_expression", "field_expression") or text_of(node) in INDICES
    if variable.reference:
        return False
    if not fundamental(variable.base):
        return variable.parameter and variable.scalar and not variable.pointers and not _changes(variable)
    if not variable.pointers and not (variable.parameter and variable.extents):
        return True
    if variable.pointers != 1 or variable.extents or _changes(variable):
        return False
    return variable.parameter or (variable.init is not None and _points_elsewhere(variable.init, held, kernel))


def _points_elsewhere(address: Node, held: Variable, kernel: DeviceFunction) -> bool:
    """Whether an address is made of other pointers than ``held``."""
    for node in walk(address):
        if node.is_named and node.type not in _OF_ADDRESSES:
            return False
        if node.type == "identifier":
            variable, name = kernel.variables.of(node), text_of(node)
            if variable is held or (variable is None and name not in INDICES and name not in kernel.file_macros):
                return False
            if not _is_elsewhere(node, held, kernel):
                return False
    return not _hides(address, kernel.file_macros)


def _stored_before(loop: Node) -> Node | None:
    """The element that the statement before a loop stores."""
    before = loop.prev_named_sibling
    while before is not None and before.type == "comment":
        before = before.prev_named_sibling
    if before is None or before.type != "expression_statement" or before.named_child_count != 1:
        return None
    if loop.parent is None or loop.parent.type != "compound_statement":
        return None
    stores = before.named_children[0]
    if stores.type != "assignment_expression" or text_of(stores.child_by_field_name("operator")) != "=":
        return None
    left = stores.child_by_field_name("left")
    return left if left is not None and left.type == "subscript_expression" else None


def _array(element: Node, variables: Variables) -> Variable | None:
    """What is subscripted, if it is such a parameter."""
    array = element.child_by_field_name("argument")
    variable = variables.of(array) if array is not None else None
    return variable if variable is not None and variable.parameter and _is_apart(variable) else None


def _only_computes(loop: Node) -> bool:
    """Whether nothing is done in a loop but to reckon and to store, and it is left by its end or its own `break`."""
    for node in walk(loop):
        if node.is_named and node.type not in _STATEMENTS and node.type not in _EXPRESSIONS:
            return False
        if node.type in ("break_statement", "continue_statement"):
            target = target_of(node)
            if target is None or not holds(loop, target):
                return False
        if node.type == "call_expression":
            name = operations().renamed.get(called(node), called(node))
            if not is_mathematics(name) and name not in ("max", "min", "__ldg"):
                return False
    return True


def _hides(loop: Node, macros: Mapping[str, str | None]) -> bool:
    """Whether a word in a loop, or in an address, is a macro that may name something: other than one for a number."""
    told = (macros[word] or "" for node in walk(loop) if node.type in WORDS and (word := text_of(node)) in macros)
    return any(token.isidentifier() for text in told for token in scanned(text))


def _is_target(element: Node) -> bool:
    around = element.parent
    return (
        around is not None and around.type == "assignment_expression" and around.child_by_field_name("left") == element
    )


def _is_one_place(element: Node, loop: Node, variables: Variables) -> bool:
    """Whether an element is the same in all rounds."""
    index = element.child_by_field_name("indices")
    if index is None or index.named_child_count != 1 or any(node.type == "comment" for node in walk(element)):
        return False
    for node in walk(bare(index.named_children[0])):
        if node.is_named and node.type not in _OF_PLACES:
            return False
        if node.type != "identifier" or text_of(node) in INDICES:
            continue
        variable = variables.of(node)
        if variable is None or not variable.scalar or variable.pointers or variable.volatile or variable.shared:
            return False
        if variable.taken or variable.passed or any(holds(loop, write) for write in variable.writes):
            return False
        if variable.declaration is not None and holds(loop, variable.declaration):
            return False
    return True
