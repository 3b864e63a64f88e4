"""A loop over all elements of a matrix whose body asks for row and column, ``i / width`` and ``i % width``, as a loop over rows.

A division takes longer than everything else that such a body does, and what is read by row and column looks scattered to the
compiler. In rows neither is so. Rows may be few and long or many and short: the threads share pieces of the whole range.

A width that comes from outside may be 0 where the body divides on a condition, or below 0: then ``columns`` says how long the
rows are that a division cuts (``support/dimensions.h``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from loopwright.cuda.ir.code import Code, Form, Quoted, form, nodes, spelled, tokens
from loopwright.cuda.ir.statements import Body, Control, Directive, Loop, Plain, Statement, plain
from loopwright.cuda.lower.row_strips import PIECE, ROW_LENGTH, RowStrip
from loopwright.cuda.lower.strips import strips_of
from loopwright.cuda.spec.machine import Machine
from loopwright.source.nodes import bare, text_of
from loopwright.source.text import number_of

Sign = Literal["positive", "natural", "any"]  # what is known of a width, as a division by it sees it
_LISTS = frozenset(("argument_list", "subscript_argument_list"))


@dataclass(frozen=True)
class Use:
    """``i / divisor`` or ``i % divisor``, as it is quoted."""

    said: Quoted
    operator: str
    factors: tuple[str, ...]


def by_rows(
    loop: Loop,
    told: Directive,
    widths: Callable[[str], Mapping[str, Sign]],
    fresh: Callable[[str], str],
    machine: Machine,
    inside: Directive | None,
    strip: RowStrip | None = None,
) -> Body | None:
    """A vector loop as loops over rows; ``None`` where there are none. ``told`` is the directive of the outermost loop, ``widths``
    tells which names are sizes that nobody changes, for a type of ``i``. ``inside``: the directive of a row; ``strip``: what is
    done instead with pieces of a row."""
    found = _cut(loop, widths, machine)
    if found is None:
        return None
    width, signs, uses = found
    row, count, piece, end = fresh("row"), fresh("count"), fresh("piece"), fresh("end")
    columns, cut = product(width), []
    if signs != {"positive"}:
        columns = fresh("columns")
        cut = [plain(f"const {loop.type} {columns} = row_length({' * '.join(width)}, {count});")]
    quotient = f"({' * '.join(width)} < 0 ? -{row} : {row})" if "any" in signs else row
    new: dict[int, str] = {}
    for use, rest in uses:
        new |= put(use.said, said_in_row(use, rest, loop.name, row, columns, quotient))
    first = f"1ll * {row} * {columns}"
    start = spelled(f"std::max<long long>({piece}, {first})")
    bound = spelled(f"std::min<long long>({end}, ({row} + 1ll) * {columns})")
    if strip is None:
        body = tuple(with_text(statement, new) for statement in loop.body)
        inner = Loop(loop.type, loop.name, bound, body, start, directive=inside)
    else:
        body = tuple(with_text(statement, new) for statement in strip.body)
        inner = strips_of(loop.type, strip.first, strip.last, start, bound, body, ROW_LENGTH)
    of_row = Loop(
        loop.type,
        row,
        spelled(end),
        (inner,),
        spelled(f"{piece} / {columns}"),
        test=spelled(f"{first} < {end}"),
        tight=True,
    )
    together = machine.piece if strip is None else PIECE
    last = plain(f"const {loop.type} {end} = std::min<long long>({count}, {piece} + {together});")
    of_piece = Loop(
        "long long",
        piece,
        spelled(count),
        (last, of_row),
        loop.start,
        step=f"{piece} += {together}",
        directive=replace(told, words=tuple(word for word in told.words if word != "simd")),
    )
    counted = Plain(form("const {} {} = {};", loop.type, count, loop.bound))
    return (counted, *cut, of_piece)


def _cut(
    loop: Loop, widths: Callable[[str], Mapping[str, Sign]], machine: Machine
) -> tuple[tuple[str, ...], set[Sign], list[tuple[Use, tuple[str, ...]]]] | None:
    return width_and_uses(loop.body, loop.name, widths(loop.type), machine)


def width_and_uses(
    body: Body, index: str, known: Mapping[str, Sign], machine: Machine
) -> tuple[tuple[str, ...], set[Sign], list[tuple[Use, tuple[str, ...]]]] | None:
    """The width of the rows of an index, what is known of its factors, and the uses that rows tell, each with what is left of its divisor."""
    uses = list(uses_of(body, index, known))
    width = width_of(uses, machine.least_columns)
    if width is None:
        return None
    signs: set[Sign] = {"positive" if factor.isdigit() else known[factor] for factor in width}
    # A product of numbers without a sign may wrap.
    told = [use for use in uses if use.factors == width or "natural" not in signs]
    return width, signs, [(use, rest) for use in told if (rest := rest_of(use.factors, width)) is not None]


def same_along_rows(loop: Loop, widths: Callable[[str], Mapping[str, Sign]], machine: Machine) -> frozenset[int]:
    """The quotients in a loop that are one number in each of its rows, by :attr:`Node.id`; none where it has no rows."""
    found = _cut(loop, widths, machine)
    return (
        frozenset(use.said.node.id for use, _ in found[2] if use.operator == "/") if found is not None else frozenset()
    )


def shortest_row(loop: Loop, widths: Callable[[str], Mapping[str, Sign]], machine: Machine) -> int:
    """How many columns the rows of a loop have, where the text tells it; else as many as make a row's beginning no work."""
    width = width_of(list(uses_of(loop.body, loop.name, widths(loop.type))), machine.least_columns)
    numbers = [number_of(factor) for factor in width or ()]
    told = [number for number in numbers if number is not None]
    return math.prod(told) if told and len(told) == len(numbers) else machine.row + 1


