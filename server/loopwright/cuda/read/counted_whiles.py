"""``while`` loops that count as ``for`` loops: ``int i = …; while (i < n) { …; i += step; }``, as the books write what a thread takes of an
array. What asks for a loop's counter then sees one form. The declaration goes into the loop's head where nothing else asks for the
variable and its first value is still the same there; every line keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from loopwright.cuda.read.device_function import INDICES, DeviceFunction
from loopwright.cuda.read.early_values import names_in_macros, with_value
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.rewriting import condition_of, holds, statements_of, target_of, walk
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.source.nodes import bare, text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import spliced

_JUMPS = frozenset(("goto_statement", "labeled_statement"))
_LEAVES_OPEN = frozenset(("call_expression", "subscript_expression", "field_expression", "pointer_expression"))

# What a body may declare beside variables, or take from elsewhere.
_BRINGS_NAMES = frozenset(
    ("enum_specifier", "struct_specifier", "class_specifier", "union_specifier", "type_definition", "alias_declaration",
     "using_declaration", "namespace_alias_definition")
)  # fmt: skip


def with_counted_whiles(source: Source, code: DeviceCode) -> Source:
    """``source`` with those loops written as ``for``; ``source`` itself where there are none."""
    hidden = names_in_macros(code)
    edits = [
        edit
        for function in code.functions
        if not any(n.type in _JUMPS for n in function.inside)
        for loop in function.inside
        if loop.type == "while_statement"
        for edit in _edits(loop, function, hidden)
    ]
    return parse(spliced(source.data, edits), source.name, source.language) if edits else source


def _edits(loop: Node, function: DeviceFunction, hidden: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    clause, condition, last = loop.child_by_field_name("condition"), condition_of(loop), _last_of(loop)
    variable = function.variables.of(bare(condition.child_by_field_name("left") or condition))
    if clause is None or last is None or variable is None or variable.name in hidden:
        return
    declaration = variable.declaration
    if declaration is None or not all(map(_is_on_one_line, (declaration, clause, last))):
        return
    if not _counts(variable, loop, last) or not _may_go_into(loop, variable, function.variables):
        return
    if not _means_the_same_in_the_head(last.named_children[0], loop, function.variables):
        return
    step = text_of(last.named_children[0])
    yield declaration.start_byte, declaration.end_byte, ""
    yield (
        loop.start_byte,
        clause.end_byte,
        f"for ({variable.head} {with_value(variable)}; {text_of(condition)}; {step})",
    )
    yield last.start_byte, last.end_byte, ""


def _is_on_one_line(node: Node) -> bool:
    return node.start_point.row == node.end_point.row


def _last_of(loop: Node) -> Node | None:
    """The statement that a loop ends with, if each round comes to it."""
    body = loop.child_by_field_name("body")
    shown = [s for s in statements_of(body) if s.type != "comment"] if body is not None else []
    if len(shown) < 2 or any(n.type == "continue_statement" and target_of(n) == loop for n in walk(loop)):
        return None
    return shown[-1] if shown[-1].type == "expression_statement" and shown[-1].named_children else None


def _counts(variable: Variable, loop: Node, last: Node) -> bool:
    """Whether ``last`` alone changes the variable, by ``+=``, and the loop alone asks for it."""
    step, condition = last.named_children[0], condition_of(loop)
    if step.type != "assignment_expression" or text_of(step.child_by_field_name("operator")) != "+=":
        return False
    if condition.type != "binary_expression" or text_of(condition.child_by_field_name("operator")) != "<":
        return False
    only = variable.writes == [step.child_by_field_name("left")] and not variable.taken and not variable.passed
    return only and all(holds(loop, use) for use in variable.uses)


def _means_the_same_in_the_head(step: Node, loop: Node, variables: Variables) -> bool:
    """Whether no name of the step is one that the loop's body declares, or may bring."""
    names = {text_of(n) for n in walk(step) if n.type in ("identifier", "type_identifier")}
    declared = {v.name for v in variables.all if v.declaration is not None and holds(loop, v.declaration)}
    return not names & declared and not any(n.type in _BRINGS_NAMES or n.type.startswith("preproc") for n in walk(loop))


def _may_go_into(loop: Node, variable: Variable, variables: Variables) -> bool:
    """Whether a thread's own first value can be worked out in the loop's head as well as where it stands: of what nobody changes."""
    declaration, value = variable.declaration, variable.init
    if declaration is None or value is None or variable.reference or variable.volatile or not variable.scalar:
        return False
    if declaration.parent != loop.parent or len(declaration.children_by_field_name("declarator")) != 1:
        return False
    used = variables.used_in(value)
    if any(v.writes or v.taken or v.passed or v.reference for v in used):
        return False
    known = {v.name for v in used} | set(INDICES)
    open_ones = (n for n in walk(value) if n.type in _LEAVES_OPEN and text_of(n).split(".")[0] not in INDICES)
    names = {text_of(n) for n in walk(value) if n.type == "identifier"}
    return not any(open_ones) and names <= known and _is_of_a_thread(value, variables)


def _is_of_a_thread(value: Node, variables: Variables) -> bool:
    """Whether a value tells threads apart."""
    told = any(text_of(n) in ("threadIdx", "blockIdx") for n in walk(value) if n.type == "identifier")
    return told or any(v.init is not None and _is_of_a_thread(v.init, variables) for v in variables.used_in(value))
