"""A loop → ranked candidates with evidence: analysis, model, compiler, in that order, each step cancellable."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import CancelledError as FutureCancelled
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.dependence.verdict import LoopVerdict
from loopwright.model.manifest import ModelError
from loopwright.model.prompt import fill_in
from loopwright.model.runtime import Runtime
from loopwright.openacc.directive import normalised, parse_directive
from loopwright.openacc.grammar import loop_grammar
from loopwright.source.edits import Edit, apply_edits, line_above, pragma_edit
from loopwright.source.outline import Loop, Outline
from loopwright.source.symbols import visible_names
from loopwright.suggest.candidates import analysis_candidate, clauses_without_meaning, directives_at
from loopwright.suggest.evidence import Candidate, Origin, Suggestion, Timings
from loopwright.suggest.facts import LoopFacts, called_without_routine, facts_of, inner_directive
from loopwright.suggest.repair import repaired
from loopwright.suggest.trial.run import try_loop
from loopwright.suggest.trial.signature import Untestable
from loopwright.suggest.worth import profile, worth_of
from loopwright.toolchain.accept import Acceptance, Acceptor, absent
from loopwright.toolchain.flags import FileFlags, flags_for

Report = Callable[[str], None]
_RULE_SCORE = 0.5
_POLL_SECONDS = 0.05
_CLOSED = "The model was put away while it was asked, because the settings changed; ask again."
_CONSTRUCT_WEIGHT = {"kernels": 0.25, "serial": 0.05}
_LEFT_SEQUENTIAL_WEIGHT = 0.5


@dataclass(frozen=True)
class Tools:
    """What a suggestion may use. ``None`` stands for what is not there; ``notes`` say why. ``run`` allows that the code is
    run on generated inputs; ``device`` is the profile that says whether it pays."""

    runtime: Runtime | None = None
    acceptor: Acceptor | None = None
    candidates: int = 4
    notes: tuple[str, ...] = ()
    run: bool = False
    device: str = "desktop"


def suggest(
    outline: Outline,
    loop: Loop,
    path: Path,
    tools: Tools,
    token: CancelToken | None = None,
    report: Report = lambda stage: None,
) -> Suggestion:
    """Candidates for ``loop``, best first. Raises :class:`~loopwright.cancellation.Cancelled`."""
    token = token or CancelToken()
    started = time.perf_counter()
    notes = list(tools.notes)
    facts = facts_of(outline, loop)
    verdict = facts.verdict
    by_rule = analysis_candidate(outline, loop, facts)
    analysed = time.perf_counter()
    texts: dict[str, tuple[Origin, float]] = {}
    if tools.runtime is not None and verdict.verdict != "refuted":
        report("asking the model")
        try:
            texts = _from_model(outline, loop, facts, tools.runtime, tools.candidates, token)
        except ModelError as error:
            notes.append(str(error))
    if by_rule is not None:
        by_rule = normalised(by_rule)
        origin: Origin = "both" if by_rule in texts else "analysis"
        texts[by_rule] = (origin, max(texts.get(by_rule, ("analysis", 0.0))[1], _RULE_SCORE))
    written = time.perf_counter()
    report("asking the compiler")
    flags = flags_for(path)
    candidates = []
    for text, (origin, score) in texts.items():
        token.check()
        edits = edits_for(outline, loop, text, facts)
        acceptance = _accept(outline, edits, flags, tools.acceptor, token)
        missing = facts.missing if _is_compute(text) else ()
        candidates.append(Candidate(text, origin, score, verdict, acceptance, False, edits, missing))
    ended = time.perf_counter()
    worth = worth_of(outline, loop, profile(tools.device)) if facts.independent else None
    ranked = rank(candidates, worth is None or worth.resident is not None, facts.collapse)
    if tools.run and facts.independent and ranked:
        report("running it on generated inputs")
        verdict, ranked = _tried(outline, loop, path, facts, ranked, notes, token)
    timings = Timings(0.0, _ms(started, analysed), _ms(analysed, written), _ms(written, ended), _ms(started, ended))
    return Suggestion(loop, verdict, ranked, timings, tuple(notes), worth)


def _tried(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts,
    ranked: tuple[Candidate, ...],
    notes: list[str],
    token: CancelToken,
) -> tuple[LoopVerdict, tuple[Candidate, ...]]:
    """What running shows: the candidates as tested, or none and the input that refutes them."""
    try:
        tested = try_loop(outline, loop, path, facts, token=token)
    except Untestable as reason:
        notes.append(f"Not tested: {reason}.")
        return facts.verdict, ranked
    if not tested.agreed:
        refuted = replace(facts.verdict, verdict="refuted", reason=tested.counterexample, assumptions=())
        return refuted, ()
    return facts.verdict, tuple(replace(candidate, tested=tested) for candidate in ranked)


def rank(candidates: list[Candidate], pays: bool = True, collapse: int = 1) -> tuple[Candidate, ...]:
    """Accepted before unasked before rejected, then by score, the analysis' word breaking ties. The first is preferred
    where the dependence is proved, a compiler accepted it, nothing is left to be moved by hand, and it ever pays.
    `kernels` and `serial` leave the loop to the compiler or to one thread (gcc 12 runs an independent `kernels` loop
    sequentially), so `parallel` goes before them unless the model is far surer. Where ``collapse`` loops can be made one, a
    directive that takes fewer leaves parallel iterations to one thread and counts half."""
    order = {"accepted": 0, "absent": 1, "rejected": 2}
    ranked = sorted(
        candidates,
        key=lambda c: (order[c.acceptance.status], -c.score * _weight(c, collapse), c.origin == "model", c.directive),
    )
    if (
        pays
        and ranked
        and ranked[0].verdict.verdict == "proved"
        and ranked[0].acceptance.status == "accepted"
        and not ranked[0].missing
    ):
        ranked[0] = replace(ranked[0], preferred=True)
    return tuple(ranked)


def _weight(candidate: Candidate, collapse: int) -> float:
    directive = parse_directive(candidate.directive)
    collapsed = directive.clause("collapse")
    taken = int(collapsed.argument or "1") if collapsed is not None else 1
    construct = _CONSTRUCT_WEIGHT.get(directive.name.split()[0], 1.0)
    return construct * (_LEFT_SEQUENTIAL_WEIGHT if taken < collapse else 1.0)


def _from_model(
    outline: Outline, loop: Loop, facts: LoopFacts, runtime: Runtime, count: int, token: CancelToken
) -> dict[str, tuple[Origin, float]]:
    grammar = loop_grammar(visible_names(outline, loop), directives_at(outline, loop), clauses_without_meaning(outline))
    try:
        future = runtime.propose(fill_in(outline, loop), grammar, count, token)
    except RuntimeError:
        raise ModelError(_CLOSED) from None
    while True:
        try:
            answer = future.result(timeout=_POLL_SECONDS)
            break
        except FutureTimeout:  # until Python 3.10 not the built-in one
            token.check()
        except FutureCancelled:
            raise ModelError(_CLOSED) from None
    texts: dict[str, tuple[Origin, float]] = {}
    for proposal in answer.proposals:
        mended = repaired(proposal.text, facts)
        if mended is not None:
            text = normalised(mended)
            texts[text] = ("model", max(proposal.probability, texts.get(text, ("model", 0.0))[1]))
    return texts


def edits_for(outline: Outline, loop: Loop, text: str, facts: LoopFacts) -> tuple[Edit, ...]:
    """Everything that taking the directive ``text`` changes in the file."""
    source = outline.source
    edits = [pragma_edit(source, loop, text)]
    directive = parse_directive(text)
    if directive.clause("seq") is not None:
        return tuple(edits)
    starts = sorted({_statement_start(outline, update.span.start) for update in facts.atomics})
    edits += [line_above(source, start, "#pragma acc atomic update") for start in starts]
    if facts.inner is not None and directive.clause("vector") is None and directive.clause("gang") is not None:
        edits.append(pragma_edit(source, facts.inner, inner_directive(facts)))
    if "kernels" not in directive.name:
        edits += [
            line_above(source, start, "#pragma acc routine seq") for start in called_without_routine(outline, loop)
        ]
    return tuple(edits)


def _statement_start(outline: Outline, offset: int) -> int:
    node = outline.source.tree.root_node.descendant_for_byte_range(offset, offset)
    while node is not None and node.type != "expression_statement":
        node = node.parent
    return node.start_byte if node is not None else offset


def _is_compute(text: str) -> bool:
    return parse_directive(text).name.split()[0] in ("parallel", "kernels", "serial")


def _accept(
    outline: Outline, edits: tuple[Edit, ...], flags: FileFlags, acceptor: Acceptor | None, token: CancelToken
) -> Acceptance:
    if acceptor is None:
        return absent("no compiler that understands OpenACC was found")
    source = outline.source
    after = apply_edits(source.data, edits)
    return acceptor.accepts(source.data, after, source.language, flags, token)


def _ms(start: float, end: float) -> float:
    return round((end - start) * 1000, 2)
