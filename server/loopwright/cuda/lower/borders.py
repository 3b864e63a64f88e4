"""Rows whose lanes ask whether they are at a border, in three parts: what is before it, what is inside, what is behind it.

In ``if (y == 0 || x == 0 || x == w - 1) { b[i] = a[i]; return; } b[i] = …`` each lane of a row asks for its column, and compilers mask what
both sides load and store. Between the columns that are asked for the answer is always the same, and said so: ``along(low, high, true)``. What is
asked of the row alone they put outside of the loop by themselves. Five times as fast in a sweep over 1,000 × 1,000 floats; rows of 8 lose
a half at worst. The order of the threads stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from loopwright.cuda.ir.code import Code, Form, Quoted, form, nodes, spelled, tokens
from loopwright.cuda.ir.statements import Body, Control, Loop, Plain, Statement, codes, mapped, mentioned
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.read.variables import Variable, Variables
from loopwright.lang.numbers import Constant
from loopwright.source.nodes import bare, nearest, text_of
from loopwright.source.text import number_of

_MOST_NODES = 600  # in what is written once and compiled three times
_ROW = 256  # columns of a row whose length is not known
_INT = ("int", 0)
_OPERANDS = frozenset(("identifier", "qualified_identifier", "number_literal"))
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
# Operator → how far behind the number it asks for the answer changes last: seen from the left, and from the right.
_FROM_LEFT = {"==": 1, "!=": 1, "<": 0, "<=": 1, ">": 1, ">=": 0}
_FROM_RIGHT = {"==": 0, "!=": 0, "<": 0, "<=": 1, ">": 1, ">=": 0}
_TRUE_BEHIND = frozenset(("!=", ">", ">="))  # a border on the left
_TRUE_BEFORE = frozenset(("!=", "<", "<="))  # a border on the right
# Something else in a part of a row, which is a function of its own.
_NAMING = frozenset(("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"))
_WHOLE = frozenset(("return", "goto", "while", "do", "for", "asm", "static", *_NAMING))


@dataclass(frozen=True)
class _Border:
    """A comparison of the lane: it is ``inside`` from ``low`` on, or below ``high``."""

    inside: bool
    low: Code | int | None = None
    high: Code | None = None


@dataclass(frozen=True)
class Borders:
    """The question for one kernel. ``lane``: the variable along its rows."""

    lane: Variable
    variables: Variables
    typing: Typing
    fresh: Callable[[str], str]
    hidden: frozenset[str]  # what macros say
    own: frozenset[str] = frozenset()  # names that a template gives numbers
    value: Callable[[str, int], Constant | None] = lambda text, at: None  # of an expression at a place of the file

    def apart(self, statement: Statement) -> Statement:
        """A loop nest whose innermost loop goes along a row, with that in three parts if its lanes ask for borders."""
        if not isinstance(statement, Loop) or not _NAMING.isdisjoint(self.hidden):
            return statement
        if len(statement.body) == 1 and isinstance(inner := statement.body[0], Loop):
            if inner.name == self.lane.name and inner.directive is not None and inner.directive.words == ("simd",):
                parts = self._parts(inner)
                return replace(statement, body=parts, tight=False) if parts is not None else statement
            return replace(statement, body=(self.apart(inner),))
        return statement

    def _parts(self, row: Loop) -> Body | None:
        if row.type != "int" or row.step or row.test is not None or not _WHOLE.isdisjoint(mentioned(row.body)):
            return None
        found: dict[int, _Border] = {}
        count, masked, width = 0, True, self._width(row)
        for node, _ in (each for code in codes(row.body) for each in nodes(code)):
            count += 1
            border = self._border(node, width)
            if border is not None:
                found[node.id] = border
                masked &= self._is_masked(node)
        if masked or count > _MOST_NODES:
            return None
        names = map(self.fresh, ("along", "first", "last", "inside"))
        along, first, last, inside = names
        head = form(
            "const auto {} = [&](const int {}, const int {}, const bool {}) __attribute__((always_inline))",
            *(along, first, last, inside),
        )
        body = mapped(row.body, lambda code: _told(code, found, inside))
        whole = replace(row, start=spelled(first), bound=spelled(last), body=body)
        return (Control("lambda", (head,), (whole,)), *self._calls(along, row, list(found.values())))

    def _calls(self, along: str, row: Loop, borders: list[_Border]) -> Iterator[Plain]:
        """Where the parts of a row begin and end, and what is done with each of them."""
        low, high, end = map(self.fresh, ("low", "high", "end"))
        lows = [border.low for border in borders if border.low is not None]
        highs = [border.high for border in borders if border.high is not None]
        yield Plain(form("const int {} = {};", end, row.bound))
        start = row.start
        numbers = [low for low in lows if isinstance(low, int)]
        said = [*([spelled(str(max(numbers)))] if numbers else []), *(low for low in lows if not isinstance(low, int))]
        begins = start
        for behind in said:
            begins = form("std::max<long long>({}, {})", begins, behind)
        if said:
            yield Plain(form("const int {} = std::min<long long>({}, {});", low, begins, end))
            yield Plain(form("{}({}, {}, false);", along, start, low))
            start = spelled(low)
        if not highs:
            yield Plain(form("{}({}, {}, true);", along, start, end))
            return
        ends: Code = spelled(end)
        for behind in highs:
            ends = form("std::min<long long>({}, {})", ends, behind)
        yield Plain(form("const int {} = std::max<long long>({}, {});", high, start, ends))
        yield Plain(form("{}({}, {}, true);", along, start, high))
        yield Plain(form("{}({}, {}, false);", along, high, end))

    def _is_masked(self, node: Node) -> bool:
        """Whether a comparison chooses an element whose place says row and column: compilers load these under a mask by themselves."""
        choice = nearest(node, ("conditional_expression", "if_statement"))
        arms = (
            [choice.child_by_field_name(name) for name in ("consequence", "alternative")] if choice is not None else []
        )
        if choice is None or choice.type != "conditional_expression":
            return False
        indices = [n for arm in arms if arm is not None for n in walk(arm) if n.type == "subscript_argument_list"]
        return any(self.variables.of(n) is self.lane for index in indices for n in walk(index))

    def _border(self, node: Node, width: int) -> _Border | None:
        """What a comparison of the lane with a number, or with one that a launch is given, says inside of a row of so many columns."""
        sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        operator = text_of(node.child_by_field_name("operator"))
        if node.type != "binary_expression" or operator not in _FLIPPED or sides[0] is None or sides[1] is None:
            return None
        if nearest(node, ("argument_list",)) is not None:  # what may be a macro takes its text, ``NOT(x == 3)``
            return None
        lane, other = map(bare, (sides[0], sides[1]))
        if self.variables.of(other) is self.lane:
            lane, other, operator = other, lane, _FLIPPED[operator]
        if self.variables.of(lane) is not self.lane:
            return None
        number = self._number(other)
        if number is None and self.typing.of(other) != _INT:
            return None
        if number is not None and 2 * number <= width:
            literal = number_of(text_of(other)) is not None
            low = number + _FROM_LEFT[operator] if literal else _behind(_whole(other), _FROM_LEFT[operator])
            return _Border(operator in _TRUE_BEHIND, low=low)
        end = _whole(other) if number is not None else self._end(other)
        if end is None:
            return None
        return _Border(operator in _TRUE_BEFORE, high=_behind(end, _FROM_RIGHT[operator]))

    def _number(self, node: Node) -> int | None:
        """The value of a constant ``int``, which a macro or the file may name."""
        if any(self.variables.of(n) is not None or text_of(n) in self.own for n in walk(node)):
            return None
        known = self.value(text_of(node), node.start_byte)
        return int(known.value) if known is not None and known.type == "int" else None

    def _width(self, row: Loop) -> int:
        """How many columns a row has at most; where its bound does not say, so many that small numbers are at its left."""
        place = self.lane.declaration
        at = place.start_byte if place is not None else 0
        names = {v.name for v in self.variables.all} | self.own
        told = (self.value(word, at) for word in tokens(row.bound) if word not in names)
        numbers = [int(each.value) for each in told if each is not None and each.is_integer and each.value > 1]
        return min(numbers, default=_ROW)

    def _end(self, node: Node) -> Code | None:
        """``n``, ``n - 1`` and the like in 64 bits, if `n` is a parameter that nobody changes."""
        operator = text_of(node.child_by_field_name("operator")) if node.type == "binary_expression" else ""
        if operator in ("+", "-"):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            number = number_of(text_of(bare(right))) if right is not None else None
            end = self._end(bare(left)) if left is not None and number is not None else None
            return form("{} {} {}", end, operator, str(number)) if end is not None else None
        variable = self.variables.of(node)
        if variable is None or not variable.parameter or not variable.scalar or variable.volatile:
            return None
        changes = variable.writes or variable.taken or variable.passed or self.typing.of(node) != _INT
        return None if changes else spelled(f"1ll * {variable.name}")


def _whole(number: Node) -> Code:
    """A number as an operand."""
    code = Quoted(number, {})
    return code if number.type in _OPERANDS else form("({})", code)


def _behind(place: Code, columns: int) -> Code:
    """So many columns behind a place, in 64 bits: it may be the last ``int``."""
    return form("{} + {}ll", place, str(columns)) if columns else place


def _told(code: Code, borders: dict[int, _Border], inside: str) -> Code:
    """Code in which comparisons say what they are inside of a row."""
    if isinstance(code, Form):
        return Form(tuple(part if isinstance(part, str) else _told(part, borders, inside) for part in code.parts))
    holes = {at: _told(hole, borders, inside) for at, hole in code.holes.items()}
    for node, own in nodes(Quoted(code.node, code.holes)):
        if own.node.id == code.node.id and (border := borders.get(node.id)) is not None and node.id not in holes:
            said = Quoted(node, {at: hole for at, hole in code.holes.items() if at != node.id})
            holes[node.id] = form("({} || {})" if border.inside else "(!{} && {})", inside, said)
    return Quoted(code.node, holes)
