"""The directives of one function, as its statements ask for them: nobody reads those of a whole file to follow one function of it."""

from __future__ import annotations

from typing import NamedTuple

from loopwright.openacc.constructs import COMPUTE, Construct, Unit
from loopwright.source.kept import kept
from loopwright.source.outline import Outline

_ALONE = frozenset(("enter data", "exit data", "update", "wait", "init", "shutdown", "set"))
_REGION = COMPUTE | {"data", "host_data"}


class Directives(NamedTuple):
    """Where a statement begins → the directives above it that govern it, outermost first; those that stand alone, in order; where statements
    begin that OpenMP puts on a device."""

    governing: dict[int, list[Construct]]
    alone: tuple[Construct, ...]
    offloaded_by_others: frozenset[int]


def directives_around(outline: Outline, offset: int) -> Directives:
    """Those of the top-level piece that holds ``offset``; none before the first one."""
    index = outline.piece_index(offset)
    return _directives_of(outline, index) if index >= 0 else Directives({}, (), frozenset())


@kept
def _directives_of(outline: Outline, index: int) -> Directives:
    pragmas = outline.pragmas_in(outline.pieces[index])
    governing: dict[int, list[Construct]] = {}
    alone: list[Construct] = []
    for construct in Unit(outline, pragmas).constructs:
        if construct.name in _ALONE or (construct.name == "" and construct.function is not None):
            alone.append(construct)
        elif construct.name in _REGION and construct.statement is not None:
            governing.setdefault(construct.statement.start_byte, []).append(construct)
    offloaded = frozenset(p.governs for p in pragmas if p.sentinel == "omp" and p.text.startswith("target"))
    return Directives(governing, tuple(alone), offloaded)
