"""A directive of the project's that names members of an object which the loop does not use, and none of those that it does, or members of
what has none: it is about other memory."""

from __future__ import annotations

from loopwright.lang.scopes import scopes_of
from loopwright.lang.types import is_floating, is_integer
from loopwright.openacc.directive import Directive
from loopwright.openacc.equivalent import split_items
from loopwright.openacc.spec import clauses_of_variables
from loopwright.source.outline import Loop, Outline
from loopwright.suggest.facts import LoopFacts

_ARROWS = ("->", ".")


def other_member(directive: Directive, facts: LoopFacts) -> str:
    """A member that stands in a data clause in the place of those that the loop uses of the same object; empty for none."""
    used = {name.replace(" ", "") for name in (*(fact.variable for fact in facts.data), *facts.missing)}
    objects = {object_of(name) for name in used} - {""}
    data = clauses_of_variables("data")
    items = (item for c in directive.clauses if c.name in data for item in split_items(c.argument or ""))
    named = {item.partition("[")[0].replace(" ", "") for item in items}
    for each in sorted(objects):
        members = {name for name in named if object_of(name) == each}
        if members and not members & used:
            return min(members)
    return ""


def member_of_a_number(directive: Directive, outline: Outline, loop: Loop) -> str:
    """An item of a data clause that names a member of numbers; empty for none."""
    scopes, data = scopes_of(outline), clauses_of_variables("data")
    for item in (item for c in directive.clauses if c.name in data for item in split_items(c.argument or "")):
        name = item.partition("[")[0].replace(" ", "")
        root = name.partition("->")[0].partition(".")[0]
        known = scopes.lookup(root, loop.span.start) if root != name else None
        base = scopes.type_of(known).base if known is not None else ""
        if is_integer(base) or is_floating(base):
            return name
    return ""


def object_of(name: str) -> str:
    """`a->b` of `a->b->c`, empty for a name alone."""
    return max((name.rpartition(arrow)[0] for arrow in _ARROWS), key=len)
