"""A function that was read in another text than its file: the same program with the places of the file in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from loopwright.dependence.model.program import Access, Block, Branch, Effect, Item, Nest, Program, Written, complete
from loopwright.dependence.model.values import LoopFrame
from loopwright.source.text import Span


def moved(program: Program, back: Callable[[Span], Span]) -> Program:
    """``program`` with every place that it names led ``back``. What of it has no place of its own, as code of an included file, has that of
    the line that brings it."""
    moving = _Moving(back)
    body = moving.block(program.body)
    complete(body)
    return replace(
        program,
        body=body,
        nests={number: moving.nest(nest) for number, nest in program.nests.items()},
        frames={number: moving.frame(frame) for number, frame in program.frames.items()},
        by_start={moving.start(start): number for start, number in reversed(program.by_start.items())},
        named_by_callees=frozenset((name, back(span)) for name, span in program.named_by_callees),
        proved={},
        cut={},
    )


class _Moving:
    def __init__(self, back: Callable[[Span], Span]) -> None:
        self._back = back
        self._nests: dict[int, Nest] = {}
        self._accesses: dict[int, Access] = {}

    def start(self, offset: int) -> int:
        """Where something that begins at ``offset`` begins."""
        return self._back(Span(offset, offset + 1)).start

    def block(self, block: Block) -> Block:
        """A block and all that is in it."""
        return Block([self._item(item) for item in block.items])

    def _item(self, item: Item) -> Item:
        if isinstance(item, Access):
            return self._access(item)
        if isinstance(item, Effect):
            return item._replace(span=self._back(item.span))
        if isinstance(item, Branch):
            return replace(item, blocks=tuple(map(self.block, item.blocks)))
        return self.nest(item)

    def nest(self, nest: Nest) -> Nest:
        """A loop with its body."""
        found = self._nests.get(id(nest))
        if found is None:
            found = self._nests[id(nest)] = Nest(self.frame(nest.frame), self.block(nest.body))
        return found

    def frame(self, frame: LoopFrame) -> LoopFrame:
        """A loop's header; one that stands nowhere does so still."""
        return frame if frame.start < 0 else replace(frame, start=self.start(frame.start))

    def _access(self, access: Access) -> Access:
        found = self._accesses.get(id(access))
        if found is None:
            written = access.written
            reads = tuple((self._access(read), number) for read, number in written.reads) if written else ()
            found = self._accesses[id(access)] = replace(
                access,
                span=self._back(access.span),
                origin=self._back(access.origin) if access.origin is not None else None,
                written=Written(written.text, reads) if written is not None else None,
            )
        return found
