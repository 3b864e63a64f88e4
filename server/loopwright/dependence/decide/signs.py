"""Assumptions about signs: an index of enough bits, `(size_t)i * w + j`, is what its polynomial says as soon as none of its numbers is
below 0."""

from __future__ import annotations

from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.decide.words import called
from loopwright.dependence.model.program import Access
from loopwright.dependence.model.values import Check
from loopwright.source.linear import Linear

Assumptions = dict[str, tuple[Linear, ...]]


def signs_of_index(relation: Relation, access: Access, check: Check) -> Assumptions:
    """What has to be no less than 0 for a check to hold, `w >= 0`; empty where that is not all, or cannot be said."""
    program, loop = relation.program, relation.loop
    if check.high is not None or check.low != 0:
        return {}
    here = Relation.of(program, loop, (access,)).copy()
    texts = {name: called(program, loop, name) for name in here.may_be_negative(check.value) or ()}
    if not all(text and relation.shared(name) for name, text in texts.items()):
        return {}
    return {f"{text} >= 0": (_alone(name),) for name, text in texts.items()}


def needed(relation: Relation, source: Access, sink: Access) -> Assumptions:
    """The assumptions without signs that follow from the others: `w >= ny` says `w >= 0` in a loop up to ``ny``."""
    kept = dict(relation.assumptions)
    for text, numbers in relation.assumptions.items():
        if len(numbers) == 1 and text.endswith(" >= 0") and numbers[0] in map(_alone, numbers[0].names):
            here = Relation.of(relation.program, relation.loop, (source, sink)).copy()
            told = [here.linear(number, 0) for other, each in kept.items() if other != text for number in each]
            below = f"{here.linear(numbers[0], 0)} <= -1"
            if here.is_empty(*(f"{number} >= 0" for number in told if number is not None), below):
                del kept[text]
    return kept


def _alone(name: str) -> Linear:
    return Linear(0, (((name,), 1),))
