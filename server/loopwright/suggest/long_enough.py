"""Sections that end before what the loop reaches does: another loop's, or so many elements as there are iterations where each takes three."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from loopwright.dependence.decide.sections import DataFact
from loopwright.lang.scopes import Scopes, scopes_of
from loopwright.memory.places import COMPUTE, Place
from loopwright.openacc.directive import Clause, Directive, bounds_in
from loopwright.openacc.equivalent import split_items
from loopwright.openacc.linear import linear
from loopwright.source.linear import Linear, drawn_sizes
from loopwright.source.nodes import text_of, within
from loopwright.source.outline import Loop, Outline
from loopwright.source.text import number_of
from loopwright.source.tokens import Token, tokens_of
from loopwright.suggest.clause_lists import COPIES, with_items
from loopwright.suggest.facts import LoopFacts

_BRANCHES = frozenset(
    ("if_statement", "conditional_expression", "switch_statement", "while_statement", "do_statement")
    + ("goto_statement", "break_statement", "continue_statement", "return_statement")
)


def long_enough(
    directive: Directive, outline: Outline, loop: Loop, place: Place, facts: LoopFacts
) -> tuple[Directive, str]:
    """``directive`` with what the loop reaches for a section beyond an end of which it surely goes. What is known of an allocation alone, or
    assumed, says nothing of what the loop takes of it."""
    known = {_name(fact.variable): fact for fact in facts.data if fact.section and fact.variable in facts.worked_out}
    if directive.name not in COMPUTE or place.compute or not known:
        return directive, ""
    scopes, every = scopes_of(outline), not _may_leave_out(outline, loop)
    clauses, whole, said = list[Clause](), list[str](), list[str]()
    for clause in directive.clauses:
        items = split_items(clause.argument or "") if clause.name in COPIES else []
        kept: list[str] = []
        for item in items:
            fact = known.get(_name(item))
            if fact is None or not ends_before(item, fact.argument, scopes, loop, every):
                kept.append(item)
                continue
            (whole if _keeps_some(clause.name, fact) else kept).append(fact.argument)
            said.append(f"{fact.argument}: the loop goes beyond {item.strip()}")
        if kept != items:
            clause = Clause(clause.name, ",".join(kept))
        clauses += [clause] if kept or not items else []
    if not said:
        return directive, ""
    directive = replace(directive, clauses=tuple(clauses))
    return with_items(directive, "copy", whole) if whole else directive, "; ".join(said)


def _keeps_some(clause: str, fact: DataFact) -> bool:
    """Whether what comes back would hold elements that the loop leaves as they are, of which the device had nothing."""
    return clause == "copyout" and fact.clause == "copy"


def _may_leave_out(outline: Outline, loop: Loop) -> bool:
    """Whether iterations may leave out a part of the loop's body, or of a function or macro that it names: the ends of what it takes are then
    known to be no further than so far, by a number of elements."""
    scopes = scopes_of(outline)
    for node in within(outline.source.tree.root_node, loop.span):
        if node.type in _BRANCHES or text_of(node.child_by_field_name("operator")) in ("&&", "||"):
            return True
        called = text_of(node.child_by_field_name("function")) if node.type == "call_expression" else ""
        if called and (called in scopes.macros or outline.definitions(called)):
            return True
    return False


def ends_before(item: str, reached: str, scopes: Scopes, loop: Loop, by_a_number: bool) -> bool:
    """Whether what is ``reached`` goes beyond an end of a section for whatever sizes of more than one; ``by_a_number``: also by so many elements
    that no size stands for."""
    for held, needed in zip(_dimensions(item, scopes, loop), _dimensions(reached, scopes, loop)):
        if held is None or needed is None or needed[1].parts > 1:
            continue
        if _is_before(needed[0], held[0], by_a_number) or _is_before(held[1], needed[1], by_a_number):
            return True
    return False


class _End(NamedTuple):
    """Where a section begins or ends: one of ``parts`` of ``of``, rounded down."""

    of: Linear
    parts: int = 1


def _dimensions(item: str, scopes: Scopes, loop: Loop) -> list[tuple[_End, _End] | None]:
    """The ends of each dimension of a section; ``None`` where they are no polynomials, nor parts of one."""
    _, bracket, rest = item.partition("[")
    parts = rest.rstrip().removesuffix("]").replace("] [", "][").split("][") if bracket else []
    return [_ends(part, scopes, loop) for part in parts]


def _ends(dimension: str, scopes: Scopes, loop: Loop) -> tuple[_End, _End] | None:
    lower, length = bounds_in(dimension)
    length = length or "1" * (lower == dimension)  # one element
    if not length:
        return None
    first, count = (_part(tokens_of(text), scopes, loop) for text in (lower or "0", length))
    if first is None or count is None:
        return None
    end = first.of.times(Linear(count.parts)).plus(count.of.times(Linear(first.parts)))
    return first, _End(end, first.parts * count.parts)


def _part(tokens: tuple[Token, ...], scopes: Scopes, loop: Loop) -> _End | None:
    parts: int | None = 1
    if len(tokens) > 2 and tokens[-2].text == "/" and not _is_sum(tokens[:-2]):
        parts, tokens = number_of(tokens[-1].text), tokens[:-2]
    found = linear(tokens, scopes, loop.span.start)
    return _End(found, parts) if found is not None and parts else None


def _is_before(one: _End, other: _End, by_a_number: bool) -> bool:
    gap = other.of.times(Linear(one.parts)).plus(one.of.times(Linear(other.parts)), -1)
    if not gap.terms and not (by_a_number and one.parts == other.parts == 1):
        return False
    values = [gap.value(sizes) for sizes in drawn_sizes(gap.names)]
    return bool(values) and min(values) > 0


def _is_sum(tokens: Sequence[Token]) -> bool:
    """Whether a sum stands there without parentheses."""
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.text in ("+", "-"):
            return True
    return False


def _name(item: str) -> str:
    return item.partition("[")[0].replace(" ", "")
