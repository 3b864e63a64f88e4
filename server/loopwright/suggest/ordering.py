"""Proposals of one loop in order: judged, weighed against each other, and held against the other directives of the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loopwright.cancellation import CancelToken
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.memory.places import COMPUTE
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.equivalent import Form, plain_form
from loopwright.openacc.sharing import MemoryModel
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.clause_lists import says_all_is_present
from loopwright.suggest.contradictions import Contradiction, Contradictions, Texts
from loopwright.suggest.edits import edits_for
from loopwright.suggest.evidence import Dropped
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.features import features
from loopwright.suggest.fitting import misfit
from loopwright.suggest.gather import Proposed, Scene
from loopwright.suggest.present import on_device, setting_of
from loopwright.suggest.rank import load_ranker
from loopwright.suggest.reached import left_out
from loopwright.suggest.reconciled import reconciled
from loopwright.suggest.repair import Judged, judged
from loopwright.suggest.sharing import left_of

MOST_TRIED = 8  # candidates that anybody slow is asked about until enough are good
_NO_CONSTRUCT = "a `loop` with no compute construct around it, in a function that nothing in sight sends to a device"
_BROUGHT_BY_OTHERS = frozenset(("present", "deviceptr", "attach", "async", "wait"))
_OF_OTHERS = (b"async", b"enter data", b"acc data", b"acc_copyin", b"acc_create")  # before a loop or behind it
_FAR_LESS = 0.1  # of the probability of the first
_LEAST = 0.004  # probability below which a candidate is not worth a line


@dataclass(frozen=True)
class Ranked:
    """A proposal that was judged, with its probability; the rule's is kept however improbable. Directives ``before`` it go with it."""

    text: str
    probability: float
    proposed: Proposed
    mended: tuple[str, ...]
    verdict: LoopVerdict
    before: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ordered:
    """Proposals that were judged: what is ``left``, as it is to be shown, and what was dropped. ``is_contradicted``: other directives of the
    file say that each of them is wrong."""

    left: list[Ranked]
    dropped: tuple[Dropped, ...]
    is_contradicted: bool = False


def ordered(
    outline: Outline,
    loop: Loop,
    scene: Scene,
    facts: LoopFacts,
    proposed: list[Proposed],
    with_model: bool,
    sharing: MemoryModel = "discrete",
) -> Ordered:
    """What is left of the proposals, most probable first. Two that mean the same are one, in the words of the more probable."""
    left: list[tuple[Judged, Proposed]] = []
    dropped: list[Dropped] = []
    for candidate in proposed:
        if not scene.is_on_device and parse_directive(candidate.text).name == "loop":
            dropped.append(Dropped(candidate.text, _NO_CONSTRUCT))
            continue
        if scene.starter:
            reason = f"the loop calls {scene.starter}, which starts work on a device itself"
            dropped.append(Dropped(candidate.text, reason))
            continue
        verdict = judged(candidate.text, outline, loop, scene.place, facts)
        if verdict.directive is not None:
            left.append((verdict, candidate))
        else:
            dropped.append(Dropped(candidate.text, verdict.dropped))
    chances = load_ranker().probabilities([features(candidate, scene, facts, with_model) for _, candidate in left])
    setting = setting_of(outline, loop, scene.place)
    found: dict[Form, Ranked] = {}
    for chance, (verdict, candidate) in sorted(zip(chances, left), key=lambda item: -item[0]):
        text = left_of(verdict.directive or "", outline, loop, sharing)
        if text is None:
            continue
        form = plain_form(parse_directive(text), setting)
        if form in found:
            known = found[form]
            source = replace(known.proposed, rule=known.proposed.rule or candidate.rule)
            found[form] = replace(known, probability=known.probability + chance, proposed=source)
        elif chance >= _LEAST or not found or candidate.rule:
            found[form] = Ranked(text, chance, candidate, verdict.mended, verdict.verdict or facts.verdict)
    by_chance = sorted(found.values(), key=lambda item: -item.probability)
    if scene.recollection.best == 0 and facts.independent:
        by_chance = _complete_first(by_chance)
    elif scene.names_pointers and not scene.place.compute:
        by_chance = _named_first(by_chance, frozenset(scene.pointers), on_device(outline, loop, visibly=True))
    fits = [
        not misfit(
            parse_directive(item.text), outline, loop, scene.place, facts, scene.names_members, scene.names_pointers
        )
        for item in by_chance
    ]
    return Ordered(_fitting_first(by_chance, fits), tuple(dropped))


def rests_on_others(text: str) -> bool:
    """Whether a directive says of data that something else has brought it."""
    directive = parse_directive(text)
    return says_all_is_present(directive) or any(c.name in _BROUGHT_BY_OTHERS for c in directive.clauses)


