"""LW7xx: claims on where data lives, put in words by their rules."""

from __future__ import annotations

from loopwright.cancellation import CancelToken
from loopwright.check.rules import claim_rules
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Finding, Related
from loopwright.residence.findings import claims_of
from loopwright.residence.machine import Claim
from loopwright.source.outline import Outline


def residence_findings(outline: Outline, token: CancelToken | None = None, around: int | None = None) -> list[Finding]:
    """What is wrong between the directives of a file, with ``around`` what the function there may have to do with. Raises
    :class:`~loopwright.cancellation.Cancelled`."""
    claims = claims_of(outline, token, around)
    unit = Unit(outline)
    return [_finding(unit, claim) for claim in claims]


def _finding(unit: Unit, claim: Claim) -> Finding:
    rule = claim_rules()[claim.code]
    fix = rule.fix(unit, claim) if rule.fix is not None else None
    related = tuple(Related(note.place, note.words) for note in claim.notes)
    fixes = (fix,) if fix is not None else ()
    return Finding(rule.code, rule.severity, claim.span, rule.message(claim), rule.section, related, fixes, rule.tag)
