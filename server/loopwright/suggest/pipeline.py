"""A loop → ranked candidates with evidence. What the project and the analysis know is there at once; a compiler's word and
what the model writes come after it, each step cancellable."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError as FutureCancelled
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from loopwright.cancellation import CancelToken
from loopwright.lang.scopes import scopes_of
from loopwright.lang.symbols import visible_names
from loopwright.lazily import cached_property
from loopwright.memory.places import Example, Place, place_of
from loopwright.model.decode import Proposal
from loopwright.model.manifest import ModelError
from loopwright.model.runtime import Answer, Asked
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.grammar import loop_grammar
from loopwright.openacc.sharing import MemoryModel
from loopwright.source.edits import Edit, apply_edits
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.by_rule import analysis_candidate, clauses_without_meaning, directives_at
from loopwright.suggest.contradictions import Texts
from loopwright.suggest.edits import edits_for
from loopwright.suggest.evidence import Candidate, Like, Origin, Suggestion, Timings
from loopwright.suggest.facts import (
    LoopFacts,
    facts_of,
)
from loopwright.suggest.fitting import left_out
from loopwright.suggest.gather import Proposed, Scene, gather, prompt_of, scene_of
from loopwright.suggest.insertion import switches
from loopwright.suggest.known_names import without_items
from loopwright.suggest.ordering import MOST_TRIED, Ordered, Ranked, ordered, rests_on_others, without_contradictions
from loopwright.suggest.other_header import fit, said_of
from loopwright.suggest.own_macros import macro_for
from loopwright.suggest.qualified import as_written, told_apart
from loopwright.suggest.queues import is_waited_for
from loopwright.suggest.sharing import is_apart
from loopwright.suggest.stored_references import fails_with_gcc, reduced_reference
from loopwright.suggest.taken_out import taken_out, wants_names
from loopwright.suggest.trial.originals import Originals
from loopwright.suggest.trial.standing import Standing
from loopwright.suggest.tried import changed_tried, tried
from loopwright.suggest.worth import Worth, profile, worth_of
from loopwright.toolchain.accept import UNASKED, Acceptance, Acceptor, absent
from loopwright.toolchain.flags import FileFlags, flags_for

Report = Callable[[str], None]
_POLL_SECONDS = 0.05
_CLOSED = "The model was put away while it was asked, because the settings changed; ask again."
_NOT_YET = "no compiler has been asked yet"
_NEEDED = frozenset(("seq", "auto", "independent", "reduction", "private"))
# Probabilities from which the project's first candidate stays first whatever the model writes, and from which only the model's own
# first can come before it: on the ranker's pairs what is shown first was the same, at half of the tokens.
_SURE, _NEARLY_SURE = 0.8, 0.5


class Memory(Protocol):
    """The directives of a project: :class:`~loopwright.memory.index.Index`."""

    def elsewhere(self, path: Path) -> tuple[Example, ...]:
        """Those of all files but ``path``."""

    def name_of(self, path: Path) -> str:
        """How the project names a file."""

    def located(self, file: str) -> Path:
        """Where the file of that name lies."""


@dataclass(frozen=True)
class Tools:
    """What a suggestion may use. ``None`` stands for what is not there; ``notes`` say why. ``run`` allows that the code is
    run on generated inputs, ``originals`` what its runs share; ``device`` is the profile that says whether it pays; ``memory`` is
    the project's index, ``sharing`` the memory that the device has with the host, ``texts`` tells
    what another text of the file makes wrong; ``unasked`` says why no compiler is asked, where there is no ``acceptor``; with ``take_out`` a
    candidate may change the loop, so that clauses can name what it uses."""

    runtime: Asked | None = None
    acceptor: Acceptor | None = None
    candidates: int = 4
    notes: tuple[str, ...] = ()
    run: bool = False
    device: str = "desktop"
    memory: Memory | None = None
    sharing: MemoryModel = "discrete"
    originals: Originals = field(default_factory=Originals)
    texts: Texts | None = None
    unasked: str = UNASKED
    take_out: bool = False


@dataclass(frozen=True)
class Known:
    """What is known of a loop before a model or a compiler is asked; ``suggestion`` is what follows from that alone."""

    facts: LoopFacts
    rule: str | None
    scene: Scene
    elsewhere: tuple[Example, ...]
    suggestion: Suggestion


def at_once(outline: Outline, loop: Loop, path: Path, tools: Tools) -> Known:
    """What can be told in the time between a key and the list: candidates of the project and of the rule, not compiled."""
    other = fit(outline, loop)
    if other is not None:
        known = at_once(*other, path, tools)
        return replace(known, suggestion=said_of(outline, loop, *other, known.suggestion))
    started = time.perf_counter()
    facts = told_apart(facts_of(outline, loop), outline, loop.span)
    rule = analysis_candidate(outline, loop, facts)
    elsewhere = tools.memory.elsewhere(path) if tools.memory is not None else ()
    name = tools.memory.name_of(path) if tools.memory is not None else path.name
    scene = scene_of(outline, loop, name, elsewhere)
    device = replace(profile(tools.device), shares=tools.sharing == "unified")
    is_open = loop.header.is_range or wants_names(facts)
    changed = taken_out(outline, loop) if tools.take_out and is_open else None
    if changed is not None and loop.header.is_range:  # nothing may stand above the loop as it is
        facts, rule, found = changed.facts, None, Ordered([], ())
    else:
        found = ordered(outline, loop, scene, facts, gather(scene, facts, (), rule), False, tools.sharing)
    alone = replace(tools, acceptor=None, unasked=_NOT_YET)
    candidates = _shown(outline, loop, path, facts, scene, found.left, alone, CancelToken())
    if changed is not None and candidates and candidates[0].changes_loop:
        worth = changed.worth(device)
    else:
        worth = worth_of(outline, loop, device) if facts.independent else None
    taken = _ms(started, time.perf_counter())
    suggestion = Suggestion(
        loop,
        facts.verdict,
        rank(candidates),
        Timings(0.0, taken, 0.0, 0.0, taken),
        tools.notes,
        worth,
        found.dropped,
        complete=False,
    )
    return Known(facts, rule, scene, elsewhere, suggestion)


def suggest(
    outline: Outline,
    loop: Loop,
    path: Path,
    tools: Tools,
    token: CancelToken | None = None,
    report: Report = lambda stage: None,
    known: Known | None = None,
    early: Callable[[Suggestion], object] | None = None,
    standing: Standing | None = None,
) -> Suggestion:
    """Candidates for ``loop``, best first. ``known`` is what :func:`at_once` told of it. ``early`` is given, while the model
    writes, what a compiler says of the candidates that are there without it. ``standing`` is the loop as the user wrote it, where ``loop`` has
    another header. Raises :class:`~loopwright.cancellation.Cancelled`."""
    other = fit(outline, loop)
    if other is not None:
        put_back = partial(said_of, outline, loop, *other)
        tell = (lambda found: early(put_back(found))) if early is not None else None
        return put_back(suggest(*other, path, tools, token, report, known, tell, Standing(outline, loop)))
    token = token or CancelToken()
    reference = reduced_reference(outline, loop)
    notes = [*tools.notes, *([fails_with_gcc(reference)] if reference else [])]
    known = known or at_once(outline, loop, path, tools)
    started = time.perf_counter()
    facts, scene, verdict, worth = known.facts, known.scene, known.facts.verdict, known.suggestion.worth
    if loop.header.is_range:
        shown = rank(_shown(outline, loop, path, facts, scene, [], tools, token), _pays(worth))
        if tools.run and shown:
            report("running it on generated inputs")
            shown = changed_tried(outline, loop, path, shown, notes, token, standing)
        timings = replace(known.suggestion.timings, compiler=_ms(started, time.perf_counter()))
        return replace(known.suggestion, candidates=shown, timings=timings, notes=tuple(notes), complete=True)
    pays = _pays(worth)
    proposals: tuple[Proposal, ...] | None = None
    wanted = _wanted(known, tools.candidates)
    if tools.runtime is not None and wanted:
        report("asking the model")
        try:
            asked = _ask(outline, loop, known, tools.runtime, wanted, token)
            if early is not None and tools.acceptor is not None:
                sources = gather(scene, facts, (), known.rule)
                without = ordered(outline, loop, scene, facts, sources, False, tools.sharing)
                checked = _shown(outline, loop, path, facts, scene, without.left, tools, token)
                early(replace(known.suggestion, candidates=rank(checked, pays)))
            proposals = _answer(asked, token)
        except ModelError as error:
            notes.append(str(error))
    answered = time.perf_counter()
    sources = gather(scene, facts, proposals or (), known.rule)
    judged = ordered(outline, loop, scene, facts, sources, proposals is not None, tools.sharing)
    if tools.texts is not None:
        judged = without_contradictions(outline, loop, facts, judged, tools.candidates, tools.texts, notes, token)
    weighed = time.perf_counter()
    report("asking the compiler")
    candidates = _shown(outline, loop, path, facts, scene, judged.left, tools, token)
    ended = time.perf_counter()
    ranked = rank(candidates, pays and not judged.is_contradicted)
    if tools.run and facts.independent and ranked:
        report("running it on generated inputs")
        verdict, ranked = tried(outline, loop, path, facts, ranked, notes, token, tools.originals, standing)
        ranked = changed_tried(outline, loop, path, ranked, notes, token, standing)
    waited = _ms(started, answered) if tools.runtime is not None and wanted else 0.0
    analysed = known.suggestion.timings.analysis + _ms(answered, weighed)
    compiled = _ms(weighed, ended)
    timings = Timings(0.0, analysed, waited, compiled, analysed + waited + compiled)
    return Suggestion(loop, verdict, ranked, timings, tuple(notes), worth, judged.dropped)


def _shown(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts,
    scene: Scene,
    proposed: list[Ranked],
    tools: Tools,
    token: CancelToken,
) -> list[Candidate]:
    """What is checked, and beside it, where a clause cannot name all that the loop uses, the directive with that taken out before the
    loop."""
    found = [] if loop.header.is_range else _checked(outline, loop, path, facts, proposed, tools, token)
    is_open = loop.header.is_range or any(candidate.missing for candidate in found)
    is_open |= tools.sharing == "discrete" and wants_names(facts)
    taken = taken_out(outline, loop) if tools.take_out and is_open else None
    if taken is None:
        return found
    own = Candidate(
        taken.directive,
        "analysis",
        next((candidate.score for candidate in found if candidate.by_rule), 0.0),
        taken.verdict,
        _accept(outline, taken.edits, flags_for(path), tools.acceptor, tools.unasked, token),
        edits=taken.edits,
        by_rule=True,
        declared=taken.declared,
        header=taken.header,
    )
    if own.acceptance.status == "rejected":
        return found
    at = 0 if not found or _goes_before(found[0], facts, scene) else 1
    return [*found[:at], own, *found[at : tools.candidates - 1]]


def _goes_before(first: Candidate, facts: LoopFacts, scene: Scene) -> bool:
    """Whether what moves all data is shown before ``first``, which lacks something: the project has no directive to go by, or its directives
    name all that loops use and do not say that others bring it."""
    is_followed = scene.recollection.best > 0 and not (scene.names_pointers and not rests_on_others(first.directive))
    return (bool(first.missing) or wants_names(facts)) and not is_followed


def _checked(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts,
    proposed: list[Ranked],
    tools: Tools,
    token: CancelToken,
) -> list[Candidate]:
    """As many candidates as are wanted with a compiler's word, and the rule's, which says all that the analysis knows; what
    the compiler rejects is shown only if it accepts none."""
    compiling = _Compiling(outline, loop, path, flags_for(path), facts, tools, token)
    good: list[Candidate] = []
    rejected: list[Candidate] = []
    by_rule = [item for item in proposed if item.proposed.rule]
    tried = [*proposed[:MOST_TRIED], *(item for item in by_rule if item not in proposed[:MOST_TRIED])]
    for item in tried:
        if len(good) >= tools.candidates and not item.proposed.rule:
            continue
        candidate = compiling.candidate(item)
        less = _without_this(item) if candidate.acceptance.status == "rejected" else None
        if less is not None:
            candidate = compiling.candidate(less)
        (rejected if candidate.acceptance.status == "rejected" else good).append(candidate)
    if good or not rejected:
        return good
    for item in _with_the_least(tried):
        candidate = compiling.candidate(item)
        if candidate.acceptance.status == "accepted":
            return [candidate, *rejected[: tools.candidates - 1]]
    return rejected[: tools.candidates]


@dataclass(frozen=True)
class _Compiling:
    """What candidates of one loop have in common when a compiler is asked about them."""

    outline: Outline
    loop: Loop
    path: Path
    flags: FileFlags
    facts: LoopFacts
    tools: Tools
    token: CancelToken

    @cached_property
    def _place(self) -> Place:
        return place_of(self.outline, self.loop)

    @cached_property
    def _project(self) -> Sequence[Example]:
        return self.tools.memory.elsewhere(self.path) if self.tools.memory is not None else ()

    def candidate(self, item: Ranked) -> Candidate:
        """One candidate with the compiler's word."""
        self.token.check()
        outline, loop, facts, tools = self.outline, self.loop, self.facts, self.tools
        directive = parse_directive(item.text)
        unnamed = left_out(directive, outline, loop, self._place, facts)
        missing, unnamed = (
            tuple(n for n in names if is_apart(scopes_of(outline), loop.span.start, n, tools.sharing))
            for names in (facts.missing, unnamed)
        )
        text = as_written(item.text, outline, loop.span)
        plain = edits_for(outline, loop, text, facts, before=item.before)
        macro = macro_for(outline, text, loop.span.start)
        edits = edits_for(outline, loop, text, facts, macro, item.before) if macro else plain
        return Candidate(
            text,
            _origin(item.proposed),
            item.probability,
            item.verdict,
            # Where a build switches the macro off it would say nothing.
            _accept(outline, plain, self.flags, tools.acceptor, tools.unasked, self.token),
            False,
            edits,
            missing if _is_compute(item.text) else (),
            unnamed,
            is_waited_for(directive, outline, self._project),
            like=_like(item.proposed, self.path, tools.memory),
            mended=item.mended,
            by_rule=item.proposed.rule,
            macro=macro if edits != plain else "",
        )


