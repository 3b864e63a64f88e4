"""LW7xx: claims on where data lives, put in words by their rules."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable
from dataclasses import replace

from loopwright.cancellation import CancelToken
from loopwright.check.rules import claim_rules
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Finding, Related
from loopwright.residence.findings import claims_of
from loopwright.residence.machine import ELSEWHERE, Claim
from loopwright.residence.program import claims_of_program, rest_of_program
from loopwright.source.outline import Outline
from loopwright.source.text import Span


def residence_findings(outline: Outline, token: CancelToken | None = None, around: int | None = None) -> list[Finding]:
    """What is wrong between the directives of a file, with ``around`` what the function there may have to do with. Raises
    :class:`~loopwright.cancellation.Cancelled`."""
    unit = Unit(outline)
    others = rest_of_program(outline) if outline.has_openacc else ()
    in_program = (claim for claim in claims_of_program(outline, others, token, around) if not claim.elsewhere)
    of_program = {claim.span: claim for claim in in_program}
    claims = (of_program | {claim.span: claim for claim in claims_of(outline, token, around)}).values()
    return [_finding(unit, claim) for claim in one_for_each_slip(outline, claims)]


def one_for_each_slip(outline: Outline, claims: Iterable[Claim]) -> list[Claim]:
    """Claims of which one change mends several are one: a `wait` that is missing for several variables, memory of several that was given
    back too early, an address of the device that the host uses again and again, a
    section that is too short for several accesses."""
    claims = list(claims)
    kept: dict[Hashable, Claim] = {}
    overwritten = {(claim.name, claim.span) for claim in claims if claim.code == "LW711"}
    for claim in sorted(claims, key=lambda claim: claim.span):
        if claim.code == "LW703" and any((claim.name, note.place) in overwritten for note in claim.notes):
            continue  # what came back without a value came over a newer one, which is told
        key = _change(outline, claim)
        before = kept.setdefault(key, claim)
        if before is not claim and claim.name not in (before.name, *before.also):
            kept[key] = replace(before, also=(*before.also, claim.name))
    return list(kept.values())


def _change(outline: Outline, claim: Claim) -> Hashable:
    """What stands for the change that mends a claim: a `wait` before one directive, a directive that comes too early."""
    places = tuple(_directive(outline, note.place) for note in claim.notes)
    if claim.code == "LW714":
        return claim.code, _directive(outline, claim.span)
    if claim.code == "LW708" and len(places) > 1:
        return claim.code, places
    if claim.code in ("LW707", "LW718") and claim.name and places:
        return claim.code, claim.name, places
    return claim


def _directive(outline: Outline, place: Span) -> int:
    """Where the directive that a place stands in begins, or the place."""
    index = bisect_right(outline.pragmas, place.start, key=lambda pragma: pragma.span.start) - 1
    pragma = outline.pragmas[index] if index >= 0 else None
    return pragma.span.start if pragma is not None and place.start < pragma.span.end else place.start


def _finding(unit: Unit, claim: Claim) -> Finding:
    rule = claim_rules()[claim.code]
    here = tuple(note for note in claim.notes if note.place is not ELSEWHERE)
    fix = rule.fix(unit, claim) if rule.fix is not None and here == claim.notes else None
    related = tuple(Related(note.place, note.words) for note in here)
    fixes = (fix,) if fix is not None else ()
    return Finding(rule.code, rule.severity, claim.span, rule.message(claim), rule.section, related, fixes, rule.tag)
