"""Whether what a directive says of data is about what this loop reaches: the arrays themselves, and as much of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.symbols import names_at
from loopwright.memory.places import COMPUTE, Example, Place
from loopwright.openacc.directive import Directive
from loopwright.openacc.equivalent import names_of, split_items
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.outline import Loop, Outline
from loopwright.source.shape import Word
from loopwright.source.text import names_in
from loopwright.suggest.clause_lists import COPIES, says_all_is_present, with_items
from loopwright.suggest.facts import LoopFacts
from loopwright.suggest.long_enough import ends_before
from loopwright.suggest.other_members import object_of
from loopwright.suggest.present import on_device

_DATA = clauses_of_variables("data")
_MEMBER = ("->", ".")
_TOGETHER = COPIES | {"present", "no_create"}


def completed(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """Members that the loop reaches of an object of which the directive names other members: they are where those are."""
    without = left_out(directive, outline, loop, place, facts)
    reached = _reached(facts)
    added: list[str] = []
    for clause in directive.clauses if without else ():
        siblings = {object_of(_name(name)) for name in names_of(clause)} - {""} if clause.name in _TOGETHER else set()
        mine = [name for name in without if object_of(name) in siblings]
        for name in mine:
            kind = clause.name if clause.name not in COPIES else reached[name][0]
            directive = with_items(directive, kind, [reached[name][1]])
            added.append(f"{kind} {name}")
        without = tuple(name for name in without if name not in mine)
    return directive, f"{', '.join(added)}: the loop uses it beside other members of that object" if added else ""


def left_out(directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts) -> tuple[str, ...]:
    """What the loop reaches through pointers and neither a clause of its construct nor a region around it brings or says to be there. What
    `enter data` has brought a construct does not look for by itself: a pointer is a scalar (OpenACC 3.4, section 2.6.2)."""
    if directive.name not in COMPUTE or place.compute or says_all_is_present(directive):
        return ()
    known = _named(directive) | on_device(outline, loop, visibly=True)
    rows = _rows_behind_pointers(outline, loop, facts)
    return tuple(
        name
        for name in _reached(facts)
        if name not in known and (name in rows or _is_behind_a_pointer(outline, loop, name))
    )


def _rows_behind_pointers(outline: Outline, loop: Loop, facts: LoopFacts) -> frozenset[str]:
    """What the loop reaches rows of through pointers that are elements: an array or a pointer of pointers."""
    scopes, names = scopes_of(outline), names_at(outline, loop)
    found = ((fact.variable, names.declared(fact.variable)) for fact in facts.data if fact.rows)
    return frozenset(
        name
        for name, declared in found
        if declared is not None and scopes.type_of(declared).referred().layers[1:2] == ("*",)
    )


def _reached(facts: LoopFacts) -> dict[str, tuple[str, str]]:
    """What the loop reaches, with the clause that it takes and its section there."""
    found = {_name(fact.variable): (str(fact.clause), fact.argument) for fact in facts.data}
    return found | {_name(item): ("present", item) for item in facts.present}


def misfit(
    directive: Directive,
    outline: Outline,
    loop: Loop,
    place: Place,
    facts: LoopFacts,
    names_members: bool,
    names_pointers: bool,
) -> bool:
    """Whether a directive is about another loop's data: its clauses name what this one does not use and leave out what it does, or hold too
    little of it. Members of what a pointer leads to no construct brings by itself, nor rows that pointers lead to: without a clause they
    are left out of one where the project has no such habit (``names_members``, ``names_pointers``)."""
    without = left_out(directive, outline, loop, place, facts)
    named = _named(directive)
    if without and named and not all(_is_used(name, place) for name in named):
        return True
    roots = {_root(name) for name in named | on_device(outline, loop, visibly=True)}
    if names_members and any(_is_member(name) and _root(name) not in roots for name in without):
        return True
    if names_pointers and not _rows_behind_pointers(outline, loop, facts).isdisjoint(without):
        return True
    if _names_pointers_alone(directive, facts):
        return True
    return bool(too_short(directive, scopes_of(outline), loop, facts))


def _names_pointers_alone(directive: Directive, facts: LoopFacts) -> bool:
    """Whether a section of pointers to rows is without sections of the rows: the device would have the host's addresses."""
    rows = {fact.variable: fact.argument.count("][") for fact in facts.data if fact.rows}
    items = (
        item for clause in directive.clauses if clause.name in COPIES for item in split_items(clause.argument or "")
    )
    return any(item.replace(" ", "").count("][") < rows.get(_name(item), 0) for item in items)


def names_members(place: Place, examples: Iterable[Example]) -> bool:
    """Whether no directive of the project leaves out what its loop reaches through members."""
    for example in examples:
        parsed = example.parsed
        if parsed.name in COMPUTE and example.place.around == place.around and not says_all_is_present(parsed):
            if _objects(example.place.words) - {_root(name) for name in _named(parsed)}:
                return False
    return True


def _objects(words: Sequence[Word]) -> frozenset[str]:
    """What members are reached through with an arrow."""
    pairs = pairwise(words)
    return frozenset(word.text for word, after in pairs if word.part == "array" and after.text == "->")


def too_short(directive: Directive, scopes: Scopes, loop: Loop, facts: LoopFacts) -> str:
    """A variable of whose section the loop goes beyond an end by more than a number; empty for none."""
    used = {name: argument for name, (_, argument) in _reached(facts).items()}
    for clause in directive.clauses:
        for item in split_items(clause.argument or "") if clause.name in _DATA else ():
            if ends_before(item, used.get(_name(item), ""), scopes, loop, by_a_number=False):
                return _name(item)
    return ""


def _named(directive: Directive) -> frozenset[str]:
    return frozenset(
        name.replace(" ", "") for clause in directive.clauses if clause.name in _DATA for name in names_of(clause)
    )


def _is_used(name: str, place: Place) -> bool:
    return name == "this" or set(names_in(name)) <= place.names


def _is_member(name: str) -> bool:
    return any(arrow in name for arrow in _MEMBER)


def _name(item: str) -> str:
    return item.partition("[")[0].replace(" ", "")


def _root(name: str) -> str:
    return next(iter(names_in(name)), "")


def _is_behind_a_pointer(outline: Outline, loop: Loop, name: str) -> bool:
    """Whether a construct does not bring a variable by itself: a member, a pointer, an array that is a parameter."""
    if _is_member(name):
        return True
    declared = names_at(outline, loop).declared(name)
    if declared is None or declared.kind not in ("variable", "parameter"):
        return False
    kind = scopes_of(outline).type_of(declared).referred()
    return kind.is_pointer or (kind.is_array and declared.kind == "parameter")
