"""Sections as a person writes them: `next[1:N - 2]` where the loop says `N`, not the number that `N` is today."""

from __future__ import annotations

from loopwright.dependence.decide.judge import program_at, program_by_names
from loopwright.dependence.decide.sections import DataFact, data_of
from loopwright.dependence.model.program import Program
from loopwright.lang.constants import constant_of_declaration, constant_of_text
from loopwright.lang.declarations import Declaration
from loopwright.lang.numbers import Constant
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.lang.symbols import names_within
from loopwright.openacc.directive import bounds_in
from loopwright.source.kept import kept
from loopwright.source.nodes import within
from loopwright.source.outline import Outline
from loopwright.source.text import Span, names_in, with_names
from loopwright.source.tokens import tokens_of
from loopwright.suggest.accessors import is_changed_in

_SMALLEST = 2  # a first element or a single one is no size
_SOME = (5, 17, 101)  # values for names that are no constants


def named(outline: Outline, around: Span, facts: tuple[DataFact, ...]) -> tuple[DataFact, ...]:
    """The same sections, with numbers that come from constants in the headers of loops put in their terms. They are worked out once more
    with these as symbols: a name of the same value today says nothing."""
    function = next((each for each in outline.functions if each.span.contains(around)), None)
    if function is None or not any(map(_has_numbers, facts)):
        return facts
    names = _kept_in_headers(outline, function.span)
    found, program = program_at(outline, function.span), program_by_names(outline, function.span, names)
    number = program.by_start.get(around.start) if program is not None else None
    if found is None or program is None or number is None:
        return facts
    values = _values_of(outline, found, names, around.start)
    moved = data_of(program, number, names_within(outline, around))
    said = {fact.variable: fact for fact in (*(item.fact for item in moved.reached), *moved.facts)}
    return tuple(_spelled(scopes_of(outline), fact, said.get(fact.variable), values) for fact in facts)


def numbered(outline: Outline, around: Span, facts: tuple[DataFact, ...]) -> tuple[DataFact, ...]:
    """The same sections with numbers for locals that keep what they begin with: code around them may be left out."""
    scopes = scopes_of(outline)
    words = {name for fact in facts for name in names_in(f"{fact.lower} {fact.length}")}
    values = {name: _never_set(outline, scopes, name, around.start) for name in words}
    known = {name: str(int(value.value)) for name, value in values.items() if value is not None and value.is_integer}
    return tuple(
        fact._replace(lower=with_names(fact.lower, known), length=with_names(fact.length, known)) for fact in facts
    )


def _has_numbers(fact: DataFact) -> bool:
    return any(token.text.isdecimal() and int(token.text) >= _SMALLEST for token in tokens_of(fact.section))


def _spelled(scopes: Scopes, fact: DataFact, other: DataFact | None, values: dict[str, int]) -> DataFact:
    """``other`` says it in names, if it has all of it as far as values tell."""
    if other is None or not _has_numbers(fact) or "?" in other.section:
        return fact
    if not other.section:  # all of a declared array
        return other
    others = {*names_in(fact.section), *names_in(other.section)} - values.keys()
    clause = fact.clause
    for some in _SOME:
        given = {name: str(some * (at + 1)) for at, name in enumerate(sorted(others))}
        given |= {name: str(value) for name, value in values.items()}
        before, after = _ranges(scopes, fact, given), _ranges(scopes, other, given)
        if before is None or after is None or len(before) != len(after):
            return fact
        if not all(one[0] <= own[0] and own[1] <= one[1] for own, one in zip(before, after, strict=True)):
            return fact
        clause = clause if before == after else other.clause  # of more than the loop writes all is not written
    return fact._replace(lower=other.lower, length=other.length, rows=other.rows, clause=clause)


def _ranges(scopes: Scopes, fact: DataFact, values: dict[str, str]) -> list[tuple[int, int]] | None:
    """The first element and the one behind the last of each dimension, with values for names."""
    found: list[tuple[int, int]] = []
    for part in fact.section.split("]["):
        ends = [constant_of_text(scopes, with_names(end, values)) for end in bounds_in(part)]
        first, length = (int(end.value) if end is not None and end.is_integer else None for end in ends)
        if first is None or length is None:
            return None
        found.append((first, first + length))
    return found


@kept
def _kept_in_headers(outline: Outline, function: Span) -> frozenset[str]:
    """Names in the headers of the loops of a function that are constants, or locals that are set once: it is read once more with all of
    them."""
    scopes, found = scopes_of(outline), set[str]()
    for loop in outline.loops:
        if function.contains(loop.span):
            for name in names_in(f"{loop.header.lower} {loop.header.upper}"):
                known = scopes.lookup(name, loop.span.start)
                is_set_once = known is not None and _is_set_once(outline, known)
                if is_set_once or constant_of_text(scopes, name, loop.span.start) is not None:
                    found.add(name)
    return frozenset(found)


def _values_of(outline: Outline, program: Program, names: frozenset[str], start: int) -> dict[str, int]:
    """The numbers that some names are right before a loop."""
    scopes, values = scopes_of(outline), dict[str, int]()
    held = program.begins.get(program.by_start.get(start, -1), {})
    for name in names:
        constant = constant_of_text(scopes, name, start)
        numbers = {number for root, number in held.items() if program.roots[root].name == name}
        if constant is not None and constant.is_integer:
            values[name] = int(constant.value)
        elif len(numbers) == 1:
            values[name] = numbers.pop()
    return values


def _is_set_once(outline: Outline, known: Declaration) -> bool:
    """Whether a local keeps what it begins with."""
    is_local = known.kind == "variable" and not known.is_global and known.value is not None
    return is_local and not _is_set_in(outline, known.name, known.scope)


def _never_set(outline: Outline, scopes: Scopes, name: str, offset: int) -> Constant | None:
    """What a local begins with and keeps (`int n = 1000;`): who changes it later wants the directive to follow."""
    known = scopes.lookup(name, offset)
    if known is None or not _is_set_once(outline, known):
        return None
    return constant_of_declaration(scopes, known._replace(const=True))


@kept
def _is_set_in(outline: Outline, name: str, scope: Span) -> bool:
    """Asked for every loop of a function."""
    return is_changed_in(within(outline.source.tree.root_node, scope), {name})
