"""Lambdas that hold a value which changes later: the value as it was gets a name of its own.

A lambda is made anew in each region of a kernel that uses it, so what it captures by value has to be the same there. `auto f = [v](int d)
{ return v + d; };` becomes `int v_held = v; auto f = [v_held](int d) { return v_held + d; };` where `v` gets another value behind it. The lines
stay as they are. An array or a reference cannot be copied so; it is left, and refused where it is cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.read.functions import DeviceCode, DeviceFunction
from loopwright.cuda.read.rewriting import LOOPS, ancestors, holds, walk
from loopwright.cuda.read.variables import Variable
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse

_BLOCKS = frozenset(("compound_statement", "case_statement"))
# What has the same value again, if no variable in it has another.
_PLAIN = frozenset(
    ("identifier", "number_literal", "binary_expression", "parenthesized_expression", "+", "-", "*", "(", ")")
)


@dataclass(frozen=True)
class _Edit:
    start: int
    end: int
    text: str


def with_held_values(source: Source, code: DeviceCode) -> Source:
    """``source`` with such values named; ``source`` itself where there are none."""
    edits = [edit for function in code.functions for edit in _edits(function, code)]
    data = source.data
    for edit in sorted(edits, key=lambda e: (e.start, e.end), reverse=True):
        data = data[: edit.start] + edit.text.encode() + data[edit.end :]
    return parse(data, source.name, source.language) if edits else source


def captured_by_value(closure: Variable, function: DeviceFunction) -> Iterator[Variable]:
    """The variables of the function that a lambda holds copies of."""
    made = closure.init
    captures = made.child_by_field_name("captures") if made is not None else None
    if made is None or captures is None:
        return
    every = any(n.type == "lambda_default_capture" and text_of(n) == "=" for n in captures.named_children)
    listed = {text_of(n): _is_reference(n) for n in captures.named_children if n.type == "identifier"}
    inside = [n for n in captures.named_children if n.type == "lambda_capture_initializer"]
    for variable in function.variables.used_in(made):
        own = variable.declaration is not None and holds(made, variable.declaration)
        renewed = all(any(holds(i, n) for i in inside) for n in variable.uses if holds(made, n))
        if not own and not renewed and not variable.shared and not listed.get(variable.name, not every):
            yield variable


def _is_reference(captured: Node) -> bool:
    before = captured.prev_sibling
    return before is not None and before.type == "&"


def renewed_values(closure: Variable, function: DeviceFunction, waits: bool) -> Iterator[tuple[str, Node]]:
    """Values that a lambda makes for itself, `[c = v + 1]`, and that may be others where it is made again: name and expression."""
    made = closure.init
    captures = made.child_by_field_name("captures") if made is not None else None
    if made is None or captures is None:
        return
    for node in captures.named_children:
        if node.type != "lambda_capture_initializer" or node.children[0].type != "identifier":
            continue
        value = node.named_children[-1]
        known = all(n.type in _PLAIN for n in walk(value))
        changed = any(changes_behind(v, made, function) for v in function.variables.used_in(value))
        if changed or (waits and not known):
            yield text_of(node.children[0]), value


def changes_behind(variable: Variable, made: Node, function: DeviceFunction) -> bool:
    """Whether a variable may have another value where a lambda is used than where it is made."""
    changes = (*variable.writes, *variable.taken)
    loops = [a for a in ancestors(made, function.body) if a.type in LOOPS]
    own = [a for a in loops if variable.declaration is None or not holds(a, variable.declaration)]
    return any(n.start_byte > made.end_byte or any(holds(loop, n) for loop in own) for n in changes)


def keeps_state(closure: Variable, function: DeviceFunction, code: DeviceCode) -> bool:
    """Whether a lambda changes what it holds, and threads wait while it is in use: made again it would have forgotten it."""
    made, declaration = closure.init, closure.declaration
    if made is None or declaration is None:
        return False
    if not any(text_of(n) == "mutable" for n in walk(made) if n.type == "lambda_specifier"):
        return False
    return any(
        code.waits_between(declaration, use, function)
        or any(
            a.type in LOOPS and not holds(a, declaration) and code.waits_in(a, function)
            for a in ancestors(use, function.body)
        )
        for use in closure.uses
    )


def _edits(function: DeviceFunction, code: DeviceCode) -> Iterator[_Edit]:
    taken = set(function.words)
    for closure in function.variables.all:
        declaration, made = closure.declaration, closure.init
        if not closure.closure or declaration is None or made is None:
            continue
        if declaration.parent is None or declaration.parent.type not in _BLOCKS:
            continue
        if len(declaration.children_by_field_name("declarator")) != 1:
            continue
        if any(a.type == "lambda_expression" for a in ancestors(declaration, function.body)):
            continue
        start = declaration.start_byte
        for wish, value in renewed_values(closure, function, code.function_synchronises(function)):
            name = _fresh(wish, taken)
            yield _Edit(start, start, f"auto {name} = {text_of(value)}; ")
            yield _Edit(value.start_byte, value.end_byte, name)
        for variable in captured_by_value(closure, function):
            if not variable.scalar or variable.closure or not changes_behind(variable, made, function):
                continue
            name = _fresh(variable.name, taken)
            yield _Edit(start, start, f"{variable.head} {variable.renamed(name)} = {variable.name}; ")
            for node in _mentions(variable, made):
                yield _Edit(node.start_byte, node.end_byte, name)


def _fresh(wish: str, taken: set[str]) -> str:
    name, number = f"{wish}_held", 2
    while name in taken:
        name, number = f"{wish}_held_{number}", number + 1
    taken.add(name)
    return name


def _mentions(variable: Variable, made: Node) -> list[Node]:
    """Where a lambda names a variable, in its list too."""
    captures = made.child_by_field_name("captures")
    renewed = [n for n in captures.named_children if n.type == "lambda_capture_initializer"] if captures else []
    uses = (n for n in variable.uses if holds(made, n) and not any(holds(r, n) for r in renewed))
    inside = {n.start_byte: n for n in uses}
    for node in captures.named_children if captures is not None else ():
        if node.type == "identifier" and text_of(node) == variable.name and not _is_reference(node):
            inside[node.start_byte] = node
    return list(inside.values())
