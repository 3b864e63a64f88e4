"""The loops of a file above which a directive could stand, and what each is worth; kept by function, so that a keystroke costs one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from loopwright import bounded
from loopwright.cancellation import WITHOUT_END, Patience
from loopwright.dependence.decide.judge import judge
from loopwright.dependence.surroundings import surroundings_of_piece
from loopwright.lazily import cached_property
from loopwright.memory.places import device_routines
from loopwright.source.outline import Loop, Outline
from loopwright.source.pieces import Piece
from loopwright.source.text import Span
from loopwright.suggest.candidates import annotates_inner_loops, candidate_loops
from loopwright.suggest.facts import INDEPENDENT
from loopwright.suggest.other_header import fitted
from loopwright.suggest.worth import Profile, worth_of

_MOST_KEPT = 20_000
_kept: dict[Hashable, tuple[Hint, ...]] = {}


class Hint(NamedTuple):
    """``header`` is where the loop's header stands, ``worth`` says in a few words what a device gains; empty where that is not known."""

    header: Span
    worth: str


def hints_of(outline: Outline, device: Profile, patience: Patience = WITHOUT_END) -> Iterator[Hint]:
    """One hint for each loop that could have a directive and may pay on ``device``, in the order of the text; of the functions that are
    known when ``patience`` is over."""
    for piece, hints in hints_by_piece(outline, device, patience):
        for header, worth in hints:
            yield Hint(header.shifted(piece.start), worth)


def hints_by_piece(
    outline: Outline, device: Profile, patience: Patience = WITHOUT_END
) -> list[tuple[Piece, tuple[Hint, ...]]]:
    """The same by the pieces that have some, with places relative to their piece. A piece that nothing happened to has the tuple that it had
    in the version before."""
    found: dict[int, tuple[Hint, ...]] = {}
    pieces, keys = outline.pieces, Keys(outline, device)
    for index in patience.nearest_first(pieces):
        if not pieces[index].shape.loops:
            continue
        key = keys.of(index)
        kept = _kept.get(key) if key is not None else None
        if kept is None:
            if patience.is_over:  # to ask the clock is dearer than what is kept
                continue
            kept = hints_in(outline, index, device)
            if key is not None:
                keep(key, kept)
        if kept:
            found[index] = kept
    return [(pieces[index], found[index]) for index in sorted(found)]


@dataclass(frozen=True)
class Keys:
    """What the hints of the pieces of a file depend on."""

    outline: Outline
    device: Profile

    @cached_property
    def _of_all(self) -> Hashable:
        # A set keeps its hash, which every piece asks for.
        return frozenset((annotates_inner_loops(self.outline), self.device))

    @cached_property
    def _routines(self) -> frozenset[int]:
        return device_routines(self.outline)

    def of(self, index: int) -> Hashable:
        """What those of one piece depend on; ``None`` where that is more than the file."""
        outline, piece = self.outline, self.outline.pieces[index]
        shape = piece.shape
        if not shape.loops or outline.asks_callers or piece.kind != "function_definition" or len(shape.functions) != 1:
            return None
        is_routine = piece.start + shape.functions[0].span.start in self._routines
        return surroundings_of_piece(outline, index), outline.hidden_in(piece), is_routine, self._of_all


def hints_in(outline: Outline, index: int, device: Profile) -> tuple[Hint, ...]:
    """The hints of one piece, with places relative to it."""
    piece = outline.pieces[index]
    is_function = piece.kind == "function_definition"
    found = _hints(outline, outline.loops_in(piece) if is_function else _loops_within(outline, piece), device)
    return tuple(Hint(hint.header.shifted(-piece.start), hint.worth) for hint in found)


def is_kept(key: Hashable) -> bool:
    """Whether the hints of that key (:class:`Keys`) are known."""
    return key in _kept


def keep(key: Hashable, hints: tuple[Hint, ...]) -> None:
    """Keep what was found of the piece of that key (:class:`Keys`), here or in another process."""
    bounded.keep(_kept, key, hints, _MOST_KEPT)


def _loops_within(outline: Outline, piece: Piece) -> Iterator[Loop]:
    first, last = piece.span
    return (loop for loop in outline.loops if first <= loop.span.start < last)


def _hints(outline: Outline, loops: Iterable[Loop], device: Profile) -> Iterator[Hint]:
    for loop in candidate_loops(outline, loops):
        at = fitted(outline, loop)
        verdict = judge(*at)
        if verdict.verdict == "refuted" or verdict.meeting:
            continue
        worth = worth_of(*at, device) if verdict.verdict in INDEPENDENT else None
        if worth is None or worth.pays:
            yield Hint(Span(loop.span.start, loop.header_end), worth.short if worth is not None else "")
