"""Code that a jump may enter in its middle: behind a label, nothing is known of what was asked before it."""

from __future__ import annotations

from tree_sitter import Node

from loopwright.source.listing import Listing

_LABEL, _CASE, _SWITCH = "labeled_statement", "case_statement", "switch_statement"


def is_entered(node: Node, listing: Listing | None) -> bool:
    """Whether a `goto`, or a `switch` around it, may lead into a statement of a function, or to its beginning."""
    if listing is not None and _LABEL not in listing.kinds and _CASE not in listing.kinds:
        return False
    part = (listing or Listing(node)).below(node)
    return _LABEL in part.kinds or any(not _is_of_switch_in(node, case) for case in part.of((_CASE,)))


def _is_of_switch_in(node: Node, case: Node) -> bool:
    """Whether the `switch` that may lead to a label is a part of the code itself."""
    around = case.parent
    while around is not None and around.type != _SWITCH:
        around = around.parent
    return around is not None and node.start_byte <= around.start_byte and around.end_byte <= node.end_byte
