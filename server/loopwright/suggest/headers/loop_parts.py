"""What a loop is made of as it is read: where its variables begin, how they move on, what its body does beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tree_sitter import Node

from loopwright.lang.classes import descendants
from loopwright.lang.types import Type, canonical, integer_range, is_integer
from loopwright.source.edits import Edit
from loopwright.source.nodes import text_of
from loopwright.source.text import Span

SIMPLE = (
    "identifier",
    "number_literal",
    "field_expression",
    "subscript_expression",
    "call_expression",
    "parenthesized_expression",
)
LOOPS = ("for_statement", "while_statement", "do_statement", "for_range_loop")


class NotCanonical(Exception):
    """The loop has no such form, or has it already."""


@dataclass(frozen=True)
class Start:
    """What a variable begins with: the text of the value, of the type where it is declared there, and the statement that says so."""

    value: Node
    type: str = ""
    statement: Node | None = None


@dataclass(frozen=True)
class Bound:
    """`variable relation bound`, the bound as text. Without a node it is zero: `while (n)`."""

    variable: str
    relation: str
    node: Node | None
    text: str
    moved: bool = False


@dataclass(frozen=True)
class Turns:
    """As text: which iteration of a loop this is, from 0, and how many there are if ``runs`` holds; empty where it is asked of their
    number. With the fundamental types of both, empty where they are not known."""

    at: str
    kind: str
    times: str
    times_kind: str
    runs: str

    @property
    def in_parentheses(self) -> str:
        return self.at if self.at.isidentifier() else f"({self.at})"


def times(by: int, at: str) -> str:
    """`2 * (i - 1)`."""
    return at if by == 1 else f"{by} * {at if at.isidentifier() else f'({at})'}"


def commas(node: Node) -> list[Node]:
    """The parts of `a, b, c`."""
    if node.type != "comma_expression":
        return [node]
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return [*(commas(left) if left is not None else ()), *(commas(right) if right is not None else ())]


def step_of(node: Node) -> tuple[str, int]:
    """A variable and what `i++`, `i += 2`, `i = i + 2` add to it."""
    if node.type == "update_expression":
        target = node.child_by_field_name("argument")
        if target is not None and target.type == "identifier":
            return text_of(target), 1 if "++" in text_of(node) else -1
    if node.type == "assignment_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = text_of(node.child_by_field_name("operator"))
        if left is not None and right is not None and left.type == "identifier":
            if (
                sign == "="
                and right.type == "binary_expression"
                and text_of(right.child_by_field_name("left")) == text_of(left)
            ):
                sign, right = f"{text_of(right.child_by_field_name('operator'))}=", right.child_by_field_name("right")
            by = decimal(right)
            if sign in ("+=", "-=") and by:
                return text_of(left), by if sign == "+=" else -by
    raise NotCanonical


def decimal(node: Node | None) -> int | None:
    """The value of a plain number."""
    text = text_of(node)
    return int(text) if text.isdigit() and (text == "0" or text[0] != "0") else None


def shifted(node: Node) -> tuple[str, int] | None:
    """`i` and 1 of `i + 1`."""
    if node.type != "binary_expression":
        return None
    left, by = node.child_by_field_name("left"), decimal(node.child_by_field_name("right"))
    sign = text_of(node.child_by_field_name("operator"))
    if left is None or left.type != "identifier" or by is None or sign not in ("+", "-"):
        return None
    return text_of(left), by if sign == "+" else -by


def is_sum_or_product(node: Node) -> bool:
    """Whether something can be taken from what an operation gives without parentheses around it."""
    return text_of(node.child_by_field_name("operator")) in ("+", "-", "*", "/", "%")


def is_small(kind: Type) -> bool:
    """Whether numbers of a type are smaller than `int`: they wrap around where sums of them do not."""
    return not kind.layers and canonical(kind.base) in ("char", "short")


def is_signed(kind: Type) -> bool:
    """Whether numbers of a type are signed, and overflow of their sums is an error."""
    if kind.layers or not is_integer(kind.base):
        return False
    limits = integer_range(kind.base)
    return limits is None or limits[0] < 0


def effects_in(node: Node) -> Iterator[Node]:
    """What an expression does beside having a value."""
    for each in (node, *descendants(node)):
        if each.type in ("call_expression", "update_expression", "assignment_expression"):
            yield each


def continues_in(body: Node) -> Iterator[Node]:
    """`continue` of the loop whose body it is."""
    for child in body.named_children:
        if child.type == "continue_statement":
            yield child
        elif child.type not in LOOPS:
            yield from continues_in(child)


def leaves_in(body: Node) -> Iterator[Node]:
    """What leaves the loop early, other than from its function."""
    for child in (body, *descendants(body)):
        if child.type in ("break_statement", "goto_statement"):
            yield child


def header_end(loop: Node, body: Node) -> int:
    """Where the parenthesis of the header ends."""
    before = [child for child in loop.children if child.end_byte <= body.start_byte and child.type != "comment"]
    return before[-1].end_byte


def merged(edits: list[Edit]) -> list[Edit]:
    """Insertions at one place as one edit, in the order in which they were made. Raises :class:`NotCanonical` where edits overlap."""
    found: dict[Span, str] = {}
    for edit in edits:
        is_empty = edit.span.start == edit.span.end
        if not is_empty and edit.span in found:
            raise NotCanonical
        found[edit.span] = found.get(edit.span, "") + edit.text
    spans = sorted(found)
    if any(one.end > other.start for one, other in pairwise(spans)):
        raise NotCanonical
    return [Edit(span, found[span]) for span in spans]
