"""A loop that is written otherwise, and the loop as it stands: the parts of the two texts in which they differ."""

from __future__ import annotations

from dataclasses import dataclass

from loopwright.source.outline import Loop, Outline
from loopwright.source.statements import statements_around
from loopwright.source.text import Span


@dataclass(frozen=True)
class Standing:
    """The ``loop`` of ``outline`` as the user wrote it, which another text has otherwise."""

    outline: Outline
    loop: Loop

    def written(self, changed: Outline, loop: Loop) -> Span:
        """The whole statements of ``changed`` that hold its ``loop`` and all that is written otherwise."""
        old, new = self.outline.source.data, changed.source.data
        start = _common(old, new)
        room = min(len(old), len(new)) - start
        same = _common(old[::-1][:room], new[::-1][:room])
        differs = Span(min(start, loop.span.start), max(len(new) - same, loop.span.end))
        whole = statements_around(changed.source.tree.root_node, differs)
        return Span(min(whole.start, start), max(whole.end, len(new) - same))  # blanks before and behind may differ too

    def stands(self, changed: Outline, written: Span) -> Span:
        """The statements that are ``written`` otherwise in ``changed``, as they stand: outside of them the texts are the same."""
        return Span(written.start, written.end + len(self.outline.source.data) - len(changed.source.data))


def _common(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