def _without_this(item: Ranked) -> Ranked | None:
    """What a compiler refuses without `this`, which OpenACC takes in a data clause and gcc does not; ``None`` if it has none."""
    less = without_items(parse_directive(item.text), frozenset(["this"]))
    if str(less) == item.text:
        return None
    return replace(item, text=str(less), mended=(*item.mended, "this left out: the compiler refuses it in a clause"))


def _with_the_least(refused: list[Ranked]) -> Iterator[Ranked]:
    """What a compiler refuses once more, each with the clauses alone without which it would be wrong."""
    known = {item.text for item in refused}
    for item in refused:
        directive = parse_directive(item.text)
        kept = tuple(clause for clause in directive.clauses if clause.name in _NEEDED)
        left_out = ", ".join(clause.name for clause in directive.clauses if clause not in kept)
        text = str(replace(directive, clauses=kept))
        if text not in known:
            known.add(text)
            reason = f"{left_out} left out: the compiler refuses the directive with it"
            yield replace(item, text=text, mended=(*item.mended, reason))


def _origin(proposed: Proposed) -> Origin:
    if proposed.supports or proposed.habit:
        return "project"
    if proposed.rule:
        return "both" if proposed.rank >= 0 else "analysis"
    return "model"


def _like(proposed: Proposed, path: Path, memory: Memory | None) -> Like | None:
    if not proposed.supports:
        return None
    example = proposed.supports[0].example
    return Like(example.file, example.line, memory.located(example.file) if memory is not None else path, path)


