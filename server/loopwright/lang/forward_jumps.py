"""Jumps that only pass over statements of one block: `if (c) goto next; … next: …` is `if (!c) { … }` with what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from tree_sitter import Node

from loopwright.lang.entries import brings_label, labelling
from loopwright.lang.macros import is_macro
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.listing import listing_of
from loopwright.source.nodes import nearest, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_FUNCTIONS = frozenset(("function_definition", "lambda_expression"))
# What a jump may leave in a plain way: a loop ends as by `break`. In an expression it would come past the store around it.
_LEFT = frozenset(
    (
        *("compound_statement", "if_statement", "else_clause", "labeled_statement"),
        *("for_statement", "while_statement", "do_statement", "for_range_loop"),
    )
)
_AROUND_BLOCKS = _LEFT | _FUNCTIONS  # the block of an expression in GNU C is another kind of thing
_NONE: Mapping[str, Node] = MappingProxyType({})


def led_to(outline: Outline, goto: Node) -> Node | None:
    """The label that a `goto` leads forward to, in a block around it. Every jump to it is of that kind."""
    return _labels_around(outline, goto).get(_label_of(goto))


def is_only_passed_to(outline: Outline, labeled: Node) -> bool:
    """Whether all that leads to a label are such jumps: nothing comes to it from elsewhere."""
    return _labels_around(outline, labeled).get(_label_of(labeled)) == labeled


def _labels_around(outline: Outline, node: Node) -> Mapping[str, Node]:
    function = nearest(node, _FUNCTIONS)
    return _forward_labels(outline, function) if function is not None else _NONE


@kept
def _forward_labels(outline: Outline, function: Node) -> Mapping[str, Node]:
    """The labels of a function that nothing but such jumps leads to, by name."""
    row = listing_of(outline, function).whole
    gotos = row.of(("goto_statement",))
    if not gotos or function.has_error or _jumps_by_macros(outline, function):
        return _NONE
    said = Counter(names_in(text_of(function)))
    leading: dict[str, list[Node]] = {}
    for goto in gotos:
        leading.setdefault(_label_of(goto), []).append(goto)
    # A name that stands once more may be that of `&&next`, of an operand of `asm goto`, of another label in a nested function.
    labels = (
        node
        for node in row.of(("labeled_statement",))
        if said[_label_of(node)] == 1 + len(leading.get(_label_of(node), ()))
    )
    found = {_label_of(label): ways for label in labels if (ways := _passed(label, leading.get(_label_of(label), [])))}
    return {
        name: label
        for name, (label, first) in found.items()
        if not any(_cross((label, first), other) for other in found.values())
    }


def _jumps_by_macros(outline: Outline, function: Node) -> bool:
    """Whether a macro of the file may hold a jump or a label."""
    macros = scopes_of(outline).macros.values()
    jumps = any("goto" in names_in(macro.value or "") for macro in macros if is_macro(macro))
    return jumps or brings_label(function, labelling(outline))


def _passed(label: Node, gotos: list[Node]) -> tuple[Node, Node] | None:
    """A label with the first statement before it, in its block, that jumps to it. ``None`` if not all jumps stand in such statements."""
    block = label.parent
    if block is None or block.type != "compound_statement" or block.parent is None or not gotos:
        return None
    if block.parent.type not in _AROUND_BLOCKS:
        return None
    before = [child for child in block.named_children if child.start_byte < label.start_byte]
    around = [next((one for one in before if _leaves_plainly(one, goto)), None) for goto in gotos]
    return (label, around[0]) if around[0] is not None and None not in around else None


def _leaves_plainly(node: Node, goto: Node) -> bool:
    """Whether a jump stands in a statement, and in nothing there but blocks, branches and loops."""
    if node == goto:
        return True
    inside = (n for n in node.named_children if n.start_byte <= goto.start_byte and goto.end_byte <= n.end_byte)
    return node.type in _LEFT and any(_leaves_plainly(child, goto) for child in inside)


def _cross(one: tuple[Node, Node], other: tuple[Node, Node]) -> bool:
    """Whether of two labels of one block one stands among what is passed over on the way to the other, and its jump before that."""
    (label, first), (second_label, second) = one, other
    if label == second_label or label.parent != second_label.parent:
        return False
    apart = label.start_byte <= second.start_byte or second_label.start_byte <= first.start_byte
    within = first.start_byte < second.start_byte and second_label.start_byte < label.start_byte
    around = second.start_byte < first.start_byte and label.start_byte < second_label.start_byte
    return not (apart or within or around)


def _label_of(node: Node) -> str:
    return text_of(node.child_by_field_name("label"))
