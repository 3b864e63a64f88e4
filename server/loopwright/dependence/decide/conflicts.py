"""Do two iterations of a loop touch the same element? Asked of isl with growing trust, so that the answer says what it
rests on: nothing, stated assumptions, or that there is a conflict, with two iterations that show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from loopwright.dependence.decide import aliases
from loopwright.dependence.decide.contrary import come_back, holds_nowhere, holds_too_much, never_holds
from loopwright.dependence.decide.cut_rows import in_block
from loopwright.dependence.decide.delinearise import (
    Dimension,
    can_hold,
    dimensions,
    iterations,
    lengths_of_rows,
    rows_between,
    strides_of,
    subscripts,
    sums_of_sizes,
    within,
)
from loopwright.dependence.decide.divided import divides
from loopwright.dependence.decide.indices import equal_by_injection, may_be_injective
from loopwright.dependence.decide.inside import conditions_inside
from loopwright.dependence.decide.pairs import has_iteration, varies
from loopwright.dependence.decide.pitched import in_rows
from loopwright.dependence.decide.relations import Relation
from loopwright.dependence.decide.words import worded_check
from loopwright.dependence.model.program import Access, Program
from loopwright.dependence.model.values import ADDRESS, SIZE, Field, Index, Place
from loopwright.source.linear import Linear

Kind = Literal["flow", "anti", "output"]


@dataclass(frozen=True)
class Conflict:
    """``source`` in an earlier iteration, ``sink`` in a later one. ``relation`` is ``None`` where the two may meet but no
    pair of iterations can be named; ``why`` says what hides it."""

    source: Access
    sink: Access
    kind: Kind
    relation: Relation | None = None
    why: str = ""


@dataclass(frozen=True)
class Independence:
    """What came out for one pair: ``assumptions`` and objects that have to be ``apart`` (empty: proved), or
    ``conflict``; ``by_index`` says that something about numbers in memory is among the assumptions: that an index array has no repetition, or that none of
    an array is too large. Those with numbers hold just where
    these are not negative."""

    assumptions: tuple[tuple[str, tuple[Linear, ...]], ...] = ()
    apart: tuple[str, ...] = ()
    conflict: Conflict | None = None
    by_index: bool = False


def rows_are_apart(name: str) -> str:
    """The assumption on an array of addresses."""
    return f"the rows that {name} leads to do not overlap"


def examine(program: Program, loop: int, first: Access, second: Access) -> Independence:
    """Whether ``first`` and ``second`` keep different iterations of ``loop`` apart."""
    if first.object != second.object:
        answer = aliases.overlap(program, first, second, loop)
        if answer == "no":
            return Independence()
        earlier = any(program.roots[access.place.root].earlier for access in (first, second))
        if (answer == "assumed" or earlier) and aliases.are_one_or_apart(program, first, second):
            same = _examine_elements(program, loop, first, second)
            if same.conflict is None and not same.assumptions:
                return Independence()
        if answer == "assumed" and (one := _as_said(program, loop, first, second)) is not None:
            found = _examine_elements(program, loop, one, second)
            is_flat = len(one.place.steps) == len(second.place.steps) == 1
            has_rows = not is_flat and not one.leads_out  # of two types, which may have two lengths
            if found.conflict is not None or has_rows or first.element != second.element:
                names = " and ".join(aliases.names(program, first, second))
                return Independence(
                    conflict=_hidden(first, second, f"{names} lead to one element where the loop is reached")
                )
            if is_flat and not found.assumptions and not one.leads_out:
                return found
        if answer == "assumed" and (meeting := _seen_to_meet(program, loop, first, second)):
            return Independence(conflict=_hidden(first, second, meeting))
        if answer == "assumed":
            return Independence(apart=aliases.names(program, first, second))
        roots = ((access, program.roots[access.place.root]) for access in (first, second))
        hidden = next(
            (access for access, root in roots if root.kind == "unknown" or root.view_of or root.earlier), first
        )
        return Independence(conflict=_hidden(first, second, f"what {hidden.text} stands for cannot be told"))
    root = program.roots[first.place.root]
    if root.kind == "unknown" or loop in root.loops or loop in (root.taken_in or ()):
        return Independence(conflict=_hidden(first, second, f"what {first.text} stands for cannot be told"))
    if _names_the_iteration(program, loop, first, second):
        return Independence()
    found = _examine_elements(program, loop, first, second)
    if found.assumptions and found.conflict is None and (cut := _in_block(program, loop, first, second)) is not None:
        return cut
    if found.assumptions and found.conflict is None and (meeting := _seen_to_meet(program, loop, first, second)):
        return Independence(conflict=_hidden(first, second, meeting))
    return found


def _as_said(program: Program, loop: int, first: Access, second: Access) -> Access | None:
    """``first`` as an access of what ``second`` is of, where a condition before the loop says that pointers to both are equal."""
    said = (
        pair for guard in first.guards[: program.outer_guards[loop]] if guard in second.guards for pair in guard.same
    )
    for one, other in (ways for a, b in said for ways in ((a, b), (b, a))):
        at = len(one.steps) - 1
        from_, to = one.steps[-1:], other.steps[-1:]
        there = first.place.steps[at : at + 1]
        if at < 0 or (one.root, one.steps[:-1]) != (first.place.root, first.place.steps[:at]):
            continue
        if not (isinstance(from_[0], Index) and to and isinstance(to[0], Index) and isinstance(there[0], Index)):
            continue
        start, moved, step = from_[0], to[0], there[0]
        if start.value is None or moved.value is None or step.value is None:
            continue
        value = step.value.plus(start.value, -1).plus(moved.value)
        index = Index(value, moved.loaded, (*step.checks, *start.checks, *moved.checks))
        place = Place(other.root, (*other.steps[:-1], index, *first.place.steps[at + 1 :]))
        if place.object == second.object:
            return replace(first, place=place)
    return None


def _seen_to_meet(program: Program, loop: int, first: Access, second: Access) -> str:
    """What two accesses were seen to be of, where they meet if the pointers on the way still are what they were; empty for nothing."""
    met = where_they_meet(program, loop, first, second) if first.seen or second.seen else ""
    return f"{first.text} and {second.text} were both seen to lead to {met}" if met else ""


def where_they_meet(program: Program, loop: int, first: Access, second: Access) -> str:
    """The object that two accesses are of, as far as was seen, if iterations may touch one element of it; empty if not."""
    one, other = first.seen or first.place, second.seen or second.place
    root = program.roots[one.root]
    if one.root != other.root or root.kind == "unknown" or loop in root.loops:
        return ""
    a, b = replace(first, place=one), replace(second, place=other)
    if a.object != b.object:
        return ""
    if _examine_elements(program, loop, a, b).conflict is None:
        return ""
    return aliases.display(program, a.place) or "one allocation"


def _in_block(program: Program, loop: int, first: Access, second: Access) -> Independence | None:
    """What comes out of the block that rows are cut from, where that is certain."""
    one, two = in_block(program, first), in_block(program, second)
    if one is None or two is None:
        return None
    found = _examine_elements(program, loop, one, two)
    if found.conflict is None:
        return found if not found.assumptions else None
    if found.conflict.relation is None:
        return None
    return Independence(conflict=_hidden(first, second, f"rows of {first.text} reach into one another"))


def _names_the_iteration(program: Program, loop: int, first: Access, second: Access) -> bool:
    """Both have a subscript that is the loop variable plus the same: equal elements mean equal iterations."""
    start = first.place.object_length
    head = first.place.steps[:start]
    if head != second.place.steps[:start] or any(isinstance(s, Index) and varies(program, loop, s) for s in head):
        return False
    for a, b in list(zip(first.place.steps, second.place.steps))[start:]:
        if isinstance(a, Field) and isinstance(b, Field):
            if a != b and not _are_one_member(a, b):
                return not _may_lie_over(a, b)
        elif isinstance(a, Field) or isinstance(b, Field):
            return False
        elif has_iteration(program, loop, (a, b)):
            return True
    return False


def _examine_elements(program: Program, loop: int, first: Access, second: Access) -> Independence:
    start = max(first.place.object_length, second.place.object_length)
    orders = [(first, second)] if first is second else [(first, second), (second, first)]
    last: Relation | None = None
    why = ""
    denied: dict[str, None] = {}
    for level in ("certain", "bounds", "divisors", "rows", "injective", "monotone"):
        if level == "divisors" and not divides(program, first, second):
            continue
        if (level == "rows" and not start) or (level == "injective" and not may_be_injective(program, loop, first)):
            continue
        assumptions: dict[str, tuple[Linear, ...]] = {}
        apart = True
        for source, sink in orders:
            attempt = relation_of(program, loop, source, sink, level, start)
            if attempt is None:
                apart = False
                break
            relation, why_not = attempt
            relation.denied.update(dict.fromkeys(_denied(relation, first, second)))
            denied.update(relation.denied)
            if relation.denied or not relation.is_empty():
                apart = False
                is_exact = relation.exact and not relation.denied
                if level == "rows" and is_exact and len(relation.assumptions) == 1:
                    # The same row, whether others overlap or not.
                    return Independence(conflict=Conflict(source, sink, _kind(source, sink), relation))
                if level == "certain" or last is None:
                    last, why = relation, why_not
                    conflict = Conflict(source, sink, _kind(source, sink), relation if is_exact else None, why)
                break
            assumptions.update(relation.assumptions)
        if apart:
            by_index = level == "injective" or _reads_numbers(program, loop, assumptions)
            return Independence(tuple(assumptions.items()), by_index=by_index)
        if level == "certain" and last is not None and last.exact:
            return Independence(conflict=conflict)
    if last is None:
        return Independence(conflict=_hidden(first, second, "the subscripts are too involved"))
    if denied and conflict.relation is None:
        conflict = replace(conflict, why=f"it is not so that {next(iter(denied))}")
    return Independence(conflict=conflict)


def _reads_numbers(program: Program, loop: int, assumptions: dict[str, tuple[Linear, ...]]) -> bool:
    """Whether something is assumed of what each iteration reads."""
    return any(_reads(program, loop, number) for numbers in assumptions.values() for number in numbers)


def _reads(program: Program, loop: int, number: Linear) -> list[str]:
    """What of a number each iteration reads."""
    symbols = program.symbols
    return [name for name in number.names if symbols[name].kind == "load" and loop in symbols[name].loops]


def _denied(relation: Relation, first: Access, second: Access) -> Iterator[str]:
    """The assumptions about sizes that do not hold where both accesses happen."""
    for text, told in relation.assumptions.items():
        program, loop, numbers = relation.program, relation.loop, (*told, *relation.positive.get(text, ()))
        never = any(holds_nowhere(program, loop, n) or never_holds(program, loop, (first, second), n) for n in numbers)
        if never or any(
            holds_too_much(program, loop, name, first, n) for n in told for name in _reads(program, loop, n)
        ):
            yield text


def relation_of(
    program: Program, loop: int, source: Access, sink: Access, level: str, start: int
) -> tuple[Relation, str] | None:
    """Iterations 0 of ``source`` and 1 of ``sink``, in this order, that touch one element."""
    trusting = level != "certain"
    divided = level not in ("certain", "bounds")
    relation = Relation.of(program, loop, (source, sink), trusting, level == "monotone", divided).copy()
    frame = program.frames[loop]
    if frame.iterator is None:
        return None
    relation.later(frame)
    why = ""
    if source.possible or sink.possible:
        relation.exact = False  # nobody saw that both happen
        why = f"whether {(source if source.possible else sink).text} is touched there cannot be told"
    steps = list(zip(source.place.steps, sink.place.steps))
    are_told_alike = aliases.leads_to_one_twice(program.roots[source.place.root])
    prefix_same = all(_same_in_both(relation, a, b) for a, b in steps[:start])
    if start and (prefix_same or level in ("certain", "bounds", "divisors") or are_told_alike):
        steps = steps[start:] if prefix_same else []
        if not prefix_same:
            relation.exact = False
            why = "rows that are reached by a pointer may overlap"
    elif start:
        relation.assumptions[rows_are_apart(aliases.display(program, source.place))] = ()
    for a, b in steps:
        if isinstance(a, Field) or isinstance(b, Field):
            if isinstance(a, Field) and isinstance(b, Field):
                if a == b or _are_one_member(a, b):
                    continue
                if not _may_lie_over(a, b):
                    relation.constraints.append("1 = 0")
                    continue
                if a is source.place.steps[-1] and b is sink.place.steps[-1]:
                    continue  # both begin where the union does
                relation.exact = False  # members of a union lie over each other, in parts
                return relation, f"{source.text} and {sink.text} lie in one memory"
            if a != b and {getattr(a, "name", ""), getattr(b, "name", "")} & {ADDRESS, SIZE}:
                relation.constraints.append("1 = 0")
                continue
            if a != b:
                relation.exact = False
                return relation, f"how {source.text} and {sink.text} lie in one object cannot be told"
            continue
        why = _equal(relation, source, sink, a, b, level) or why
    return relation, why


def _are_one_member(a: Field, b: Field) -> bool:
    """Whether two members of one object are one, where its type is known in one of two accesses only."""
    return a.name == b.name and not (a.struct and b.struct)


def _may_lie_over(a: Field, b: Field) -> bool:
    """Whether two members of one object may share memory: those of a union, and of what may be one."""
    if a.name == b.name:
        return True  # of two types
    return (a.shared and b.shared) or (bool(a.struct) != bool(b.struct) and (a.shared or b.shared))


def _same_in_both(relation: Relation, a: object, b: object) -> bool:
    if isinstance(a, Field) or isinstance(b, Field):
        return a == b
    assert isinstance(a, Index)
    assert isinstance(b, Index)
    return a.value is not None and a.value == b.value and all(relation.shared(name) for name in a.value.names)


def _equal(relation: Relation, source: Access, sink: Access, a: Index, b: Index, level: str) -> str:
    """The two subscripts are the same. Returns why this could not be said exactly, if so."""
    if a.value is None or b.value is None:
        relation.exact = False
        either = source if a.value is None else sink
        if either.given:
            return f"a function that is given {either.text} may use any element of it"
        return f"which element {either.text} is cannot be told"
    if not _trusted(relation, source, a) or not _trusted(relation, sink, b):
        relation.exact = False
        return f"{source.text} may wrap around"
    if level in ("injective", "monotone") and equal_by_injection(
        relation, (source, sink), (a.value, b.value), _same_position
    ):
        return ""
    if any(len(product) > 1 for number in (a.value, b.value) for product, _ in number.terms):
        attempt = relation.copy()
        if _equal_by_dimensions(attempt, source, sink, a.value, b.value) == "":
            relation.take(_asking_less(relation, attempt, source, sink, a.value, b.value))
            return ""
    if in_rows(relation, source, sink, a.value, b.value):
        return ""
    difference = relation.equal(a.value, b.value)
    if difference is not None:
        relation.constraints.append(difference)
        if _products(a.value) != _products(b.value):
            relation.exact = False  # a product of sizes is not a size of its own
            return f"whether {source.text} and {sink.text} are the same element depends on products of sizes"
        return ""
    relation.exact = False
    return f"{source.text} is not affine"


def _products(number: Linear) -> set[tuple[tuple[str, ...], int]]:
    return {(product, factor) for product, factor in number.terms if len(product) > 1}


def _trusted(relation: Relation, access: Access, index: Index) -> bool:
    unproved = [check for check in index.checks if not relation.holds(check, access)]
    if not unproved or not relation.trusting:
        return not unproved
    program, loop = relation.program, relation.loop
    told = [worded_check(program, loop, check) for check in unproved]
    if "" in told:
        return False  # nobody could ask where the loop stands
    denied = [text for text, check in zip(told, unproved) if come_back(program, loop, access, check)]
    relation.denied.update(dict.fromkeys(denied))
    relation.assumptions.update(dict.fromkeys(told, ()))
    return not denied


def _equal_by_dimensions(relation: Relation, source: Access, sink: Access, a: Linear, b: Linear) -> str:
    """Equal element numbers as equal subscripts. Returns why not, if so."""
    best: Relation | None = None
    for pair in _cut(relation, source, sink, a, b):
        attempt = relation.copy()
        if _equal_parts(attempt, source, sink, pair) and (best is None or _costs(attempt) < _costs(best)):
            best = attempt
            if _costs(best) == _costs(relation):
                break
    if best is None:
        return f"{source.text} is not affine"
    relation.take(best)
    return ""


def _asking_less(
    relation: Relation, recovered: Relation, source: Access, sink: Access, a: Linear, b: Linear
) -> Relation:
    """What recovered subscripts say, or that rows are apart where this asks less of sizes: subscripts that begin before 0 are in no array."""
    if _costs(recovered) == _costs(relation):
        return recovered
    rows = relation.copy()
    is_less = in_rows(rows, source, sink, a, b) and _costs(rows) < _costs(recovered)
    return rows if is_less and rows.is_empty() else recovered


def _costs(relation: Relation) -> tuple[int, int]:
    """How much has to be assumed."""
    return len(relation.assumptions), sum(map(len, relation.assumptions))


def _cut(
    relation: Relation, source: Access, sink: Access, a: Linear, b: Linear
) -> Iterator[tuple[list[Dimension], list[Dimension]]]:
    """Ways to read two element numbers as subscripts."""
    strides = strides_of(relation, [a, b])
    plain = {product for _, product in strides or ()}
    rows = rows_between(relation, a, b)
    if any(product not in plain for row in rows for product, _ in row.terms):
        yield from _cut_by(relation, sums_of_sizes(relation, [a, b], [], rows), a, b)  # says more than those without
    if strides is not None and len(strides) > 1:
        first, second = dimensions(a, strides), dimensions(b, strides)
        if first is not None and second is not None:
            yield first, second
    known: list[Linear] | None = None
    for lengths in ([], lengths_of_rows(relation, (source, sink))):
        sums = sums_of_sizes(relation, [a, b], lengths)
        if sums is None or sums == known:
            continue
        known = sums
        if any(len(stride.terms) + bool(stride.constant) > 1 for stride in sums):
            yield from _cut_by(relation, sums, a, b)


def _cut_by(
    relation: Relation, strides: list[Linear] | None, a: Linear, b: Linear
) -> Iterator[tuple[list[Dimension], list[Dimension]]]:
    if strides is None or len(strides) < 2:
        return
    first, second = subscripts(relation, a, strides), subscripts(relation, b, strides)
    if first is not None and second is not None:
        yield first, second


def _equal_parts(
    relation: Relation, source: Access, sink: Access, pair: tuple[list[Dimension], list[Dimension]]
) -> bool:
    results = []
    for access, other, parts in zip((source, sink), (sink, source), pair):
        moved, unproved = within(relation, access, parts, other)
        if unproved and not (relation.trusting and can_hold(relation, access, moved)):
            return False
        for value, size in unproved:
            if size is None:
                continue
            conditions = conditions_inside(relation.program, iterations(relation, access), value, size)
            if conditions is None:
                return False
            relation.assumptions |= conditions
        results.append(moved)
    for one, other in zip(*results):
        same = relation.equal(one.value, other.value)
        if same is None:
            relation.exact = False
        else:
            relation.constraints.append(same)
    return True


def _same_position(relation: Relation, source: Access, sink: Access, a: Index, b: Index) -> bool:
    """Say that two subscripts on the way to numbers in memory are the same. Whether it could be said."""
    if a.value is None or b.value is None or not (_trusted(relation, source, a) and _trusted(relation, sink, b)):
        return False
    if any(len(product) > 1 for number in (a.value, b.value) for product, _ in number.terms):
        attempt = relation.copy()
        if _equal_by_dimensions(attempt, source, sink, a.value, b.value) == "":
            relation.take(attempt)
            return True
    same = relation.equal(a.value, b.value)
    if same is not None:
        relation.constraints.append(same)
    return same is not None


def _kind(source: Access, sink: Access) -> Kind:
    if source.writes and sink.writes:
        return "output"
    return "flow" if source.writes else "anti"


def _hidden(first: Access, second: Access, why: str) -> Conflict:
    return Conflict(first, second, _kind(first, second), None, why)
