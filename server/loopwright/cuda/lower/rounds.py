"""Loops and guards that a block runs well: rounds outside the loop over the threads, shorter loops over them.

``if (x < width && y < height)`` of ``x = blockIdx.x * blockDim.x + threadIdx.x`` and ``if (threadIdx.x == 0)`` are ends of the loops over
the threads of a block in rows. As conditions inside they make all of a row masked, and what one thread of a row does is asked of all of
them: with both as ends a five-point stencil in tiles of 16 × 16 and a transpose take little more than half of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from loopwright.cuda.analyse.indices import WHOLE, Part, holds_number, index_of, never_written
from loopwright.cuda.analyse.vary import Vary
from loopwright.cuda.ir.code import Code, form, joined, spelled, tokens
from loopwright.cuda.ir.plan import End, Guard
from loopwright.cuda.read.device_function import called
from loopwright.cuda.read.groups import asked_of_group
from loopwright.cuda.read.rewriting import condition_of, target_of, terms, walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.read.variables import Variable
from loopwright.lang.numbers import Constant
from loopwright.source.nodes import bare, text_of

_FIRST = ("threadIdx", "x")
_FROM_ZERO = spelled("0")
_WHOLE = frozenset(
    (name, 0) for name in ("int", "unsigned", "long", "unsigned long", "short", "long long", "unsigned long long")
)
_SIGNED = frozenset((name, 0) for name in ("int", "short"))
_WITH_SIGN = frozenset(("int", "short", "long", "long long"))
_BITS = {
    "short": 16,
    "int": 32,
    "unsigned": 32,
    "long": 64,
    "unsigned long": 64,
    "long long": 64,
    "unsigned long long": 64,
}
_INDEX_TYPES = frozenset(("int", "unsigned", "unsigned int", "size_t", "long", "int64_t", "uint", "long long"))

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "=="}
_OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "!=": "=="}
_UNSIGNED = frozenset(("unsigned", "unsigned int"))
# What is worked out once, before it is known whether a thread asks for it.
_QUIET = frozenset(("identifier", "number_literal", "binary_expression", "parenthesized_expression", "field_expression", "field_identifier"))  # fmt: skip
_INT = ("int", 0)
_CASTS = frozenset(("cast_expression", "type_descriptor", "primitive_type"))
_CHANGES = frozenset(("assignment_expression", "update_expression", "call_expression", "comma_expression"))


@dataclass(frozen=True)
class Rounds:
    """A loop whose rounds may stand outside the loop over the threads; ``first`` is where the first thread starts."""

    variable: Variable
    first: Code
    bound: Node
    step: Node
    body: Node


class Shapes:
    """Finds them in one function. ``adopted``: variables that are the loops' own; ``say`` gives the code of a part."""

    def __init__(self, vary: Vary, typing: Typing, adopted: Container[Variable], say: Callable[[Node], Code]) -> None:
        self.vary, self.typing, self.adopted, self.say = vary, typing, adopted, say
        self.variables = vary.function.variables

    def limit_of(self, node: Node) -> Guard | None:
        """``if (threadIdx.x < k)`` in a block of one dimension: the first k threads, a shorter loop. So is ``if (t < k)`` in one
        of two whose threads ``t`` numbers."""
        if node.child_by_field_name("alternative") is not None:
            return None
        return self.limit_in(condition_of(node))

    def limit_in(self, condition: Node) -> Guard | None:
        """``threadIdx.x < k`` alone."""
        condition = bare(condition)
        if condition.type != "binary_expression":
            return None
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        operator = text_of(condition.child_by_field_name("operator"))
        if left is None or right is None:
            return None
        if not (self.is_thread_index(left) if self.vary.one_dimension else self._is_number(left)):
            return None
        kind = self.typing.of(right)
        if not self.vary.is_uniform_text(right) or kind not in _WHOLE:
            return None
        uses = frozenset(self.variables.used_in(condition))
        code = self.say(condition)
        if operator == "==" and text_of(bare(right)) == "0":
            return Guard(code, uses, limit=spelled("1"))
        bound = self.say(right)
        if kind in _SIGNED and right.type != "number_literal" and self.typing.of(left) not in _SIGNED:
            bound = form("unsigned({})", bound)  # so are both sides compared: what is negative is far above every index
        return Guard(code, uses, limit=bound) if operator == "<" else None

    def first_of(self, condition: Node) -> Code | None:
        """How many threads of a block of one dimension a condition lets through, where they are its first: ``threadIdx.x < 32``,
        ``warp == 0`` of ``threadIdx.x / 32``, those of :meth:`below`."""
        if not self.vary.one_dimension:
            return None
        operator = text_of(condition.child_by_field_name("operator"))
        if condition.type == "unary_expression" and operator == "!":
            piece = condition.child_by_field_name("argument")
            return self._width(piece) if piece is not None else None
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        if condition.type != "binary_expression" or left is None or right is None:
            return None
        if whole_number(left, self.vary) is not None:
            left, right, operator = right, left, _FLIPPED.get(operator, "")
        bound = whole_number(right, self.vary)
        if operator == "<=" and bound is not None:
            operator, bound = "<", bound + 1
        if operator == "<" and bound is not None and self.is_thread_index(left):
            return spelled(str(bound))
        width = self._width(left) if (operator, bound) in (("==", 0), ("<", 1)) else None
        return width if width is not None else self.below(condition)

    def below(self, condition: Node) -> Code | None:
        """How many threads of a block of one dimension come before the end that ``k * 16 + (threadIdx.x >> 1) < n`` says: all of it an
        `int`, whose sums wrap nowhere, and nothing that may not be worked out where no thread asks for it."""
        condition = bare(condition)
        left, right = condition.child_by_field_name("left"), condition.child_by_field_name("right")
        if not self.vary.one_dimension or left is None or right is None:
            return None
        start = self._start(left) if text_of(condition.child_by_field_name("operator")) == "<" else None
        if start is None or self.typing.of(left) != _INT or not self._is_still(right):
            return None
        terms, width = start
        right = bare(right)
        if not terms and tuple(tokens(width)) == ("1",):
            return self.say(right)
        wide = {"number_literal": "{}ll", "identifier": "1ll * {}"}.get(right.type, "1ll * ({})")
        room = form(wide, self.say(right))
        room = form("({} - ({}))", room, joined(" + ", terms)) if terms else room
        return form("{} * {}", room, width)

    def _start(self, node: Node) -> tuple[list[Code], Code] | None:
        """What the block adds to the numbers of pieces of its threads, and of how many threads a piece is."""
        node = bare(node)
        width = self._width(node)
        if width is not None:
            return [], width
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type != "binary_expression" or text_of(node.child_by_field_name("operator")) != "+":
            return None
        for thread, rest in ((left, right), (right, left)):
            found = self._start(thread) if thread is not None else None
            if found is not None and rest is not None and self._is_still(rest):
                return [*found[0], self.say(bare(rest))], found[1]
        return None

    def _is_still(self, node: Node) -> bool:
        """An `int` that is one for the block, of sums, differences and products."""
        inside = [n for n in walk(node) if n.is_named]
        operators = {text_of(n.child_by_field_name("operator")) for n in inside if n.type == "binary_expression"}
        plain = all(n.type in _QUIET or n.type in _CASTS for n in inside) and operators <= {"+", "-", "*"}
        return plain and self.typing.of(node) == _INT and self.vary.is_uniform_text(node)

    def _width(self, node: Node) -> Code | None:
        """Of how many neighbouring threads each piece is that ``node`` numbers."""
        node = bare(node)
        variable = self.variables.of(node)
        if variable is not None and (part := self.vary.parts.get(variable)) is not None:
            return spelled(str(part.width)) if part.operator == "/" else None
        if variable is not None and variable.init is not None and self.vary.is_derived(variable):
            return self._width(variable.init) if self._holds_number(variable) else None
        if self.is_thread_index(node):
            return spelled("1")
        if node.type == "call_expression" and called(node) == "meta_group_rank":
            group = self.vary.groups.get(text_of(asked_of_group(node, True)))
            whole = group is not None and group.size.isdecimal() and not group.parent_size(self.vary.groups)
            return spelled(group.size) if group is not None and whole else None
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type != "binary_expression" or left is None or right is None or not self.is_thread_index(left):
            return None
        operator, by = text_of(node.child_by_field_name("operator")), whole_number(right, self.vary)
        if by is None or (operator == "/" and not by):
            return None
        width = {"/": by, ">>": 1 << min(by, 10)}.get(operator)
        return spelled(str(width)) if width is not None else None

    def _is_number(self, node: Node) -> bool:
        variable = self.variables.of(bare(node))
        return variable is not None and variable in self.vary.numbering

    def rounds_of(self, node: Node) -> Rounds | None:
        """``for (int j = threadIdx.x + …; j < n; j += step)``: the threads of a block take neighbouring elements, round
        by round. With the rounds outside, the loop over the threads goes through memory in order."""
        if not self.vary.t:
            return None
        init, condition, update = (node.child_by_field_name(n) for n in ("initializer", "condition", "update"))
        body = node.child_by_field_name("body")
        if init is None or condition is None or update is None or body is None or init.type != "declaration":
            return None
        variable = next((v for v in self.variables.all if v.declaration == init), None)
        if variable is None or variable.init is None or len(init.children_by_field_name("declarator")) != 1:
            return None
        if variable.pointers or variable.taken or variable.base not in _INDEX_TYPES or len(variable.writes) != 1:
            return None
        if update.type != "assignment_expression" or text_of(update.child_by_field_name("operator")) != "+=":
            return None
        step, bound = update.child_by_field_name("right"), condition.child_by_field_name("right")
        if step is None or bound is None or text_of(condition.child_by_field_name("operator")) != "<":
            return None
        if self.variables.of(bare(condition.child_by_field_name("left") or condition)) is not variable:
            return None
        if not self._is_block_step(step) or not self.vary.is_uniform_text(bound) or self.typing.of(bound) not in _WHOLE:
            return None
        if any(n.type in ("return_statement", "goto_statement") for n in walk(body)):
            return None
        if any(n.type == "break_statement" and target_of(n) == node for n in walk(body)):
            return None
        first = self._first_thread(variable.init)
        if first is None or not self._is_in_order(variable, bound):
            return None
        return Rounds(variable, first, bound, step, body)

    def end_of(self, rounds: Rounds, bound: Code, start: str) -> End | None:
        """Where the loop along a row of threads ends in a round that the first of them begins at ``start``, in a block of several
        dimensions; ``None`` where the comparison with the bound is no order of whole numbers."""
        told = self.typing.of(rounds.bound)
        if told is None or not self.vary.axes:
            return None
        kinds = self.typing.named(rounds.variable.base), told[0]
        # A counter below 0 does not come to a bound without a sign: `_is_in_order` has seen to that.
        natural = kinds[1] in _UNSIGNED and kinds[0] in ("int", *_UNSIGNED)
        if not natural and not all(kind in _WITH_SIGN for kind in kinds):
            return None
        whole = bound if rounds.bound.type in ("identifier", "number_literal") else form("({})", bound)
        return End(self.vary.axes["x"], last=form("1ll * {} - {}", whole, start))

    def _is_in_order(self, counter: Variable, bound: Node) -> bool:
        """Whether the first thread's number is below the bound where any other's is: not so where what they begin at may be below 0,
        and is a large number to the comparison, or in the counter."""
        assert counter.init is not None
        kinds = tuple(kind for kind, _ in (self.typing.of(bound) or ("", 0), (self.typing.named(counter.base), 0)))
        if set(kinds) <= {"int", "short"}:
            return True  # all numbers are of 32 bits, and so is their order
        first = self.typing.of(counter.init)
        compared = _BITS.get(kinds[0], 0), _BITS.get(kinds[1], 0)
        signed = kinds[1] in _WITH_SIGN and (kinds[0] in _WITH_SIGN or 0 < compared[0] < compared[1])
        if signed and first is not None and (kinds[1] == "int" or first[0] in _WITH_SIGN):
            return True
        return self._begins_above_zero(counter.init)

    def _begins_above_zero(self, start: Node) -> bool:
        """A sum or product of indices, sizes and numbers that are not below 0; a template's number is a size where its name is in capitals."""
        start = bare(start)
        variable = self.variables.of(start) if start.type == "identifier" else None
        if variable is not None:
            changes = variable.writes or variable.taken or variable.parameter or variable.pointers
            return not changes and variable.init is not None and self._begins_above_zero(variable.init)
        if start.type == "cast_expression":
            type, value = start.child_by_field_name("type"), start.child_by_field_name("value")
            is_wide = type is not None and _BITS.get(self.typing.named(text_of(type)), 0) >= _BITS["int"]
            return is_wide and value is not None and self._begins_above_zero(value)
        if start.type == "binary_expression" and text_of(start.child_by_field_name("operator")) in ("+", "*"):
            sides = (start.child_by_field_name("left"), start.child_by_field_name("right"))
            return all(side is not None and self._begins_above_zero(side) for side in sides)
        if start.type == "identifier" and text_of(start).isupper() and constant_of(start, self.vary) is None:
            return True
        return is_natural(start, self.vary)

    def is_thread_index(self, node: Node) -> bool:
        """``threadIdx.x``, or a variable that holds it."""
        node = bare(node)
        variable = self.variables.of(node) if node.type == "identifier" else None
        if variable is not None and variable is self.vary.number:
            return True
        if variable is not None:
            own = variable in self.adopted or (self.vary.is_derived(variable) and self._holds_number(variable))
            return own and index_of(variable.init or node) == _FIRST
        return index_of(node) == _FIRST

    def _holds_number(self, variable: Variable) -> bool:
        """Whether a variable holds the number of any thread of a block: a byte begins again at 256."""
        return holds_number(variable) or _BITS.get(self.typing.named(variable.base), 0) >= _BITS["short"]

    def _is_block_step(self, step: Node) -> bool:
        """A step that is at least 1: made of sizes of blocks and grids."""
        variable = self.variables.of(bare(step))
        inner = (
            variable.init if variable is not None and self.vary.is_uniform(variable) and not variable.writes else step
        )
        if inner is None or not self.vary.is_uniform_text(step):
            return False
        names = [text_of(n) for n in walk(inner) if n.type == "identifier"]
        operators = {text_of(n.child_by_field_name("operator")) for n in walk(inner) if n.type == "binary_expression"}
        plain = all(n in ("blockDim", "gridDim") or n.isupper() for n in names)
        numbers = any(n.type == "number_literal" for n in walk(inner))
        return bool(names or numbers) and plain and operators <= {"*"}

    def _first_thread(self, node: Node) -> Code | None:
        """Where the first thread starts, if every thread starts as many elements later as its number says."""
        node = bare(node)
        if self.is_thread_index(node):
            return _FROM_ZERO
        if node.type == "identifier":
            variable = self.variables.of(node)
            if variable is not None and variable.init is not None and self.vary.is_derived(variable):
                return self._first_thread(variable.init)
            return None
        if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == "+":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            assert left is not None
            assert right is not None
            for thread, rest in ((left, right), (right, left)):
                first = self._first_thread(thread)
                if first is not None and self.vary.is_uniform_text(rest):
                    return self.say(rest) if first is _FROM_ZERO else form("{} + {}", first, self.say(rest))
        return None


