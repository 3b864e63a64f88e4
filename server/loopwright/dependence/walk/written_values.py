"""What an assignment stores, where that is worked out from what it reads and from nothing else.

Two assignments of one text that read the same values store the same. Whether they do is asked by `decide.same_values`.
"""

from __future__ import annotations

from tree_sitter import Node

from loopwright.dependence.model.program import Access, Block, Written
from loopwright.dependence.walk.state import State
from loopwright.source.nodes import subtree, text_of

# Kinds of nodes that give a value and do nothing else, whatever stands in them.
_ONLY_GIVE = frozenset(
    """
    identifier number_literal char_literal true false field_identifier parenthesized_expression subscript_expression
    subscript_argument_list field_expression binary_expression unary_expression cast_expression type_descriptor primitive_type
    sized_type_specifier comment
    """.split()  # noqa: SIM905
)


def written_by(state: State, right: Node, block: Block, before: int) -> Written | None:
    """The value of ``right``, which has been read into ``block`` behind its first ``before`` items; ``None`` where it may depend
    on more than was read."""
    if state.block is not block or any(node.is_named and node.type not in _ONLY_GIVE for node in subtree(right)):
        return None
    reads = block.items[before:]
    numbers = []
    for read in reads:
        if not isinstance(read, Access) or read.writes:
            return None
        known = state.values.get(read.place.root) if read.is_scalar and state.is_register(read.place.root) else None
        numbers.append(known.number if known is not None else None)
    return Written(text_of(right), tuple(zip(reads, numbers)))  # type: ignore[arg-type]
