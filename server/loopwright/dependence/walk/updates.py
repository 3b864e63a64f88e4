"""Statements that accumulate: `x += e`, `x = x op e`, `x = max(x, e)`, `x = e > x ? e : x`, `if (e > x) x = e`.

Which operators OpenACC reduces with is in its section 2.5.15.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from tree_sitter import Node

from loopwright.lang.plain_values import is_plain_value
from loopwright.source.nodes import bare, subtree, text_of, written

_COMPOUND = {"+=": "+", "-=": "+", "*=": "*", "&=": "&", "|=": "|", "^=": "^"}
_CHAINED = {"+": "+", "-": "+", "*": "*", "&": "&", "|": "|", "^": "^", "&&": "&&", "||": "||"}


class Chosen(NamedTuple):
    """`max` or `min` and what it is chosen from, where a call is one of those. ``given`` is the one that it gives where they do not compare
    (NaN): its place, less than 0 where it is not known, ``None`` where it is a number that is given."""

    operator: str
    values: list[Node]
    given: int | None


Extremes: TypeAlias = "Callable[[Node], Chosen | None]"


class Accumulation(NamedTuple):
    """``target`` is updated with ``operator``; ``others`` are the expressions that go into it. One that ``forgets`` takes what does not compare
    (NaN) in the place of what the target was. It happens ``when`` these hold, and where these ``behind`` it do, which nobody asks before the
    values compare."""

    target: Node
    operator: str
    others: tuple[Node, ...]
    forgets: bool = False
    when: tuple[Node, ...] = ()
    behind: tuple[Node, ...] = ()


def accumulation(node: Node, extremes: Extremes) -> Accumulation | None:
    """What an assignment or update accumulates, ``None`` if it is another statement. ``extremes`` knows what calls choose."""
    if node.type == "update_expression":
        argument = node.child_by_field_name("argument")
        return Accumulation(argument, "+", ()) if argument is not None else None
    if node.type != "assignment_expression":
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = text_of(node.child_by_field_name("operator")) or "="
    if left is None or right is None:
        return None
    if operator in _COMPOUND:
        return Accumulation(left, _COMPOUND[operator], (right,))
    if operator != "=":
        return None
    return accumulated(left, right, extremes)


def accumulated(left: Node, right: Node, extremes: Extremes) -> Accumulation | None:
    """What `left = right` accumulates."""
    right = bare(right)
    if right.type == "binary_expression":
        return _of_chain(left, right)
    if right.type == "call_expression":
        return _of_call(left, right, extremes)
    if right.type == "conditional_expression":
        return _of_choice(left, right)
    return None


def operator_of_choice(left: Node, right: Node, extremes: Extremes) -> str | None:
    """How `left = c ? left + a : left` accumulates, if it is in one way whichever arm is chosen, where each may leave what was there and
    what chooses does not ask for that."""
    ways = set(_ways_of_choice(left, right, extremes)) - {""}
    return ways.pop() if len(ways) == 1 else None


def _ways_of_choice(left: Node, right: Node, extremes: Extremes) -> Iterator[str | None]:
    """The operator of each arm, empty where one keeps what was there, ``None`` where one does something else."""
    right = bare(right)
    if same(right, left):
        yield ""
        return
    found = accumulated(left, right, extremes)
    if found is not None or right.type != "conditional_expression":
        yield found.operator if found is not None else None
        return
    condition = right.child_by_field_name("condition")
    if condition is None or not is_plain_value(condition) or mentions(condition, left):
        yield None
        return
    for field in ("consequence", "alternative"):
        arm = right.child_by_field_name(field)
        yield from _ways_of_choice(left, arm, extremes) if arm is not None else (None,)


def mentions(node: Node, target: Node) -> bool:
    """Whether an expression holds one that is written like a target."""
    return any(part.type == target.type and written(part) == written(target) for part in subtree(node))


def conditional_extreme(node: Node) -> Accumulation | None:
    """`if (e > x) x = e;` without `else`, also where other conditions stand beside the comparison: `if (c && e > x) x = e;`."""
    if node.type != "if_statement" or node.child_by_field_name("alternative") is not None:
        return None
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    if condition is None or body is None:
        return None
    if body.type == "compound_statement":
        statements = [child for child in body.named_children if child.type != "comment"]
        if len(statements) != 1:
            return None
        body = statements[0]
    if body.type != "expression_statement" or body.named_child_count != 1:
        return None
    assignment = body.named_children[0]
    left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    if assignment.type != "assignment_expression" or left is None or right is None:
        return None
    if text_of(assignment.child_by_field_name("operator")) != "=":
        return None
    return _where(_inner_condition(condition), right, left)


def _where(condition: Node, winner: Node, target: Node) -> Accumulation | None:
    """The extreme that a condition makes of ``target`` if it is one of comparison and others, which only read."""
    parts = list(_conjuncts(condition))
    found = [(place, said) for place, part in enumerate(parts) if (said := extreme(part, winner, target))]
    if len(found) != 1:
        return None
    ((place, operator),) = found
    when, behind = parts[:place], parts[place + 1 :]
    if not all(is_plain_value(part) for part in (*when, *behind)):
        return None
    return Accumulation(target, operator, (winner,), when=tuple(when), behind=tuple(behind))


def _conjuncts(condition: Node) -> Iterator[Node]:
    """What `a && b && c` puts together."""
    inner = bare(condition)
    left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
    is_both = inner.type == "binary_expression" and text_of(inner.child_by_field_name("operator")) in ("&&", "and")
    if not is_both or left is None or right is None:
        yield inner
        return
    yield from _conjuncts(left)
    yield from _conjuncts(right)


def may_keep(left: Node, right: Node) -> bool:
    """Whether what is stored in ``left`` is what was there, by one arm of a choice: it may be an extreme, told in another way."""
    choice = bare(right)
    if choice.type != "conditional_expression":
        return False
    arms = (choice.child_by_field_name("consequence"), choice.child_by_field_name("alternative"))
    return any(arm is not None and (same(arm, left) or may_keep(left, arm)) for arm in arms)


def same(first: Node, second: Node) -> bool:
    """Whether two expressions are written alike."""
    return written(bare(first)) == written(bare(second))


def _of_chain(left: Node, right: Node) -> Accumulation | None:
    operator = _CHAINED.get(text_of(right.child_by_field_name("operator")))
    if operator is None:
        return None
    terms = list(_terms(right, operator, True))
    own = [(node, positive) for node, positive in terms if same(node, left)]
    if len(own) != 1 or not own[0][1]:
        return None
    return Accumulation(left, operator, tuple(node for node, _ in terms if node is not own[0][0]))


def _terms(node: Node, operator: str, positive: bool) -> list[tuple[Node, bool]]:
    node = bare(node)
    written = text_of(node.child_by_field_name("operator")) if node.type == "binary_expression" else ""
    if _CHAINED.get(written) != operator:
        return [(node, positive)]
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return [(node, positive)]
    return _terms(left, operator, positive) + _terms(right, operator, positive != (written == "-"))


def _of_call(left: Node, call: Node, extremes: Extremes) -> Accumulation | None:
    found = extremes(call)
    if found is None:
        return None
    operator, values = found.operator, list(_chosen_from(call, found.operator, extremes))
    own = [value for value in values if same(value, left)]
    if len(own) != 1:
        return None
    others = tuple(value for value in values if value is not own[0])
    return Accumulation(left, operator, others, forgets=not _is_kept(call, own[0], extremes))


def _is_kept(node: Node, own: Node, extremes: Extremes) -> bool:
    """Whether what a call gives is ``own`` where nothing else compares with it."""
    node = bare(node)
    found = extremes(node) if node.type == "call_expression" else None
    if found is None:
        return node.start_byte <= own.start_byte < node.end_byte
    place = next(n for n, value in enumerate(found.values) if value.start_byte <= own.start_byte < value.end_byte)
    return found.given in (None, place) and _is_kept(found.values[place], own, extremes)


def _chosen_from(node: Node, operator: str, extremes: Extremes) -> Iterator[Node]:
    """The operands of `max(max(a, b), c)`."""
    node = bare(node)
    found = extremes(node) if node.type == "call_expression" else None
    if found is None or found.operator != operator:
        yield node
        return
    for value in found.values:
        yield from _chosen_from(value, operator, extremes)


def _of_choice(left: Node, choice: Node) -> Accumulation | None:
    condition = choice.child_by_field_name("condition")
    first, second = choice.child_by_field_name("consequence"), choice.child_by_field_name("alternative")
    if condition is None or first is None or second is None:
        return None
    if same(second, left):
        return _where(condition, first, left)
    if same(first, left):
        operator = extreme(condition, left, second)
        return Accumulation(left, operator, (second,), forgets=True) if operator else None
    return None


def extreme(condition: Node, winner: Node, loser: Node) -> str | None:
    """`max` or `min`: which one a choice of ``winner`` makes; `max` if the condition says that ``winner`` is greater."""
    condition = bare(condition)
    if condition.type != "binary_expression":
        return None
    operator = text_of(condition.child_by_field_name("operator"))
    a, b = condition.child_by_field_name("left"), condition.child_by_field_name("right")
    if a is None or b is None or operator not in ("<", ">", "<=", ">="):
        return None
    if same(a, winner) and same(b, loser):
        return "max" if operator.startswith(">") else "min"
    if same(b, winner) and same(a, loser):
        return "max" if operator.startswith("<") else "min"
    return None


def _inner_condition(node: Node) -> Node:
    value = node.child_by_field_name("value")
    return value if value is not None else node


def is_used(node: Node) -> bool:
    """Whether the value of an assignment goes somewhere: then other iterations' updates would show."""
    if node.type.endswith("_statement"):
        return False
    child, parent = node, node.parent
    while parent is not None and parent.type in ("parenthesized_expression", "comma_expression"):
        if parent.type == "comma_expression" and parent.named_children[-1].id != child.id:
            return False
        child, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type == "expression_statement":
        whole = _worth_of(parent)
        return whole is not None and is_used(whole)
    if parent.type == "for_statement":
        condition = parent.child_by_field_name("condition")
        return condition is not None and condition.id == child.id
    return True


def _worth_of(statement: Node) -> Node | None:
    """The `({ …; e; })` of GNU C whose value the statement ``e;`` is."""
    block = statement.parent
    if block is None or block.type != "compound_statement" or block.parent is None:
        return None
    if block.parent.type != "parenthesized_expression":
        return None  # most blocks: looking for the last of each would be the square of a long one
    inside = [child for child in block.named_children if child.type != "comment"]
    return block.parent if inside and inside[-1].id == statement.id else None