def rank(candidates: list[Candidate], pays: bool = True) -> tuple[Candidate, ...]:
    """Accepted before unasked before rejected, otherwise as they come. The first is preferred where the dependence is proved, a
    compiler accepted it, nothing is left to be moved by hand, somebody waits for it, and it ever pays."""
    order = {"accepted": 0, "absent": 1, "rejected": 2}
    ranked = sorted(candidates, key=lambda c: order[c.acceptance.status])
    if (
        pays
        and ranked
        and ranked[0].verdict.verdict == "proved"
        and ranked[0].acceptance.status == "accepted"
        and not (ranked[0].missing or ranked[0].left_out)
        and ranked[0].is_waited_for
    ):
        ranked[0] = replace(ranked[0], preferred=True)
    return tuple(ranked)


def _wanted(known: Known, count: int) -> int:
    """How many directives the model is asked for, ``count`` at most: as many as can still change what is shown first."""
    shown = known.suggestion.candidates
    if not shown or not known.scene.recollection.candidates or shown[0].score < _NEARLY_SURE:
        return count
    return 0 if shown[0].score >= _SURE else min(1, count)


def _ask(outline: Outline, loop: Loop, known: Known, runtime: Asked, count: int, token: CancelToken) -> Future[Answer]:
    without = clauses_without_meaning(outline, known.elsewhere)
    grammar = loop_grammar(visible_names(outline, loop), directives_at(known.scene.place), without)
    try:
        return runtime.propose(prompt_of(outline, loop, known.scene, runtime), grammar, count, token)
    except RuntimeError:
        raise ModelError(_CLOSED) from None


def _answer(asked: Future[Answer], token: CancelToken) -> tuple[Proposal, ...]:
    while True:
        try:
            return asked.result(timeout=_POLL_SECONDS).proposals
        except FutureTimeout:  # until Python 3.10 not the built-in one
            token.check()
        except FutureCancelled:
            raise ModelError(_CLOSED) from None


def _pays(worth: Worth | None) -> bool:
    return worth is None or worth.resident is not None


def _is_compute(text: str) -> bool:
    return parse_directive(text).name.split()[0] in ("parallel", "kernels", "serial")


def _accept(
    outline: Outline,
    edits: tuple[Edit, ...],
    flags: FileFlags,
    acceptor: Acceptor | None,
    unasked: str,
    token: CancelToken,
) -> Acceptance:
    if acceptor is None:
        return absent(unasked)
    source = outline.source
    defined = b"".join(b"#define %s 1\n" % name.encode() for name in switches(outline))
    after = apply_edits(source.data, edits)
    return acceptor.accepts(defined + source.data, defined + after, source.language, flags, token)


def _ms(start: float, end: float) -> float:
    return round((end - start) * 1000, 2)
