"""Divisions that are done earlier than the thread does them.

``if (i >= n || k == 0) return; const int q = m / k;`` divides where ``k`` is not 0. Done once for all threads, before anybody is asked,
it would end the program. A GPU goes on with some number even then; a processor does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from loopwright.cuda.ir.code import Code, Rule, form, inside, joined, quoted
from loopwright.cuda.read.rewriting import walk
from loopwright.cuda.read.typing import Typing
from loopwright.cuda.spec.types import INTEGRAL
from loopwright.lang.numbers import Constant
from loopwright.source.nodes import bare, text_of

_ON_CONDITION = {
    "conditional_expression": ("consequence", "alternative"),
    "&&": ("right",),
    "and": ("right",),
    "||": ("right",),
    "or": ("right",),
}
_APART = frozenset(("lambda_expression", "sizeof_expression"))


def divides(node: Node) -> bool:
    """Whether a division is in an expression by what is no number as it stands there."""
    return any(_divisor(part) is not None for part in walk(node))


def unless_zero(
    init: Node,
    typing: Typing,
    known: Callable[[str, int], Constant | None],
    told: Callable[[Node, Rule], Code | None],
) -> Code:
    """The value of ``init`` as ``told`` has it, with 0 for what would divide whole numbers by 0: all of it, or a part that is worked out
    on a condition. ``known``: constants of the file."""
    parts = [init, *(part for node in walk(init) for part in _on_condition(node))]
    asked = {part.id: [d for d in _divisors(part) if _may_be_zero(d, typing, known)] for part in parts}

    def rule(node: Node) -> Code | None:
        divisors = asked.get(node.id)
        made = told(node, rule)
        if not divisors:
            return made
        words = {text_of(divisor): form("{} == 0", quoted(divisor, rule)) for divisor in divisors}
        value = made if made is not None else inside(node, rule)
        safe = form("{} ? 0 : {}", joined(" || ", words.values()), value)
        return safe if node.id == init.id else form("({})", safe)

    return quoted(init, rule)


def divided_unless_zero(
    assignment: Node,
    typing: Typing,
    known: Callable[[str, int], Constant | None],
    told: Callable[[Node, Rule], Code | None],
) -> Code:
    """``q /= k`` as ``q /= k == 0 ? 1 : k``, where ``k`` may be 0."""
    divisor = assignment.child_by_field_name("right")

    def rule(node: Node) -> Code | None:
        made = told(node, rule)
        if divisor is None or node.id != divisor.id or not _may_be_zero(node, typing, known):
            return made
        value = made if made is not None else inside(node, rule)
        return form("({0}) == 0 ? 1 : {0}", value)

    return quoted(assignment, rule)


def _on_condition(node: Node) -> Iterator[Node]:
    """The operands of an operator that it works out on a condition."""
    operator = text_of(node.child_by_field_name("operator")) if node.type == "binary_expression" else node.type
    operands = (node.child_by_field_name(name) for name in _ON_CONDITION.get(operator, ()))
    yield from (operand for operand in operands if operand is not None)


def _divisors(node: Node) -> Iterator[Node]:
    """What an expression divides by wherever it is worked out, inner ones first."""
    if node.type in _APART:
        return
    later = {operand.id for operand in _on_condition(node)}
    for child in node.named_children:
        if child.id not in later:
            yield from _divisors(child)
    divisor = _divisor(node)
    if divisor is not None:
        yield divisor


def _divisor(node: Node) -> Node | None:
    operator = text_of(node.child_by_field_name("operator")) if node.type == "binary_expression" else ""
    right = node.child_by_field_name("right") if operator in ("/", "%") else None
    return right if right is not None and bare(right).type != "number_literal" else None


def _may_be_zero(divisor: Node, typing: Typing, known: Callable[[str, int], Constant | None]) -> bool:
    """Whether numbers are divided that are known to be whole, by one that the text does not tell."""
    around = divisor.parent
    left = around.child_by_field_name("left") if around is not None else None
    for kind in (typing.of(divisor), typing.of(left) if left is not None else None):
        if kind is None or kind[1] or kind[0] not in INTEGRAL:
            return False
    text = text_of(bare(divisor))
    if text in typing.function.template_names or text.startswith(("blockDim.", "gridDim.", "sizeof")):
        return False
    number = known(text_of(divisor), divisor.start_byte)
    return number is None or number.value == 0
