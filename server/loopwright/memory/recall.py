"""The nearest annotated loops of a project, and what their directives would be above this one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from loopwright.memory.carry import Carried, as_deep, carried, correspondence, derived
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


Near = tuple[Likeness, Example]


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
    """Shares of directives at places of the same situation, nearer ones counted more: by skeleton, by name, and with a clause of
    a name (but `reduction`, which the loop decides)."""

    skeletons: dict[str, float]
    names: dict[str, float]
    clauses: dict[str, float]
    total: float

    @staticmethod
    def of(weighted: Iterable[tuple[Example, float]]) -> Habits:
        """Habits that weighted examples show."""
        skeletons: dict[str, float] = {}
        names: dict[str, float] = {}
        clauses: dict[str, float] = {}
        total = 0.0
        for example, weight in weighted:
            total += weight
            skeletons[example.skeleton] = skeletons.get(example.skeleton, 0.0) + weight
            names[example.parsed.name] = names.get(example.parsed.name, 0.0) + weight
            for clause in {clause.name for clause in example.parsed.clauses} - {"reduction"}:
                clauses[clause] = clauses.get(clause, 0.0) + weight
        scale = total or 1.0
        return Habits(
            {key: value / scale for key, value in skeletons.items()},
            {key: value / scale for key, value in names.items()},
            {key: value / scale for key, value in clauses.items()},
            total,
        )

    def fit(self, clauses: Iterable[str]) -> float:
        """The logarithm of how likely these clauses and no others are, each for itself; 0 where there is no habit."""
        if not self.total:
            return 0.0
        told = {name: (share * self.total + 0.1) / (self.total + 0.5) for name, share in self.clauses.items()}
        unheard = 0.1 / (self.total + 0.5)
        written = set(clauses)
        return sum(
            math.log(told.get(name, unheard) if name in written else 1 - told[name]) for name in written | told.keys()
        )


@dataclass(frozen=True)
class Recollection:
    """What a project tells about one place."""

    candidates: tuple[Recalled, ...]
    file_habits: Habits
    project_habits: Habits
    alike_habits: Habits  # at places with the same constructs around and inside, in nests as deep
    nearest: tuple[Near, ...] = ()

    @property
    def best(self) -> float:
        """Likeness of the nearest example, 0 for none."""
        return self.nearest[0][0].total if self.nearest else 0.0


def recall(
    place: Place, in_file: Sequence[Example], elsewhere: Sequence[Example], visible: frozenset[str]
) -> Recollection:
    """Directives that the nearest examples lead to. ``visible`` are the names that may be used at the place."""
    own, others = _ordered(place, in_file, True), _ordered(place, elsewhere, False)
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
    alike_habits = Habits.of(
        (e, (1.0 if like.same_file else 0.5) * (0.3 + like.shape))
        for like, e in (*own, *others)
        if _stands_alike(place, e.place)
    )
    ordered = sorted(found.values(), key=lambda r: -r.supports[0].likeness.total)
    return Recollection(tuple(ordered), file_habits, project_habits, alike_habits, _merged(own, others))


def nearest(place: Place, in_file: Sequence[Example], elsewhere: Sequence[Example]) -> tuple[Near, ...]:
    """The examples that a prompt may show, nearest first: what :attr:`Recollection.nearest` is."""
    return _merged(_ordered(place, in_file, True), _ordered(place, elsewhere, False))


def _ordered(place: Place, examples: Sequence[Example], same_file: bool) -> list[Near]:
    return sorted(((likeness(place, e, same_file), e) for e in examples), key=_order)


def _merged(own: list[Near], others: list[Near]) -> tuple[Near, ...]:
    return tuple(sorted((*own[:NEAREST], *others[:NEAREST]), key=_order))


def _order(item: Near) -> tuple[float, str, int]:
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


def _stands_alike(place: Place, other: Place) -> bool:
    return (
        place.situation == other.situation
        and place.around == other.around
        and set(place.inner) == set(other.inner)
        and min(place.nest, 3) == min(other.nest, 3)
    )


def _jaccard(left: frozenset[Item], right: frozenset[Item]) -> float:
    union = len(left) + len(right)
    common = len(left & right)
    return common / (union - common) if union > common else 0.0


def _carry(
    place: Place, like: Likeness, example: Example, visible: frozenset[str], rank: int
) -> list[tuple[str, Support]]:
    names = derived(correspondence(example.place, place), visible)
    directive = as_deep(example.parsed, example.place, place)
    exchanged = carried(directive, visible, names)
    found = [(str(exchanged.directive), Support(example, like, exchanged, False, rank))]
    as_it_is = carried(directive, visible, {})
    text = str(as_it_is.directive)
    if text != found[0][0] and as_it_is.unknown == 0:
        found.append((text, Support(example, like, as_it_is, True, rank)))
    return found
