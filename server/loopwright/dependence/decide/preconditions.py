"""Conditions on sizes under which a loop is independent, as C that can be evaluated right before it: what an `if` clause asks."""

from __future__ import annotations

import islpy as isl

from loopwright.dependence.decide.bounds import as_factor, before, expressible
from loopwright.dependence.decide.witnesses import Condition, is_written_in_c
from loopwright.dependence.model.program import Program
from loopwright.source.linear import Linear

_WIDE = "(long long)"  # so that no sum is too large and nothing is compared with a number that lost its sign


def as_code(program: Program, loop: int, condition: Condition) -> str:
    """The condition as an expression of C, empty where it cannot be written. Where it is true no two iterations meet, be the loop
    long or short."""
    holds = condition.holds
    if not holds.intersect(condition.meets).is_empty():
        return ""
    for place in range(holds.dim(isl.dim_type.param)):
        number = expressible(program, loop, holds.get_dim_name(isl.dim_type.param, place) or "")
        if number is None or not _is_plain(number):
            return ""
        holds = holds.set_dim_name(isl.dim_type.param, place, as_factor(_widened(number)))
    build = isl.AstBuild.from_context(isl.Set.universe(holds.get_space().params()))
    code = build.expr_from_set(holds)
    return _narrowed(code.to_C_str()) if is_written_in_c(code) else ""


def not_negative(program: Program, loop: int, numbers: tuple[Linear, ...]) -> str:
    """That none of some numbers is negative, as an expression of C; empty where it cannot be written."""
    parts: list[str] = []
    for number in numbers:
        if not number.terms and number.constant >= 0:
            continue
        varying = before(program, loop, number.plus(Linear(-number.constant)))
        if varying is None or not _is_plain(varying):
            return ""
        parts.append(f"{_widened(varying).text()} >= {-number.constant}")
    return _narrowed(parts[0]) if len(parts) == 1 else " && ".join(parts)


def _is_plain(number: Linear) -> bool:
    """Of variables and members alone: the host's copy of an array may be old."""
    return not any("[" in name or "(" in name for name in number.names)


def _widened(number: Linear) -> Linear:
    terms = ((tuple(f"{_WIDE}{name}" for name in product), factor) for product, factor in number.terms)
    return Linear(number.constant, tuple(terms))


def _narrowed(code: str) -> str:
    """One variable that is at least a number can be compared as it is: that is right for every integer."""
    left, sign, right = code.removeprefix(_WIDE).partition(" >= ")
    is_alone = sign and right.isdigit() and left.replace("->", ".").replace(".", "").isidentifier()
    return f"{left} >= {right}" if is_alone else code
