"""Candidate → `tested`, or the input that shows what is wrong with it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.dependence.decide.indices import how_close
from loopwright.dependence.decide.judge import program_around
from loopwright.dependence.walk.lambda_bodies import is_in_lambda
from loopwright.dependence.walk.types import Types
from loopwright.lang.scopes import scopes_of
from loopwright.source.nodes import definition_around
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span
from loopwright.suggest.evidence import Tested
from loopwright.suggest.facts import LoopFacts, facts_of, reached
from loopwright.suggest.spelling import numbered
from loopwright.suggest.trial.alone import alone, facts_alone
from loopwright.suggest.trial.build import VERSIONS, WRITTEN, built
from loopwright.suggest.trial.layout import layout_of
from loopwright.suggest.trial.originals import Originals
from loopwright.suggest.trial.program import entry_of, program_text
from loopwright.suggest.trial.rewrite import rewritten
from loopwright.suggest.trial.signature import TooLarge, Unreachable, Untestable, parameters_of, returns_something
from loopwright.suggest.trial.sizes import needed
from loopwright.suggest.trial.smaller import smaller
from loopwright.suggest.trial.standing import Standing
from loopwright.suggest.trial.versions import Wording, tested
from loopwright.toolchain.scratch import scratch

log = logging.getLogger(__name__)
TRIALS = 24


def try_loop(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts | None = None,
    compiler: str = "gcc",
    token: CancelToken | None = None,
    originals: Originals | None = None,
    standing: Standing | None = None,
) -> Tested:
    """Run the function around ``loop``, or the loop in one of its own where that cannot be done, with smaller constants where it is
    too large; ``originals`` is what other loops of the file have left of it. Where ``loop`` is one of ``standing`` written otherwise, it is
    run beside that.

    Raises :class:`Untestable` with a sentence where none can be done.
    """
    whole = facts or facts_of(outline, loop)
    facts = _without_rows(whole)
    facts = replace(facts, data=numbered(outline, loop.span, facts.data))
    try:
        return _try_in_full(outline, loop, path, facts, compiler, token, originals, standing)
    except TooLarge as reason:
        less = smaller(outline, loop, whole)
        if less is None:
            raise
        try:
            small = _smaller(standing, less.changed) if standing is not None else None
            found = _try_in_full(less.outline, less.loop, path, _without_rows(less.facts), compiler, token, None, small)
        except Untestable as other:
            log.info("%s; smaller: %s", reason, other)
            raise reason from None
        if not found.agreed:  # one constant may have to fit another
            raise
        return replace(found, smaller=less.changed)


def _without_rows(facts: LoopFacts) -> LoopFacts:
    """Rows that pointers lead to stay where they are: the device of a trial has none of its own."""
    rows = tuple(fact.variable for fact in facts.data if fact.rows)
    return replace(facts, data=tuple(fact for fact in facts.data if not fact.rows), missing=(*facts.missing, *rows))


def _smaller(standing: Standing, changed: tuple[str, ...]) -> Standing:
    """The loop as it stands with the same smaller constants."""
    less = smaller(standing.outline, standing.loop, facts_of(standing.outline, standing.loop))
    if less is None or less.changed != changed:
        raise Untestable("the loop as it is has other sizes")
    return Standing(less.outline, less.loop)


def _try_in_full(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts,
    compiler: str,
    token: CancelToken | None,
    originals: Originals | None,
    standing: Standing | None,
) -> Tested:
    try:
        sizes = needed(outline, loop, (*reached(outline, loop), *facts.data))
        if standing is not None:
            theirs = facts_of(standing.outline, standing.loop).data
            sizes |= needed(standing.outline, standing.loop, (*reached(standing.outline, standing.loop), *theirs))
        if outline.source.language != "c":
            raise Unreachable("a function of C++ is not called")
        original = _function_of(standing) if standing is not None else ""
        return _try_function(outline, loop, path, facts, compiler, token, originals, sizes, original=original)
    except Unreachable as reason:
        try:
            own = alone(outline, loop, facts, standing)
            told = facts_alone(facts, own)
            sizes = {**sizes, **own.sizes}
            return _try_function(
                own.outline, own.loop, path, told, compiler, token, None, sizes, own.free, own.standing
            )
        except TooLarge:
            raise
        except Untestable as other:
            log.info("%s; by itself: %s", reason, other)
            raise (other if outline.source.language != "c" else reason) from None


def _function_of(standing: Standing) -> str:
    """The text of the function around the loop as it stands."""
    source = standing.outline.source
    function = definition_around(source.tree.root_node, standing.loop.span)
    return source.slice(Span(function.start_byte, function.end_byte)) if function is not None else ""


def _try_function(
    outline: Outline,
    loop: Loop,
    path: Path,
    facts: LoopFacts,
    compiler: str,
    token: CancelToken | None,
    originals: Originals | None,
    sizes: Mapping[str, int],
    free: frozenset[str] = frozenset(),
    original: str = "",
) -> Tested:
    """``original`` is the function with the loop as the user wrote it, where that is another."""
    function = definition_around(outline.source.tree.root_node, loop.span)
    program = program_around(outline, loop)
    if function is None or program is None or loop.span.start not in program.by_start:
        raise Untestable("the loop is not in a function that could be read")
    if is_in_lambda(outline, loop.span.start):
        raise Untestable("the loop stands in a lambda")
    assert loop.function is not None
    if loop.function.name == "main":
        raise Unreachable("main takes no inputs; put the loop in a function to have it tested")
    span = Span(function.start_byte, function.end_byte)
    if outline.source.hides(b"endif", span):
        raise Untestable("braces of the function depend on conditional lines")
    declarations = scopes_of(outline)
    parameters = parameters_of(function, declarations, Types(outline, declarations), _rising(facts))
    originals = originals or Originals()
    names = originals.names(outline)
    versions = rewritten(outline, loop, program, facts, function, names)
    entry = entry_of(outline, loop.function.name, parameters, returns_something(function), names, sizes)
    written = outline.source.slice(span)
    texts = dict(zip(VERSIONS, (original or written, versions.stamped, versions.device), strict=True))
    if original:
        texts[WRITTEN] = written
    programs = {name: program_text(outline, span, text, path.name, entry, names) for name, text in texts.items()}
    wording = Wording(
        loop.header.variable or "iteration",
        versions.sites,
        tuple(fact.variable for fact in facts.data),
        free,
        versions.unasked,
    )
    first = originals.of(compiler, str(path), programs["original"])
    with scratch("trial") as folder:
        lengths = built(
            folder,
            programs,
            names,
            path,
            compiler,
            first,
            token,
            cplusplus=outline.source.language != "c",
        )
        layout = layout_of(entry.wanted, lengths, TRIALS)
        return tested(folder, layout, names, layout.affordable(TRIALS), wording, first, token, is_other=bool(original))


def _rising(facts: LoopFacts) -> dict[str, int]:
    """Index arrays about which something is assumed, and by how much their numbers rise: inputs keep to it."""
    rising: dict[str, int] = {}
    for text in facts.verdict.assumptions:
        array, is_monotone, _ = text.partition(" never decreases")
        told = (array, 1) if is_monotone else how_close(text)
        if told is not None:
            name = told[0].partition(" as ")[0].split("->")[-1].split(".")[-1]
            rising[name] = max(told[1], rising.get(name, 0))
    return rising