@dataclass(frozen=True)
class _Along:
    """A number that grows by one from each thread of an axis to the next, by which it begins; ``natural``: none of its parts is below 0."""

    axis: str
    begins: tuple[tuple[str, Node], ...] = ()
    natural: bool = True


@dataclass(frozen=True)
class Ends:
    """The question for one function. ``axes``: the loops over the threads by axis; ``lane``: the variable of the loop along a strip, an
    axis by its name."""

    vary: Vary
    typing: Typing
    say: Callable[[Node], Code]
    axes: Mapping[str, str]
    lane: Variable | None = None

    def of(self, condition: Node, opposite: bool = False) -> tuple[tuple[End, ...], Code | None] | None:
        """The ends that a condition says, or what it says if it does not hold (``opposite``), and the rest of it, which is not to hold then;
        ``None`` where it says no end."""
        if any(n.type in _CHANGES for n in walk(condition)):
            return None
        parts = terms(condition, "||" if opposite else "&&")
        ends = {part.id: end for part in parts if (end := self._end(bare(part), opposite)) is not None}
        rest = [part for part in parts if part.id not in ends]
        if not ends or not all(map(self.vary.is_derived_text, rest)):
            return None
        said = [form("{}" if self._is_comparison(part) else "({})", self.say(part)) for part in rest]
        return tuple(ends.values()), joined(" || " if opposite else " && ", said) if said else None

    def _is_comparison(self, term: Node) -> bool:
        """Whether a term needs no parentheses among others."""
        return term.type == "binary_expression" and text_of(term.child_by_field_name("operator")) in (*_FLIPPED, "!=")

    def _end(self, term: Node, opposite: bool) -> End | None:
        left, right = term.child_by_field_name("left"), term.child_by_field_name("right")
        operator = text_of(term.child_by_field_name("operator"))
        if term.type != "binary_expression" or left is None or right is None:
            return None
        operator = _OPPOSITE.get(operator, "") if opposite else operator
        along = self._along(left)
        if along is None:
            along, left, right, operator = self._along(right), right, left, _FLIPPED.get(operator, "")
        if along is None or operator not in _FLIPPED or not self._is_quiet(right):
            return None
        kinds = self._kind(left), self._kind(right)
        if None in kinds or (kinds != ("int", "int") and not along.natural):
            return None
        constant = constant_of(right, self.vary)
        natural = constant is not None and constant.value >= 0
        right = bare(right)
        bound = self.say(right)
        if kinds == ("unsigned", "int") and not natural:
            bound = form("unsigned({})", bound)  # so are both sides compared: what is negative is far above every index
        limit, behind = bound, form("{} + 1ll", bound)
        if right.type == "number_literal" and natural and constant is not None:
            behind = spelled(str(int(constant.value) + 1))
        if along.begins:
            whole = bound if right.type in ("identifier", "number_literal") else form("({})", bound)
            begins = [form(" {} {}", _turned(sign), self._sum(n)) for sign, n in along.begins]
            wide = "0ll" if constant is not None and constant.value == 0 else form("1ll * {}", whole)
            limit = form("{}{}", wide, joined("", begins))
            behind = form("{} + 1", limit)
        first = limit if operator in (">=", "==") else behind if operator == ">" else None
        last = limit if operator == "<" else behind if operator in ("<=", "==") else None
        return End(self.axes[along.axis], first, last, natural and not along.begins)

    def _sum(self, node: Node) -> Code:
        code = self.say(node)
        plain = node.type in ("identifier", "number_literal", "field_expression")
        plain = plain or text_of(node.child_by_field_name("operator")) == "*"
        return code if plain else form("({})", code)

    def _kind(self, node: Node) -> str | None:
        """Whether an expression is an ``int`` or a number of as many bits without a sign, ``None`` for any other."""
        node = bare(node)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "binary_expression" and left is not None and right is not None:
            kinds = {self._kind(left), self._kind(right)}
            plain = text_of(node.child_by_field_name("operator")) in ("+", "-", "*") and None not in kinds
            return ("unsigned" if "unsigned" in kinds else "int") if plain else None
        found = self.typing.of(node)
        if found is None:
            constant = constant_of(node, self.vary)
            found = (constant.type, 0) if constant is not None else None
        if found is None or found[1]:
            return None
        return "int" if found[0] in ("int", "short") else "unsigned" if found[0] in _UNSIGNED else None

    def _is_quiet(self, node: Node) -> bool:
        """Whether an expression has one value for the block, and to work it out harms nobody."""
        operators = {text_of(n.child_by_field_name("operator")) for n in walk(node) if n.type == "binary_expression"}
        plain = all(n.type in _QUIET for n in walk(node) if n.is_named) and operators <= {"+", "-", "*"}
        return plain and self.vary.is_uniform_text(node)

    def _along(self, node: Node) -> _Along | None:
        node = bare(node)
        index = index_of(node)
        if index is not None:
            return _Along(index[1]) if index[0] == "threadIdx" and index[1] in self.axes else None
        variable = self.vary.function.variables.of(node) if node.type == "identifier" else None
        if variable is not None:
            return _Along(variable.name) if variable is self.lane else self._held(variable)
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = text_of(node.child_by_field_name("operator"))
        if node.type != "binary_expression" or left is None or right is None or operator not in ("+", "-"):
            return None
        for thread, rest in ((left, right), (right, left)):
            along = self._along(thread)
            if along is None or not self._is_quiet(rest) or (operator == "-" and rest is left):
                continue
            kind, natural = self._kind(rest), is_natural(rest, self.vary)
            if kind is None or (kind == "unsigned" and not natural):  # it may have wrapped around
                return None
            natural = natural and along.natural and operator == "+"
            return _Along(along.axis, (*along.begins, (operator, rest)), natural)
        return None

    def _held(self, variable: Variable) -> _Along | None:
        """What a variable holds for good that has room for it."""
        if variable.init is None or variable.pointers or not self.vary.is_derived(variable) or variable.constructed:
            return None
        along = self._along(variable.init)
        kind = self.typing.named(variable.base) if variable.base != "auto" else self._kind(variable.init)
        if along is None or kind is None or (kind not in _UNSIGNED and kind != "int"):
            return None
        return along if kind == "int" or along.natural else None


