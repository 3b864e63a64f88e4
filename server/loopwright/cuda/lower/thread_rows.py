"""A loop over the threads of a block that ask for ``t / width`` and ``t % width``, as a loop over rows of threads.

Kernels that lay a block of one dimension over a tile do so: each thread finds its row and its column. In one loop that is two divisions
for each thread of each region, and what is read by row and column looks scattered to the compiler; in rows it lies side by side. Threads
come in the same order. The widths are constants: numbers, names of such, products and quotients of them, and arguments of a template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import takewhile

from loopwright.cuda.ir.code import form, scanned, tokens, words
from loopwright.cuda.ir.statements import Body, Control, Directive, Loop, Plain, Statement, mentioned, plain
from loopwright.cuda.lower.rows import Sign, Use, product, put, rest_of, uses_of, width_of, with_text
from loopwright.cuda.spec.machine import Machine

_POSITIVE: frozenset[Sign] = frozenset(("positive",))
_ANY: frozenset[Sign] = frozenset(("positive", "any"))
_LANES = Directive(("simd",))


def in_rows(body: Body, thread: str, widths: Mapping[str, Sign], fresh: Callable[[str], str], machine: Machine) -> Body:
    """The same statements, with rows where vector loops over ``thread`` ask for them. ``widths``: constants by what is known of them."""
    found: list[Statement] = []
    for statement in body:
        if isinstance(statement, Loop) and statement.name == thread:
            found += _rows(statement, widths, fresh, machine) or (statement,)
        elif isinstance(statement, Loop | Control):
            found.append(replace(statement, body=in_rows(statement.body, thread, widths, fresh, machine)))
        else:
            found.append(statement)
    return tuple(found)


def _rows(loop: Loop, widths: Mapping[str, Sign], fresh: Callable[[str], str], machine: Machine) -> Body | None:
    if (
        loop.directive not in (None, _LANES)
        or loop.step
        or tuple(tokens(loop.start)) != ("0",)
        or tuple(tokens(loop.bound)) == ("1",)
    ):
        return None
    # A quotient with a 0 in it is worked out before all threads only where each of them does so.
    first = (*takewhile(_is_declaration, loop.body),)
    uses = [*uses_of(loop.body, loop.name, widths, _POSITIVE), *uses_of(first, loop.name, widths, _ANY)]
    width = width_of(uses, machine.least_columns)
    if width is None:
        return None
    signs = {_sign(factor, widths) for factor in width}
    positive = signs == {"positive"}
    columns = product(width) if positive else fresh("columns")
    row = ("any" not in signs and _name_of(loop, "/", width)) or fresh("row")
    column = _name_of(loop, "%", width) or fresh("column")
    if {row, column} & words(loop.bound):
        return None
    quotient = f"({product(width)} < 0 ? -{row} : {row})" if "any" in signs else row
    new: dict[int, str] = {}
    for use in uses_of(loop.body, loop.name, widths, _ANY):
        text = _said(use, width, row, column, columns, quotient)
        if text is not None and (use.factors == width or positive):
            new |= put(use.said, text)
    heads = {(f"const int {row} =", "/"), (f"const int {column} =", "%")}
    rest = [s for s in loop.body if not any(_declares(s, head, loop.name, o, width) for head, o in heads)]
    inside = tuple(with_text(statement, new) for statement in rest)
    if loop.name in mentioned(inside):
        inside = (plain(f"const int {loop.name} = {row} * {columns} + {column};"), *inside)
    along = Loop(
        "int", column, form("std::min<int>({}, {} - {} * {})", _bare(columns), loop.bound, row, columns), inside
    )
    along = replace(along, directive=loop.directive)
    rows = Loop("int", row, loop.bound, (along,), test=form("{} * {} < {}", row, columns, loop.bound), tight=True)
    if positive:
        return (rows,)
    return (Plain(form("const int {} = row_length({}, {});", columns, _bare(product(width)), loop.bound)), rows)


def _is_declaration(statement: Statement) -> bool:
    """A value that every thread works out."""
    told = tuple(tokens(statement.code)) if isinstance(statement, Plain) else ()
    return told[:1] == ("const",) and not {"?", "&", "|"} & {*told}


def _sign(factor: str, widths: Mapping[str, Sign]) -> Sign:
    parts = scanned(factor)
    if any(widths.get(part) == "any" for part in parts):
        return "any"
    return "natural" if "/" in parts else "positive"


def _bare(width: str) -> str:
    """A product or a quotient without the parentheses around it."""
    return width[1:-1] if width.startswith("(") else width


def _name_of(loop: Loop, operator: str, width: tuple[str, ...]) -> str:
    """The first variable of the region that is the row of a thread, or its column, empty where there is none."""
    for statement in loop.body:
        told = tuple(tokens(statement.code)) if isinstance(statement, Plain) else ()
        if told[:2] == ("const", "int") and _declares(statement, f"const int {told[2]} =", loop.name, operator, width):
            return told[2]
    return ""


def _declares(statement: Statement, head: str, thread: str, operator: str, width: tuple[str, ...]) -> bool:
    said = f"{head} {thread} {operator} {product(width)};"
    return isinstance(statement, Plain) and tuple(tokens(statement.code)) == scanned(said)


def _said(use: Use, width: tuple[str, ...], row: str, column: str, columns: str, quotient: str) -> str | None:
    """A use in a row; ``None`` where the width is not in it."""
    rest = rest_of(use.factors, width)
    if rest is None:
        return None
    if use.operator == "/":
        return f"({quotient} / {product(rest)})" if rest else quotient
    return f"({row} % {product(rest)} * {columns} + {column})" if rest else column
