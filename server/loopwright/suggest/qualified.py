"""Variables of namespaces, which the analysis knows by their own names: a directive names them as the loop does (`q::total`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.qualified import shared_names, ways_of
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.source.outline import Outline
from loopwright.source.text import Span
from loopwright.source.tokens import tokens_of
from loopwright.suggest.facts import LoopFacts


def as_written(text: str, outline: Outline, loop: Span) -> str:
    """A directive with each variable as the loop writes it."""
    ways = ways_of(outline, loop)
    return _with_names(text, ways) if ways else text


def by_own_names(directive: Directive, outline: Outline, loop: Span) -> Directive:
    """A directive whose lists have each variable by the name that the analysis knows it by; bounds of sections stay as they are."""
    names = {way: name for name, way in ways_of(outline, loop).items()}
    return parse_directive(_with_names(str(directive), names, in_bounds=False)) if names else directive


def told_apart(facts: LoopFacts, outline: Outline, loop: Span) -> LoopFacts:
    """What is known of a loop for which clauses can say: not of two variables of one name, which they would take for one."""
    both = shared_names(outline, loop)
    if not both:
        return facts
    missing = (*facts.missing, *(fact.variable for fact in facts.data if fact.variable in both))
    data = tuple(fact for fact in facts.data if fact.variable not in both)
    return replace(facts, verdict=_without(facts.verdict, both), data=data, missing=missing)


def _without(verdict: LoopVerdict, both: frozenset[str]) -> LoopVerdict:
    named = {*(r.variable for r in verdict.reductions), *verdict.private, *verdict.shared} & both
    if not named or verdict.verdict not in ("proved", "assumed"):
        return verdict
    reason = f"{min(named)} is the name of two variables here, which a clause would have to tell apart"
    return LoopVerdict("unknown", reason)


def _with_names(text: str, names: dict[str, str], in_bounds: bool = True) -> str:
    raw, end, parts = text.encode(), 0, []
    for span in _whole_names(text, in_bounds):
        name = raw[span.start : span.end].decode()
        if name in names:
            parts += [raw[end : span.start], names[name].encode()]
            end = span.end
    return b"".join((*parts, raw[end:])).decode()


def _whole_names(text: str, in_bounds: bool) -> Iterator[Span]:
    """Names with what stands before them (`a::b::c`), but not members."""
    tokens = tokens_of(text)
    start, before, depth = -1, "", 0
    for number, token in enumerate(tokens):
        after = tokens[number + 1].text if number + 1 < len(tokens) else ""
        depth += (token.text == "[") - (token.text == "]")
        if depth and not in_bounds:
            pass
        elif token.kind == "name" and before not in (".", "->"):
            start = token.span.start if start < 0 else start
            if after != "::":
                yield Span(start, token.span.end)
                start = -1
        elif token.text != "::":
            start = -1
        before = token.text
