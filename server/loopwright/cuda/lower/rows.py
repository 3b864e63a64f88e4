"""A loop over all elements of a matrix whose body asks for row and column, ``i / width`` and ``i % width``, as a loop over rows.

A division takes longer than everything else that such a body does, and what is read by row and column looks scattered to the
compiler. In rows neither is so. Rows may be few and long or many and short: the threads share pieces of the whole range.

A width that comes from outside may be 0 where the body divides on a condition, or below 0: then ``columns`` says how long the
rows are that a division cuts (``support/dimensions.h``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from loopwright.source.text import number_of

Sign = Literal["positive", "natural", "any"]  # what is known of a width, as a division by it sees it
PIECE = 4096  # elements
_LEAST = 8  # columns, where they are a number: shorter rows are not worth a loop
_HEAD = re.compile(r"\s*for \((\w[\w ]*) (\w+) = 0; \2 < (.*); \+\+\2\) \{$")
_BEFORE = re.compile(r"(?:[(\[,=+\-?:;{]|&&|\|\||[<>]=?|[!=]=|\breturn)\s*$")
_FACTOR = r"(?:\w+|\(\s*\w+(?:\s*\*\s*\w+)+\s*\))"


@dataclass(frozen=True)
class _Use:
    """``i / divisor`` or ``i % divisor`` from ``start`` to ``end`` of the body."""

    start: int
    end: int
    operator: str
    factors: tuple[str, ...]


def by_rows(
    lines: list[str], pragma: str, widths: Callable[[str], Mapping[str, Sign]], fresh: Callable[[str], str]
) -> list[str] | None:
    """``lines``, one vector loop over ``i``, as loops over rows; ``None`` where there are none. ``pragma`` is that of the
    outermost loop, ``widths`` tells which names are sizes that nobody changes, for a type of ``i``."""
    at = next((n for n, line in enumerate(lines) if _HEAD.match(line)), None)
    if at is None or lines[-1].strip() != "}":
        return None
    match = _HEAD.match(lines[at])
    assert match is not None
    type, index, bound = match[1], match[2], match[3]
    body = "\n".join(lines[at + 1 : -1])
    known = widths(type)
    uses = _uses(body, index, known)
    width = _width(uses)
    if width is None:
        return None
    row, count, piece, end = fresh("row"), fresh("count"), fresh("piece"), fresh("end")
    wide = _product(width)
    signs = {"positive" if factor.isdigit() else known[factor] for factor in width}
    cut = []
    if signs == {"positive"}:
        columns = wide
    else:
        columns = fresh("columns")
        cut = [f"const {type} {columns} = row_length({' * '.join(width)}, {count});"]
    quotient = f"({' * '.join(width)} < 0 ? -{row} : {row})" if "any" in signs else row
    for use in reversed(uses):
        text = _said(use, width, index, row, columns, quotient)
        whole = use.factors == width or "natural" not in signs  # a product of numbers without a sign may wrap
        if text is not None and whole:
            body = _put(body, use, text)
    return [
        *lines[:at],
        f"const {type} {count} = {bound};",
        *cut,
        pragma.replace(" simd", "", 1),
        f"for (long long {piece} = 0; {piece} < {count}; {piece} += {PIECE}) {{",
        f"    const {type} {end} = std::min<long long>({count}, {piece} + {PIECE});",
        f"    for ({type} {row} = {piece} / {columns}; 1ll * {row} * {columns} < {end}; ++{row})",
        "        #pragma omp simd",
        f"        for ({type} {index} = std::max<long long>({piece}, 1ll * {row} * {columns}); {index} < std::min<long long>({end}, "
        f"({row} + 1ll) * {columns}); ++{index}) {{",
        *("        " + line if line.strip() else line for line in body.split("\n")),
        "        }",
        "}",
    ]


def _put(body: str, use: _Use, text: str) -> str:
    """``text`` in place of a use; parentheses of its own go where others stand around it, or nothing else."""
    before, after = body[: use.start], body[use.end :]
    if text.isidentifier() and before.endswith("(") and after.startswith(")") and not re.search(r"[\w>)\]]\($", before):
        return before[:-1] + text + after[1:]
    if text.startswith("(") and (
        (before.endswith("= ") and after.startswith(";"))
        or (before.endswith(("(", "[")) and after.startswith((")", "]")))
    ):
        text = text[1:-1]
    return before + text + after


def _uses(body: str, index: str, widths: Mapping[str, Sign]) -> list[_Use]:
    found = []
    for match in re.finditer(rf"(?<![\w.>]){re.escape(index)}\s*([/%])\s*({_FACTOR})(?!\s*[\w(\[.]|->)", body):
        if not _BEFORE.search(body[: match.start()]):
            continue
        factors = tuple(re.findall(r"\w+", match[2]))
        if all(f.isdigit() or f in widths for f in factors):
            found.append(_Use(match.start(), match.end(), match[1], factors))
    return found


def _width(uses: list[_Use]) -> tuple[str, ...] | None:
    """The divisor that most others are made of."""
    candidates = {use.factors for use in uses if not (len(use.factors) == 1 and _is_short(use.factors[0]))}
    if not candidates:
        return None
    return max(sorted(candidates), key=lambda c: (sum(_rest(u.factors, c) is not None for u in uses), -len(c)))


def _is_short(factor: str) -> bool:
    number = number_of(factor)
    return number is not None and number < _LEAST


def _rest(factors: tuple[str, ...], width: tuple[str, ...]) -> tuple[str, ...] | None:
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


def _said(use: _Use, width: tuple[str, ...], index: str, row: str, columns: str, quotient: str) -> str | None:
    """A use in a row: ``quotient`` is what a division by the whole width gives there."""
    rest = _rest(use.factors, width)
    if rest is None:
        return None
    column = f"({index} - {row} * {columns})"
    if use.operator == "/":
        return f"({quotient} / {_product(rest)})" if rest else quotient
    return f"({row} % {_product(rest)} * {columns} + {column})" if rest else column


def _product(factors: tuple[str, ...]) -> str:
    return factors[0] if len(factors) == 1 else f"({' * '.join(factors)})"
