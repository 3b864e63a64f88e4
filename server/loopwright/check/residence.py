"""LW7xx: claims on where data lives, put in words."""

from __future__ import annotations

from loopwright.cancellation import CancelToken
from loopwright.check.data_fixes import data_fixes
from loopwright.openacc.constructs import Unit
from loopwright.openacc.findings import Finding, Related, finding
from loopwright.openacc.parser import Problem
from loopwright.residence.findings import claims_of
from loopwright.residence.machine import Claim
from loopwright.source.outline import Outline

_DETAILS = {
    "absent": "not there",
    "update": "not there",
    "short": "there in part only",
    "torn": "there in part already",
    "member": ", which a member of a mapped struct points at",
    "deviceptr": ", which `deviceptr` takes for an address of the device",
}


def residence_findings(outline: Outline, token: CancelToken | None = None, around: int | None = None) -> list[Finding]:
    """What is wrong between the directives of a file, with ``around`` what the function there may have to do with. Raises
    :class:`~loopwright.cancellation.Cancelled`."""
    claims = claims_of(outline, token, around)
    unit = Unit(outline)
    return [finding(_problem(claim), data_fixes(unit, claim)) for claim in claims]


def _problem(claim: Claim) -> Problem:
    detail = _DETAILS.get(claim.detail, claim.detail)
    if claim.code == "LW712":
        detail = claim.detail.removesuffix(" queued")
    values = {
        "name": f"`{claim.name}`" if claim.name else "memory",
        "detail": detail,
        "related": tuple(Related(note.place, note.words) for note in claim.notes),
    }
    return Problem(claim.code, claim.span, values)
