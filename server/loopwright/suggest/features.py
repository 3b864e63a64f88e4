"""What speaks for and against a candidate, as numbers for the ranker; all of it is known before a compiler is asked."""

from __future__ import annotations

import math

from loopwright.memory.places import COMPUTE
from loopwright.memory.recall import Habits, Support
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.openacc.equivalent import split_items
from loopwright.source.text import number_of
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.gather import Proposed, Scene, skeleton

_DATA = frozenset(["copy", "copyin", "copyout", "create", "present", "no_create", "deviceptr"])
_NONE = ("", "data")

FEATURES = (
    "shape", "names", "own_total", "other_total", "own", "own_first", "other_first", "own_rank", "other_rank", "votes",
    "situation", "function", "before", "after", "exchanged", "unknown", "verbatim", "refilled", "habit", "only_habit",
    "file_skeleton", "file_name", "project_skeleton", "project_name", "file_weight",
    "model", "model_log", "model_first", "model_absent", "model_alone", "rule", "rule_alone",
    "lacks_reduction", "extra_reduction", "lacks_private", "extra_private", "deep_collapse", "full_collapse", "no_collapse",
    "seq", "seq_independent", "parallel_dependent", "unknown_verdict", "unused_names", "uses_named", "clauses",
    "illegal_nesting", "orphan_loop", "needs_loop", "needs_compute", "vector_twice", "gang_inside", "bare",
    "kernels", "block", "data_clause", "held_missing", "best", "best_own",
    "varied", "model_name", "model_form", "alike_skeleton", "alike_name", "alike_fit", "alike_weight", "file_fit", "project_fit",
    "over_annotated",
)  # fmt: skip


def features(proposed: Proposed, scene: Scene, facts: LoopFacts, with_model: bool) -> tuple[float, ...]:
    """The values of :data:`FEATURES`, each about 0 to 1."""
    directive = parse_directive(proposed.text)
    values = {
        **_recalled(proposed, scene),
        **_habits(proposed, directive, scene),
        **_model(proposed, with_model),
        **_clauses(directive, scene, facts),
        **_nesting(directive, scene),
    }
    return tuple(float(values[name]) for name in FEATURES)


def _recalled(proposed: Proposed, scene: Scene) -> dict[str, float]:
    supports = proposed.supports
    own = [s for s in supports if s.likeness.same_file]
    other = [s for s in supports if not s.likeness.same_file]
    best: Support | None = supports[0] if supports else None
    total = sum(_weight(s) for r in scene.recollection.candidates for s in r.supports)
    near = [s for s in own if s.likeness.same_situation]
    return {
        "shape": best.likeness.shape if best else 0.0,
        "names": best.likeness.names if best else 0.0,
        "own_total": own[0].likeness.total / 2 if own else 0.0,
        "other_total": other[0].likeness.total / 2 if other else 0.0,
        "own": bool(own),
        "own_first": any(s.rank == 0 for s in own),
        "other_first": any(s.rank == 0 for s in other),
        "own_rank": 1 / (1 + min((s.rank for s in own), default=99)),
        "other_rank": 1 / (1 + min((s.rank for s in other), default=99)),
        "votes": sum(_weight(s) for s in supports) / total if total else 0.0,
        "situation": bool(best and best.likeness.same_situation),
        "function": any(s.likeness.same_function for s in own),
        "before": max((math.exp(1 - s.likeness.distance) for s in near if s.likeness.distance > 0), default=0.0),
        "after": max((math.exp(1 + s.likeness.distance) for s in near if s.likeness.distance <= 0), default=0.0) / 3,
        "exchanged": min(best.carried.exchanged, 4) / 4 if best else 0.0,
        "unknown": min(best.carried.unknown, 4) / 4 if best else 0.0,
        "verbatim": bool(best and best.verbatim),
        "refilled": proposed.refilled,
        "best": scene.recollection.best / 2,
        "best_own": scene.recollection.best / 2 * bool(own),
    }


def _weight(support: Support) -> float:
    return math.exp(6 * (support.likeness.total - 2)) * (0.5 if support.verbatim else 1.0)


