"""Code that a jump may enter in its middle: behind a label, nothing is known of what was asked before it."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from loopwright.lang.macros import is_macro
from loopwright.lang.scopes import scopes_of
from loopwright.source.kept import kept
from loopwright.source.lexemes import code_within
from loopwright.source.listing import Listing
from loopwright.source.nodes import nearest, text_of
from loopwright.source.outline import Outline
from loopwright.source.text import names_in

_BEFORE_LABELS = frozenset((")", ";", "{", "}", ":"))  # the first is that of a macro's parameters
_LABEL, _CASE, _SWITCH = "labeled_statement", "case_statement", "switch_statement"


def is_entered(node: Node, listing: Listing | None, is_plain: Callable[[Node], bool]) -> bool:
    """Whether a `goto`, or a `switch` around it, may lead into a statement of a function, or to its beginning. ``is_plain`` tells of a label
    that jumps lead to only from the block that it stands in."""
    if listing is not None and _LABEL not in listing.places and _CASE not in listing.places:
        return False
    part = (listing or Listing(node)).below(node)
    return not all(map(is_plain, part.of((_LABEL,)))) or any(
        not _is_of_switch_in(node, case) for case in part.of((_CASE,))
    )


@kept
def labelling(outline: Outline) -> frozenset[str]:
    """The macros that may stand for a label of their function or of a `switch` around them: `ON(1)`, by others too."""
    macros = {name: macro.value or "" for name, macro in scopes_of(outline).macros.items() if is_macro(macro)}
    found = {name for name, text in macros.items() if ":" in text and _may_label(text)}
    while (
        more := {name for name, text in macros.items() if name not in found and found & set(names_in(text))}
        if found
        else ()
    ):
        found |= more
    return frozenset(found)


def _may_label(text: str) -> bool:
    """Whether the text of a macro has a label, and no `switch` that it may be of."""
    words = [token.text for token in code_within(text)]
    if not {"switch", "_Generic"}.isdisjoint(words):
        return False
    starts = (position for position, word in enumerate(words) if word == ":" and position)
    return not {"case", "default"}.isdisjoint(words) or any(
        words[at - 1].isidentifier() and (at == 1 or words[at - 2] in _BEFORE_LABELS) for at in starts
    )


def brings_label(node: Node, macros: frozenset[str]) -> bool:
    """Whether one of such ``macros`` stands in a piece of code."""
    return bool(macros) and not macros.isdisjoint(names_in(text_of(node)))


def _is_of_switch_in(node: Node, case: Node) -> bool:
    """Whether the `switch` that may lead to a label is a part of the code itself."""
    around = nearest(case, (_SWITCH,))
    return around is not None and node.start_byte <= around.start_byte and around.end_byte <= node.end_byte
