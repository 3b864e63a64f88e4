"""Candidates for one loop from every source: the project's own directives, the model, a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import names_at, visible_names
from loopwright.memory.carry import as_deep
from loopwright.memory.list_order import ListOrder, list_order
from loopwright.memory.outgrown import outgrown
from loopwright.memory.places import COMPUTE, Example, Place, examples_in, place_of, skeleton_of
from loopwright.memory.recall import Recollection, Support, recall
from loopwright.memory.refill import Uses, clauses_in, refilled, sections_in
from loopwright.model.decode import Proposal
from loopwright.model.prompt import FillIn, fill_in
from loopwright.model.runtime import Asked
from loopwright.openacc.directive import Clause, normalised, parse_directive
from loopwright.source.outline import Loop, Outline
from loopwright.source.shape import Arrays, arrays_of
from loopwright.source.text import names_in
from loopwright.suggest.device_calls import IN_COMPUTE
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.fitting import names_members
from loopwright.suggest.orphans import takes_orphans
from loopwright.suggest.queues import in_queue, queues_of
from loopwright.suggest.reached import names_pointers, names_what_it_hands_on, reached

_MOST_HABITS = 4
_MOST_VARIED = 2
_DEEPEST_VARIED = 3
_IN_ORDER = "loop seq"  # what is left of all directives where iterations depend on one another


@dataclass(frozen=True)
class Scene:
    """What is known of a loop before anybody proposes: its place, what it indexes, what the project tells of such places, whether a
    `loop` would belong to a compute construct, be it that of a caller, what the loops of its nest count with, outermost first, the
    queues that the other directives of the function name, and a function it calls that starts work on a device in another file, if any. ``pointers`` are
    what it reaches through, which the project's directives name or do not, nor the objects whose members they reach; ``order`` is that of the
    project's lists."""

    place: Place
    arrays: Arrays
    visible: frozenset[str]
    recollection: Recollection
    in_file: tuple[Example, ...]
    is_on_device: bool = False
    counters: tuple[str, ...] = ()
    queues: frozenset[str] = frozenset()
    starter: str = ""
    pointers: tuple[str, ...] = ()
    names_pointers: bool = False
    names_members: bool = True
    order: ListOrder = field(default_factory=ListOrder)


@dataclass
class Proposed:
    """A directive and who proposed it. ``supports`` are the project's examples, best first, ``refilled`` tells that its lists
    were filled anew, ``varied`` that its construct or its depth was exchanged for another; ``probability`` and ``rank`` are the model's (0 and -1 where it
    did not write it), ``model_name`` and ``model_form`` how much of what the model writes has the same name and the same skeleton."""

    text: str
    supports: list[Support] = field(default_factory=list)
    refilled: bool = False
    varied: bool = False
    habit: bool = False
    probability: float = 0.0
    rank: int = -1
    rule: bool = False
    model_name: float = 0.0
    model_form: float = 0.0


def scene_of(outline: Outline, loop: Loop, file: str, elsewhere: Sequence[Example]) -> Scene:
    """The scene of ``loop`` in ``outline``, the text of ``file``; ``elsewhere`` are examples of the project's other files."""
    place = place_of(outline, loop)
    visible = frozenset((*visible_names(outline, loop), *(["this"] if names_at(outline, loop).has_this else [])))
    in_file = examples_in(outline, file)
    recollection = recall(place, in_file, elsewhere, visible)
    belongs = bool(place.compute or set(place.stacked) & COMPUTE)
    is_on_device = belongs or takes_orphans(outline, loop, in_file, elsewhere)
    return Scene(
        place,
        arrays_of(outline, loop),
        visible,
        recollection,
        in_file,
        is_on_device,
        _counters(outline, loop, place.nest),
        queues_of(outline, loop),
        _starter(outline, place, elsewhere),
        reached(outline, loop, place),
        names_pointers(place, in_file, elsewhere),
        names_members(place, (*in_file, *elsewhere)),
        list_order((*in_file, *_examples_of(recollection)), _declared(outline, loop, visible)),
    )


def _examples_of(recollection: Recollection) -> Iterator[Example]:
    return (support.example for recalled in recollection.candidates for support in recalled.supports)


def _declared(outline: Outline, loop: Loop, visible: frozenset[str]) -> dict[str, int]:
    """Where the variables of a loop are declared in the file, by their names."""
    scopes, places = scopes_of(outline), {}
    for name in visible.intersection(names_in(outline.source.slice(loop.span))):
        found = scopes.lookup(name, loop.span.start)
        if found is not None and found.header is None:
            places[name] = found.span.start
    return places


def _starter(outline: Outline, place: Place, elsewhere: Sequence[Example]) -> str:
    """A function that is called at ``place``, is not in sight and holds directives for the host in another file; empty for none."""
    called = {word.text for word in place.words if word.part == "call"}
    if not called:
        return ""
    hosts = {e.place.function for e in elsewhere if e.parsed.name not in IN_COMPUTE and not e.place.compute}
    return next((name for name in sorted(called & hosts) if not outline.definitions(name)), "")


def _counters(outline: Outline, loop: Loop, nest: int) -> tuple[str, ...]:
    """What ``loop`` and the loops directly in it count with, ``nest`` of them."""
    found = [loop]
    while len(found) < nest:
        found.append(next(outline.directly_in(found[-1])))
    return tuple(one.header.variable or "" for one in found)


