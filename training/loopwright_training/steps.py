"""What each step of the product is worth: what would be ranked first if one of them were left out, before a compiler is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loopwright.memory.places import Example
from loopwright.memory.recall import recall
from loopwright.model.decode import Proposal
from loopwright.suggest.by_rule import analysis_candidate
from loopwright.suggest.facts import LoopFacts, facts_of
from loopwright.suggest.features import features
from loopwright.suggest.gather import Proposed, Scene, gather, scene_of
from loopwright.suggest.ordering import ordered
from loopwright.suggest.rank import load_ranker
from loopwright.suggest.repair import judged

from loopwright_training.hidden import Hidden

Answers = tuple[str, ...]
STEPS = {
    "all": "all steps",
    "one file": "without other files",
    "nobody": "without the project's directives",
    "no model": "without the model",
    "not judged": "without judging",
    "not learned": "without the learned order",
}


def answers_without(hidden: Hidden, elsewhere: Sequence[Example], proposals: Sequence[Proposal]) -> dict[str, Answers]:
    """For each of :data:`STEPS` four directives at most, best first; ``proposals`` are the model's."""
    outline, loop = hidden.outline, hidden.loop
    facts = facts_of(outline, loop)
    rule = analysis_candidate(outline, loop, facts)
    scene = scene_of(outline, loop, hidden.path.as_posix(), elsewhere)
    alone = replace(scene, recollection=recall(scene.place, (), (), scene.visible), in_file=())

    def of(scene: Scene, written: Sequence[Proposal] = proposals) -> Answers:
        found = ordered(outline, loop, scene, facts, gather(scene, facts, written, rule), bool(written))
        return tuple(item.text for item in found.left)[:4]

    proposed = gather(scene, facts, proposals, rule)
    return {
        "all": of(scene),
        "one file": of(scene_of(outline, loop, hidden.path.as_posix(), ())),
        "nobody": of(alone),
        "no model": of(scene, ()),
        "not judged": _as_ranked(proposed, scene, facts, bool(proposals)),
        "not learned": _by_likeness(hidden, proposed, scene, facts),
    }


def _as_ranked(proposed: Sequence[Proposed], scene: Scene, facts: LoopFacts, with_model: bool) -> Answers:
    """The ranker's order of what was proposed, nothing of it mended or dropped."""
    chances = load_ranker().probabilities([features(p, scene, facts, with_model) for p in proposed])
    return tuple(p.text for _, p in sorted(zip(chances, proposed), key=lambda item: -item[0]))[:4]


def _by_likeness(hidden: Hidden, proposed: Sequence[Proposed], scene: Scene, facts: LoopFacts) -> Answers:
    """The nearest example's first, then the model's by their probability, then the rule's."""
    texts = (
        judged(p.text, hidden.outline, hidden.loop, scene.place, facts).directive
        for p in sorted(proposed, key=_likeness, reverse=True)
    )
    return tuple(dict.fromkeys(text for text in texts if text is not None))[:4]


def _likeness(proposed: Proposed) -> tuple[float, float, bool]:
    best = max((s.likeness.shape + s.likeness.names for s in proposed.supports), default=0.0)
    return best, proposed.probability if proposed.rank >= 0 else 0.0, proposed.rule
