"""Directives above statements that are no loops: `routine`, `atomic` and `data` where the analysis calls for one, all others where the
project puts one beside such statements. What the rules of the language would flag is dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from loopwright.cancellation import CancelToken
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.lang.scopes import scopes_of
from loopwright.memory.places import COMPUTE, Example
from loopwright.memory.standing import Spot, spot_at
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.sharing import MemoryModel, in_place
from loopwright.source.edits import apply_edits
from loopwright.source.outline import Outline
from loopwright.suggest.evidence import Candidate, Like, StatementSuggestion
from loopwright.suggest.sharing import is_apart
from loopwright.suggest.standing.among import in_front, placed
from loopwright.suggest.standing.analysed import names_in_clause, of_the_analysis
from loopwright.suggest.standing.asked import Help, Proposed
from loopwright.suggest.standing.data_moves import MOVING
from loopwright.suggest.standing.data_place import BRINGS
from loopwright.suggest.standing.recalled import of_the_project
from loopwright.suggest.standing.shares import least
from loopwright.toolchain.accept import absent
from loopwright.toolchain.flags import flags_for

_NOT_LOOP = LoopVerdict("unknown", "it is not above a loop")
_MOST_JUDGED = 10
_LIKELY, _A_LITTLE = 0.3, 0.01  # score from which what the project writes may come first, and by how much it does


def suggest_standing(
    outline: Outline, offset: int, path: Path, help: Help, token: CancelToken | None = None
) -> StatementSuggestion | None:
    """Directives for the statement on the line of ``offset``; ``None`` where there is none or nothing calls for one."""
    spot = spot_at(outline, offset)
    if spot is None:
        return None
    spot = in_front(outline, spot)
    proposed = {p.text: p for p in of_the_analysis(outline, spot, path, help)}
    for recalled in of_the_project(outline, spot, path, help):
        known = proposed.setdefault(recalled.text, recalled)
        known.supports = recalled.supports
        known.score = max(known.score, recalled.score)
    in_order = _complete_first(_not_brought_twice(proposed.values()))
    best = max(in_order, key=lambda item: item.score, default=None)
    if best is not None and _is_a_guess(best):
        in_order = [item for item in in_order if not _is_a_guess(item)]
    return judged(outline, spot, path, in_order, help, token or CancelToken())


def _not_brought_twice(proposed: Iterable[Proposed]) -> list[Proposed]:
    """Without an `update` of the analysis for what a `data` in its place would bring: it says that nobody has brought it."""
    items = list(proposed)
    read = [(item, parse_directive(item.text)) for item in items]
    regions = [directive for _, directive in read if directive.name == "data"]
    brought = {e.partition("[")[0] for d in regions for c in d.clauses if c.name in BRINGS for e in c.entries}
    return [
        item
        for item, directive in read
        if not (item.by_rule and directive.name == "update" and names_in_clause(directive, "device"))
        or not names_in_clause(directive, "device") <= brought
    ]


def _is_a_guess(item: Proposed) -> bool:
    """Whether only a few of the project's habits speak for moving data: which way, and what, would be a guess."""
    return not item.by_rule and item.score < least() and parse_directive(item.text).name in MOVING


def _complete_first(proposed: list[Proposed]) -> list[Proposed]:
    """What the project writes with all that the analysis calls for, and more, in front of what the analysis alone says: it knows
    what the called functions use, and what the file says of its data. Of `enter data` the other way round, too."""
    for item in proposed:
        if item.by_rule and parse_directive(item.text).name == "enter data":  # a part of it would not be enough
            parts = [other.score for other in proposed if not other.by_rule and _says_less(other.text, item.text)]
            item.score = max((item.score, *(score + _A_LITTLE for score in parts)))
        if item.by_rule or item.score < _LIKELY:
            continue
        ours = [other for other in proposed if other.by_rule and _says_less(other.text, item.text)]
        if ours:
            item.score = max(item.score, max(other.score for other in ours) + _A_LITTLE)
    return proposed


def _says_less(text: str, other: str) -> bool:
    """Whether a directive names a part of what another one of its kind does, each variable in the same clause."""
    left, right = parse_directive(text), parse_directive(other)
    if left.name != right.name or left.name not in (*COMPUTE, "enter data", "host_data"):
        return False
    ours, theirs = ({(c.name, e.partition("[")[0]) for c in d.clauses for e in c.entries} for d in (left, right))
    return ours < theirs


def _in_place(item: Proposed, outline: Outline, spot: Spot, sharing: MemoryModel) -> Proposed | None:
    """What is left of a proposal where memory is shared."""
    if sharing == "discrete":
        return item
    scopes = scopes_of(outline)
    text = in_place(item.text, lambda name: is_apart(scopes, spot.start, name, sharing))
    if text is None or (item.edits and text != item.text):
        return None
    return replace(item, text=text)


def judged(
    outline: Outline, spot: Spot, path: Path, proposed: Iterable[Proposed], help: Help, token: CancelToken
) -> StatementSuggestion | None:
    """What no rule of the language flags and no compiler refuses, best first; ``None`` where that is nothing."""
    source = outline.source
    before: Counter[str] | None = None
    candidates: list[Candidate] = []
    wanted = (item for item in map(lambda p: _in_place(p, outline, spot, help.sharing), proposed) if item is not None)
    for item in sorted(wanted, key=lambda p: -p.score)[:_MOST_JUDGED]:
        token.check()
        if len(candidates) >= help.candidates:
            break
        edits = item.edits or (placed(outline, spot, item.text),)
        before = help.flagged(source.data, spot.start) if before is None else before
        after = apply_edits(source.data, edits)
        if help.flagged(after, spot.start) - before:
            continue
        accepted = absent(help.unasked)
        if help.acceptor is not None:
            accepted = help.acceptor.accepts(source.data, after, source.language, flags_for(path), token)
        if accepted.status == "rejected":
            continue
        example = item.supports[0].example if item.supports else None
        candidates.append(
            Candidate(
                item.text,
                "project" if example is not None else "analysis",
                item.score,
                _NOT_LOOP,
                accepted,
                edits=edits,
                like=_like(example, path, help) if example is not None else None,
                by_rule=item.by_rule,
                above_loop=False,
                why=item.why,
            )
        )
    return StatementSuggestion(spot.start, tuple(candidates)) if candidates else None


def _like(example: Example, path: Path, help: Help) -> Like:
    return Like(example.file, example.line, path if help.memory is None else help.memory.located(example.file), path)