def prompt_of(outline: Outline, loop: Loop, scene: Scene, asked: Asked) -> FillIn:
    """What ``asked`` is shown of ``loop``: with the project where it was taught so."""
    return fill_in(outline, loop, nearest=scene.recollection.nearest if asked.shows_project else None)


def gather(scene: Scene, facts: LoopFacts, proposals: Iterable[Proposal], rule: str | None) -> list[Proposed]:
    """Every distinct directive that somebody proposes; none is judged yet."""
    found: dict[str, Proposed] = {}
    uses = _uses(scene, facts)
    for recalled in scene.recollection.candidates:
        if not outgrown(parse_directive(recalled.directive), uses.written, uses.worked_out):
            text = in_queue(recalled.directive, scene.queues)
            entry = found.setdefault(text, Proposed(text))
            entry.supports += recalled.supports
        nearest = recalled.supports[0]
        own = uses if names_what_it_hands_on(nearest.example) else replace(uses, pointers=())
        parsed = as_deep(nearest.example.parsed, nearest.example.place, scene.place)
        again = refilled(parsed, own, nearest.carried.directive)
        if again is not None and str(again) != recalled.directive:
            text = in_queue(str(again), scene.queues)
            other = found.setdefault(text, Proposed(text, refilled=True))
            other.supports += recalled.supports
    for habits in (scene.recollection.file_habits, scene.recollection.project_habits):
        common = sorted(habits.skeletons.items(), key=lambda item: -item[1])[:_MOST_HABITS]
        for skeleton, _ in common:
            if "()" not in skeleton and "reduction(" not in skeleton:
                text = normalised(skeleton)
                found.setdefault(text, Proposed(text)).habit = True
    for number, proposal in enumerate(proposals):
        text = normalised(proposal.text)
        entry = found.setdefault(text, Proposed(text))
        entry.probability, entry.rank = max(proposal.probability, entry.probability), number
    if facts.verdict.verdict == "refuted" and scene.place.compute:
        found.setdefault(_IN_ORDER, Proposed(_IN_ORDER))
    if rule is not None:
        found.setdefault(normalised(rule), Proposed(normalised(rule))).rule = True
    for text, source in list(_variants(list(found.values()), scene)):
        if text not in found:
            found[text] = Proposed(text, list(source.supports), source.refilled, varied=True)
    _weigh(found.values())
    for entry in found.values():
        entry.supports.sort(key=lambda s: -s.likeness.total)
    return list(found.values())


def _variants(found: Sequence[Proposed], scene: Scene) -> Iterator[tuple[str, Proposed]]:
    """What the nearest examples and the model's first say with another depth of `collapse`, which the nest decides, or under the other
    name of its construct, with `loop` and without."""
    recalled = sorted((c for c in found if c.supports), key=lambda c: -max(s.likeness.total for s in c.supports))
    written = sorted((c for c in found if c.rank >= 0), key=lambda c: c.rank)
    told = scene.recollection
    names = told.file_habits.names | told.project_habits.names
    for source in (*recalled[:_MOST_VARIED], *written[:_MOST_VARIED]):
        directive = parse_directive(source.text)
        if "loop" in directive.name.split() and directive.clause("tile") is None:
            for depth in range(1, min(scene.place.nest, _DEEPEST_VARIED) + 1):
                kept = tuple(clause for clause in directive.clauses if clause.name != "collapse")
                deep = (*kept, Clause("collapse", str(depth))) if depth > 1 else kept
                yield normalised(str(replace(directive, clauses=deep))), source
        if f"{directive.name} loop" in names and not scene.place.stacked:
            yield normalised(str(replace(directive, name=f"{directive.name} loop"))), source


def _weigh(found: Iterable[Proposed]) -> None:
    """Tell each candidate how much of the model's answers resembles it."""
    entries = list(found)
    written = [entry for entry in entries if entry.rank >= 0]
    total = sum(entry.probability for entry in written) or 1.0
    names: dict[str, float] = {}
    forms: dict[str, float] = {}
    for entry in written:
        name, form = parse_directive(entry.text).name, skeleton(entry.text)
        names[name] = names.get(name, 0.0) + entry.probability / total
        forms[form] = forms.get(form, 0.0) + entry.probability / total
    for entry in entries:
        entry.model_name = names.get(parse_directive(entry.text).name, 0.0)
        entry.model_form = forms.get(skeleton(entry.text), 0.0)


def _uses(scene: Scene, facts: LoopFacts) -> Uses:
    by_operator: dict[str, list[str]] = {}
    for reduction in facts.verdict.reductions:
        if reduction.is_scalar:
            by_operator.setdefault(reduction.operator, []).append(reduction.variable)
    outside = tuple(name for name in scene.arrays.names if name in scene.visible)
    arrays = Arrays(outside, scene.arrays.read, scene.arrays.written)
    worked_out = {fact.variable: fact.argument for fact in facts.data}
    reductions = tuple((operator, tuple(names)) for operator, names in by_operator.items())
    written = sections_in(scene.in_file)
    pointers = tuple(name for name in scene.pointers if name in scene.visible)
    return Uses(
        arrays,
        facts.verdict.private,
        reductions,
        scene.counters,
        written,
        worked_out,
        scene.visible,
        pointers,
        clauses_in(scene.in_file),
        scene.order,
    )


def skeleton(text: str) -> str:
    """The skeleton of a directive's text."""
    return skeleton_of(parse_directive(text))