def _habits(proposed: Proposed, directive: Directive, scene: Scene) -> dict[str, float]:
    told = scene.recollection
    form = skeleton(proposed.text)

    def share(habits: Habits, by_name: bool) -> float:
        return habits.names.get(directive.name, 0.0) if by_name else habits.skeletons.get(form, 0.0)

    return {
        "habit": proposed.habit,
        "only_habit": proposed.habit and not proposed.supports and proposed.rank < 0,
        "file_skeleton": share(told.file_habits, False),
        "file_name": share(told.file_habits, True),
        "project_skeleton": share(told.project_habits, False),
        "project_name": share(told.project_habits, True),
        "file_weight": min(told.file_habits.total, 4.0) / 4 * share(told.file_habits, False),
        "varied": proposed.varied,
        "alike_skeleton": share(told.alike_habits, False),
        "alike_name": share(told.alike_habits, True),
        "alike_fit": _fit(told.alike_habits, directive),
        "alike_weight": min(told.alike_habits.total, 4.0) / 4 * share(told.alike_habits, False),
        "file_fit": _fit(told.file_habits, directive),
        "project_fit": _fit(told.project_habits, directive),
    }


def _fit(habits: Habits, directive: Directive) -> float:
    return max(-10.0, habits.fit(c.name for c in directive.clauses if c.name != "reduction")) / 10


def _model(proposed: Proposed, with_model: bool) -> dict[str, float]:
    wrote = proposed.rank >= 0
    return {
        "model": wrote,
        "model_log": max(-8.0, math.log(max(proposed.probability, 1e-9))) / 8 if wrote else -1.0 * with_model,
        "model_first": proposed.rank == 0,
        "model_absent": with_model and not wrote,
        "model_name": proposed.model_name,
        "model_form": proposed.model_form,
        "model_alone": wrote and not proposed.supports,
        "rule": proposed.rule,
        "rule_alone": proposed.rule and not wrote and not proposed.supports,
    }


def _clauses(directive: Directive, scene: Scene, facts: LoopFacts) -> dict[str, float]:
    listed = {name: _names(directive, name) for name in ("private", "reduction")}
    verdict = facts.verdict
    reductions = {r.variable for r in verdict.reductions if r.is_scalar}
    seq = directive.clause("seq") is not None
    collapse = directive.clause("collapse")
    depth = (number_of(collapse.argument or "") if collapse is not None else None) or 1
    takes_loop = "loop" in directive.name.split()
    data = set().union(*(_names(directive, name) for name in _DATA))
    used = scene.place.names
    outside = [name for name in scene.arrays.names if name in scene.visible]
    return {
        "lacks_reduction": takes_loop and not seq and bool(reductions - listed["reduction"]),
        "extra_reduction": facts.independent and bool(listed["reduction"] - reductions),
        "lacks_private": takes_loop and not seq and bool(set(verdict.private) - listed["private"]),
        "extra_private": facts.independent and bool(listed["private"] - set(verdict.private)),
        "deep_collapse": depth > scene.place.nest,
        "full_collapse": depth > 1 and depth == scene.place.nest,
        "no_collapse": depth == 1 and facts.collapse > 1,
        "seq": seq,
        "seq_independent": seq and facts.independent,
        "parallel_dependent": takes_loop and not seq and verdict.verdict == "refuted",
        "unknown_verdict": takes_loop and not seq and verdict.verdict == "unknown",
        "unused_names": len(data - used) / max(1, len(data)),
        "uses_named": len(data & set(outside)) / max(1, len(outside)) if data else 0.0,
        "clauses": min(len(directive.clauses), 6) / 6,
        "bare": not directive.clauses,
        "data_clause": bool(data),
        "held_missing": bool(facts.present) and not any(directive.clause(name) for name in ("present", "default")),
    }


def _names(directive: Directive, clause: str) -> set[str]:
    found: set[str] = set()
    for c in directive.clauses:
        if c.name == clause:
            for part in split_items(
                (c.argument or "").rpartition(":")[2] if clause == "reduction" else c.argument or ""
            ):
                found.add(part.split("[")[0].strip())
    return found


def _nesting(directive: Directive, scene: Scene) -> dict[str, float]:
    place = scene.place
    compute = place.compute in COMPUTE
    stacked = set(place.stacked)
    is_compute, is_loop = directive.name in COMPUTE, directive.name == "loop"
    inner = " ".join(place.inner)
    return {
        "illegal_nesting": is_compute and compute,
        "orphan_loop": is_loop and not compute and place.compute != "routine" and not stacked & COMPUTE,
        "needs_loop": bool(stacked & COMPUTE) and not is_loop,
        "needs_compute": "loop" in stacked and "loop" in directive.name.split(),
        "vector_twice": "vector" in inner and directive.clause("vector") is not None,
        "gang_inside": is_loop and "gang" in place.around and directive.clause("gang") is not None,
        "kernels": directive.name.startswith("kernels"),
        "over_annotated": bool(place.inner) and is_compute and "loop" not in directive.name.split(),
        "block": directive.name in ("parallel", "kernels", "serial"),
    }
