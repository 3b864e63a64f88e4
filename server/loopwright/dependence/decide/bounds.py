"""Numbers as C that means the same right before a loop: symbols of a program, and bounds that isl finds.

A number stays a polynomial until a clause is written: :class:`~loopwright.source.linear.Linear` over names of C, and over
expressions in parentheses where a part of it is none (`(n / 2)`, the greater of two).
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits

import islpy as isl

from loopwright.dependence.model.program import Program
from loopwright.source.linear import Linear

_OF_LVALUES = frozenset(ascii_letters + digits + "_.->[]:")
PRODUCT = "P_"  # begins the parameter that a relation has for a product of symbols, whose names hold no underscore
_PARAMETER, _DIVISION = isl.dim_type.param, isl.dim_type.div


def before(program: Program, loop: int, number: Linear) -> Linear | None:
    """A polynomial of symbols as one of C; ``None`` if there is none."""
    result = Linear(number.constant)
    for product, factor in number.terms:
        part = Linear(factor)
        for name in product:
            value = expressible(program, loop, name)
            if value is None:
                return None
            part = part.times(value)
        result = result.plus(part)
    return result


def in_words(program: Program, loop: int, number: Linear) -> Linear:
    """A polynomial of C with variables for the sums and products that they hold, where that makes it shorter: `k * width` for
    `k*w - k*s + k`, `3 * n` for `3*w*h`."""
    size = _size(number)
    for name, value in program.sums.get(loop, {}).items() if number.terms else ():
        held = before(program, loop, value)
        if held is None or _size(held) < (1, 2) or not held.names <= number.names:
            continue
        count, rest = number.divided(held)
        shorter = count.times(atom(name)).plus(rest)
        is_shorter = _size(shorter) < size if len(held.terms) == 1 else _size(shorter)[0] < size[0]
        if is_shorter:
            return in_words(program, loop, shorter)
    return number


def _size(number: Linear) -> tuple[int, int]:
    """How many products and numbers are added, and of how many names the products are."""
    return len(number.terms) + bool(number.constant), sum(len(product) for product, _ in number.terms)


def expressible(program: Program, loop: int, name: str) -> Linear | None:
    """A symbol, or the product of symbols that a relation has a parameter for."""
    if name.startswith(PRODUCT) and name not in program.symbols:
        return before(program, loop, Linear(0, ((tuple(name.removeprefix(PRODUCT).split("_")), 1),)))
    holder = program.entries[loop].get(name)
    if holder is not None:
        return atom(holder)
    symbol = program.symbols.get(name)
    if symbol is None:
        return None
    if symbol.kind == "quotient":
        number, by, is_floor = symbol.operands
        inner = before(program, loop, number)
        how = f">> {by.constant.bit_length() - 1}" if is_floor.constant else f"/ {by.constant}"
        return None if inner is None else atom(f"({as_factor(inner)} {how})")
    if symbol.kind in ("minimum", "maximum"):
        first, second = (before(program, loop, operand) for operand in symbol.operands)
        return None if first is None or second is None else extreme(first, second, symbol.kind == "maximum")
    if program.is_outdated(loop, name):
        return None
    is_lvalue = symbol.kind == "load" and not symbol.foreign and _OF_LVALUES.issuperset(symbol.text)
    # a macro or a constant of a header
    is_constant = symbol.kind == "parameter" and _is_name(symbol.text) and not _is_variable(program, symbol.text)
    return atom(symbol.text) if is_lvalue or is_constant else None


def _is_name(text: str) -> bool:
    return all(part.isidentifier() for part in text.removeprefix("::").split("::"))


def _is_variable(program: Program, name: str) -> bool:
    name = name.rpartition("::")[2]
    return any(r.name == name for r in program.roots.values() if not (r.kind == "global" and r.type.const))


def atom(text: str) -> Linear:
    """What is one factor in C."""
    return Linear(0, (((text,), 1),))


def extreme(first: Linear, second: Linear, greater: bool) -> Linear:
    """The greater, or smaller, of two."""
    one, two = first.text(), second.text()
    return atom(f"({one} {'>' if greater else '<'} {two} ? {one} : {two})")


def as_factor(number: Linear) -> str:
    """The text of a number that something is multiplied with, or that is divided."""
    text = number.text()
    is_factor = number == atom(text) or (not number.terms and number.constant >= 0)
    return text if is_factor else f"({text})"


def as_argument(number: Linear) -> str:
    """The text of a number that stands for itself: quotients need no parentheses where nothing multiplies them."""
    terms = tuple(
        ((_bare(product[0]),) if abs(c) == 1 and len(product) == 1 else product, c) for product, c in number.terms
    )
    return Linear(number.constant, terms).text()


def as_rows(number: Linear, strides: Sequence[Linear]) -> str:
    """The text of a number as so many of the longest stride that is in it, and the rest."""
    for stride in sorted(strides, key=lambda stride: -max(len(product) for product, _ in stride.terms)):
        count, rest = number.divided(stride)
        if count.terms and len(stride.terms) + bool(stride.constant) > 1:
            whole = Linear(0, (((as_factor(count), as_factor(stride)), 1),))
            return whole.plus(rest).text()
    return as_argument(number)


def _bare(factor: str) -> str:
    return factor[1:-1] if factor.startswith("(") and "?" not in factor and ">>" not in factor else factor


def forms(value: isl.PwAff, highest: bool) -> list[isl.Aff] | None:
    """A bound as one affine form for all parameters, or as two of which it is the greater (smaller)."""
    found = list({str(aff): aff for _, aff in value.coalesce().get_pieces()}.values())
    if len(found) == 1:
        return found
    for form in found:  # isl may say `n - 1` for 0 where n is 1
        alone = isl.PwAff.from_aff(form).intersect_domain(value.domain())
        if value.ne_set(alone).is_empty():
            return [form]
    if len(found) != 2:
        return None
    either = extreme_of(found, highest)
    return found if value.ne_set(either.intersect_domain(value.domain())).is_empty() else None


def extreme_of(found: Sequence[isl.Aff], highest: bool) -> isl.PwAff:
    """The greatest (smallest) of forms."""
    first, *rest = (isl.PwAff.from_aff(form) for form in found)
    for other in rest:
        first = first.max(other) if highest else first.min(other)
    return first


def bound(found: Sequence[isl.Aff], program: Program, loop: int, highest: bool) -> Linear | None:
    """What :func:`forms` found, in C."""
    numbers = [_in_c(form, program, loop) for form in found]
    first, last = numbers[0], numbers[-1]
    if first is None or last is None:
        return None
    if len(numbers) == 1:
        return first
    # The last of n elements is n - 1: a length is the end without one less.
    beyond = Linear(1) if highest and -1 in (first.constant, last.constant) else Linear(0)
    return extreme(first.plus(beyond), last.plus(beyond), highest).plus(beyond, -1)


def _in_c(form: isl.Aff, program: Program, loop: int) -> Linear | None:
    """isl rounds quotients down, C towards zero: they agree where nothing is negative, others are given up."""
    number = _whole(form)
    if number is None:
        return None
    quotients: list[tuple[Linear, int, int]] = []  # what is divided, by what, how often it counts
    remainders: list[tuple[Linear, int, int]] = []
    for place in range(form.dim(_DIVISION)):
        coefficient = form.get_coefficient_val(_DIVISION, place)
        if coefficient.is_zero():
            continue
        inner = form.get_div(place)
        by = inner.get_denominator_val().to_python()
        divisor = _whole(inner.scale_val(inner.get_denominator_val()))
        is_nested = any(not inner.get_coefficient_val(_DIVISION, n).is_zero() for n in range(inner.dim(_DIVISION)))
        if divisor is None or is_nested or min(divisor.constant, *(c for _, c in divisor.terms), 0) < 0:
            return None
        factor = coefficient.to_python()
        times, is_part = divmod(factor, by)
        if is_part:
            quotients.append((divisor, by, factor))
        else:  # 4 * (x / 4) is x - x % 4
            number = number.plus(divisor, times)
            remainders.append((divisor, by, -times))
    result = before(program, loop, number)
    for sign, parts in (("/", quotients), ("%", remainders)):
        for divisor, by, factor in parts:
            inside = before(program, loop, divisor)
            if result is None or inside is None:
                return None
            result = result.plus(atom(f"({as_factor(inside)} {sign} {by})"), factor)
    return result


def _whole(form: isl.Aff) -> Linear | None:
    """The part of a form without quotients, over parameters; ``None`` if it has fractions."""
    values = [form.get_constant_val()]
    names = []
    for place in range(form.dim(_PARAMETER)):
        values.append(form.get_coefficient_val(_PARAMETER, place))
        names.append(form.get_dim_name(_PARAMETER, place) or "")
    if not all(value.is_int() for value in values):
        return None
    constant, *factors = (value.to_python() for value in values)
    terms = sorted(((name,), factor) for name, factor in zip(names, factors, strict=True) if factor)
    return Linear(constant, tuple(terms))
