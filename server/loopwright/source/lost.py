"""Loops that stand in a text and are in no loop of its tree: what is before them could not be parsed."""

from __future__ import annotations

import re

from loopwright.source.syntax import Source

_FOR = re.compile(rb"\bfor\s*\(")
_LOOPS = frozenset(("for_statement", "for_range_loop"))
_NO_CODE = re.compile("comment|.*string.*|char.*|preproc_.*|system_lib_string")


def lost_loops(source: Source) -> tuple[int, ...]:
    """Where loops begin that the parser did not see as such. What it was not shown is not among them."""
    root = source.tree.root_node
    if not root.has_error:
        return ()
    found = []
    for match in _FOR.finditer(source.parsed):
        node = root.descendant_for_byte_range(match.start(), match.start() + 3)
        if node is None or _NO_CODE.match(node.type) or (node.parent is not None and node.parent.type in _LOOPS):
            continue
        found.append(match.start())
    return tuple(found)