def uses_of(
    body: Body, index: str, widths: Mapping[str, Sign], quotients: frozenset[Sign] = frozenset()
) -> Iterator[Use]:
    """What statements ask by division of an index. ``widths``: the names that divisors are made of; ``quotients``: what is known of
    numbers whose quotient is a divisor too, which may be 0."""
    for statement in body:
        if isinstance(statement, Plain):
            yield from _uses_in(statement.code, index, widths, quotients)
        elif isinstance(statement, Control):
            for part in statement.parts:
                yield from _uses_in(part, index, widths, quotients)
            yield from uses_of(statement.body, index, widths, quotients)


def _uses_in(code: Code, index: str, widths: Mapping[str, Sign], quotients: frozenset[Sign]) -> Iterator[Use]:
    for node, of in nodes(code):
        use = _use(Quoted(node, of.holes), index, widths, quotients) if node.type == "binary_expression" else None
        if use is not None:
            yield use


def _use(said: Quoted, index: str, widths: Mapping[str, Sign], quotients: frozenset[Sign]) -> Use | None:
    node = said.node
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = text_of(node.child_by_field_name("operator"))
    if operator not in ("/", "%") or left is None or right is None:
        return None
    if tuple(tokens(Quoted(bare(left), said.holes))) != (index,):
        return None
    divisor = Quoted(right, said.holes)
    if quotients and (quotient := _quotient(divisor, widths, quotients)):
        return Use(said, operator, (quotient,))
    factors = _factors(divisor)
    if factors is None or not all(f.isdigit() or f in widths for f in factors):
        return None
    return Use(said, operator, factors)


def _factors(divisor: Quoted) -> tuple[str, ...] | None:
    """The names and numbers that a divisor is the product of."""
    told = tuple(tokens(divisor))
    if len(told) == 3 and divisor.node.type == "parenthesized_expression":
        told = told[1:-1]
    if len(told) == 1:
        return told
    product = divisor.node.type == "parenthesized_expression" and len(told) > 3 and {*told[2:-1:2]} == {"*"}
    factors = told[1:-1:2]
    return factors if product and len(told) % 2 and all(f.isalnum() or "_" in f for f in factors) else None


def _quotient(divisor: Quoted, widths: Mapping[str, Sign], signs: frozenset[Sign]) -> str:
    """A divisor that is a quotient, or one with products in it, of numbers of which so much is known; empty for another."""
    told = tuple(tokens(divisor))[1:-1]
    known = all(part.isdigit() or widths.get(part) in signs for part in told[::2])
    made = divisor.node.type == "parenthesized_expression" and len(told) % 2 and "/" in told
    return f"({' '.join(told)})" if made and known and {*told[1::2]} <= {"*", "/"} else ""


