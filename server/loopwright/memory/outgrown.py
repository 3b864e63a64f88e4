"""Sections that were the bounds of another array: `values[0:n*n]`, carried from a matrix, in a loop over `values[0:n]`."""

from __future__ import annotations

from collections.abc import Mapping

from loopwright.openacc.directive import Directive, bounds_in
from loopwright.openacc.equivalent import split_items
from loopwright.source.text import Span
from loopwright.source.tokens import Token, tokenize


def outgrown(directive: Directive, written: Mapping[str, str], worked_out: Mapping[str, str]) -> list[str]:
    """Variables of data clauses whose section is of a higher degree in the same sizes than what the loop touches (``worked_out``), or one
    object where it goes over more. Where
    directives of the file write the variable (``written``) its bounds are known, however little of it a loop touches."""
    found = []
    for clause in directive.clauses:
        for part in split_items(clause.argument or ""):
            name = part.split("[")[0].strip()
            touched = worked_out.get(name, "")
            if name in written or "[" not in part or "[" not in touched:
                continue
            if _grows_faster(part, touched) or _is_one_object(part, touched):
                found.append(name)
    return found


def _grows_faster(section: str, touched: str) -> bool:
    (degree, names), (least, known) = _extent(section), _extent(touched)
    return bool(names) and names <= known and degree > least


def _is_one_object(section: str, touched: str) -> bool:
    """Whether a section is that of one struct, `s[0:1]`, and the loop goes over more."""
    length = bounds_in(section.rpartition("]")[0].rpartition("[")[2])[1].strip()
    return length == "1" and section.count("[") == 1 and bool(_extent(touched)[1])


def _extent(section: str) -> tuple[int, set[str]]:
    """(degree, names) of all bounds of a section together."""
    bounds = section[section.index("[") :].encode()
    degree, names = 0, set()
    for dimension in bounds.decode().strip("[] ").split("]["):
        length = (bounds_in(dimension)[1] or dimension).encode()
        tokens = list(tokenize(length, Span(0, len(length))))
        names |= {token.text for token in tokens if token.kind == "name"}
        degree += _Degree(tokens).sum()
    return degree, names


class _Degree:
    """The degree of an expression as a polynomial of its names; what is called or divided by counts for nothing."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens, self.at = tokens, 0

    def sum(self) -> int:
        """Terms: the highest counts."""
        found = self._product()
        while self._text() in ("+", "-"):
            self.at += 1
            found = max(found, self._product())
        return found

    def _product(self) -> int:
        found = self._factor()
        while self._text() in ("*", "/", "%"):
            operator = self._text()
            self.at += 1
            other = self._factor()
            found += other if operator == "*" else 0
        return found

    def _factor(self) -> int:
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        self.at += 1
        if token is None:
            return 0
        if token.text in ("+", "-"):
            return self._factor()
        if token.text == "(":
            found = self.sum()
            self.at += 1
            return found
        return int(token.kind == "name")

    def _text(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""