def is_natural(node: Node, vary: Vary) -> bool:
    """A product or sum of indices, sizes and numbers that are not below 0."""
    node = bare(node)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if node.type == "binary_expression" and left is not None and right is not None:
        operator = text_of(node.child_by_field_name("operator"))
        return operator in ("*", "+") and is_natural(left, vary) and is_natural(right, vary)
    if index_of(node) is not None:
        return True
    variable = vary.function.variables.of(node) if node.type == "identifier" else None
    if variable is not None:
        held = not variable.writes and not variable.taken and not variable.parameter and not variable.pointers
        return held and variable.init is not None and is_natural(variable.init, vary)
    constant = constant_of(node, vary)
    return constant is not None and constant.is_integer and constant.value >= 0


def constant_of(node: Node, vary: Vary) -> Constant | None:
    """The value of an expression in which nothing is a parameter or changes."""
    held = (v for n in walk(node) if n.type == "identifier" and (v := vary.function.variables.of(n)) is not None)
    changes = any(v.parameter or v.writes or v.taken or v.init is None for v in held)
    return None if changes else vary.value(text_of(node), node.start_byte)


def part_of_number(node: Node, vary: Vary) -> Part | None:
    """What an expression says of the number of the thread in a block of one dimension; ``None`` for any other."""
    node = bare(node)
    if index_of(node) == _FIRST:
        return WHOLE
    variable = vary.function.variables.of(node) if node.type == "identifier" else None
    if variable is not None:
        if variable is vary.number or variable in vary.parts:
            return vary.parts.get(variable, WHOLE)
        kept = holds_number(variable) and never_written(variable)
        return part_of_number(variable.init, vary) if kept and variable.init is not None else None
    left, width = node.child_by_field_name("left"), whole_number(node.child_by_field_name("right"), vary)
    if node.type != "binary_expression" or left is None or width is None or part_of_number(left, vary) != WHOLE:
        return None
    operator = text_of(node.child_by_field_name("operator"))
    if operator == ">>":
        return Part("/", 1 << min(width, 10))
    if operator == "&":
        return Part("%", width + 1) if width & (width + 1) == 0 else None
    return Part(operator, width) if operator in ("/", "%") and width else None


def whole_number(node: Node | None, vary: Vary) -> int | None:
    """The value of an expression that is a whole number not below 0; the size of a warp is one."""
    if node is None:
        return None
    node = bare(node)
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == "-":
        left, right = (whole_number(node.child_by_field_name(side), vary) for side in ("left", "right"))
        return left - right if left is not None and right is not None and left >= right else None
    if text_of(node) == "warpSize" and vary.function.variables.of(node) is None:
        return 32
    constant = constant_of(node, vary)
    return int(constant.value) if constant is not None and constant.is_integer and constant.value >= 0 else None


def _turned(sign: str) -> str:
    return "-" if sign == "+" else "+"