def put(said: Quoted, text: str) -> dict[int, str]:
    """What stands in place of a use, by node; parentheses of its own go where others stand around it, or nothing else."""
    node, around = said.node, said.node.parent
    if around is None:
        return {node.id: text}
    if not text.startswith("("):
        alone = (
            around.type == "parenthesized_expression"
            and text.isidentifier()
            and _is_operand(Quoted(around, said.holes))
        )
        return {around.id if alone else node.id: text}
    whole = around.type == "parenthesized_expression" or (around.type in _LISTS and around.named_child_count == 1)
    assigned = around.type == "assignment_expression" and around.child_by_field_name("right") == node
    started = around.type == "init_declarator" and around.child_by_field_name("value") == node
    last = around.next_sibling is not None and around.next_sibling.type == ";"
    free = whole or around.type == "condition_clause" or ((assigned or started) and last)
    return {node.id: text[1:-1] if free else text}


def _is_operand(said: Quoted) -> bool:
    """Whether signs stand around it: no word may come to touch what stands in its place."""
    outer = said.node.parent
    if outer is None or outer.type in ("init_declarator", "assignment_expression", *_LISTS):
        return True
    operator = text_of(outer.child_by_field_name("operator")) if outer.type == "binary_expression" else ""
    return bool(operator) and not operator[0].isalpha()


def with_text(statement: Statement, new: Mapping[int, str]) -> Statement:
    """A statement with other code for some of its nodes."""
    if isinstance(statement, Plain):
        return replace(statement, code=_code_with(statement.code, new))
    if isinstance(statement, Control):
        parts = tuple(_code_with(part, new) for part in statement.parts)
        return replace(statement, parts=parts, body=tuple(with_text(inner, new) for inner in statement.body))
    return replace(
        statement,
        start=_code_with(statement.start, new),
        bound=_code_with(statement.bound, new),
        body=tuple(with_text(inner, new) for inner in statement.body),
    )


def _code_with(code: Code, new: Mapping[int, str]) -> Code:
    if isinstance(code, Form):
        return Form(tuple(part if isinstance(part, str) else _code_with(part, new) for part in code.parts))
    old = {at: _code_with(hole, new) for at, hole in code.holes.items() if at not in new}
    return Quoted(code.node, {**old, **{at: spelled(text) for at, text in new.items()}})


def width_of(uses: list[Use], least: int) -> tuple[str, ...] | None:
    """The divisor that most others are made of. ``least``: the shortest row that is worth a loop, where it is a number."""
    candidates = {use.factors for use in uses if not (len(use.factors) == 1 and _is_short(use.factors[0], least))}
    if not candidates:
        return None
    return max(sorted(candidates), key=lambda c: (sum(rest_of(u.factors, c) is not None for u in uses), -len(c)))


def _is_short(factor: str, least: int) -> bool:
    number = number_of(factor)
    return number is not None and number < least


def rest_of(factors: tuple[str, ...], width: tuple[str, ...]) -> tuple[str, ...] | None:
    """What is left of a product when ``width`` is taken out of it, ``None`` where it is not in it."""
    whole, part = (number_of(one[0]) if len(one) == 1 else None for one in (factors, width))
    if whole is not None and part:
        return None if whole % part else () if whole == part else (str(whole // part),)
    left = list(factors)
    for factor in width:
        if factor not in left:
            return None
        left.remove(factor)
    return tuple(left)


def said_in_row(use: Use, rest: tuple[str, ...], index: str, row: str, columns: str, quotient: str) -> str:
    """A use in a row: ``quotient`` is what a division by the whole width gives there, ``rest`` what else its divisor is made of."""
    column = f"({index} - {row} * {columns})"
    if use.operator == "/":
        return f"({quotient} / {product(rest)})" if rest else quotient
    return f"({row} % {product(rest)} * {columns} + {column})" if rest else column


def product(factors: tuple[str, ...]) -> str:
    """Factors as they are written."""
    return factors[0] if len(factors) == 1 else f"({' * '.join(factors)})"
