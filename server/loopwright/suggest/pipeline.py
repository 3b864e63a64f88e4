"""A loop → ranked candidates with evidence: analysis, model, compiler, in that order, each step cancellable."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import CancelledError as FutureCancelled
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.dependence.judge import judge
from loopwright.dependence.verdict import LoopVerdict
from loopwright.model.manifest import ModelError
from loopwright.model.prompt import fill_in
from loopwright.model.runtime import Runtime
from loopwright.openacc.directive import normalised
from loopwright.openacc.grammar import loop_grammar
from loopwright.source.edits import apply_edits, pragma_edit
from loopwright.source.outline import Loop, Outline
from loopwright.source.symbols import visible_names
from loopwright.suggest.candidates import analysis_candidate, clauses_without_meaning, directives_at
from loopwright.suggest.evidence import Candidate, Origin, Suggestion, Timings
from loopwright.suggest.repair import repaired
from loopwright.toolchain.accept import Acceptance, Acceptor, absent
from loopwright.toolchain.flags import FileFlags, flags_for

Report = Callable[[str], None]
_RULE_SCORE = 0.5
_POLL_SECONDS = 0.05
_CLOSED = "The model was put away while it was asked, because the settings changed; ask again."
_CONSTRUCT_WEIGHT = {"kernels": 0.25, "serial": 0.05}


@dataclass(frozen=True)
class Tools:
    """What a suggestion may use. ``None`` stands for what is not there; ``notes`` say why."""

    runtime: Runtime | None = None
    acceptor: Acceptor | None = None
    candidates: int = 4
    notes: tuple[str, ...] = ()


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
    verdict = judge(outline, loop)
    by_rule = analysis_candidate(outline, loop, verdict)
    analysed = time.perf_counter()
    texts: dict[str, tuple[Origin, float]] = {}
    if tools.runtime is not None and verdict.verdict != "refuted":
        report("asking the model")
        try:
            texts = _from_model(outline, loop, verdict, tools.runtime, tools.candidates, token)
        except ModelError as error:
            notes.append(str(error))
    if by_rule is not None:
        by_rule = normalised(by_rule)
        origin: Origin = "both" if by_rule in texts else "analysis"
        texts[by_rule] = (origin, max(texts.get(by_rule, ("analysis", 0.0))[1], 0.0 if texts else _RULE_SCORE))
    written = time.perf_counter()
    report("asking the compiler")
    flags = flags_for(path)
    candidates = []
    for text, (origin, score) in texts.items():
        token.check()
        acceptance = _accept(outline, loop, text, flags, tools.acceptor, token)
        candidates.append(Candidate(text, origin, score, verdict, acceptance))
    ended = time.perf_counter()
    timings = Timings(0.0, _ms(started, analysed), _ms(analysed, written), _ms(written, ended), _ms(started, ended))
    return Suggestion(loop, verdict, rank(candidates), timings, tuple(notes))


def rank(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    """Accepted before unasked before rejected, then by score, the analysis' word breaking ties; the first is preferred
    where the dependence is proved and a compiler accepted it. `kernels` and `serial` leave the loop to the compiler or to
    one thread (gcc 12 runs an independent `kernels` loop sequentially), so `parallel` goes before them unless the model
    is far surer."""
    order = {"accepted": 0, "absent": 1, "rejected": 2}
    ranked = sorted(
        candidates, key=lambda c: (order[c.acceptance.status], -c.score * _weight(c), c.origin == "model", c.directive)
    )
    if ranked and ranked[0].verdict.verdict == "proved" and ranked[0].acceptance.status == "accepted":
        ranked[0] = replace(ranked[0], preferred=True)
    return tuple(ranked)


def _weight(candidate: Candidate) -> float:
    return _CONSTRUCT_WEIGHT.get(candidate.directive.split()[0], 1.0)


def _from_model(
    outline: Outline, loop: Loop, verdict: LoopVerdict, runtime: Runtime, count: int, token: CancelToken
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
        text = repaired(proposal.text, verdict)
        if text is not None:
            texts[text] = ("model", max(proposal.probability, texts.get(text, ("model", 0.0))[1]))
    return texts


def _accept(
    outline: Outline, loop: Loop, text: str, flags: FileFlags, acceptor: Acceptor | None, token: CancelToken
) -> Acceptance:
    if acceptor is None:
        return absent("no compiler that understands OpenACC was found")
    source = outline.source
    after = apply_edits(source.data, [pragma_edit(source, loop, text)])
    return acceptor.accepts(source.data, after, source.language, flags, token)


def _ms(start: float, end: float) -> float:
    return round((end - start) * 1000, 2)
