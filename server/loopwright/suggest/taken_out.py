"""The directive for a loop over what no data clause can name (a container, members of a class), with that taken out before the loop: a
pointer to the elements, a local for each number (`const double *u_data = u.data();`)."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.memory.places import place_of
from loopwright.openacc.directive import normalised
from loopwright.source.edits import Edit
from loopwright.source.kept import kept
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import Span
from loopwright.suggest.by_rule import analysis_candidate, directives_at
from loopwright.suggest.edits import edits_for
from loopwright.suggest.facts import INDEPENDENT, LoopFacts, facts_of
from loopwright.suggest.programs.hoist import Hoisted, hoisted
from loopwright.suggest.worth import Profile, Worth, worth_of


class TakenOut(NamedTuple):
    """``directive`` stands above the loop of ``changed``, which has the ``facts``; ``edits`` are those of the file as it is."""

    directive: str
    changed: Hoisted
    facts: LoopFacts
    edits: tuple[Edit, ...]
    verdict: LoopVerdict
    is_by_index: bool = False  # it was range-based

    @property
    def declared(self) -> tuple[str, ...]:
        """The lines that it puts before the loop, and behind it."""
        taken = self.changed.taken
        return (*(one.declaration for one in taken), *(one.back for one in taken if one.back))

    @property
    def header(self) -> str:
        """The header that a range-based loop has then."""
        source, loop = self.changed.outline.source, self.changed.loop
        return " ".join(source.slice(Span(loop.span.start, loop.header_end)).split()) if self.is_by_index else ""

    def worth(self, device: Profile) -> Worth | None:
        """What the directive is worth, in the words of the file as it is."""
        found = worth_of(self.changed.outline, self.changed.loop, device)
        if found is None:
            return None
        return replace(found, sentence=self._as_it_is(found.sentence), short=self._as_it_is(found.short))

    def _as_it_is(self, sentence: str) -> str:
        meant = {one.name: one.value for one in self.changed.taken}
        words = ["".join(letters) for _, letters in groupby(sentence, lambda c: c.isalnum() or c == "_")]
        return "".join(
            word if before.endswith((".", "->")) else meant.get(word, word) for before, word in zip(("", *words), words)
        )


@kept
def taken_out(outline: Outline, loop: Loop) -> TakenOut | None:
    """What can be said of ``loop`` then; ``None`` where nothing has to be taken out, not all can be, or iterations depend on each other."""
    if "parallel loop" not in directives_at(place_of(outline, loop)):
        return None
    as_it_is = facts_of(outline, loop)
    if not loop.header.problem and not wants_names(as_it_is):
        return None
    changed = hoisted(outline, loop)
    if changed is None:
        return None
    facts = _in_reach(changed, facts_of(changed.outline, changed.loop))
    if facts is None:
        return None
    directive = analysis_candidate(changed.outline, changed.loop, facts)
    if directive is None or facts.missing or facts.verdict.verdict not in INDEPENDENT:
        return None
    directive = normalised(directive)
    own = as_it_is.verdict
    if own.verdict not in INDEPENDENT and changed.gives_back:
        return None  # an element may be the very number that has another name now
    is_weaker = not loop.header.problem and facts.verdict.verdict == "proved" and own.verdict == "assumed"
    edits = changed.back(edits_for(changed.outline, changed.loop, directive, facts))
    verdict = own if is_weaker else facts.verdict
    return TakenOut(directive, changed, facts, edits, verdict, loop.header.is_range)


def _in_reach(changed: Hoisted, facts: LoopFacts) -> LoopFacts | None:
    """The facts with sections that may be said where the loop stands; ``None`` where one names a private member that nothing gives."""
    data = []
    for fact in facts.data:
        lower, length = changed.in_reach(fact.lower), changed.in_reach(fact.length)
        if lower is None or length is None:
            return None
        data.append(fact._replace(lower=lower, length=length))
    return replace(facts, data=tuple(data))


def wants_names(facts: LoopFacts) -> bool:
    """Whether clauses cannot say all: something has no name, or a struct and what its members lead to would be named, which gcc refuses."""
    names = [fact.variable for fact in facts.data]
    return bool(facts.missing) or any(other.startswith(f"{name}.") for name in names for other in names)


def goes_by_elements(outline: Outline, loop: Loop) -> bool:
    """Whether a range-based loop can be written as one over indices, above which a directive may stand."""
    return outline.source.language != "c" and loop.header.is_range and taken_out(outline, loop) is not None
