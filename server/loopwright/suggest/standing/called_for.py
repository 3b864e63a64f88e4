"""The directives above statements that a whole file calls for, whoever looks at which line: what saves moves, what mends a finding between
directives, what the language asks for. Here nothing is guessed: what a place only resembles is told to who asks about its line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.lang.statements import ends_of_function, statement_around
from loopwright.memory.standing import Spot, functions_in, spot_at
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.findings import Finding
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.suggest.evidence import StatementSuggestion
from loopwright.suggest.standing.among import in_front, placed
from loopwright.suggest.standing.analysed import of_the_analysis, shared_updates
from loopwright.suggest.standing.asked import Help, Proposed, by_rule
from loopwright.suggest.standing.blocks import library_calls
from loopwright.suggest.standing.held_data import holds_in
from loopwright.suggest.standing.routines import called_on_device, is_called_elsewhere
from loopwright.suggest.standing.standing import judged

_OF_LANGUAGE = frozenset(("routine", "atomic", "host_data"))
_PRAGMA = "#pragma acc "
# What is missing for a finding, and whether above the statement that it is told of, or where the function ends that it is told in.
_MISSING = {
    "LW701": ("update", False),
    "LW704": ("update", False),
    "LW709": ("exit data", True),
    "LW712": ("exit data", False),
    "LW713": ("wait", False),
    "LW714": ("wait", False),
    "LW715": ("wait", True),
}


def called_for(
    outline: Outline,
    path: Path,
    help: Help,
    findings: Iterable[Finding],
    wanted: Callable[[str], bool] = lambda text: True,
) -> Iterator[StatementSuggestion]:
    """In the order of the file; ``findings`` are those between its directives, ``wanted`` says which directives are asked for."""
    asked: dict[int, list[Finding]] = defaultdict(list)
    starts = called_on_device(outline)
    starts |= {f.start for f in functions_in(outline) if is_called_elsewhere(f.function, path, help)}
    starts |= {start for start, _ in shared_updates(outline)}
    starts |= {hold.start for hold in holds_in(outline)} | set(library_calls(outline))
    for start in starts:
        asked[start] = []
    for finding in findings:
        for start in _places(outline, finding):
            asked[start].append(finding)
    mended: set[Finding] = set()
    for start in sorted(asked):
        spot = spot_at(outline, start)
        if spot is None:
            continue
        spot = in_front(outline, spot)
        proposed = of_the_analysis(outline, spot, path, help)
        certain = [item for item in proposed if item.why or parse_directive(item.text).name in _OF_LANGUAGE]
        for finding in asked[start] if not spot.is_body else ():
            found = [] if finding in mended else _mending(outline, spot, [*proposed, *_of_fix(finding)], finding, help)
            certain += found
            mended |= {finding for _ in found[:1]}
        found_here = judged(outline, spot, path, [c for c in certain if wanted(c.text)], help, CancelToken())
        if found_here is not None:
            yield found_here


def _places(outline: Outline, finding: Finding) -> list[int]:
    """Where a directive may stand that mends a finding."""
    _, at_end = _MISSING.get(finding.code, ("", False))
    if finding.code not in _MISSING:
        return []
    if at_end:
        return ends_of_function(outline.source, finding.span.start)
    above = [edit.span.start for fix in finding.fixes for edit in fix.edits if edit.text.strip().startswith(_PRAGMA)]
    spot = spot_at(outline, above[0]) if len(above) == 1 else None
    return [spot.start if spot is not None else statement_around(outline.source, finding.span.start)]


def _of_fix(finding: Finding) -> list[Proposed]:
    """The directive that the fix of a finding inserts."""
    edits = [edit for fix in finding.fixes for edit in fix.edits]
    text = edits[0].text.strip() if len(edits) == 1 else ""
    return [by_rule(text.removeprefix(_PRAGMA))] if text.startswith(_PRAGMA) else []


def _mending(
    outline: Outline, spot: Spot, proposed: Iterable[Proposed], finding: Finding, help: Help
) -> list[Proposed]:
    """The directives of the kind that a finding lacks after which it is gone, once each."""
    name, _ = _MISSING[finding.code]
    before = help.flagged(outline.source.data, spot.start)[finding.code]
    found: dict[str, Proposed] = {}
    for item in proposed:
        if parse_directive(item.text).name == name and item.text not in found:
            after = apply_edits(outline.source.data, item.edits or (placed(outline, spot, item.text),))
            if help.flagged(after, spot.start)[finding.code] < before:
                found[item.text] = replace(item, why=finding.message)
    return list(found.values())
