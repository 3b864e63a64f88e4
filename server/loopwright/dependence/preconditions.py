"""Conditions on sizes under which a loop is independent, as C that can be evaluated right before it: what an `if` clause asks."""

from __future__ import annotations

import re

import islpy as isl

from loopwright.dependence.conflicts import Condition
from loopwright.dependence.program import Program
from loopwright.dependence.sections import as_text, expressible
from loopwright.source.linear import Linear

_NAME = re.compile(r"[A-Za-z_]\w*")
_LVALUE = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->)\w+)*")
_ALONE = re.compile(rf"{_LVALUE.pattern} >= \d+")  # right for every integer
_PLAIN = re.compile(r"[\w.>+\-* ]+")  # no element: the host's copy of an array may be old


def as_code(program: Program, loop: int, condition: Condition) -> str:
    """The condition as an expression of C, empty where it cannot be written. Where it is true no two iterations meet, be the loop
    long or short."""
    if not condition.holds.intersect(condition.meets).is_empty():
        return ""
    build = isl.AstBuild.from_context(isl.Set.universe(condition.holds.get_space().params()))
    code: str = build.expr_from_set(condition.holds).to_C_str()
    texts: dict[str, str] = {}
    for name in filter(None, condition.holds.get_var_names(isl.dim_type.param)):
        text = expressible(program, loop, name)
        if text is None or not _PLAIN.fullmatch(text):
            return ""
        texts[name] = text if text.isidentifier() or "*" not in text else f"({text})"
    words = set(_NAME.findall(code))
    return _widened(_NAME.sub(lambda word: texts[word[0]], code)) if words <= set(texts) else ""


def not_negative(program: Program, loop: int, numbers: tuple[Linear, ...]) -> str:
    """That none of some numbers is negative, as an expression of C; empty where it cannot be written."""
    parts: list[str] = []
    for number in numbers:
        if not number.terms and number.constant >= 0:
            continue
        text = as_text(program, loop, number.plus(Linear(-number.constant)))
        if text is None or not _PLAIN.fullmatch(text):
            return ""
        parts.append(f"{text} >= {-number.constant}")
    return _widened(" && ".join(parts))


def _widened(code: str) -> str:
    """Calculated in 64 bits, so that no sum is too large and nothing is compared with a number that lost its sign."""
    if _ALONE.fullmatch(code):
        return code
    return _LVALUE.sub(lambda name: f"(long long){name[0]}", code)
