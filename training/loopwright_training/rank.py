"""`rank`: hidden directives → the weights of the ranker (`suggest/spec/ranker.json`).

Every candidate of a pair is a row of features, right if it is what the author wrote. The loss is that of a softmax over the
candidates of a pair and "none of them" (a conditional logit with a hidden layer), so that scores are probabilities. Parts
that the model was trained on are taken without its answers: it would look better there than it is.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from loopwright.lang.symbols import visible_names
from loopwright.model.decode import Proposal
from loopwright.model.manifest import choose_model
from loopwright.model.runtime import Runtime
from loopwright.openacc.grammar import loop_grammar
from loopwright.source.writing import write_whole
from loopwright.suggest.by_rule import analysis_candidate, clauses_without_meaning, directives_at
from loopwright.suggest.facts import facts_of
from loopwright.suggest.features import FEATURES, features
from loopwright.suggest.gather import gather, prompt_of, scene_of
from loopwright.suggest.rank import Ranker, Vector
from rich.progress import track

from loopwright_training.hidden import Files, Hidden, Project, Remembered, drawn, hide
from loopwright_training.records import log_run

NDBool = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True)
class RankConfig:
    """``splits`` are parts that the model has not seen, ``plain`` parts that it has. ``drop`` of the rows with the model's
    answers are seen a second time without them; ``folds`` parts of the families are held out in turn for the card. ``start`` are weights to begin
    from, made of other pairs and for the first of the features: ``pull`` holds the new ones near them, so that few pairs change little.
    ``each`` is the most pairs of one repository and ``largest`` the most characters that its files with directives have together, 0 for
    any: all of these are read for every repository."""

    pairs: Path
    files: Path
    answers: Path
    output: Path
    splits: tuple[str, ...] = ("repository", "development")
    plain: tuple[str, ...] = ("train",)
    limit: int = 0
    plain_limit: int = 600
    model: str = ""
    ask: bool = True
    threads: int = 1
    hidden: int = 8
    weight_decay: float = 0.03
    steps: int = 400
    rate: float = 0.03
    folds: int = 5
    seed: int = 3
    start: Path | None = None
    pull: float = 0.5
    each: int = 0
    largest: int = 0


@dataclass(frozen=True)
class Group:
    """The candidates of one pair: a row of features for each, and which of them is right."""

    family: str
    rows: Vector
    right: NDBool


def train_ranker(config: RankConfig) -> dict[str, Any]:
    """Write the weights with their card; returns the card."""
    groups = collect(config)
    card = cross_validated(groups, config)
    ranker = fit(groups, config)
    write_ranker(ranker, card, config.output)
    log_run(config.pairs, "rank", config, {"card": card})
    print(json.dumps(card, indent=1))
    return card


def collect(config: RankConfig) -> list[Group]:
    """Groups of all parts."""
    rows = drawn(config.pairs, config.splits, config.limit, config.seed)
    rows += drawn(config.pairs, config.plain, config.plain_limit, config.seed)
    files = Files(config.files, {row["repository"] for row in rows})
    if config.largest:
        rows = [row for row in rows if files.characters_of(row["repository"]) <= config.largest]
    rows = at_most(rows, config.each, config.seed) if config.each else rows
    model = choose_model(config.model or None)
    runtime = Runtime(model, threads=config.threads) if config.ask else None
    answers = Remembered(config.answers, model, runtime)
    groups: list[Group] = []
    project, repository = Project({}), ""
    for row in track(sorted(rows, key=lambda row: str(row["repository"])), description="collecting"):
        if row["repository"] != repository:
            project, repository = Project(files.of(row["repository"])), row["repository"]
        hidden = hide(row, files)
        if hidden is not None:
            groups += groups_of(hidden, project, answers if row["split"] in config.splits else None)
    if runtime is not None:
        runtime.close()
    return groups


def at_most(rows: Sequence[dict[str, Any]], each: int, seed: int) -> list[dict[str, Any]]:
    """No more than ``each`` of the pairs of one repository, drawn with ``seed``: a large one would decide alone how people write."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(str(row["repository"]), []).append(row)
    for own in found.values():
        random.Random(seed).shuffle(own)
    return [row for own in found.values() for row in own[:each]]


def groups_of(hidden: Hidden, project: Project, model: Remembered | None) -> list[Group]:
    """The pair without the model's answers, and with them where it has some."""
    outline, loop = hidden.outline, hidden.loop
    elsewhere = project.elsewhere(hidden.path)
    facts = facts_of(outline, loop)
    scene = scene_of(outline, loop, hidden.path.as_posix(), elsewhere)
    rule = analysis_candidate(outline, loop, facts)
    proposals: tuple[Proposal, ...] = ()
    if model is not None:
        without = clauses_without_meaning(outline, elsewhere)
        grammar = loop_grammar(visible_names(outline, loop), directives_at(scene.place), without)
        proposals = model.propose(prompt_of(outline, loop, scene, model), grammar).result().proposals
    found = []
    for written in ((), proposals) if proposals else ((),):
        candidates = gather(scene, facts, written, rule)
        if candidates:
            values = np.array([features(c, scene, facts, bool(written)) for c in candidates], dtype=np.float64)
            right = np.array([c.text == hidden.directive for c in candidates])
            found.append(Group(str(hidden.row["family"]), values, right))
    return found


