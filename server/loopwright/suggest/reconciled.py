"""The least change after which a directive agrees with the program's others: without its queue where nobody waits, below an `update device`
where the host has written since."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from loopwright.lang.statements import statement_starting_at
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.openacc.equivalent import split_items
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span
from loopwright.suggest.clause_lists import exchanged
from loopwright.suggest.contradictions import Contradiction
from loopwright.suggest.facts import LoopFacts

_MOST_CHANGES = 4
_DATA = clauses_of_variables("data")


@dataclass(frozen=True)
class Written:
    """A directive as it is to be written: its ``text``, the directives ``before`` it, and what was changed, in words."""

    text: str
    before: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()


def reconciled(
    text: str,
    contradiction: Contradiction,
    ask: Callable[[Written], Contradiction | None],
    outline: Outline,
    loop: Loop,
    facts: LoopFacts,
) -> Written | None:
    """``text`` changed so that nothing contradicts it; ``None`` where these changes do not do it. ``ask`` tells what still does."""
    written, left = Written(text), contradiction
    for _ in range(_MOST_CHANGES):
        changed = _less_wrong(written, left, outline, loop, facts)
        if changed is None or changed == written:
            return None
        after = ask(changed)
        if after is None:
            return changed
        written, left = changed, after
    return None


def _less_wrong(
    written: Written, contradiction: Contradiction, outline: Outline, loop: Loop, facts: LoopFacts
) -> Written | None:
    directive = parse_directive(written.text)
    if contradiction.about == "order" and directive.clause("async") is not None:
        said = f"async left out: {contradiction.reason}"
        return Written(str(exchanged(directive, "async", [])), written.before, (*written.mended, said))
    item = _item(directive, contradiction.older, facts) if contradiction.older else ""
    if not item or f"update device({item})" in written.before or not _is_above(contradiction.since, outline, loop):
        return None
    said = f"update device({item}) before it: {contradiction.reason}"
    return Written(written.text, (*written.before, f"update device({item})"), (*written.mended, said))


def _is_above(place: Span | None, outline: Outline, loop: Loop) -> bool:
    """Whether the host has written above ``loop`` in its function, where a directive can stand between."""
    if place is None or loop.function is None or loop.pragmas:
        return False
    is_in_block = statement_starting_at(outline.source, loop.span.start) is not None
    return is_in_block and loop.function.span.start <= place.start < loop.span.start


def _item(directive: Directive, name: str, facts: LoopFacts) -> str:
    """A variable with its section, as the directive names it or as the loop uses it; empty for a pointer of which nobody says how much."""
    named = (
        part for clause in directive.clauses if clause.name in _DATA for part in split_items(clause.argument or "")
    )
    used = (*(fact.argument for fact in facts.data), *facts.present)
    return next((part for part in (*named, *used) if part.split("[")[0].strip() == name and "[" in part), "")
