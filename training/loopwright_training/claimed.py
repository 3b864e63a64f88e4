"""A directive as what it claims of its loop: the facts that a trial holds against a run of the loop.

A trial (:mod:`loopwright.suggest.trial`) takes what is private, what is reduced and what is moved from facts. The product gives it the
facts of the analysis; here they come from the directive's own clauses, so that any directive can be tried, the author's too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from loopwright.dependence.decide.judge import judge
from loopwright.dependence.decide.sections import DataClause, DataFact
from loopwright.dependence.model.verdict import Reduction
from loopwright.lang.scopes import scopes_of
from loopwright.memory.places import Place, place_of
from loopwright.openacc.directive import Directive, parse_directive
from loopwright.openacc.equivalent import split_items
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.claims import MOVES, claims_independence, listed, taken_together
from loopwright.suggest.clause_lists import says_all_is_present
from loopwright.suggest.facts import INDEPENDENT, LoopFacts, facts_of
from loopwright.suggest.host_memory import only_on_the_host
from loopwright.suggest.present import device_pointers, on_device

_COMPUTE = ("parallel", "kernels", "serial")
_IN_PLACE = ("present", "deviceptr", "no_create")


class Unclear(Exception):
    """Why it cannot be told by a trial whether a directive is right."""


class Wrong(Exception):
    """What is wrong with a directive before anything is run."""


@dataclass(frozen=True)
class Asked:
    """A loop in its file; ``bare`` files have no directive that could have put data on the device."""

    outline: Outline
    loop: Loop
    bare: bool

    @property
    def facts(self) -> LoopFacts:
        """What the analysis knows of it."""
        return facts_of(self.outline, self.loop)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return place_of(self.outline, self.loop)


def claimed(text: str, asked: Asked, author: str = "") -> LoopFacts:
    """The facts that ``text`` claims. What the ``author`` moves with the same directive has to be moved by ``text`` as well.

    Raises :class:`Wrong` where it fails without being run, :class:`Unclear` where a trial would say nothing.
    """
    directive = _whole(parse_directive(text), asked.loop)
    facts, place = asked.facts, asked.place
    queue, own = parse_directive(text).clause("async"), parse_directive(author).clause("async")
    if queue is not None and queue != own:
        raise Unclear("it runs in a queue of its own, and a trial has none")
    if not claims_independence(directive, place):
        if not facts.independent:
            raise Unclear("it keeps the order of the iterations, which no trial does")
        verdict = facts.verdict
    else:
        _hold_together(directive, asked, facts)
        private, reductions = _private(directive, facts, place), _reductions(directive, facts, place)
        verdict = replace(facts.verdict, private=private, reductions=reductions)
    data = _moved(directive, asked, facts)
    _lacks_nothing(directive, asked, facts, data, parse_directive(author))
    return replace(facts, verdict=verdict, data=data, present=(), missing=())


def _whole(directive: Directive, loop: Loop) -> Directive:
    """The directive with what stands above the same loop: a compute construct and the `loop` in it are one (2.11)."""
    above = [parse_directive(pragma.text) for pragma in loop.pragmas if pragma.sentinel == "acc"]
    for other in above:
        names = {directive.name, other.name}
        compute = next((name for name in names if name in _COMPUTE), None)
        if compute is not None and "loop" in names:
            return Directive(f"{compute} loop", (*directive.clauses, *other.clauses))
    if directive.name in ("parallel", "serial"):
        raise Unclear(f"`{directive.name}` without a `loop` is not about the loop alone")
    if not {"loop", "kernels"} & set(directive.name.split()):
        raise Unclear(f"`{directive.name}` says nothing of the loop")
    return directive


def _hold_together(directive: Directive, asked: Asked, facts: LoopFacts) -> None:
    """Loops that `collapse` or `tile` make one have to be independent each."""
    wanted = taken_together(directive)
    around = asked.loop
    for _ in range(max(wanted, 1) - max(1, facts.collapse)):
        inside = [loop for loop in asked.outline.loops if loop.span != around.span and around.span.contains(loop.span)]
        if not inside:
            raise Wrong("there are fewer loops than it takes together")
        around = inside[0]
        if judge(asked.outline, around).verdict not in INDEPENDENT:
            raise Unclear("whether the loops that it takes together are independent cannot be told")


def _private(directive: Directive, facts: LoopFacts, place: Place) -> tuple[str, ...]:
    """What each iteration has for itself: what the clause lists, and scalars that no clause shares (2.6.2)."""
    arrays = {word.text for word in place.words if word.part == "array"}
    shared = {name for clause in directive.clauses if clause.name in MOVES for name in listed(directive, clause.name)}
    implied = [n for n in facts.verdict.private if (n not in arrays or "private" in place.around) and n not in shared]
    return tuple(dict.fromkeys([*implied, *sorted(listed(directive, "private"))]))


def _reductions(directive: Directive, facts: LoopFacts, place: Place) -> tuple[Reduction, ...]:
    known = {reduction.variable: reduction for reduction in facts.verdict.reductions}
    found = {}
    for clause in directive.clauses:
        if clause.name != "reduction":
            continue
        operator, _, names = (clause.argument or "").partition(":")
        for name in split_items(names):
            if name not in known:
                raise Unclear(f"whether iterations only combine {name} with {operator} cannot be told")
            if known[name].operator != operator:
                raise Wrong(f"{name} is combined with {known[name].operator}, not with {operator}")
            found[name] = known[name]
    if "reduction" in place.around:
        found = known
    return tuple(r for r in facts.verdict.reductions if r.variable in found or not r.is_scalar)


def _moved(directive: Directive, asked: Asked, facts: LoopFacts) -> tuple[DataFact, ...]:
    held = on_device(asked.outline, asked.loop)
    known = {_plain(fact.argument): fact for fact in facts.data}
    found: dict[str, DataFact] = {}
    for clause in directive.clauses:
        for item in clause.entries if clause.name in MOVES else ():
            name = item.partition("[")[0]
            if name in held:
                continue  # nothing moves
            fact = known.get(_plain(item)) or _section(item, asked)
            found[fact.variable] = fact._replace(clause=cast(DataClause, clause.name))
    return tuple(found.values())


def _section(item: str, asked: Asked) -> DataFact:
    """An item of a data clause. Raises :class:`Unclear` for what a trial has no form for."""
    name, bracket, rest = item.partition("[")
    scopes = scopes_of(asked.outline)
    declaration = scopes.lookup(name, asked.loop.span.start)
    layers = scopes.type_of(declaration).layers if declaration is not None else ()
    if not bracket:
        if "*" in layers:
            raise Unclear(f"how much of {name} it moves is not said")
        return DataFact(name, "copy")
    first, _, others = rest.partition("]")
    lower, colon, length = first.partition(":")
    if any(not (part.startswith("0:") or part.startswith(":")) for part in others.replace("]", "").split("[") if part):
        raise Unclear(f"{item} is a part of rows")
    if not colon:
        return DataFact(name, "copy", lower, "1")
    if not length and "*" in layers:
        raise Unclear(f"how much of {name} it moves is not said")
    return DataFact(name, "copy", lower or "0", length) if length else DataFact(name, "copy")


def _lacks_nothing(
    directive: Directive, asked: Asked, facts: LoopFacts, data: tuple[DataFact, ...], author: Directive
) -> None:
    """Raises :class:`Wrong` for what the loop uses behind a pointer and nothing brings to the device: in a file without other
    directives all that the analysis knows, elsewhere what the author's directive brings."""
    brought = {fact.variable for fact in data} | on_device(asked.outline, asked.loop)
    if asked.bare:
        needed = [fact.variable for fact in facts.data] + list(facts.missing)
    else:
        needed = [item.partition("[")[0] for c in author.clauses if c.name in MOVES for item in c.entries]
    scopes = scopes_of(asked.outline)
    for name in needed:
        known = scopes.lookup(name, asked.loop.span.start)
        by_itself = known is not None and "*" not in scopes.type_of(known).layers  # scalars, arrays with their size
        if name not in brought and (name in facts.missing or not by_itself):
            raise Wrong(f"nothing moves {name} to the device")
    _holds_in_place(directive, asked, author, {fact.variable for fact in facts.data} | set(facts.missing))
    for name in listed(author, "deviceptr") - listed(directive, "deviceptr"):
        raise Wrong(f"{name} points to memory of the device, which it does not say")


def _holds_in_place(directive: Directive, asked: Asked, author: Directive, used: set[str]) -> None:
    """What is said to be on the device already has to be: by a directive in sight, or because the author says the same. Of what is ``used``
    `default(present)` says so where nothing else does."""
    own = frozenset(device_pointers(asked.outline, asked.loop))
    said = [
        listed(directive, clause) - listed(author, clause) - (own if clause == "deviceptr" else frozenset())
        for clause in _IN_PLACE
    ]
    if says_all_is_present(directive) and not says_all_is_present(author):
        listed_anyhow = {entry.partition("[")[0] for clause in directive.clauses for entry in clause.entries}
        said.append(frozenset(used - listed_anyhow))
    for each in said:
        names = each - on_device(asked.outline, asked.loop)
        absent = names if asked.bare else only_on_the_host(asked.outline, asked.loop, names)
        if absent:
            raise Wrong(f"{min(absent)} is not on the device there")
        if names:
            raise Unclear(f"whether {min(names)} is on the device there cannot be told")


def _plain(text: str) -> str:
    return "".join(text.split())