def fit(groups: Sequence[Group], config: RankConfig) -> Ranker:
    """Adam on the whole set; deterministic for a seed."""
    every = np.concatenate([group.rows for group in groups])
    mean, scale = every.mean(0), every.std(0) + 1e-3
    begun = _begun(config.start, mean, scale) if config.start is not None else None
    values = (every - mean) / scale
    sizes = [len(group.rows) for group in groups]
    owner = np.repeat(np.arange(len(groups)), sizes)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    right = np.concatenate([group.right for group in groups]).astype(np.float64)
    none_right = np.array([not group.right.any() for group in groups], dtype=np.float64)
    order = np.random.default_rng(config.seed)
    width = values.shape[1]
    weights: list[Vector] = [
        np.zeros(width),
        np.zeros(1),
        order.normal(0, width**-0.5, (width, config.hidden)),
        np.zeros(config.hidden),
        order.normal(0, 0.1, config.hidden),
    ]
    if begun is not None:
        weights = [w.copy() for w in begun]
    first, second = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    for step in range(1, config.steps + 1):
        slopes = _slopes(weights, values, owner, starts, right, none_right, 0.0 if begun else config.weight_decay)
        for i, slope in enumerate(slopes):
            if begun is not None:
                slope = slope + config.pull * (weights[i] - begun[i])
            first[i] = 0.9 * first[i] + 0.1 * slope
            second[i] = 0.999 * second[i] + 0.001 * slope**2
            direction = first[i] / (1 - 0.9**step) / (np.sqrt(second[i] / (1 - 0.999**step)) + 1e-8)
            weights[i] = weights[i] - config.rate * (1 - step / (config.steps + 1)) * direction
    return Ranker(mean, scale, weights[0], weights[2], weights[3], weights[4], float(weights[1][0]))


def _begun(path: Path, mean: Vector, scale: Vector) -> list[Vector]:
    """The weights of ``path``, 0 for features that it does not know; ``mean`` and ``scale`` become its own for those it knows."""
    known = json.loads(path.read_text("utf-8"))
    if tuple(known["features"]) != FEATURES[: len(known["features"])]:
        raise ValueError(f"{path} was made for other features than the first {len(known['features'])} of today")
    count, more = len(known["features"]), len(FEATURES) - len(known["features"])
    mean[:count], scale[:count] = known["mean"], known["scale"]
    inner = np.vstack([np.array(known["inner"]), np.zeros((more, len(known["bias"])))])
    linear = np.concatenate([np.array(known["linear"]), np.zeros(more)])
    return [linear, np.array([known["none"]]), inner, np.array(known["bias"]), np.array(known["outer"])]


def _slopes(
    weights: list[Vector],
    values: Vector,
    owner: Vector,
    starts: Vector,
    right: Vector,
    none_right: Vector,
    decay: float,
) -> list[Vector]:
    """The gradient of the mean loss; shapes: C candidates, F features, H hidden units, G groups."""
    linear, none, inner, bias, outer = weights
    hidden = np.tanh(values @ inner + bias)  # C × H
    scores = values @ linear + hidden @ outer  # C
    peak = np.maximum(np.maximum.reduceat(scores, starts), none[0])  # G
    raised = np.exp(scores - peak[owner])
    nothing = np.exp(none[0] - peak)
    total = np.add.reduceat(raised, starts) + nothing
    error = (raised / total[owner] - right) / len(total)  # C
    back = np.outer(error, outer) * (1 - hidden**2)
    return [
        values.T @ error + decay / 10 * linear,
        np.array([((nothing / total) - none_right).mean()]),
        values.T @ back + decay * inner,
        back.sum(0),
        hidden.T @ error + decay * outer,
    ]


def cross_validated(groups: Sequence[Group], config: RankConfig) -> dict[str, Any]:
    """Figures on families held out in turn: first right, any of four, expected calibration error (ten bins)."""
    families = sorted({group.family for group in groups})
    random.Random(config.seed).shuffle(families)
    judged: list[tuple[float, bool, bool]] = []
    for fold in range(config.folds):
        held = set(families[fold :: config.folds])
        learned = fit([group for group in groups if group.family not in held], config)
        judged += [_judge(learned, group) for group in groups if group.family in held]
    sure = np.array([chance for chance, _, _ in judged])
    first = np.array([right for _, right, _ in judged], dtype=np.float64)
    bins = np.minimum((sure * 10).astype(int), 9)
    gaps = [abs(sure[bins == b].mean() - first[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist())]
    return {
        "groups": len(groups),
        "families": len(families),
        "candidates": sum(len(group.rows) for group in groups),
        "first": round(float(first.mean()), 3),
        "any of four": round(float(np.mean([any_right for _, _, any_right in judged])), 3),
        "among the candidates": round(float(np.mean([group.right.any() for group in groups])), 3),
        "expected calibration error": round(float(sum(gaps)), 3),
    }


def _judge(ranker: Ranker, group: Group) -> tuple[float, bool, bool]:
    chances = np.array(ranker.probabilities([tuple(row) for row in group.rows]))
    order = np.argsort(-chances)
    return float(chances[order[0]]), bool(group.right[order[0]]), bool(group.right[order[:4]].any())


def write_ranker(ranker: Ranker, card: dict[str, Any], path: Path) -> None:
    """The weights as JSON, rounded to what matters."""
    document = {
        "card": {
            "what": "weights of suggest/rank.py; figures on families held out in turn, one directive hidden, the others kept",
            **card,
        },
        "features": list(FEATURES),
        **{
            name: np.round(getattr(ranker, name), 4).tolist()
            for name in ("mean", "scale", "linear", "inner", "bias", "outer")
        },
        "none": round(ranker.none, 4),
    }
    # The product reads this file: half of it would be worse than the old one.
    write_whole(path, (json.dumps(document, separators=(",", ":")) + "\n").encode())
