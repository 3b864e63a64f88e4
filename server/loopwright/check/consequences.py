"""One slip, one finding: what only follows from another finding is not told beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from loopwright.openacc.findings import Finding
from loopwright.source.text import Span

# A claim between directives, and the rule that says the same of the clause that one of its notes stands at.
_SAID_OF_A_CLAUSE = {"LW705": "LW506", "LW707": "LW507"}
_NOT_ALLOWED = "LW201"


def without_consequences(findings: Iterable[Finding], macros: Collection[Span]) -> Iterator[Finding]:
    """Findings that are shown without those that are gone when another one of them is mended. All that is told of the directive that a macro
    stands for has the place of the macro, one of ``macros``: no clause is told apart there."""
    found = list(findings)
    spans: dict[str, set[Span]] = {}
    for each in found:
        if each.code in (_NOT_ALLOWED, *_SAID_OF_A_CLAUSE.values()) and each.span not in macros:
            spans.setdefault(each.code, set()).add(each.span)
    refused = spans.get(_NOT_ALLOWED, set())
    for each in found:
        told = spans.get(_SAID_OF_A_CLAUSE.get(each.code, ""), set())
        if not any(note.span in told for note in each.related) and not _is_within(each, refused):
            yield each


def _is_within(finding: Finding, refused: Collection[Span]) -> bool:
    """Whether a finding is about what stands in a clause that the directive does not have."""
    return finding.code != _NOT_ALLOWED and any(span.contains(finding.span) for span in refused)
