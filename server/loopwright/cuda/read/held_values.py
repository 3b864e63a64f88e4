"""Lambdas that hold a value which changes later: the value as it was gets a name of its own.

A lambda is made anew in each region of a kernel that uses it, so what it captures by value has to be the same there. `auto f = [v](int d)
{ return v + d; };` becomes `int v_held = v; auto f = [v_held](int d) { return v_held + d; };` where `v` gets another value behind it. The lines
stay as they are. An array or a reference cannot be copied so; it is left, and refused where it is cut.
"""

from __future__ import annotations

from collections.abc import Iterator

from loopwright.cuda.read.device_function import DeviceFunction
from loopwright.cuda.read.functions import DeviceCode
from loopwright.cuda.read.names import Names
from loopwright.cuda.read.rewriting import LOOPS, ancestors, holds, walk
from loopwright.cuda.read.variables import Variable
from loopwright.lang.captures import Capture, captures_of
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.nodes import text_of
from loopwright.source.syntax import Source, parse
from loopwright.source.text import Span

_BLOCKS = frozenset(("compound_statement", "case_statement"))
# What has the same value again, if no variable in it has another.
_PLAIN = frozenset(
    ("identifier", "number_literal", "binary_expression", "parenthesized_expression", "+", "-", "*", "(", ")")
)


def with_held_values(source: Source, code: DeviceCode) -> Source:
    """``source`` with such values named; ``source`` itself where there are none."""
    edits = [edit for function in code.functions for edit in _edits(function, code)]
    return parse(apply_edits(source.data, edits), source.name, source.language) if edits else source


def captured_by_value(closure: Variable, function: DeviceFunction) -> Iterator[Variable]:
    """The variables of the function that a lambda holds copies of."""
    made = closure.init
    if made is None:
        return
    captures = captures_of(made)
    used = function.variables.used_in(made)
    for variable in (v for v in function.variables.all if v in used):  # in one order, whatever the addresses
        own = variable.declaration is not None and holds(made, variable.declaration)
        uses = (n for n in variable.uses if holds(made, n))
        renewed = all(any(holds(capture.whole, n) for capture in captures.renewed) for n in uses)
        if not own and not renewed and not variable.shared and not captures.by_reference(variable.name):
            yield variable


def renewed_values(closure: Variable, function: DeviceFunction, waits: bool) -> Iterator[Capture]:
    """Values that a lambda makes for itself, `[c = v + 1]`, and that may be others where it is made again."""
    made = closure.init
    if made is None:
        return
    for capture in captures_of(made).renewed:
        if capture.reference or capture.value is None:
            continue
        known = all(n.type in _PLAIN for n in walk(capture.value))
        used = function.variables.used_in(capture.value)
        if (waits and not known) or any(changes_behind(v, closure, function) for v in used):
            yield capture


def changes_behind(variable: Variable, closure: Variable, function: DeviceFunction) -> bool:
    """Whether a variable may have another value where a lambda is used than where it is made."""
    made = closure.init
    assert made is not None
    changes = (*variable.writes, *variable.taken)
    loops = [a for a in ancestors(made, function.body) if a.type in LOOPS]
    own = [a for a in loops if variable.declaration is None or not holds(a, variable.declaration)]
    return any(n.start_byte > made.end_byte or any(holds(loop, n) for loop in own) for n in changes)


def keeps_state(closure: Variable, function: DeviceFunction, code: DeviceCode) -> bool:
    """Whether a lambda changes what it holds, and threads wait while it is in use: made again it would have forgotten it."""
    made, declaration = closure.init, closure.declaration
    if made is None or declaration is None:
        return False
    if not captures_of(made).mutable:
        return False
    return any(
        code.waits_between(declaration, use, function)
        or any(
            a.type in LOOPS and not holds(a, declaration) and code.waits_in(a, function)
            for a in ancestors(use, function.body)
        )
        for use in closure.uses
    )


def _edits(function: DeviceFunction, code: DeviceCode) -> Iterator[Edit]:
    names = Names(function.words)
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
        for capture in renewed_values(closure, function, code.function_synchronises(function)):
            assert capture.value is not None
            name = names.fresh(f"{capture.name}_held")
            yield Edit(Span(start, start), f"auto {name} = {text_of(capture.value)}; ")
            yield Edit(Span(capture.value.start_byte, capture.value.end_byte), name)
        for variable in captured_by_value(closure, function):
            if not variable.scalar or variable.closure or not changes_behind(variable, closure, function):
                continue
            name = names.fresh(f"{variable.name}_held")
            yield Edit(Span(start, start), f"{variable.head} {variable.renamed(name)} = {variable.name}; ")
            for span in _mentions(variable, closure):
                yield Edit(span, name)


def _mentions(variable: Variable, closure: Variable) -> list[Span]:
    """Where a lambda names a variable, in its list too."""
    made = closure.init
    assert made is not None
    captures = captures_of(made)
    uses = (n for n in variable.uses if holds(made, n) and not any(holds(r.whole, n) for r in captures.renewed))
    named = (c.named for c in captures.listed if c.value is None and c.name == variable.name and not c.reference)
    return list({Span(n.start_byte, n.end_byte): None for n in (*uses, *named)})
