"""`data` around loops of the host and between kernels, as the analysis of a whole program finds it (:mod:`loopwright.placement.held`)."""

from __future__ import annotations

from pathlib import Path

from loopwright.placement.held import Hold, holds_of
from loopwright.source.kept import kept
from loopwright.source.outline import Outline

_MOST = 2_000_000  # bytes of all files: beyond, pointers are followed for too long


@kept
def holds_in(outline: Outline) -> tuple[Hold, ...]:
    """The regions that a file of a program lacks, in order."""
    files = (outline, *outline.units)
    if not any(each.has_openacc for each in files) or sum(len(each.source.data) for each in files) > _MOST:
        return ()
    # Nothing is lowered to find that a file is no program: code actions ask after every edit.
    if not any(function.name == "main" for each in files for function in each.functions):
        return ()
    return holds_of([(Path(each.source.name), each) for each in files])


def hold_at(outline: Outline, start: int) -> Hold | None:
    """The region that would begin above the statement at ``start``."""
    return next((hold for hold in holds_in(outline) if hold.start == start), None)