def without_contradictions(
    outline: Outline,
    loop: Loop,
    facts: LoopFacts,
    found: Ordered,
    wanted: int,
    texts: Texts,
    notes: list[str],
    token: CancelToken,
) -> Ordered:
    """What our own rules and the file's other directives do not contradict. Where the directives contradict everything something else has
    to change first: all that is no error stays, what has its data where it says so in front, and a note says what is wrong. Where data are
    not as the first of them says, the project's habits do not hold: what says how all is moved goes first."""
    asked = Contradictions(outline.source.data, loop.span.start, texts)
    files = (outline, *outline.units)
    is_far = any(word in file.source.data for file in files for word in _OF_OTHERS)
    moves = outline.has_openacc or any(rests_on_others(item.text) for item in found.left[:MOST_TRIED])

    def ask(text: str, before: Sequence[str] = ()) -> Contradiction | None:
        edits = edits_for(outline, loop, text, facts, before=before)
        return asked.made_by(edits, moves, is_far or rests_on_others(text))

    dropped: list[Dropped] = []
    late: list[Ranked] = []
    early: list[Ranked] = []
    is_elsewhere = False
    kept: list[Ranked] = []
    for index, item in enumerate(found.left[:MOST_TRIED]):
        if len(kept) >= wanted:
            kept += found.left[index:MOST_TRIED]
            break
        token.check()
        contradiction = ask(item.text)
        if contradiction is not None:
            agreed = reconciled(
                item.text, contradiction, lambda written: ask(written.text, written.before), outline, loop, facts
            )
            if agreed is not None:
                mended = (*item.mended, *agreed.mended)
                kept.append(replace(item, text=agreed.text, before=agreed.before, mended=mended))
                continue
            is_elsewhere |= not kept and contradiction.about == "data"
            late += [item] if contradiction.about == "order" else []
            early += [item] if contradiction.about == "data" else []
            dropped.append(Dropped(item.text, contradiction.reason))
        else:
            kept.append(item)
    kept = list({(item.text, item.before): item for item in reversed(kept)}.values())[::-1]
    in_order = [*late, *early]
    if in_order and not kept:
        reason = next(each.reason for each in dropped if each.directive == in_order[0].text)
        line = outline.source.lines.line_of(loop.span.start) + 1
        notes.append(f"Line {line}, with the file's other directives: {reason}.")
        errors = [each for each in dropped if all(each.directive != item.text for item in in_order)]
        return Ordered(in_order, (*found.dropped, *errors), is_contradicted=True)
    left = [*kept, *found.left[MOST_TRIED:]]
    return Ordered(_complete_first(left) if is_elsewhere else left, (*found.dropped, *dropped))


def _named_first(ordered: list[Ranked], pointers: frozenset[str], held: frozenset[str]) -> list[Ranked]:
    """Where the project's directives in such a region, or in none, name what pointers lead to: the one of the same construct that leaves the
    fewest out goes before what is most probable, unless it is far less so. If there is none that names all but what regions around hold
    (``held``), what the analysis says of all of them."""
    if not ordered:
        return ordered
    first = parse_directive(ordered[0].text)
    lacks = [left_out(parse_directive(item.text), pointers) for item in ordered]
    alike = [
        n
        for n, item in enumerate(ordered)
        if parse_directive(item.text).name == first.name and item.probability >= ordered[0].probability * _FAR_LESS
    ]
    best = min(alike, key=lambda n: (len(lacks[n]), n))
    if lacks[best] - held:
        best = next((n for n, item in enumerate(ordered) if item.proposed.rule and not lacks[n] - held), best)
    return _in_front(ordered, best) if len(lacks[best]) < len(lacks[0]) and first.name in COMPUTE else ordered


def _fitting_first(ordered: list[Ranked], fits: list[bool]) -> list[Ranked]:
    """Where the data of the most probable are another loop's: the most probable one that fits goes first, the analysis' own if that is far
    less probable."""
    if not ordered or fits[0] or not any(fits):
        return ordered
    best = fits.index(True)
    if ordered[best].probability < ordered[0].probability * _FAR_LESS:
        best = next((n for n, item in enumerate(ordered) if fits[n] and item.proposed.rule), best)
    return _in_front(ordered, best)


def _complete_first(ordered: list[Ranked]) -> list[Ranked]:
    """Where the project has no directive to go by, nobody has put data on the device: what says how all of it is moved goes
    first, however probable it is that the author writes it."""
    return _in_front(ordered, next((i for i, item in enumerate(ordered) if item.proposed.rule), 0))


def _in_front(ordered: list[Ranked], index: int) -> list[Ranked]:
    return [*ordered[index : index + 1], *ordered[:index], *ordered[index + 1 :]]
