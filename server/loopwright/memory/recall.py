"""The nearest annotated loops of a project, and what their directives would be above this one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from loopwright.memory.carry import Carried, carried, correspondence
from loopwright.memory.places import Example, Place

Item = TypeVar("Item")
NEAREST = 8
_HALF_LIFE = 8.0  # loops between two directives of a file until one tells half as much of the other


@dataclass(frozen=True)
class Likeness:
    """How an annotated loop resembles another: ``shape`` and ``names`` are Jaccard similarities, ``distance`` counts loops
    between them in a file (negative: the example comes later), a large number across files."""

    shape: float
    names: float
    same_file: bool
    same_function: bool
    same_situation: bool
    same_depth: bool
    same_inner: bool
    distance: int

    @property
    def total(self) -> float:
        """One number to order by; the weights were chosen on development repositories."""
        near = math.exp(-abs(self.distance) / _HALF_LIFE) if self.same_file else 0.0
        return (
            self.shape
            + 0.5 * self.names
            + 0.5 * self.same_situation
            + 0.1 * self.same_depth
            + 0.15 * self.same_inner
            + 0.1 * self.same_file
            + 0.1 * near
        )


@dataclass(frozen=True)
class Support:
    """One example that leads to a directive; ``rank`` is its place among the nearest of its file or of the others."""

    example: Example
    likeness: Likeness
    carried: Carried
    verbatim: bool
    rank: int


@dataclass
class Recalled:
    """A directive that examples lead to, best example first."""

    directive: str
    supports: list[Support] = field(default_factory=list)


@dataclass(frozen=True)
class Habits:
    """Shares of directives at places of the same situation, nearer ones counted more: by skeleton and by name."""

    skeletons: dict[str, float]
    names: dict[str, float]
    total: float

    @staticmethod
    def of(weighted: Iterable[tuple[Example, float]]) -> Habits:
        """Habits that weighted examples show."""
        skeletons: dict[str, float] = {}
        names: dict[str, float] = {}
        total = 0.0
        for example, weight in weighted:
            total += weight
            skeletons[example.skeleton] = skeletons.get(example.skeleton, 0.0) + weight
            names[example.parsed.name] = names.get(example.parsed.name, 0.0) + weight
        scale = total or 1.0
        return Habits(
            {key: value / scale for key, value in skeletons.items()},
            {key: value / scale for key, value in names.items()},
            total,
        )


@dataclass(frozen=True)
class Recollection:
    """What a project tells about one place."""

    candidates: tuple[Recalled, ...]
    file_habits: Habits
    project_habits: Habits
    best: float  # likeness of the nearest example, 0 for none


def recall(
    place: Place, in_file: Sequence[Example], elsewhere: Sequence[Example], visible: frozenset[str]
) -> Recollection:
    """Directives that the nearest examples lead to. ``visible`` are the names that may be used at the place."""
    own = sorted(((likeness(place, e, True), e) for e in in_file), key=_order)
    others = sorted(((likeness(place, e, False), e) for e in elsewhere), key=_order)
    found: dict[str, Recalled] = {}
    for group in (own, others):
        for rank, (like, example) in enumerate(group[:NEAREST]):
            for text, support in _carry(place, like, example, visible, rank):
                found.setdefault(text, Recalled(text)).supports.append(support)
    for recalled in found.values():
        recalled.supports.sort(key=lambda s: -s.likeness.total)
    weight = {True: 1.0, False: 0.2}
    file_habits = Habits.of(
        (e, weight[like.same_situation] * (0.2 + math.exp(-abs(like.distance) / _HALF_LIFE))) for like, e in own
    )
    project_habits = Habits.of((e, weight[like.same_situation]) for like, e in others)
    ordered = sorted(found.values(), key=lambda r: -r.supports[0].likeness.total)
    best = max([like.total for like, _ in (*own[:1], *others[:1])], default=0.0)
    return Recollection(tuple(ordered), file_habits, project_habits, best)


def _order(item: tuple[Likeness, Example]) -> tuple[float, str, int]:
    like, example = item
    return (-like.total, example.file, example.line)


def likeness(place: Place, example: Example, same_file: bool) -> Likeness:
    """How the example's place resembles ``place``."""
    other = example.place
    return Likeness(
        _jaccard(place.shingles, other.shingles),
        _jaccard(place.names, other.names),
        same_file,
        same_file and place.function == other.function,
        place.situation == other.situation,
        place.depth == other.depth,
        bool(place.inner) == bool(other.inner),
        place.order - other.order if same_file else 10_000,
    )


def _jaccard(left: frozenset[Item], right: frozenset[Item]) -> float:
    union = len(left) + len(right)
    common = len(left & right)
    return common / (union - common) if union > common else 0.0


def _carry(
    place: Place, like: Likeness, example: Example, visible: frozenset[str], rank: int
) -> list[tuple[str, Support]]:
    names = correspondence(example.place, place)
    exchanged = carried(example.parsed, visible, names)
    found = [(str(exchanged.directive), Support(example, like, exchanged, False, rank))]
    as_it_is = carried(example.parsed, visible, {})
    text = str(as_it_is.directive)
    if text != found[0][0] and as_it_is.unknown == 0:
        found.append((text, Support(example, like, as_it_is, True, rank)))
    return found
