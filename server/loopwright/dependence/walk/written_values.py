"""What an assignment stores, where that is worked out from what it reads and from nothing else.

Two assignments of one text that read the same values store the same. Whether they do is asked by `decide.same_values`.
"""

from __future__ import annotations

from loopwright.dependence.model.program import Access, Block, Written
from loopwright.dependence.walk.state import State
from loopwright.source.linear import Linear


def written_by(state: State, text: str, block: Block, before: int) -> Written | None:
    """The value of an expression that does nothing else (`lang.plain_values`) and that has been read into ``block`` behind its first
    ``before`` items; ``None`` where it may depend on more than was read."""
    if state.block is not block:
        return None
    reads: list[tuple[Access, Linear | None]] = []
    for read in block.items[before:]:
        if not isinstance(read, Access) or read.writes:
            return None
        known = state.values.get(read.place.root) if read.is_scalar and state.is_register(read.place.root) else None
        reads.append((read, known.number if known is not None else None))
    return Written(text, tuple(reads))
